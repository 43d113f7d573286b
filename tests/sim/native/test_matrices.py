"""Compiled matrix instructions and copies of words give the bits of the interpreter."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy.sim import SimulationError

pytest.importorskip("llvmlite")

HEAD = """\
.version 8.8
.target sm_120a
.address_size 64
.visible .entry k(.param .u64 out, .param .u64 in)
{
    .reg .pred %p<4>;
    .reg .b32 %r<40>;
    .reg .b64 %rd<9>;
    .shared .align 128 .b8 shared[8192];
    ld.param.u64 %rd1, [out];
    ld.param.u64 %rd2, [in];
    mov.u32 %r30, %tid.x;
    mov.u32 %r31, %ctaid.x;
    mad.lo.u32 %r32, %r31, 64, %r30;
    mul.wide.u32 %rd3, %r32, 64;
    add.u64 %rd1, %rd1, %rd3;
    add.u64 %rd2, %rd2, %rd3;
    ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd2];
    ld.global.v4.u32 {%r5, %r6, %r7, %r8}, [%rd2+16];
    ld.global.v4.u32 {%r9, %r10, %r11, %r12}, [%rd2+32];
    mov.u32 %r20, 0; mov.u32 %r21, 0; mov.u32 %r22, 0; mov.u32 %r23, 0;
    mad.lo.u32 %r34, %r30, 16, 0;
    mov.u32 %r33, shared;
    add.u32 %r33, %r33, %r34;
"""
TAIL = """
    st.global.v4.u32 [%rd1], {%r20, %r21, %r22, %r23};
    ret;
}
"""
THREADS, CTAS = 64, 8
WORDS = 16


def cases() -> list[tuple[tuple[int, ...], str]]:
    """Return the numbers of registers and the name of each product."""
    text = Path(__file__).with_name("matrices.txt").read_text(encoding="utf-8")
    found = []
    for line in text.splitlines():
        if line and not line.startswith("#"):
            counts, _, name = line.partition(": ")
            found.append((tuple(map(int, counts.split())), name))
    return found


def launch(body: str, data: Any, engine: str, **options: Any) -> tuple[Any, Any]:
    """Run the body of a kernel; return what it stored, and which engine ran it."""
    out = np.full((CTAS * THREADS, WORDS), 5, np.uint32)
    kernel = ptxpy.load(ptxpy.parse(HEAD + body + TAIL))
    with ptxpy.sim.engine(engine) as report:
        kernel.launch(out, data, grid=CTAS, block=THREADS, device="cpu", **options)
    return out, report


def same(body: str, data: Any) -> Any:
    """Run a body on both engines; return what both have stored."""
    wanted, _ = launch(body, data, "interpreted")
    found, report = launch(body, data, "compiled")
    assert not report.interpreted
    assert np.array_equal(wanted, found)
    return found


def random_words(seed: int, mask: int = 0xFFFFFFFF, base: int = 0) -> Any:
    """Return words for all threads, with the bits of a mask and those of a base."""
    words = np.random.default_rng(seed).integers(0, 1 << 32, (CTAS * THREADS, WORDS), np.uint32)
    return words & np.uint32(mask) | np.uint32(base)


def product(counts: tuple[int, ...], name: str) -> str:
    """Return an instruction on the registers of the test."""
    groups = [
        ", ".join(f"%r{first + k}" for k in range(count))
        for count, first in zip(counts, (20, 1, 5, 9), strict=True)
    ]
    return f"{name} " + ", ".join(f"{{{each}}}" for each in groups) + ";"


DATA = {
    "any": (0xFFFFFFFF, 0),
    "finite halves": (0xBBFFBBFF, 0),
    "finite singles": (0x9FFFFFFF, 0x20000000),
    "finite brains": (0x9FFF9FFF, 0x20002000),
    "octets": (0xBBBBBBBB, 0),
}
CANCELLING = {
    # A half of 2^15, 2^-24 or 1; a bfloat16 or the upper bits of a single of 2^50, 2^-30 or 1.
    "halves": [0x7800, 0xF800, 0x0001, 0x8001, 0x3C00, 0xBC00],
    "brains": [0x5880, 0xD880, 0x3080, 0xB080, 0x3F80, 0xBF80],
}
"""Numbers whose large products cancel: what is left depends on the order of additions."""


def cancelling(kind: str) -> Any:
    """Return words of two such numbers each."""
    rng = np.random.default_rng(5)
    found = rng.choice(np.array(CANCELLING[kind], np.uint16), (CTAS * THREADS, 2 * WORDS))
    return found.view(np.uint32)


@pytest.mark.parametrize(("counts", "name"), cases(), ids=lambda each: each)
def test_products_have_the_same_bits(counts: tuple[int, ...], name: str) -> None:
    """With NaNs, infinities, subnormal numbers, and sums that are rounded on the way."""
    body = product(counts, name)
    for seed, (mask, base) in enumerate(DATA.values()):
        assert len(np.unique(same(body, random_words(seed, mask, base))[:, :4])) > 2
    for kind in CANCELLING:
        same(body, cancelling(kind))


@pytest.mark.parametrize(("place", "kind"), [(0, "halves"), (2, "brains"), (4, "brains")])
def test_the_order_of_additions_shows(place: int, kind: str) -> None:
    """The numbers of the test above show another order of k."""
    from ptxpy.sim.semantics.matrices.forms import form_of  # noqa: PLC0415

    form = form_of(tuple(f".{word}" for word in cases()[place][1].split(".")[1:]))
    assert form is not None
    words, warps = cancelling(kind), CTAS * THREADS // 32
    a, b = (tuple(words[:, k] for k in part) for part in (range(4), range(4, 6)))
    left, right = form.left(a, warps)[0], form.right(b, warps)
    sums = [np.zeros((warps, 8, 8)), np.zeros((warps, 8, 8))]
    depth = left.shape[-1]
    for k in range(depth):
        sums[0] += left[:, :, None, k] * right[:, None, :, k]
        sums[1] += left[:, :, None, -1 - k] * right[:, None, :, -1 - k]
    assert (sums[0].astype("f4") != sums[1].astype("f4")).any()


STORE = "st.shared.v4.u32 [%r33], {%r1, %r2, %r3, %r4}; bar.sync 0;\n"
MOVEMENTS = {
    "ldmatrix.x1": "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r20}, [%r33];",
    "ldmatrix.x2": "ldmatrix.sync.aligned.m8n8.x2.shared::cta.b16 {%r20, %r21}, [%r33];",
    "ldmatrix.x4": "xor.b32 %r33, %r33, 112;"
    "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r20, %r21, %r22, %r23}, [%r33];",
    "ldmatrix.trans": "xor.b32 %r33, %r33, 96;"
    "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r20, %r21, %r22, %r23}, [%r33];",
    "of a generic address": "cvt.u64.u32 %rd5, %r33; cvta.shared.u64 %rd5, %rd5;"
    "ldmatrix.sync.aligned.m8n8.x2.trans.b16 {%r20, %r21}, [%rd5];",
    "addresses that do not count": "and.b32 %r35, %r30, 31; setp.ge.u32 %p1, %r35, 8;"
    "@%p1 mov.u32 %r33, 12345678; ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r20}, [%r33];",
    "stmatrix": "xor.b32 %r33, %r33, 48; stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r33], "
    "{%r5, %r6, %r7, %r8}; bar.sync 0; ld.shared.v4.u32 {%r20, %r21, %r22, %r23}, [%r33];",
    "stmatrix.trans": "stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%r33], {%r5, %r6};"
    "bar.sync 0; ld.shared.v4.u32 {%r20, %r21, %r22, %r23}, [%r33];",
    "movmatrix": "movmatrix.sync.aligned.m8n8.trans.b16 %r20, %r1;",
}


@pytest.mark.parametrize("body", MOVEMENTS.values(), ids=MOVEMENTS)
def test_matrices_move_as_interpreted(body: str) -> None:
    """From and to rows in shared memory."""
    assert len(np.unique(same(STORE + body, random_words(9)))) > 64


COPIES = {
    "16 bytes": "cp.async.cg.shared.global [%r33], [%rd2], 16;",
    "8 bytes": "cp.async.ca.shared.global [%r33+8], [%rd2+8], 8;",
    "4 bytes": "cp.async.ca.shared.global [%r33+4], [%rd2], 4;",
    "with zeros": "and.b32 %r35, %r30, 16; cp.async.cg.shared.global [%r33], [%rd2], 16, %r35;",
    "nothing but zeros": "mov.u64 %rd2, 0; cp.async.cg.shared.global [%r33], [%rd2], 16, 0;",
    "ignored sources": "and.b32 %r35, %r30, 1; setp.eq.u32 %p1, %r35, 0; @%p1 mov.u64 %rd2, 0;"
    "cp.async.cg.shared.global [%r33], [%rd2], 16, %p1;",
    "under a guard": "and.b32 %r35, %r30, 3; setp.ne.u32 %p1, %r35, 0; @!%p1 mov.u64 %rd2, 0;"
    "@%p1 cp.async.cg.shared.global.L2::128B [%r33], [%rd2+16], 16;",
}


@pytest.mark.parametrize("body", COPIES.values(), ids=COPIES)
def test_words_are_copied(body: str) -> None:
    """To shared memory that held other words."""
    load = "ld.shared.v4.u32 {%r20, %r21, %r22, %r23}, [%r33];"
    wait = "cp.async.commit_group; cp.async.wait_group 0; cp.async.wait_all; bar.sync 0;"
    assert len(np.unique(same(f"{STORE} {body} {wait} {load}", random_words(11)))) > 1


SOME_BYTES = """cp.async.ca.shared.global [%r33], [%rd2], 16, 6;
    bar.sync 0;
    ld.shared.v4.u32 {%r20, %r21, %r22, %r23}, [%r33];
"""
THREADS_APART = """setp.eq.u32 %p2, %r30, 0;
    @%p2 bra other;
    movmatrix.sync.aligned.m8n8.trans.b16 %r20, %r1;
    bra end;
other:
    movmatrix.sync.aligned.m8n8.trans.b16 %r20, %r1;
end:
"""


def test_copies_of_parts_of_words_are_interpreted() -> None:
    """Memory is set back, and the results are those of the interpreter."""
    wanted, _ = launch(SOME_BYTES, random_words(12), "interpreted")
    found, report = launch(SOME_BYTES, random_words(12), "compiled")
    assert "fault" in report.interpreted["k"]
    assert np.array_equal(wanted, found)


FAULTS = {
    "a row outside": "add.u32 %r33, %r33, 8192;"
    "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r20}, [%r33];",
    "a row between": "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r20}, [%r33+8];",
    "a row elsewhere": "ldmatrix.sync.aligned.m8n8.x1.b16 {%r20}, [%rd2];",
    "a source outside": "mov.u64 %rd2, 16; cp.async.cg.shared.global [%r33], [%rd2], 16;",
    "a destination outside": "cp.async.cg.shared.global [%r33+8192], [%rd2], 16;",
    "threads apart": THREADS_APART,
}


@pytest.mark.parametrize("body", FAULTS.values(), ids=FAULTS)
def test_faults_are_those_of_the_interpreter(body: str) -> None:
    """The message is the same, and arrays are as they were."""
    messages = []
    kernel = ptxpy.load(ptxpy.parse(HEAD + body + TAIL))
    out, data = np.full((CTAS * THREADS, WORDS), 5, np.uint32), random_words(13)
    for engine in ("interpreted", "compiled"):
        with ptxpy.sim.engine(engine), pytest.raises(SimulationError) as raised:
            kernel.launch(out, data, grid=CTAS, block=THREADS, device="cpu")
        messages.append(str(raised.value))
        assert (out == 5).all()
    assert messages[0] == messages[1]
