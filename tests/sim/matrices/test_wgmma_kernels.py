"""`wgmma` in kernels that fill shared memory with plain stores, register by register."""

from __future__ import annotations

import zlib
from random import Random
from typing import Any

import numpy as np
import pytest

from ptxpy.sim.errors import SimulationError
from ptxpy.sim.matrices.wgmma import Form, form_of
from tests.sim.matrices.kernels import launch, loaded
from tests.sim.matrices.warpgroup import LANES, Array
from tests.sim.matrices.wgmma_operands import (
    CTAS,
    Operands,
    machine_of,
    registers,
    result,
    started,
)

SHARED = 64 << 10
THREADS = 2 * LANES
WARPGROUPS = 2 * CTAS

KERNEL = """
.version 8.4
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 p0, .param .u64 p1, .param .u64 p2, .param .u64 p3, .param .u64 p4)
{{
    .reg .b64 %l<16>;
    .reg .b32 %r<32>;
    .reg .b32 %d<{count}>;
    .reg .b32 %e<{count}>;
    .reg .b32 %a<8>;
    .reg .pred %p<9>;
    .shared .align 1024 .b8 tile[{shared}];
    mov.u32 %r0, %tid.x;
    mov.u32 %r1, %ctaid.x;
    mad.lo.u32 %r2, %r1, {threads}, %r0;        // thread of the grid
    shr.u32 %r3, %r2, 7;                        // its warpgroup
    and.b32 %r8, %r3, 1;
    ld.param.u64 %l0, [p0];
    mad.wide.u32 %l0, %r1, {shared}, %l0;
    shl.b32 %r4, %r0, 4;
    mov.u32 %r5, tile;
copy:
    cvt.u64.u32 %l1, %r4;
    add.u64 %l1, %l0, %l1;
    ld.global.v4.u32 {{%r10, %r11, %r12, %r13}}, [%l1];
    add.u32 %r6, %r5, %r4;
    st.shared.v4.u32 [%r6], {{%r10, %r11, %r12, %r13}};
    add.u32 %r4, %r4, {step};
    setp.lt.u32 %p1, %r4, {shared};
    @%p1 bra copy;
    bar.sync 0;
    ld.param.u64 %l2, [p1];                     // descriptors of A and B
    mad.wide.u32 %l2, %r3, 16, %l2;
    ld.global.v2.u64 {{%l3, %l4}}, [%l2];
    ld.param.u64 %l5, [p2];                     // A in registers, and metadata
    mad.wide.u32 %l5, %r2, 32, %l5;
    ld.global.v4.u32 {{%a0, %a1, %a2, %a3}}, [%l5];
    ld.global.u32 %a4, [%l5+16];
    ld.param.u64 %l6, [p3];                     // D
    mad.wide.u32 %l6, %r2, 4, %l6;
    ld.param.u64 %l7, [p4];
    mad.wide.u32 %l7, %r2, 4, %l7;
{load}
{body}
{store}
    ret;
}}
"""


def _kernel(count: int, body: str) -> str:
    """Return a kernel that loads `count` registers of D, and stores them."""
    at = 4 * THREADS * CTAS
    return KERNEL.format(
        count=max(count, 8),
        shared=SHARED,
        threads=THREADS,
        step=16 * THREADS,
        load="\n".join(f"    ld.global.u32 %d{i}, [%l6+{at * i}];" for i in range(count)),
        store="\n".join(f"    st.global.u32 [%l7+{at * i}], %d{i};" for i in range(count)),
        body=body,
    )


def _vector(first: int, count: int, name: str = "d") -> str:
    return "{" + ", ".join(f"%{name}{i}" for i in range(first, first + count)) + "}"


class Case:
    """Random operands for an instruction, and its text."""

    def __init__(self, modifiers: str) -> None:
        """Make them."""
        words = tuple(f".{word}" for word in modifiers.split("."))
        form = form_of(words)
        assert form is not None
        self.form: Form = form
        self.random = Random(zlib.crc32(modifiers.encode()))  # noqa: S311 - test data
        self.machine = machine_of(shared=SHARED)
        self.operands = Operands(self.machine, form, self.random)
        self.opcode = f"wgmma.{modifiers}"
        self.starts = [started(form, self.random) for _ in range(WARPGROUPS)]

    def instruction(self, d: str, scale: str = "1", *, negative: bool = False) -> str:
        """Return the instruction with a D and a scale."""
        operands = self.operands
        parts = [d, _vector(0, 4, "a") if operands.in_registers else "%l3", "%l4"]
        if self.form.sparse:
            parts += ["%a4", str(operands.selector)]
        parts.append(scale)
        if self.form.kind != "i4":
            parts += ["-1" if negative else "1", "1"]
        if self.form.a in ("f16", "bf16"):
            majors = operands.majors[1:] if operands.in_registers else operands.majors
            parts += ["1" if major == "MN" else "0" for major in majors]
        return f"{self.opcode} {', '.join(parts)};"

    def run(self, body: str, start: list[Array] | None = None) -> list[Array]:
        """Run a kernel; return the registers of all threads."""
        operands = self.operands
        start = registers(self.form, self.starts) if start is None else start
        if operands.in_registers:
            left: Any = np.zeros(len(start[0]), np.uint64)
            fragment = np.stack(operands.left, axis=1)
        else:
            left, fragment = operands.left, np.zeros((len(start[0]), 4), np.uint32)
        given = np.zeros((len(start[0]), 8), np.uint32)
        given[:, :4] = fragment
        if operands.metadata is not None:
            given[:, 4] = operands.metadata
        descriptors = np.stack([left[::LANES], np.full(WARPGROUPS, operands.right)], axis=1)
        image = self.machine.shared.reshape(CTAS, -1)
        begun = np.stack(start)
        found = launch(
            loaded(_kernel(len(start), body)),
            "k",
            [image, descriptors, given, begun, np.zeros_like(begun)],
            grid=(CTAS, 1, 1),
            block=(THREADS, 1, 1),
        )
        return list(found[4])


COMMIT = "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n"
TYPES = [
    "mma_async.sync.aligned.m64n64k16.f32.bf16.bf16",
    "mma_async.sync.aligned.m64n128k16.f32.f16.f16",
    "mma_async.sync.aligned.m64n8k16.f16.f16.f16",
    "mma_async.sync.aligned.m64n24k8.f32.tf32.tf32",
    "mma_async.sync.aligned.m64n40k32.f32.e4m3.e5m2",
    "mma_async.sync.aligned.m64n16k32.s32.s8.u8",
    "mma_async.sync.aligned.m64n32k32.satfinite.s32.u8.u8",
    "mma_async.sync.aligned.m64n16k256.s32.b1.b1.and.popc",
    "mma_async.sp.sync.aligned.m64n64k32.f32.f16.f16",
    "mma_async.sp.sync.aligned.m64n24k16.f32.tf32.tf32",
    "mma_async.sp.sync.aligned.m64n16k64.s32.s8.s8",
]
F32 = TYPES[0]


def _check(found: list[Array], form: Form, expected: list[Array]) -> None:
    for one, other in zip(found, registers(form, expected), strict=True):
        assert (one == other).all()


def _times(case: Case, count: float) -> list[Array]:
    """Return D after so many products."""
    expected = case.starts
    for _ in range(int(count)):
        expected = [
            result(case.form, start, product, adds=True)
            for start, product in zip(expected, case.operands.products, strict=True)
        ]
    return expected


@pytest.mark.parametrize("modifiers", TYPES)
def test_types(modifiers: str) -> None:
    """Two products of a group, then one with other threads' D in a loop."""
    case = Case(modifiers)
    d = _vector(0, case.form.registers)
    body = f"""
        {case.instruction(d)}
        {case.instruction(d)}
        {COMMIT}
        mov.u32 %r20, 0;
    again:
        {case.instruction(d)}
        {COMMIT}
        add.u32 %r20, %r20, 1;
        setp.le.u32 %p1, %r20, %r8;
        @%p1 bra again;
    """
    found = case.run(body)
    three, four = _times(case, 3), _times(case, 4)
    expected = [four[w] if w % 2 else three[w] for w in range(WARPGROUPS)]
    _check(found, case.form, expected)


@pytest.mark.parametrize("modifiers", TYPES)
def test_first_product_overwrites(modifiers: str) -> None:
    """What D held does not count when scale-d is false; a later one of the group adds to it."""
    case = Case(modifiers)
    d = _vector(0, case.form.registers)
    body = f"setp.ne.u32 %p2, %r8, 0;\n{case.instruction(d, '%p2')}\n{case.instruction(d)}{COMMIT}"
    expected = []
    for w, (start, product) in enumerate(zip(case.starts, case.operands.products, strict=True)):
        once = result(case.form, start, product, adds=bool(w % 2))
        expected.append(result(case.form, once, product, adds=True))
    _check(case.run(body), case.form, expected)
    body = f"{case.instruction(d)}\n{case.instruction(d, '0')}{COMMIT}"
    expected = [
        result(case.form, start, product, adds=False)
        for start, product in zip(case.starts, case.operands.products, strict=True)
    ]
    _check(case.run(body), case.form, expected)


def test_signs() -> None:
    """A product that is subtracted between others."""
    case = Case(F32)
    d = _vector(0, case.form.registers)
    plus, minus = case.instruction(d), case.instruction(d, negative=True)
    _check(case.run(f"{plus}{minus}{plus}{plus}{COMMIT}"), case.form, _times(case, 2))


def test_other_instructions_use_the_accumulators() -> None:
    """Registers of D are read and written between products, by all threads and by some."""
    case = Case(F32)
    count = case.form.registers
    mma = case.instruction(_vector(0, count))
    body = f"""
        mov.f32 %d3, 0f40400000;                 // 3
        {mma}{COMMIT}
        mov.b32 %e0, %d0;
        mul.f32 %d1, %d1, 0f40000000;
        setp.lt.u32 %p2, %r0, 150;
        @%p2 add.f32 %d2, %d2, 0f3F800000;
        {mma}{COMMIT}
        @%p2 bra low;
        mov.b32 %d4, 0;
        bra join;
    low:
        mov.b32 %d5, %d6;
    join:
        {mma}
        mov.b32 %d7, %e0;
        {mma}{COMMIT}
    """
    found = case.run(body)
    start = [x.view(np.float32).astype(np.float64) for x in registers(case.form, case.starts)]
    products = [product.astype(np.float32) for product in case.operands.products]
    each = [x.view(np.float32).astype(np.float64) for x in registers(case.form, products)]
    low = np.arange(CTAS * THREADS) % THREADS < 150
    start[3] = np.full(CTAS * THREADS, 3.0)
    first = [x + y for x, y in zip(start, each, strict=True)]
    saved = first[0]
    first[1] = 2 * first[1]
    first[2] = first[2] + low
    second = [x + y for x, y in zip(first, each, strict=True)]
    second[4] = np.where(low, second[4], 0)
    second[5] = np.where(low, second[6], second[5])
    third = [x + y for x, y in zip(second, each, strict=True)]
    third[7] = saved
    third = [x + y for x, y in zip(third, each, strict=True)]
    for one, other in zip(found, third, strict=True):
        assert (one.view(np.float32) == other).all()


def test_warpgroups_in_turn() -> None:
    """Warpgroups that come alone and together, in other orders than that of their numbers."""
    case = Case(F32)
    mma = case.instruction(_vector(0, case.form.registers))
    body = f"""
        setp.eq.u32 %p2, %r8, 1;
        @%p2 bra second;
        bar.sync 1;
        {mma}{COMMIT}
        bra join;
    second:
        {mma}{COMMIT}
        bar.sync 1;
    join:
        {mma}{COMMIT}
        @%p2 bra out;
        {mma}{COMMIT}
    out:
        {mma}{COMMIT}
    """
    three, four = _times(case, 3), _times(case, 4)
    expected = [three[w] if w % 2 else four[w] for w in range(WARPGROUPS)]
    _check(case.run(body), case.form, expected)


@pytest.mark.parametrize("limit", [0, 1, 2])
def test_guard(limit: int) -> None:
    """Warpgroups whose guard is false keep what they have."""
    case = Case(F32)
    mma = case.instruction(_vector(0, case.form.registers))
    body = f"setp.lt.u32 %p2, %r8, {limit};\n@%p2 {mma}\n@!%p2 {mma}\n@%p2 {mma}{COMMIT}"
    one, two = _times(case, 1), _times(case, 2)
    expected = [two[w] if w % 2 < limit else one[w] for w in range(WARPGROUPS)]
    _check(case.run(body), case.form, expected)


@pytest.mark.parametrize("guard", ["", "@%p2 "])
def test_lists_that_overlap(guard: str) -> None:
    """Registers that are accumulators of D in several orders stay registers."""
    case = Case("mma_async.sync.aligned.m64n8k16.f32.bf16.bf16")
    start = registers(case.form, case.starts)
    mma = [case.instruction(_vector(first, 4)) for first in (0, 4, 2)]
    body = f"setp.eq.u32 %p2, %r8, 1;\n{guard}{mma[0]}\n{mma[1]}{COMMIT}{guard}{mma[2]}{COMMIT}"
    found = case.run(body, [*start, *start])
    products = [product.astype(np.float32) for product in case.operands.products]
    each = [x.view(np.float32).astype(np.float64) for x in registers(case.form, products)]
    here = np.arange(CTAS * THREADS) // LANES % 2 == 1 if guard else True
    expected = [x.view(np.float32).astype(np.float64) for x in [*start, *start]]
    for first, mask in ((0, here), (4, True), (2, here)):
        for i in range(4):
            expected[first + i] = expected[first + i] + np.where(mask, each[i], 0)
    for one, other in zip(found, expected, strict=True):
        assert (one.view(np.float32) == other).all()


def test_two_accumulators() -> None:
    """Products of two groups of registers, one after the other in turn."""
    case = Case("mma_async.sync.aligned.m64n16k16.f32.f16.f16")
    count = case.form.registers
    start = registers(case.form, case.starts)
    low, high = case.instruction(_vector(0, count)), case.instruction(_vector(count, count))
    found = case.run(f"{low}{high}{high}{low}{high}{COMMIT}", [*start, *start])
    _check(found[:count], case.form, _times(case, 2))
    _check(found[count:], case.form, _times(case, 3))


def test_nan_is_canonical() -> None:
    """A NaN among the registers of D gives 0x7fffffff, or 0x7fff in `.f16`."""
    for modifiers, nan, expected in ((F32, 0xFF812345, 0x7FFFFFFF), (TYPES[2], 0xFE01, 0x7FFF)):
        case = Case(modifiers)
        start = registers(case.form, case.starts)
        start[1] = np.full_like(start[1], nan)
        found = case.run(f"{case.instruction(_vector(0, len(start)))}{COMMIT}", start)
        mask = 0xFFFF if expected == 0x7FFF else 0xFFFFFFFF
        assert (found[1] & mask == expected).all()


def _fails(body: str, message: str, modifiers: str = F32) -> None:
    case = Case(modifiers)
    text = body.replace("MMA", case.instruction(_vector(0, case.form.registers)))
    with pytest.raises(SimulationError, match=message):
        case.run(f"{text}{COMMIT}")


B64 = "mma_async.sync.aligned.m64n64k16.f32.bf16.bf16"
PLAIN = "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 "
FAULTS = [
    ("0x0000000000010000 | 1 << 14", "bits 14 to 15 are reserved and hold 0x1"),
    ("0x0000000000010000 | 1 << 31", "bits 30 to 31 are reserved and hold 0x2"),
    ("0x0000000000010000 | 1 << 46", "bits 46 to 48 are reserved"),
    ("0x4000000000010000 | 1 << 55", "bits 52 to 61 are reserved"),
    ("0x4000000000010000 | 3 << 49", "the base offset is 3"),
    ("0x4000004000010007", "start address 0x70 is misaligned.* row of 128 bytes"),
    ("0xC000001000010001", "start address 0x10 is misaligned.* row of 32 bytes"),
    ("0x4000004000011000", "with the start address 0x10000 the tile reaches outside of the 65,536"),
    ("0x4000100000010000", "with the stride dimension byte offset 0x10000 the tile"),
    ("0x0000000820000000", "with the leading dimension byte offset 0x20000 the tile"),
]


@pytest.mark.parametrize(("descriptor", "message"), FAULTS)
@pytest.mark.parametrize("side", ["A", "B"])
def test_wrong_descriptors(side: str, descriptor: str, message: str) -> None:
    """The field that is wrong is named, and the instruction, also if it is one of several."""
    value = eval(descriptor)  # noqa: S307 - an integer of the table above
    registers_ = _vector(0, 32)
    good = "0x0000000800080000"
    first, second = (f"{value:#x}", good) if side == "A" else (good, f"{value:#x}")
    body = f"""
        {PLAIN} {registers_}, {good}, {good}, 1, 1, 1, 0, 0;
        {PLAIN} {registers_}, {first}, {second}, 1, 1, 1, 0, 0;
        {PLAIN} {registers_}, {good}, {good}, 1, 1, 1, 0, 0;
    """
    where = rf"(?s)descriptor {value:#018x} of {side}: .*{message}.*{first}, {second}, 1, 1.*CTA"
    _fails(body, where)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("cvt.u64.u32 %l3, %r0; MMA", "the matrix descriptor of A is not the same in all threads"),
        ("add.u64 %l4, %l4, %l5; MMA", "(?s)descriptor of B is not the same.*thread .1, 0, 0"),
        ("setp.lt.u32 %p2, %r0, 96;\n@%p2 ret;\nMMA", "all 128 threads.* and 32 of them are here"),
        ("setp.lt.u32 %p2, %r0, 96;\n@%p2 MMA", "all 128 threads.* and 96 of them are here"),
    ],
)
def test_not_the_same(body: str, message: str) -> None:
    """Threads of a warpgroup must come together, and agree."""
    case = Case("mma_async.sync.aligned.m64n64k16.f32.f16.f16")
    text = f"{PLAIN.replace('bf16', 'f16')} {_vector(0, 32)}, %l3, %l4, 1, 1, 1, 0, 0;"
    with pytest.raises(SimulationError, match=message):
        case.run(f"{body.replace('MMA', text)}{COMMIT}")


def test_scale_must_be_the_same() -> None:
    """So must scale-d."""
    case = Case(F32)
    mma = case.instruction(_vector(0, case.form.registers), "%p2")
    with pytest.raises(SimulationError, match=r"scale-d is not the same .* true .*false"):
        case.run(f"setp.lt.u32 %p2, %r0, 3;\n{mma}{COMMIT}")


@pytest.mark.parametrize(
    ("modifiers", "word", "bits"),
    [
        (TYPES[8], "0x4444E545", "0b0101"),
        (TYPES[9], "0x44444441", "0b0001"),
        (TYPES[10], "0xEEEEEAEE", "0b1010"),
    ],
)
def test_wrong_metadata(modifiers: str, word: str, bits: str) -> None:
    """Two elements at one place, or one at none."""
    case = Case(modifiers)
    mma = case.instruction(_vector(0, case.form.registers))
    right = "0x4444EEEE"
    body = f"mov.b32 %a4, {right};\n{mma}\nmov.b32 %a4, {word};\n{mma}\nmov.b32 %a4, {right};{mma}"
    with pytest.raises(SimulationError, match=rf"the metadata {bits} of row .* of A means nothing"):
        case.run(f"{body}{COMMIT}")


def test_warps_wait_for_each_other() -> None:
    """Threads that a branch has parted meet before a product, across the warps of a warpgroup."""
    case = Case(F32)
    mma = case.instruction(_vector(0, case.form.registers))
    body = f"""
        setp.lt.u32 %p2, %r0, 40;
        mov.u32 %r20, 0;
        @%p2 bra low;
        add.u32 %r20, %r20, 1;
        bra join;
    low:
        add.u32 %r20, %r20, 2;
    join:
        {mma}{COMMIT}
    """
    _check(case.run(body), case.form, _times(case, 1))
