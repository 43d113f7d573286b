"""mbarriers: `ptx.mbarrier.init(bars[0], 1)` and the like (PTX ISA 9.7.13.15).

What these functions emit is one instruction each, but for `wait`, which is a loop. Qualifiers
that they have no argument for are those that PTX assumes: arrivals release and waits acquire
within the block. The instruction itself takes others:
`ptx.mbarrier.try_wait.parity.acquire.cluster.shared__cta.b64([bars[0]], phase)`.
"""

from __future__ import annotations

from typing import Any, Final

from ptxpy.dsl.control_flow.blocks import ControlFlow
from ptxpy.dsl.helpers.barrier_addresses import barrier_address, initialised, ready_address
from ptxpy.dsl.tracing.instructions import helper
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.values.operators import operation
from ptxpy.dsl.verification.instruction_checks import has_target
from ptxpy.ir import nodes as n

MAX_COUNT: Final = 2**20 - 1
"""Arrivals, and bytes, that one phase of an mbarrier counts (PTX ISA 9.7.13.15.2)."""


@helper("mbarrier.init")
def init(mbar: Any, count: int, *, pred: Any = None) -> None:
    """Initialise an mbarrier that awaits `count` arrivals in each phase.

    Emits `mbarrier.init.shared::cta.b64 [mbar], count;`. One thread does it, and others see it
    after a barrier of the block, or of the cluster with `ptx.fence.mbarrier_init()` before it.
    """
    _counted(count, "arrivals", 1)
    barrier = barrier_address(mbar)
    operation("mbarrier.init.shared::cta.b64")(barrier, count, when=pred)
    initialised(barrier)


@helper("mbarrier.inval")
def inval(mbar: Any, *, pred: Any = None) -> None:
    """End an mbarrier, so that its memory may serve another purpose.

    Emits `mbarrier.inval.shared::cta.b64 [mbar];`.
    """
    operation("mbarrier.inval.shared::cta.b64")(
        ready_address(mbar, "ptx.mbarrier.inval"), when=pred
    )


@helper("mbarrier.arrive")
def arrive(mbar: Any, *, pred: Any = None) -> PendingResult:
    """Arrive once, and return the state of the phase, b64, which `try_wait` takes.

    Emits `mbarrier.arrive.shared::cta.b64 state, [mbar];`.
    """
    return operation("mbarrier.arrive.shared::cta.b64")(
        ready_address(mbar, "ptx.mbarrier.arrive"), when=pred
    )


@helper("mbarrier.arrive_expect_tx")
def arrive_expect_tx(mbar: Any, tx_count: Any, *, pred: Any = None) -> PendingResult:
    """Let the phase wait for `tx_count` bytes more, arrive, and return the state.

    Emits `mbarrier.arrive.expect_tx.shared::cta.b64 state, [mbar], tx_count;`.
    """
    _counted(tx_count, "bytes", 0)
    barrier = ready_address(mbar, "ptx.mbarrier.arrive_expect_tx")
    return operation("mbarrier.arrive.expect_tx.shared::cta.b64")(barrier, tx_count, when=pred)


@helper("mbarrier.expect_tx")
def expect_tx(mbar: Any, tx_count: Any, *, pred: Any = None) -> None:
    """Let the phase wait for `tx_count` bytes more; this is no arrival.

    Emits `mbarrier.expect_tx.shared::cta.b64 [mbar], tx_count;`.
    """
    _counted(tx_count, "bytes", 0)
    barrier = ready_address(mbar, "ptx.mbarrier.expect_tx")
    operation("mbarrier.expect_tx.shared::cta.b64")(barrier, tx_count, when=pred)


@helper("mbarrier.try_wait")
def try_wait(mbar: Any, phase: Any, *, parity: bool = True, pred: Any = None) -> PendingResult:
    """Wait for some time, and return a predicate that says whether the phase is complete.

    `phase` is the parity of the phase, 0 or 1; with `parity=False`, the state that `arrive` of
    that phase has returned.

    Emits `mbarrier.try_wait.parity.shared::cta.b64 p, [mbar], phase;`, without `.parity` for a
    state.
    """
    barrier = ready_address(mbar, "ptx.mbarrier.try_wait")
    return _try_wait(barrier, phase, parity=parity, pred=pred)


@helper("mbarrier.wait")
def wait(mbar: Any, phase: Any, *, pred: Any = None) -> None:
    """Wait until the phase of parity `phase`, 0 or 1, is complete.

    Emits, with a label that has the next number,

        WAIT:
            mbarrier.try_wait.parity.shared::cta.b64 p, [mbar], phase;
            @!p bra WAIT;

    with `mbarrier.test_wait` before sm_90, which has no `try_wait`, and with `pred` a branch before
    it that skips it where `pred` is false.
    """
    barrier = ready_address(mbar, "ptx.mbarrier.wait")
    flow = ControlFlow()
    if pred is None:
        _spin(flow, barrier, phase)
        return
    with flow.block() as skipped:
        skipped.leave(unless=pred)
        _spin(flow, barrier, phase)


def _spin(flow: ControlFlow, barrier: n.Address, phase: Any) -> None:
    waiting = operation("mbarrier.try_wait.parity.shared::cta.b64")
    if not has_target(waiting):
        waiting = operation("mbarrier.test_wait.parity.shared::cta.b64")
    with flow.loop() as loop:
        loop.again(unless=waiting(barrier, phase))


def _try_wait(barrier: n.Address, phase: Any, *, parity: bool, pred: Any) -> PendingResult:
    name = "mbarrier.try_wait.parity" if parity else "mbarrier.try_wait"
    return operation(f"{name}.shared::cta.b64")(barrier, phase, when=pred)


def _counted(count: Any, what: str, least: int) -> None:
    if type(count) is int and not least <= count <= MAX_COUNT:
        msg = f"an mbarrier counts {least} to {MAX_COUNT} {what}, not {count}"
        raise ValueError(msg)
