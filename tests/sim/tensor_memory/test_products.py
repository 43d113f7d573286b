"""Products of `tcgen05.mma` of every kind against a reference, element by element."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from tests.sim.reference import formats
from tests.sim.tensor_memory import images
from tests.sim.tensor_memory.harness import run

POISON = 0x7FC0BEEF
"""What tensor memory holds before: a NaN."""
F8F6F4 = {"e4m3": 0, "e5m2": 1, "e2m3": 3, "e3m2": 4, "e2m1": 5}
BITS = {"e4m3": 8, "e5m2": 8, "e2m3": 6, "e3m2": 6, "e2m1": 4}


@pytest.fixture
def random() -> np.random.Generator:
    """Return a source of the same numbers in every run."""
    return np.random.default_rng(516)


def poisoned(ctas: int = 1) -> Any:
    """Return tensor memory full of NaNs."""
    return np.full((ctas, 128, 512), POISON, np.uint32)


def integers(random: np.random.Generator, *shape: int) -> Any:
    """Return small integers, whose products are exact in all formats of sixteen bits."""
    return random.integers(-4, 5, shape)


def bits16(values: Any, type_: str) -> Any:
    """Return the bytes of numbers of 16 or 32 bits, [row, byte]."""
    if type_ == "f16":
        words = values.astype("f2")
    elif type_ == "bf16":
        words = (np.ascontiguousarray(values.astype("f4")).view("u4") >> 16).astype("u2")
    else:
        words = values.astype("f4")
    return np.ascontiguousarray(words).view("u1").reshape(len(values), -1)


def plain(shape: tuple[int, int], types: tuple[int, int, int], majors: str = "KK") -> int:
    """Return an instruction descriptor without block scaling, for codes of D, A and B."""
    (m, n), (d, a, b) = shape, types
    fields = d << 4 | a << 7 | b << 10 | n >> 3 << 17 | m >> 4 << 24
    return fields | (majors[0] == "M") << 15 | (majors[1] == "M") << 16


def layout(major: str, name: str, rows: int, octets: int, size: int) -> tuple[int, int]:
    """Return LBO and SBO of a tile of one product, without gaps."""
    width = images.WIDTHS.get(name, 128)
    if major == "K":
        return (128, 128 * (octets // 16)) if name == "NONE" else (16, 8 * width)
    k, along = octets // size, rows * size
    if name == "NONE":
        return 128 * -(-along // 16), 128
    step = 4 if name == "128B_BASE32B" else 8
    return step * width * (k // step), step * width


class Operand:
    """A matrix in shared memory, or in one half of it each in two CTAs."""

    def __init__(
        self, memory: Any, start: int, rows: Any, size: int, form: tuple[str, str] = ("K", "NONE")
    ) -> None:
        """Write bytes [row, byte along K] to shared memory [CTA, byte].

        Args:
            memory: The shared memory.
            start: Where the matrix begins.
            rows: Its bytes.
            size: The bytes of an element.
            form: `K` or `MN`, and the swizzle.
        """
        ctas = len(memory)
        per = len(rows) // ctas
        lbo, sbo = layout(*form, per, rows.shape[1], size)
        storage = images.Storage(size, *form, lbo, sbo)
        for cta in range(ctas):
            images.put(memory[cta], start, rows[cta * per : (cta + 1) * per], storage)
        self.descriptor = images.descriptor(start, storage)


def operands(*pairs: tuple[str, int]) -> list[str]:
    """Return lines that load 64-bit numbers to registers."""
    return [f"add.u64 {name}, %rd7, {value};" for name, value in pairs]


def expected(product: Any, cells: Any, **where: Any) -> Any:
    """Return tensor memory behind a product whose D is at column 0, as 32-bit words."""
    found = cells.copy()
    bits = np.ascontiguousarray(product.astype("f4")).view("u4")
    m, n = product.shape
    row, column, *cell = images.result_places(m, n, **where)
    found[tuple(cell)] = bits[row, column]
    return found


def same(found: Any, wanted: Any) -> None:
    """Compare tensor memory, with both zeros as one."""
    found, wanted = (np.where(x == 0x80000000, 0, x) for x in (found, wanted))
    wrong = np.argwhere(found != wanted)
    assert not len(wrong), (len(wrong), wrong[:4], found[tuple(wrong[0])], wanted[tuple(wrong[0])])


@pytest.mark.parametrize("name", ["NONE", "32B", "64B", "128B"])
@pytest.mark.parametrize("majors", ["KK", "KM", "MK", "MM"])
@pytest.mark.parametrize("type_", ["f16", "bf16"])
def test_sixteen_bits(random: np.random.Generator, name: str, majors: str, type_: str) -> None:
    """Each swizzle and each order of both matrices, 128 x 64 x 16."""
    a, b = integers(random, 128, 16), integers(random, 64, 16)
    memory = np.zeros((1, 32768), np.uint8)
    names = {"K": "K", "M": "MN"}
    left = Operand(memory, 0, bits16(a, type_), 2, (names[majors[0]], name))
    right = Operand(memory, 16384, bits16(b, type_), 2, (names[majors[1]], name))
    code = int(type_ == "bf16")
    bits = plain((128, 64), (1, code, code), majors)
    body = [
        *operands(("%rd8", left.descriptor), ("%rd9", right.descriptor)),
        f"mov.b32 %r20, {bits};",
        "tcgen05.mma.cta_group::1.kind::f16 [%r7], %rd8, %rd9, %r20, 0;",
    ]
    same(run(body, memory, poisoned()), expected(a @ b.T, poisoned()))


@pytest.mark.parametrize(
    ("m", "n", "group", "ws", "lane"),
    [
        (128, 16, 1, False, 0),
        (128, 256, 1, False, 0),
        (64, 24, 1, False, 0),
        (64, 24, 1, False, 16),
        (128, 64, 1, True, 0),
        (64, 64, 1, True, 0),
        (32, 128, 1, True, 0),
        (256, 32, 2, False, 0),
        (128, 64, 2, False, 0),
    ],
)
@pytest.mark.parametrize("adds", [False, True])
@pytest.mark.parametrize("in_tensor_memory", [False, True])
def test_layouts_of_the_result(
    *, random: np.random.Generator, m: int, n: int, group: int, ws: bool, lane: int, adds: bool,
    in_tensor_memory: bool,
) -> None:  # fmt: skip
    """D of every shape, overwritten and added to, with A in shared and in tensor memory."""
    a, b, c = integers(random, m, 16), integers(random, n, 16), integers(random, m, n)
    memory = np.zeros((group, 32768), np.uint8)
    right = Operand(memory, 16384, bits16(b, "f16"), 2)
    where: dict[str, Any] = {"group": group, "ws": ws, "lane": lane}
    cells = expected(c, poisoned(group), **where) if adds else poisoned(group)
    bits = plain((m, n), (1, 0, 0))
    lines = [*operands(("%rd9", right.descriptor)), f"mov.b32 %r20, {bits};"]
    lines.append(f"add.u32 %r21, %r7, {lane << 16};")
    if in_tensor_memory:
        words = np.ascontiguousarray(a.astype("f2")).view("u4")
        for row, _, cta, at, _ in images.result_cells(m, n, **where):
            cells[cta, at, 300:308] = words[row]
        lines.append(f"add.u32 %r22, %r7, {300 + (lane << 16)};")
        left = "[%r22]"
    else:
        operand = Operand(memory, 0, bits16(a, "f16"), 2)
        lines += operands(("%rd8", operand.descriptor))
        left = "%rd8"
    name = f"tcgen05.mma{'.ws' if ws else ''}.cta_group::{group}.kind::f16"
    lines.append(f"{name} [%r21], {left}, %rd9, %r20, {int(adds)};")
    product = a @ b.T + (c if adds else 0)
    wanted = expected(product, cells, **where)
    same(run(lines, memory, cells, group=group), wanted)
    same(run(lines, memory, cells, group=group, strict=True), wanted)


@pytest.mark.parametrize("negated", [0, 1, 2, 3])
def test_negated(random: np.random.Generator, negated: int) -> None:
    """A, B or both are negated."""
    a, b = integers(random, 128, 16), integers(random, 16, 16)
    memory = np.zeros((1, 32768), np.uint8)
    left = Operand(memory, 0, bits16(a, "f16"), 2)
    right = Operand(memory, 16384, bits16(b, "f16"), 2)
    bits = plain((128, 16), (1, 0, 0)) | negated << 13
    body = [
        *operands(("%rd8", left.descriptor), ("%rd9", right.descriptor)),
        f"mov.b32 %r20, {bits};",
        "tcgen05.mma.cta_group::1.kind::f16 [%r7], %rd8, %rd9, %r20, 0;",
    ]
    sign = -1 if negated in (1, 2) else 1
    same(run(body, memory, poisoned()), expected(sign * (a @ b.T), poisoned()))


def test_tf32(random: np.random.Generator) -> None:
    """Numbers of 32 bits, of which the lower 13 are not read; B along N with atoms of 32 bytes."""
    a, b = integers(random, 128, 8), integers(random, 64, 8)
    junk = random.integers(0, 1 << 13, (128, 8)).astype("u4")
    held = np.ascontiguousarray(a.astype("f4")).view("u4") | junk
    memory = np.zeros((1, 65536), np.uint8)
    left = Operand(memory, 0, held.view("u1").reshape(128, -1), 4, ("K", "32B"))
    right = Operand(memory, 32768, bits16(b, "tf32"), 4, ("MN", "128B_BASE32B"))
    bits = plain((128, 64), (1, 2, 2), "KM")
    body = [
        *operands(("%rd8", left.descriptor), ("%rd9", right.descriptor)),
        f"mov.b32 %r20, {bits};",
        "tcgen05.mma.cta_group::1.kind::tf32 [%r7], %rd8, %rd9, %r20, 0;",
    ]
    same(run(body, memory, poisoned()), expected(a @ b.T, poisoned()))


def test_half_results(random: np.random.Generator) -> None:
    """D of halves, one in the lower half of each column; D is divided by a power of two before."""
    a, b, c = integers(random, 128, 16), integers(random, 16, 16), 8 * integers(random, 128, 16)
    memory = np.zeros((1, 32768), np.uint8)
    left = Operand(memory, 0, bits16(a, "f16"), 2)
    right = Operand(memory, 16384, bits16(b, "f16"), 2)
    cells = np.zeros((1, 128, 512), np.uint32)
    cells[0, :, :16] = c.astype("f2").view("u2")
    bits = plain((128, 16), (0, 0, 0))
    body = [
        *operands(("%rd8", left.descriptor), ("%rd9", right.descriptor)),
        f"mov.b32 %r20, {bits};",
        "tcgen05.mma.cta_group::1.kind::f16 [%r7], %rd8, %rd9, %r20, 1, 3;",
    ]
    found = run(body, memory, cells)
    halves = (found[0, :, :16] & 0xFFFF).astype("u2").view("f2")
    assert (halves == (a @ b.T + c / 8).astype("f2")).all()
    assert not found[0, :, 16:].any()


def narrow_rows(codes: Any, bits: int) -> Any:
    """Return elements of 8 bits and fewer as bytes, 16 of them in each 16 (PTX ISA 9.7.16.3)."""
    if bits == 8:
        return codes.astype("u1")
    rows = np.zeros(codes.shape, "u1")
    for row in range(codes.shape[0]):
        for unit in range(0, codes.shape[1], 16):
            value = sum(
                int(code) << bits * i for i, code in enumerate(codes[row, unit : unit + 16])
            )
            data = value.to_bytes(16, "little")
            rows[row, unit : unit + 16] = np.frombuffer(data, "u1")
    return rows


@cache
def numbers(type_: str) -> Any:
    """Return what the codes of a type stand for, in f64."""
    values = [formats.decode(type_, code) for code in range(1 << BITS[type_])]
    return np.array([(-1.0 if v.negative else 1.0) * float(v.magnitude) for v in values])


def decoded(type_: str, codes: Any) -> Any:
    """Return the numbers of codes."""
    return numbers(type_)[codes]


def finite(random: np.random.Generator, type_: str, *shape: int) -> Any:
    """Return codes of numbers from -1 to 1, or of a few bits in all."""
    small = np.flatnonzero(np.abs(numbers(type_)) <= (1 if BITS[type_] == 8 else 8))
    return random.choice(small, shape)


@pytest.mark.parametrize("a_type", F8F6F4)
@pytest.mark.parametrize("b_type", F8F6F4)
def test_eight_bits_and_fewer(random: np.random.Generator, a_type: str, b_type: str) -> None:
    """All pairs of types, each with its own padding."""
    a, b = finite(random, a_type, 128, 32), finite(random, b_type, 16, 32)
    memory = np.zeros((1, 32768), np.uint8)
    left = Operand(memory, 0, narrow_rows(a, BITS[a_type]), 1)
    right = Operand(memory, 16384, narrow_rows(b, BITS[b_type]), 1, ("K", "32B"))
    bits = plain((128, 16), (1, F8F6F4[a_type], F8F6F4[b_type]))
    body = [
        *operands(("%rd8", left.descriptor), ("%rd9", right.descriptor)),
        f"mov.b32 %r20, {bits};",
        "tcgen05.mma.cta_group::1.kind::f8f6f4 [%r7], %rd8, %rd9, %r20, 0;",
    ]
    found = run(body, memory, poisoned())[0, :, :16].copy().view("f4")
    left_values, right_values = decoded(a_type, a), decoded(b_type, b)
    size = np.abs(left_values) @ np.abs(right_values).T
    assert (np.abs(found - left_values @ right_values.T) <= 32 * 2.0**-24 * size).all()


@pytest.mark.parametrize("saturates", [False, True])
def test_integers(random: np.random.Generator, *, saturates: bool) -> None:
    """Signed A and unsigned B; sums wrap, or stop at the limits."""
    a = random.integers(-128, 128, (128, 32))
    b = random.integers(0, 256, (16, 32))
    c = random.choice([-(2**31), 2**31 - 1, 0, 5], (128, 16))
    memory = np.zeros((1, 32768), np.uint8)
    left = Operand(memory, 0, a.astype("i1").view("u1"), 1)
    right = Operand(memory, 16384, b.astype("u1"), 1)
    cells = poisoned()
    cells[0, :, :16] = c.astype("i4").view("u4")
    bits = plain((128, 16), (2, 1, 0)) | saturates << 3
    body = [
        *operands(("%rd8", left.descriptor), ("%rd9", right.descriptor)),
        f"mov.b32 %r20, {bits};",
        "tcgen05.mma.cta_group::1.kind::i8 [%r7], %rd8, %rd9, %r20, 1;",
    ]
    total = a @ b.T + c
    wrapped = (total + 2**31) % 2**32 - 2**31
    wanted = np.clip(total, -(2**31), 2**31 - 1) if saturates else wrapped
    found = run(body, memory, cells)[0, :, :16].copy().view("i4")
    assert (found == wanted).all()


def scaled_bits(
    shape: tuple[int, int], types: tuple[int, int], ids: tuple[int, int], *, ue8m0: bool = True
) -> int:
    """Return an instruction descriptor with block scaling."""
    (m, n), (a, b) = shape, types
    fields = a << 7 | b << 10 | n >> 3 << 17 | int(ue8m0) << 23 | m >> 4 << 24
    return fields | ids[0] << 29 | ids[1] << 4


def put_factors(cells: Any, codes: Any, column: int, first: int) -> None:
    """Write scale factors [row, block] to tensor memory [lane, column], in all four quarters."""
    rows, blocks = codes.shape
    for row, block, at, byte, lane in images.factor_cells(rows, blocks, first):
        word = cells[lane, column + at] & ~np.uint32(0xFF << 8 * byte)
        cells[lane, column + at] = word | np.uint32(int(codes[row, block]) << 8 * byte)


@pytest.mark.parametrize("n", [16, 136, 256])
@pytest.mark.parametrize("ids", [(0, 0), (1, 3), (2, 2), (3, 1)])
@pytest.mark.parametrize("types", [("e4m3", "e5m2"), ("e2m1", "e3m2")])
def test_scaled_eight_bits(
    random: np.random.Generator, n: int, ids: tuple[int, int], types: tuple[str, str]
) -> None:
    """A factor for 32 elements, at any byte of a column."""
    a, b = finite(random, types[0], 128, 32), finite(random, types[1], n, 32)
    factors = [random.integers(120, 135, (rows, 1)) for rows in (128, n)]
    memory = np.zeros((1, 32768), np.uint8)
    left = Operand(memory, 0, narrow_rows(a, BITS[types[0]]), 1)
    right = Operand(memory, 16384, narrow_rows(b, BITS[types[1]]), 1)
    cells = poisoned()
    put_factors(cells[0], factors[0], 400, ids[0])
    put_factors(cells[0], factors[1], 420, ids[1])
    name = "tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.block32"
    bits = scaled_bits((128, n), (F8F6F4[types[0]], F8F6F4[types[1]]), ids)
    body = [
        *operands(("%rd8", left.descriptor), ("%rd9", right.descriptor)),
        f"mov.b32 %r20, {bits};",
        "add.u32 %r21, %r7, 400;",
        "add.u32 %r22, %r7, 420;",
        f"{name} [%r7], %rd8, %rd9, %r20, [%r21], [%r22], 0;",
    ]
    found = run(body, memory, cells)[0, :, :n].copy().view("f4")
    x, y = (
        decoded(t, c) * 2.0 ** (f - 127) for t, c, f in zip(types, (a, b), factors, strict=True)
    )
    size = np.abs(x) @ np.abs(y).T
    assert (np.abs(found - x @ y.T) <= 32 * 2.0**-24 * size).all()


@pytest.mark.parametrize(
    ("kind", "vector", "blocks", "ue8m0", "ids"),
    [
        ("mxf4", "block32", 2, True, (0, 2)),
        ("mxf4nvf4", "scale_vec::2X", 2, True, (2, 0)),
        ("mxf4nvf4", "scale_vec::4X", 4, True, (0, 0)),
        ("mxf4nvf4", "block16", 4, False, (0, 0)),
    ],
)
def test_scaled_four_bits(
    *, random: np.random.Generator, kind: str, vector: str, blocks: int, ue8m0: bool,
    ids: tuple[int, int],
) -> None:  # fmt: skip
    """Two elements in a byte, with two or four factors in a row."""
    a, b = random.integers(0, 16, (128, 64)), random.integers(0, 16, (48, 64))
    low, high = (120, 135) if ue8m0 else (0x30, 0x48)
    factors = [random.integers(low, high, (rows, blocks)) for rows in (128, 48)]
    memory = np.zeros((1, 32768), np.uint8)
    packed = [(x[:, ::2] | x[:, 1::2] << 4).astype("u1") for x in (a, b)]
    left, right = Operand(memory, 0, packed[0], 1), Operand(memory, 16384, packed[1], 1)
    cells = poisoned()
    put_factors(cells[0], factors[0], 400, ids[0])
    put_factors(cells[0], factors[1], 420, ids[1])
    name = f"tcgen05.mma.cta_group::1.kind::{kind}.block_scale.{vector}"
    bits = scaled_bits((128, 48), (1, 1), ids, ue8m0=ue8m0)
    body = [
        *operands(("%rd8", left.descriptor), ("%rd9", right.descriptor)),
        f"mov.b32 %r20, {bits};",
        "add.u32 %r21, %r7, 400;",
        "add.u32 %r22, %r7, 420;",
        f"{name} [%r7], %rd8, %rd9, %r20, [%r21], [%r22], 0;",
    ]
    found = run(body, memory, cells)[0, :, :48].copy().view("f4")
    values = []
    for codes, factor in zip((a, b), factors, strict=True):
        scale = 2.0 ** (factor - 127.0) if ue8m0 else numbers("e4m3")[factor]
        values.append(decoded("e2m1", codes) * np.repeat(scale, 64 // blocks, axis=1))
    size = np.abs(values[0]) @ np.abs(values[1]).T
    assert (np.abs(found - values[0] @ values[1].T) <= 64 * 2.0**-24 * size).all()


def test_disabled_lanes(random: np.random.Generator) -> None:
    """Lanes whose bits are set keep what they hold."""
    a, b = integers(random, 128, 16), integers(random, 16, 16)
    memory = np.zeros((1, 32768), np.uint8)
    left = Operand(memory, 0, bits16(a, "f16"), 2)
    right = Operand(memory, 16384, bits16(b, "f16"), 2)
    masks = random.integers(0, 1 << 32, 4)
    name = "tcgen05.mma.cta_group::1.kind::f16"
    body = [
        *operands(("%rd8", left.descriptor), ("%rd9", right.descriptor)),
        f"mov.b32 %r20, {plain((128, 16), (1, 0, 0))};",
        *(f"mov.b32 %r{24 + i}, {mask};" for i, mask in enumerate(masks)),
        f"{name} [%r7], %rd8, %rd9, %r20, {{%r24, %r25, %r26, %r27}}, 0;",
    ]
    wanted = expected(a @ b.T, poisoned())
    for lane in range(128):
        if int(masks[lane // 32]) >> lane % 32 & 1:
            wanted[0, lane] = POISON
    same(run(body, memory, poisoned()), wanted)


@pytest.mark.parametrize("type_", ["f16", "e4m3"])
def test_sparse(random: np.random.Generator, type_: str) -> None:
    """Two of four elements of A are held, in an order that metadata in tensor memory give."""
    wide = 32 if type_ == "f16" else 64
    places = np.array([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    chosen = places[random.integers(0, 6, (128, wide // 4))]
    held = integers(random, 128, wide // 2)
    dense = np.zeros((128, wide))
    codes = np.zeros((128, wide // 4), np.int64)
    for row in range(128):
        for group in range(wide // 4):
            if (row + group) % 5 == 0:  # zeros have no places, as CUTLASS's compressor makes them
                held[row, 2 * group : 2 * group + 2] = 0
                continue
            for each in range(2):
                dense[row, 4 * group + chosen[row, group, each]] = held[row, 2 * group + each]
            codes[row, group] = chosen[row, group, 0] | chosen[row, group, 1] << 2
    b = integers(random, 16, wide)
    memory = np.zeros((1, 32768), np.uint8)
    cells = poisoned()
    if type_ == "f16":
        rows = [bits16(x, "f16") for x in (held, b)]
        cells[0, :, 400] = 0
        for row in range(128):
            for group in range(8):
                half, place = divmod(4 * group, 16)
                lane = row % 8 + 8 * half + 16 * (row // 16)
                shift = 16 * (row // 8 % 2) + place
                cells[0, lane, 400] |= np.uint32(int(codes[row, group]) << shift)
        size, kind = 2, "f16"
    else:
        table = {float(value): code for code, value in enumerate(numbers("e4m3"))}
        rows = [np.vectorize(lambda v: table[float(v)])(x).astype("u1") for x in (held, b)]
        for row in range(128):
            value = sum(int(code) << 4 * i for i, code in enumerate(codes[row]))
            cells[0, row, 400], cells[0, row, 401] = value & 0xFFFFFFFF, value >> 32
        size, kind = 1, "f8f6f4"
    left = Operand(memory, 0, rows[0], size)
    right = Operand(memory, 16384, rows[1], size, ("K", "64B"))
    body = [
        *operands(("%rd8", left.descriptor), ("%rd9", right.descriptor)),
        f"mov.b32 %r20, {plain((128, 16), (1, 0, 0)) | 4};",
        "add.u32 %r21, %r7, 400;",
        f"tcgen05.mma.sp.cta_group::1.kind::{kind} [%r7], %rd8, %rd9, [%r21], %r20, 0;",
    ]
    same(run(body, memory, cells), expected(dense @ b.T, cells))


def test_steps_along_k(random: np.random.Generator) -> None:
    """Four products along a row of 128 bytes, with the start moved by 32 bytes each."""
    a, b = integers(random, 128, 64), integers(random, 32, 64)
    memory = np.zeros((1, 32768), np.uint8)
    left = Operand(memory, 0, bits16(a, "f16"), 2, ("K", "128B"))
    right = Operand(memory, 16384, bits16(b, "f16"), 2, ("K", "128B"))
    body = [f"mov.b32 %r20, {plain((128, 32), (1, 0, 0))};"]
    for step in range(4):
        body += operands(
            ("%rd8", left.descriptor + 2 * step), ("%rd9", right.descriptor + 2 * step)
        )
        body.append(f"tcgen05.mma.cta_group::1.kind::f16 [%r7], %rd8, %rd9, %r20, {int(step > 0)};")
    wanted = expected(a @ b.T, poisoned())
    same(run(body, memory, poisoned()), wanted)
    same(run(body, memory, poisoned(), strict=True), wanted)
