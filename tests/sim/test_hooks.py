"""Hooks that ignore every event change nothing: neither results nor what is an error."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxpy.sim import SimulationError
from ptxpy.sim.hooks import Hooks
from ptxpy.sim.launch_hooks import LaunchHooks
from ptxpy.sim.loaded_module import LoadedModule
from tests.sim.harness import kernel, run

DECLARATIONS = ".shared .align 16 .b8 tile[512];\n.shared .align 8 .b64 bar;"

EVERYTHING = """
    mov.u32 %r1, tile;
    shl.b32 %r2, %r0, 2;
    add.u32 %r3, %r1, %r2;
    cvt.u64.u32 %rd1, %r2;
    add.u64 %rd2, %out, %rd1;
    cp.async.ca.shared.global [%r3], [%rd2], 4;
    cp.async.commit_group;
    cp.async.wait_group 0;
    mov.u32 %r4, bar;
    setp.eq.u32 %p1, %r0, 0;
    @%p1 mbarrier.init.shared.b64 [%r4], 64;
    bar.sync 0;
    mbarrier.arrive.shared.b64 %rd3, [%r4];
WAIT:
    mbarrier.try_wait.shared.b64 %p2, [%r4], %rd3;
    @!%p2 bra WAIT;
    xor.b32 %r5, %r2, 4;
    add.u32 %r5, %r1, %r5;
    ld.shared.u32 %r6, [%r5];
    atom.shared.add.u32 %r7, [%r5], 1;
    bar.warp.sync 0xffffffff;
    setp.lt.u32 %p3, %r0, 7;
    @%p3 bra SKIP;
    add.u32 %r6, %r6, 100;
SKIP:
    barrier.cluster.arrive;
    barrier.cluster.wait;
    st.global.u32 [%rd2], %r6;
"""
"""Copies, barriers, an mbarrier, an atomic operation, a branch that diverges."""

OUTSIDE = "st.global.u32 [%out+4096], %r0;"


class Ignoring(LaunchHooks):
    """Watches all there is, and ignores it."""

    watches_accesses = True


def launch(body: str, monkeypatch: pytest.MonkeyPatch, hooks: LaunchHooks | None) -> Any:
    """Return what a kernel leaves in an array, or the message with which it ends."""
    plain = LoadedModule.run

    def watched(loaded: LoadedModule, *arguments: Any, **options: Any) -> Any:
        return plain(loaded, *arguments, **{**options, "hooks": hooks})

    out = np.arange(64, dtype=np.uint32) * 3
    with monkeypatch.context() as patch:
        patch.setattr(LoadedModule, "run", watched)
        try:
            run(kernel(body, "", DECLARATIONS, "sm_90"), out, block=64)
        except SimulationError as error:
            return str(error)
    return out.tolist()


@pytest.mark.parametrize(
    ("body", "ends"), [(EVERYTHING, True), (OUTSIDE, False)], ids=["everything", "a fault"]
)
def test_hooks_that_ignore_everything_change_nothing(
    body: str, ends: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each event has a default that lets the machine go its way."""
    expected = launch(body, monkeypatch, None)
    assert isinstance(expected, list) is ends, expected
    assert launch(body, monkeypatch, Ignoring()) == expected
    assert launch(body, monkeypatch, LaunchHooks()) == expected


def test_every_event_is_watched_by_somebody() -> None:
    """An event that nobody overrides would not be worth its comparison."""
    from ptxpy.sim.observe.logical_clock import LogicalClock  # noqa: PLC0415 - loads slowly
    from ptxpy.sim.races.detector import RaceDetector  # noqa: PLC0415 - loads slowly

    events = {name for name, value in vars(Hooks).items() if callable(value)}
    assert len(events) > 25
    watched = {*vars(RaceDetector), *vars(LogicalClock)}
    assert not events - watched
