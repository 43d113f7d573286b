"""Reductions by shuffles, which a group is called by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ptxpy.lift.group_flow import is_position, written
from ptxpy.pytree import tree as t

__all__ = ["reduction_of"]

_COMBINED: Final = {"+": "sum", "max": "max", "min": "min", "&": "and", "|": "or", "^": "xor"}


class _Shuffled(NamedTuple):
    """A value of another lane."""

    value: t.Expression | _Shuffled
    mask: int


def reduction_of(body: Sequence[t.Statement]) -> str:
    """Return the name of a reduction by shuffles, or nothing.

    The chain is followed from its first value to its last: each shuffle takes what the step before
    it has made, and nothing but the reduction may be in the group.
    """
    chain = _Chain()
    for statement in body:
        target, value = written(statement)
        if target is None:
            if not is_position(statement):
                return ""
        elif not chain.add(target, value):
            return ""
    return chain.name()


class _Chain:
    """The steps of a reduction, in the order in which they are read."""

    def __init__(self) -> None:
        self.values: dict[t.Expression, t.Expression | _Shuffled] = {}
        """What copies and shuffles are of."""
        self.operators: set[str] = set()
        self.masks: list[int] = []
        self.current: t.Expression | _Shuffled | None = None
        self.pending: _Shuffled | None = None
        """The value of another lane that has not been combined with the lane's own."""

    def add(self, target: t.Expression, value: t.Expression) -> bool:
        """Read a statement; return whether it may be a step."""
        if _is_copy(value):
            source = value.arguments[0] if isinstance(value, t.Call) else value
            self.values[target] = self._known(source)
            return True
        if isinstance(value, t.Call) and str(value.function).startswith(_BUTTERFLY):
            return self._shuffle(target, value)
        operator, operands = _combined(value)
        pair = [self._known(each) for each in operands]
        own, other = self.current, self.pending
        if operator not in _COMBINED or other is None or pair not in ([own, other], [other, own]):
            return False
        self.operators.add(_COMBINED[operator])
        self.current, self.pending = target, None
        return True

    def _shuffle(self, target: t.Expression, value: t.Call) -> bool:
        source, *rest = [self._known(argument) for argument in value.arguments]
        if self.pending is not None or not rest or not isinstance(rest[0], int):
            return False
        if self.current is not None and source != self.current:
            return False
        self.current = source
        self.pending = self.values[target] = _Shuffled(source, rest[0])
        self.masks.append(rest[0])
        return True

    def _known(self, key: t.Expression | _Shuffled) -> t.Expression | _Shuffled:
        """Return what a value is a copy of."""
        key = key.value if isinstance(key, t.View) else key
        while isinstance(key, str | t.Register) and key in self.values:
            key = self.values[key]
        return key

    def name(self) -> str:
        """Return what has been reduced, and over which lanes."""
        where = _LANES.get(tuple(sorted(self.masks)), "")
        if self.pending is not None or len(self.operators) != 1 or not where:
            return ""
        return f"{where}_{self.operators.pop()}"


_BUTTERFLY: Final = "ptx.shfl.sync.bfly."
_LANES: Final = {(1, 2): "quad", (1, 2, 4): "octet", (1, 2, 4, 8, 16): "warp"}
"""The lanes that exchange their values when their numbers differ in these bits."""


def _is_copy(value: t.Expression) -> bool:
    if isinstance(value, t.Call):
        return str(value.function).startswith("ptx.mov.") and len(value.arguments) == 1
    return isinstance(value, t.View | str | int | t.Hexadecimal | t.Spelled | t.Register)


def _combined(value: t.Expression) -> tuple[str, list[t.Expression]]:
    """Return the operator of two operands, and these without views."""
    if isinstance(value, t.Binary):
        operator, operands = value.operator, [value.left, value.right]
    elif isinstance(value, t.Call) and len(value.arguments) == 2:  # noqa: PLR2004
        operator = str(value.function).split(".")[1] if "." in str(value.function) else ""
        operator = {"add": "+"}.get(operator, operator)
        operands = [*value.arguments]
    else:
        return "", []
    return operator, [each.value if isinstance(each, t.View) else each for each in operands]
