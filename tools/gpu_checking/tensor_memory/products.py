"""Choices about products: sums, what they read late, limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from gpu_checking.tensor_memory.frame import Kernel, Outputs, placed, waiting
from gpu_checking.tensor_memory.operands import (
    B_AT,
    columns,
    descriptor,
    halves,
    instruction,
    integers,
    pair,
    put,
    result,
    rows_of,
)
from gpu_checking.tensor_memory.probe import Choice, Probe, Reading
from gpu_checking.values import Array

__all__ = ["CHOICES"]

# --- sums

_SUMS: Final[tuple[tuple[tuple[float, ...], float], ...]] = (
    ((1.5 * 2.0**-24,), 1.0),
    ((-(2.0**-25),), 1 - 2.0**-24),
    ((2.0**-23 + 2.0**-24,), 1 + 2.0**-23),
    ((2.0**-24,), 1.0),
    ((2.0**-26,) * 16, 1.0),
    ((2.0**-25,) * 16, 1 + 2.0**-21),
    ((2.0**-24, 2.0**-23), 1 + 2.0**-23),
)
"""Products that are added to 1, and the sum if each is truncated to 25 bits behind the point of the
greatest, and their sum towards zero to `float32`."""

_SINGLE: Final = 4
"""The first sums have a single product, so their result depends on no order."""
_FACTOR: Final = 2.0**-12
"""An element of B, which keeps those of A in the range of `f16`."""


def _sums(name: str, m: int, n: int, group: int, opcode: str) -> Probe:
    """Return a probe of the sums, one in each row of every CTA."""
    a = np.zeros((m, 16))
    per = m // group
    for row, (products, _) in enumerate(_SUMS):
        for cta in range(group):
            a[cta * per + row, : len(products)] = np.array(products) / _FACTOR
    memory, at_a, at_b = pair(a, np.full((n, 16), _FACTOR), group)
    body = (
        *columns(("%rd8", at_a), ("%rd9", at_b)),
        f"mov.b32 %r20, {instruction(m, n)};",
        f"tcgen05.{opcode}.cta_group::{group}.kind::f16 [%r7], %rd8, %rd9, %r20, 1;",
    )
    ones = np.full((group, 128, 512), 0x3F800000, np.uint32)
    kernel = Kernel(body, group=group, memory=memory, cells=ones)
    truncated = np.array([wanted for _, wanted in _SUMS], np.float32)

    def sums(outputs: Outputs, number: int) -> Array:
        return np.stack([result(cells, number, n) for cells in outputs.cells])

    def agrees(expected: Outputs, found: Outputs) -> bool:
        return np.array_equal(sums(expected, _SINGLE), sums(found, _SINGLE))

    def is_truncated(found: Outputs) -> bool:
        return bool((sums(found, len(_SUMS)) == truncated[:, None]).all())

    rounded = np.array([np.float32(1 + products[0]) for products, _ in _SUMS[:_SINGLE]])

    def is_rounded(found: Outputs) -> bool:
        return bool((sums(found, _SINGLE) == rounded[:, None]).all())

    text = "each product is truncated to 25 bits behind the point of the greatest, the sum to f32"
    return Probe(name, kernel, is_rounded, (Reading(text, is_truncated),), agrees)


# --- D of f16


def _narrow() -> Probe:
    a, b = integers(1, 128, 16), integers(2, 16, 16)
    memory, at_a, at_b = pair(a, b)
    body = (
        *columns(("%rd8", at_a), ("%rd9", at_b)),
        f"mov.b32 %r20, {instruction(128, 16, d=0)};",
        "tcgen05.mma.cta_group::1.kind::f16 [%r7], %rd8, %rd9, %r20, 0;",
    )
    kernel = Kernel(body, memory=memory)

    def zeroed(found: Outputs) -> bool:
        return not halves(found.cells[0, :, :16]).any()

    def kept(found: Outputs) -> bool:
        product = (a @ b.T).astype(np.float16).view(np.uint16)
        wanted = placed(kernel)[0]
        wanted[:, :16] = wanted[:, :16] & np.uint32(0xFFFF0000) | product
        return np.array_equal(found.cells[0], wanted)

    return Probe("128 x 16", kernel, kept, (Reading("they become 0", zeroed),))


# --- the collector


def _collected(ws: bool) -> Probe:  # noqa: FBT001
    """Fill a buffer of the collector, change the matrix, and use the buffer."""
    buffer = "b0" if ws else "a"
    n = 64 if ws else 16
    a, b = integers(13, 128, 16), integers(14, n, 16)
    changed = (b if ws else a)[::-1]
    memory, at_a, at_b = pair(a, b)
    put(memory[0], 24576, rows_of(changed))
    place = B_AT if ws else 0
    octets = changed.size * 2
    opcode = f"tcgen05.mma{'.ws' if ws else ''}.cta_group::1.kind::f16.collector::{buffer}"
    body = (
        *columns(("%rd8", at_a), ("%rd9", at_b)),
        f"mov.b32 %r20, {instruction(128, n)};",
        f"{opcode}::fill [%r7], %rd8, %rd9, %r20, 0;",
        "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [bar2];",
        *waiting(0),
        "mov.u32 %r21, 0;",
        "MOVE:",
        "add.u32 %r22, %r2, %r21;",
        "ld.shared.b32 %r23, [%r22+24576];",
        f"st.shared.b32 [%r22+{place}], %r23;",
        "add.u32 %r21, %r21, 4;",
        f"setp.lt.u32 %p5, %r21, {octets};",
        "@%p5 bra MOVE;",
        "fence.proxy.async;",
        "add.u32 %r24, %r7, 256;",
        f"{opcode}::lastuse [%r24], %rd8, %rd9, %r20, 0;",
    )
    kernel = Kernel(body, memory=memory)
    old = (a @ b.T).astype(np.float32)

    def is_old(found: Outputs) -> bool:
        return np.array_equal(result(found.cells[0], 128, n, 256), old)

    new = (a @ changed.T if ws else changed @ b.T).astype(np.float32)

    def is_new(found: Outputs) -> bool:
        return np.array_equal(result(found.cells[0], 128, n, 256), new)

    text = "the matrix is that of the buffer"
    return Probe(f"collector::{buffer}", kernel, is_new, (Reading(text, is_old),))


# --- copies behind products

_ROUNDS: Final = 12


def _in_order() -> Probe:
    """Products with A in tensor memory, and copies over that A between them, without a wait."""
    b = integers(15, 16, 16)
    lefts = [integers(16 + index, 128, 16) for index in range(3)]
    memory = np.zeros((1, B_AT + 8192), np.uint8)
    sources = [put(memory[0], 4096 * index, rows_of(left)) for index, left in enumerate(lefts)]
    at_b = put(memory[0], B_AT, rows_of(b))
    lines = [
        *columns(("%rd9", at_b)),
        f"mov.b32 %r20, {instruction(128, 16)};",
        "add.u32 %r21, %r7, 256;",
    ]
    for turn in range(_ROUNDS):
        lines += [
            *columns(("%rd8", sources[turn % 3])),
            "tcgen05.cp.cta_group::1.128x256b [%r21], %rd8;",
            f"add.u32 %r22, %r7, {16 * turn};",
            "tcgen05.mma.cta_group::1.kind::f16 [%r22], [%r21], %rd9, %r20, 0;",
        ]
    products = [(left @ b.T).astype(np.float32) for left in lefts]

    def in_order(found: Outputs) -> bool:
        return all(
            np.array_equal(result(found.cells[0], 128, 16, 16 * turn), products[turn % 3])
            for turn in range(_ROUNDS)
        )

    text = "a copy changes A before the product has read it"
    late = Reading(text, lambda found: not in_order(found))
    return Probe("128x256b over A", Kernel(tuple(lines), memory=memory), in_order, (late,))


# --- limits: base offsets


def _base_offset() -> Probe:
    """A whose pattern of the 128-byte swizzle begins 3 * 128 bytes behind a multiple of 1024."""
    base, lead = 3, 3 * 128
    b = np.eye(16)
    random = np.random.default_rng(30)
    memory = random.integers(0, 120, (1, B_AT + 8192), np.uint8)  # any two bytes are a finite f16
    memory[0, 1:B_AT:2] %= 100
    at_b = put(memory[0], B_AT, rows_of(b))
    at_a = descriptor(lead, 16, 1024, swizzle=2, base=base)
    body = (
        *columns(("%rd8", at_a), ("%rd9", at_b)),
        f"mov.b32 %r20, {instruction(64, 16)};",
        "tcgen05.mma.cta_group::1.kind::f16 [%r7], %rd8, %rd9, %r20, 0;",
    )
    byte = np.arange(32)
    place = lead + np.arange(64)[:, None] * 128 + byte
    line = place >> 7

    def read(phase: Array) -> Callable[[Outputs], bool]:
        octets = np.ascontiguousarray(memory[0][place ^ phase << 4])
        wanted = octets.view(np.float16).astype(np.float32)
        lanes = np.arange(64) // 16 * 32 + np.arange(64) % 16
        return lambda found: np.array_equal(result(found.cells[0], 128, 16)[lanes], wanted)

    return Probe("a base offset", Kernel(body, memory=memory), None, (
        Reading("the swizzle counts lines from the base offset on", read(line - base & 7)),
        Reading("the swizzle counts lines from the base offset back", read(line + base & 7)),
        Reading("a base offset has no effect", read(line & 7)),
    ), refused="bits 49 to 51, the base offset, hold 3")  # fmt: skip


def _column_shift() -> Probe:
    """A zero-column mask that shifts columns by 8, with 128 columns of B in shared memory."""
    n, by = 64, 8
    a, b = integers(31, 128, 16), integers(32, 2 * n, 16)
    memory, at_a, at_b = pair(a, b)
    mask = by << 56 | 255 << 48 | 1 << 39  # no run of zeros in the first 256 columns
    body = (
        *columns(("%rd8", at_a), ("%rd9", at_b)),
        f"mov.b32 %r20, {instruction(128, n, more=1 << 30)};",
        f"mov.b64 %rd10, {mask};",
        "tcgen05.mma.ws.cta_group::1.kind::f16 [%r7], %rd8, %rd9, %r20, 0, %rd10;",
    )
    product = (a @ b.T).astype(np.float32)

    def moved(columns_of: Array) -> Callable[[Outputs], bool]:
        wanted = product[:, columns_of]
        return lambda found: np.array_equal(result(found.cells[0], 128, n), wanted)

    column = np.arange(n)
    return Probe("a column shift", Kernel(body, memory=memory), None, (
        Reading("column n of D is that of column n + 8 of B", moved(column + by)),
        Reading("the same, from the first column on again", moved((column + by) % n)),
        Reading("column n + 8 of D is that of column n of B", moved((column - by) % n)),
        Reading("a column shift has no effect", moved(column)),
    ), refused="bits 56 to 61 shift columns by 8")  # fmt: skip


CHOICES: Final = (
    Choice(
        "The order and the rounding of the sums of a product",
        "those of `float32`, in any order",
        "1 + 1.5 · 2⁻²⁴ is 1 + 2⁻²³, and 1 - 2⁻²⁵ is 1, of one CTA, of `.ws` and of a pair (if "
        "sums are truncated, as microsoft/MMA-Sim models a B200: 1, and 1 - 2⁻²⁴)",
        (
            _sums("one CTA", 128, 16, 1, "mma"),
            _sums(".ws", 128, 64, 1, "mma.ws"),
            _sums("a pair", 256, 32, 2, "mma"),
        ),
    ),
    Choice(
        "The upper halves of columns of D of `.f16`",
        "they stay",
        "the upper halves of 16 columns are those from before the product",
        (_narrow(),),
    ),
    Choice(
        "The collector buffer",
        "it has no effect",
        "a matrix that has changed since it filled a buffer counts as it is now",
        (_collected(ws=False), _collected(ws=True)),
    ),
    Choice(
        "`tcgen05.cp` behind a product of its thread that reads there",
        "it is in order",
        "products and copies over their A in turns, without a wait, give what they give one by "
        "one; a disorder can be found, not excluded",
        (_in_order(),),
    ),
    Choice(
        "The column shift of a zero-column mask, base offsets of matrix descriptors",
        "only 0 is run",
        "which columns of B a shift of 8 takes, and from which line a base offset of 3 counts",
        (_column_shift(), _base_offset()),
    ),
)
"""What no document settles about sums, and about when products read."""
