"""`ptxpy run launch-000-KERNEL.zip`: replay a captured launch, and compare its results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypedDict, TypeVar, Unpack

from ptxpy._counts import format_count
from ptxpy.captures import CaptureError, load_capture
from ptxpy.cli.command_errors import EXIT_OK, EXIT_PROBLEMS, CommandError
from ptxpy.cli.console import printable, write_stderr, write_stdout
from ptxpy.cli.launch_options import run_limited
from ptxpy.demangle import abridged, demangled
from ptxpy.launch import load
from ptxpy.launch_request import LaunchError
from ptxpy.sim import observe

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable

    from ptxpy.captures import CapturedLaunch, Comparison
    from ptxpy.launch import Kernel
    from ptxpy.launch_request import LaunchRequest, StrictMode
    from ptxpy.sim import Index, Profile, Timeline, Trace

__all__ = ["replay"]


_T = TypeVar("_T")

_GIVEN = {
    "given": "--arg",
    "grid": "--grid",
    "block": "--block",
    "cluster": "--cluster",
    "shared_bytes": "--shared-bytes",
    "printed": "--print",
    "kernel": "--kernel",
    "settings": "--set",
    "schedules": "--schedules",
    "schedule": "--schedule",
}
"""The options of a launch that a captured one has already, by attribute."""


class _TraceOptions(TypedDict, total=False):
    threads: Index | Iterable[Index]
    cta: Index
    lines: int | Iterable[int] | None
    limit: int


class _TimelineOptions(TypedDict, total=False):
    ctas: Index | Iterable[Index] | None
    limit: int


class _Replayed:
    """A captured launch, with the methods of a kernel that the command calls."""

    def __init__(self, captured: CapturedLaunch, kernel: Kernel | None, tolerance: float) -> None:
        self._captured = captured
        self._kernel = kernel
        self._tolerance = tolerance
        self.comparison: Comparison | None = None

    # The methods have the names and arguments of a kernel's, since one function calls either.
    def launch(self, *, device: str | None, strict: StrictMode) -> None:
        self.comparison = self._captured.replay(
            self._kernel, device=device or "cpu", strict=strict, tolerance=self._tolerance
        )

    def profile(self, **_: object) -> Profile:
        return self._observe(observe.profile)

    def trace(self, *, device: str | None, **options: Unpack[_TraceOptions]) -> Trace:
        del device
        return self._observe(lambda request: observe.trace(request, **options))

    def timeline(self, *, device: str | None, **options: Unpack[_TimelineOptions]) -> Timeline:
        del device
        return self._observe(lambda request: observe.timeline(request, **options))

    def _observe(self, observed: Callable[[LaunchRequest], _T]) -> _T:
        found: list[_T] = []
        self.comparison = self._captured.replay(
            self._kernel,
            tolerance=self._tolerance,
            run=lambda request: found.append(observed(request)),
        )
        return found[0]


def replay(options: argparse.Namespace) -> int:
    """Replay the captured launch that `ptxpy run` is given; return the exit status."""
    # A captured launch has its own grid and arguments: others would be another launch.
    for attribute, option in _GIVEN.items():
        if getattr(options, attribute):
            message = f"{option} cannot be given: {printable(options.file)} is a captured launch"
            raise CommandError(message)
    try:
        captured = load_capture(options.file)
        kernel = load(options.edited, captured.manifest.kernel) if options.edited else None
        replayed: Any = _Replayed(captured, kernel, options.tolerance or 0.0)
        if not options.json:
            manifest = captured.manifest
            name = abridged(
                demangled(manifest.kernel).signature or manifest.kernel, _MAX_NAME_CHARACTERS
            )
            shape = f"grid {_extents(manifest.grid)}, block {_extents(manifest.block)}"
            if manifest.cluster is not None:
                shape += f", cluster {_extents(manifest.cluster)}"
            if manifest.shared_bytes:
                shape += f", {format_count(manifest.shared_bytes, 'byte')} of dynamic shared memory"
            count = len(manifest.allocations)
            held = f"{count:,} allocation{'' if count == 1 else 's'}"
            write_stderr(
                printable(
                    f"launch {manifest.number} of {name}: {shape}; {held}; on {manifest.device}"
                )
            )
        # The launch runs under the limits of `ptxpy run`, like any kernel.
        status, faults = run_limited(replayed, options, (), {"device": options.device})
    except OSError as error:
        message = f"{printable(str(error.filename or options.file))}: {error.strerror or error}"
        raise CommandError(message.lower()) from None
    except CaptureError as error:
        raise CommandError(printable(str(error))) from None
    except LaunchError as error:
        raise CommandError(str(error)) from None
    if faults:
        raise CommandError(faults, EXIT_PROBLEMS)
    return max(status, _report(captured, replayed.comparison, options))


def _report(
    captured: CapturedLaunch, comparison: Comparison | None, options: argparse.Namespace
) -> int:
    """Write whether the results are as captured; return the exit status."""
    if comparison is None:
        return EXIT_OK
    write = write_stderr if options.json else write_stdout
    # Names in a captured file may have control characters.
    write("\n".join(map(printable, str(comparison).split("\n"))))
    ended = captured.manifest.status
    if ended:
        message = printable(captured.manifest.message)
        write_stderr(f"the captured launch ended with error {ended}: {message}; here it did not")
    return EXIT_OK if comparison.accepted and not ended else EXIT_PROBLEMS


_MAX_NAME_CHARACTERS: Final = 100
"""The characters of a kernel's declaration: templates have thousands."""


def _extents(extents: tuple[int, int, int]) -> str:
    return ",".join(map(str, extents))
