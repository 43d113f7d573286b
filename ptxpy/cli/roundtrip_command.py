"""`ptxpy roundtrip`: test whether files are reproduced byte for byte."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ptxpy.cli import files
from ptxpy.cli.command_errors import EXIT_OK, EXIT_PROBLEMS, EXIT_UNABLE
from ptxpy.cli.console import format_count, paint, write_stdout
from ptxpy.cli.file_jobs import FileJobs, add_executor, describe_failure
from ptxpy.cli.file_roundtrip import Job, Result, round_trip
from ptxpy.cli.input_files import InputFile
from ptxpy.cli.progress import FileProgress
from ptxpy.cli.shared_options import add_form, describe_command
from ptxpy.executors import Outcome, in_order

if TYPE_CHECKING:
    from ptxpy.cli.argument_parser import Parser

_COLOURS = {
    "identical": "green",
    "different": "red",
    "invalid": "red",
    "unreadable": "yellow",
    "failed": "red",
}


class Total(NamedTuple):
    """The totals over all files."""

    files: int
    identical: int
    different: int
    invalid: int
    unreadable: int
    failed: int
    size: int
    seconds: float
    """Processor time of all processes."""


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe_command(
        parser,
        run,
        details="Prints a line for each file and a total; the exit status is 1 if a file is not "
        "reproduced.",
        example="ptxpy roundtrip kernels/ --through python -j 8",
    )
    parser.add_argument(
        "paths",
        metavar="PATH",
        nargs="+",
        help="PTX; - is standard input, a directory is searched for *.ptx",
    )
    parser.add_argument(
        "--through",
        choices=["ptx", "python"],
        default="python",
        help="parse and print (ptx), or generate and run Python as well (python, the default)",
    )
    add_form(parser)
    parser.add_argument("--json", action="store_true", help="report in JSON")
    add_executor(parser)


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    names = files.find(options.paths)
    results: list[Result] = []

    def make(_: int, file: InputFile) -> Job:
        return Job(file, options.through, flat=options.flat, roll=not options.no_roll)

    with FileProgress(names) as progress:
        outcomes = FileJobs(names, options, progress).run(
            round_trip, make, lambda job: job.file.shown
        )
        for outcome in in_order(outcomes):
            results.append(_result(names[outcome.position], outcome))
            if not options.json:
                progress.clear()
                write_stdout(_row(results[-1]))
    total = _total(results)
    if options.json:
        report = {
            "through": options.through,
            "files": [result._asdict() for result in results],
            "total": total._asdict(),
        }
        write_stdout(json.dumps(report, indent=2))
    else:
        write_stdout(_sum(total))
    if total.unreadable or total.failed:
        return EXIT_UNABLE
    return EXIT_OK if total.identical == total.files else EXIT_PROBLEMS


def _result(name: str, outcome: Outcome[Job, Result]) -> Result:
    if outcome.error is not None:
        return Result(name, "failed", 0, 0.0, describe_failure(outcome.error))
    return outcome.value()


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
        failed=statuses["failed"],
        size=sum(result.size for result in results),
        seconds=round(sum(result.seconds for result in results), 3),
    )


def _sum(total: Total) -> str:
    parts = [f"{total.identical:,} identical"]
    parts += [
        f"{number:,} {status}"
        for status in ("different", "invalid", "unreadable", "failed")
        if (number := getattr(total, status))
    ]
    return (
        f"{format_count(total.files, 'file')}: {', '.join(parts)}; "
        f"{format_count(total.size, 'byte')}, {total.seconds:.1f} s"
    )
