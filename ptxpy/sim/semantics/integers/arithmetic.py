"""Integer arithmetic on whole registers and on packed ones (PTX ISA 9.0, sections 9.7.1 and 9.7.2).

Results wrap around unless they saturate. Division by zero, which PTX leaves open, gives all ones,
both as quotient and as remainder, as GPUs do.

The carry is a predicate: the register CC.CF. Operations that read it take it last; those with `.cc`
return the result and the new carry. A subtraction adds the complement: its carry is true if it
borrows nothing. The PTX ISA calls it the borrow, which is the same for code that only subtracts.
But ptxas makes the same machine code of `addc` behind `add.cc` and behind `sub.cc`, and the
division of 128-bit integers that nvcc inlines reads the carry of `subc.cc` by `addc`.

Packed registers, `.u16x2`, `.s16x2`, `.u8x4` and `.s8x4`, hold two halves or four bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from ptxpy.sim.semantics.integers.bits import part
from ptxpy.sim.semantics.lanewise import select

if TYPE_CHECKING:
    from ptxpy.sim.semantics.lanewise import Operation, Value

__all__ = [
    "absolute_difference_add",
    "add_carry",
    "add_carry_in",
    "add_carry_in_out",
    "add_carry_in_saturated",
    "add_saturated",
    "clamp",
    "divide",
    "dot2",
    "dot4",
    "elementwise",
    "multiplied",
    "multiply24_high",
    "multiply24_low",
    "multiply_add",
    "multiply_carryless_add",
    "multiply_high",
    "multiply_wide",
    "remainder",
    "saturated",
    "saturated_unsigned",
    "subtract_carry",
    "subtract_carry_in",
    "subtract_carry_in_out",
    "subtract_carry_in_saturated",
    "subtract_saturated",
    "with_addend",
    "with_relu",
    "with_saturated_addend",
]

WIDER: Final = {"u2": "u4", "i2": "i4", "u4": "u8", "i4": "i8"}
"""The dtype that holds any product of two integers."""

LOW: Final = 0xFFFFFFFF


def clamp(value: Value, kind: str) -> Value:
    """Return a value of a wider dtype saturated to the range of `kind`, as `kind`.

    >>> clamp(np.array([-300, 7, 300]), "i1").tolist()
    [-128, 7, 127]
    """
    limits = np.iinfo(kind)
    return np.minimum(np.maximum(value, int(limits.min)), int(limits.max)).astype(kind)


def add_saturated(a: Value, b: Value) -> Value:
    """Return a + b of signed integers, saturated."""
    total = a + b
    # A sum overflows if its sign differs from those of both addends.
    overflow = ((a ^ total) & (b ^ total)) < 0
    return _saturate(total, overflow, a) if overflow.any() else total


def subtract_saturated(a: Value, b: Value) -> Value:
    """Return a - b of signed integers, saturated."""
    total = a - b
    # A difference overflows only if the signs differ, and the result has not that of `a`.
    overflow = ((a ^ b) & (a ^ total)) < 0
    return _saturate(total, overflow, a) if overflow.any() else total


def _saturate(total: Value, overflow: Value, a: Value) -> Value:
    """Return the limit on the side of `a` where the total overflows."""
    largest = np.iinfo(a.dtype).max
    # The sign of `a`, in all bits, turns the largest number into the smallest one.
    return select(overflow, (a >> (a.dtype.itemsize * 8 - 1)) ^ largest, total)


def multiply_wide(kind: str) -> Operation:
    """Return the operation that multiplies into twice as many bits."""
    wide = np.dtype(WIDER[kind])

    def operation(a: Value, b: Value) -> Value:
        return a.astype(wide) * b.astype(wide)

    return operation


def multiply_high(kind: str) -> Operation:
    """Return the operation that keeps the upper half of a product."""
    if kind == "u8":
        return _high_unsigned
    if kind == "i8":
        return _high_signed
    wide, narrow = np.dtype(WIDER[kind]), np.dtype(kind)
    bits = 8 * narrow.itemsize

    def operation(a: Value, b: Value) -> Value:
        product = a.astype(wide) * b.astype(wide)
        product >>= bits
        return product.astype(narrow)

    return operation


def _high_unsigned(a: Value, b: Value) -> Value:
    """Return the upper 64 bits of a 128-bit product."""
    # The factors are cut in halves of 32 bits, whose products fit in 64. The sums are done in
    # place, since a register of many lanes is large.
    a_low, a_high, b_low, b_high = a & LOW, a >> 32, b & LOW, b >> 32
    carry = a_low * b_low
    carry >>= 32
    middle = a_high * b_low
    middle += carry
    a_low *= b_high
    a_low += middle & LOW
    a_low >>= 32
    middle >>= 32
    a_high *= b_high
    a_high += middle
    a_high += a_low
    return a_high


def _high_signed(a: Value, b: Value) -> Value:
    high = _high_unsigned(a.view("u8"), b.view("u8")).view("i8")
    # A negative factor is its unsigned value less 2**64: the other factor is subtracted above.
    return high - ((a >> 63) & b) - ((b >> 63) & a)


def multiply_add(a: Value, b: Value, c: Value) -> Value:
    """Return the lower half of a product, plus c."""
    total = a * b
    return total + c


def with_addend(multiply: Operation) -> Operation:
    """Return the operation that multiplies and adds a third value."""

    def operation(a: Value, b: Value, c: Value) -> Value:
        return multiply(a, b) + c

    return operation


def with_saturated_addend(multiply: Operation) -> Operation:
    """Return the operation that multiplies and adds a third value, saturated."""

    def operation(a: Value, b: Value, c: Value) -> Value:
        return add_saturated(multiply(a, b), c)

    return operation


def multiply24_low(a: Value, b: Value) -> Value:
    """Return the low 32 bits of a product of 24-bit integers."""
    return _low24(a) * _low24(b)


def multiply24_high(a: Value, b: Value) -> Value:
    """Return the high 32 bits of the 48-bit product of 24-bit integers."""
    wide = "i8" if a.dtype.kind == "i" else "u8"
    product = _low24(a).astype(wide) * _low24(b).astype(wide)
    # The lowest 16 of the 48 bits of a product are not in its upper 32.
    product >>= 16
    return product.astype(a.dtype)


def _low24(a: Value) -> Value:
    return (a << 8) >> 8


def absolute_difference_add(a: Value, b: Value, c: Value) -> Value:
    """Return c + |a - b|."""
    total = np.maximum(a, b)
    total -= np.minimum(a, b)
    return total + c


def divide(kind: str) -> Operation:
    """Return the operation that divides, rounding towards zero."""
    # Signed division rounds down in NumPy; only unsigned division is that of PTX.
    quotients: dict[str, Operation] = {
        "u4": np.floor_divide,
        "u8": np.floor_divide,
        "i8": _quotient64,
    }
    quotient = quotients.get(kind) or _quotient_by_float(kind)
    ones = np.array(-1, "i8").astype(kind)[()]

    def operation(a: Value, b: Value) -> Value:
        result = quotient(a, b)
        return result if b.all() else select(b == 0, ones, result)

    return operation


def _quotient_by_float(kind: str) -> Operation:
    """Return division by floating-point numbers with more bits than dividend and divisor together.

    The quotient is then never rounded up to an integer that it does not reach: a / b differs from
    it by 1 / b at least, and the rounding error is less.
    """
    real, integer = ("f4", "i4") if kind in ("u2", "i2") else ("f8", "i8")

    def operation(a: Value, b: Value) -> Value:
        quotient = a.astype(real)
        quotient = quotient / b.astype(real)
        return quotient.astype(integer).astype(kind)

    return operation


def _quotient64(a: Value, b: Value) -> Value:
    sign = (a ^ b) >> 63
    quotient = np.floor_divide(np.abs(a).view("u8"), np.abs(b).view("u8")).view("i8")
    return (quotient ^ sign) - sign


def remainder(a: Value, b: Value) -> Value:
    """Return the remainder of division; it has the sign of the dividend."""
    result = np.fmod(a, b)
    return result if b.all() else select(b == 0, np.array(-1, "i8").astype(a.dtype)[()], result)


def dot4(types: tuple[str, ...]) -> Operation:
    """Return `dp4a`: the dot product of four pairs of bytes, plus c."""
    a_signed, b_signed = (name[0] == "s" for name in types)

    def operation(a: Value, b: Value, c: Value) -> Value:
        total = part(a, 0, 8, signed=a_signed) * part(b, 0, 8, signed=b_signed)
        for low in (8, 16, 24):
            total += part(a, low, 8, signed=a_signed) * part(b, low, 8, signed=b_signed)
        return total.view(c.dtype) + c

    return operation


def dot2(types: tuple[str, ...], *, high: bool) -> Operation:
    """Return `dp2a`: the dot product of two halves and two bytes, plus c.

    Args:
        types: The types of a and b.
        high: Whether the bytes are the upper two of b.
    """
    a_signed, b_signed = (name[0] == "s" for name in types)
    first = 16 if high else 0

    def operation(a: Value, b: Value, c: Value) -> Value:
        total = part(a, 0, 16, signed=a_signed) * part(b, first, 8, signed=b_signed)
        total += part(a, 16, 16, signed=a_signed) * part(b, first + 8, 8, signed=b_signed)
        return total.view(c.dtype) + c

    return operation


def multiply_carryless_add(*, high: bool) -> Operation:
    """Return `clmad`: one half of a product of polynomials over GF(2), exclusive-or c."""

    def operation(a: Value, b: Value, c: Value) -> Value:
        total = c
        for index in range(64):
            # All ones if the bit of `b` is set: exclusive or has no carries.
            mask = np.negative((b >> index) & 1)
            total = total ^ ((a >> (64 - index) if high else a << index) & mask)
        return total

    return operation


def add_carry(a: Value, b: Value) -> tuple[Value, Value]:
    """Return `add.cc`."""
    total = a + b
    # An unsigned sum that wraps around is less than each addend.
    return total, _less(total, a)


def add_carry_in(a: Value, b: Value, carry: Value) -> Value:
    """Return `addc`."""
    total = a + b
    return total + carry.astype(a.dtype)


def add_carry_in_out(a: Value, b: Value, carry: Value) -> tuple[Value, Value]:
    """Return `addc.cc`."""
    partial = a + b
    total = partial + carry.astype(a.dtype)
    return total, _less(partial, a) | _less(total, partial)


def add_carry_in_saturated(a: Value, b: Value, carry: Value) -> Value:
    """Return `addc.sat.s32`."""
    # Saturation takes the sum before it wraps around, which 64 bits hold.
    return clamp(a.astype("i8") + b + carry, "i4")


def subtract_carry(a: Value, b: Value) -> tuple[Value, Value]:
    """Return `sub.cc`."""
    return a - b, ~_less(a, b)


def subtract_carry_in(a: Value, b: Value, carry: Value) -> Value:
    """Return `subc`."""
    total = a - b
    return total - (~carry).astype(a.dtype)


def subtract_carry_in_out(a: Value, b: Value, carry: Value) -> tuple[Value, Value]:
    """Return `subc.cc`."""
    partial = a - b
    total = partial - (~carry).astype(a.dtype)
    return total, ~(_less(a, b) | _less(partial, total))


def subtract_carry_in_saturated(a: Value, b: Value, carry: Value) -> Value:
    """Return `subc.sat.s32`."""
    return clamp(a.astype("i8") - b - (~carry).astype("i8"), "i4")


def multiplied(multiply: Operation, add: Operation) -> Operation:
    """Return the operation that adds a third value, and a carry, to half of a product."""

    def operation(a: Value, b: Value, *others: Value) -> Value:
        return add(multiply(a, b), *others)

    return operation


def _less(a: Value, b: Value) -> Value:
    """Compare as unsigned integers."""
    if a.dtype.kind == "i":
        kind = np.dtype(f"u{a.dtype.itemsize}")
        a, b = a.view(kind), b.view(kind)
    return a < b


def elementwise(operation: Operation, kind: str) -> Operation:
    """Return an operation on registers that does another one to their elements.

    Args:
        operation: Takes and returns arrays of `kind`.
        kind: The NumPy type of an element.
    """

    def packed(*registers: Value) -> Value:
        # A scalar register is a value for all lanes: it is spread only if another one is an array.
        size = max((register.size for register in registers if register.ndim), default=0)
        if not size:
            result = operation(*(register.reshape(1).view(kind) for register in registers))
            return result.view("u4")[0]
        return operation(*(_elements(register, size, kind) for register in registers)).view("u4")

    return packed


def _elements(register: Value, size: int, kind: str) -> Value:
    if register.ndim == 0:
        register = np.full(size, register)
    return np.ascontiguousarray(register).view(kind)


def saturated(operation: Operation, kind: str) -> Operation:
    """Return addition or subtraction of elements, saturated."""
    # A sum of two elements needs one bit more than they have.
    wide = "i4" if kind[1] == "2" else "i2"

    def clamped(a: Value, b: Value) -> Value:
        return clamp(operation(a.astype(wide), b), kind)

    return clamped


def saturated_unsigned(a: Value, b: Value) -> Value:
    """Return a + b of unsigned registers, saturated (`add.sat.u32`)."""
    total = a + b
    total |= np.negative((total < a).astype(a.dtype))
    return total


def with_relu(operation: Operation) -> Operation:
    """Return an operation with negative results replaced by 0."""

    def clamped(a: Value, b: Value) -> Value:
        return np.maximum(operation(a, b), 0)

    return clamped
