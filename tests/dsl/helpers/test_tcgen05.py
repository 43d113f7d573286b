"""`ptx.tcgen05`: its text, what it refuses, and that the assembler takes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import ptxpy
from ptxpy import TraceError, b32, b64, bf16, f16, kernel, pred, ptx, reg, smem, u32
from ptxpy.assemble import assemble
from ptxpy.dsl.tracing import trace
from tests.assemble.real import needs_nvjitlink


def made(body: Callable[[], object]) -> str:
    """Return a kernel's PTX."""

    @kernel(arch="sm_100a", version="8.6")
    def k() -> None:
        body()
        ptx.ret()

    return k.ptx()


def lines(body: Callable[[], object]) -> list[str]:
    """Return the instructions of a kernel, without declarations."""
    text = made(body).partition("{\n")[2]
    every = [line.strip() for line in text.splitlines()]
    return [line for line in every if line and not line.startswith((".", "}", "ret"))]


def test_a_gemm_of_one_tile() -> None:
    """Allocate, multiply twice, commit, load, free: the text of all of it."""

    def body() -> None:
        a = smem.wgmma_tile(bf16, (128, 64), name="a")
        b = smem.wgmma_tile(bf16, (128, 64), name="b")
        slot = smem.alloc(b32, 1, name="slot")
        bar = smem.mbarrier(1, name="bar")[0]
        ptx.mbarrier.init(bar, 1)
        ptx.tcgen05.alloc(slot, 128)
        ptx.tcgen05.relinquish_alloc_permit()
        tmem = smem.load(b32, slot)
        idesc = ptx.tcgen05.make_instr_desc_f16bf16_f32(m=128, n=128)
        ptx.tcgen05.mma(tmem, a, b, idesc, enable_input_d=False)
        left = ptx.tcgen05.descriptor(a, stride_bytes=1024, byte_offset=32)
        right = ptx.tcgen05.masked_descriptor(b, byte_offset=32)
        ptx.tcgen05.mma(tmem, left, right, idesc)
        ptx.tcgen05.commit(bar)
        ptx.tcgen05.fence_after_thread_sync()
        d = reg.array(b32, 4, "%d")
        ptx.tcgen05.ld(d, tmem, shape="32x32b", count=4)
        ptx.tcgen05.wait_ld()
        ptx.tcgen05.fence_before_thread_sync()
        ptx.tcgen05.dealloc(tmem, 128)

    assert lines(body) == [
        "mbarrier.init.shared::cta.b64 [bar], 1;",
        "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], 128;",
        "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;",
        "ld.shared.b32 %r0, [slot];",
        "mov.u32 %r1, a;",
        "bfe.u32 %r2, %r1, 4, 14;",
        "cvt.u64.u32 %rd0, %r2;",
        "or.b64 %rd1, %rd0, 0x4000404000010000;",
        "mov.u32 %r3, b;",
        "bfe.u32 %r4, %r3, 4, 14;",
        "cvt.u64.u32 %rd2, %r4;",
        "or.b64 %rd3, %rd2, 0x4000404000010000;",
        "tcgen05.mma.cta_group::1.kind::f16 [%r0], %rd1, %rd3, 136316048, 0;",
        "mov.u32 %r5, a + 32;",
        "bfe.u32 %r6, %r5, 4, 14;",
        "cvt.u64.u32 %rd4, %r6;",
        "or.b64 %rd5, %rd4, 0x4000404000010000;",
        "mov.u32 %r7, b + 32;",
        "and.b32 %r8, %r7, 262128;",
        "shr.u32 %r9, %r8, 4;",
        "cvt.u64.u32 %rd6, %r9;",
        "or.b64 %rd7, %rd6, 0x4000404000010000;",
        "tcgen05.mma.cta_group::1.kind::f16 [%r0], %rd5, %rd7, 136316048, 1;",
        "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [bar];",
        "tcgen05.fence::after_thread_sync;",
        "tcgen05.ld.sync.aligned.32x32b.x4.b32 {%d0, %d1, %d2, %d3}, [%r0];",
        "tcgen05.wait::ld.sync.aligned;",
        "tcgen05.fence::before_thread_sync;",
        "tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r0, 128;",
    ]


def everything() -> None:
    """Write each helper with each of its options."""
    slot = smem.alloc(b32, 1)
    bars = smem.mbarrier(2)
    first = reg.scalar(pred, init=True)
    ptx.tcgen05.alloc(slot, 256, pred=first)
    ptx.tcgen05.alloc(slot, 128)
    tmem = smem.load(u32, slot)
    number = reg.scalar(u32, 32)
    ptx.tcgen05.alloc(slot, number)
    ptx.tcgen05.relinquish_alloc_permit()
    wide = smem.wgmma_tile(bf16, (2, 64, 256), "MN")
    narrow = smem.wgmma_tile(bf16, (128, 16))
    tile = smem.wgmma_tile(bf16, (128, 64))
    desc = ptx.tcgen05.descriptor(
        tile, stride_bytes=1024, leading_bytes=32, swizzle="NONE", base_offset=1
    )
    idesc = reg.from_(0x8400490, b32)
    common = (tmem, desc, desc, idesc)
    for kind in ("f16", "tf32", "f8f6f4", "i8"):
        ptx.tcgen05.mma(*common, kind=kind, pred=first)
    ptx.tcgen05.mma(tmem, narrow, wide[1], idesc, enable_input_d=first)
    ptx.tcgen05.mma(*common, scale_d=number, scale_c=15, kind="tf32")
    ptx.tcgen05.mma(*common, pred_operand=~first, collector_a="fill")
    ptx.tcgen05.mma(tmem, tmem, desc, idesc, a_is_tmem=True, ashift=True, collector_a="lastuse")
    ptx.tcgen05.mma(*common, sparse=True, sparse_metadata=tmem, scale_d=False)
    ptx.tcgen05.mma(*common, enable_input_d=None)
    for bar in (bars[0], bars[1]):
        ptx.mbarrier.init(bar, 1)
    ptx.tcgen05.commit(bars[0])
    ptx.tcgen05.commit(bars, multicast=True, multicast_mask=3, pred=first)
    ptx.tcgen05.commit(bars[1], multicast=True, multicast_mask=reg.from_(5, ptxpy.types.u16))
    for shape, each in (("16x64b", 1), ("16x128b", 2), ("16x256b", 4), ("32x32b", 1)):
        held = reg.array(b32, 2 * each)
        ptx.tcgen05.ld(held, tmem, shape=shape, count=2)
        ptx.tcgen05.ld(list(held), [tmem, 16], shape=shape, count=2, pack=True)
        ptx.tcgen05.wait_ld()
        ptx.tcgen05.st(tmem, held, shape=shape, count=2)
        ptx.tcgen05.st([tmem, 16], held, shape=shape, count=2, unpack=True)
        ptx.tcgen05.wait_st()
    ptx.tcgen05.cp(tmem, desc)
    ptx.tcgen05.cp(tmem, tile, size="128x128b", src_is_addr=True)
    for size in ("64x128b.warpx2::02_13", "32x128b.warpx4", "4x256b", "128x256b.b8x16.b6x16_p32"):
        ptx.tcgen05.cp(tmem, desc, size=size, src_is_addr=False)
    ptx.tcgen05.shift(tmem)
    ptx.tcgen05.dealloc(tmem, number)
    ptx.tcgen05.dealloc(tmem, 128)
    ptx.tcgen05.dealloc(tmem, 256)


def a_pair() -> None:
    """Write what differs for a pair of CTAs."""
    slot = smem.alloc(b32, 1)
    ptx.tcgen05.alloc(slot, 512, cta_group=2)
    tmem = smem.load(b32, slot)
    desc = ptx.tcgen05.masked_descriptor(smem.wgmma_tile(f16, (128, 64)))
    ptx.tcgen05.mma(tmem, desc, desc, 0x10400490, cta_group=2)
    bar = smem.mbarrier(1)[0]
    ptx.mbarrier.init(bar, 1)
    ptx.tcgen05.commit(bar, cta_group=2, multicast=True, multicast_mask=3)
    ptx.tcgen05.cp(tmem, desc, cta_group=2)
    ptx.tcgen05.shift(tmem, cta_group=2)
    ptx.tcgen05.dealloc(tmem, 512, cta_group=2)
    ptx.tcgen05.relinquish_alloc_permit(cta_group=2)


@needs_nvjitlink
@pytest.mark.parametrize("body", [everything, a_pair])
def test_the_assembler_takes_it(body: Callable[[], object]) -> None:
    """Without a word."""
    assert not assemble(made(body).encode(), assembler="nvjitlink").messages


def allocations(*steps: int | str) -> None:
    """Allocate (numbers from 1 on), free (negative ones), or give up the right to."""
    slot = smem.alloc(b32, 1)
    for step in steps:
        if isinstance(step, str):
            ptx.tcgen05.relinquish_alloc_permit()
        elif step > 0:
            ptx.tcgen05.alloc(slot, step)
        else:
            ptx.tcgen05.dealloc("%t", -step)


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ((512, -512, 512, -512), ""),
        ((256, 128, 128, -128, -256, -128), ""),
        ((512, 32), "32 columns more than the 512"),
        ((256, 256, 32), "are too many"),
        ((64, 128), "allocate the larger first"),
        ((64, -64, 128), "must not grow"),
        ((64, "relinquish", 64), "after the last allocation"),
        ((-64,), "alloc comes first"),
        ((64, -64, -64), "alloc comes first"),
        ((64, -32), "32 columns of tensor memory are freed, but the allocations have 64"),
        ((128, 64, -512), "have 128 and 64"),
    ],
)
def test_orders_of_allocation(steps: tuple[int | str, ...], message: str) -> None:
    """More than there is, growing, behind the permit, freeing what is not there."""
    if not message:
        made(lambda: allocations(*steps))
        return
    with pytest.raises(TraceError, match=message):
        made(lambda: allocations(*steps))


def test_freed_on_two_paths() -> None:
    """What a path frees before it ends, the others free, too."""

    def body() -> None:
        leave = reg.scalar(pred, init=False)
        ptx.tcgen05.alloc(smem.alloc(b32, 1), 64)
        with ptx.if_(leave):
            ptx.tcgen05.dealloc("%t", 64)
            ptx.ret()
        ptx.tcgen05.dealloc("%t", 64)

    assert made(body).count("tcgen05.dealloc") == 2


def test_one_group() -> None:
    """All instructions are for one CTA, or all for a pair."""

    def body() -> None:
        ptx.tcgen05.shift("%t")
        ptx.tcgen05.shift("%t", cta_group=2)

    with pytest.raises(TraceError, match="cta_group=2 after cta_group=1"):
        made(body)


def test_what_is_left_is_known() -> None:
    """The function keeps what has not been freed, and a kernel does not end so."""
    left: list[Any] = []

    def body() -> None:
        count = reg.scalar(u32, 32)
        slot = smem.alloc(b32, 1)
        ptx.tcgen05.alloc(slot, 64)
        ptx.tcgen05.alloc(slot, count)
        ptx.tcgen05.alloc(slot, count)
        ptx.tcgen05.dealloc("%t", 32)
        found = trace.function_body().function.tensor_memory
        left.extend((list(found.live), found.relinquished))

    with pytest.raises(TraceError, match=r"tensor memory \(64 and unknown\) that are not given"):
        made(body)
    assert left == [[64, None], False]


def multiply(**given: Any) -> None:
    """Multiply what fits, but for what is given."""
    desc = reg.scalar(b64)
    arguments = {
        "d_tmem": reg.scalar(b32),
        "a_desc": desc,
        "b_desc": desc,
        "idesc": 0,
        **given,
    }
    ptx.tcgen05.mma(**arguments)


BAD: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: multiply(kind="mxf8f6f4"), ValueError, "mma_block_scale"),
    (lambda: multiply(cta_group=3), ValueError, "cta_group must be 1, or 2 for a pair of CTAs"),
    (lambda: multiply(ashift=True), ValueError, "a_is_tmem=True"),
    (lambda: multiply(collector_a="keep"), ValueError, "fill, use, lastuse, discard"),
    (
        lambda: multiply(ashift=True, a_desc=reg.scalar(b32), a_is_tmem=True, collector_a="use"),
        ValueError,
        "lastuse, discard",
    ),
    (lambda: multiply(sparse=True), ValueError, "metadata"),
    (lambda: multiply(sparse_metadata=reg.scalar(b32)), ValueError, "metadata"),
    (lambda: multiply(scale_c=16), ValueError, "0 to 15"),
    (lambda: multiply(scale_c=1, kind="i8"), ValueError, "for the kinds f16 and tf32"),
    (lambda: multiply(scale_d=1, pred_operand=reg.scalar(pred)), TypeError, "one of them"),
    (lambda: multiply(enable_input_d=2), ValueError, "must be False, True"),
    (lambda: multiply(enable_input_d=reg.scalar(b32)), TypeError, "predicate"),
    (lambda: multiply(a_desc=reg.scalar(b32)), TypeError, "64 bits"),
    (lambda: multiply(a_desc=smem.alloc(bf16, (64, 64))), TypeError, "is not a tile"),
    (lambda: multiply(a_desc=smem.wgmma_tile(bf16, (2, 64, 64))), TypeError, "is not a tile"),
    (lambda: multiply(d_tmem=smem.alloc(b32, 1)), TypeError, "register of 32 bits"),
    (lambda: multiply(d_tmem=reg.scalar(b64)), TypeError, "register of 32 bits"),
    (lambda: ptx.tcgen05.alloc("%a", 96), ValueError, "power of two from 32 to 512"),
    (lambda: ptx.tcgen05.alloc("%a", 16), ValueError, "power of two from 32 to 512"),
    (lambda: ptx.tcgen05.dealloc("%a", 1024), ValueError, "power of two from 32 to 512"),
    (lambda: ptx.tcgen05.ld("%a", "%t"), ValueError, r"2 registers, not 1: ptx.tcgen05.ld\(reg"),
    (lambda: ptx.tcgen05.ld("%a", "%t", shape="8x8b"), ValueError, "the shape must be one of"),
    (lambda: ptx.tcgen05.ld("%a", "%t", count=3), ValueError, "up to 64, got 3"),
    (lambda: ptx.tcgen05.st("%t", "%a", shape="16x256b", count=64), ValueError, "up to 32"),
    (lambda: ptx.tcgen05.st("%t", "%a", dtype="f32"), ValueError, "b32"),
    (lambda: ptx.tcgen05.cp("%t", "%d", size="64x128b"), ValueError, "the size must be one of"),
    (lambda: ptx.tcgen05.cp("%t", "%d", src_is_addr=True), TypeError, "a tile of smem"),
    (
        lambda: ptx.tcgen05.cp("%t", smem.wgmma_tile(bf16, (64, 64)), src_is_addr=False),
        TypeError,
        "a descriptor in a register",
    ),
    (lambda: ptx.tcgen05.commit("%b", space="cta"), ValueError, 'must be "cluster"'),
    (lambda: ptx.tcgen05.commit("%b", multicast=True), ValueError, "multicast_mask"),
    (
        lambda: ptx.tcgen05.commit("%b", multicast=True, multicast_mask=1 << 16),
        ValueError,
        "16 CTAs",
    ),
    (
        lambda: ptx.tcgen05.descriptor(
            smem.wgmma_tile(bf16, (64, 64)), stride_bytes=1024, byte_offset=128
        ),
        ValueError,
        "first row of a pattern",
    ),
    (
        lambda: ptx.tcgen05.descriptor("%a", stride_bytes=1024, swizzle="16B"),
        ValueError,
        "the swizzle must be one of",
    ),
    (lambda: ptx.tcgen05.auto_descriptor(smem.wgmma_tile(bf16, (2, 64, 64))), TypeError, "is not"),
    (lambda: ptx.tcgen05.auto_descriptor(reg.scalar(u32)), TypeError, "describes other arrays"),
    (lambda: ptx.tcgen05.masked_descriptor("%a", byte_offset=4), ValueError, "multiple of 16"),
]


@pytest.mark.parametrize(("body", "error", "message"), BAD)
def test_refused(body: Callable[[], object], error: type[Exception], message: str) -> None:
    """What is no instruction is an error where it is written."""
    with pytest.raises(error, match=message):
        made(body)
