"""Looking at a kernel while it runs: `ptxpy run --trace`, `--profile`, `--timeline`."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING, Any, Final

from ptxpy.cli.console import say, show
from ptxpy.cli.failure import FINE, WRONG, Failure
from ptxpy.cli.files import Output

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.launch import Kernel
    from ptxpy.launch.kernel import LaunchOptions

__all__ = ["add_options", "is_wanted", "observe"]

_RANGE: Final = re.compile(r"(\d{1,9})-(\d{1,9})", re.ASCII)
_MOST: Final = 1 << 20


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what chooses the ways to look at a kernel."""
    group = parser.add_argument_group("looking at it (on the CPU)")
    ways = group.add_mutually_exclusive_group()
    ways.add_argument(
        "--trace",
        metavar="THREAD",
        nargs="+",
        type=_indices,
        help="print what threads of a block did: numbers, ranges 0-31, coordinates 3,1,0",
    )
    ways.add_argument(
        "--profile",
        action="store_true",
        help="print how often each line ran, bytes, bank conflicts, sectors and waits",
    )
    ways.add_argument(
        "--timeline",
        metavar="OUT.json",
        help="write when warps ran and waited, and copies were under way, for ui.perfetto.dev",
    )
    group.add_argument(
        "--cta", metavar="X[,Y[,Z]]", type=_index, help="the block of a trace or timeline"
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
        choices=("warps", "threads", "bytes", "sectors", "conflicts", "waited", "line"),
        help="what a profile is sorted by: %(choices)s",
    )
    group.add_argument("--top", metavar="N", type=int, help="lines of a profile; 0 for all")
    group.add_argument("--json", action="store_true", help="a trace or profile as JSON")
    group.add_argument("--force", action="store_true", help="overwrite OUT.json if it exists")


def _indices(text: str) -> list[int | tuple[int, ...]]:
    match = _RANGE.fullmatch(text)
    if match is None:
        return [_index(text)]
    low, high = int(match[1]), int(match[2])
    if not low <= high < _MOST:
        message = f"{text!r} is no range of threads"
        raise argparse.ArgumentTypeError(message)
    return list(range(low, high + 1))


def _index(text: str) -> int | tuple[int, ...]:
    if re.fullmatch(r"\d{1,9}(?:,\d{1,9}){0,2}", text, re.ASCII) is None:
        message = f"{text!r} is no thread or block: 5, 0-31, or 3,1,0"
        raise argparse.ArgumentTypeError(message)
    parts = tuple(map(int, text.split(",")))
    return parts if len(parts) > 1 else parts[0]


def _lines(text: str) -> range:
    match = _RANGE.fullmatch(text)
    if match is not None:
        return range(int(match[1]), int(match[2]) + 1)
    if re.fullmatch(r"\d{1,9}", text, re.ASCII) is None:
        message = f"{text!r} is no line: 12, or 12-20"
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
}


def is_wanted(options: argparse.Namespace) -> bool:
    """Return whether the kernel is looked at; `Failure` for options that do not fit together."""
    ways = [way for way in ("trace", "profile", "timeline") if getattr(options, way)]
    for name, needed in _NEEDS.items():
        value = getattr(options, name)
        if value is not None and value is not False and not set(ways) & set(needed):
            message = f"--{name} goes with {' or '.join(f'--{each}' for each in needed)}"
            raise Failure(message)
    if options.json and options.printed:
        message = "--json and --print both write to standard output"
        raise Failure(message)
    return bool(ways)


def observe(
    kernel: Kernel, options: argparse.Namespace, arguments: tuple[Any, ...], how: LaunchOptions
) -> int:
    """Run a kernel, and show what was seen; return the status of the command."""
    if options.profile:
        profile = kernel.profile(*arguments, **how)
        top = 40 if options.top is None else options.top
        shown = profile.to_json(2) if options.json else profile.table(options.sort or "warps", top)
        show(shown)
        return FINE
    more = {} if options.limit is None else {"limit": options.limit}
    if options.timeline is not None:
        output = Output.checked(options.timeline, force=options.force, source=options.file)
        ctas = None if options.cta is None else [options.cta]
        timeline = kernel.timeline(*arguments, ctas=ctas, **more, **how)
        output.write(timeline.to_json().encode())
        say(str(timeline))
        return FINE if timeline.error is None else WRONG
    trace = kernel.trace(
        *arguments,
        threads=[each for part in options.trace for each in part],
        cta=options.cta or 0,
        lines=None if options.lines is None else [n for part in options.lines for n in part],
        **more,
        **how,
    )
    show(trace.to_json(2) if options.json else trace.table())
    for note in trace.notes:
        say(note)
    return FINE if trace.error is None else WRONG
