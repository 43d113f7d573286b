"""Video instructions (PTX ISA 9.0, section 9.7.18): arithmetic on parts of registers.

Scalar instructions take one part of a register, SIMD instructions two halves or four bytes at a
time. Where the manual computes with 33 and 34 bits, these functions do with 64.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from ptxpy.isa import TYPES
from ptxpy.sim.numpy_types import KINDS
from ptxpy.sim.semantics.integers.arithmetic import clamp
from ptxpy.sim.semantics.integers.bits import part
from ptxpy.sim.semantics.integers.comparisons import ORDERED
from ptxpy.sim.semantics.lanewise import select

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.semantics.lanewise import Operation, Value

__all__ = ["video_operation"]

_PARTS: Final = {
    ".b0": (0, 8),
    ".b1": (8, 8),
    ".b2": (16, 8),
    ".b3": (24, 8),
    ".h0": (0, 16),
    ".h1": (16, 16),
}
"""The lowest bit and the width of the part that a selector takes."""

_SECOND: Final[dict[str, Operation]] = {".add": np.add, ".min": np.minimum, ".max": np.maximum}
"""The secondary operations on the result and c."""

_PRIMARY: Final[dict[str, Operation]] = {
    "vadd": np.add,
    "vsub": np.subtract,
    "vabsdiff": lambda a, b: np.abs(a - b),
    "vmin": np.minimum,
    "vmax": np.maximum,
}
_SELECTOR: Final = {
    2: re.compile(r"\.h[0-3]{2}"),
    4: re.compile(r"\.b[0-7]{4}"),
}
_MASK: Final = {
    2: re.compile(r"\.h(?=.)1?0?"),
    4: re.compile(r"\.b(?=.)3?2?1?0?"),
}
_DEFAULTS: Final = {2: (".h10", ".h10", ".h32"), 4: (".b3210", ".b3210", ".b7654")}
"""The mask of d and the selectors of a and b of an instruction without any."""


@cache
def video_operation(
    opcode: str, modifiers: tuple[str, ...], selectors: tuple[str, ...]
) -> Operation | None:
    """Return the operation of a video instruction, or None for another one.

    The operation takes a and b as their types say, and c if there is one, and returns d.

    Args:
        opcode: `vadd`, `vset4`.
        modifiers: `(".s32", ".u32", ".u32", ".sat")`.
        selectors: The selector of each operand, beginning with d: `.b0`, `.h10`, or empty. It
            begins with `-` for an operand that `vmad` negates.
    """
    types = tuple(modifier[1:] for modifier in modifiers if modifier[1:] in TYPES)
    flags = frozenset(modifier for modifier in modifiers if modifier[1:] not in TYPES)
    if not {"u32", "s32"}.issuperset(types):
        return None
    if opcode[-1] in "24":
        return _simd(opcode, types, flags, selectors)
    if opcode == "vmad":
        return _multiply_add(types, flags, selectors)
    if any(selector and selector not in _PARTS for selector in selectors):
        return None
    primary, rest = _primary(opcode, flags)
    if opcode == "vset":
        types = ("u32", *types)
    count = 3
    if primary is None or len(types) != count or not rest <= _SECOND.keys() | {".sat"}:
        return None
    target, a_part, b_part = (*selectors, "", "", "")[:count]
    a_select, b_select = _extraction(types[1], a_part), _extraction(types[2], b_part)
    finish = _finishing(types[0], rest, target)

    def operation(a: Value, b: Value, *c: Value) -> Value:
        return finish(primary(a_select(a), b_select(b)), *c)

    return operation


def _primary(opcode: str, flags: frozenset[str]) -> tuple[Operation | None, frozenset[str]]:
    """Return the primary operation on int64, and the modifiers that do not belong to it."""
    if opcode == "vset":
        chosen = flags & ORDERED.keys()
        if len(chosen) == 1:
            return _comparison(ORDERED[next(iter(chosen))]), flags - chosen
    if opcode in ("vshl", "vshr"):
        chosen = flags & {".clamp", ".wrap"}
        if len(chosen) == 1:
            shift = _shift_left if opcode == "vshl" else np.right_shift
            return _shift(shift, wrap=".wrap" in chosen), flags - chosen
    return _PRIMARY.get(opcode), flags


def _comparison(compare: Operation) -> Operation:
    return lambda a, b: compare(a, b).astype("i8")


def _shift(shift: Operation, *, wrap: bool) -> Operation:
    def operation(a: Value, amount: Value) -> Value:
        return shift(a, amount & 31 if wrap else np.minimum(amount, 32))

    return operation


def _shift_left(a: Value, amount: Value) -> Value:
    """Return a shifted left."""
    # An unsigned value of 32 bits shifted by 32 does not fit in 64 bits with its sign. Its low bits
    # are zeros anyway, and the largest value without a sign is as far outside of the limits.
    largest = np.int64(0x7FFFFFFF)
    return select(amount == 32, np.minimum(a, largest), a) << amount  # noqa: PLR2004


def _extraction(name: str, selector: str) -> Operation:
    """Return the operation that extends a part of a register to int64 by its type."""
    signed = name == "s32"
    if not selector:
        kind = KINDS[name]
        return lambda register: register.view(kind).astype("i8")
    low, width = _PARTS[selector]
    return lambda register: part(register, low, width, signed=signed).astype("i8")


def _finishing(name: str, flags: frozenset[str], target: str) -> Callable[..., Value]:
    """Return the function that saturates a result, and joins it with c or inserts it into c.

    Args:
        name: The type of the destination.
        flags: `.sat`, and the secondary operation.
        target: The selector of the destination.
    """
    kind = KINDS[name]
    low, width = _PARTS.get(target, (0, 32))
    narrow = f"{kind[0]}{width // 8}"
    saturate = ".sat" in flags
    second = next((_SECOND[flag] for flag in flags if flag in _SECOND), None)
    where = ((1 << width) - 1) << low

    def finish(result: Value, *c: Value) -> Value:
        if saturate:
            # Saturation is to the size of the part that the result goes to.
            result = clamp(result, narrow).astype("i8")
        if second is not None:
            result = second(result, c[0].view(kind).astype("i8"))
        register = result.astype("u4")
        if target:
            # With a destination `d.h1` only that half of c is replaced.
            register = ((register << low) & where) | (c[0].view("u4") & (where ^ 0xFFFFFFFF))
        return register.view(kind)

    return finish


def _multiply_add(
    types: tuple[str, ...], flags: frozenset[str], selectors: tuple[str, ...]
) -> Operation | None:
    """Return `vmad`: a product plus c, scaled.

    The product of two unsigned values may need 65 bits with its sign. That matters to saturation
    only, and is far outside the limits then, so that anything else far outside will do.
    """
    _, a_part, b_part, c_part = (*selectors, "", "", "", "")[:4]
    negated = a_part.startswith("-") != b_part.startswith("-")
    c_negated = c_part.startswith("-")
    a_part, b_part = a_part.removeprefix("-"), b_part.removeprefix("-")
    scale = {".shr7": 7, ".shr15": 15}
    scales = [bits for flag, bits in scale.items() if flag in flags]
    count = 3
    if (
        len(types) != count
        or any(selector and selector not in _PARTS for selector in (a_part, b_part))
        or len(scales) > 1
        or not flags <= {".po", ".sat", *scale}
    ):
        return None
    a_select, b_select = _extraction(types[1], a_part), _extraction(types[2], b_part)
    unsigned = types[1:] == ("u32", "u32")
    signed_result = not unsigned or negated or c_negated
    saturate, one, shift = ".sat" in flags, int(".po" in flags), sum(scales)
    kind, narrow = KINDS[types[0]], "i4" if signed_result else "u4"

    def operation(a: Value, b: Value, c: Value) -> Value:
        product = a_select(a) * b_select(b)
        if not signed_result:
            return _scale(product.view("u8") + (c.view("u4").astype("u8") + one), shift, narrow)
        if unsigned and saturate:
            # A product of unsigned factors may have bit 63 set, and would be negative as int64.
            # Saturation only asks whether it is far outside.
            product = np.minimum(product.view("u8"), 1 << 62).view("i8")
        if negated:
            product = np.negative(product)
        addend = c.view("u4")
        # -c is ~c + 1, whose 1 is added below.
        addend = (~addend if c_negated else addend).view("i4").astype("i8")
        return _scale(product + addend + (one or int(c_negated)), shift, narrow)

    def _scale(total: Value, bits: int, limits: str) -> Value:
        total = total >> bits
        total = clamp(total, limits) if saturate else total.astype("u4")
        return total.view(kind)

    return operation


def _average(a: Value, b: Value) -> Value:
    """Return half the sum: rounded down if it is negative, else up."""
    total = a + b
    return (total + (total >= 0)) >> 1


_SIMD_PRIMARY: Final[dict[str, Operation]] = {
    "vadd": np.add,
    "vsub": np.subtract,
    "vavrg": _average,
    "vabsdiff": lambda a, b: np.abs(a - b),
    "vmin": np.minimum,
    "vmax": np.maximum,
}


def _simd(
    opcode: str, types: tuple[str, ...], flags: frozenset[str], selectors: tuple[str, ...]
) -> Operation | None:
    """Return the operation of a SIMD video instruction, or None for another one.

    Args:
        opcode: `vadd4`.
        types: Those of d, a and b; without that of d for `vset2` and `vset4`.
        flags: The other modifiers.
        selectors: The mask of d and the selectors of a and b; empty for the default.
    """
    name, lanes = opcode[:-1], int(opcode[-1])
    width = 32 // lanes
    given = (*selectors, "", "", "")[:3]
    mask, *chosen = (text or default for text, default in zip(given, _DEFAULTS[lanes], strict=True))
    if not _MASK[lanes].fullmatch(mask) or not all(map(_SELECTOR[lanes].fullmatch, chosen)):
        return None
    primary = _SIMD_PRIMARY.get(name)
    if name == "vset":
        compares = flags & ORDERED.keys()
        types, flags = ("u32", *types), flags - compares
        primary = ORDERED[next(iter(compares))] if len(compares) == 1 else None
    count = 3
    if primary is None or len(types) != count or flags not in ({".sat"}, {".add"}, set()):
        return None
    written = [int(digit) for digit in mask[2:]]
    elements = [_element(selector, index, width) for selector in chosen for index in range(lanes)]
    signs = [types[1] == "s32"] * lanes + [types[2] == "s32"] * lanes
    kind = KINDS[types[0]]
    limits = np.iinfo(f"{kind[0]}{width // 8}")
    accumulate, saturate = ".add" in flags, ".sat" in flags
    ones = (1 << width) - 1
    kept = 0xFFFFFFFF ^ sum(ones << (index * width) for index in written)

    def compute(a: Value, b: Value, c: Value) -> Value:
        registers = (a, b)
        inputs = [
            part(registers[source], low, width, signed=signed)
            for (source, low), signed in zip(elements, signs, strict=True)
        ]
        total = c.view("u4") if accumulate else c.view("u4") & kept
        for index in written:
            result = primary(inputs[index], inputs[index + lanes])
            if saturate:
                result = np.minimum(np.maximum(result, int(limits.min)), int(limits.max))
            result = result.astype("u4")
            if not accumulate:
                # Without `.add` each element goes to its place; with it, all are added to c.
                result = (result & ones) << (index * width)
            total = total + result
        return total.view(kind)

    return compute


def _element(selector: str, index: int, width: int) -> tuple[int, int]:
    """Return from which register the element of a lane comes, and from which bit on."""
    lanes = 32 // width
    source, place = divmod(int(selector[-1 - index]), lanes)
    return source, place * width
