"""Copies to several CTAs of a cluster, and from one to another."""

from __future__ import annotations

import numpy as np
import pytest

from ptxpy.launch import load
from ptxpy.launch_request import TensorMap
from ptxpy.sim.errors import FaultError
from ptxpy.sim.semantics.asynchronous import bulk_copies
from tests.sim.semantics.asynchronous.machines import BARRIER, Bench

DATA = np.arange(64 * 64, dtype=np.uint16).reshape(64, 64)
EMPTY = b"\xee"


def written(bench: Bench, cta: int, at: int, size: int) -> bytes:
    """Return what was written at an address of a CTA; all other bytes are as they were."""
    held = bench.shared(cta).tobytes()
    outside = held[:at] + held[at + size :]
    assert outside == EMPTY * len(outside)
    return held[at : at + size]


@pytest.mark.parametrize(("issuer", "mask"), [(0, 0b01), (0, 0b11), (3, 0b10), (2, 0b11)])
def test_multicast(issuer: int, mask: int) -> None:
    """The box comes to the same place of each CTA of the mask, and its mbarrier hears of it."""
    bench = Bench(4, 2)
    bench.own = np.array([32 * issuer])
    made = TensorMap(DATA, (8, 64), swizzle="none")
    tensor_map = bench.map(made, bench.put(DATA))
    rank = issuer % 2 << 24
    bench.load(tensor_map, (0, 16), rank | 2048, mask=mask, barrier=rank | BARRIER)
    for cta in range(4):
        chosen = cta // 2 == issuer // 2 and mask >> cta % 2 & 1
        found = written(bench, cta, 2048, 1024)
        assert found == (DATA[16:24].tobytes() if chosen else EMPTY * 1024)
        assert bench.pending_bytes(cta) == (-1024 if chosen else 0)


@pytest.mark.parametrize(("own", "wanted"), [(False, 0), (True, 1)])
def test_the_address_says_which_cta(own: bool, wanted: int) -> None:
    """Without a mask the address of `.shared::cluster` has the CTA; `.shared::cta` is the own."""
    bench = Bench(2, 2)
    bench.own = np.array([32])
    tensor_map = bench.map(TensorMap(DATA, (1, 64)), bench.put(DATA))
    rank = 1 << 24 if own else 0
    bench.load(tensor_map, (0, 5), rank | 128, barrier=rank | BARRIER, own=own)
    assert written(bench, wanted, 128, 128) == DATA[5].tobytes()
    assert written(bench, 1 - wanted, 128, 128) == EMPTY * 128
    assert [bench.pending_bytes(cta) for cta in (wanted, 1 - wanted)] == [-128, 0]


def test_plain_multicast() -> None:
    """Bytes that are no tensor go to several CTAs, too."""
    bench = Bench(2, 2)
    source = np.uint64(bench.put(DATA))
    at, bar = np.uint64(64), np.uint64(BARRIER)
    bulk_copies.load(
        bench.machine,
        own=False,
        target=at,
        source=source,
        size=np.uint32(32),
        barrier=bar,
        mask=np.uint16(3),
        guard=None,
        lanes=bench.own,
    )
    for cta in range(2):
        assert written(bench, cta, 64, 32) == DATA[0, :16].tobytes()
        assert bench.pending_bytes(cta) == -32


@pytest.mark.parametrize("operation", ["", "add"])
def test_from_cta_to_cta(operation: str) -> None:
    """The mbarrier in the CTA that the bytes come to hears of them."""
    bench = Bench(2, 2)
    bench.shared(0)[:32] = 1
    bench.shared(1)[:64] = 2
    bulk_copies.exchange(
        bench.machine,
        operation,
        "u32" if operation else "",
        np.uint64(1 << 24 | 16),
        np.uint64(0),
        np.uint32(32),
        np.uint64(1 << 24 | BARRIER),
        None,
        bench.own,
    )
    comes = 3 if operation else 1
    assert bench.shared(1)[:64].tolist() == [2] * 16 + [comes] * 32 + [2] * 16
    assert bench.shared(0)[:48].tolist() == [1] * 32 + [0xEE] * 16
    assert [bench.pending_bytes(cta) for cta in range(2)] == [0, -32]


def test_ctas_that_are_not_there() -> None:
    """A mask or an address beyond the cluster is told."""
    bench = Bench(2, 2)
    tensor_map = bench.map(TensorMap(DATA, (1, 64)), bench.put(DATA))
    with pytest.raises(FaultError, match="a copy to the CTAs 0x4; the cluster has 2"):
        bench.load(tensor_map, (0, 0), mask=4)
    with pytest.raises(FaultError, match="is in CTA 2 of a cluster of 2"):
        bench.load(tensor_map, (0, 0), 2 << 24)
    with pytest.raises(FaultError, match="is in CTA 1 of the cluster, not in the thread's own"):
        bench.load(tensor_map, (0, 0), 1 << 24, own=True)
    with pytest.raises(FaultError, match="to another CTA than that of its mbarrier"):
        bulk_copies.exchange(
            bench.machine, "", "", np.uint64(1 << 24), np.uint64(0), np.uint32(16),
            np.uint64(BARRIER), None, bench.own,
        )  # fmt: skip


KERNEL = """
.version 8.0
.target sm_90a
.address_size 64
.visible .entry kernel(.param .align 64 .b8 source[128], .param .u64 out)
.reqnctapercluster 2, 1, 1
{
    .reg .pred %p<4>;
    .reg .b16 %h<4>;
    .reg .b32 %r<20>;
    .reg .b64 %rd<9>;
    .shared .align 1024 .b8 tile[2048];
    .shared .align 8 .b64 bar;
    mov.b64 %rd1, source;
    cvta.param.u64 %rd1, %rd1;
    ld.param.u64 %rd2, [out];
    mov.u32 %r0, %tid.x;
    mov.u32 %r1, %cluster_ctarank;
    mov.u32 %r2, %ctaid.x;
    setp.eq.u32 %p1, %r0, 0;
    @%p1 mbarrier.init.shared.b64 [bar], 1;
    fence.mbarrier_init.release.cluster;
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;
    mov.u32 %r3, tile;
    mov.u32 %r4, bar;
    shl.b32 %r5, %r1, 10;
    add.u32 %r3, %r3, %r5;
    shl.b32 %r6, %r2, 3;
    mov.u32 %r10, 0;
    mov.b16 %h1, 3;
    @%p1 mbarrier.arrive.expect_tx.shared.b64 _, [bar], 2048;
    @%p1 cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes
        .multicast::cluster [%r3], [%rd1, {%r10, %r6}], [%r4], %h1;
WAIT:
    mbarrier.try_wait.parity.shared.b64 %p2, [bar], 0;
    @!%p2 bra WAIT;
    mov.u32 %r11, tile;
    mad.lo.u32 %r7, %r0, 4, %r11;
    shl.b32 %r8, %r2, 9;
    add.u32 %r8, %r8, %r0;
    mad.wide.u32 %rd3, %r8, 4, %rd2;
    ld.shared.u32 %r9, [%r7];
    st.global.u32 [%rd3], %r9;
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;
    ret;
}
"""


def test_a_kernel_with_clusters() -> None:
    """Each CTA of a cluster loads half of a tile for both."""
    out = np.zeros((4, 16, 64), np.uint16)
    load(KERNEL).launch(TensorMap(DATA, (8, 64)), out, grid=4, block=512, device="cpu")
    for cta in range(4):
        first = cta // 2 * 16
        assert out[cta].tolist() == DATA[first : first + 16].tolist()
