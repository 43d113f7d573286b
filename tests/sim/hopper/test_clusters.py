"""Clusters: sums and maxima over the shared memory of all their CTAs."""

from __future__ import annotations

import numpy as np
import pytest

import ptxpy
from tests.sim.harness import kernel

# Threads add up elements that lie a cluster's threads apart, and warps their threads' sums; the
# sum of each warp is in the shared memory of its CTA.
PARTIAL = """
    ld.param.u64 %rd1, [source];
    ld.param.u32 %r1, [n];
    mov.u32 %r2, %cluster_ctarank;
    mov.u32 %r3, %cluster_nctarank;
    mov.u32 %r4, %ntid.x;
    mov.u32 %r17, %clusterid.x;
    mul.lo.u32 %r5, %r17, %r1;
    mul.wide.u32 %rd2, %r5, 4;
    add.u64 %rd1, %rd1, %rd2;
    mad.lo.u32 %r5, %r2, %r4, %r0;
    mul.lo.u32 %r6, %r3, %r4;
    mov.u32 %r7, 0;
ADD:
    setp.ge.u32 %p1, %r5, %r1;
    @%p1 bra ADDED;
    mul.wide.u32 %rd2, %r5, 4;
    add.u64 %rd2, %rd1, %rd2;
    ld.global.u32 %r8, [%rd2];
    add.u32 %r7, %r7, %r8;
    add.u32 %r5, %r5, %r6;
    bra ADD;
ADDED:
    redux.sync.add.u32 %r7, %r7, -1;
    shr.u32 %r9, %r0, 5;
    shr.u32 %r10, %r4, 5;
    mov.u32 %r11, sums;
    and.b32 %r12, %r0, 31;
    setp.eq.u32 %p2, %r12, 0;
"""

# The first thread of the cluster reads the sums of all warps of all CTAs.
READ = """
    mad.lo.u32 %r13, %r9, 4, %r11;
    @%p2 st.shared.u32 [%r13], %r7;
    barrier.cluster.arrive.release.aligned;
    barrier.cluster.wait.acquire.aligned;
    or.b32 %r12, %r2, %r0;
    setp.ne.u32 %p3, %r12, 0;
    @%p3 bra WRITTEN;
    mov.u32 %r14, 0;
    mov.u32 %r15, 0;
CTA:
    mapa.shared::cluster.u32 %r16, %r11, %r15;
    mov.u32 %r5, 0;
WARP:
    ld.shared::cluster.u32 %r8, [%r16];
    add.u32 %r14, %r14, %r8;
    add.u32 %r16, %r16, 4;
    add.u32 %r5, %r5, 1;
    setp.lt.u32 %p3, %r5, %r10;
    @%p3 bra WARP;
    add.u32 %r15, %r15, 1;
    setp.lt.u32 %p3, %r15, %r3;
    @%p3 bra CTA;
    mul.wide.u32 %rd2, %r17, 4;
    add.u64 %rd2, %out, %rd2;
    st.global.u32 [%rd2], %r14;
WRITTEN:
    barrier.cluster.arrive.relaxed.aligned;
    barrier.cluster.wait.aligned;
"""

# Each warp stores its sum in the first CTA, whose mbarrier hears of the bytes.
STORE = """
    mov.u32 %r18, bar;
    or.b32 %r12, %r2, %r0;
    setp.eq.u32 %p3, %r12, 0;
    mul.lo.u32 %r19, %r3, %r10;
    shl.b32 %r20, %r19, 2;
    @%p3 mbarrier.init.shared.b64 [%r18], 1;
    @%p3 mbarrier.arrive.expect_tx.shared.b64 _, [%r18], %r20;
    fence.mbarrier_init.release.cluster;
    barrier.cluster.arrive.release.aligned;
    barrier.cluster.wait.acquire.aligned;
    mad.lo.u32 %r13, %r2, %r10, %r9;
    mad.lo.u32 %r13, %r13, 4, %r11;
    mapa.shared::cluster.u32 %r13, %r13, 0;
    mapa.shared::cluster.u32 %r14, %r18, 0;
    @%p2 st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r13], %r7, [%r14];
    @!%p3 bra WRITTEN;
WAIT:
    mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p4, [%r18], 0;
    @!%p4 bra WAIT;
    mov.u32 %r14, 0;
    mov.u32 %r5, 0;
EACH:
    mad.lo.u32 %r16, %r5, 4, %r11;
    ld.shared.u32 %r8, [%r16];
    add.u32 %r14, %r14, %r8;
    add.u32 %r5, %r5, 1;
    setp.lt.u32 %p4, %r5, %r19;
    @%p4 bra EACH;
    mul.wide.u32 %rd2, %r17, 4;
    add.u64 %rd2, %out, %rd2;
    st.global.u32 [%rd2], %r14;
WRITTEN:
    barrier.cluster.arrive.relaxed.aligned;
    barrier.cluster.wait.aligned;
"""

# All threads add to a word of the first CTA.
ATOMICS = """
    setp.eq.u32 %p3, %r0, 0;
    @%p3 st.shared.u32 [%r11], 0;
    barrier.cluster.arrive.release.aligned;
    barrier.cluster.wait.acquire.aligned;
    mapa.shared::cluster.u32 %r13, %r11, 0;
    @%p2 atom.add.relaxed.cluster.shared::cluster.u32 %r14, [%r13], %r7;
    barrier.cluster.arrive.release.aligned;
    barrier.cluster.wait.acquire.aligned;
    or.b32 %r12, %r2, %r0;
    setp.eq.u32 %p3, %r12, 0;
    @%p3 ld.shared.u32 %r14, [%r11];
    mul.wide.u32 %rd2, %r17, 4;
    add.u64 %rd2, %out, %rd2;
    @%p3 st.global.u32 [%rd2], %r14;
"""
SHARED = ".shared .align 16 .b8 sums[256]; .shared .align 8 .b64 bar;"


@pytest.mark.parametrize("way", [READ, STORE, ATOMICS], ids=["read", "st.async", "atomics"])
@pytest.mark.parametrize(("cluster", "block"), [(1, 32), (2, 96), (8, 64), (4, 128)])
@pytest.mark.parametrize("n", [1, 1003])
def test_sums(random: np.random.Generator, way: str, cluster: int, block: int, n: int) -> None:
    """Each of three clusters adds up a row, by distributed shared memory in three ways."""
    x = random.integers(0, 2**32, (3, n), dtype=np.uint32)
    out = np.zeros(3, np.uint32)
    text = kernel(PARTIAL + way, ".param .u64 source, .param .u32 n", SHARED, "sm_90a")
    made = ptxpy.load(text)
    made.launch(x, n, out, grid=3 * cluster, block=block, cluster=cluster, device="cpu")
    assert (out == x.sum(axis=1, dtype=np.uint32)).all()
