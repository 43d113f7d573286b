"""Who takes an address in shared memory: barriers, copies, loads and stores, each with its sum."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis import parameters_of
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES, traits
from ptxpy.lift.linear_forms import LinearForms
from ptxpy.lift.shared_memory_parts import BARRIER, DATA, RESPONSE, TENSOR_MEMORY, TILE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ptxpy.analysis import Storage
    from ptxpy.isa import Traits
    from ptxpy.lift.index_values import Form
    from ptxpy.naming import Uses

__all__ = ["Fact", "MemoryFacts", "has_parts"]


class Fact(NamedTuple):
    """An instruction that takes an address."""

    form: Form
    """The address: a variable, a constant and indices."""
    role: str
    operations: frozenset[str]
    statement: int
    size: int | None = None
    """The bytes that are read or written; None if they are not known."""
    source: str = ""
    """The parameter, or the offset in it, that is the other side of a copy."""
    is_bulk: bool = False
    """Whether one thread copies a whole tile, and not each thread its own words."""
    barrier: Form | None = None
    """The mbarrier that the bytes of a copy complete."""
    number: int | None = None
    """The arrivals with which a barrier is initialised, or the bytes that are expected at it."""


class MemoryFacts:
    """The addresses of a function in shared memory."""

    def __init__(self, uses: Uses, variables: Mapping[str, Storage]) -> None:
        """Read a function, given the variables in shared memory that it may name."""
        self.uses = uses
        self._variables = variables
        self._parameters = frozenset([each.name for each in parameters_of(uses.function)])
        self.forms = LinearForms(uses, variables, self._parameters)
        self.facts: dict[str, list[Fact]] = defaultdict(list)
        """By variable, in the order of the text."""
        for index, instruction in uses.instructions:
            found = _effects(instruction.opcode, instruction.modifiers)
            if found is not None:
                self._note(index, instruction, found)

    def _note(self, index: int, instruction: n.Instruction, found: Traits) -> None:
        operands = instruction.operands
        positions = [at for at, each in enumerate(operands) if type(each) is n.Address]
        level = self.uses.code.scopes[index]
        places: dict[int, Form] = {}
        for position in positions:
            form = self.forms.of(operands[position], level)
            if form is not None and form.symbol:
                places[position] = form
        if not any(place.symbol in self._variables for place in places.values()):
            return
        for position, place in places.items():
            if place.symbol not in self._variables:
                continue
            if position == found.mbarrier_position:
                fact = Fact(
                    place,
                    BARRIER,
                    found.mbarrier | (found.completion & {"complete-tx"}),
                    index,
                    number=self._number_of_barrier(instruction, found, level),
                )
            else:
                accessed = self._access(found, position)
                if accessed is None:
                    continue
                is_tile = accessed[0] in (TILE, RESPONSE)
                fact = Fact(
                    place,
                    *accessed,
                    index,
                    self._size(instruction, found, level),
                    _source(position, places, self._parameters) if is_tile else "",
                    is_tile and "async-group" not in found.completion,
                    places.get(found.mbarrier_position) if is_tile else None,
                )
            self.facts[place.symbol].append(fact)

    def _access(self, found: Traits, position: int) -> tuple[str, frozenset[str]] | None:
        """Return the role of the memory at an operand, and the operations on it."""
        operations: set[str] = set()
        role = DATA
        for access in found.accesses:
            if access.position != position:
                continue
            if found.is_asynchronous:
                role = RESPONSE if found.feature == _LAUNCH else TILE
                operations.add("copied out" if access.kind == "read" else "copied in")
            elif found.feature == "tcgen05" and access.writes:
                role = TENSOR_MEMORY
                operations.add("allocated")
            else:
                operations.add("read" if access.kind == "read" else "written")
        return (role, frozenset(operations)) if operations else None

    def _number_of_barrier(
        self, instruction: n.Instruction, found: Traits, level: int
    ) -> int | None:
        if not found.mbarrier & {"init", "expect-tx"}:
            return None
        return self.forms.number(instruction.operands[-1], level)

    def _size(self, instruction: n.Instruction, found: Traits, level: int) -> int | None:
        """Return the bytes that one thread reads or writes at the address."""
        opcode, modifiers = instruction.opcode, instruction.modifiers
        if found.has_size_of_type:
            name = modifiers[-1][1:] if modifiers else ""
            vector = next((int(each[2:]) for each in modifiers if each in _VECTORS), 1)
            return max(1, TYPES[name].bits // 8) * vector if name in TYPES else None
        if opcode in ("ldmatrix", "stmatrix"):
            # A thread gives the address of a row of eight elements of two bytes.
            return _ROW if ".b16" in modifiers else None
        if opcode == "cp" and ".tensor" not in modifiers:
            operands = instruction.operands[2:3]
            return self.forms.number(operands[0], level) if operands else None
        return _SIZES.get(found.feature)


_ROW: Final = 16
_LAUNCH: Final = "cluster launch control"
_SIZES: Final = {"tcgen05": 4, _LAUNCH: 16}
"""The bytes of an address in tensor memory, and of the response to a request for another CTA."""
_VECTORS: Final = frozenset({".v2", ".v4", ".v8"})
_ELSEWHERE: Final = ("global", "param", "local", "const")


@lru_cache(maxsize=1 << 12)
def _effects(opcode: str, modifiers: tuple[str, ...]) -> Traits | None:
    """Return the traits of an instruction that may take an address in shared memory."""
    found = traits(opcode, modifiers)
    is_access = any(not each.space.startswith(_ELSEWHERE) for each in found.accesses)
    return found if is_access or found.mbarrier_position >= 0 else None


def has_parts(uses: Uses) -> bool:
    """Return whether a function has barriers, copies or tensor memory, and not only data."""
    return any(
        _has_parts(instruction.opcode, instruction.modifiers)
        for _, instruction in uses.instructions
    )


@lru_cache(maxsize=1 << 12)
def _has_parts(opcode: str, modifiers: tuple[str, ...]) -> bool:
    found = _effects(opcode, modifiers)
    is_plain = found is None or (found.mbarrier_position < 0 and not found.is_asynchronous)
    return not is_plain or (found is not None and found.feature == "tcgen05")


def _source(position: int, places: Mapping[int, Form], parameters: Iterable[str]) -> str:
    """Return the parameter, or the offset in it, that is the other side of a copy."""
    found = {
        f"{place.symbol}+{place.offset}" if place.offset else place.symbol
        for other, place in places.items()
        if other != position and place.symbol in parameters
    }
    return found.pop() if len(found) == 1 else ""
