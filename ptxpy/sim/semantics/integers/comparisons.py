"""Comparison of integers, and selection (PTX ISA 9.0, section 9.7.6)."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Final

import numpy as np

from ptxpy.sim.numpy_types import KINDS
from ptxpy.sim.semantics.lanewise import select

if TYPE_CHECKING:
    from ptxpy.sim.semantics.lanewise import Operation, Value

__all__ = ["BOOLEAN", "comparison", "selection", "set_value", "setp"]

ORDERED: Final[dict[str, Operation]] = {
    ".eq": operator.eq,
    ".ne": operator.ne,
    ".lt": operator.lt,
    ".le": operator.le,
    ".gt": operator.gt,
    ".ge": operator.ge,
}

UNSIGNED: Final[dict[str, Operation]] = {
    ".lo": operator.lt,
    ".ls": operator.le,
    ".hi": operator.gt,
    ".hs": operator.ge,
}

BOOLEAN: Final[dict[str, Operation]] = {
    ".and": operator.and_,
    ".or": operator.or_,
    ".xor": operator.xor,
}
"""The operations that combine a predicate with the result of a comparison."""

ONES: Final[dict[str, int]] = {"u32": -1, "s32": -1, "f32": 1, "f16": 0x3C00, "bf16": 0x3F80}
"""What `set` writes where the comparison holds: an integer, or the bits of 1.0."""

INTEGERS: Final = {f"{kind}{bits}" for kind in "bus" for bits in (16, 32, 64)}
SELECTED: Final = {*INTEGERS, "f32", "f64"}


def comparison(op: str, kind: str) -> Operation | None:
    """Return how two integers compare, or None if PTX does not compare such values so.

    Args:
        op: `.lt`, `.hs`.
        kind: The NumPy type of both, as `u4`.
    """
    if kind[0] not in "iu":
        return None
    return ORDERED.get(op) or (UNSIGNED.get(op) if kind[0] == "u" else None)


def _comparison_of(flags: frozenset[str], name: str) -> tuple[Operation, Operation | None] | None:
    """Return the comparison among modifiers, and how a predicate joins it."""
    joins = [BOOLEAN[flag] for flag in flags if flag in BOOLEAN]
    ops = flags - BOOLEAN.keys()
    if len(joins) > 1 or len(ops) != 1 or name not in INTEGERS:
        return None
    compare = comparison(next(iter(ops)), KINDS[name])
    if compare is None:
        return None
    return compare, joins[0] if joins else None


def setp(flags: frozenset[str], types: tuple[str, ...]) -> Operation | None:
    """Return `setp`: the predicates p and q, from a and b, and with a BoolOp from c."""
    found = _comparison_of(flags, types[0]) if len(types) == 1 else None
    if found is None:
        return None
    compare, join = found
    if join is None:

        def compared(a: Value, b: Value) -> tuple[Value, Value]:
            holds = compare(a, b)
            return holds, ~holds

        return compared

    def joined(a: Value, b: Value, c: Value) -> tuple[Value, Value]:
        holds = compare(a, b)
        return join(holds, c), join(~holds, c)

    return joined


def set_value(flags: frozenset[str], types: tuple[str, ...]) -> Operation | None:
    """Return `set`: all ones or 1.0 where the comparison holds, else 0."""
    count = 2
    if len(types) != count or types[0] not in ONES:
        return None
    found = _comparison_of(flags, types[1])
    if found is None:
        return None
    compare, join = found
    kind, one = KINDS[types[0]], ONES[types[0]]

    def operation(a: Value, b: Value, *c: Value) -> Value:
        holds = compare(a, b)
        if join is not None:
            holds = join(holds, c[0])
        # Of `.f32` this is 1.0 already; integers become all ones, halves get the bits of 1.0.
        value = holds.astype(kind)
        if one == 1:
            return value
        return np.negative(value) if one == -1 else value * one

    return operation


def selection(opcode: str, flags: frozenset[str], types: tuple[str, ...]) -> Operation | None:
    """Return `selp` or `slct`: one of two values, by a predicate or by the sign of a third."""
    if not types or types[0] not in SELECTED:
        return None
    if opcode == "selp":
        return _by_predicate if len(types) == 1 and not flags else None
    if types[1:] == ("s32",) and not flags:
        return _by_sign
    if types[1:] == ("f32",) and flags <= {".ftz"}:
        return _by_sign_flushed if flags else _by_sign
    return None


def _by_predicate(a: Value, b: Value, c: Value) -> Value:
    return select(c, a, b)


def _by_sign(a: Value, b: Value, c: Value) -> Value:
    """Choose by c >= 0, which holds for -0 and not for NaN."""
    return select(c >= 0, a, b)


def _by_sign_flushed(a: Value, b: Value, c: Value) -> Value:
    """Choose by c >= 0 with subnormal numbers as zeros."""
    # A negative subnormal number counts as -0, which is not less than 0.
    return select(c > -np.finfo("f4").smallest_normal, a, b)
