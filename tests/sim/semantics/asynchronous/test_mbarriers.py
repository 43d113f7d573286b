"""mbarrier objects: arrivals, phases, waits, copies, and what must not be done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from ptxpy.sim import SimulationError
from ptxpy.sim.machine.geometry import Geometry
from ptxpy.sim.machine.global_memory import Memory
from ptxpy.sim.machine.machine import Machine
from ptxpy.sim.machine.mbarrier_waits import MbarrierWaits
from ptxpy.sim.machine.ready_groups import ReadyGroups
from ptxpy.sim.pieces import Await
from ptxpy.sim.semantics.asynchronous import mbarriers
from tests.sim.harness import kernel, run

DECLARATIONS = ".shared .align 8 .b64 bar[4]; .shared .align 128 .b8 data[1024];"

TOKENS = """
    mov.u32 %r10, bar;
    setp.eq.u32 %p1, %r0, 0;
    @%p1 mbarrier.init.shared.b64 [%r10], 64;
    bar.sync 0;
    mbarrier.arrive.shared.b64 %rd1, [%r10];
    mbarrier.pending_count.b64 %r1, %rd1;
WAIT:
    mbarrier.test_wait.shared.b64 %p2, [%r10], %rd1;
    @!%p2 bra WAIT;
    mbarrier.test_wait.parity.shared.b64 %p3, [%r10], 0;
    mbarrier.test_wait.parity.shared.b64 %p4, [%r10], 1;
    selp.u32 %r2, 100, 0, %p3;
    selp.u32 %r3, 1000, 0, %p4;
    add.u32 %r1, %r1, %r2;
    add.u32 %r1, %r1, %r3;
    mad.wide.u32 %rd2, %r0, 4, %out;
    st.global.u32 [%rd2], %r1;
"""


def test_every_arrival_has_the_state_before_it() -> None:
    """Pending counts go down from lane to lane; then the first phase is complete, and no other."""
    out = np.zeros(64, np.uint32)
    run(kernel(TOKENS, declarations=DECLARATIONS), out, block=64)
    assert sorted(out.tolist()) == [100 + count for count in range(1, 65)]


PIPELINE = """
    mov.u32 %r10, bar;
    setp.eq.u32 %p1, %r0, 0;
    @%p1 mbarrier.init.shared.b64 [%r10], 32;
    @%p1 mbarrier.init.shared.b64 [%r10+8], 32;
    bar.sync 0;
    mov.u32 %r1, 0;
    mov.u32 %r5, 0;
    and.b32 %r2, %r0, 31;
    shl.b32 %r3, %r2, 2;
    mov.u32 %r4, data;
    add.u32 %r3, %r3, %r4;
    setp.ge.u32 %p2, %r0, 32;
    @%p2 bra PRODUCER;
CONSUMER:
    and.b32 %r6, %r1, 1;
FULL:
    mbarrier.test_wait.parity.shared.b64 %p3, [%r10], %r6;
    @!%p3 bra FULL;
    ld.shared.u32 %r7, [%r3];
    add.u32 %r5, %r5, %r7;
    mbarrier.arrive.shared.b64 _, [%r10+8];
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p4, %r1, 20;
    @%p4 bra CONSUMER;
    bra END;
PRODUCER:
    and.b32 %r6, %r1, 1;
    xor.b32 %r6, %r6, 1;
EMPTY:
    mbarrier.test_wait.parity.shared.b64 %p3, [%r10+8], %r6;
    @!%p3 bra EMPTY;
    mad.lo.u32 %r7, %r1, %r1, %r2;
    st.shared.u32 [%r3], %r7;
    mbarrier.arrive.shared.b64 _, [%r10];
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p4, %r1, 20;
    @%p4 bra PRODUCER;
END:
    mad.wide.u32 %rd2, %r0, 4, %out;
    st.global.u32 [%rd2], %r5;
"""


def test_warps_that_wait_for_each_other() -> None:
    """A producer and a consumer spin, each until the other warp has arrived, in several CTAs."""
    text = kernel(PIPELINE, declarations=DECLARATIONS)
    out = np.zeros(64, np.uint32)
    run(text, out, grid=3, block=64)
    squares = sum(k * k for k in range(20))
    assert out.tolist() == [squares + 20 * t for t in range(32)] + [0] * 32


COPY = """
    mov.u32 %r10, bar;
    setp.eq.u32 %p1, %r0, 0;
    @%p1 mbarrier.init.shared.b64 [%r10], 32;
    bar.sync 0;
    mov.u32 %r4, data;
    mad.lo.u32 %r3, %r0, 4, %r4;
    mad.wide.u32 %rd2, %r0, 4, %out;
    cp.async.ca.shared.global [%r3], [%rd2], 4;
    cp.async.mbarrier.arrive{noinc}.shared.b64 [%r10];
    {arrive}
WAIT:
    mbarrier.test_wait.parity.shared.b64 %p2, [%r10], 0;
    @!%p2 bra WAIT;
    xor.b32 %r5, %r3, 124;
    ld.shared.u32 %r6, [%r5];
    st.global.u32 [%rd2], %r6;
    bar.sync 0;
    @%p1 mbarrier.inval.shared.b64 [%r10];
"""


@pytest.mark.parametrize(
    ("noinc", "arrive"), [(".noinc", ""), ("", "mbarrier.arrive.shared.b64 %rd1, [%r10];")]
)
def test_copies_that_arrive(noinc: str, arrive: str) -> None:
    """With `.noinc` the copy is the arrival; without, the thread arrives as well."""
    out = np.arange(100, 132, dtype=np.uint32)
    run(kernel(COPY.format(noinc=noinc, arrive=arrive), declarations=DECLARATIONS), out)
    assert out.tolist() == list(range(131, 99, -1))


FAULTS = {
    "no mbarrier object: bar at 0x0 was not initialised": "mbarrier.arrive.shared.b64 %rd1, [bar];",
    "0 arrivals": "mov.u32 %r1, 0; mbarrier.init.shared.b64 [bar], %r1;",
    "not a multiple": "mov.u32 %r1, bar; mbarrier.init.shared.b64 [%r1+4], 1;",
    "completes the phase": (
        "mbarrier.init.shared.b64 [bar], 2; mbarrier.arrive.noComplete.shared.b64 %rd1, [bar], 2;"
    ),
    "3 arrivals at the mbarrier bar at 0x0, which awaits 2": (
        "mbarrier.init.shared.b64 [bar], 2; mbarrier.arrive.noComplete.shared.b64 %rd1, [bar], 3;"
    ),
    "was invalidated": (
        "mbarrier.init.shared.b64 [bar], 1; mbarrier.inval.shared.b64 [bar];"
        "mbarrier.test_wait.parity.shared.b64 %p1, [bar], 0;"
    ),
    "not in shared memory": "mbarrier.init.b64 [%out], 1;",
}


@pytest.mark.parametrize("message", FAULTS)
def test_faults(message: str) -> None:
    """What an object cannot do is told, with the place."""
    text = kernel(FAULTS[message], declarations=DECLARATIONS)
    with pytest.raises(SimulationError, match=message):
        run(text, np.zeros(1, np.uint32), block=1)


# ------------------------------------------------------------- the state machine


@dataclass
class Object:
    """An mbarrier object in the manual's words."""

    expected: int
    pending: int
    tx: int = 0
    phase: int = 0

    def settle(self) -> None:
        """Go to the next phase when nothing is awaited any more."""
        if not self.pending and not self.tx:
            self.phase += 1
            self.pending = self.expected

    def arrive(self, count: int, tx: int, *, drop: bool) -> tuple[int, int]:
        """Return the phase and the pending count before an arrival."""
        before = self.phase, self.pending
        self.tx += tx
        self.pending -= count
        self.expected -= count * drop
        self.settle()
        return before


def machine_of(threads: int) -> Machine:
    """Return a machine with some shared memory."""
    geometry = Geometry((1, 1, 1), (threads, 1, 1), (1, 1, 1))
    machine = Machine(geometry, Memory(1 << 33), {}, {}, 1024, 0, 0, 1)
    machine.waits = MbarrierWaits(machine.count, ReadyGroups())
    return machine


def passed(machine: Machine, at: Any, phase: Any, guard: Any, lanes: Any, *, parity: bool) -> Any:
    """Return for each lane whether it is told that a phase is complete."""
    found = mbarriers.wait(machine, "shared", at, phase, parity, guard, lanes)
    return guard & ~found.blocked if isinstance(found, Await) else found


@pytest.mark.parametrize("seed", range(12))
def test_random_arrivals(seed: int) -> None:
    """All lanes at once give what one lane after the other gives, across phases."""
    random = np.random.default_rng(seed)
    machine = machine_of(64)
    counts = random.integers(1, 200, 4)
    objects = [Object(int(count), int(count)) for count in counts]
    first = np.arange(64) < 4
    mbarriers.initialise(
        machine,
        "shared",
        np.arange(64, dtype=np.uint64) * 8,
        np.append(counts, [0] * 60),
        first,
        None,
    )
    for _ in range(30):
        which = random.integers(0, 4, 64)
        guard = random.random(64) < 0.7
        lanes = np.sort(random.permutation(64)[:48]) if random.random() < 0.5 else None
        running = np.arange(64) if lanes is None else lanes
        address = (which * 8).astype(np.uint64)[running]
        guard = guard[running]
        if random.random() < 0.3:
            amount = random.integers(0, 50, len(running)) * (random.random() < 0.5)
            tx = np.array([amount[k] if guard[k] else 0 for k in range(len(running))])
            mbarriers.transact(machine, "shared", address, tx, guard, lanes)
            mbarriers.transact(machine, "shared", address, -tx, guard, lanes)
            continue
        found = mbarriers.arrive(
            machine,
            "shared",
            address,
            np.uint32(1),
            np.uint32(0),
            drop=False,
            complete=True,
            guard=guard,
            lanes=lanes,
        )
        pending = mbarriers.pending_count(found)
        went = passed(machine, address, found, guard, lanes, parity=False)
        wanted = [
            objects[which[lane]].arrive(1, 0, drop=False) if here else (0, 0)
            for lane, here in zip(running, guard, strict=True)
        ]
        assert pending.tolist() == [count for _, count in wanted]
        assert went.tolist() == [
            bool(here) and (objects[which[lane]].phase - before) % 2 == 1
            for (before, _), lane, here in zip(wanted, running, guard, strict=True)
        ]


def test_bytes_that_are_expected() -> None:
    """A phase ends when all have arrived and all bytes have come, in whatever order."""
    machine = machine_of(32)
    one = np.arange(32) == 0
    at = np.uint64(16)
    mbarriers.initialise(machine, "shared", at, np.uint32(2), one, None)
    mbarriers.transact(machine, "shared", at, np.int64(-128), one, None)

    def over() -> bool:
        return bool(passed(machine, at, np.uint32(0), one, None, parity=True)[0])

    def arrive(tx: int, *, drop: bool = False) -> int:
        states = mbarriers.arrive(
            machine,
            "shared",
            at,
            np.uint32(1),
            np.uint32(tx),
            drop=drop,
            complete=True,
            guard=one,
            lanes=None,
        )
        return int(mbarriers.pending_count(states)[0])

    assert arrive(256) == 2
    assert arrive(0, drop=True) == 1
    assert not over()
    mbarriers.transact(machine, "shared", at, np.int64(-128), one, None)
    assert over()
    assert arrive(0) == 1  # the arrival that was dropped is awaited no longer
    assert not over()
