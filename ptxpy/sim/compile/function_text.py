"""The text of a generated function: lines, variables, constants, and text that is deferred.

Only names that are made here and numbers stand in the text: whatever comes from PTX is bound to
such a name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FunctionText"]


class FunctionText:
    """The lines of one function, and the objects that it refers to."""

    def __init__(self) -> None:
        """Begin without lines."""
        self.lines: list[str] = []
        self.namespace: dict[str, Any] = {}
        """The objects that the text refers to, by name."""
        self.shared: dict[Any, str] = {}
        """Variables whose values later instructions of the function may use, too, by a key."""
        self._bound: dict[Any, str] = {}
        self._made = 0
        self._deferred: dict[str, Callable[[], None]] = {}
        """What writes the text of variables that nothing has read yet."""

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

    def settle(self, name: str) -> None:
        """Write the text of a variable if that was deferred."""
        write = self._deferred.pop(name, None)
        if write is not None:
            write()
