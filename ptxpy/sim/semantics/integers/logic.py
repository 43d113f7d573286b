"""Logical operations given by a table of truth, and byte permutation (PTX ISA 9.0, 9.7.8, 9.7.9).

Both depend on a constant, as a rule; the steps for a constant are worked out once.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.semantics.lanewise import Operation, Value

__all__ = ["PERMUTE_MODES", "lop3", "lop3_joined", "permute", "permute_by_mode"]

INPUTS: Final = (0xF0, 0xCC, 0xAA)
"""The columns of a, b and c in a table of truth of three inputs."""

ALL: Final = 0xFF
WORD: Final = 0xFFFFFFFF

SIGNS: Final = 0x8888
"""The bits of the control of `prmt` that select the sign of a byte."""


def lop3(a: Value, b: Value, c: Value, table: Value) -> Value:
    """Return a logical operation; its table of truth is the low 8 bits of a constant."""
    return _function(int(table) & 0xFF)((a, b, c))


def lop3_joined(join: Operation) -> Operation:
    """Return `lop3.BoolOp`: the result, and whether it is not zero, joined with a predicate."""

    def operation(
        a: Value, b: Value, c: Value, table: Value, predicate: Value
    ) -> tuple[Value, Value]:
        result = lop3(a, b, c, table)
        return result, join(result != 0, predicate)

    return operation


@cache
def _function(table: int) -> Callable[[tuple[Value, Value, Value]], Value]:
    """Return the function of three inputs that a table of truth gives, with few operations."""
    for index, column in enumerate(INPUTS):
        if table == column:
            return lambda inputs: inputs[index]
        if table == column ^ 0xFF:
            return lambda inputs: ~inputs[index]
    if table in (0, ALL):
        constant = np.uint32(WORD if table else 0)
        return lambda _inputs: constant
    _, index, kind, low, high = min(_splits(table))
    return _combine(index, kind, low, high)


def _splits(table: int) -> list[tuple[int, int, str, int, int]]:
    """Return the ways to compute a function from one input and functions of the other two.

    A way is its cost, the index of the input, the operation that joins it, and the tables of truth
    of the functions. An input on which nothing depends is no such way.
    """
    splits = []
    for index, column in enumerate(INPUTS):
        # The columns of a table of truth in which an input is 1 are 4, 2 or 1 bits above those in
        # which it is 0: both halves are spread over all columns.
        shift = 4 >> index
        low = table & ~column & 0xFF
        low |= low << shift
        high = table & column
        high |= high >> shift
        if low == high:
            continue
        if low == 0:
            found = (1, "and", high, 0)
        elif high == ALL:
            found = (1, "or", low, 0)
        elif low == high ^ ALL:
            found = (1, "xor", low, 0)
        elif high == 0:
            found = (2, "and not", low, 0)
        elif low == ALL:
            found = (2, "or not", high, 0)
        else:
            found = (2, "multiplex", low, low ^ high)
        cost, kind, first, second = found
        splits.append((cost + _cost(first) + _cost(second), index, kind, first, second))
    return splits


@cache
def _cost(table: int) -> int:
    """Return how many operations a function takes."""
    if table in (0, 0xFF) or table in INPUTS:
        return 0
    if table ^ 0xFF in INPUTS:
        return 1
    return min(_splits(table))[0]


def _combine(
    index: int, kind: str, first: int, second: int
) -> Callable[[tuple[Value, Value, Value]], Value]:
    one = _function(first)
    simple: dict[str, Callable[[tuple[Value, Value, Value]], Value]] = {
        "and": lambda inputs: inputs[index] & one(inputs),
        "or": lambda inputs: inputs[index] | one(inputs),
        "xor": lambda inputs: inputs[index] ^ one(inputs),
        "and not": lambda inputs: ~inputs[index] & one(inputs),
        "or not": lambda inputs: ~inputs[index] | one(inputs),
    }
    if kind in simple:
        return simple[kind]
    # A multiplexer: where the input is 1, the difference turns one function into the other.
    difference = _function(second)
    return lambda inputs: one(inputs) ^ (inputs[index] & difference(inputs))


PERMUTE_MODES: Final = {
    ".f4e": (0x3210, 0x4321, 0x5432, 0x6543),
    ".b4e": (0x5670, 0x6701, 0x7012, 0x0123),
    ".rc8": (0x0000, 0x1111, 0x2222, 0x3333),
    ".ecl": (0x3210, 0x3211, 0x3222, 0x3333),
    ".ecr": (0x0000, 0x1110, 0x2210, 0x3210),
    ".rc16": (0x1010, 0x3232, 0x1010, 0x3232),
}
"""What `prmt` with a mode picks, for each value of the low two bits of c (PTX ISA 9.7.9.7)."""


def permute_by_mode(mode: str) -> Operation:
    """Return `prmt` with a mode."""
    controls = np.array(PERMUTE_MODES[mode], "u4")

    def operation(a: Value, b: Value, c: Value) -> Value:
        return permute(a, b, controls[c & 3])

    return operation


def permute(a: Value, b: Value, control: Value) -> Value:
    """Return `prmt`: four bytes of a and b, or their signs; 4 bits of the control say which."""
    if not isinstance(control, np.ndarray):
        return _permutation(int(control) & 0xFFFF)(a, b)
    # A control that differs by lane: bytes are picked from 64 bits by shifts.
    source = a.astype("u8") | (b.astype("u8") << 32)
    signs = control & SIGNS
    wide = control.astype("u8")
    wide <<= 3
    result = np.zeros(control.shape, "u8")
    for index in range(4):
        byte = source >> ((wide >> (4 * index)) & (7 << 3))
        byte &= 0xFF
        byte <<= 8 * index
        result = result + byte
    result = result.astype("u4")
    if not signs.any():
        return result
    signs >>= 3
    # All ones in each byte for which the lowest bit of a nibble of `signs` is one.
    spread = (signs & 1) | (signs & 0x10) << 4 | (signs & 0x100) << 8 | (signs & 0x1000) << 12
    replaced = spread * 0xFF
    return (result & ~replaced) | ((result >> 7 & 0x01010101) * 0xFF & replaced)


@cache
def _permutation(control: int) -> Callable[[Value, Value], Value]:
    """Return the permutation for a constant: bytes that move alike are moved together."""
    moves: dict[tuple[int, int], int] = {}
    signs: dict[tuple[int, int], int] = {}
    for index in range(4):
        selection = control >> (4 * index) & 15
        source, byte = selection >> 2 & 1, selection & 3
        # The upper bit of a selection asks for the sign of the byte, in all 8 bits.
        if selection & 8:
            signs[source, byte] = signs.get((source, byte), 0) | 0xFF << (8 * index)
        else:
            shift = 8 * (index - byte)
            moves[source, shift] = moves.get((source, shift), 0) | 0xFF << (8 * index)

    def operation(a: Value, b: Value) -> Value:
        registers = (a, b)
        result = None
        for (source, shift), where in moves.items():
            register = registers[source]
            moved = register << shift if shift >= 0 else register >> -shift
            moved = moved & where if where != WORD else moved
            result = moved if result is None else result | moved
        for (source, byte), where in signs.items():
            sign = np.negative((registers[source] >> (8 * byte + 7)) & 1)
            sign = sign & where
            result = sign if result is None else result | sign
        return result

    return operation
