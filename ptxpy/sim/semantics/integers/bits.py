"""Counting, finding, moving and inserting bits (PTX ISA 9.0, sections 9.7.1, 9.7.8 and 9.7.9.7).

NumPy shifts as PTX does: a value shifted by its width or more is 0, or all sign.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ptxpy.sim.semantics.lanewise import select

if TYPE_CHECKING:
    from ptxpy.sim.semantics.lanewise import Operation, Value

__all__ = [
    "count",
    "extend",
    "extract",
    "find_first",
    "find_nth",
    "funnel_left",
    "funnel_right",
    "insert",
    "is_zero",
    "leading_zeros",
    "mask",
    "part",
    "reverse",
    "shift_left",
    "shift_right",
]

NONE = np.uint32(0xFFFFFFFF)
"""The result for a bit that does not exist."""

LAST = np.uint32(31)


def part(value: Value, low: int, width: int, *, signed: bool) -> Value:
    """Return bits of a 32-bit register, extended by zeros or their sign, as int32.

    The width is less than 32.
    """
    above = 32 - low - width
    if signed:
        upper = value.view("i4") << above if above else value.view("i4")
        return upper >> (32 - width)
    lower = value.view("u4") >> low if low else value.view("u4")
    return (lower & ((1 << width) - 1) if above else lower).view("i4")


def count(a: Value) -> Value:
    """Return how many bits are one (`popc`)."""
    return np.bitwise_count(a).astype("u4")


def leading_zeros(a: Value) -> Value:
    """Return how many zeros are above the highest one (`clz`), from the exponent of a float.

    >>> leading_zeros(np.array([0, 1, 255], "u4")).tolist()
    [32, 31, 24]
    """
    size = a.dtype.itemsize
    if size == 8:  # noqa: PLR2004 - bytes
        a = a & ~(a >> 1)  # no two ones in a row: rounding does not reach the next power of two
    exponent = (a.astype("f8").view("u8") >> 52).astype("u4")
    return np.minimum(np.uint32(1022 + 8 * size) - exponent, np.uint32(8 * size))


def find_first(kind: str, *, shift_amount: bool) -> Operation:
    """Return `bfind`: the position of the highest bit that is not like the sign.

    Args:
        kind: The NumPy type of the source.
        shift_amount: Whether its distance from the highest bit is returned instead.
    """
    bits = 8 * int(kind[1])
    signed = kind[0] == "i"

    def operation(a: Value) -> Value:
        if signed:
            a = (a ^ (a >> (bits - 1))).view(f"u{kind[1]}")
        zeros = leading_zeros(a)
        if shift_amount:
            return select(zeros == bits, NONE, zeros)
        return np.uint32(bits - 1) - zeros

    return operation


def find_nth(bits: Value, base: Value, offset: Value) -> Value:
    """Return `fns`: the position of the n-th one from a base, upwards or downwards.

    Args:
        bits: uint32.
        base: uint32, at most 31; nothing is found from others.
        offset: int32, n; negative downwards, and 0 asks for the base itself.
    """
    base = base.view("u4") if base.dtype.kind == "i" else base
    upper = (bits >> base) << base
    lower = bits & ((np.uint32(2) << base) - np.uint32(1))
    # Searching downwards for the n-th one is searching upwards among the bits up to the base, for
    # one that is counted from the lowest.
    rank = offset.astype("i8")
    within = np.bitwise_count(lower).astype("i8")
    down = offset < 0
    chosen = select(down, lower, select(offset == 0, upper & lower, upper))
    rank = select(down, within + 1 + rank, np.maximum(rank, 1))
    found = (rank >= 1) & (rank <= np.bitwise_count(chosen)) & (base <= LAST)
    position = np.zeros_like(chosen)
    # A binary search: if the lower half has fewer ones than the rank, the bit is in the upper half.
    for width in (16, 8, 4, 2, 1):
        low = (chosen >> position) & np.uint32((1 << width) - 1)
        ones = np.bitwise_count(low).astype("i8")
        above = rank > ones
        rank = rank - np.where(above, ones, 0)
        position = position + np.where(above, np.uint32(width), np.uint32(0))
    return select(found, position, NONE)


def reverse(a: Value) -> Value:
    """Return the bits in the opposite order (`brev`).

    >>> hex(reverse(np.array([6], "u4"))[0])
    '0x60000000'
    """
    size = a.dtype.itemsize
    # Bytes are reversed first, then nibbles, pairs and bits within each byte.
    result = a.byteswap()
    for shift, pattern in ((4, b"\x0f"), (2, b"\x33"), (1, b"\x55")):
        mask_ = a.dtype.type(int.from_bytes(pattern * size, "little"))
        upper = result >> shift
        upper &= mask_
        result &= mask_
        result <<= shift
        result |= upper
    return result


def extract(kind: str) -> Operation:
    """Return `bfe`: a field of bits, extended; position and length count modulo 256."""
    bits = 8 * int(kind[1])
    unsigned = np.dtype(f"u{kind[1]}").type

    def zero_extended(a: Value, position: Value, length: Value) -> Value:
        field = a >> (position & 0xFF).astype(unsigned)
        return field & _ones(length & 0xFF, unsigned)

    def sign_extended(a: Value, position: Value, length: Value) -> Value:
        position, length = position & 0xFF, length & 0xFF
        # Shifting the field to the top and back extends its sign, also when it ends beyond the
        # register.
        left = np.uint32(bits) - np.minimum(position + length, np.uint32(bits))
        field = (a << left.astype(kind)) >> (left + position).astype(kind)
        return field if length.all() else select(length == 0, a.dtype.type(0), field)

    return sign_extended if kind[0] == "i" else zero_extended


def insert(field: Value, into: Value, position: Value, length: Value) -> Value:
    """Return `bfi`: a value with some bits replaced; position and length count modulo 256."""
    kind = into.dtype.type
    position = (position & 0xFF).astype(kind)
    where = _ones(length & 0xFF, kind) << position
    return into ^ ((into ^ (field << position)) & where)


def _ones(length: Value, kind: type) -> Value:
    """Return the given number of ones from bit 0 on; all for the width and more."""
    return (kind(1) << length.astype(kind)) - kind(1)


def extend(kind: str, *, wrap: bool) -> Operation:
    """Return `szext`: the low bits of a value, extended by zeros or their sign.

    Args:
        kind: `u4` or `i4`.
        wrap: Whether the number of bits counts modulo 32; else all are kept from 32 on.
    """
    signed = kind[0] == "i"

    def operation(a: Value, length: Value) -> Value:
        if wrap:
            length = length & 31
        if not signed:
            return a & _ones(length, np.uint32)
        left = (np.uint32(32) - np.minimum(length, np.uint32(32))).view("i4")
        return (a << left) >> left

    return operation


def mask(*, wrap: bool) -> Operation:
    """Return `bmsk`: the given number of ones from a position on.

    Args:
        wrap: Whether position and width count modulo 32.
    """

    def operation(position: Value, width: Value) -> Value:
        if wrap:
            position, width = position & 31, width & 31
        return _ones(width, np.uint32) << position

    return operation


def shift_left(kind: str) -> Operation:
    """Return `shl`; amounts are uint32."""
    return _shift(kind, np.left_shift)


def shift_right(kind: str) -> Operation:
    """Return `shr`, which fills in the sign of signed types; amounts are uint32."""
    return _shift(kind, np.right_shift)


def _shift(kind: str, shift: Operation) -> Operation:
    if kind == "u4":
        return shift

    # A shift amount of 32 bits must not be cut to 16 before it is clamped.
    def narrow(a: Value, amount: Value) -> Value:
        return shift(a, np.minimum(amount, np.uint32(16)).astype(kind))

    def other(a: Value, amount: Value) -> Value:
        return shift(a, amount.astype(kind))

    return narrow if kind[1] == "2" else other


def funnel_left(*, wrap: bool) -> Operation:
    """Return `shf.l`: the upper half of the 64 bits of b and a, shifted left.

    Args:
        wrap: Whether the amount counts modulo 32; else it is 32 at most.
    """

    def operation(a: Value, b: Value, amount: Value) -> Value:
        amount = amount & 31 if wrap else np.minimum(amount, np.uint32(32))
        return (b << amount) | (a >> (np.uint32(32) - amount))

    return operation


def funnel_right(*, wrap: bool) -> Operation:
    """Return `shf.r`: the lower half of the 64 bits of b and a, shifted right.

    Args:
        wrap: Whether the amount counts modulo 32; else it is 32 at most.
    """

    def operation(a: Value, b: Value, amount: Value) -> Value:
        amount = amount & 31 if wrap else np.minimum(amount, np.uint32(32))
        return (b << (np.uint32(32) - amount)) | (a >> amount)

    return operation


def is_zero(a: Value) -> Value:
    """Return 1 for zero, else 0 (`cnot`)."""
    return (a == 0).astype(a.dtype)
