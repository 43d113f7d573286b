"""Writing the Python function of a piece: registers, constants, results.

The function has the parameters `M` (the machine), `F` (the frame: what the registers of the
routine hold, by number) and `I` (which lanes run it, by number, or None for all). In the text stand
only names that are made here and numbers: whatever comes from PTX is bound to such a name.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.ir import nodes as n
from ptxpy.sim.frame import placed
from ptxpy.sim.values import KINDS, UNSIGNED

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.generate.batches import Batch
    from ptxpy.sim.generate.slots import Slots

__all__ = ["Missing", "Writer", "merged", "taken"]


class Missing(Exception):  # noqa: N818 - found before a kernel runs, told as UnsupportedError
    """Something that the simulator does not have."""


def taken(value: Any, lanes: Any) -> Any:
    """Return what a register holds for some lanes."""
    return value[lanes] if value.ndim else value


def merged(guard: Any, new: Any, old: Any) -> Any:
    """Return the new value where the guard holds, else the old one."""
    if not guard.ndim:
        return new if guard else old
    return np.where(guard, new, old)


_SIGNED_TO_UNSIGNED: Final = {"i1": "u1", "i2": "u2", "i4": "u4", "i8": "u8"}


class Writer:
    """Writes one function, statement by statement."""

    def __init__(self, slots: Slots, *, whole: bool) -> None:
        """Begin a function.

        Args:
            slots: The registers of the routine.
            whole: Whether it is for all lanes, so that `I` is None.
        """
        self.slots = slots
        self.whole = whole
        self.lines: list[str] = []
        self.namespace: dict[str, Any] = {}
        self.shared: dict[Any, str] = {}
        """Variables that hold what later instructions of the function may want, too, by a key."""
        self._bound: dict[Any, str] = {}
        self._made = 0
        self._held: dict[int, dict[str, str]] = {}
        """For each register the variables that hold it, by NumPy type."""
        self._dirty: dict[int, None] = {}
        self.open_batch: Batch | None = None
        """Products of matrices that later ones may join."""
        self._deferred: dict[str, Callable[[], None]] = {}
        """What writes the text of variables that nothing has read yet."""

    # ------------------------------------------------------------------- text

    def emit(self, line: str) -> None:
        """Write a line of the function."""
        self.lines.append(f"    {line}")

    def fresh(self) -> str:
        """Return the name of a new variable."""
        self._made += 1
        return f"v{self._made}"

    def let(self, expression: str) -> str:
        """Write an assignment to a new variable; return its name."""
        name = self.fresh()
        self.emit(f"{name} = {expression}")
        return name

    def bind(self, value: Any, key: Any = None) -> str:
        """Return the name by which the text uses an object; equal keys have one name."""
        key = (id(value), "object") if key is None else key
        name = self._bound.get(key)
        if name is None:
            name = self._bound[key] = f"k{len(self._bound)}"
            self.namespace[name] = value
        return name

    def call(self, function: Callable[..., Any], *arguments: str) -> str:
        """Return a call of a function, as an expression."""
        return f"{self.bind(function)}({', '.join(arguments)})"

    def constant(self, value: float, kind: str) -> str:
        """Return a constant of a NumPy type; an integer is cut to its size."""
        if kind == "?":
            return self.bind(np.bool_(value), ("?", bool(value)))
        if kind[0] == "f":
            scalar = np.dtype(kind).type(value)
            return self.bind(scalar, (kind, scalar.tobytes()))
        bits = int(value) & ((1 << 8 * int(kind[1:])) - 1)
        scalar = np.array(bits, dtype=f"u{kind[1:]}").view(kind)[()]
        return self.bind(scalar, (kind, bits))

    def bits(self, value: int, kind: str) -> str:
        """Return the constant of a NumPy type that has certain bits."""
        size = int(kind[1:])
        scalar = np.array(value & ((1 << 8 * size) - 1), dtype=f"u{size}").view(kind)[()]
        return self.bind(scalar, (kind, scalar.tobytes()))

    # -------------------------------------------------------------- registers

    def read(self, slot: int, kind: str) -> str:
        """Return a variable that holds a register as a NumPy type, cut or extended by zeros."""
        held = self._held.get(slot)
        if held is None:
            source = f"F[{slot}]" if self.whole else f"{self.bind(taken)}(F[{slot}], I)"
            held = self._held[slot] = {self.slots.kinds[slot]: self.let(source)}
        if kind not in held:
            own = next(iter(held))
            self.settle(held[own])
            held[kind] = self.let(self.cast(held[own], own, kind))
        self.settle(held[kind])
        return held[kind]

    def defer(self, slot: int, kind: str, write: Callable[[str], None]) -> str:
        """Let a register hold a variable whose text is written when it is first read, if it is.

        Args:
            slot: The register.
            kind: A NumPy type of its size.
            write: Writes the assignment to the variable. What it uses must be there to stay.
        """
        name = self.fresh()
        self._deferred[name] = partial(write, name)
        self._held[slot] = {kind: name}
        self._dirty[slot] = None
        return name

    def settle(self, name: str) -> None:
        """Write the text of a variable if that was deferred."""
        write = self._deferred.pop(name, None)
        if write is not None:
            write()

    def peek(self, slot: int, kind: str) -> str:
        """Return what `read` returns, but leave the text of the variable deferred."""
        held = self._held.get(slot, {})
        return held[kind] if kind in held else self.read(slot, kind)

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

    def write(self, slot: int, expression: str, kind: str, guard: str | None = None) -> None:
        """Let a register hold the value of an expression of a NumPy type.

        A value that is smaller than the register is extended by its sign or by zeros; of a larger
        one the lower bits are kept (PTX ISA 9.4.1).
        """
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
        self._held[slot] = {kind: self.let(expression)}
        self._dirty[slot] = None

    def finish(self, result: str) -> str:
        """Write what the registers hold at the end, and return the text of the function."""
        for slot in self._dirty:
            value = self.read(slot, self.slots.kinds[slot])
            if self.whole:
                self.emit(f"F[{slot}] = {value}")
            else:
                self.emit(f"{self.bind(placed)}(F, {slot}, {value}, I)")
        self.emit(f"return {result}")
        return "def piece(M, F, I):\n" + "\n".join(self.lines) + "\n"

    # --------------------------------------------------------------- operands

    def guard(self, guard: n.Guard | None, level: int) -> str | None:
        """Return the variable of a guard, negated if it is."""
        if guard is None:
            return None
        name = self.value(guard.register, "pred", level)
        return self.let(f"~{name}") if guard.negated else name

    def value(self, operand: n.Operand, type_: str, level: int, kind: str = "") -> str:
        """Return a variable or constant for an operand that is read as a PTX type."""
        kind = kind or KINDS[type_]
        return self.slots.value(self, operand, kind, level)


def unsigned(bits: int) -> str:
    """Return the NumPy type in which a register of a size is kept."""
    return UNSIGNED[bits]
