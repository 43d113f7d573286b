"""Kernels that are interpreted first: those that run for long are compiled meanwhile.

A launch is interpreted. Once its kernel has been interpreted for a tenth of a second, in this and
earlier launches, LLVM compiles it in a thread of its own. When that is done, the launch under way
is stopped, memory is set back, and it runs compiled from its start, as later ones do. At most the
time of the compilation is lost.
"""

from __future__ import annotations

from concurrent.futures import Future
from threading import Thread
from time import thread_time
from typing import TYPE_CHECKING, Any, Final

from ptxpy.sim.native.memory_snapshot import MemorySnapshot
from ptxpy.sim.native.obstacles import obstacle

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ptxpy.sim.loaded_module import LoadedModule, Outcome
    from ptxpy.sim.machine.geometry import Geometry

__all__ = ["run_in_tiers"]

_WORTHWHILE_SECONDS: Final = 0.1
"""The processor time for which a kernel has been interpreted before it is compiled, which takes as
long or longer."""
_NOT_YET: Final = "it ends before compiling it is worthwhile"
_MEANWHILE: Final = "it ended while it was compiled"


class _ChangeOverError(Exception):
    """The kernel that is interpreted has been compiled."""


class _Tier:
    """How far a kernel is on its way to machine code."""

    def __init__(self) -> None:
        self.seconds = 0.0
        """The processor time for which it has been interpreted."""
        self.obstacle = ""
        """Why it is not compiled; empty while that is not known."""
        self.linking: Future[int] | None = None

    @property
    def is_ready(self) -> bool:
        """Whether there is machine code."""
        return self.linking is not None and self.linking.done()

    @property
    def reason(self) -> str:
        """Why a launch has been interpreted."""
        return self.obstacle or (_NOT_YET if self.linking is None else _MEANWHILE)

    def begin(self, loaded: LoadedModule, kernel: str) -> None:
        """Compile the kernel in another thread, or find out that it cannot be.

        It is translated to LLVM IR in this one, whose caches are those of the interpreter.
        """
        from ptxpy.sim.native.launches import link, translated  # noqa: PLC0415 - they load LLVM

        found = translated(loaded, kernel)
        if isinstance(found, str):
            self.obstacle = found
        elif found.served is not None and found.served.products:
            self.obstacle = "products of warpgroups, which the interpreter is as quick at"
        else:
            self.linking = _in_another_thread(link, found)


def _in_another_thread(function: Callable[..., int], *arguments: Any) -> Future[int]:
    """Call a function in a thread of its own, which the end of the process waits for."""
    found: Future[int] = Future()

    def call() -> None:
        try:
            found.set_result(function(*arguments))
        except BaseException as error:  # noqa: BLE001 - who asks for the result gets it
            found.set_exception(error)

    Thread(target=call, name="ptxpy-compiler").start()
    return found


def run_in_tiers(
    loaded: LoadedModule,
    kernel: str,
    parameters: bytes,
    geometry: Geometry,
    *,
    held_by_host: Sequence[tuple[int, int, int]] = (),
    **options: Any,
) -> tuple[Outcome, str]:
    """Run a kernel, compiled if it has been interpreted for long; see `launches.run`.

    Returns the outcome, and why the interpreter has run it; empty if it ran compiled.
    """
    launch = kernel, parameters, geometry
    if reason := obstacle(geometry, options.get("references")):
        return loaded.run(*launch, **options), reason
    tier: _Tier = loaded.tiers.setdefault(kernel, _Tier())
    if tier.obstacle:
        return loaded.run(*launch, **options), tier.obstacle
    if tier.is_ready:
        return _run_compiled(loaded, tier, launch, held_by_host, options)
    before = MemorySnapshot(loaded.memory, held_by_host)
    started = thread_time()

    def watch() -> None:
        if tier.is_ready:
            raise _ChangeOverError
        seconds = tier.seconds + thread_time() - started
        if tier.linking is None and not tier.obstacle and seconds > _WORTHWHILE_SECONDS:
            tier.begin(loaded, kernel)

    try:
        outcome = loaded.run(*launch, watch=watch, **options)
    except _ChangeOverError:
        before.restore()
        return _run_compiled(loaded, tier, launch, held_by_host, options)
    finally:
        tier.seconds += thread_time() - started
    return outcome, tier.reason


def _run_compiled(
    loaded: LoadedModule,
    tier: _Tier,
    launch: tuple[str, bytes, Geometry],
    held_by_host: Sequence[tuple[int, int, int]],
    options: dict[str, Any],
) -> tuple[Outcome, str]:
    from ptxpy.sim.native.launches import run  # noqa: PLC0415 - it loads LLVM

    assert tier.linking is not None  # noqa: S101 - it is ready
    tier.linking.result()
    outcome, reason = run(loaded, *launch, held_by_host=held_by_host, **options)
    if outcome is not None:
        return outcome, ""
    return loaded.run(*launch, **options), reason
