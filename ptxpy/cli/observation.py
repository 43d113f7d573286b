"""Observing a kernel: `ptxpy run --trace`, `--profile`, `--timeline`, `--schedules`."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ptxpy.cli.command_errors import EXIT_OK, EXIT_PROBLEMS, CommandError
from ptxpy.cli.console import write_stderr, write_stdout
from ptxpy.cli.files import Output

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.launch import Kernel, LaunchOptions

__all__ = [
    "COLUMNS",
    "add_options",
    "block_index",
    "is_observed",
    "observe",
    "thread_indices",
]

_RANGE: Final = re.compile(r"(\d{1,9})-(\d{1,9})", re.ASCII)
COLUMNS: Final = ("warps", "threads", "bytes", "sectors", "conflicts", "waited", "line")
"""The columns that a profile can be sorted by."""
_MAX_THREADS: Final = 1 << 20
"""The end of a range of threads."""
_MAX_SCHEDULE_BYTES: Final = 1 << 24


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options to trace, profile and time a kernel."""
    group = parser.add_argument_group("observing the kernel (on the CPU)")
    ways = group.add_mutually_exclusive_group()
    ways.add_argument(
        "--trace",
        metavar="THREAD",
        nargs="+",
        type=thread_indices,
        help="print the instructions of threads of a block: numbers, ranges 0-31, coordinates "
        "3,1,0",
    )
    ways.add_argument(
        "--profile",
        action="store_true",
        help="print executions, bytes, bank conflicts, sectors and waits of each line",
    )
    ways.add_argument(
        "--timeline",
        metavar="OUT.json",
        help="write when warps ran and waited, and copies were in flight, for ui.perfetto.dev",
    )
    ways.add_argument(
        "--schedules",
        action="store_true",
        help="search all orders of warps and asynchronous operations for deadlocks and races: "
        "proved, not proved, or the schedule that breaks the kernel",
    )
    ways.add_argument(
        "--schedule",
        metavar="SCHEDULE",
        help="run the kernel in a schedule that --schedules has printed, or in that of a file",
    )
    group.add_argument(
        "--max-schedules",
        metavar="N",
        type=_positive,
        help="how many schedules --schedules runs at most (default: 200)",
    )
    group.add_argument(
        "--cta", metavar="X[,Y[,Z]]", type=block_index, help="the block of a trace or timeline"
    )
    group.add_argument(
        "--lines", metavar="N[-M]", nargs="+", type=_lines, help="the lines of a trace"
    )
    group.add_argument(
        "--limit", metavar="N", type=int, help="instructions of a trace, or slices of a timeline"
    )
    group.add_argument(
        "--sort",
        metavar="COLUMN",
        choices=COLUMNS,
        help="the column to sort a profile by: %(choices)s",
    )
    group.add_argument("--top", metavar="N", type=int, help="lines of a profile; 0 for all")
    group.add_argument(
        "--json",
        action="store_true",
        help="a trace or profile as JSON; `ptxpy help json` describes its fields",
    )
    group.add_argument("--force", action="store_true", help="overwrite OUT.json if it exists")


def thread_indices(text: str) -> list[int | tuple[int, ...]]:
    """Parse threads of a block: a number, a range `0-31`, or coordinates `3,1,0`."""
    match = _RANGE.fullmatch(text)
    if match is None:
        return [block_index(text)]
    # A range is written out, so it must not be huge.
    low, high = int(match[1]), int(match[2])
    if not low <= high < _MAX_THREADS:
        message = f"{text!r} is not a valid range of threads"
        raise argparse.ArgumentTypeError(message)
    return list(range(low, high + 1))


def block_index(text: str) -> int | tuple[int, ...]:
    """Parse a thread or a block: a number, or coordinates `3,1,0`."""
    if re.fullmatch(r"\d{1,9}(?:,\d{1,9}){0,2}", text, re.ASCII) is None:
        message = f"{text!r} is not a thread or block; expected 5, 0-31, or 3,1,0"
        raise argparse.ArgumentTypeError(message)
    parts = tuple(map(int, text.split(",")))
    return parts if len(parts) > 1 else parts[0]


def _schedule(text: str) -> str:
    """Return a schedule, or the text of the file of that name."""
    if not Path(text).is_file():
        return text
    if Path(text).stat().st_size > _MAX_SCHEDULE_BYTES:
        message = f"{text} is no schedule: it has more than {_MAX_SCHEDULE_BYTES:,} bytes"
        raise CommandError(message)
    return Path(text).read_text(encoding="utf-8", errors="replace")


def _positive(text: str) -> int:
    if re.fullmatch(r"[1-9]\d{0,8}", text, re.ASCII) is None:
        message = f"{text!r} is not a number of schedules; expected 1 or more"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def _lines(text: str) -> range:
    match = _RANGE.fullmatch(text)
    if match is not None:
        return range(int(match[1]), int(match[2]) + 1)
    if re.fullmatch(r"\d{1,9}", text, re.ASCII) is None:
        message = f"{text!r} is not a line; expected 12, or 12-20"
        raise argparse.ArgumentTypeError(message)
    return range(int(text), int(text) + 1)


_NEEDS: Final[Mapping[str, tuple[str, ...]]] = {
    "cta": ("trace", "timeline"),
    "lines": ("trace",),
    "limit": ("trace", "timeline"),
    "sort": ("profile",),
    "top": ("profile",),
    "json": ("trace", "profile"),
    "force": ("timeline",),
    "max_schedules": ("schedules",),
}


def is_observed(options: argparse.Namespace) -> bool:
    """Return whether the kernel is observed; raise `CommandError` for options that conflict."""
    ways = [
        way
        for way in ("trace", "profile", "timeline", "schedules", "schedule")
        if getattr(options, way)
    ]
    for name, needed in _NEEDS.items():
        value = getattr(options, name)
        # An option that concerns another way of observing would be ignored.
        if value is not None and value is not False and not set(ways) & set(needed):
            flag = name.replace("_", "-")
            message = f"--{flag} needs {' or '.join(f'--{each}' for each in needed)}"
            raise CommandError(message)
    if options.json and options.printed:
        message = "--json and --print both write to standard output"
        raise CommandError(message)
    return bool(ways)


def observe(
    kernel: Kernel,
    options: argparse.Namespace,
    arguments: tuple[Any, ...],
    launch_options: LaunchOptions,
) -> int:
    """Run a kernel; print its profile, trace or verdict, or write its timeline.

    Returns the exit status.
    """
    if options.schedules:
        limit = {} if options.max_schedules is None else {"limit": options.max_schedules}
        found = kernel.explore(*arguments, **limit, **launch_options)
        write_stdout(str(found))
        return EXIT_OK if found.verdict == "proved" else EXIT_PROBLEMS
    if options.schedule:
        kernel.replay(*arguments, schedule=_schedule(options.schedule), **launch_options)
        return EXIT_OK
    if options.profile:
        profile = kernel.profile(*arguments, **launch_options)
        top = 40 if options.top is None else options.top
        shown = profile.to_json(2) if options.json else profile.table(options.sort or "warps", top)
        write_stdout(shown)
        return EXIT_OK
    more = {} if options.limit is None else {"limit": options.limit}
    if options.timeline is not None:
        output = Output.checked(options.timeline, force=options.force, source=options.file)
        ctas = None if options.cta is None else [options.cta]
        timeline = kernel.timeline(*arguments, ctas=ctas, **more, **launch_options)
        output.write(timeline.to_json().encode())
        write_stderr(str(timeline))
        return EXIT_OK if timeline.error is None else EXIT_PROBLEMS
    trace = kernel.trace(
        *arguments,
        threads=[each for part in options.trace for each in part],
        cta=options.cta or 0,
        lines=None if options.lines is None else [n for part in options.lines for n in part],
        **more,
        **launch_options,
    )
    write_stdout(trace.to_json(2) if options.json else trace.table())
    for note in trace.notes:
        write_stderr(note)
    return EXIT_OK if trace.error is None else EXIT_PROBLEMS
