"""Waiting at mbarriers, and the fences around asynchronous copies."""

from __future__ import annotations

from typing import Any

from ptxpy.dsl.control_flow.blocks import ControlFlow
from ptxpy.dsl.helpers.barrier_addresses import ready_address
from ptxpy.dsl.values.operators import operation
from ptxpy.dsl.verification.instruction_checks import has_target

_MAX_U32 = 2**32 - 1


def mbarrier_wait(
    mbar_ptr: Any,
    phase: Any,
    timeout_ns: Any = 10000000,
    *,
    loc: Any = None,  # noqa: ARG001 - kept for the signature
    ip: Any = None,  # noqa: ARG001
) -> None:
    """Wait until the phase of a parity is complete (PTX ISA 9.7.13.15.16).

    `phase` is 0 or 1, or a u32 register. A thread is suspended for up to `timeout_ns` nanoseconds
    (u32) before it asks again. `TraceError` for an mbarrier of `smem.mbarrier` that has not been
    initialised. `loc` and `ip` are kept for the signature. Needs sm_80. Emits

        AGAIN:
        mbarrier.try_wait.parity.shared::cta.b64 p, [mbar_ptr], phase, timeout_ns;
        @!p bra AGAIN;

    and before sm_90, where no thread is suspended, `mbarrier.test_wait` without the time.
    """
    if type(phase) is int and phase not in (0, 1):
        msg = f"the parity of a phase is 0 or 1, not {phase}; of the n-th phase it is n & 1"
        raise ValueError(msg)
    if type(timeout_ns) is int and not 0 <= timeout_ns <= _MAX_U32:
        msg = f"a time limit is 0 to {_MAX_U32} nanoseconds, not {timeout_ns}"
        raise ValueError(msg)
    where = ready_address(mbar_ptr, "cpasync.mbarrier_wait")
    test = operation("mbarrier.try_wait.parity.shared::cta.b64")
    given = [phase, timeout_ns]
    if not has_target(test):
        test = operation("mbarrier.test_wait.parity.shared::cta.b64")
        given = [phase]
    with ControlFlow().loop() as loop:
        loop.again(unless=test(where, *given))


def mbarrier_cp_async_arrive(
    mbar_ptr: Any,
    *,
    loc: Any = None,  # noqa: ARG001 - kept for the signature
    ip: Any = None,  # noqa: ARG001
) -> None:
    """Arrive at an mbarrier when all `cp.async` that this thread has started are done.

    The arrival is one more than the mbarrier waits for, so it does not make the phase complete by
    itself: the thread arrives as well, as with `mbarrier.arrive` (PTX ISA 9.7.13.15.15). `loc` and
    `ip` are kept for the signature. Emits `cp.async.mbarrier.arrive.shared.b64 [mbar_ptr];`.
    """
    where = ready_address(mbar_ptr, "cpasync.mbarrier_cp_async_arrive")
    operation("cp.async.mbarrier.arrive.shared.b64")(where)


def fence_proxy_async() -> None:
    """Let copies of the async proxy see what this thread has written, and the other way round.

    It stands between `st.shared` and a `tma_store` of the same memory (PTX ISA 9.7.13.4). Needs
    sm_90. Emits `fence.proxy.async;`.
    """
    operation("fence.proxy.async")()


def fence_barrier_init() -> None:
    """Let the cluster see mbarriers that this thread has initialised.

    It stands after `mbarrier.init` (PTX ISA 9.7.13.4). Needs sm_90. Emits
    `fence.mbarrier_init.release.cluster;`.
    """
    operation("fence.mbarrier_init.release.cluster")()
