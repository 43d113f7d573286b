"""Loads, stores, copies and shifts of tensor memory, cell by cell (PTX ISA 9.7.16.8, 9.7.16.9)."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.patience import some_of
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


@pytest.mark.parametrize(("shape", "repeat", "lane", "packed"), some_of(CASES, 2))
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


@pytest.mark.parametrize(("shape", "repeat", "lane", "packed"), some_of(CASES[1:], 2))
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


Case = tuple[str, int, int, bool]
ANY = st.tuples(st.sampled_from(CASES), st.integers(0, 128))


def split_of(case: Case) -> int:
    """Return how many columns the second half of .16x32bx2 is away: right behind the first one."""
    shape, repeat, _, packed = case
    return repeat * (1 + packed) if shape == "16x32bx2" else 0


def registers_of(case: Case) -> int:
    """Return how many registers a thread has."""
    return case[1] * PER_REPEAT.get(case[0], 1)


def places(case: Case, thread: int, r: int) -> list[tuple[int, int]]:
    """Return the lane and the column of a register, from the column of the address.

    They are those of both halves with .pack::16b and .unpack::16b, the lower one first.
    """
    shape, _, lane, packed = case
    row, column = cell(shape, thread % 32, r, 0)
    row += thread // 32 * 32 + lane
    split = split_of(case) if thread % 32 > 15 else 0
    if packed:
        return [(row, 2 * column + split), (row, 2 * column + split + 1)]
    return [(row, column + split)]


def transferred(case: Case, column: int, *, load: bool) -> str:
    """Return a load or a store of registers."""
    shape, repeat, lane, packed = case
    place, held = address(lane, column), names(registers_of(case))
    split = f", {split_of(case)}" if split_of(case) else ""
    if load:
        suffix = ".pack::16b" if packed else ""
        return f"tcgen05.ld.sync.aligned.{shape}.x{repeat}{suffix}.b32 {held}, {place}{split};"
    suffix = ".unpack::16b" if packed else ""
    return f"tcgen05.st.sync.aligned.{shape}.x{repeat}{suffix}.b32 {place}{split}, {held};"


@settings(max_examples=60, deadline=None)
@given(ANY, ANY)
def test_through_one_shape_and_another(first: tuple[Case, int], second: tuple[Case, int]) -> None:
    """What one shape stores another one loads from where both have it; nothing else changes."""
    (stored, to), (loaded, at) = first, second
    lines = [
        *moved(registers_of(stored), 384, load=True),
        transferred(stored, to, load=False),
        "tcgen05.wait::st.sync.aligned;",
        transferred(loaded, at, load=True),
        *moved(registers_of(loaded), 384, load=False),
    ]
    found = run([], EMPTY, NUMBERED, everyone=tuple(lines))
    cells = NUMBERED[0].tolist()
    for thread in range(128):
        for r in range(registers_of(stored)):
            value = int(NUMBERED[0, thread, 384 + r])
            here = places(stored, thread, r)
            for number, (row, column) in enumerate(here):
                half = cells[row][to + column] & 0xFFFF0000 | value >> 16 * number & 0xFFFF
                cells[row][to + column] = half if len(here) > 1 else value
    wanted = np.array(cells, np.uint32)
    for thread in range(128):
        for r in range(registers_of(loaded)):
            held = [cells[row][at + column] for row, column in places(loaded, thread, r)]
            value = held[0] if len(held) == 1 else held[0] & 0xFFFF | (held[1] & 0xFFFF) << 16
            wanted[thread, 384 + r] = value
    assert (found[0] == wanted).all()


SPECIAL = np.array(
    [0, 1, 0x80000000, 0x80000001, 0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000, 0x7FC00001,
     0xFFC12345, 0x7F800001, 0x7F7FFFFF, 0xFF7FFFFF],
    np.uint32,
)  # fmt: skip
"""Zeros, subnormals, ones, infinities, NaNs and the greatest numbers of f32."""


def extreme(words: list[int], modifiers: str) -> int:
    """Return the least or the greatest of some words (PTX ISA 9.7.3.11, 9.7.3.12)."""
    choose = min if ".min" in modifiers else max
    if modifiers.endswith("u32"):
        return choose(words)
    if modifiers.endswith("s32"):
        return choose(words, key=lambda word: word - (word >> 31 << 32))
    if ".abs" in modifiers:
        words = [word & 0x7FFFFFFF for word in words]
    numbers = [word for word in words if word & 0x7FFFFFFF <= 0x7F800000]
    if not numbers or (".NaN" in modifiers and len(numbers) < len(words)):
        return 0x7FFFFFFF
    return choose(numbers, key=lambda word: -(word & 0x7FFFFFFF) - 1 if word >> 31 else word)


REDUCTIONS = [
    f".{operation}{modifiers}"
    for operation in ("min", "max")
    for modifiers in (".u32", ".s32", ".f32", ".NaN.f32", ".abs.f32", ".abs.NaN.f32")
]


@pytest.mark.parametrize("modifiers", REDUCTIONS)
@pytest.mark.parametrize(
    ("shape", "repeat", "lane"),
    [("32x32b", 1 << x, 0) for x in range(1, 8)]
    + [("16x32bx2", 1 << x, x % 2 * 16) for x in range(1, 8)],
)
def test_load_with_a_reduction(modifiers: str, shape: str, repeat: int, lane: int) -> None:
    """Each thread gets the least or greatest of its registers, too."""
    random = np.random.default_rng(8)
    cells = random.integers(0, 1 << 32, (1, 128, 512), dtype=np.uint32)
    rare = random.random(cells.shape) < 2 / repeat
    cells[rare] = random.choice(SPECIAL, cells.shape)[rare]
    split = ", 130" if shape == "16x32bx2" else ""
    name = f"tcgen05.ld.red.sync.aligned.{shape}.x{repeat}{modifiers}"
    lines = [
        f"{name} {names(repeat)}, %v{repeat}, {address(lane, 5)}{split};",
        *moved(repeat, 384, load=False),
        f"tcgen05.st.sync.aligned.32x32b.x1.b32 [%r8+383], {{%v{repeat}}};",
    ]
    found = run([], EMPTY, cells, everyone=tuple(lines), target="sm_103a")[0]
    wanted = cells[0].copy()
    for thread in range(128):
        held = []
        for r in range(repeat):
            row, column = cell(shape, thread % 32, r, 130)
            held.append(int(cells[0, thread // 32 * 32 + lane + row, 5 + column]))
        wanted[thread, 383 : 383 + repeat + 1] = [extreme(held, modifiers), *held]
    assert (found == wanted).all()


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
@pytest.mark.parametrize("shape", COPIES)
@pytest.mark.parametrize(("name", "group"), [("NONE", 1), ("NONE", 2), ("64B", 2), ("128B", 1)])
def test_copy_that_expands(format_: str, bits: int, shape: str, name: str, group: int) -> None:
    """Elements of 4 and 6 bits get a byte each."""
    rows, octets, lanes = COPIES[shape]
    data = np.random.default_rng(3).integers(0, 256, (group, rows, octets)).astype("u1")
    memory = np.zeros((group, 32768), np.uint8)
    lbo, sbo = (128, 256) if name == "NONE" else (16, 8 * images.WIDTHS[name])
    storage = images.Storage(1, "K", name, lbo, sbo)
    cells = np.repeat(NUMBERED, group, axis=0)
    wanted = cells.copy()
    for cta in range(group):
        images.put(memory[cta], 0, data[cta], storage)
        words = np.ascontiguousarray(spread(data[cta], bits)).view("u4")
        for row in range(rows):
            wanted[cta, lanes(row), 24 : 24 + octets // 4] = words[row]
    body = [
        f"add.u64 %rd8, %rd7, {images.descriptor(0, storage)};",
        f"tcgen05.cp.cta_group::{group}.{shape}.b8x16.{format_} [%r7+24], %rd8;",
    ]
    assert (run(body, memory, cells, group=group) == wanted).all()


@pytest.mark.parametrize("lane", [0, 5, 31])
@pytest.mark.parametrize("group", [1, 2])
def test_copy_to_a_lane_of_each_quarter(lane: int, group: int) -> None:
    """Four rows, each of which goes to one lane of 32, the same of all."""
    data = np.random.default_rng(4).integers(0, 256, (group, 4, 32)).astype("u1")
    memory = np.zeros((group, 1024), np.uint8)
    storage = images.Storage(1, "K", "NONE", 128, 256)
    cells = np.repeat(NUMBERED, group, axis=0)
    wanted = cells.copy()
    for cta in range(group):
        images.put(memory[cta], 0, data[cta], storage)
        wanted[cta, lane::32, 8:16] = data[cta].view("u4")
    body = [
        f"add.u64 %rd8, %rd7, {images.descriptor(0, storage)};",
        f"add.u32 %r20, %r7, {lane << 16};",
        f"tcgen05.cp.cta_group::{group}.4x256b [%r20+8], %rd8;",
    ]
    assert (run(body, memory, cells, group=group) == wanted).all()


@pytest.mark.parametrize("block", [0, 32, 64, 96])
@pytest.mark.parametrize("group", [1, 2])
def test_shift(block: int, group: int) -> None:
    """Eight columns of 32 lanes: each lane takes what the next one has, and the last one stays."""
    cells = np.repeat(NUMBERED, group, axis=0) + np.arange(group, dtype="u4")[:, None, None]
    body = [
        f"add.u32 %r20, %r7, {block << 16 | 16};",
        f"tcgen05.shift.cta_group::{group}.down [%r20];",
    ]
    wanted = cells.copy()
    wanted[:, block : block + 31, 16:24] = cells[:, block + 1 : block + 32, 16:24]
    memory = np.zeros((group, 64), np.uint8)
    assert (run(body, memory, cells, group=group) == wanted).all()
    assert (run(body, memory, cells, group=group, strict=True) == wanted).all()
