"""Floating-point constants and constant expressions, with the bits that ptxas encodes for them."""

from __future__ import annotations

import operator
import struct
from typing import TYPE_CHECKING, Final

import numpy as np

from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["float_bits", "float_of"]

_BINARY: Final[dict[str, Callable[[float, float], float]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}
_DIVIDE: Final = operator.truediv
_SINGLE: Final = "0f"


def float_of(operand: n.Operand) -> float | None:
    """Return the value of a floating-point constant or constant expression; None for others."""
    if isinstance(operand, n.Literal):
        try:
            value = operand.value
        except (ValueError, OverflowError):
            return None
        return value if isinstance(value, float) else None
    if isinstance(operand, n.Parenthesized):
        return float_of(operand.operand)
    if isinstance(operand, n.Unary) and operand.operator in "+-":
        inner = float_of(operand.operand)
        return -inner if inner is not None and operand.operator == "-" else inner
    if isinstance(operand, n.Binary):
        left, right = float_of(operand.left), float_of(operand.right)
        if left is not None and right is not None:
            compute = _BINARY.get(operand.operator)
            return (
                None
                if compute is None or (compute is _DIVIDE and not right)
                else (compute(left, right))
            )
    return None


def float_bits(operand: n.Operand, size: int) -> int | None:
    """Return the bits of a floating-point constant as a value of `size` bytes; None for others.

    `0f…` is 32 bits, zero-extended; any other number is rounded to nearest even. A value of less
    than 4 bytes is the lowest bits of a double.

    >>> hex(float_bits(n.Literal("1.5"), 4))
    '0x3fc00000'
    """
    value = float_of(operand)
    if value is None:
        return None
    if isinstance(operand, n.Literal):
        text = operand.text.lower()
        digits = text.lstrip("-")
        # The bits are kept, also those of a NaN, which a Python float may change.
        if digits[:2] == _SINGLE:
            return int.from_bytes(bytes.fromhex(digits[2:])) ^ (1 << 31 if text[0] == "-" else 0)
        if digits[:2] == "0d" and size == 8:  # noqa: PLR2004 - a double
            return int.from_bytes(bytes.fromhex(digits[2:])) ^ (1 << 63 if text[0] == "-" else 0)
    if size == 4:  # noqa: PLR2004 - a single
        # A double beyond the range of `.f32` becomes an infinity, of which NumPy would warn.
        with np.errstate(all="ignore"):
            return int(np.float32(value).view(np.uint32))
    return int.from_bytes(struct.pack("<d", value), "little")
