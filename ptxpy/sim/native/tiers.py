"""Kernels that are interpreted first: those that run for long are compiled meanwhile.

A launch is interpreted. Once its kernel has been interpreted for a tenth of a second, in this and
earlier launches, LLVM compiles it in a process of its own. When that is done, the launch under way
is stopped, memory is set back, and it runs compiled from its start, as later ones do. At most the
time of the compilation is lost.
"""

from __future__ import annotations

from concurrent.futures import Future
from threading import Thread
from time import thread_time
from typing import TYPE_CHECKING, Any, Final

from ptxpy.sim.native.memory_snapshot import MemorySnapshot
from ptxpy.sim.native.printed import HeldOutput
from ptxpy.sim.native.served_pieces import arrays_of_surfaces, effects_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ptxpy.sim.loaded_module import LoadedModule, Outcome
    from ptxpy.sim.machine.geometry import Geometry
    from ptxpy.sim.native.launches import CompiledKernel

__all__ = ["ChangeOverError", "Tier", "compile_in_background", "run_in_tiers"]

_WORTHWHILE_SECONDS: Final = 0.1
"""The processor time for which a kernel has been interpreted before it is compiled, which takes as
long or longer."""
_NOT_YET: Final = "it ends before compiling it is worthwhile"
_MEANWHILE: Final = "it ended while it was compiled"


class ChangeOverError(Exception):
    """The kernel that is interpreted has been compiled."""


class Tier:
    """How far a kernel is on its way to machine code."""

    def __init__(self) -> None:
        self.seconds = 0.0
        """The processor time for which it has been interpreted."""
        self.obstacle = ""
        """Why it is not compiled; empty while that is not known."""
        self.compiling: Future[None] | None = None
        self.effects: tuple[bool, bool] | None = None
        """Whether the kernel may print, and whether it may write to surfaces."""

    @property
    def is_ready(self) -> bool:
        """Whether there is machine code."""
        return self.compiling is not None and self.compiling.done()

    @property
    def reason(self) -> str:
        """Why a launch has been interpreted."""
        return self.obstacle or (_NOT_YET if self.compiling is None else _MEANWHILE)

    def begin(self, loaded: LoadedModule, kernel: str, *, clustered: bool = False) -> None:
        """Have the kernel compiled, or find out that it cannot be.

        It is translated to LLVM IR in this thread, whose caches are those of the interpreter.
        """
        from ptxpy.sim.native.launches import translated  # noqa: PLC0415 - it loads LLVM

        found = translated(loaded, kernel, clustered=clustered)
        if isinstance(found, str):
            self.obstacle = found
        elif found.served is not None and found.served.products:
            self.obstacle = "products of warpgroups, which the interpreter is as quick at"
        else:
            self.compiling = compile_in_background(found)

    def begin_if_worthwhile(
        self, loaded: LoadedModule, kernel: str, seconds: float, **options: bool
    ) -> None:
        """Have the kernel compiled, if it has been interpreted for long, now for some seconds."""
        is_worthwhile = self.seconds + seconds > _WORTHWHILE_SECONDS
        if self.compiling is None and not self.obstacle and is_worthwhile:
            self.begin(loaded, kernel, **options)

    def check(self) -> bool:
        """Return whether the machine code that is ready can be used."""
        from ptxpy.sim.native.compiling import CompilationError  # noqa: PLC0415 - it loads LLVM

        assert self.compiling is not None  # noqa: S101 - it is ready
        try:
            self.compiling.result()
        except CompilationError as error:
            self.obstacle = str(error)
            return False
        return True


def compile_in_background(kernel: CompiledKernel) -> Future[None]:
    """Have a kernel compiled in a process of its own."""
    from ptxpy.sim.native.compiling import compile_functions  # noqa: PLC0415 - it loads LLVM

    functions = {**dict.fromkeys(kernel.helpers, ""), kernel.name: kernel.text}
    return _in_another_thread(compile_functions, functions)


def _in_another_thread(function: Callable[..., None], *arguments: Any) -> Future[None]:
    """Call a function in a thread of its own, which ends with the process."""
    found: Future[None] = Future()

    def call() -> None:
        try:
            function(*arguments)
            found.set_result(None)
        except BaseException as error:  # noqa: BLE001 - who asks for the result gets it
            found.set_exception(error)

    Thread(target=call, name="ptxpy-compiler", daemon=True).start()
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
    clustered = geometry.cluster_size > 1
    key = f"{kernel} in clusters" if clustered else kernel
    tier: Tier = loaded.tiers.setdefault(key, Tier())
    if tier.obstacle:
        return loaded.run(*launch, **options), tier.obstacle
    if tier.is_ready:
        return _run_compiled(loaded, tier, launch, held_by_host, options)
    if tier.effects is None:
        tier.effects = effects_of(loaded, kernel)
    prints, writes_surfaces = tier.effects
    arrays = arrays_of_surfaces(loaded, options.get("references") or {}) if writes_surfaces else ()
    before = MemorySnapshot(loaded.memory, held_by_host, arrays)
    sink = options.get("sink")
    held = HeldOutput(sink) if prints and sink is not None else None
    started = thread_time()

    def begin_if_worthwhile() -> None:
        seconds = thread_time() - started
        tier.begin_if_worthwhile(loaded, kernel, seconds, clustered=clustered)

    def watch() -> None:
        # What has been shown must not be printed again.
        if tier.is_ready and not (held is not None and held.is_shown):
            raise ChangeOverError
        begin_if_worthwhile()

    try:
        with before.interpreting():
            outcome = loaded.run(*launch, watch=watch, **{**options, "sink": held or sink})
        # A short launch is not watched, but there may be thousands.
        begin_if_worthwhile()
    except ChangeOverError:
        before.restore()
        return _run_compiled(loaded, tier, launch, held_by_host, options)
    except BaseException:
        if held is not None:
            held.pass_on()
        raise
    finally:
        before.discard()
        tier.seconds += thread_time() - started
    if held is not None:
        held.pass_on()
    return outcome, tier.reason


def _run_compiled(
    loaded: LoadedModule,
    tier: Tier,
    launch: tuple[str, bytes, Geometry],
    held_by_host: Sequence[tuple[int, int, int]],
    options: dict[str, Any],
) -> tuple[Outcome, str]:
    from ptxpy.sim.native.launches import run  # noqa: PLC0415 - it loads LLVM

    if not tier.check():
        return loaded.run(*launch, **options), tier.obstacle
    outcome, reason = run(loaded, *launch, held_by_host=held_by_host, **options)
    if outcome is not None:
        return outcome, ""
    return loaded.run(*launch, **options), reason
