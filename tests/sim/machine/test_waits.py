"""Threads that wait at mbarriers: pipelines, phases that are missed, deadlocks."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy.launch import load
from ptxpy.sim import SimulationError
from ptxpy.sim.loaded_module import LoadedModule
from ptxpy.sim.machine.geometry import Geometry
from tests.sim.harness import kernel

DECLARATIONS = """
.shared .align 8 .b64 full[4];
.shared .align 8 .b64 empty[4];
.shared .align 16 .b32 data[512];
.shared .align 8 .b64 bar;
"""
STORE = """
    mov.u32 %r29, %ctaid.x;
    mov.u32 %r28, %ntid.x;
    mad.lo.u32 %r29, %r29, %r28, %r0;
    mad.wide.u32 %rd19, %r29, 4, %out;
    st.global.u32 [%rd19], %r1;
"""

TOGETHER = (
    "2 arrivals at the mbarrier empty at 0x20, which awaits 1 now: 2 threads of this warp arrive "
    "at once, and a phase awaits 1 arrival; let one of them arrive, by elect.sync or its lane, or "
    "initialise it with their number"
)


def run(body: str, grid: int = 1, block: int = 64, cluster: int | None = None) -> list[int]:
    """Run a body; return `%r1` of each thread."""
    text = kernel(body + STORE, declarations=DECLARATIONS, target="sm_90a").replace("8.0", "8.6", 1)
    out = np.zeros(grid * block, np.uint32)
    load(text).launch(out, grid=grid, block=block, cluster=cluster, device="cpu")
    return [int(value) for value in out]


def message_of(body: str, grid: int = 1, block: int = 64, cluster: int | None = None) -> list[str]:
    """Return the lines of the message with which a kernel fails."""
    with pytest.raises(SimulationError) as caught:
        run(body, grid, block, cluster)
    return str(caught.value).splitlines()


INIT = """
    mov.u32 %r1, 0;
    setp.eq.u32 %p1, %r0, 0;
    @!%p1 bra READY;
    mbarrier.init.shared.b64 [bar], 1;
    mov.u32 %r20, full;
    mov.u32 %r21, empty;
    mov.u32 %r22, 0;
EACH:
    mbarrier.init.shared::cta.b64 [%r20], {full};
    mbarrier.init.shared::cta.b64 [%r21], {empty};
    add.u32 %r20, %r20, 8;
    add.u32 %r21, %r21, 8;
    add.u32 %r22, %r22, 1;
    setp.lt.u32 %p2, %r22, 4;
    @%p2 bra EACH;
READY:
    fence.mbarrier_init.release.cluster;
    {sync}
"""

PIPELINE = """
    // Warp 0 fills stages, one behind the other; the other warps take what is in them.
    mov.u32 %r10, 0;            // stage
    mov.u32 %r11, {first};      // parity
    mov.u32 %r12, 0;            // round
    and.b32 %r13, %r0, 31;
    setp.lt.u32 %p1, %r0, 32;
    @%p1 bra PRODUCER;
    mov.u32 %r11, 0;
CONSUMER:
    mad.lo.u32 %r14, %r10, 8, 0;
    mov.u32 %r15, full;
    add.u32 %r15, %r15, %r14;
    mov.u32 %r16, empty;
    add.u32 %r16, %r16, %r14;
FULL:
    mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 %p3, [%r15], %r11, 0x989680;
    @%p3 bra TAKE;
    bra FULL;
TAKE:
    mad.lo.u32 %r17, %r10, 128, 0;
    mad.lo.u32 %r17, %r13, 4, %r17;
    mov.u32 %r18, data;
    add.u32 %r17, %r17, %r18;
    ld.shared.u32 %r19, [%r17];
    mad.lo.u32 %r1, %r1, 3, %r19;
    mbarrier.arrive.release.cta.shared::cta.b64 _, [%r16];
    bra NEXT;
PRODUCER:
    mad.lo.u32 %r14, %r10, 8, 0;
    mov.u32 %r15, full;
    add.u32 %r15, %r15, %r14;
    mov.u32 %r16, empty;
    add.u32 %r16, %r16, %r14;
FREE:
    mbarrier.{wait}.shared::cta.b64 %p3, [%r16], %r11;
    @!%p3 bra FREE;
    mad.lo.u32 %r17, %r10, 128, 0;
    mad.lo.u32 %r17, %r13, 4, %r17;
    mov.u32 %r18, data;
    add.u32 %r17, %r17, %r18;
    mad.lo.u32 %r19, %r12, 7, %r13;
    st.shared.u32 [%r17], %r19;
    mbarrier.arrive.shared::cta.b64 %rd1, [%r15];
NEXT:
    add.u32 %r10, %r10, 1;
    setp.eq.u32 %p4, %r10, 4;
    @%p4 mov.u32 %r10, 0;
    @%p4 xor.b32 %r11, %r11, 1;
    add.u32 %r12, %r12, 1;
    setp.lt.u32 %p4, %r12, 37;
    @%p1 bra AGAIN;
    @%p4 bra CONSUMER;
    bra DONE;
AGAIN:
    @%p4 bra PRODUCER;
DONE:
"""


def taken(lane: int) -> int:
    """Return what a consumer makes of 37 stages."""
    value = 0
    for k in range(37):
        value = (value * 3 + 7 * k + lane) & 0xFFFFFFFF
    return value


@pytest.mark.parametrize(
    "wait", ["try_wait.parity", "test_wait.parity", "try_wait.parity.relaxed.cluster"]
)
@pytest.mark.parametrize(("grid", "block"), [(1, 64), (5, 128), (200, 96)])
def test_pipelines_between_warps(wait: str, grid: int, block: int) -> None:
    """Four stages with two mbarriers each, whose phases alternate."""
    init = INIT.format(full=32, empty=block - 32, sync="bar.sync 0;")
    found = run(init + PIPELINE.format(first=1, wait=wait), grid, block)
    one = [0] * 32 + [taken(t % 32) for t in range(32, block)]
    assert found == one * grid


MULTICAST = """
    // A thread of each CTA sends to the slots of both, when both have taken what was there.
    mov.u32 %r20, %cluster_ctarank;
    xor.b32 %r21, %r20, 1;
    mov.u32 %r23, full;
    mov.u32 %r24, empty;
    mapa.shared::cluster.u32 %r25, data, %r21;
    mapa.shared::cluster.u32 %r26, full, %r21;
    mapa.shared::cluster.u32 %r27, empty, %r21;
    mov.u32 %r10, 0;
    setp.lt.u32 %p1, %r0, 32;
    @%p1 bra PRODUCER;
CONSUMER:
    and.b32 %r11, %r10, 1;
FULL:
    mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p3, [%r23], %r11;
    @!%p3 bra FULL;
    ld.shared.v2.u32 {%r12, %r13}, [data];
    mad.lo.u32 %r1, %r12, %r10, %r1;
    mad.lo.u32 %r1, %r13, 1000, %r1;
    bar.sync 1, 32;
    setp.eq.u32 %p4, %r0, 32;
    @%p4 mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r24];
    @%p4 mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r27];
    add.u32 %r10, %r10, 1;
    setp.lt.u32 %p2, %r10, 12;
    @%p2 bra CONSUMER;
    bra DONE;
PRODUCER:
    elect.sync %r14|%p5, -1;
    @!%p5 bra DONE;
ROUND:
    not.b32 %r11, %r10;
    and.b32 %r11, %r11, 1;
FREE:
    mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r24], %r11;
    @!%p3 bra FREE;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r23], 8;
    mad.lo.u32 %r15, %r20, 4, 0;
    mov.u32 %r16, data;
    add.u32 %r16, %r16, %r15;
    add.u32 %r17, %r25, %r15;
    mad.lo.u32 %r18, %r10, 10, %r20;
    st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r16], %r18, [%r23];
    st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r17], %r18, [%r26];
    add.u32 %r10, %r10, 1;
    setp.lt.u32 %p2, %r10, 12;
    @%p2 bra ROUND;
DONE:
    barrier.cluster.arrive;
    barrier.cluster.wait;
"""


@pytest.mark.parametrize("grid", [2, 6, 600])
def test_a_pipeline_across_a_cluster(grid: int) -> None:
    """Each CTA gives to both, and waits until both have taken; bytes may be early."""
    sync = "barrier.cluster.arrive; barrier.cluster.wait;"
    found = run(INIT.format(full=1, empty=2, sync=sync) + MULTICAST, grid, 64, 2)
    one = sum(10 * k * k + 1000 * (10 * k + 1) for k in range(12))
    assert found == ([0] * 32 + [one] * 32) * grid


PING_PONG = """
    // Two groups of warps take turns, as those of a GEMM do with their epilogues.
    mov.u32 %r1, 0;
    mov.u32 %r10, 0;
    shr.u32 %r11, %r0, 6;
    add.u32 %r12, %r11, 1;
    sub.u32 %r13, 2, %r11;
    setp.eq.u32 %p1, %r11, 1;
    @%p1 bar.arrive 1, 128;
TOP:
    bar.sync %r12, 128;
    ld.shared.u32 %r14, [data];
    bar.sync %r12+2, 64;
    mad.lo.u32 %r14, %r14, 5, %r12;
    st.shared.u32 [data], %r14;
    mov.u32 %r1, %r14;
    bar.arrive %r13, 128;
    add.u32 %r10, %r10, 1;
    setp.lt.u32 %p2, %r10, 9;
    @%p2 bra TOP;
    @!%p1 bar.sync 1, 128;
"""


@pytest.mark.parametrize("opcode", ["bar", "bar.cta", "barrier", "barrier.cta"])
def test_groups_of_warps_take_turns(opcode: str) -> None:
    """Named barriers at which one group waits and the other arrives."""
    body = PING_PONG.replace("bar.sync %r12+2, 64;", "add.u32 %r15, %r12, 2; bar.sync %r15, 64;")
    body = body.replace("bar.", f"{opcode}.")
    value, last = 0, [0, 0]
    for k in range(18):
        value = (value * 5 + k % 2 + 1) & 0xFFFFFFFF
        last[k % 2] = value
    assert run(body, 3, 128) == ([last[0]] * 64 + [last[1]] * 64) * 3


def test_a_barrier_takes_warps_one_after_the_other() -> None:
    """Three warps at a barrier for two: one is left, until a fourth comes."""
    body = """
    mov.u32 %r1, 0;
    setp.ge.u32 %p1, %r0, 96;
    @%p1 bra LAST;
    bar.sync 1, 64;
    atom.shared.add.u32 %r2, [data], 1;
    ld.volatile.shared.u32 %r1, [data];
    bra END;
LAST:
    ld.volatile.shared.u32 %r1, [data];
    setp.lt.u32 %p2, %r1, 64;
    @%p2 bra LAST;
    bar.sync 1, 64;
END:
"""
    found = run(body, 1, 128)
    assert found[96:] == [64] * 32
    assert min(found[64:96]) > 64


PEEK = """
    // A thread looks at an mbarrier that is complete only after it has gone on.
    mov.u32 %r2, 1;
    mbarrier.{wait}.parity.shared::cta.b64 %p3, [bar], 0;
    @!%p3 add.u32 %r1, %r1, 10;
    @%p1 mbarrier.arrive.shared::cta.b64 %rd1, [bar];
LATER:
    mbarrier.{wait}.shared::cta.b64 %p3, [bar], %rd1;
    @!%p3 bra LATER;
    add.u32 %r1, %r1, 1;
"""


@pytest.mark.parametrize("wait", ["try_wait", "test_wait"])
def test_a_wait_that_takes_no_for_an_answer(wait: str) -> None:
    """A thread is told that a phase is not complete when nobody else can do something."""
    body = INIT.format(full=1, empty=1, sync="") + PEEK.format(wait=wait)
    assert run(body, 1, 1) == [11]


SPIN = """
    // Threads wait at an mbarrier for a while, then tell another one that spins; that one arrives.
    setp.lt.u32 %p5, %r0, 32;
    @%p5 bra SPINNER;
LOOK:
    mbarrier.try_wait.parity.shared::cta.b64 %p3, [bar], 0;
    @%p3 bra DONE;
    st.volatile.shared.u32 [data], 1;
    bra LOOK;
SPINNER:
    ld.volatile.shared.u32 %r2, [data];
    setp.eq.u32 %p4, %r2, 0;
    @%p4 bra SPINNER;
    @%p1 mbarrier.arrive.shared::cta.b64 _, [bar];
DONE:
    mov.u32 %r1, 1;
"""


def test_waits_end_while_others_spin() -> None:
    """One that goes round and round may wait for one that waits at an mbarrier."""
    body = INIT.format(full=1, empty=1, sync="bar.sync 0;") + SPIN
    assert run(body, 1, 64) == [1] * 64


COUNTED = """
    // A thread looks 1,000 times at an mbarrier that nobody arrives at, and gives up.
LOOK:
    mbarrier.try_wait.parity.shared::cta.b64 %p3, [bar], 0, 64;
    @%p3 bra DONE;
    add.u32 %r1, %r1, 1;
    nanosleep.u32 32;
    setp.lt.u32 %p4, %r1, 1000;
    @%p4 bra LOOK;
DONE:
"""


def test_a_thread_that_gives_up() -> None:
    """A loop that counts ends by itself: that is no deadlock."""
    assert run(INIT.format(full=1, empty=1, sync="") + COUNTED, 1, 1) == [1000]


# ------------------------------------------------------------------- what is wrong

STUCK = """
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [full+8], 4096;
WAIT:
    mbarrier.{wait}.parity.shared::cta.b64 %p3, [full+8], 0;
    @!%p3 bra WAIT;
"""


@pytest.mark.parametrize("wait", ["try_wait", "test_wait"])
def test_a_deadlock_names_the_mbarrier(wait: str) -> None:
    """Its address, what it still awaits, and who waits for which phase."""
    found = message_of(
        INIT.format(full=3, empty=1, sync="bar.sync 0;") + STUCK.format(wait=wait), 4
    )
    assert found[0] == "deadlock: no thread can make progress"
    assert re.fullmatch(
        r"    256 threads of 4 CTAs wait, such as CTA \(0, 0, 0\), thread \(0, 0, 0\), for the end "
        r"of the phase of parity 0 of the mbarrier full\+8 at 0x8, of whose 3 arrivals 2 are "
        rf"pending, with a tx-count of 4,096; their count is given at \S+, \S+: "
        rf"mbarrier\.{wait}\.parity\.shared::cta\.b64 .*",
        found[1],
    )
    assert len(found) == 2


SKIPPED = """
    // Thread 32 waits for the first phase; thread 0 completes two before it looks again.
    setp.ne.u32 %p4, %r0, 32;
    @%p4 bra ARRIVE;
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p3, [bar], 0;
    @!%p3 bra WAIT;
ARRIVE:
    @%p1 mbarrier.arrive.shared::cta.b64 _, [bar];
    @%p1 mbarrier.arrive.shared::cta.b64 _, [bar];
    bar.sync 0;
"""


def test_a_phase_that_is_missed() -> None:
    """Who waits while two phases go by waits for ever; the message says so."""
    found = message_of(INIT.format(full=1, empty=1, sync="bar.sync 0;") + SKIPPED)
    waits = next(line for line in found if "of the mbarrier bar at" in line)
    assert "CTA (0, 0, 0), thread (32, 0, 0) waits for the end of the phase of parity 0" in waits
    assert "ended, and so did the next, before they looked" in waits
    assert any("at barrier 0, where 63 of 64 threads have arrived" in line for line in found)


INVALIDATED = """
    @!%p1 bra END;
WAIT:
    mbarrier.try_wait.parity.shared.b64 %p3, [bar], 0;
    @!%p3 bra WAIT;
END:
    @!%p1 mbarrier.inval.shared.b64 [bar];
"""


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            "mbarrier.arrive.shared::cta.b64 _, [empty], 2;",
            TOGETHER,
        ),
        (
            "@%p1 mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [empty], 0x100000;",
            "a tx-count of 1,048,576 of the mbarrier empty at 0x20; 1,048,575 is the most",
        ),
        (
            INVALIDATED,
            "the mbarrier bar at 0x840 is invalidated while threads wait at it: 1",
        ),
    ],
)
def test_faults(body: str, message: str) -> None:
    """What must not be done to an mbarrier."""
    init = INIT.format(full=1, empty=1, sync="bar.sync 0;")
    assert message_of(f"{init}    {body}\n", block=2)[0] == message


def test_states_that_are_reported_stay_true() -> None:
    """A machine that has run into a deadlock can run again."""
    body = INIT.format(full=3, empty=1, sync="bar.sync 0;") + STUCK.format(wait="try_wait")
    text = kernel(body, declarations=DECLARATIONS, target="sm_90a").replace("8.0", "8.6", 1)
    loaded = LoadedModule(ptxpy.parse(text))
    geometry = Geometry((1, 1, 1), (32, 1, 1), (1, 1, 1))
    messages: list[Any] = []
    for _ in range(2):
        with pytest.raises(SimulationError) as caught:
            loaded.run("kernel", bytes(8), geometry)
        messages.append(str(caught.value))
    assert messages[0] == messages[1]
