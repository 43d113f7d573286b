"""Loads, stores, copies and shifts of tensor memory, cell by cell (PTX ISA 9.7.16.8, 9.7.16.9)."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sim.tensor_memory import images
from tests.sim.tensor_memory.harness import run

NUMBERED = np.arange(128 * 512, dtype=np.uint32).reshape(1, 128, 512) + np.uint32(0x10000)
"""A word of its own in each cell, [CTA, lane, column]."""
EMPTY = np.zeros((1, 64), np.uint8)
SHAPES = ("32x32b", "16x64b", "16x128b", "16x256b", "16x32bx2")
PER_REPEAT = {"16x128b": 2, "16x256b": 4}


def cell(shape: str, t: int, r: int, split: int) -> tuple[int, int]:
    """Return the lane and the column of register r of thread t, from those of the address."""
    if shape == "32x32b":
        return t, r
    if shape == "16x64b":
        return (t >> 2) + 8 * (t & 1), 2 * r + (t >> 1 & 1)
    if shape == "16x128b":
        return (t >> 2) + 8 * (r & 1), 4 * (r >> 1) + (t & 3)
    if shape == "16x256b":
        return (t >> 2) + 8 * (r >> 1 & 1), 8 * (r >> 2) + 2 * (t & 3) + (r & 1)
    return t & 15, r + (0 if t < 16 else split)


def names(count: int, first: int = 0) -> str:
    """Return a vector of registers."""
    return "{" + ", ".join(f"%v{first + i}" for i in range(count)) + "}"


def address(lane: int, column: int) -> str:
    """Return the address of cells in the lanes of the warp."""
    return f"[%r8+{(lane << 16) + column}]"


def moved(count: int, column: int, *, load: bool) -> list[str]:
    """Return lines that load or store registers in columns of the thread's own lane."""
    lines = []
    for first in range(0, count, 16):
        some = min(16, count - first)
        some = 1 << (some.bit_length() - 1)
        for at in range(first, min(first + 16, count), some):
            place, held = address(0, column + at), names(some, at)
            operation = f"ld.sync.aligned.32x32b.x{some}.b32 {held}, {place}"
            if not load:
                operation = f"st.sync.aligned.32x32b.x{some}.b32 {place}, {held}"
            lines.append(f"tcgen05.{operation};")
    return [*lines, "tcgen05.wait::ld.sync.aligned;" if load else "tcgen05.wait::st.sync.aligned;"]


def extent(shape: str, repeat: int) -> int:
    """Return how many columns a shape takes, or a half of it."""
    return repeat * {"16x64b": 2, "16x128b": 4, "16x256b": 8}.get(shape, 1)


CASES = [
    (shape, 1 << x, lane, packed)
    for shape in SHAPES
    for x in range(8)
    for lane in ((0, 16) if shape != "32x32b" else (0,))
    for packed in (False, True)
    if (1 << x) * PER_REPEAT.get(shape, 1) <= 128 and extent(shape, 1 << x) * (1 + packed) <= 250
]


@pytest.mark.parametrize(("shape", "repeat", "lane", "packed"), CASES)
def test_load(shape: str, repeat: int, lane: int, *, packed: bool) -> None:
    """Each thread gets the cells of its registers; with .pack::16b halves of two columns."""
    count, split = repeat * PER_REPEAT.get(shape, 1), 130
    extra = f", {split}" if shape == "16x32bx2" else ""
    pack = ".pack::16b" if packed else ""
    name = f"tcgen05.ld.sync.aligned.{shape}.x{repeat}{pack}.b32"
    lines = [
        f"{name} {names(count)}, {address(lane, 3)}{extra};",
        *moved(count, 384, load=False),
    ]
    found = run([], EMPTY, NUMBERED, everyone=tuple(lines))
    wanted = NUMBERED.copy()
    for thread in range(128):
        for r in range(count):
            row, column = cell(shape, thread % 32, r, split if not packed else 0)
            row += thread // 32 * 32 + lane
            if packed:
                column = 2 * column + (split if shape == "16x32bx2" and thread % 32 > 15 else 0)
                low, high = (int(NUMBERED[0, row, 3 + column + i]) & 0xFFFF for i in (0, 1))
                wanted[0, thread, 384 + r] = low | high << 16
            else:
                wanted[0, thread, 384 + r] = NUMBERED[0, row, 3 + column]
    assert (found == wanted).all()


@pytest.mark.parametrize(("shape", "repeat", "lane", "packed"), CASES)
def test_store(shape: str, repeat: int, lane: int, *, packed: bool) -> None:
    """The inverse; with .unpack::16b the upper halves of the cells stay."""
    count, split = repeat * PER_REPEAT.get(shape, 1), 130
    extra = f"{split}, " if shape == "16x32bx2" else ""
    pack = ".unpack::16b" if packed else ""
    name = f"tcgen05.st.sync.aligned.{shape}.x{repeat}{pack}.b32"
    lines = [
        *moved(count, 384, load=True),
        f"{name} {address(lane, 3)}, {extra}{names(count)};",
        "tcgen05.wait::st.sync.aligned;",
    ]
    found = run([], EMPTY, NUMBERED, everyone=tuple(lines))
    wanted = NUMBERED.copy()
    for thread in range(128):
        for r in range(count):
            row, column = cell(shape, thread % 32, r, split if not packed else 0)
            row += thread // 32 * 32 + lane
            value = int(NUMBERED[0, thread, 384 + r])
            if packed:
                column = 2 * column + (split if shape == "16x32bx2" and thread % 32 > 15 else 0)
                for i in (0, 1):
                    old = int(NUMBERED[0, row, 3 + column + i]) & 0xFFFF0000
                    wanted[0, row, 3 + column + i] = old | value >> 16 * i & 0xFFFF
            else:
                wanted[0, row, 3 + column] = value
    assert (found == wanted).all()


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from([case for case in CASES if not case[3]]),
    st.sampled_from([case for case in CASES if not case[3]]),
    st.integers(0, 40),
)
def test_through_one_shape_and_another(
    first: tuple[str, int, int, bool], second: tuple[str, int, int, bool], column: int
) -> None:
    """What one shape stores another one loads from where both have it."""
    shape, repeat, lane, _ = first
    other, times, half, _ = second
    counts = repeat * PER_REPEAT.get(shape, 1), times * PER_REPEAT.get(other, 1)
    splits = [", 130" if each == "16x32bx2" else "" for each in (shape, other)]
    name = f"tcgen05.ld.sync.aligned.{other}.x{times}.b32"
    store = f"{address(lane, column)}{splits[0]}, {names(counts[0])}"
    lines = [
        *moved(counts[0], 384, load=True),
        f"tcgen05.st.sync.aligned.{shape}.x{repeat}.b32 {store};",
        "tcgen05.wait::st.sync.aligned;",
        "bar.sync 0;",
        f"{name} {names(counts[1])}, {address(half, column)}{splits[1]};",
        *moved(counts[1], 384, load=False),
    ]
    found = run([], EMPTY, NUMBERED, everyone=tuple(lines))
    cells = NUMBERED[0].copy()
    for thread in range(128):
        for r in range(counts[0]):
            row, at = cell(shape, thread % 32, r, 130)
            cells[thread // 32 * 32 + lane + row, column + at] = NUMBERED[0, thread, 384 + r]
    for thread in range(128):
        for r in range(counts[1]):
            row, at = cell(other, thread % 32, r, 130)
            value = cells[thread // 32 * 32 + half + row, column + at]
            assert found[0, thread, 384 + r] == value


@pytest.mark.parametrize("operation", ["min", "max"])
@pytest.mark.parametrize("type_", ["u32", "s32", "f32"])
def test_load_with_a_reduction(operation: str, type_: str) -> None:
    """Each thread gets the least or greatest of its registers, too."""
    random = np.random.default_rng(8)
    cells = random.integers(0, 1 << 32, (1, 128, 512), dtype=np.uint32)
    if type_ == "f32":
        cells = random.standard_normal((1, 128, 512)).astype("f4").view("u4")
    lines = [
        f"tcgen05.ld.red.sync.aligned.32x32b.x8.{operation}.{type_} {names(8)}, %v8, [%r8+5];",
        *moved(9, 384, load=False),
    ]
    found = run([], EMPTY, cells, everyone=tuple(lines), target="sm_103a")[0, :, 384:393]
    held = cells[0, :, 5:13]
    values = np.ascontiguousarray(held).view({"u32": "u4", "s32": "i4", "f32": "f4"}[type_])
    result = values.min(axis=1) if operation == "min" else values.max(axis=1)
    assert (found[:, :8] == held).all()
    assert (found[:, 8] == np.ascontiguousarray(result).view("u4")).all()


COPIES: dict[str, tuple[int, int, Callable[[int], list[int]]]] = {
    "128x256b": (128, 32, lambda q: [q]),
    "128x128b": (128, 16, lambda q: [q]),
    "4x256b": (4, 32, lambda q: [32 * q]),
    "32x128b.warpx4": (32, 16, lambda q: [q, q + 32, q + 64, q + 96]),
    "64x128b.warpx2::02_13": (64, 16, lambda q: [q, q + 64]),
    "64x128b.warpx2::01_23": (
        64,
        16,
        lambda q: [q % 32 + 64 * (q // 32), q % 32 + 64 * (q // 32) + 32],
    ),
}


@pytest.mark.parametrize("shape", COPIES)
@pytest.mark.parametrize("name", ["NONE", "32B", "64B", "128B"])
@pytest.mark.parametrize("group", [1, 2])
def test_copy(shape: str, name: str, group: int) -> None:
    """Rows in shared memory, with each swizzle; a pair copies from the memory of each CTA."""
    rows, octets, lanes = COPIES[shape]
    random = np.random.default_rng(9)
    data = random.integers(0, 256, (group, rows, octets)).astype("u1")
    memory = np.zeros((group, 32768), np.uint8)
    width = images.WIDTHS[name]
    lbo, sbo = (128, 256) if name == "NONE" else (16, 8 * width)
    storage = images.Storage(1, "K", name, lbo, sbo)
    for cta in range(group):
        images.put(memory[cta], 1024, data[cta], storage)
    bits = images.descriptor(1024, storage)
    cells = np.repeat(NUMBERED, group, axis=0)
    body = [
        f"add.u64 %rd8, %rd7, {bits};",
        f"tcgen05.cp.cta_group::{group}.{shape} [%r7+40], %rd8;",
    ]
    wanted = cells.copy()
    for cta in range(group):
        for row in range(rows):
            words = struct.unpack(f"<{octets // 4}I", data[cta, row].tobytes())
            for lane in lanes(row):
                wanted[cta, lane, 40 : 40 + octets // 4] = words
    assert (run(body, memory, cells, group=group) == wanted).all()
    assert (run(body, memory, cells, group=group, strict=True) == wanted).all()


def spread(data: Any, bits: int) -> Any:
    """Return elements of 4 or 6 bits in bytes of their own, with what is left of them empty."""
    shift = {4: 2, 6: 1}[bits]
    out = np.zeros_like(data)
    for row in range(len(data)):
        for unit in range(0, data.shape[1], 16):
            value = int.from_bytes(data[row, unit : unit + 16].tobytes(), "little")
            for i in range(16):
                out[row, unit + i] = (value >> bits * i & (1 << bits) - 1) << shift
    return out


@pytest.mark.parametrize(("format_", "bits"), [("b4x16_p64", 4), ("b6x16_p32", 6)])
def test_copy_that_expands(format_: str, bits: int) -> None:
    """Elements of 4 and 6 bits get a byte each."""
    data = np.random.default_rng(3).integers(0, 256, (128, 32)).astype("u1")
    memory = np.zeros((1, 32768), np.uint8)
    storage = images.Storage(1, "K", "NONE", 128, 256)
    images.put(memory[0], 0, data, storage)
    body = [
        f"add.u64 %rd8, %rd7, {images.descriptor(0, storage)};",
        f"tcgen05.cp.cta_group::1.128x256b.b8x16.{format_} [%r7], %rd8;",
    ]
    found = run(body, memory, NUMBERED)[0]
    assert (found[:, :8] == np.ascontiguousarray(spread(data, bits)).view("u4")).all()
    assert (found[:, 8:] == NUMBERED[0, :, 8:]).all()


def test_shift() -> None:
    """Eight columns of 32 lanes: each lane takes what the next one has, and the last one stays."""
    body = ["add.u32 %r20, %r7, 0x200010;", "tcgen05.shift.cta_group::1.down [%r20];"]
    wanted = NUMBERED.copy()
    wanted[0, 32:63, 16:24] = NUMBERED[0, 33:64, 16:24]
    assert (run(body, EMPTY, NUMBERED) == wanted).all()
