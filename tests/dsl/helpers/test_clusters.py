"""`ptx.cluster`: what each function emits, and CTAs that hand numbers round."""

from __future__ import annotations

import numpy as np
import pytest

from ptxpy import b16, kernel, ptx, reg, smem, u32, u64
from tests.dsl.helpers.written import accepted, written

ARRIVE = "mbarrier.arrive.release.cluster.shared::cluster.b64 _"


def test_the_barrier() -> None:
    """Arrive, wait, and both; with a predicate, and for whole warps."""

    def body(_: object) -> None:
        ptx.cluster.arrive()
        ptx.cluster.wait(aligned=True)
        first = ptx.cluster.rank(0)
        ptx.cluster.sync(pred=first)
        ptx.cluster.sync(aligned=True)

    assert written(body) == [
        "barrier.cluster.arrive;",
        "barrier.cluster.wait.aligned;",
        "mov.u32 %r0, %cluster_ctarank;",
        "setp.eq.u32 %p0, %r0, 0;",
        "@%p0 barrier.cluster.arrive;",
        "@%p0 barrier.cluster.wait;",
        "barrier.cluster.arrive.aligned;",
        "barrier.cluster.wait.aligned;",
    ]
    assert accepted(body)


def test_addresses() -> None:
    """What lies in shared memory, a register or a name has an address in another CTA."""

    def body(_: object) -> None:
        bars = smem.mbarrier(2, name="bars")
        rank = ptx.special.laneid().register()
        near = rank == 3
        ptx.cluster.map_shared_u32(bars[1], rank).register()
        ptx.cluster.map_shared_u32("bars", 0, pred=near)

    assert written(body)[2:] == [
        "mov.u32 %r1, bars + 8;",
        "mapa.shared::cluster.u32 %r2, %r1, %r0;",
        "mov.u32 %r3, bars;",
        "@%p0 mapa.shared::cluster.u32 %r4, %r3, 0;",
    ]
    assert accepted(body)


def test_arrivals() -> None:
    """One CTA, those of a number, those of a register."""

    def body(_: object) -> None:
        bars = smem.mbarrier(1, name="bars")
        ptx.mbarrier.init(bars[0], 8)
        ptx.cluster.arrive_remote(bars[0], 1, 3)
        ptx.cluster.arrive_multicast(bars[0], 0b1010)
        ptx.cluster.arrive_multicast(bars[0], reg.scalar(b16, 3), 2, pred=ptx.cluster.rank(0))

    assert written(body)[1:] == [
        "mov.u32 %r0, bars;",
        "mapa.shared::cluster.u32 %r1, %r0, 1;",
        f"{ARRIVE}, [%r1], 3;",
        "mov.u32 %r2, bars;",
        "mapa.shared::cluster.u32 %r3, %r2, 1;",
        f"{ARRIVE}, [%r3], 1;",
        "mapa.shared::cluster.u32 %r4, %r2, 3;",
        f"{ARRIVE}, [%r4], 1;",
        "mov.b16 %rs0, 3;",
        "mov.u32 %r5, %cluster_ctarank;",
        "setp.eq.u32 %p0, %r5, 0;",
        "mov.u32 %r8, bars;",
        "cvt.u32.u16 %r6, %rs0;",
        "@!%p0 bra $L__BB0_3;",
        "$L__BB0_1:",
        "setp.eq.u32 %p1, %r6, 0;",
        "@%p1 bra $L__BB0_3;",
        "brev.b32 %r7, %r6;",
        "clz.b32 %r9, %r7;",
        "mapa.shared::cluster.u32 %r10, %r8, %r9;",
        f"{ARRIVE}, [%r10], 2;",
        "add.u32 %r11, %r6, -1;",
        "and.b32 %r6, %r6, %r11;",
        "bra.uni $L__BB0_1;",
        "$L__BB0_3:",
    ]
    assert accepted(body)


@pytest.mark.parametrize("mask", [0, 1 << 16, -1])
def test_masks_have_16_bits(mask: int) -> None:
    """A mask names one CTA at least, and 16 at most."""

    def body(_: object) -> None:
        bars = smem.mbarrier(1)
        ptx.mbarrier.init(bars, 1)
        ptx.cluster.arrive_multicast(bars, mask)

    with pytest.raises(ValueError, match="bits 0 to 15"):
        written(body)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("how", ["remote", "number", "register"])
def test_all_hear_of_all(how: str, strict: bool) -> None:
    """Each CTA of four arrives at all; each waits for all four, then reads what its next wrote."""

    @kernel(arch="sm_90a", version="8.0")
    def ring(out: u64, mask: u32) -> None:
        address = ptx.ld.param.u64([out])
        bars = smem.mbarrier(2)
        cell = smem.alloc(u32, 1, name="cell")
        first = ptx.special.tid.x() == 0
        ptx.mbarrier.init(bars[1], 4, pred=first)
        ptx.fence.mbarrier_init()
        ptx.cluster.sync(aligned=True)
        rank = ptx.mov.u32(ptx.special.cluster_ctarank).register()
        with ptx.if_(first):
            ptx.st.shared.u32([cell], ptx.mad.lo.u32(rank, 10, 7))
            if how == "remote":
                for cta in range(4):
                    ptx.cluster.arrive_remote(bars[1], cta)
            elif how == "number":
                ptx.cluster.arrive_multicast(bars[1], 15)
            else:
                ptx.cluster.arrive_multicast(bars[1], ptx.ld.param.u32([mask]))
            with ptx.loop() as loop:
                heard = ptx.mbarrier.try_wait.parity.acquire.cluster.shared__cta.b64([bars[1]], 0)
                loop.again(unless=heard)
            near = ptx.cluster.map_shared_u32(cell, ptx.and_.b32(rank + 1, 3))
            found = ptx.ld.shared__cluster.u32([near])
            place = ptx.add.u64(address, ptx.mul.wide.u32(ptx.special.ctaid.x(), 4))
            ptx.st.global_.u32([place], found)
        ptx.cluster.sync()
        ptx.ret()

    out = np.zeros(8, np.uint32)
    ring.launch(out, 15, grid=8, block=32, cluster=4, device="cpu", strict=strict)
    assert out.tolist() == [17, 27, 37, 7] * 2


@pytest.mark.parametrize("strict", [False, True])
def test_all_of_an_array(strict: bool) -> None:
    """CTA 1 arrives at each mbarrier of CTA 0, which waits for them one after the other."""

    @kernel(arch="sm_90a", version="8.0")
    def hand_over(out: u64) -> None:
        address = ptx.ld.param.u64([out])
        bars = smem.mbarrier(4)
        array = ptx.mbarrier.array(bars, 8, 3)
        first = ptx.special.tid.x() == 0
        array.init_all(2, pred=first)
        ptx.fence.mbarrier_init()
        ptx.cluster.sync()
        with ptx.if_(ptx.cluster.rank(1)):
            array.arrive_remote_all(0, 2, pred=first)
        with ptx.else_():
            stage = reg.scalar(u32, 0)
            with ptx.loop() as loop:
                array.at(stage).wait(0)
                ptx.inst.add.u32(stage, stage, 1)
                loop.again(when=stage < 3)
            ptx.st.global_.u32([address], stage, pred=first)
        ptx.cluster.sync()
        ptx.ret()

    out = np.zeros(1, np.uint32)
    hand_over.launch(out, grid=2, block=32, cluster=2, device="cpu", strict=strict)
    assert out[0] == 3
