"""The text of a generated function: lines, variables, constants, and text that is deferred.

The text contains only numbers and names that are made here: objects from PTX are bound to such
names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FunctionText"]


class FunctionText:
    """The lines of one function, and the objects to which it refers."""

    def __init__(self) -> None:
        """Create a function without lines."""
        self.lines: list[str] = []
        self.namespace: dict[str, Any] = {}
        """The objects to which the text refers, by name."""
        self.shared: dict[Any, str] = {}
        """By a key, variables whose values later instructions of the function may reuse."""
        self._bound: dict[Any, str] = {}
        self._variable_count = 0
        self._deferred: dict[str, Callable[[], None]] = {}
        """For each variable that nothing has read yet, the function that writes its text."""

    def emit(self, line: str) -> None:
        """Write a line of the function."""
        self.lines.append(f"    {line}")

    def fresh(self) -> str:
        """Return the name of a new variable."""
        self._variable_count += 1
        return f"v{self._variable_count}"

    def let(self, expression: str) -> str:
        """Write an assignment to a new variable; return its name."""
        name = self.fresh()
        self.emit(f"{name} = {expression}")
        return name

    def bind(self, value: Any, key: Any = None) -> str:
        """Return the name by which the text uses an object; equal keys have one name."""
        # The namespace keeps the object alive, so that its id stays its own.
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
        """Return a constant of a NumPy type; an integer is truncated to its size."""
        if kind == "?":
            return self.bind(np.bool_(value), ("?", bool(value)))
        if kind[0] == "f":
            scalar = np.dtype(kind).type(value)
            return self.bind(scalar, (kind, scalar.tobytes()))
        bits = int(value) & ((1 << 8 * int(kind[1:])) - 1)
        # NumPy refuses integers beyond a type, so the bits are made first.
        scalar = np.array(bits, dtype=f"u{kind[1:]}").view(kind)[()]
        return self.bind(scalar, (kind, bits))

    def bits(self, value: int, kind: str) -> str:
        """Return the constant of a NumPy type that has certain bits."""
        size = int(kind[1:])
        scalar = np.array(value & ((1 << 8 * size) - 1), dtype=f"u{size}").view(kind)[()]
        return self.bind(scalar, (kind, scalar.tobytes()))

    def materialise(self, name: str) -> None:
        """Write the text of a variable if it has been deferred."""
        write = self._deferred.pop(name, None)
        if write is not None:
            write()
