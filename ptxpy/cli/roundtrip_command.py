"""`ptxpy roundtrip`: do files come back byte for byte?"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, NamedTuple

from ptxpy.cli import files
from ptxpy.cli.arguments import Help, add_command, add_form
from ptxpy.cli.comparison import Job, Result, compare
from ptxpy.cli.console import Progress, counted, paint, show
from ptxpy.cli.failure import FINE, UNABLE, WRONG, Failure

if TYPE_CHECKING:
    from ptxpy.cli.arguments import Commands

_COLOURS = {"identical": "green", "different": "red", "invalid": "red", "unreadable": "yellow"}


class Total(NamedTuple):
    """The sum of all files."""

    files: int
    identical: int
    different: int
    invalid: int
    unreadable: int
    size: int
    seconds: float
    """Of all processes together."""


def add(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "roundtrip",
        run,
        Help(
            summary="try whether PTX comes back byte for byte",
            details="Prints a line for each file and a total; the exit status is 1 when a file "
            "does not come back.",
            example="ptxpy roundtrip kernels/ --through python -j 8",
        ),
    )
    parser.add_argument(
        "paths",
        metavar="PATH",
        nargs="+",
        help="PTX; - is standard input, a directory is walked for *.ptx",
    )
    parser.add_argument(
        "--through",
        choices=["ptx", "python"],
        default="python",
        help="parse and print (ptx), or generate and run Python as well (python, the default)",
    )
    add_form(parser)
    parser.add_argument("--json", action="store_true", help="report in JSON")
    parser.add_argument(
        "-j", "--jobs", type=_positive, default=1, metavar="N", help="processes (default: 1)"
    )


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        message = "must be at least 1"
        raise argparse.ArgumentTypeError(message)
    return number


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    jobs = [
        Job(
            name,
            files.read(name) if name == files.STANDARD else None,
            through=options.through,
            flat=options.flat,
            roll=not options.no_roll,
        )
        for name in files.find(options.paths)
    ]
    results: list[Result] = []
    with Progress() as progress:
        progress.update(f"[0/{len(jobs)}]")
        for result in _results(jobs, options.jobs):
            results.append(result)
            if not options.json:
                progress.clear()
                show(_row(result))
            progress.update(f"[{len(results)}/{len(jobs)}] {result.file}")
    total = _total(results)
    if options.json:
        report = {
            "through": options.through,
            "files": [result._asdict() for result in results],
            "total": total._asdict(),
        }
        show(json.dumps(report, indent=2))
    else:
        show(_sum(total))
    if total.unreadable:
        return UNABLE
    return FINE if total.identical == total.files else WRONG


def _results(jobs: Sequence[Job], processes: int) -> Iterator[Result]:
    """Yield the results in order, as they come."""
    processes = min(processes, len(jobs))
    if processes == 1:
        yield from map(compare, jobs)
        return
    with ProcessPoolExecutor(processes, initializer=_start_worker) as pool:
        try:
            yield from pool.map(compare, jobs)
        except BrokenProcessPool:
            message = "a worker process died, perhaps out of memory; try a smaller -j"
            raise Failure(message) from None
        except BaseException:
            for process in multiprocessing.active_children():
                process.terminate()
            raise


def _start_worker() -> None:
    """Let Ctrl-C end a worker at once and quietly; the main process has the word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _row(result: Result) -> str:
    status = paint(f"{result.status:10}", _COLOURS[result.status], sys.stdout)
    row = (
        f"{status}  {result.size:>13,} bytes  {result.seconds:>7.2f} s  "
        f"{files.display(result.file)}"
    )
    return "\n".join([row, *(f"    {line}" for line in result.message.splitlines())])


def _total(results: Sequence[Result]) -> Total:
    statuses = Counter(result.status for result in results)
    return Total(
        files=len(results),
        identical=statuses["identical"],
        different=statuses["different"],
        invalid=statuses["invalid"],
        unreadable=statuses["unreadable"],
        size=sum(result.size for result in results),
        seconds=round(sum(result.seconds for result in results), 3),
    )


def _sum(total: Total) -> str:
    parts = [f"{total.identical:,} identical"]
    parts += [
        f"{number:,} {status}"
        for status in ("different", "invalid", "unreadable")
        if (number := getattr(total, status))
    ]
    return (
        f"{counted(total.files, 'file')}: {', '.join(parts)}; "
        f"{counted(total.size, 'byte')}, {total.seconds:.1f} s"
    )
