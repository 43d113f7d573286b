"""Addition, subtraction and multiplication with a carry (PTX ISA 9.0, section 9.7.2).

The carry is a predicate: the register CC.CF. Operations that read it take it last; those with `.cc`
return the result and the new carry.

A subtraction adds the complement: its carry is true where nothing is borrowed. The PTX ISA calls it
the borrow, which is the same for code that only subtracts. But ptxas makes the same machine code of
`addc` behind `add.cc` and behind `sub.cc`, and the division of 128-bit integers that nvcc inlines
reads the carry of `subc.cc` by `addc`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ptxpy.sim.semantics.integers.arithmetic import clamp

if TYPE_CHECKING:
    from ptxpy.sim.semantics.operations import Operation, Value

__all__ = [
    "add_carry",
    "add_carry_in",
    "add_carry_in_out",
    "add_carry_in_saturated",
    "multiplied",
    "subtract_carry",
    "subtract_carry_in",
    "subtract_carry_in_out",
    "subtract_carry_in_saturated",
]


def add_carry(a: Value, b: Value) -> tuple[Value, Value]:
    """Return `add.cc`."""
    total = a + b
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
