"""A `tcgen05.mma` of any form: what is in memory before it, its text, and tensor memory behind it.

The layouts are those of `images`; everything else is PTX ISA 9.7.16 element by element. Nothing
here is taken from the simulator.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.sim.tensor_memory import images
from tests.sim.tensor_memory.test_products import (
    BITS,
    F8F6F4,
    Operand,
    bits16,
    narrow_rows,
    numbers,
    operands,
    poisoned,
)

__all__ = ["Form", "Image", "image"]

A_CELLS, METADATA, A_FACTORS, B_FACTORS = 300, 400, 420, 440
"""The first columns of operands in tensor memory. D is at column 0."""
B_START = 32768
SECOND_CHUNK = 16384
"""How far the bytes are behind a matrix that are beyond its rows of 128 bytes."""
PLACES = np.array([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
"""Which two of four neighbours a sparse row can hold."""
CODES = {"f16": 0, "bf16": 1, "tf32": 2, "u8": 0, "s8": 1, **F8F6F4}
SUMS = {"f16": 0, "f32": 1, "s32": 2}


@dataclass(frozen=True)
class Form:
    """A product; what is left out is as plain as it can be."""

    kind: str
    a: str
    b: str
    m: int = 128
    n: int = 32
    d: str = "f32"
    group: int = 1
    ws: bool = False
    sparse: bool = False
    in_tensor_memory: bool = False
    """Whether A is in tensor memory."""
    majors: str = "KK"
    """Of A and of B: `K` or `M`."""
    swizzles: tuple[str, str] = ("NONE", "NONE")
    negated: int = 0
    """Bit 0 for A, bit 1 for B."""
    adds: bool = True
    scale_d: int | None = None
    vector: str = ""
    """The modifier with the size of a block of one scale factor."""
    blocks: int = 0
    """How many scale factors a row has."""
    ids: tuple[int, int] = (0, 0)
    scale_type: str = "ue8m0"
    shifted: bool = False
    mask: int | None = None
    collector: str = ""
    lane: int = 0
    selector: int = 0
    long: bool = False
    """Whether K is 96."""
    absolute: tuple[int, int] = (0, 0)
    """Where in rows of 128 bytes those of A and B begin that go on in a second chunk, or 0."""
    disables: bool = False
    saturates: bool = False
    times: int = 1
    """How often the product is issued."""
    predicate: str = ""
    """What says whether D is added: `%p4`, which is false, or its inverse; else a constant."""

    def __str__(self) -> str:
        """Return what is not plain."""
        plain = Form("", "", "")
        held = [self.kind, self.a, self.b]
        for name, value in vars(self).items():
            if name not in ("kind", "a", "b") and value != getattr(plain, name):
                held.append(name if value is True else f"{name}={value}")
        return " ".join(held).replace("'", "")

    @property
    def bits(self) -> int:
        """The bits that an element takes in memory."""
        return {"f16": 16, "tf32": 32, "mxf4": 4, "mxf4nvf4": 4}.get(self.kind, 8)

    @property
    def k(self) -> int:
        """The extent of K."""
        return 96 if self.long else 256 // self.bits * (2 if self.sparse else 1)

    @property
    def parts(self) -> int:
        """How many parts of D are side by side in other lanes, each with a copy of A of its own."""
        if self.ws:
            return 128 // self.m
        return 2 if self.group == 2 and self.m == 128 and not self.sparse else 1

    @property
    def name(self) -> str:
        """The instruction."""
        sparse, ws = ".sp" * self.sparse, ".ws" * self.ws
        scaled = ".block_scale" * bool(self.blocks) + (f".{self.vector}" if self.vector else "")
        collector = f".collector::{self.collector}" if self.collector else ""
        return (
            f"tcgen05.mma{ws}{sparse}.cta_group::{self.group}.kind::{self.kind}{scaled}"
            f"{'.ashift' * self.shifted}{collector}"
        )

    @property
    def descriptor(self) -> int:
        """The instruction descriptor."""
        found = self.sparse << 2 | CODES[self.a] << 7 | CODES[self.b] << 10
        found |= self.negated << 13 | self.n >> 3 << 17 | self.m >> 4 << 24
        found |= (self.majors[0] == "M") << 15 | (self.majors[1] == "M") << 16
        if not self.blocks:
            return found | SUMS[self.d] << 4 | self.saturates << 3 | self.selector
        if self.bits == 4:
            found = found & ~(7 << 7 | 7 << 10) | 1 << 7 | 1 << 10
        found |= (self.scale_type == "ue8m0") << 23 | self.ids[0] << 29 | self.ids[1] << 4
        return found | self.long << 31


@dataclass(frozen=True)
class Image:
    """Memory before a product, its text, and tensor memory behind it."""

    memory: Any
    cells: Any
    body: list[str]
    wanted: Any


def values_of(random: np.random.Generator, type_: str, *shape: int) -> tuple[Any, Any]:
    """Return numbers whose products are exact, and their codes, or the numbers again."""
    if type_ in ("f16", "bf16", "tf32"):
        found = random.integers(-4, 5, shape)
        return found, found
    if type_ in ("s8", "u8"):
        found = random.integers(*((-128, 128) if type_ == "s8" else (0, 256)), shape)
        return found, found
    table = numbers(type_)
    few = np.flatnonzero((np.abs(table) <= 4) & (table * 4 == np.floor(table * 4)))
    codes = random.choice(few, shape)
    return table[codes], codes


def stored(form: Form, type_: str, codes: Any, *, in_tensor_memory: bool = False) -> Any:
    """Return rows as bytes."""
    if type_ in ("f16", "bf16", "tf32"):
        return bits16(codes, type_)
    if type_ in ("s8", "u8"):
        return codes.astype("i8").astype("u1")
    if form.bits == 4:
        return (codes[:, ::2] | codes[:, 1::2] << 4).astype("u1")
    if in_tensor_memory:
        return (codes << {8: 0, 6: 1, 4: 2}[BITS[type_]]).astype("u1")
    rows = narrow_rows(codes, BITS[type_])
    data = 2 * BITS[type_]
    if data < 16:
        padding = np.arange(rows.shape[1]) % 16 >= data
        rows[:, padding] = 0xA5
    return rows


def expanded(form: Form, held: Any, chosen: Any) -> Any:
    """Return the rows of a sparse A with zeros in the places that it does not hold."""
    rows = len(held)
    run = 2 if form.bits == 4 else 1
    dense = np.zeros((rows, form.k), held.dtype)
    for row in range(rows):
        for at in range(form.k // 2 // run):
            if form.kind == "tf32":
                place = 2 * at + chosen[row, at, 0]
            else:
                place = at // 2 * 4 + chosen[row, at // 2, at % 2]
            dense[row, place * run : place * run + run] = held[row, at * run : at * run + run]
    return dense


def metadata_codes(form: Form, chosen: Any) -> Any:
    """Return the four bits of each group of elements, [row, group]."""
    if form.kind == "tf32":
        return np.where(chosen[:, :, 0] == 0, 0b0100, 0b1110)
    return chosen[:, :, 0] | chosen[:, :, 1] << 2


def put_metadata(form: Form, cells: Any, codes: Any) -> None:
    """Write the metadata of a CTA's rows to the lanes of each part of D, [lane, column]."""
    wide = form.kind not in ("f16", "tf32")
    for row, line in enumerate(codes):
        word = sum(int(code) << 4 * i for i, code in enumerate(line))
        for first in lanes_of_row(form, row):
            if wide:
                cells[first, METADATA] = word & 0xFFFFFFFF
                cells[first, METADATA + 1] = word >> 32
                continue
            for half in (0, 1):
                lane = first - row % 16 + row % 8 + 8 * half
                shift = 16 * (row // 8 % 2)
                at = METADATA + form.selector
                kept = int(cells[lane, at]) & ~(0xFFFF << shift)
                cells[lane, at] = kept | (word >> 16 * half & 0xFFFF) << shift


def lanes_of_row(form: Form, row: int) -> list[int]:
    """Return the lanes that have a row of a CTA, one for each part of D."""
    rows = form.m // form.group
    if rows == 64 and form.parts == 1:
        return [32 * (row // 16) + row % 16 + form.lane]
    return [row + rows * part for part in range(form.parts)]


def put_factors(cells: Any, codes: Any, column: int, first: int, lanes: tuple[int, ...]) -> None:
    """Write scale factors [row, block] to tensor memory [lane, column], in copies."""
    rows, blocks = codes.shape
    group = 4 * -(-rows // 128)
    for row in range(rows):
        for block in range(blocks):
            more, byte = divmod(first + block, 4)
            at = column + group * more + row // 32
            for lane in lanes:
                kept = int(cells[lane + row % 32, at]) & ~(0xFF << 8 * byte)
                cells[lane + row % 32, at] = kept | int(codes[row, block]) << 8 * byte


def factors(random: np.random.Generator, form: Form, rows: int) -> tuple[Any, Any]:
    """Return codes of scale factors, and the factor of each element, [row, k]."""
    shape = rows, form.blocks
    if form.scale_type == "ue8m0":
        codes = random.integers(125, 130, shape)
        scales = 2.0 ** (codes - 127)
    else:
        codes = random.integers(0x34, 0x40, shape)
        scales = numbers("e4m3")[codes]
        codes = codes | random.integers(0, 2, shape) << 7
    return codes, np.repeat(scales, form.k // form.blocks, axis=1)


def exact(a: Any, b: Any, c: Any) -> None:
    """Check that the sum of products is exact in f32 in whatever order it is added."""
    units = [x for x in (a, b) if np.any(x)]
    unit = 1.0
    for x in units:
        step = 1.0
        while np.any(x / step % 1):
            step /= 2
        unit *= step
    total = np.abs(a) @ np.abs(b).T + np.abs(c)
    assert total.max() < unit * 2**24


def zeroed(form: Form) -> Iterator[int]:
    """Yield the columns of B that the zero-column mask has zeros for (PTX ISA 9.7.16.4.3)."""
    mask = form.mask or 0
    if not mask >> 39 & 1:
        return
    width = form.n // form.parts
    for part in range(form.parts):
        skipped, first = mask >> 8 * part & 0xFF, mask >> 32 + part & 1
        zeros, used = (mask >> 40 & 0xFF) + 1, (mask >> 48 & 0xFF) + 1
        series = ("1" * zeros + "0" * used if first else "0" * used + "1" * zeros) * 600
        for column in range(width):
            if series[skipped + column] == "1":
                yield part * width + column


def chunks(memory: Any, start: int, first: int, rows: Any) -> int:
    """Write rows of 48 bytes in the absolute mode; return the constant fields of a descriptor.

    Args:
        memory: The shared memory, [CTA, byte].
        start: Where the matrix begins.
        first: Where in rows of 128 bytes it begins.
        rows: Its bytes, [row, byte].
    """
    storage = images.Storage(1, "K", "128B", 0, 1024)
    per = len(rows) // len(memory)
    for number, row in enumerate(rows):
        cta, x = divmod(number, per)
        for byte, value in enumerate(row):
            chunk, along = divmod(first + byte, 128)
            at = start + chunk * SECOND_CHUNK + images.offset(x, along, storage)
            memory[cta, images.swizzled(at, "128B")] = value
    second = start + SECOND_CHUNK
    return start + first >> 4 | second >> 4 << 16 | 1024 >> 4 << 32 | 1 << 46 | 1 << 52 | 2 << 61


def in_shared_memory(form: Form, number: int, memory: Any, start: int, rows: Any) -> list[str]:
    """Write A (number 0) or B (1); return lines that make its descriptor, in %rd8 or %rd9."""
    name = f"%rd{8 + number}"
    if form.absolute[number]:
        constant = chunks(memory, start, form.absolute[number], rows)
        shifted = ["shl.b64 %rd10, %rd7, 16;", f"add.u64 {name}, {name}, %rd10;"]
        return [*operands((name, constant)), *shifted]
    major = "MN" if form.majors[number] == "M" else "K"
    placed = Operand(memory, start, rows, max(1, form.bits // 8), (major, form.swizzles[number]))
    return operands((name, placed.descriptor))


def left(
    random: np.random.Generator, form: Form, memory: Any, cells: Any
) -> tuple[Any, str, list[str]]:
    """Put A in memory; return its values [part, row, k], the operand, and lines before."""
    copies = form.parts if form.in_tensor_memory else 1
    per = form.m // form.group
    held = form.k // (2 if form.sparse else 1)
    values, codes = values_of(random, form.a, copies * form.m, held)
    if form.in_tensor_memory:
        words = stored(form, form.a, codes, in_tensor_memory=True).view("u4")
        for number in range(copies * form.m):
            part, row = divmod(number, form.m)
            lane = lanes_of_row(form, row % per)[part]
            cells[row // per, lane, A_CELLS : A_CELLS + words.shape[1]] = words[number]
        lines = [f"add.u32 %r22, %r7, {A_CELLS + (form.lane << 16)};"]
        operand = "[%r22]"
    else:
        lines = in_shared_memory(form, 0, memory, 0, stored(form, form.a, codes))
        operand = "%rd8"
    if form.sparse:
        groups = form.k // (8 if form.bits == 4 else 2 if form.kind == "tf32" else 4)
        chosen = PLACES[random.integers(0, 6, (form.m, groups))]
        if form.kind == "tf32":
            chosen = random.integers(0, 2, (form.m, groups, 1))
        if form.shifted:
            chosen[:] = chosen[0]
        for cta in range(form.group):
            rows = slice(cta * per, (cta + 1) * per)
            put_metadata(form, cells[cta], metadata_codes(form, chosen[rows]))
        values = expanded(form, values, np.tile(chosen, (copies, 1, 1)))
    values = values.reshape(copies, form.m, -1)
    if form.shifted:
        for start in range(0, form.m, per):
            values[:, start : start + per - 1] = values[:, start + 1 : start + per].copy()
    return values, operand, lines


def scaled(random: np.random.Generator, form: Form, cells: Any) -> tuple[Any, Any]:
    """Put scale factors in tensor memory; return those of each element of A and of B."""
    codes, of_a = factors(random, form, form.m)
    per = form.m // form.group
    every = (0, 32, 64, 96)
    for cta in range(form.group):
        rows = codes[cta * per : (cta + 1) * per]
        put_factors(cells[cta], rows, A_FACTORS, form.ids[0], every)
    codes, of_b = factors(random, form, form.n)
    for cta in range(form.group):
        if form.parts == 2:
            half = form.n // 2
            put_factors(cells[cta], codes[:half], B_FACTORS, form.ids[1], (0, 32))
            put_factors(cells[cta], codes[half:], B_FACTORS, form.ids[1], (64, 96))
        else:
            put_factors(cells[cta], codes, B_FACTORS, form.ids[1], every)
    return of_a, of_b


def places(form: Form) -> Any:
    """Return row and column of each element of D, and its CTA, lane and column, [5, element]."""
    where: dict[str, Any] = {"group": form.group, "ws": form.ws, "sparse": form.sparse}
    return images.result_places(form.m, form.n, lane=form.lane, **where)


def cells_of(form: Form, products: Any, cells: Any) -> Any:
    """Return tensor memory with D, [CTA, lane, column]."""
    row, column, *at = places(form)
    found, values, where = cells.copy(), products[row, column], tuple(at)
    if form.d == "s32":
        found[where] = values.astype("i8").astype("u4")
    elif form.d == "f16":
        found[where] = found[where] & 0xFFFF0000 | values.astype("f2").view("u2")
    else:
        found[where] = values.astype("f4").view("u4")
    return found


def disabled(form: Form, words: Any, before: Any, after: Any) -> Any:
    """Return tensor memory in which disabled lanes are as before."""
    for cta in range(form.group):
        for lane in range(128):
            if int(words[4 * cta + lane // 32]) >> lane % 32 & 1:
                after[cta, lane] = before[cta, lane]
    return after


def result(form: Form, a: Any, b: Any, c: Any) -> Any:
    """Return D, of a D of before that is `c`, [row, column]."""
    kept = np.ones(form.n, bool)
    kept[list(zeroed(form))] = False
    total = c / 2.0 ** (form.scale_d or 0) if form.adds else np.zeros(c.shape)
    width = form.n // len(a)
    sign = -1 if form.negated in (1, 2) else 1
    for part, rows in enumerate(a):
        columns = slice(part * width, (part + 1) * width)
        if form.d != "s32":
            exact(rows, b[columns], total[:, columns])
        total[:, columns] += sign * (rows @ b[columns].T) * kept[columns]
    return np.clip(total, -(2**31), 2**31 - 1) if form.saturates else total


def operand_lines(form: Form, left_operand: str, words: Any) -> list[str]:
    """Return the instruction behind the lines that load its operands."""
    lines = [f"mov.b32 %r20, {form.descriptor};", f"add.u32 %r21, %r7, {form.lane << 16};"]
    more = ["[%r21]", left_operand, "%rd9"]
    if form.sparse:
        lines.append(f"add.u32 %r23, %r7, {METADATA + (form.lane << 16)};")
        more.append("[%r23]")
    more.append("%r20")
    if form.blocks:
        lines += [f"add.u32 %r24, %r7, {A_FACTORS};", f"add.u32 %r25, %r7, {B_FACTORS};"]
        more += ["[%r24]", "[%r25]"]
    if form.disables:
        lines += [f"mov.b32 %r{26 + i}, {word};" for i, word in enumerate(words)]
        more.append("{" + ", ".join(f"%r{26 + i}" for i in range(len(words))) + "}")
    if form.predicate:
        lines.append("setp.eq.u32 %p4, %r1, 77;")
    more.append(form.predicate or str(int(form.adds)))
    if form.scale_d is not None:
        more.append(str(form.scale_d))
    if form.mask is not None:
        lines.append(f"mov.b64 %rd11, {form.mask};")
        more.append("%rd11")
    return lines + [f"{form.name} {', '.join(more)};"] * form.times


def image(form: Form) -> Image:
    """Return memory before a product, its text, and tensor memory behind it."""
    random = np.random.default_rng(zlib.crc32(str(form).encode()))
    memory = random.integers(0, 256, (form.group, 65536)).astype("u1")
    cells = poisoned(form.group)
    a, left_operand, lines = left(random, form, memory, cells)
    b, codes = values_of(random, form.b, form.n, form.k)
    lines += in_shared_memory(form, 1, memory, B_START, stored(form, form.b, codes))
    if form.blocks:
        of_a, of_b = scaled(random, form, cells)
        a, b = a * of_a, b * of_b
    c = random.integers(-9, 10, (form.m, form.n)) * 16
    if form.saturates:
        c = random.choice([-(2**31), 2**31 - 1, 0, 5], c.shape)
    if form.adds:
        cells = cells_of(form, c, cells)
    total = c
    for _ in range(form.times):
        total = result(form, a, b, total)
        total = total.astype("f2").astype("f8") if form.d == "f16" else total
    wanted = cells_of(form, total, cells)
    words = random.integers(0, 1 << 32, 4 * form.group)
    if form.disables:
        wanted = disabled(form, words, cells, wanted)
    return Image(memory, cells, [*lines, *operand_lines(form, left_operand, words)], wanted)
