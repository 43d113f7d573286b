"""Runs of a kernel in the simulator as pages show them: `ptxpy view --run`, `ptxpy diff --run`."""

from __future__ import annotations

import argparse
from math import prod
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from ptxpy.cli.command_errors import EXIT_PROBLEMS, CommandError
from ptxpy.cli.console import write_stderr
from ptxpy.cli.launch_options import (
    add_launch_options,
    add_limits,
    limits,
    module_source,
    prepare,
    select_kernel,
    step_limit_reached,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from ptxpy.captures import CapturedLaunch
    from ptxpy.cli.launch_options import Launch
    from ptxpy.cli.sources import Source
    from ptxpy.launch_request import Geometry, LaunchRequest
    from ptxpy.sim import Profile, Trace
    from ptxpy.view import Run

__all__ = [
    "add_run_options",
    "check_run_options",
    "observed_run",
    "refuse_run_options",
    "replayed",
]

Index: TypeAlias = "int | tuple[int, ...]"
_T = TypeVar("_T")
_MAX_VALUES: Final = 20_000
"""The most instructions whose values are recorded."""
_WARP: Final = 32


def add_run_options(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Add `--run`, and the options for a launch; return their group."""
    group = parser.add_argument_group("running the kernel in the simulator")
    group.add_argument(
        "--run", action="store_true", dest="is_run", help="show the counts and timeline of a run"
    )
    add_launch_options(group)
    add_limits(group)
    return group


def check_run_options(options: argparse.Namespace) -> None:
    """Refuse `--run` without a launch, and a launch without `--run`."""
    given = _given(options)
    if given and not options.is_run:
        message = f"{given[0]} needs --run"
        raise CommandError(message)
    if options.is_run and not given:
        message = "--run needs --grid, --block and --arg; `ptxpy run FILE` shows an example"
        raise CommandError(message)


def refuse_run_options(options: argparse.Namespace, reason: str) -> None:
    """Refuse all these options for a file that is a launch itself."""
    given = _given(options)
    if options.is_run or given:
        message = f"{'--run' if options.is_run else given[0]} cannot be given: "
        message += f"{reason}, which is replayed"
        raise CommandError(message)


def _given(options: argparse.Namespace) -> list[str]:
    given = [
        f"--{name.replace('_', '-')}"
        for name in ("grid", "block", "cluster", "shared_bytes")
        if getattr(options, name) is not None
    ]
    return given + (["--arg"] if options.given else [])


def replayed(captured: CapturedLaunch, ctas: Sequence[Index] | None) -> Run | None:
    """Return a replay as the page shows it; None if the launch cannot be replayed."""
    from ptxpy.sim import SimulationError, UnsupportedError, observe  # noqa: PLC0415
    from ptxpy.view import Run  # noqa: PLC0415

    def replay(observed: Callable[[LaunchRequest], _T]) -> _T:
        found: list[_T] = []
        captured.replay(run=lambda request: found.append(observed(request)))
        return found[0]

    def traced(threads: list[int], lines: Collection[int] | None) -> Trace:
        return replay(
            lambda request: observe.trace(
                request, threads=threads, lines=lines, cta=_first(ctas), limit=_MAX_VALUES
            )
        )

    try:
        # Each observer has a replay of its own, since a replay runs one observer.
        profile = replay(observe.profile)
        timeline = replay(lambda request: observe.timeline(request, ctas=ctas))
        return Run(profile, timeline, _values(profile, timeline.geometry, traced))
    except (SimulationError, UnsupportedError) as error:
        write_stderr(f"ptxpy: without a run: {str(error).splitlines()[0]}")
        return None


def _values(
    profile: Profile,
    geometry: Geometry | None,
    traced: Callable[[list[int], Collection[int] | None], Trace],
) -> Trace:
    """Return the trace of the first thread of each warp, and of others where those did not run.

    Args:
        profile: The profile of the launch.
        geometry: The sizes of the launch; None if they are not known.
        traced: Traces threads at some lines of Python, or of PTX without Python; at all for None.
    """
    block = (1, 1, 1) if geometry is None else geometry.block
    threads = range(prod(block))
    # Warps may have parts of their own to play.
    found = traced([*threads[::_WARP]], None)
    ran = {each.line for each in found.records if each.executed}
    missed = {
        each.python_line or each.line
        for each in profile.lines
        if each.counts.enabled and each.line not in ran
    }
    if missed and not found.reached:
        seen = set()
        for each in traced([*threads], missed).records:
            x, y, z = each.thread
            # The first thread of a warp that came to a line stands for the others.
            key = (each.line, (x + block[0] * (y + block[1] * z)) // _WARP)
            if each.executed and each.line not in ran and key not in seen:
                seen.add(key)
                found.records.append(each)
    return found


def _first(ctas: Sequence[Index] | None) -> Index:
    return ctas[0] if ctas else 0


def observed_run(source: Source, options: argparse.Namespace, name: str | None) -> Run:
    """Run a kernel of a file, with fresh arguments for each observer.

    Args:
        source: The file.
        options: The values of `add_run_options`, with the CTAs to record if there is a `ctas`.
        name: The kernel, which need not be named if the file has one.
    """
    from ptxpy.launch import Kernel  # noqa: PLC0415 - NumPy loads slowly
    from ptxpy.launch.cuda import SourceError  # noqa: PLC0415 - NumPy loads slowly
    from ptxpy.launch_request import LaunchError  # noqa: PLC0415 - NumPy loads slowly
    from ptxpy.view import Run  # noqa: PLC0415 - loads slowly

    ctas = getattr(options, "ctas", None)
    try:
        module = module_source(source)
        kernel = Kernel(module, select_kernel(module, name))
        function = source.kernels.get(kernel.name)

        def run(observed: Callable[[Launch], _T]) -> _T:
            return _limited(options, lambda: observed(prepare(kernel, options, function)))

        # Each run has fresh arguments, since a kernel may change its arrays.
        profile = run(lambda each: kernel.profile(*each.arguments.values(), **each.options))
        timeline = run(
            lambda each: kernel.timeline(*each.arguments.values(), ctas=ctas, **each.options)
        )

        def traced(threads: list[int], lines: Collection[int] | None) -> Trace:
            return run(
                lambda each: kernel.trace(
                    *each.arguments.values(),
                    threads=threads,
                    lines=lines,
                    cta=_first(ctas),
                    limit=_MAX_VALUES,
                    **each.options,
                )
            )

        trace = _values(profile, timeline.geometry, traced)
    except LaunchError as error:
        raise CommandError(str(error)) from None
    except SourceError as error:
        raise CommandError(str(error), EXIT_PROBLEMS) from None
    return Run(profile, timeline, trace)


def _limited(options: argparse.Namespace, run: Callable[[], _T]) -> _T:
    from ptxpy.sim import SimulationError, StepLimitExceededError, UnsupportedError  # noqa: PLC0415

    try:
        with limits(options):
            return run()
    except StepLimitExceededError as error:
        raise step_limit_reached(error) from None
    except (UnsupportedError, SimulationError) as error:
        raise CommandError(str(error), EXIT_PROBLEMS) from None
