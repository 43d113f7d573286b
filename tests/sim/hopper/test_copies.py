"""Small kernels of bulk copies: swizzled tiles, a pipeline, reductions, multicast."""

from __future__ import annotations

import numpy as np
import pytest

import ptxpy
from tests.sim.harness import kernel

MAPS = ".param .align 64 .b8 source[128], .param .align 64 .b8 target[128]"
SHARED = ".shared .align 1024 .b8 tile[16384]; .shared .align 8 .b64 bar;"
LOAD = "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
STORE = "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group"
BEGIN = """
    mov.b64 %rd1, source;
    cvta.param.u64 %rd1, %rd1;
    mov.b64 %rd2, target;
    cvta.param.u64 %rd2, %rd2;
    mov.u32 %r1, tile;
    mov.u32 %r2, bar;
    setp.eq.u32 %p1, %r0, 0;
    @%p1 mbarrier.init.shared.b64 [%r2], 1;
    fence.mbarrier_init.release.cluster;
    bar.sync 0;
"""
WAIT = """
WAIT:
    mbarrier.try_wait.parity.shared.b64 %p2, [%r2], 0;
    @!%p2 bra WAIT;
"""


@pytest.mark.parametrize("width", [32, 64, 128])
@pytest.mark.parametrize("shape", [(8, 1), (40, 3), (37, 2)])
def test_swizzled_tiles(random: np.random.Generator, width: int, shape: tuple[int, int]) -> None:
    """Threads read 16 bytes each where a swizzle puts them, and turn the rows upside down.

    The four address bits of a 16-byte piece are changed by those of its line of 128 bytes: by one
    bit, two or three of them (PTX ISA 5.5.7). Rows that are beyond the tensor come as zeros.
    """
    pieces = width // 16
    mask = pieces - 1
    text = f"""{BEGIN}
    mov.u32 %r5, %ctaid.x;
    mov.u32 %r6, %ctaid.y;
    mul.lo.u32 %r5, %r5, {width // 4};
    mul.lo.u32 %r6, %r6, 32;
    @%p1 mbarrier.arrive.expect_tx.shared.b64 _, [%r2], {32 * width};
    @%p1 {LOAD} [%r1], [%rd1, {{%r5, %r6}}], [%r2];
    {WAIT}
    // Thread: row and piece; the target of row i is 31 - i.
    div.u32 %r7, %r0, {pieces};
    rem.u32 %r8, %r0, {pieces};
    mul.lo.u32 %r9, %r0, 16;
    shr.u32 %r10, %r9, 7;
    and.b32 %r10, %r10, {mask};
    shl.b32 %r10, %r10, 4;
    xor.b32 %r9, %r9, %r10;
    add.u32 %r9, %r9, %r1;
    ld.shared.v4.u32 {{%r11, %r12, %r13, %r14}}, [%r9];
    sub.u32 %r15, 31, %r7;
    mul.lo.u32 %r16, %r15, {width};
    mad.lo.u32 %r16, %r8, 16, %r16;
    shr.u32 %r10, %r16, 7;
    and.b32 %r10, %r10, {mask};
    shl.b32 %r10, %r10, 4;
    xor.b32 %r16, %r16, %r10;
    add.u32 %r16, %r16, %r1;
    st.shared.v4.u32 [%r16+8192], {{%r11, %r12, %r13, %r14}};
    fence.proxy.async.shared::cta;
    bar.sync 0;
    @%p1 {STORE} [%rd2, {{%r5, %r6}}], [%r1+8192];
    @%p1 cp.async.bulk.commit_group;
    @%p1 cp.async.bulk.wait_group.read 0;
    """
    rows, tiles = shape
    columns = tiles * width // 4 - 4
    x = random.integers(1, 2**32, (rows, columns + 4), dtype=np.uint32)
    y = np.zeros_like(x)
    maps = [
        ptxpy.TensorMap(each[:, :columns], (32, width // 4), swizzle=f"{width}B") for each in (x, y)
    ]
    grid = (tiles, -(-rows // 32))
    made = ptxpy.load(kernel(text, MAPS, SHARED, "sm_90a"))
    made.launch(*maps, np.zeros(1), grid=grid, block=32 * pieces, device="cpu")
    padded = np.zeros((32 * grid[1], columns), np.uint32)
    padded[:rows] = x[:, :columns]
    turned = padded.reshape(-1, 32, columns)[:, ::-1].reshape(padded.shape)
    assert (y[:, :columns] == turned[:rows]).all()
    assert not y[:, columns:].any()


PIPELINE = """
    ld.param.u64 %rd1, [source];
    ld.param.u32 %r9, [chunks];
    mov.u32 %r1, tile;
    mov.u32 %r2, bar;
    setp.eq.u32 %p1, %r0, 0;
    @%p1 mbarrier.init.shared.b64 [%r2], 1;
    @%p1 mbarrier.init.shared.b64 [%r2+8], 1;
    @%p1 mbarrier.init.shared.b64 [%r2+16], 1;
    fence.mbarrier_init.release.cluster;
    bar.sync 0;
    mov.u32 %r3, 0;
    // Two chunks are on their way before the first is used.
    @!%p1 bra NEXT;
AHEAD:
    setp.ge.u32 %p2, %r3, 2;
    setp.ge.or.u32 %p2, %r3, %r9, %p2;
    @%p2 bra NEXT;
    mul.wide.u32 %rd2, %r3, 512;
    add.u64 %rd2, %rd1, %rd2;
    mad.lo.u32 %r5, %r3, 512, %r1;
    mad.lo.u32 %r6, %r3, 8, %r2;
    mbarrier.arrive.expect_tx.shared.b64 _, [%r6], 512;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r5], [%rd2], 512, [%r6];
    add.u32 %r3, %r3, 1;
    bra AHEAD;
NEXT:
    mov.u32 %r3, 0;
CHUNK:
    setp.ge.u32 %p2, %r3, %r9;
    @%p2 bra END;
    add.u32 %r4, %r3, 2;
    setp.lt.and.u32 %p3, %r4, %r9, %p1;
    @!%p3 bra USE;
    // The stage to fill is that of the chunk before, which must have been written back.
    cp.async.bulk.wait_group.read 0;
    rem.u32 %r7, %r4, 3;
    mul.wide.u32 %rd2, %r4, 512;
    add.u64 %rd2, %rd1, %rd2;
    mad.lo.u32 %r5, %r7, 512, %r1;
    mad.lo.u32 %r6, %r7, 8, %r2;
    mbarrier.arrive.expect_tx.shared.b64 _, [%r6], 512;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r5], [%rd2], 512, [%r6];
USE:
    rem.u32 %r7, %r3, 3;
    div.u32 %r8, %r3, 3;
    and.b32 %r8, %r8, 1;
    mad.lo.u32 %r5, %r7, 512, %r1;
    mad.lo.u32 %r6, %r7, 8, %r2;
WAIT:
    mbarrier.try_wait.parity.shared.b64 %p2, [%r6], %r8;
    @!%p2 bra WAIT;
    mad.lo.u32 %r10, %r0, 4, %r5;
    ld.shared.f32 %f1, [%r10];
    fma.rn.f32 %f1, %f1, %f1, 0f3F800000;
    st.shared.f32 [%r10], %f1;
    fence.proxy.async.shared::cta;
    bar.sync 0;
    mul.wide.u32 %rd3, %r3, 512;
    add.u64 %rd3, %out, %rd3;
    @%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd3], [%r5], 512;
    @%p1 cp.async.bulk.commit_group;
    add.u32 %r3, %r3, 1;
    bra CHUNK;
END:
    @%p1 cp.async.bulk.wait_group 0;
"""


@pytest.mark.parametrize("chunks", [0, 1, 2, 3, 7, 10])
def test_pipeline(random: np.random.Generator, chunks: int) -> None:
    """Three stages of 512 bytes go round: loads run ahead, stores drain behind."""
    x = random.integers(-9, 10, 128 * chunks + 4).astype("f4")
    out = np.zeros_like(x)
    shared = ".shared .align 128 .b8 tile[1536]; .shared .align 8 .b64 bar[3];"
    text = kernel(PIPELINE, ".param .u64 source, .param .u32 chunks", shared, "sm_90a")
    ptxpy.load(text).launch(x, chunks, out, grid=1, block=128, device="cpu")
    assert (out[: 128 * chunks] == x[: 128 * chunks] ** 2 + 1).all()
    assert not out[128 * chunks :].any()


@pytest.mark.parametrize("slices", [1, 3, 8])
def test_reductions(random: np.random.Generator, slices: int) -> None:
    """CTAs add their slices of a tensor of three dimensions to one of two, ragged at the ends."""
    text = f"""{BEGIN}
    mov.u32 %r5, %ctaid.x;
    mov.u32 %r6, %ctaid.y;
    mov.u32 %r7, %ctaid.z;
    mul.lo.u32 %r5, %r5, 32;
    mul.lo.u32 %r6, %r6, 16;
    @!%p1 bra END;
    mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 2048;
    {LOAD.replace("2d", "3d")} [%r1], [%rd1, {{%r5, %r6, %r7}}], [%r2];
    {WAIT}
    cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group
        [%rd2, {{%r5, %r6}}], [%r1];
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
END:
    """
    x = random.integers(-50, 50, (slices, 37, 68)).astype("f4")
    y = random.integers(-50, 50, (37, 68)).astype("f4")
    expected = y + x.sum(axis=0)
    maps = (
        ptxpy.TensorMap(x, (1, 16, 32), swizzle="128B"),
        ptxpy.TensorMap(y, (16, 32), swizzle="128B"),
    )
    made = ptxpy.load(kernel(text, MAPS, SHARED, "sm_90a"))
    made.launch(*maps, np.zeros(1), grid=(3, 3, slices), block=32, device="cpu")
    assert (y == expected).all()


@pytest.mark.parametrize("mask", [0b0001, 0b1011, 0b1111])
@pytest.mark.parametrize("clusters", [1, 3])
def test_multicast(random: np.random.Generator, mask: int, clusters: int) -> None:
    """One CTA of four loads for those of a mask; each waits at an mbarrier of its own."""
    text = f"""{BEGIN}
    ld.param.u32 %r3, [mask];
    mov.u32 %r4, %cluster_ctarank;
    mov.u32 %r5, %clusterid.x;
    mul.lo.u32 %r5, %r5, 8;
    mov.u32 %r8, 0;
    mov.u32 %r9, 0;
    mov.u32 %r10, 1;
    shl.b32 %r10, %r10, %r4;
    and.b32 %r10, %r10, %r3;
    setp.eq.u32 %p3, %r10, 0;
    setp.ne.and.u32 %p5, %r10, 0, %p1;
    @%p5 mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 512;
    barrier.cluster.arrive.release.aligned;
    barrier.cluster.wait.acquire.aligned;
    setp.eq.and.u32 %p4, %r4, 0, %p1;
    cvt.u16.u32 %h1, %r3;
    @%p4 {LOAD}.multicast::cluster [%r1], [%rd1, {{0, %r5}}], [%r2], %h1;
    @%p3 bra STORED;
    {WAIT}
    mad.lo.u32 %r6, %r0, 16, %r1;
    ld.shared.v4.u32 {{%r11, %r12, %r13, %r14}}, [%r6];
    mov.u32 %r7, %ctaid.x;
    mad.lo.u32 %r7, %r7, 32, %r0;
    mul.wide.u32 %rd3, %r7, 16;
    add.u64 %rd3, %out, %rd3;
    st.global.v4.u32 [%rd3], {{%r11, %r12, %r13, %r14}};
STORED:
    barrier.cluster.arrive.release.aligned;
    barrier.cluster.wait.acquire.aligned;
    """
    text = text.replace("cvta.param.u64 %rd2, %rd2;", "").replace("mov.b64 %rd2, target;", "")
    parameters = ".param .align 64 .b8 source[128], .param .u32 mask"
    x = random.integers(0, 2**32, (8 * clusters, 16), dtype=np.uint32)
    out = np.zeros((clusters, 4, 8, 16), np.uint32)
    made = ptxpy.load(kernel(text, parameters, SHARED, "sm_90a"))
    made.launch(
        *(ptxpy.TensorMap(x, (8, 16)), mask, out),
        grid=4 * clusters,
        block=32,
        cluster=4,
        device="cpu",
    )
    for rank in range(4):
        expected = x.reshape(clusters, 8, 16) if mask >> rank & 1 else 0
        assert (out[:, rank] == expected).all()
