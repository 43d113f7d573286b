"""`ptxpy roundtrip`: do files come back byte for byte?"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ptxpy.cli import files
from ptxpy.cli.arguments import add_form, describe
from ptxpy.cli.comparison import Job, Result, compare
from ptxpy.cli.console import counted, paint, show
from ptxpy.cli.failure import FINE, UNABLE, WRONG
from ptxpy.cli.progress import FileProgress
from ptxpy.cli.workers import add_jobs, spread

if TYPE_CHECKING:
    from ptxpy.cli.parsers import Parser

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


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe(
        parser,
        run,
        details="Prints a line for each file and a total; the exit status is 1 when a file "
        "does not come back.",
        example="ptxpy roundtrip kernels/ --through python -j 8",
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
    add_jobs(parser)


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
    with FileProgress(job.file for job in jobs) as progress:
        progress.next(jobs[0].file, done=False)
        for result in spread(compare, jobs, options.jobs):
            results.append(result)
            if not options.json:
                progress.clear()
                show(_row(result))
            progress.next(result.file, done=True)
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
