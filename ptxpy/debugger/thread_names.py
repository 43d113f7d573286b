"""The meaning of the names of an expression in some threads of a held launch."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.analysis import (
    accessed_types,
    element_type,
    flatten,
    parameter_uses,
    variables_of,
)
from ptxpy.debugger.batch import WARP
from ptxpy.debugger.expressions import ExpressionError, Place, Typed
from ptxpy.debugger.register_names import RegisterNames
from ptxpy.demangle import demangled
from ptxpy.ir import nodes as n
from ptxpy.isa import SPECIAL_REGISTERS, TYPES, is_special, lookup
from ptxpy.sim import UnmappedAddressError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.launch_request import ModuleSource
    from ptxpy.sim import BatchState, Fields, LanesAt

__all__ = ["BoundNames", "ThreadNames", "short_name"]

_WIDE_BITS: Final = 128
_WORDS: Final = ("tid", "thread", "lane", "warp", "cta")
"""Names of an expression that stand for the place of a thread, unless a register has them."""
_OF_CUDA: Final = {
    "threadIdx": "%tid",
    "blockIdx": "%ctaid",
    "blockDim": "%ntid",
    "gridDim": "%nctaid",
}
"""The names of special registers in CUDA C++."""
_COLUMN: Final = 0xFFFF
"""The bits of an address in tensor memory that are the column; the lane is above them."""


def short_name(function: str, name: str) -> str:
    """Return a parameter's name without that of its function, and a symbol's without mangling."""
    plain = name.removeprefix(f"{function}_") if function else name
    return (demangled(plain).name or plain) if plain else name


class ThreadNames:
    """The names of a module; `at` says in which threads."""

    def __init__(self, source: ModuleSource, state: Callable[[], BatchState]) -> None:
        """Take the names of a module, whose launch has that state."""
        self._state = state
        self.registers = RegisterNames(source)
        self._elements: dict[str, dict[str, str]] = {}
        self._variables: dict[str, str] | None = None

    def at(self, place: LanesAt, lanes: Any) -> BoundNames:
        """Return the meaning of names in lanes that are at a place."""
        return BoundNames(self, self._state(), place, np.asarray(lanes))

    def element_types(self, place: LanesAt) -> dict[str, str]:
        """Return the types of the elements that the parameters of a kernel point to, by name."""
        routine = place.frame.routine
        found = self._elements.get(routine.name)
        if found is None:
            uses = parameter_uses(flatten(routine.function), routine.parameters)
            found = {name: use.type for name, use in uses.items() if use.type in TYPES}
            self._elements[routine.name] = found
        return found

    def element(self, field: Fields) -> str:
        """Return the type of the elements of a variable.

        It is that by which the functions access a variable that is declared as bits, as compilers
        declare arrays of anything as `.b8`.
        """
        declared = field.type.rpartition(".")[2]
        if declared in TYPES and TYPES[declared].kind != "bits":
            return declared
        if self._variables is None:
            self._variables = self._accessed_variables()
        fallback = declared if declared in TYPES else "b32" if field.size % 4 == 0 else "b8"
        found = self._variables.get(field.name, fallback)
        # An array of 64 bits that is read by halves stays one of 64 bits.
        return fallback if declared != "b8" and _bytes_of(found) != _bytes_of(fallback) else found

    def _accessed_variables(self) -> dict[str, str]:
        program = self._state().pieces.program
        counts: dict[str, Counter[str]] = {}
        for routine in program.routines.values():
            code = routine.code
            names = {
                storage.name
                for statement in code.statements
                if type(statement) is n.Variable and statement.space != ".reg"
                for storage in variables_of(statement)
            }
            for name, found in accessed_types(code, {*names, *program.variables}).items():
                counts.setdefault(name, Counter()).update(found)
        return {name: element_type(found) for name, found in counts.items()}


class BoundNames:
    """The meaning of names in some threads at one place; see `expressions.Names`."""

    def __init__(self, names: ThreadNames, state: BatchState, place: LanesAt, lanes: Any) -> None:
        """Take the threads, by lane."""
        self._names = names
        self._state = state
        self._place = place
        self._lanes = lanes
        self.count = len(lanes)
        routine = place.frame.routine
        self.of_registers = names.registers.at(routine, place.statement)
        """The registers by their names here."""

    def register(self, name: str, lane: int | None) -> Typed | None:
        """Return a register, a special register, or the place of the thread."""
        lanes = self._lanes
        word, dot, component = name.partition(".")
        name = f"{_OF_CUDA.get(word, word)}{dot}{component}"
        if lane is not None:
            # A warp that pads its CTA has lanes without threads, whose registers are 0.
            lanes = lanes // WARP * WARP + lane
        called = self.of_registers.get(name, name)
        if not isinstance(called, str):
            return Typed("number", np.full(len(lanes), called))
        name = called
        found = self._register(name, lanes)
        if found is None and not name.startswith("%"):
            found = self._register(f"%{name}", lanes)
        if found is not None:
            return found
        special = name if name.startswith("%") else f"%{name}"
        if is_special(special.partition(".")[0]):
            kind = lookup(special.partition(".")[0])
            has_component = "." in special
            if kind is not None and bool(kind.components) == has_component:
                value = self._state.special(special, lanes)
                return Typed(kind.type, np.broadcast_to(value, (len(lanes),)))
        return self._word(name, lanes) if name in _WORDS else None

    def is_register(self, name: str) -> bool:
        """Return whether a name is that of a register in the PTX, with or without `%`."""
        return any(self._register(each, self._lanes) is not None for each in (name, f"%{name}"))

    def _word(self, name: str, lanes: Any) -> Typed:
        machine = self._state.machine
        threads = machine.thread_of[lanes]
        values = {
            "tid": threads, "thread": threads, "lane": threads % WARP, "warp": threads // WARP,
            "cta": machine.first + machine.cta_of[lanes],
        }[name]  # fmt: skip
        return Typed("number", values)

    def _register(self, name: str, lanes: Any) -> Typed | None:
        base, _, component = name.partition(".")
        frame = self._place.frame
        info = self._state.find_register(frame.routine, base, self._place.statement)
        if info is None:
            return None
        slots = info.location.slots
        if component:
            index = {letter: k % 4 for k, letter in enumerate("xyzwrgba")}.get(component, 4)
            if info.location.bits == _WIDE_BITS or len(slots) == 1 or index >= len(slots):
                return None
            slots = slots[index : index + 1]
        held = [
            np.broadcast_to(self._state.read_register(frame, slot, lanes), (len(lanes),))
            for slot in slots
        ]
        if len(held) == 1:
            return Typed(info.type, held[0])
        size = 64 if info.location.bits == _WIDE_BITS else info.location.bits
        # A vector, and 128 bits, are numbers that NumPy does not have.
        joined = [
            sum(int(part[k]) << size * place for place, part in enumerate(held))
            for k in range(len(lanes))
        ]
        type_ = info.type if info.location.bits == _WIDE_BITS else "number"
        return Typed(type_, np.array([*joined, None], object)[:-1])

    # ------------------------------------------------------------------------- memory

    def variable(self, name: str) -> Place | None:
        """Return where a parameter or variable is."""
        found = self.field(name)
        if found is None:
            return None
        start = np.full(self.count, found.start, np.int64)
        return Place(found.space, start, self._names.element(found))

    def array(self, name: str) -> Place | None:
        """Return the first element of a variable, or of the array to which a parameter points."""
        field = self.field(name)
        place = self.variable(name)
        if field is None or place is None:
            return place
        element = self._names.element_types(self._place).get(field.name)
        if element is None or field not in self._state.parameters(self._place.frame):
            return place
        if field.size not in (4, 8):
            return place
        pointer = self.load(place).bits.astype(np.uint64).astype(np.int64)
        return Place("generic", pointer, element)

    def field(self, name: str) -> Fields | None:
        """Return the parameter or variable of a name; None for no such name."""
        frame, state = self._place.frame, self._state
        function = frame.routine.name
        for several in (
            state.parameters(frame),
            state.local_variables(frame),
            state.shared_variables(),
            state.global_variables(),
        ):
            for each in several:
                if name in (each.name, short_name(function, each.name)):
                    return each
        return None

    def load(self, place: Place) -> Typed:
        """Return the contents of memory in each thread."""
        bits = TYPES[place.type].bits
        size = -(-bits // 8)
        addresses = np.broadcast_to(place.addresses, (self.count,))
        values = []
        # Threads of a CTA mostly look at the same place: it is read once.
        known: dict[tuple[int, int], int] = {}
        for lane, address in zip(self._lanes.tolist(), addresses.tolist(), strict=True):
            key = (lane if place.space in ("local", "generic") else self._cta(lane), int(address))
            found = known.get(key)
            if found is None:
                found = known[key] = self._word_at(place.space, lane, int(address), size)
            values.append(found)
        wide = bits > 64  # noqa: PLR2004 - an integer of NumPy
        held: Any = np.array([*values, None], object)[:-1] if wide else np.array(values, np.uint64)
        return Typed(place.type, held)

    def _cta(self, lane: int) -> int:
        return int(self._state.machine.cta_of[lane])

    def _word_at(self, space: str, lane: int, address: int, size: int) -> int:
        if space == "tensor":
            column, row = address & _COLUMN, address >> 16
            cells = []
            if self._state.machine.uses_tensor_memory:
                cta = self._state.cta_of(lane)
                count = -(-size // 4)
                if row < 128 and column + count <= 512:  # noqa: PLR2004 - lanes and columns
                    cells = self._state.tensor_cells(cta, column, row, count)
            if not cells:
                message = f"no tensor memory is at {address:#x}"
                raise ExpressionError(message)
            return sum(cell << 32 * k for k, cell in enumerate(cells)) & ((1 << 8 * size) - 1)
        try:
            return int.from_bytes(self._state.read(space, lane, address, size), "little")
        except UnmappedAddressError as error:
            raise ExpressionError(str(error)) from None

    def known(self) -> list[str]:
        """Return the names that there are."""
        frame, state = self._place.frame, self._state
        fields = [
            *state.parameters(frame), *state.local_variables(frame),
            *state.shared_variables(), *state.global_variables(),
        ]  # fmt: skip
        return [
            *self.of_registers,
            *[each.name for each in state.registers(frame.routine)],
            *[short_name(frame.routine.name, each.name) for each in fields],
            # `%reserved_smem_offset_<0-1>` stands for several.
            *[each.name for each in SPECIAL_REGISTERS if "<" not in each.name],
            *_WORDS,
        ]


def _bytes_of(type_: str) -> int:
    return max(1, TYPES[type_].bits // 8)
