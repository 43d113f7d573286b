"""The operation that computes an integer instruction, by its opcode and modifiers.

Predicates count as integers of one bit here. Instructions on other types have lookups of their own.
"""

from __future__ import annotations

import operator
from functools import cache, partial
from typing import TYPE_CHECKING, Final

import numpy as np

from ptxpy.isa import TYPES
from ptxpy.sim.numpy_types import KINDS
from ptxpy.sim.semantics.integers import arithmetic, bits, comparisons, logic

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ptxpy.sim.semantics.lanewise import Operation

__all__ = ["integer_operation"]

ANY: Final = "u16 u32 u64 s16 s32 s64"
SIGNED: Final = "s16 s32 s64"
WIDENED: Final = "u16 u32 s16 s32"
CARRIED: Final = "u32 s32 u64 s64"
BITS: Final = "b16 b32 b64"
PAIRS: Final = "u32.u32 u32.s32 s32.u32 s32.s32"

Row = tuple[str, str, "Callable[[tuple[str, ...]], Operation]"]
"""An opcode with modifiers, its types, and the function from the types to the operation."""


@cache
def integer_operation(opcode: str, modifiers: tuple[str, ...]) -> Operation | None:
    """Return the operation of an integer instruction, or None for another one.

    The operation takes the sources in their order: a shift count, a position or a length is
    uint32, a predicate bool, and the table of `lop3` a constant; then the carry, of `addc`, `subc`
    and `madc`. It returns the result; with `.cc`, the result and the carry; of `lop3` with a
    BoolOp, the result and the predicate; of `setp`, the predicates p and q.

    Args:
        opcode: `mad`.
        modifiers: `(".lo", ".s32")`, in any order that PTX allows.
    """
    types = tuple(modifier[1:] for modifier in modifiers if modifier[1:] in TYPES)
    # PTX has some modifiers in several orders, so they are looked up as a set.
    flags = frozenset(modifier for modifier in modifiers if modifier[1:] not in TYPES)
    if opcode == "setp":
        return comparisons.setp(flags, types)
    if opcode == "set":
        return comparisons.set_value(flags, types)
    if opcode in ("selp", "slct"):
        return comparisons.selection(opcode, flags, types)
    found = _TABLE.get((opcode, flags, types))
    return None if found is None else found(types)


def _plain(operation: Operation) -> Callable[[tuple[str, ...]], Operation]:
    """Make an operation that is the same for all types."""
    return lambda _types: operation


def _kind(make: Callable[[str], Operation]) -> Callable[[tuple[str, ...]], Operation]:
    """Make an operation from the NumPy type of its values."""
    return lambda types: make(KINDS[types[0]])


def _with_addition(make: Callable[[str], Operation]) -> Callable[[tuple[str, ...]], Operation]:
    """Make a multiplication that adds a third value."""
    return lambda types: arithmetic.with_addend(make(KINDS[types[0]]))


def _with_carry(add: Operation, make: Callable[[str], Operation]) -> Callable[..., Operation]:
    """Make a multiplication that adds a third value with a arithmetic."""
    return lambda types: arithmetic.multiplied(make(KINDS[types[0]]), add)


def _low(kind: str) -> Operation:
    del kind
    return operator.mul


def _elements(operation: Operation) -> Callable[[tuple[str, ...]], Operation]:
    """Make an operation on the elements of packed registers."""
    return lambda types: arithmetic.elementwise(operation, _ELEMENTS[types[0]])


def _with_saturation(operation: Operation) -> Callable[[tuple[str, ...]], Operation]:
    """Make an operation on the elements of packed registers that saturates."""

    def make(types: tuple[str, ...]) -> Operation:
        kind = _ELEMENTS[types[0]]
        return arithmetic.elementwise(arithmetic.saturated(operation, kind), kind)

    return make


_ELEMENTS: Final = {"u16x2": "u2", "s16x2": "i2", "u8x4": "u1", "s8x4": "i1"}
_HIGH = arithmetic.multiply_high

_ARITHMETIC: Final[tuple[Row, ...]] = (
    ("add", ANY, _plain(operator.add)),
    ("add.sat", "s32", _plain(arithmetic.add_saturated)),
    ("add.sat", "u32", _plain(arithmetic.saturated_unsigned)),
    ("sub", ANY, _plain(operator.sub)),
    ("sub.sat", "s32", _plain(arithmetic.subtract_saturated)),
    ("mul.lo", ANY, _plain(operator.mul)),
    ("mul.hi", ANY, _kind(_HIGH)),
    ("mul.wide", WIDENED, _kind(arithmetic.multiply_wide)),
    ("mad.lo", ANY, _plain(arithmetic.multiply_add)),
    ("mad.hi", ANY, _with_addition(_HIGH)),
    ("mad.wide", WIDENED, _with_addition(arithmetic.multiply_wide)),
    ("mad.hi.sat", "s32", lambda _types: arithmetic.with_saturated_addend(_HIGH("i4"))),
    ("mul24.lo", "u32 s32", _plain(arithmetic.multiply24_low)),
    ("mul24.hi", "u32 s32", _plain(arithmetic.multiply24_high)),
    ("mad24.lo", "u32 s32", _plain(arithmetic.with_addend(arithmetic.multiply24_low))),
    ("mad24.hi", "u32 s32", _plain(arithmetic.with_addend(arithmetic.multiply24_high))),
    (
        "mad24.hi.sat",
        "s32",
        _plain(arithmetic.with_saturated_addend(arithmetic.multiply24_high)),
    ),
    ("sad", ANY, _plain(arithmetic.absolute_difference_add)),
    ("div", ANY, _kind(arithmetic.divide)),
    ("rem", ANY, _plain(arithmetic.remainder)),
    ("abs", SIGNED, _plain(np.abs)),
    ("neg", SIGNED, _plain(np.negative)),
    ("min", ANY, _plain(np.minimum)),
    ("max", ANY, _plain(np.maximum)),
    ("min.relu", "s32", _plain(arithmetic.with_relu(np.minimum))),
    ("max.relu", "s32", _plain(arithmetic.with_relu(np.maximum))),
    ("dp4a", PAIRS, arithmetic.dot4),
    ("dp2a.lo", PAIRS, partial(arithmetic.dot2, high=False)),
    ("dp2a.hi", PAIRS, partial(arithmetic.dot2, high=True)),
    ("clmad.lo", "u64", _plain(arithmetic.multiply_carryless_add(high=False))),
    ("clmad.hi", "u64", _plain(arithmetic.multiply_carryless_add(high=True))),
)

_PACKED: Final[tuple[Row, ...]] = (
    ("add", "u16x2 s16x2 u8x4 s8x4", _elements(np.add)),
    ("add.sat", "u16x2 s16x2 u8x4 s8x4", _with_saturation(np.add)),
    ("sub", "u8x4 s8x4", _elements(np.subtract)),
    ("sub.sat", "u8x4 s8x4", _with_saturation(np.subtract)),
    ("neg", "s8x4", _elements(np.negative)),
    ("min", "u16x2 s16x2 u8x4 s8x4", _elements(np.minimum)),
    ("max", "u16x2 s16x2 u8x4 s8x4", _elements(np.maximum)),
    ("min.relu", "s16x2 s8x4", _elements(arithmetic.with_relu(np.minimum))),
    ("max.relu", "s16x2 s8x4", _elements(arithmetic.with_relu(np.maximum))),
)

_CARRY: Final[tuple[Row, ...]] = (
    ("add.cc", CARRIED, _plain(arithmetic.add_carry)),
    ("addc", ANY, _plain(arithmetic.add_carry_in)),
    ("addc.sat", "s32", _plain(arithmetic.add_carry_in_saturated)),
    ("addc.cc", CARRIED, _plain(arithmetic.add_carry_in_out)),
    ("sub.cc", CARRIED, _plain(arithmetic.subtract_carry)),
    ("subc", ANY, _plain(arithmetic.subtract_carry_in)),
    ("subc.sat", "s32", _plain(arithmetic.subtract_carry_in_saturated)),
    ("subc.cc", CARRIED, _plain(arithmetic.subtract_carry_in_out)),
    ("mad.lo.cc", CARRIED, _with_carry(arithmetic.add_carry, _low)),
    ("mad.hi.cc", CARRIED, _with_carry(arithmetic.add_carry, _HIGH)),
    ("madc.lo", ANY, _with_carry(arithmetic.add_carry_in, _low)),
    ("madc.hi", ANY, _with_carry(arithmetic.add_carry_in, _HIGH)),
    ("madc.lo.cc", CARRIED, _with_carry(arithmetic.add_carry_in_out, _low)),
    ("madc.hi.cc", CARRIED, _with_carry(arithmetic.add_carry_in_out, _HIGH)),
    ("madc.hi.sat", "s32", _with_carry(arithmetic.add_carry_in_saturated, _HIGH)),
)

_BITS: Final[tuple[Row, ...]] = (
    ("popc", "b32 b64", _plain(bits.count)),
    ("clz", "b32 b64", _plain(bits.leading_zeros)),
    ("bfind", CARRIED, _kind(partial(bits.find_first, shift_amount=False))),
    ("bfind.shiftamt", CARRIED, _kind(partial(bits.find_first, shift_amount=True))),
    ("fns", "b32", _plain(bits.find_nth)),
    ("brev", "b32 b64", _plain(bits.reverse)),
    ("bfe", CARRIED, _kind(bits.extract)),
    ("bfi", "b32 b64", _plain(bits.insert)),
    ("szext.clamp", "u32 s32", _kind(partial(bits.extend, wrap=False))),
    ("szext.wrap", "u32 s32", _kind(partial(bits.extend, wrap=True))),
    ("bmsk.clamp", "b32", _plain(bits.mask(wrap=False))),
    ("bmsk.wrap", "b32", _plain(bits.mask(wrap=True))),
    ("and", f"{BITS} pred", _plain(operator.and_)),
    ("or", f"{BITS} pred", _plain(operator.or_)),
    ("xor", f"{BITS} pred", _plain(operator.xor)),
    ("not", f"{BITS} pred", _plain(np.invert)),
    ("cnot", BITS, _plain(bits.is_zero)),
    ("lop3", "b32", _plain(logic.lop3)),
    ("lop3.and", "b32", _plain(logic.lop3_joined(operator.and_))),
    ("lop3.or", "b32", _plain(logic.lop3_joined(operator.or_))),
    ("shf.l.clamp", "b32", _plain(bits.funnel_left(wrap=False))),
    ("shf.l.wrap", "b32", _plain(bits.funnel_left(wrap=True))),
    ("shf.r.clamp", "b32", _plain(bits.funnel_right(wrap=False))),
    ("shf.r.wrap", "b32", _plain(bits.funnel_right(wrap=True))),
    ("shl", BITS, _kind(bits.shift_left)),
    ("shr", f"{BITS} {ANY}", _kind(bits.shift_right)),
    ("prmt", "b32", _plain(logic.permute)),
    *((f"prmt{mode}", "b32", _plain(logic.permute_by_mode(mode))) for mode in logic.PERMUTE_MODES),
)


def _table(
    rows: Iterable[Row],
) -> dict[tuple[str, frozenset[str], tuple[str, ...]], Callable[[tuple[str, ...]], Operation]]:
    table = {}
    for name, types, make in rows:
        opcode, *flags = name.split(".")
        # `u32.s32` is two types, of a and of b, as in `dp4a.u32.s32`.
        for names in types.split():
            key = opcode, frozenset(f".{flag}" for flag in flags), tuple(names.split("."))
            table[key] = make
    return table


_TABLE: Final = _table((*_ARITHMETIC, *_PACKED, *_CARRY, *_BITS))
