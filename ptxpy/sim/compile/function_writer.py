"""Writing the Python function of a piece: registers, constants, results.

The function has the parameters `M` (the machine), `F` (the frame: the values of the registers of
the routine, by slot) and `I` (the indices of the lanes that run it, or None for all).

Variables hold scalars or arrays. In a function for all lanes, instructions that work lane by lane
take arrays of the launch's shape (see `ptxpy.sim.machine.machine`), others flat arrays; in a
function for some lanes all arrays are flat.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.sim.compile.function_text import FunctionText
from ptxpy.sim.machine.frame import gather_lanes, scatter_lanes
from ptxpy.sim.numpy_types import UNSIGNED
from ptxpy.sim.semantics.matrices.accumulators import discard_accumulator, read_accumulator
from ptxpy.sim.semantics.memory.address_sums import total

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, KeysView, Mapping

    from ptxpy.sim.compile.product_batches import Batch, Pending
    from ptxpy.sim.compile.register_slots import Slots

__all__ = ["FunctionWriter", "Sum", "Uses", "select"]


def select(predicate: Any, a: Any, b: Any) -> Any:
    """Return `a` where the predicate holds, else `b`."""
    if not predicate.ndim:
        return a if predicate else b
    return np.where(predicate, a, b)


_VARIABLE: Final = re.compile(r"v\d+")
_MAX_SUM_TERMS: Final = 8
"""The most terms that a deferred sum may have."""


class Uses(NamedTuple):
    """The registers that are read in a function, and after it."""

    reads: Mapping[int, int]
    """For each register, the index of the last statement of the function that reads it."""
    live: int
    """The registers that are live out of the function, as a bit mask."""


class Sum(NamedTuple):
    """A sum of variables and a constant, modulo 2 to the 64."""

    terms: tuple[str, ...]
    offset: int


class FunctionWriter(FunctionText):
    """Writes one function, statement by statement."""

    def __init__(self, slots: Slots, *, all_lanes: bool, uses: Uses | None = None) -> None:
        """Create a function without text.

        Args:
            slots: The registers of the routine.
            all_lanes: Whether it is for all lanes, so that `I` is None.
            uses: The registers that are read. None if unknown: then every register may be read.
        """
        super().__init__()
        self.slots = slots
        self.all_lanes = all_lanes
        self.uses = uses
        self.at = 0
        """The index of the statement that is being written."""
        self.reads: dict[int, int] = {}
        """For each register, the last statement that reads it."""
        self._variables: dict[int, dict[str, str]] = {}
        """For each register, the variables that hold its value, by NumPy type."""
        self._dirty: dict[int, None] = {}
        self.loaded: set[int] = set()
        """The registers that are read before they are written."""
        self.pure = False
        """Whether the current instruction has no side effects and works lane by lane."""
        self.lanewise = False
        """Whether the current instruction works lane by lane on shaped arrays."""
        self._flat: set[str] = set()
        """Variables that hold flat arrays, in a function for all lanes; others hold shaped ones."""
        self._other_form: dict[str, str] = {}
        """For a variable, the variable of the same value in the other form (flat or shaped)."""
        self.pending: dict[Any, Pending] = {}
        """`wgmma` operations not yet written, by batch key; later ones may be added to a batch."""
        self.open_batch: Batch | None = None
        """The `mma` operations not yet written, as one batch; later ones may be added to it."""
        self._sums: dict[str, Sum] = {}
        """The deferred 64-bit sums, by the variable that will hold them."""

    # -------------------------------------------------------------- registers

    def read(self, slot: int, kind: str) -> str:
        """Return a variable of a register as a NumPy type, truncated or zero-extended."""
        self.reads[slot] = self.at
        name = self._variable_as(slot, kind)
        self.materialise(name)
        return self.in_current_form(name)

    def _variable_as(self, slot: int, kind: str) -> str:
        """Return a variable of a register as a NumPy type, in any form (flat or shaped)."""
        variables = self._variables.get(slot)
        if variables is None:
            self.loaded.add(slot)
            variables = self._variables[slot] = {self.slots.kinds[slot]: self._load(slot)}
        if kind not in variables:
            # The first variable has the type with which the register was last written.
            own = next(iter(variables))
            self.materialise(variables[own])
            name = variables[kind] = self.let(self.cast(variables[own], own, kind))
            # A cast has the form of what it casts, whatever the current instruction needs.
            if variables[own] in self._flat:
                self._flat.add(name)
        return variables[kind]

    def _load(self, slot: int) -> str:
        """Write the line that loads a register from the frame."""
        if slot in self.slots.accumulators:
            self.flush()
            name = self.let(f"{self.bind(read_accumulator)}(M, F, {slot}, I)")
            self._flat.add(name)
            return name
        if not self.all_lanes:
            return self.let(f"{self.bind(gather_lanes)}(F, {slot}, I)")
        name = self.let(f"M.{'shaped' if self.lanewise else 'flat'}(F[{slot}])")
        if not self.lanewise:
            self._flat.add(name)
        return name

    def in_current_form(self, name: str) -> str:
        """Return a variable of the same value in the form that the current instruction needs."""
        if not self.all_lanes or (name in self._flat) is not self.lanewise:
            return name
        converted = self._other_form.get(name)
        if converted is None:
            converted = self.let(f"M.{'shaped' if self.lanewise else 'flat'}({name})")
            self._other_form[name] = converted
            if not self.lanewise:
                self._flat.add(converted)
        return converted

    def defer(self, slot: int, kind: str, write: Callable[[str], None]) -> str:
        """Defer an assignment to a register: it is written at the first read, or never.

        Args:
            slot: The register.
            kind: A NumPy type of its size.
            write: Writes the assignment to the variable. The variables it reads must not be
                reassigned.
        """
        name = self.fresh()
        self._flat.add(name)
        self._deferred[name] = partial(write, name)
        self._variables[slot] = {kind: name}
        self._dirty[slot] = None
        return name

    def peek(self, slot: int, kind: str) -> str:
        """Return the variable that `read` returns, but leave its text deferred."""
        self.reads[slot] = self.at
        name = self._variable_as(slot, kind)
        return name if name in self._deferred else self.in_current_form(name)

    def cast(self, name: str, own: str, kind: str) -> str:
        """Return an expression that reinterprets the bits of a variable as another NumPy type.

        The bits are truncated or zero-extended to the size of the other type.
        """
        if own == kind:
            return name
        size = 1 if own == "?" else int(own[1:])
        new_size = 1 if kind == "?" else int(kind[1:])
        if "?" in (own, kind):
            return f"{name}.astype('{kind}')"
        if size == new_size:
            return f"{name}.view('{kind}')"
        # A signed or floating-point value is zero-extended: its bits are taken as unsigned first.
        if own[0] != "u":
            name = f"{name}.view('u{size}')"
        if kind[0] == "f":
            return f"{name}.astype('u{new_size}').view('{kind}')"
        return f"{name}.astype('{kind}')"

    def is_live_after(self, slot: int) -> bool:
        """Return whether a register is read after the current statement."""
        uses = self.uses
        return uses is None or bool(uses.live >> slot & 1) or uses.reads.get(slot, -1) > self.at

    def write(self, slot: int, expression: str, kind: str, guard: str | None = None) -> None:
        """Assign the value of an expression of a NumPy type to a register.

        A value that is smaller than the register is sign- or zero-extended; a larger one is
        truncated (PTX ISA 9.4.1).
        """
        if self.pure and not self.is_live_after(slot):
            return
        own = self.slots.kinds[slot]
        size = 1 if kind == "?" else int(kind[1:])
        register_size = 1 if own == "?" else int(own[1:])
        if (own == "?") != (kind == "?"):
            expression, kind = f"({expression}).astype('{own}')", own
        elif size != register_size:
            if kind[0] == "f":
                expression = f"({expression}).view('u{size}').astype('u{register_size}')"
                kind = f"u{register_size}"
            else:
                expression, kind = (
                    f"({expression}).astype('{kind[0]}{register_size}')",
                    f"{kind[0]}{register_size}",
                )
        if guard is not None:
            old = self.read(slot, kind)
            expression = f"{self.bind(select)}({guard}, {expression}, {old})"
        # A variable needs no second name: values are never changed in place.
        name = expression if _VARIABLE.fullmatch(expression) else self.let(expression)
        if not self.lanewise:
            self._flat.add(name)
        self._variables[slot] = {kind: name}
        self._dirty[slot] = None

    # ------------------------------------------------------------------- sums

    def sum_of(self, name: str) -> Sum:
        """Return the deferred sum of a variable, or the sum of the variable alone."""
        return self._sums.get(name) or Sum((name,), 0)

    def write_sum(self, slot: int, parts: Iterable[Sum]) -> None:
        """Assign a sum to a register of 64 bits; it is computed when the register is first read."""
        if self.pure and not self.is_live_after(slot):
            return
        added = Sum((), 0)
        for part in parts:
            added = Sum(added.terms + part.terms, added.offset + part.offset)
        # Sums in a loop that is unrolled would grow without end.
        if len(added.terms) > _MAX_SUM_TERMS:
            added = Sum((self.let(self._sum_expression(added)),), 0)
        if len(added.terms) == 1 and not added.offset:
            name = added.terms[0]
        else:
            name = self.fresh()
            self._sums[name] = added
            self._deferred[name] = partial(self._write_sum, name)
        self._variables[slot] = {"u8": name}
        self._dirty[slot] = None

    def _write_sum(self, name: str) -> None:
        self.emit(f"{name} = {self._sum_expression(self._sums[name])}")

    def _sum_expression(self, added: Sum) -> str:
        """Return an expression for a sum."""
        terms = [*added.terms]
        if added.offset or not terms:
            terms.append(self.constant(added.offset, "u8"))
        if len(terms) < 3:  # noqa: PLR2004 - a plain sum
            return " + ".join(terms)
        return self.call(total, *terms)

    @property
    def written(self) -> KeysView[int]:
        """The registers that have been written."""
        return self._dirty.keys()

    def finish(self, result: str) -> str:
        """Store the live registers in the frame, and return the text of the function.

        `result` is an expression for the return value.
        """
        self.flush()
        for slot in self._dirty:
            # A store that nobody reads costs a copy of an array.
            if self.uses is None or self.uses.live >> slot & 1:
                self._store(slot)
        self.emit(f"return {result}")
        return "def piece(M, F, I):\n" + "\n".join(self.lines) + "\n"

    def _store(self, slot: int) -> None:
        """Write the line that stores a register in the frame."""
        value = self._variable_as(slot, self.slots.kinds[slot])
        self.materialise(value)
        if slot in self.slots.accumulators:
            self.emit(f"{self.bind(discard_accumulator)}(M, F, {slot}, I)")
        if self.all_lanes:
            self.emit(f"F[{slot}] = {value}")
        else:
            self.emit(f"{self.bind(scatter_lanes)}(F, {slot}, {value}, I)")

    # ------------------------------------------------------------ accumulators

    def flush(self) -> None:
        """Write the pending `wgmma` operations."""
        pending, self.pending = self.pending, {}
        for each in pending.values():
            each.write()

    def write_back(self, slots: Iterable[int]) -> None:
        """Write cached accumulators back to the frame, in which `wgmma` accesses them."""
        for slot in slots:
            self.reads[slot] = self.at
            if slot in self._dirty:
                self._store(slot)
                del self._dirty[slot]
            else:
                self.loaded.add(slot)
            # `wgmma` changes the register in the frame, so the variable no longer has its value.
            self._variables.pop(slot, None)


def unsigned(bits: int) -> str:
    """Return the NumPy type that holds a register of `bits` bits."""
    return UNSIGNED[bits]
