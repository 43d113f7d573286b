"""Choices about NaNs, about bits of elements, and about which columns count as zero."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from gpu_checking.tensor_memory.frame import SHARED, Kernel, Outputs, placed
from gpu_checking.tensor_memory.operands import (
    B_AT,
    columns,
    instruction,
    integers,
    pair,
    put,
    result,
    rows_of,
)
from gpu_checking.tensor_memory.probe import Choice, Probe, Reading

__all__ = ["CHOICES"]

_N: Final = 16
_NANS: Final = 4
"""Rows of D that are NaN."""


def _nans(name: str, d: int, canonical: int, quiet: int, mask: int) -> Probe:
    """Return a probe of a NaN in A, of infinities that cancel, and of a NaN in D.

    Args:
        name: The type of D.
        d: Its code.
        canonical: Its NaN here.
        quiet: Its NaN without other bits in the fraction.
        mask: The bits of a column that D takes.
    """
    a = np.ones((128, 16), np.float16)
    a[0, 3] = np.array(0x7E55, np.uint16).view(np.float16)
    a[1, 2:4] = np.inf, -np.inf
    a[2, 5] = np.array(0xFE00, np.uint16).view(np.float16)
    memory, at_a, at_b = pair(a, np.ones((_N, 16)))
    body = (
        *columns(("%rd8", at_a), ("%rd9", at_b)),
        f"mov.b32 %r20, {instruction(128, _N, d=d)};",
        "tcgen05.mma.cta_group::1.kind::f16 [%r7], %rd8, %rd9, %r20, 1;",
    )
    cells = np.zeros((1, 128, 512), np.uint32)
    cells[0, _NANS - 1] = 0x7FC12345 if mask > 0xFFFF else 0x7E55

    def all_are(word: int) -> Callable[[Outputs], bool]:
        return lambda found: bool((found.cells[0, :_NANS, :_N] & np.uint32(mask) == word).all())

    readings = (Reading(f"{quiet:#x}", all_are(quiet)),)
    return Probe(name, Kernel(body, memory=memory, cells=cells), all_are(canonical), readings)


def _low_bits() -> Probe:
    """Elements of `.tf32` whose lower 13 bits are set: 1, and almost 2 to the -10 more."""
    words = np.full((128, 8), 0x3F801FFF, np.uint32)
    words[1::2] |= np.uint32(0x80000000)
    memory = np.zeros((1, SHARED), np.uint8)
    at_a = put(memory[0], 0, rows_of(words, "u4"))
    at_b = put(memory[0], B_AT, rows_of(np.eye(_N, 8), "f4"))
    body = (
        *columns(("%rd8", at_a), ("%rd9", at_b)),
        f"mov.b32 %r20, {instruction(128, _N, more=2 << 7 | 2 << 10)};",
        "tcgen05.mma.cta_group::1.kind::tf32 [%r7], %rd8, %rd9, %r20, 0;",
    )

    def is_times(factor: float) -> Callable[[Outputs], bool]:
        wanted = np.where(np.arange(128) % 2, -factor, factor).astype(np.float32)[:, None]
        return lambda found: bool((result(found.cells[0], 128, 8) == wanted).all())

    full = float(np.array(0x3F801FFF, np.uint32).view(np.float32))
    return Probe(
        "128 x 16",
        Kernel(body, memory=memory),
        is_times(1),
        (
            Reading("they round the element", is_times(1 + 2.0**-10)),
            Reading("they count", is_times(full)),
        ),
    )


def _runs() -> Probe:
    """A zero-column mask with runs of 3 and of 5 columns, of which the first begins 1 late."""
    n, late = 64, 1
    a, b = integers(50, 128, 16), integers(51, n, 16)
    memory, at_a, at_b = pair(a, b)
    mask = 1 << 39 | late | (3 - 1) << 40 | (5 - 1) << 48
    body = (
        *columns(("%rd8", at_a), ("%rd9", at_b)),
        f"mov.b32 %r20, {instruction(128, n)};",
        f"mov.b64 %rd10, {mask};",
        "tcgen05.mma.ws.cta_group::1.kind::f16 [%r7], %rd8, %rd9, %r20, 0, %rd10;",
    )
    kernel = Kernel(body, memory=memory)
    before = placed(kernel)[0]

    def zeroed(first: int, second: int, *, begins: bool) -> Callable[[Outputs], bool]:
        """Return what matches runs by turns, the first zeroed if `begins`."""
        turns = np.tile(np.repeat([begins, not begins], [first, second]), n)
        product = (a @ b.T).astype(np.float32)
        product[:, turns[late : late + n]] = 0
        wanted = before.copy()
        wanted[:, :n] = product.view(np.uint32)
        return lambda found: np.array_equal(found.cells[0], wanted)

    return Probe(
        "runs of 3 and of 5",
        kernel,
        zeroed(5, 3, begins=False),
        (
            Reading("bits 40 to 47 are those of used ones", zeroed(3, 5, begins=False)),
            Reading("a span of 0 begins with zeros", zeroed(3, 5, begins=True)),
            Reading("both are the other way round", zeroed(5, 3, begins=True)),
        ),
    )


CHOICES: Final = (
    Choice(
        "NaNs in D",
        "0x7fffffff, and of `.f16` 0x7fff",
        "these are in D where A has a NaN, infinities cancel, and D was a NaN of other bits",
        (
            _nans("f32", 1, 0x7FFFFFFF, 0x7FC00000, 0xFFFFFFFF),
            _nans("f16", 0, 0x7FFF, 0x7E00, 0xFFFF),
        ),
    ),
    Choice(
        "The lower 13 bits of elements of `.kind::tf32`",
        "they do not count",
        "the product of 1 and 0x3f801fff is 1",
        (_low_bits(),),
    ),
    Choice(
        "The runs of a zero-column mask, which the manual's table and its examples number "
        "differently",
        "bits 40 to 47 are zeroed columns less 1, bits 48 to 55 used ones; the first run is used "
        "if its bit is 0",
        "with 2 and 4 there, columns of D are by turns 5 products and 3 zeros",
        (_runs(),),
    ),
)
"""What no document settles about elements, or documents say in two ways."""
