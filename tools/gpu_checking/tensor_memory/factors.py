"""Choices about scale factors and the metadata of a sparse A."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from gpu_checking.tensor_memory.frame import SHARED, Kernel, Outputs, placed
from gpu_checking.tensor_memory.operands import (
    B_AT,
    E4M3_ONE,
    columns,
    instruction,
    put,
    result,
    rows_of,
    scaled_instruction,
)
from gpu_checking.tensor_memory.probe import Choice, Probe, Reading
from gpu_checking.values import Array

__all__ = ["CHOICES"]

_ONE: Final = 127
"""1 as `ue8m0`."""
_ROW: Final = np.arange(128)


def _lines(at_a: int, at_b: int, bits: int) -> tuple[str, ...]:
    """Return lines that load descriptors, and the columns 128, 192 and 256 of tensor memory."""
    return (
        *columns(("%rd8", at_a), ("%rd9", at_b)),
        f"mov.b32 %r20, {bits};",
        "add.u32 %r21, %r7, 128;",
        "add.u32 %r22, %r7, 192;",
    )


# --- quarters of scale factors


def _quarters(name: str) -> Probe:
    """Return a probe with other scale factors of A, or of B, in each quarter of the lanes."""
    n = 32
    memory = np.zeros((1, SHARED), np.uint8)
    at_a = put(memory[0], 0, np.full((128, 32), E4M3_ONE, np.uint8))
    at_b = put(memory[0], B_AT, np.full((n, 32), E4M3_ONE, np.uint8))
    body = (
        *_lines(at_a, at_b, scaled_instruction(128, n)),
        (
            "tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.scale_vec::1X"
            " [%r7], %rd8, %rd9, %r20, [%r21], [%r22], 0;"
        ),
    )
    kernel = Kernel(body, memory=memory)
    cells = placed(kernel)
    cells[0, :, 128:132] = cells[0, :, 192:193] = _ONE * 0x01010101
    first, width = (128, 4) if name == "A" else (192, 1)
    quarter = _ROW // 32
    cells[0, :, first : first + width] = ((_ONE + quarter) * 0x01010101)[:, None]

    def only(number: int) -> Callable[[Outputs], bool]:
        wanted = 32 * 2.0**number
        return lambda found: bool((result(found.cells[0], 128, n) == wanted).all())

    readings = tuple(
        Reading(f"those of lanes {32 * number} to {32 * number + 31} alone count", only(number))
        for number in range(4)
    )
    refused = f"the scale factors of {name} must be the same"
    return Probe(
        f"of {name}",
        kernel._replace(cells=cells),
        readings=readings,
        refused=refused,
        strict=True,
    )


# --- K of 96


def _long() -> Probe:
    """Scale factors of three blocks, of which the last is beyond the bytes of a column."""
    n = 16
    memory = np.zeros((1, SHARED), np.uint8)
    at_a = put(memory[0], 0, np.full((128, 48), 0x22, np.uint8))  # e2m1: 1
    at_b = put(memory[0], B_AT, np.full((n, 48), 0x22, np.uint8))
    bits = scaled_instruction(128, n, a=1, b=1, more=1 << 31 | 2 << 29)
    body = (
        *_lines(at_a, at_b, bits),
        (
            "tcgen05.mma.cta_group::1.kind::mxf4.block_scale.scale_vec::2X"
            " [%r7], %rd8, %rd9, %r20, [%r21], [%r22], 0;"
        ),
    )
    kernel = Kernel(body, memory=memory)
    cells = placed(kernel)
    cells[0, :, 192:200] = _ONE * 0x01010101
    octets = _ONE + np.random.default_rng(40).integers(-3, 4, (32, 12, 4))
    words = octets.astype(np.uint8).view(np.uint32)[..., 0]
    cells[0, :, 128:140] = np.tile(words, (4, 1))

    def third(place: Callable[[int], tuple[int, int]]) -> Callable[[Outputs], bool]:
        """Return what matches a third factor at some column and byte, given that of the row."""
        factors = 2.0 ** (octets - float(_ONE))
        lane, own = _ROW % 32, _ROW // 32
        column, byte = np.array([place(int(each)) for each in own]).T
        total = factors[lane, own, 2] + factors[lane, own, 3] + factors[lane, column, byte]
        wanted = np.repeat(32 * total[:, None], n, axis=1)
        return lambda found: np.array_equal(result(found.cells[0], 128, n), wanted)

    here = third(lambda own: (own + 4, 0))
    return Probe("of A", kernel._replace(cells=cells), here, (
        Reading("they begin again in the column of the row", third(lambda own: (own, 0))),
        Reading("they go on in the next column", third(lambda own: (own + 1, 0))),
    ), least=103)  # fmt: skip


# --- metadata

_CODES: Final = np.array([0x4, 0x8, 0xC, 0x9, 0xD, 0xE], np.uint32)


def _random_codes(seed: int, *shape: int) -> Array:
    """Return words of eight codes of metadata."""
    codes = np.random.default_rng(seed).choice(_CODES, (*shape, 8))
    words = (codes << (4 * np.arange(8, dtype=np.uint32))).sum(-1)
    return np.asarray(words).astype(np.uint32)


def _dense(held: Array, codes: Array) -> Array:
    """Return rows of 32 elements of `f16`, given 16, and the codes of their fours."""
    found = np.zeros((len(held), 32))
    row = np.arange(len(held))
    for index in range(16):
        code = codes[:, index // 2]
        found[row, 4 * (index // 2) + (code >> 2 * (index % 2) & 3)] = held[:, index]
    return found


def _codes(words: Array, rows: int, place: Callable[[Array, int], Array]) -> Array:
    """Return the codes of rows, given in which lane each half of them is."""
    row = np.arange(rows)
    parts = []
    for half in (0, 1):
        found: Array = words[place(row, half)] >> (16 * (row // 8 % 2)).astype(np.uint32)
        parts += [found >> np.uint32(4 * index) & np.uint32(15) for index in range(4)]
    return np.stack(parts, axis=1)


def _spread(row: Array, half: int) -> Array:
    return np.asarray(row // 16 * 32 + row % 8 + 8 * half)


def _compact(row: Array, half: int) -> Array:
    return np.asarray(row // 16 * 16 + row % 8 + 8 * half)


def _sparse(selector: int) -> Probe:
    """Return a probe of 64 rows, whose product with the unit matrix is the dense A."""
    held = np.random.default_rng(41).integers(1, 9, (64, 16))
    memory = np.zeros((1, SHARED), np.uint8)
    at_a = put(memory[0], 0, rows_of(held))
    at_b = put(memory[0], B_AT, rows_of(np.eye(32)))
    body = (
        *_lines(at_a, at_b, instruction(64, 32, more=4 | selector)),
        "tcgen05.mma.sp.cta_group::1.kind::f16 [%r7], %rd8, %rd9, [%r21], %r20, 0;",
    )
    kernel = Kernel(body, memory=memory)
    cells = placed(kernel)
    words = _random_codes(42, 128, 4)
    cells[0, :, 128:132] = words

    def with_codes(column: int, place: Callable[[Array, int], Array]) -> Callable[[Outputs], bool]:
        wanted = _dense(held, _codes(words[:, column], 64, place)).astype(np.float32)
        lanes = np.arange(64) // 16 * 32 + np.arange(64) % 16
        return lambda found: np.array_equal(result(found.cells[0], 128, 32)[lanes], wanted)

    if selector > 1:
        those = tuple(
            Reading(f"a selector of {selector} takes column {column} of its address, in the {name}",
                    with_codes(column, place))
            for name, place in (("lanes of D", _spread), ("first 64 lanes", _compact))
            for column in range(4)
        )  # fmt: skip
        refused = "bits 0 and 1 of the instruction descriptor, the sparsity selector, hold"
        name = f"64 rows, selector {selector}"
        return Probe(name, kernel._replace(cells=cells), None, those, refused=refused)
    readings = [Reading("in the first 64 lanes", with_codes(selector, _compact))]
    if selector:
        text = "in the column of the address for either selector"
        readings.append(Reading(text, with_codes(0, _spread)))
    here = with_codes(selector, _spread)
    name = f"64 rows, selector {selector}"
    return Probe(name, kernel._replace(cells=cells), here, tuple(readings))


def _sparse_words() -> Probe:
    """Return a probe of 64 rows of `.kind::tf32`, of whose elements one of two is held."""
    random = np.random.default_rng(45)
    held = random.integers(1, 9, (64, 8))
    memory = np.zeros((1, SHARED), np.uint8)
    at_a = put(memory[0], 0, rows_of(held, "f4"))
    at_b = put(memory[0], B_AT, rows_of(np.eye(16), "f4"))
    body = (
        *_lines(at_a, at_b, instruction(64, 16, more=4 | 2 << 7 | 2 << 10)),
        "tcgen05.mma.sp.cta_group::1.kind::tf32 [%r7], %rd8, %rd9, [%r21], %r20, 0;",
    )
    kernel = Kernel(body, memory=memory)
    cells = placed(kernel)
    codes = random.choice(np.array([0x4, 0xE], np.uint32), (128, 8))
    words = (codes << (4 * np.arange(8, dtype=np.uint32))).sum(-1).astype(np.uint32)
    cells[0, :, 128] = words

    def with_codes(place: Callable[[Array, int], Array]) -> Callable[[Outputs], bool]:
        second = _codes(words, 64, place) == 0xE
        wanted = np.stack([np.where(second, 0, held), np.where(second, held, 0)], axis=-1)
        wanted = wanted.reshape(64, 16).astype(np.float32)
        lanes = np.arange(64) // 16 * 32 + np.arange(64) % 16
        return lambda found: np.array_equal(result(found.cells[0], 128, 16)[lanes], wanted)

    readings = (Reading("in the first 64 lanes", with_codes(_compact)),)
    name = "64 rows of tf32"
    return Probe(name, kernel._replace(cells=cells), with_codes(_spread), readings)


def _sparse_pair() -> Probe:
    """256 rows of a pair, with other metadata in each CTA."""
    held = np.random.default_rng(43).integers(1, 9, (256, 16))
    memory = np.zeros((2, SHARED), np.uint8)
    for cta in range(2):
        at_a = put(memory[cta], 0, rows_of(held[128 * cta : 128 * cta + 128]))
        at_b = put(memory[cta], B_AT, rows_of(np.eye(32)[16 * cta : 16 * cta + 16]))
    body = (
        *_lines(at_a, at_b, instruction(256, 32, more=4)),
        "tcgen05.mma.sp.cta_group::2.kind::f16 [%r7], %rd8, %rd9, [%r21], %r20, 0;",
    )
    kernel = Kernel(body, group=2, memory=memory)
    cells = placed(kernel)
    words = _random_codes(44, 2, 128)
    cells[:, :, 128] = words

    def of_ctas(first: int, second: int) -> Callable[[Outputs], bool]:
        wanted = [
            _dense(held[128 * cta : 128 * cta + 128], _codes(words[owner], 128, _compact))
            for cta, owner in enumerate((first, second))
        ]
        return lambda found: all(
            np.array_equal(result(found.cells[cta], 128, 32), wanted[cta].astype(np.float32))
            for cta in range(2)
        )

    readings = (Reading("the even CTA's metadata are those of both", of_ctas(0, 0)),)
    return Probe("256 rows of a pair", kernel._replace(cells=cells), of_ctas(0, 1), readings)


CHOICES: Final = (
    Choice(
        "Scale factors",
        "those of all four quarters of the lanes must agree, else it is an error",
        "with other factors in each quarter, D is not that of one quarter alone",
        (_quarters("A"), _quarters("B")),
    ),
    Choice(
        "Scale factors with K of 96",
        "they go on behind the columns of all rows",
        "of 128 rows, the factor behind byte 3 is byte 0 four columns on (10.3 has K of 96)",
        (_long(),),
    ),
    Choice(
        "Metadata of a sparse A of 16 and 32 bits, with 64 rows or fewer or of a pair",
        "in the lanes of D of the own CTA; selectors 2 and 3 are errors",
        "products with the unit matrix are A with its elements where those lanes have them; from "
        "which column selectors 2 and 3 take them",
        (_sparse(0), _sparse(1), _sparse(2), _sparse(3), _sparse_words(), _sparse_pair()),
    ),
)
"""What no document settles about what products take beside A and B."""
