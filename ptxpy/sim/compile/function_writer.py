"""Writing the Python function of a piece: registers, constants, results.

The function has the parameters `M` (the machine), `F` (the frame: what the registers of the
routine hold, by number) and `I` (which lanes run it, by number, or None for all).

Variables hold scalars or arrays. In a function for all lanes, instructions that work lane by lane
have shaped arrays (see `ptxpy.sim.machine.machine`), others flat ones; in a function for some lanes
all are flat.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from ptxpy.sim.compile.function_text import FunctionText
from ptxpy.sim.machine.frame import gather_lanes, scatter_lanes
from ptxpy.sim.numpy_types import UNSIGNED
from ptxpy.sim.semantics.matrices.accumulators import forgotten, held
from ptxpy.sim.semantics.memory.address_sums import total

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, KeysView, Mapping

    from ptxpy.sim.compile.mma_batches import Batch
    from ptxpy.sim.compile.register_slots import Slots
    from ptxpy.sim.compile.wgmma_batches import Pending

__all__ = ["FunctionWriter", "Sum", "Uses", "merged"]


def merged(guard: Any, new: Any, old: Any) -> Any:
    """Return the new value where the guard holds, else the old one."""
    if not guard.ndim:
        return new if guard else old
    return np.where(guard, new, old)


_VARIABLE: Final = re.compile(r"v\d+")
_MAX_SUM_TERMS: Final = 8
"""Terms of a sum that is not computed yet."""


class Uses(NamedTuple):
    """Which registers are read in a function, and after it."""

    reads: Mapping[int, int]
    """For each register the last statement of the function that reads it, by its index."""
    live: int
    """The registers that are live out of the function, as bits."""


class Sum(NamedTuple):
    """A sum of variables and a number, modulo 2 to the 64."""

    terms: tuple[str, ...]
    offset: int


class FunctionWriter(FunctionText):
    """Writes one function, statement by statement."""

    def __init__(self, slots: Slots, *, all_lanes: bool, uses: Uses | None = None) -> None:
        """Begin a function.

        Args:
            slots: The registers of the routine.
            all_lanes: Whether it is for all lanes, so that `I` is None.
            uses: Which registers are read; any may be if that is not known.
        """
        super().__init__()
        self.slots = slots
        self.all_lanes = all_lanes
        self.uses = uses
        self.at = 0
        """The index of the statement that is written."""
        self.reads: dict[int, int] = {}
        """For each register the last statement that reads it."""
        self._held: dict[int, dict[str, str]] = {}
        """For each register the variables that hold it, by NumPy type."""
        self._dirty: dict[int, None] = {}
        self.loaded: set[int] = set()
        """The registers that are read before they are written."""
        self.pure = False
        """Whether the instruction that is written does nothing but compute, lane by lane."""
        self.lanewise = False
        """Whether it does so on shaped arrays."""
        self._flat: set[str] = set()
        """Variables that hold flat arrays, in a function for all lanes; others hold shaped ones."""
        self._twins: dict[str, str] = {}
        """The variable that holds the same in the other form."""
        self.pending: dict[Any, Pending] = {}
        """Products of `wgmma` that later ones may join, by what they have in common."""
        self.open_batch: Batch | None = None
        """Products of matrices that later ones may join."""
        self._sums: dict[str, Sum] = {}
        """What 64-bit sums are made of."""

    # -------------------------------------------------------------- registers

    def read(self, slot: int, kind: str) -> str:
        """Return a variable that holds a register as a NumPy type, cut or extended by zeros."""
        self.reads[slot] = self.at
        name = self._as(slot, kind)
        self.settle(name)
        return self.formed(name)

    def _as(self, slot: int, kind: str) -> str:
        """Return a variable that holds a register as a NumPy type, in any form."""
        held = self._held.get(slot)
        if held is None:
            self.loaded.add(slot)
            held = self._held[slot] = {self.slots.kinds[slot]: self._load(slot)}
        if kind not in held:
            own = next(iter(held))
            self.settle(held[own])
            name = held[kind] = self.let(self.cast(held[own], own, kind))
            if held[own] in self._flat:
                self._flat.add(name)
        return held[kind]

    def _load(self, slot: int) -> str:
        """Write the line that takes a register from the frame."""
        if slot in self.slots.accumulators:
            self.flush()
            name = self.let(f"{self.bind(held)}(M, F, {slot}, I)")
            self._flat.add(name)
            return name
        if not self.all_lanes:
            return self.let(f"{self.bind(gather_lanes)}(F, {slot}, I)")
        name = self.let(f"M.{'shaped' if self.lanewise else 'flat'}(F[{slot}])")
        if not self.lanewise:
            self._flat.add(name)
        return name

    def formed(self, name: str) -> str:
        """Return the variable that holds what another does in the form that is wanted."""
        if not self.all_lanes or (name in self._flat) is not self.lanewise:
            return name
        twin = self._twins.get(name)
        if twin is None:
            twin = self.let(f"M.{'shaped' if self.lanewise else 'flat'}({name})")
            self._twins[name] = twin
            if not self.lanewise:
                self._flat.add(twin)
        return twin

    def defer(self, slot: int, kind: str, write: Callable[[str], None]) -> str:
        """Let a register hold a variable whose text is written when it is first read, if it is.

        Args:
            slot: The register.
            kind: A NumPy type of its size.
            write: Writes the assignment to the variable. What it uses must be there to stay.
        """
        name = self.fresh()
        self._flat.add(name)
        self._deferred[name] = partial(write, name)
        self._held[slot] = {kind: name}
        self._dirty[slot] = None
        return name

    def peek(self, slot: int, kind: str) -> str:
        """Return what `read` returns, but leave the text of the variable deferred."""
        self.reads[slot] = self.at
        name = self._as(slot, kind)
        return name if name in self._deferred else self.formed(name)

    def cast(self, name: str, own: str, kind: str) -> str:
        """Return an expression for a variable of one NumPy type as another, bit by bit."""
        if own == kind:
            return name
        size = 1 if own == "?" else int(own[1:])
        wanted = 1 if kind == "?" else int(kind[1:])
        if "?" in (own, kind):
            return f"{name}.astype('{kind}')"
        if size == wanted:
            return f"{name}.view('{kind}')"
        if own[0] != "u":
            name = f"{name}.view('u{size}')"
        if kind[0] == "f":
            return f"{name}.astype('u{wanted}').view('{kind}')"
        return f"{name}.astype('{kind}')"

    def wants(self, slot: int) -> bool:
        """Return whether something reads what the statement leaves in a register."""
        uses = self.uses
        return uses is None or bool(uses.live >> slot & 1) or uses.reads.get(slot, -1) > self.at

    def write(self, slot: int, expression: str, kind: str, guard: str | None = None) -> None:
        """Let a register hold the value of an expression of a NumPy type.

        A value that is smaller than the register is extended by its sign or by zeros; of a larger
        one the lower bits are kept (PTX ISA 9.4.1).
        """
        if self.pure and not self.wants(slot):
            return
        own = self.slots.kinds[slot]
        size = 1 if kind == "?" else int(kind[1:])
        room = 1 if own == "?" else int(own[1:])
        if (own == "?") != (kind == "?"):
            expression, kind = f"({expression}).astype('{own}')", own
        elif size != room:
            if kind[0] == "f":
                expression = f"({expression}).view('u{size}').astype('u{room}')"
                kind = f"u{room}"
            else:
                expression, kind = f"({expression}).astype('{kind[0]}{room}')", f"{kind[0]}{room}"
        if guard is not None:
            old = self.read(slot, kind)
            expression = f"{self.bind(merged)}({guard}, {expression}, {old})"
        name = expression if _VARIABLE.fullmatch(expression) else self.let(expression)
        if not self.lanewise:
            self._flat.add(name)
        self._held[slot] = {kind: name}
        self._dirty[slot] = None

    # ------------------------------------------------------------------- sums

    def sum_of(self, name: str) -> Sum:
        """Return what a variable is the sum of."""
        return self._sums.get(name) or Sum((name,), 0)

    def write_sum(self, slot: int, parts: Iterable[Sum]) -> None:
        """Let a register of 64 bits hold a sum, which is computed when its value is asked for."""
        if self.pure and not self.wants(slot):
            return
        added = Sum((), 0)
        for part in parts:
            added = Sum(added.terms + part.terms, added.offset + part.offset)
        if len(added.terms) > _MAX_SUM_TERMS:
            added = Sum((self.let(self._added(added)),), 0)
        if len(added.terms) == 1 and not added.offset:
            name = added.terms[0]
        else:
            name = self.fresh()
            self._sums[name] = added
            self._deferred[name] = partial(self._write_sum, name)
        self._held[slot] = {"u8": name}
        self._dirty[slot] = None

    def _write_sum(self, name: str) -> None:
        self.emit(f"{name} = {self._added(self._sums[name])}")

    def _added(self, added: Sum) -> str:
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
        """Write what the registers hold that are still read; return the text of the function.

        `result` is an expression for what the function returns.
        """
        self.flush()
        for slot in self._dirty:
            if self.uses is None or self.uses.live >> slot & 1:
                self._store(slot)
        self.emit(f"return {result}")
        return "def piece(M, F, I):\n" + "\n".join(self.lines) + "\n"

    def _store(self, slot: int) -> None:
        """Write the line that puts what a register holds in the frame."""
        value = self._as(slot, self.slots.kinds[slot])
        self.settle(value)
        if slot in self.slots.accumulators:
            self.emit(f"{self.bind(forgotten)}(M, F, {slot}, I)")
        if self.all_lanes:
            self.emit(f"F[{slot}] = {value}")
        else:
            self.emit(f"{self.bind(scatter_lanes)}(F, {slot}, {value}, I)")

    # ------------------------------------------------------------ accumulators

    def flush(self) -> None:
        """Write the products of `wgmma` that are pending."""
        pending, self.pending = self.pending, {}
        for each in pending.values():
            each.write()

    def write_back(self, slots: Iterable[int]) -> None:
        """Write cached accumulators back to the frame, where `wgmma` accesses them."""
        for slot in slots:
            self.reads[slot] = self.at
            if slot in self._dirty:
                self._store(slot)
                del self._dirty[slot]
            else:
                self.loaded.add(slot)
            self._held.pop(slot, None)


def unsigned(bits: int) -> str:
    """Return the NumPy type in which a register of a size is kept."""
    return UNSIGNED[bits]
