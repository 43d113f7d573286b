"""Choices about extents of products, layouts of D, lanes, and A in tensor memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from gpu_checking.tensor_memory.frame import Kernel, Outputs, placed
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
from gpu_checking.values import Array

__all__ = ["CHOICES"]


# --- extents


def _octets(n: int, *, in_tensor_memory: bool) -> Probe:
    """Return a probe of N that is an odd multiple of 8, with 128 rows."""
    a, b = integers(3, 128, 16), integers(4, n, 16)
    memory, at_a, at_b = pair(a, b)
    left = "[%r21]" if in_tensor_memory else "%rd8"
    body = (
        *columns(("%rd8", at_a), ("%rd9", at_b)),
        f"mov.b32 %r20, {instruction(128, n)};",
        "add.u32 %r21, %r7, 64;",
        f"tcgen05.mma.cta_group::1.kind::f16 [%r7], {left}, %rd9, %r20, 0;",
    )
    kernel = Kernel(body, memory=memory)
    cells = placed(kernel)
    cells[0, :, 64:72] = rows_of(a).view(np.uint32)
    where = "tensor" if in_tensor_memory else "shared"
    wanted = cells[0].copy()
    wanted[:, :n] = (a @ b.T).astype(np.float32).view(np.uint32)
    name = f"N = {n}, A in {where} memory"
    return Probe(
        name,
        kernel._replace(cells=cells),
        lambda found: np.array_equal(found.cells[0], wanted),
    )


# --- lanes of a pair


def _disabled() -> Probe:
    a, b = integers(5, 256, 16), integers(6, 32, 16)
    memory, at_a, at_b = pair(a, b, 2)
    words = (0x1, 0x30, 0x700, 0xF000, 0x1F0000, 0x3F00000, 0x7F000000, 0x80000001)
    names = [f"%r{30 + index}" for index in range(8)]
    body = (
        *columns(("%rd8", at_a), ("%rd9", at_b)),
        f"mov.b32 %r20, {instruction(256, 32)};",
        *(f"mov.b32 {name}, {word};" for name, word in zip(names, words, strict=True)),
        f"tcgen05.mma.cta_group::2.kind::f16 [%r7], %rd8, %rd9, %r20, {{{', '.join(names)}}}, 0;",
    )
    kernel = Kernel(body, group=2, memory=memory)
    before = placed(kernel)

    def kept(*words_of_ctas: tuple[int, ...]) -> Callable[[Outputs], bool]:
        bits = np.array(words_of_ctas, np.uint32).view(np.uint8)
        wanted = np.unpackbits(bits, axis=1, bitorder="little").astype(bool)
        return lambda found: np.array_equal(
            (found.cells[..., :32] == before[..., :32]).all(-1), wanted
        )

    return Probe("256 x 32", kernel, kept(words[:4], words[4:]), (
        Reading("the first four words are the odd CTA's", kept(words[4:], words[:4])),
        Reading("the first four words are those of both", kept(words[:4], words[:4])),
        Reading("words go to the CTAs in turns", kept(words[::2], words[1::2])),
    ))  # fmt: skip


# --- A in tensor memory


def _shifted_left() -> Probe:
    a, b = integers(7, 128, 16), integers(8, 16, 16)
    memory, _, at_b = pair(a, b)
    body = (
        *columns(("%rd9", at_b)),
        f"mov.b32 %r20, {instruction(128, 16)};",
        "add.u32 %r21, %r7, 64;",
        "tcgen05.mma.cta_group::1.kind::f16.ashift [%r7], [%r21], %rd9, %r20, 0;",
    )
    kernel = Kernel(body, memory=memory)
    cells = placed(kernel)
    cells[0, :, 64:72] = rows_of(a).view(np.uint32)

    def rows(order: Array) -> Callable[[Outputs], bool]:
        wanted = (a[order] @ b.T).astype(np.float32)
        return lambda found: np.array_equal(result(found.cells[0], 128, 16), wanted)

    row = np.arange(128)
    return Probe("128 x 16", kernel._replace(cells=cells), rows(np.minimum(row + 1, 127)), (
        Reading("each row is that of the lane before", rows(np.maximum(row - 1, 0))),
        Reading("the last row of each 32 stays", rows(np.minimum(row + (row % 32 < 31), 127))),
        Reading("each row is that of the lane before, in blocks of 32",
                rows(np.where(row % 32 == 0, row, row - 1))),
        Reading("the last row takes the first", rows((row + 1) % 128)),
        Reading("no row moves", rows(row)),
    ))  # fmt: skip


def _copies(m: int) -> Probe:
    """Return a probe of `.ws` with rows in 128 / m blocks of lanes, each with an A of its own."""
    n, parts = 64, 128 // m
    a, b = integers(9, 128, 16), integers(10, n, 16)
    memory, _, at_b = pair(a, b)
    body = (
        *columns(("%rd9", at_b)),
        f"mov.b32 %r20, {instruction(m, n)};",
        "add.u32 %r21, %r7, 64;",
        "tcgen05.mma.ws.cta_group::1.kind::f16 [%r7], [%r21], %rd9, %r20, 0;",
    )
    kernel = Kernel(body, memory=memory)
    cells = placed(kernel)
    cells[0, :, 64:72] = rows_of(a).view(np.uint32)

    def first(found: Outputs) -> bool:
        product = (a[:m] @ b.T).astype(np.float32).reshape(m, parts, n // parts)
        wanted = product.transpose(1, 0, 2).reshape(128, -1)
        return np.array_equal(result(found.cells[0], 128, n // parts), wanted)

    def own(found: Outputs) -> bool:
        right = b.reshape(parts, n // parts, 16)
        wanted = np.einsum("pmk,pnk->pmn", a.reshape(parts, m, 16), right).reshape(128, -1)
        return np.array_equal(result(found.cells[0], 128, n // parts), wanted.astype(np.float32))

    readings = (Reading("the first copy counts for all of D", first),)
    return Probe(f"M = {m} of .ws", kernel._replace(cells=cells), own, readings)


# --- a sparse product of a pair


def _layout() -> Probe:
    """A sparse A of 128 rows of a pair: every row has its first two elements of each four."""
    m, n, codes = 128, 64, np.array([0x38, 0x40, 0x44, 0x48], np.uint8)  # 1, 2, 3, 4 of e4m3
    held, right = integers(11, m, 32), integers(12, n, 64)
    memory = np.zeros((2, B_AT + 8192), np.uint8)
    for cta in range(2):
        at_a = put(memory[cta], 0, codes[held[64 * cta : 64 * cta + 64] - 1])
        at_b = put(memory[cta], B_AT, codes[right[32 * cta : 32 * cta + 32] - 1])
    body = (
        *columns(("%rd8", at_a), ("%rd9", at_b)),
        f"mov.b32 %r20, {instruction(m, n, more=4)};",
        "add.u32 %r21, %r7, 128;",
        "tcgen05.mma.sp.cta_group::2.kind::f8f6f4 [%r7], %rd8, %rd9, [%r21], %r20, 0;",
    )
    kernel = Kernel(body, group=2, memory=memory)
    cells = placed(kernel)
    cells[:, :, 128:130] = 0x44444444
    dense = np.zeros((m, 64), int)
    dense[:, np.arange(64) % 4 < 2] = held
    product = (dense @ right.T).astype(np.float32).reshape(2, 64, 2, 32)

    def parted(found: Outputs) -> bool:
        """Return whether the columns are in two halves of the lanes, as of a dense A."""
        wanted = product.transpose(0, 2, 1, 3).reshape(2, 128, 32)
        return all(
            np.array_equal(result(one, 128, 32), other)
            for one, other in zip(found.cells, wanted, strict=True)
        )

    def spread(found: Outputs) -> bool:
        wanted = cells.copy()
        lanes = np.arange(64) // 16 * 32 + np.arange(64) % 16
        wanted[:, lanes, :n] = product.reshape(2, 64, n).view(np.uint32)
        return np.array_equal(found.cells, wanted)

    text = "as of a dense A: columns from N / 2 on in lanes 64 to 127"
    return Probe("128 x 64", kernel._replace(cells=cells), spread, (Reading(text, parted),))


CHOICES: Final = (
    Choice(
        "N that is an odd multiple of 8, with 128 rows",
        "it is run, with A in shared and in tensor memory",
        "products with N of 8 and 24 are right, and change no column behind them",
        tuple(_octets(n, in_tensor_memory=place) for place in (False, True) for n in (8, 24)),
    ),
    Choice(
        "The mask of disabled lanes with `.cta_group::2`",
        "the first four words are the even CTA's, the others the odd one's",
        "with eight different words, each CTA keeps the lanes of its own four",
        (_disabled(),),
    ),
    Choice(
        "`.ashift`",
        "each row of A is that of the next lane, the last keeps its own",
        "rows 0 to 126 of D are those of rows 1 to 127 of A, row 127 that of row 127",
        (_shifted_left(),),
    ),
    Choice(
        "A in tensor memory where D is in two or four blocks of lanes",
        "each block of D takes A from its own lanes",
        "with other rows in each block of lanes, each block of D is the product of its own",
        (_copies(64), _copies(32)),
    ),
    Choice(
        "D of a pair with 128 rows and a sparse A",
        "in lanes 0 to 15 of each 32, with a column for each of N",
        "64 columns of those lanes are written, and no other lane",
        (_layout(),),
    ),
)
"""What no document settles about where products have their rows and columns."""
