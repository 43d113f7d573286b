"""SIMD video instructions: two halves or four bytes at a time (PTX ISA 9.0, section 9.7.18.2)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np

from ptxpy.sim.numpy_types import KINDS
from ptxpy.sim.semantics.integers.bits import part
from ptxpy.sim.semantics.integers.comparisons import ORDERED

if TYPE_CHECKING:
    from ptxpy.sim.semantics.operations import Operation, Value

__all__ = ["operation"]

SELECTOR: Final = {
    2: re.compile(r"\.h[0-3]{2}"),
    4: re.compile(r"\.b[0-7]{4}"),
}
MASK: Final = {
    2: re.compile(r"\.h(?=.)1?0?"),
    4: re.compile(r"\.b(?=.)3?2?1?0?"),
}
DEFAULTS: Final = {2: (".h10", ".h10", ".h32"), 4: (".b3210", ".b3210", ".b7654")}
"""The mask of d and the selectors of a and b where there are none."""


def _average(a: Value, b: Value) -> Value:
    """Return half the sum: rounded up where it is not negative, else down."""
    total = a + b
    return (total + (total >= 0)) >> 1


PRIMARY: Final[dict[str, Operation]] = {
    "vadd": np.add,
    "vsub": np.subtract,
    "vavrg": _average,
    "vabsdiff": lambda a, b: np.abs(a - b),
    "vmin": np.minimum,
    "vmax": np.maximum,
}


def operation(
    opcode: str, types: tuple[str, ...], flags: frozenset[str], selectors: tuple[str, ...]
) -> Operation | None:
    """Return what a SIMD video instruction computes, or None if it is not one.

    Args:
        opcode: `vadd4`.
        types: Those of d, a and b; without that of d for `vset2` and `vset4`.
        flags: The other modifiers.
        selectors: The mask of d and the selectors of a and b; empty for the default.
    """
    name, lanes = opcode[:-1], int(opcode[-1])
    width = 32 // lanes
    given = (*selectors, "", "", "")[:3]
    mask, *chosen = (text or default for text, default in zip(given, DEFAULTS[lanes], strict=True))
    if not MASK[lanes].fullmatch(mask) or not all(map(SELECTOR[lanes].fullmatch, chosen)):
        return None
    primary = PRIMARY.get(name)
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
                result = (result & ones) << (index * width)
            total = total + result
        return total.view(kind)

    return compute


def _element(selector: str, index: int, width: int) -> tuple[int, int]:
    """Return from which register the element of a lane comes, and from which bit on."""
    lanes = 32 // width
    source, place = divmod(int(selector[-1 - index]), lanes)
    return source, place * width
