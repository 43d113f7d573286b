"""Arithmetic on two halves or four bytes of a register: `.u16x2`, `.s16x2`, `.u8x4`, `.s8x4`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ptxpy.sim.semantics.integers.arithmetic import clamp

if TYPE_CHECKING:
    from ptxpy.sim.semantics.operations import Operation, Value

__all__ = ["elementwise", "saturated", "saturated_unsigned", "with_relu"]


def elementwise(operation: Operation, kind: str) -> Operation:
    """Return an operation on registers that does another one to their elements.

    Args:
        operation: Takes and returns arrays of `kind`.
        kind: The NumPy type of an element.
    """

    def packed(*registers: Value) -> Value:
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
