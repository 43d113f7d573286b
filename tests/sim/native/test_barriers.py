"""Compiled barriers of some threads, and mbarriers: results and faults are the interpreter's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy.sim import SimulationError

pytest.importorskip("llvmlite")

HEAD = """\
.version 8.8
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 out, .param .u64 in)
{
    .reg .pred %p<9>;
    .reg .b32 %r<30>;
    .reg .b64 %rd<20>;
    .shared .align 16 .b8 data[4096];
    .shared .align 8 .b64 full;
    .shared .align 8 .b64 empty;
    ld.param.u64 %rd1, [out];
    ld.param.u64 %rd2, [in];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mad.lo.u32 %r0, %r2, 128, %r1;
    mul.wide.u32 %rd3, %r0, 4;
    add.u64 %rd1, %rd1, %rd3;
    add.u64 %rd2, %rd2, %rd3;
    ld.global.u32 %r3, [%rd2];
    mov.u32 %r4, data;
    mad.lo.u32 %r5, %r1, 4, %r4;
    mov.u32 %r10, 0;
    setp.eq.u32 %p1, %r1, 0;
    setp.lt.u32 %p2, %r1, 64;
"""
TAIL = """
    st.global.u32 [%rd1], %r10;
    ret;
}
"""
INIT = """
    @%p1 mbarrier.init.shared.b64 [full], COUNT;
    @%p1 fence.mbarrier_init.release.cluster;
    bar.sync 0;
"""
WAIT = """
{name}:
    mbarrier.try_wait.parity.shared::cta.b64 %p5, [{barrier}], {phase};
    @!%p5 bra {name};
"""

BODIES = {
    "reductions over a CTA": """
    and.b32 %r6, %r3, 1;
    setp.eq.u32 %p3, %r6, 1;
    barrier.cta.red.popc.u32 %r10, 0, %p3;
    barrier.cta.red.popc.u32 %r7, 0, !%p3;
    bar.red.or.pred %p4, 0, %p1;
    bar.red.and.pred %p5, 0, %p1;
    @%p4 add.u32 %r10, %r10, 1000;
    @%p5 add.u32 %r10, %r10, 5000;
    mad.lo.u32 %r10, %r7, 256, %r10;
    bar.red.and.pred %p6, 0, %p4;
    @%p6 add.u32 %r10, %r10, 10000000;
""",
    "reductions in a loop, whose head is behind one": """
    mov.u32 %r6, 0;
    setp.eq.u32 %p3, %r6, 1;
    barrier.cta.red.popc.u32 %r7, 0, %p2;
TOP:
    add.u32 %r10, %r10, %r7;
    add.u32 %r6, %r6, 1;
    setp.lt.u32 %p3, %r1, %r6;
    barrier.cta.red.popc.u32 %r8, 0, %p3;
    mad.lo.u32 %r10, %r10, 3, %r8;
    setp.lt.u32 %p4, %r6, 20;
    @%p4 bra TOP;
    add.u32 %r10, %r10, %r1;
""",
    "a reduction of each half, by turns of a loop": """
    selp.u32 %r6, 1, 2, %p2;
    mov.u32 %r7, 0;
TOP:
    add.u32 %r8, %r1, %r7;
    and.b32 %r8, %r8, 3;
    setp.eq.u32 %p3, %r8, 0;
    barrier.cta.red.popc.u32 %r9, %r6, 64, %p3;
    mad.lo.u32 %r10, %r10, 5, %r9;
    add.u32 %r7, %r7, 1;
    setp.lt.u32 %p4, %r7, %r6;
    @%p4 bra TOP;
""",
    "a reduction of those that have not ended": """
    setp.lt.u32 %p3, %r1, 96;
    @!%p3 ret;
    barrier.cta.red.popc.u32 %r10, 0, %p3;
""",
    "a reduction of some, and others that only wait": """
    @%p2 bra REDUCES;
    bar.sync 1, 128;
    bra MEETS;
REDUCES:
    setp.ne.u32 %p3, %r1, 7;
    barrier.cta.red.popc.u32 %r10, 1, 128, %p3;
    barrier.cta.red.and.pred %p4, 2, 64, %p3;
    @!%p4 add.u32 %r10, %r10, 100;
MEETS:
""",
    "two halves, each with a barrier of its own": """
    selp.u32 %r6, 1, 2, %p2;
    st.shared.u32 [%r5], %r3;
    bar.sync %r6, 64;
    xor.b32 %r7, %r5, 252;
    ld.shared.u32 %r10, [%r7];
""",
    "a producer arrives, a consumer waits": """
    @%p2 bra producer;
    bar.sync 3, 128;
    ld.shared.u32 %r10, [%r5+-256];
    bra done;
producer:
    st.shared.u32 [%r5], %r3;
    bar.arrive 3, 128;
    mov.u32 %r10, 7;
done:
""",
    "turns of both": """
    mov.u32 %r8, 0;
    @%p2 bra producer;
consume:
    barrier.sync.aligned 1, 128;
    ld.shared.u32 %r9, [%r5+-256];
    add.u32 %r10, %r10, %r9;
    barrier.arrive.aligned 2, 128;
    add.u32 %r8, %r8, 1;
    setp.lt.u32 %p3, %r8, 5;
    @%p3 bra consume;
    bra done;
producer:
    add.u32 %r9, %r3, %r8;
    st.shared.u32 [%r5], %r9;
    barrier.arrive.aligned 1, 128;
    barrier.sync.aligned 2, 128;
    add.u32 %r8, %r8, 1;
    setp.lt.u32 %p3, %r8, 5;
    @%p3 bra producer;
done:
""",
    "a barrier of all with a number, behind threads that ended": """
    setp.ge.u32 %p3, %r1, 96;
    @%p3 ret;
    st.shared.u32 [%r5], %r3;
    bar.sync 0;
    ld.shared.u32 %r10, [data+80];
    bar.sync 5;
    setp.ge.u32 %p3, %r1, 64;
    @%p3 bra done;
    barrier.sync 9, 64;
    add.u32 %r10, %r10, 1;
done:
""",
    "under a guard": """
    st.shared.u32 [%r5], %r3;
    @%p2 bar.sync 4, 64;
    xor.b32 %r7, %r5, 128;
    @%p2 ld.shared.u32 %r10, [%r7];
""",
    "halves of a warp": """
    and.b32 %r6, %r1, 31;
    setp.lt.u32 %p3, %r6, 16;
    st.shared.u32 [%r5], %r3;
    @%p3 bra lower;
    barrier.sync 6, 128;
    add.u32 %r10, %r10, 1;
    bra done;
lower:
    barrier.sync 6, 128;
done:
    xor.b32 %r7, %r5, 508;
    ld.shared.u32 %r8, [%r7];
    add.u32 %r10, %r10, %r8;
""",
    "of the cluster": """
    st.shared.u32 [%r5], %r3;
    barrier.cluster.arrive.release;
    add.u32 %r10, %r3, 1;
    barrier.cluster.wait.acquire;
    xor.b32 %r7, %r5, 508;
    ld.shared.u32 %r8, [%r7];
    add.u32 %r10, %r10, %r8;
""",
    "registers of a cluster of one CTA": """
    mov.u32 %r6, %clusterid.x;
    mov.u32 %r7, %nclusterid.x;
    mad.lo.u32 %r10, %r6, 10, %r7;
    mov.u32 %r6, %cluster_ctarank;
    mov.u32 %r7, %cluster_nctarank;
    mad.lo.u32 %r10, %r10, 10, %r6;
    mad.lo.u32 %r10, %r10, 10, %r7;
    mov.u32 %r6, %cluster_ctaid.x;
    mov.u32 %r7, %cluster_nctaid.y;
    mad.lo.u32 %r10, %r10, 10, %r6;
    mad.lo.u32 %r10, %r10, 10, %r7;
""",
    "an mbarrier that all arrive at": INIT.replace("COUNT", "128") + """
    st.shared.u32 [%r5], %r3;
    mbarrier.arrive.shared.b64 %rd5, [full];
""" + WAIT.format(name="a", barrier="full", phase=0) + """
    xor.b32 %r7, %r5, 508;
    ld.shared.u32 %r10, [%r7];
    mbarrier.pending_count.b64 %r8, %rd5;
    setp.gt.u32 %p6, %r8, 128;
    @%p6 add.u32 %r10, %r10, 1;
""",
    "bytes that are expected": INIT.replace("COUNT", "1") + """
    @!%p1 bra consumer;
    mbarrier.arrive.expect_tx.shared.b64 _, [full], 16;
    st.shared.u32 [data], %r3;
    mbarrier.complete_tx.shared.b64 [full], 16;
consumer:
""" + WAIT.format(name="a", barrier="full", phase=0) + """
    ld.shared.u32 %r10, [data];
""",
    "phases in turns, by one thread of a warp": """
    @%p1 mbarrier.init.shared.b64 [full], 1;
    @%p1 mbarrier.init.shared.b64 [empty], 64;
    bar.sync 0;
    mov.u32 %r8, 0;
    @%p2 bra producer;
consume:
    and.b32 %r9, %r8, 1;
""" + WAIT.format(name="a", barrier="full", phase="%r9") + """
    ld.shared.u32 %r6, [data];
    mad.lo.u32 %r10, %r10, 3, %r6;
    mbarrier.arrive.shared.b64 _, [empty];
    add.u32 %r8, %r8, 1;
    setp.lt.u32 %p3, %r8, 6;
    @%p3 bra consume;
    bra done;
producer:
    setp.ne.u32 %p4, %r1, 5;
    @%p4 bra done;
produce:
    and.b32 %r9, %r8, 1;
    xor.b32 %r9, %r9, 1;
""" + WAIT.format(name="b", barrier="empty", phase="%r9") + """
    add.u32 %r6, %r3, %r8;
    st.shared.u32 [data], %r6;
    mbarrier.arrive.shared.b64 _, [full];
    add.u32 %r8, %r8, 1;
    setp.lt.u32 %p3, %r8, 6;
    @%p3 bra produce;
done:
    bar.sync 1, 128;
    add.u32 %r10, %r10, %r8;
""",
    "states, dropped arrivals, generic addresses": INIT.replace("COUNT", "128") + """
    mov.u64 %rd6, full;
    cvta.shared.u64 %rd6, %rd6;
    @%p2 mbarrier.arrive_drop.b64 _, [%rd6];
    @!%p2 mbarrier.arrive.b64 %rd5, [%rd6];
    @%p2 bra done;
again:
    mbarrier.test_wait.b64 %p5, [%rd6], %rd5;
    @!%p5 bra again;
    mbarrier.arrive.b64 %rd5, [%rd6];
second:
    mbarrier.try_wait.b64 %p5, [%rd6], %rd5;
    @!%p5 bra second;
    mov.u32 %r10, 8;
done:
    bar.sync 0;
    @%p1 mbarrier.inval.shared.b64 [full];
""",
    "copies of words": INIT.replace("COUNT", "128") + """
    cp.async.ca.shared.global [%r5], [%rd2], 4;
    cp.async.mbarrier.arrive.noinc.shared.b64 [full];
""" + WAIT.format(name="a", barrier="full", phase=0) + """
    xor.b32 %r7, %r5, 508;
    ld.shared.u32 %r10, [%r7];
""",
    "a test that fails": INIT.replace("COUNT", "1") + """
    setp.ge.u32 %p3, %r1, 32;
    @%p3 bra b;
    mov.u32 %r8, 0;
a:
    mbarrier.try_wait.parity.shared::cta.b64 %p5, [full], 0;
    add.u32 %r8, %r8, 1;
    setp.gt.u32 %p6, %r8, 3;
    @%p1 mbarrier.arrive.shared.b64 _, [full];
    @!%p5 bra a;
    mov.u32 %r10, %r8;
b:
""",
}  # fmt: skip


def launch(body: str, engine: str, out: Any, data: Any) -> Any:
    """Run the body of a kernel with 128 threads in each of two CTAs."""
    kernel = ptxpy.load(ptxpy.parse(HEAD + body + TAIL))
    with ptxpy.sim.engine(engine) as report:
        kernel.launch(out, data, grid=2, block=128, device="cpu")
    return report


def arrays() -> tuple[Any, Any]:
    """Return a result and random words."""
    return np.full(256, 5, np.uint32), np.random.default_rng(1).integers(0, 99, 256, np.uint32)


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_results_are_those_of_the_interpreter(body: str) -> None:
    """Threads wait for each other as interpreted."""
    wanted, data = arrays()
    found, _ = arrays()
    launch(body, "interpreted", wanted, data)
    report = launch(body, "compiled", found, data)
    assert not report.interpreted
    assert wanted.tolist() == found.tolist()
    assert len(set(wanted.tolist())) > 1


FAULTS = {
    "no such barrier": "add.u32 %r6, %r1, 16; @%p1 bar.sync %r6, 32;",
    "a part of a warp": "add.u32 %r6, %r1, 20; @%p1 bar.arrive 1, %r6;",
    "a barrier that nobody completes": "st.global.u32 [%rd1], 1; @%p2 bar.sync 1, 128;",
    "no mbarrier": "st.global.u32 [%rd1], 1; mbarrier.arrive.shared.b64 _, [full];",
    "no arrivals": "@%p1 mbarrier.init.shared.b64 [full], 0;",
    "too many arrivals": INIT.replace("COUNT", "1")
    + "@%p1 mbarrier.arrive.expect_tx.shared.b64 _, [full], 8;"
    "@%p1 mbarrier.arrive.shared.b64 _, [full];",
    "too many bytes": INIT.replace("COUNT", "2")
    + "@%p1 mbarrier.expect_tx.relaxed.cta.shared.b64 [full], 1048576;",
    "an mbarrier between words": "@%p1 mbarrier.init.shared.b64 [full+4], 1;",
    "an mbarrier in global memory": "@%p1 mbarrier.init.b64 [%rd1], 1;",
    "a phase that nobody completes": INIT.replace("COUNT", "1")
    + "st.global.u32 [%rd1], 1;" + WAIT.format(name="a", barrier="full", phase=0),
    "two arrivals at the cluster's barrier": "barrier.cluster.arrive; barrier.cluster.arrive;",
    "a wait for the cluster": "barrier.cluster.wait;",
}  # fmt: skip


@pytest.mark.parametrize("body", FAULTS.values(), ids=FAULTS)
def test_faults_are_those_of_the_interpreter(body: str) -> None:
    """The message is the same, and arrays are as they were."""
    messages = []
    out, data = arrays()
    for engine in ("interpreted", "compiled"):
        with pytest.raises(SimulationError) as raised:
            launch(body, engine, out, data)
        messages.append(str(raised.value))
        assert (out == 5).all()
    assert messages[0] == messages[1]
