"""The reduction loses no order: it is compared with all orders, one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pytest

from ptxpy.launch import load
from ptxpy.sim import Geometry, LoadedModule, Outcome, SimulationError, run
from ptxpy.sim.loaded_module import RunOptions
from ptxpy.sim.machine.printf_output import Output
from ptxpy.sim.machine.snapshots import Snapshot
from ptxpy.sim.races.findings import Findings
from ptxpy.sim.schedules.ordered_scheduler import OrderedScheduler
from ptxpy.sim.schedules.schedule_detector import BatchExploredError, ScheduleDetector
from tests.sim.schedules.test_pipelines import expand

KERNELS: Final = {
    "tickets": """
        @!%p1 bra END;
        atom.relaxed.gpu.global.add.u32 %r18, [%rd2], 1;
        st.relaxed.gpu.global.u32 [%rd2+4], %r18;
        END:
    """,
    "sum": """
        @!%p1 bra END;
        red.relaxed.gpu.global.add.u32 [%rd2], 1;
        ld.relaxed.gpu.global.u32 %r18, [%rd2];
        END:
    """,
    "flags": """
        @!%p1 bra END;
        mul.wide.u32 %rd6, %r1, 4; add.u64 %rd6, %rd6, %rd2;
        st.relaxed.gpu.global.u32 [%rd6], 1;
        xor.b32 %r24, %r1, 1; mul.wide.u32 %rd7, %r24, 4; add.u64 %rd7, %rd7, %rd2;
        ld.relaxed.gpu.global.u32 %r18, [%rd7];
        END:
    """,
    "exchanges": """
        @!%p1 bra END;
        atom.relaxed.gpu.global.exch.b32 %r18, [%rd2], %r1;
        atom.relaxed.gpu.global.exch.b32 %r19, [%rd2+4], %r18;
        END:
    """,
    "locks in opposite orders": """
        @!%p1 bra END;
        mov.u64 %rd10, %rd2; add.u64 %rd11, %rd2, 4;
        @!%p3 mov.u64 %rd10, %rd11;
        @!%p3 mov.u64 %rd11, %rd2;
        A: atom.acquire.gpu.global.cas.b32 %r18, [%rd10], 0, 1;
        setp.ne.u32 %p5, %r18, 0;
        @%p5 bra A;
        B: atom.acquire.gpu.global.cas.b32 %r18, [%rd11], 0, 1;
        setp.ne.u32 %p5, %r18, 0;
        @%p5 bra B;
        st.release.gpu.global.u32 [%rd11], 0;
        st.release.gpu.global.u32 [%rd10], 0;
        END:
    """,
    "a flag that is awaited": """
        @!%p1 bra END;
        @%p3 bra SET;
        A: ld.acquire.gpu.global.u32 %r18, [%rd2];
        setp.lt.u32 %p5, %r18, 1;
        @%p5 bra A;
        atom.relaxed.gpu.global.add.u32 %r19, [%rd2+4], 1;
        bra.uni END;
        SET: st.release.gpu.global.u32 [%rd2], 1;
        st.release.gpu.global.u32 [%rd2], 2;
        END:
    """,
    "arrivals of two phases": """
        @!%p2 bra START;
        INIT full, 2;
        START: bar.sync 0;
        @!%p1 bra END;
        ARRIVE %r3;
        ARRIVE %r3;
        END:
    """,
    "a barrier whose members vary": """
        @!%p1 bra OTHER;
        atom.relaxed.gpu.global.add.u32 %r18, [%rd2], 1;
        OTHER: shfl.sync.idx.b32 %r18, %r18, 0, 31, 0xffffffff;
        setp.gt.u32 %p5, %r18, 1;
        @%p5 bra END;
        bar.sync 1, 64;
        END:
    """,
}


class _EachOrder(ScheduleDetector):
    """Records which warps were ready at each step."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.ready: list[list[int]] = []

    def choose(self, scheduler: OrderedScheduler) -> int | None:
        ready = [warp for warp in sorted(scheduler.ready.by_warp) if not self._spins(warp)]
        chosen = super().choose(scheduler)
        if chosen is not None:
            self.ready.append(ready)
        return chosen


def _all_orders(loaded: LoadedModule, launch: Any) -> tuple[set[int], int]:
    """Run all orders, one by one; return the digests of those that end, and how many do not."""
    waiting: list[tuple[int, ...]] = [()]
    digests: set[int] = set()
    deadlocks = 0
    before = Snapshot(loaded.memory)
    while waiting:
        order = waiting.pop()
        before.restore()
        program, findings = loaded.exposed_program, Findings(loaded.reporter())
        detector = _EachOrder(program, loaded.memory, findings, order)
        try:
            loaded.execute(launch, Output(None), detector)
        except BatchExploredError:
            digests.add(detector.record.canonical())
        except SimulationError:
            deadlocks += 1
        # Behind the given order each other warp that was ready is tried.
        for position in range(len(order), len(detector.ready)):
            taken = detector.taken[:position]
            others = {*detector.ready[position]} - {detector.taken[position]}
            waiting += [(*taken, other) for other in sorted(others)]
        assert len(waiting) < 20_000
    before.restore()
    before.close()
    return digests, deadlocks


@pytest.mark.parametrize("warps", [2])
@pytest.mark.parametrize("name", KERNELS)
def test_no_order_is_lost(name: str, warps: int) -> None:
    """It finds as many orders as there are, and a deadlock or fault if there is one."""
    kernel = load(expand(KERNELS[name]))
    arguments = np.zeros(8, np.uint32), np.zeros(8, np.uint32), np.zeros(96, np.uint32)
    request = kernel.request(*arguments, grid=1, block=32 * warps)
    found: list[tuple[set[int], int]] = []

    def execute(
        loaded: LoadedModule, kernel: str, parameters: bytes, geometry: Geometry, **_: Any
    ) -> Outcome:
        launch = loaded.set_up(kernel, parameters, geometry, RunOptions())
        found.append(_all_orders(loaded, launch))
        loaded.tear_down(launch)
        return Outcome(0, b"")

    run_all: Callable[..., Any] = run
    run_all(request, execute=execute)
    digests, deadlocks = found[0]
    explored = kernel.explore(*arguments, grid=1, block=32 * warps, limit=2_000)
    if deadlocks or explored.verdict == "broken":
        assert explored.verdict == "broken", str(explored)
        return
    assert explored.verdict == "proved", str(explored)
    assert explored.orders == len(digests)
