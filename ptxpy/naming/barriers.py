"""The purposes of mbarriers: they receive the bytes of copies, or let buffers be filled again.

A barrier is known by the array that it is in, and by the constant part of its address. All
operations on the barriers of an array decide together.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.naming.values import constant, operator_of

if TYPE_CHECKING:
    from ptxpy.naming.addresses import Contents

__all__ = ["EMPTY", "FULL", "BarrierOperation", "Barriers"]

FULL: Final = "full"
EMPTY: Final = "empty"
_MAX_SUMS: Final = 16
"""How many sums are followed from the address of a barrier to its beginning."""


class Place(NamedTuple):
    """Where a barrier is."""

    base: str
    """A variable, or the number of a register that is not looked into."""
    offset: int
    is_indexed: bool
    """Whether something that is no constant is added."""


class BarrierOperation(NamedTuple):
    """An instruction on a barrier."""

    at: int
    """The statement."""
    place: Place
    added: int
    """The register that is added to the beginning of the array, -1 if it is none or several."""
    receives_bytes: bool
    arrives: bool
    waits: bool


class Barriers:
    """The operations on the barriers of a function, and the purpose of each barrier.

    `full` is completed by the bytes of copies; `empty` is arrived at without bytes, and waited for
    before bytes are expected; anything else is "".
    """

    def __init__(self, facts: Contents) -> None:
        """Read all operations on barriers."""
        # The facts have these operations: to hold them here would keep all of them alive.
        self.operations: list[BarrierOperation] = []
        self._places: dict[int, set[Place]] = defaultdict(set)
        self._uses: Counter[int] = Counter()
        for index, statement in enumerate(facts.code.statements):
            if type(statement) is not n.Instruction:
                continue
            traits = isa.traits(statement.opcode, statement.modifiers)
            position = traits.mbarrier_position
            if not 0 <= position < len(statement.operands):
                continue
            operand = statement.operands[position]
            if type(operand) is not n.Address:
                continue
            found = _place(facts, operand, index)
            if found is None:
                continue
            place, added = found
            register = facts.number(operand.base, index)
            # With an offset, the register is the address of something else, perhaps of another
            # barrier.
            if register >= 0 and operand.offset is None:
                self._note(facts, register, place)
            receives = "expect-tx" in traits.mbarrier or "complete-tx" in traits.completion
            # `mbarrier.arrive.expect_tx` does both, and that it expects bytes says more.
            arrives = "arrive" in traits.mbarrier and not receives
            waits = "wait" in traits.mbarrier
            self.operations.append(BarrierOperation(index, place, added, receives, arrives, waits))
        self._kinds = _Kinds(self.operations)

    def _note(self, facts: Contents, register: int, place: Place) -> None:
        """Note the address of a barrier, and the address in this CTA that it is mapped from."""
        self._places[register].add(place)
        self._uses[register] += 1
        statement = facts.single(register)
        if statement is not None and _is_in_other_cta(statement):
            source = facts.number(statement.operands[1], facts.definitions[register][0])
            if source >= 0 and self._uses[register] == 1:
                self._places[source].add(place)

    def kind(self, place: Place) -> str:
        """Return the purpose of the barrier at a place."""
        return self._kinds.kind(place)

    def registers(self, facts: Contents) -> dict[int, str]:
        """Return each register that is only the address of a barrier, with the purpose of that."""
        return {
            register: next(iter(found))
            for register, places in self._places.items()
            if _is_only_barrier(facts, register, self._uses[register])
            and len(found := {self.kind(place) for place in places}) == 1
        }


def _is_only_barrier(facts: Contents, register: int, count: int) -> bool:
    """Return whether all uses are of a barrier, or reach from a barrier with an index to others."""
    if count == len(facts.uses[register]):
        return True
    is_array = facts.values[register].kind == "address" and not facts.values[register].offset
    for index in facts.uses[register]:
        statement = facts.code.statements[index]
        if type(statement) is not n.Instruction:
            return False
        form = statement.opcode, statement.modifiers
        adds = operator_of(*form) == "+" and constant(statement.operands[-1]) is not None
        is_other = isa.traits(*form).mbarrier_position < 0
        if is_other and (is_array or not adds) and not _is_in_other_cta(statement):
            return False
    return True


def _place(facts: Contents, address: n.Address, index: int) -> tuple[Place, int] | None:
    """Return the place of a barrier by its address, and the register that is added."""
    offset = 0 if address.offset is None else constant(address.offset)
    if offset is None:
        return None
    register = facts.number(address.base, index)
    if register < 0:
        base = address.base
        if not isinstance(base, n.Symbol):
            return None
        return Place(base.name, offset, is_indexed=False), -1
    return _reached(facts, register, offset)


def _reached(facts: Contents, register: int, offset: int) -> tuple[Place, int]:
    """Follow additions to the beginning of an address; return that and the register added."""
    added: list[int] = []
    base = ""
    for _ in range(_MAX_SUMS):
        value = facts.values[register]
        offset += value.offset
        if value.kind == "address":
            register = -1
            base = value.name
            break
        if value.kind != "register":
            break
        register = value.register
        statement = facts.single(register)
        if statement is None:
            break
        index = facts.definitions[register][0]
        # `mapa` gives the address of the same variable in another CTA of the cluster.
        if _is_in_other_cta(statement):
            following = [facts.number(statement.operands[1], index)]
            if following[0] < 0:
                break
            register = following[0]
            continue
        if operator_of(statement.opcode, statement.modifiers) != "+":
            break
        following = [facts.number(operand, index) for operand in statement.operands[1:3]]
        bases = [each for each in following if each >= 0 and _is_base(facts, each)]
        # In a sum of two pointers, or of none, the beginning is not known.
        if len(bases) != 1:
            break
        register = bases[0]
        added += [each for each in following if each != register]
    place = Place(base or f"%{register}", offset, is_indexed=bool(added))
    return place, added[0] if len(added) == 1 else -1


def _is_in_other_cta(statement: n.Node) -> bool:
    """Return whether an instruction maps an address to the same place in another CTA."""
    if not isinstance(statement, n.Instruction):
        return False
    traits = isa.traits(statement.opcode, statement.modifiers)
    return traits.feature == "clusters" and isa.is_pure(statement.opcode, statement.modifiers)


def _is_base(facts: Contents, register: int) -> bool:
    """Return whether a register is an address, and not an offset that is added to one."""
    value = facts.values[register]
    return register in facts.pointers or value.kind == "address"


class _Evidence:
    """The operations on the barriers at one place, together."""

    def __init__(self) -> None:
        self.is_full = False
        self.arrives = False
        self.lets_fill = False
        """Whether it is waited for right before bytes are expected elsewhere."""

    def add(self, operation: BarrierOperation, following: BarrierOperation | None) -> None:
        self.is_full |= operation.receives_bytes
        self.arrives |= operation.arrives
        # A producer waits until a buffer is empty, and then announces the bytes of the next copy.
        if following is not None and operation.waits and following.receives_bytes:
            self.lets_fill |= operation.place != following.place


class _Kinds:
    """The purposes of barriers: by their own operations, else by those of the array around."""

    def __init__(self, operations: list[BarrierOperation]) -> None:
        self._own: dict[Place, _Evidence] = defaultdict(_Evidence)
        starts: dict[str, set[int]] = defaultdict(set)
        followers = [*operations[1:], None] if operations else []
        for operation, following in zip(operations, followers, strict=True):
            self._own[operation.place].add(operation, following)
            if operation.place.is_indexed:
                starts[operation.place.base].add(operation.place.offset)
        self._starts = {base: sorted(offsets) for base, offsets in starts.items()}

    def kind(self, place: Place) -> str:
        """Return the purpose of a barrier, "" if that is not known."""
        own = self._own.get(place, _Evidence())
        array = self._own.get(self._array(place), _Evidence())
        first = self._own.get(self._array(place)._replace(is_indexed=False), _Evidence())
        if own.is_full or ((array.is_full or first.is_full) and not own.lets_fill):
            return "full"
        if own.lets_fill or array.lets_fill or first.lets_fill:
            return "empty" if own.arrives or array.arrives or first.arrives else ""
        return ""

    def _array(self, place: Place) -> Place:
        """Return the beginning of the array around a barrier: a barrier with an index shows it.

        Arrays that follow each other are of one length, the last one, too.
        """
        starts = self._starts.get(place.base, [])
        at = bisect_right(starts, place.offset) - 1
        gaps = [after - before for before, after in pairwise(starts)]
        length = (gaps[at] if at < len(gaps) else min(gaps, default=1)) if at >= 0 else 0
        inside = at >= 0 and place.offset - starts[at] < length
        return Place(place.base, starts[at] if inside else place.offset, is_indexed=True)
