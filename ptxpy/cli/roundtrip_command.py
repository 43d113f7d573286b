"""`ptxpy roundtrip`: test whether files are reproduced byte for byte."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING

from ptxpy._counts import format_count
from ptxpy._records import NamedTuple
from ptxpy._schema import SCHEMA
from ptxpy.cli import files
from ptxpy.cli.command_errors import EXIT_OK, EXIT_PROBLEMS, EXIT_UNABLE, CommandError
from ptxpy.cli.console import paint, write_stdout
from ptxpy.cli.file_jobs import FileJobs, InputFile, add_executor, describe_failure
from ptxpy.cli.progress import FileProgress
from ptxpy.cli.shared_options import add_form, describe_command
from ptxpy.codegen import ProofError, prove
from ptxpy.executors import Outcome, in_order
from ptxpy.syntax import PtxSyntaxError, emit_bytes, parse

if TYPE_CHECKING:
    from ptxpy.cli.argument_parser import Parser


_COLOURS = {
    "identical": "green",
    "different": "red",
    "invalid": "red",
    "unreadable": "yellow",
    "failed": "red",
}


_MAX_LINE_CHARACTERS = 120
"""Characters of a differing line in a message."""


class Job(NamedTuple):
    """A file for a round trip, and its options."""

    file: InputFile
    through: str
    """`ptx` or `python`."""
    flat: bool
    roll: bool


class Result(NamedTuple):
    """The result of one round trip."""

    file: str
    status: str
    """`identical`, `different`, `invalid` (does not parse), `unreadable`, or `failed`: there is no
    result, since ptxpy itself failed, or the worker died."""
    size: int
    """Bytes."""
    seconds: float
    """Processor time."""
    message: str
    """Why it is not identical; it may have several lines."""


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
        examples=("ptxpy roundtrip kernels/ --through python -j 8",),
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
    parser.add_argument(
        "--json", action="store_true", help="report in JSON; `ptxpy help json` describes its fields"
    )
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
                result = results[-1]
                status = paint(f"{result.status:10}", _COLOURS[result.status], sys.stdout)
                row = (
                    f"{status}  {result.size:>13,} bytes  {result.seconds:>7.2f} s  "
                    f"{files.display(result.file)}"
                )
                write_stdout(
                    "\n".join([row, *(f"    {line}" for line in result.message.splitlines())])
                )
    statuses = Counter(result.status for result in results)
    total = Total(
        files=len(results),
        identical=statuses["identical"],
        different=statuses["different"],
        invalid=statuses["invalid"],
        unreadable=statuses["unreadable"],
        failed=statuses["failed"],
        size=sum(result.size for result in results),
        seconds=round(sum(result.seconds for result in results), 3),
    )
    if options.json:
        report = {
            "schema": SCHEMA,
            "through": options.through,
            "files": [result._asdict() for result in results],
            "total": total._asdict(),
        }
        write_stdout(json.dumps(report, indent=2))
    else:
        write_stdout(_sum(total))
    # A file that gave no result is worse than one that differs: nothing is known about it.
    if total.unreadable or total.failed:
        return EXIT_UNABLE
    return EXIT_OK if total.identical == total.files else EXIT_PROBLEMS


def _result(name: str, outcome: Outcome[Job, Result]) -> Result:
    if outcome.error is not None:
        return Result(name, "failed", 0, 0.0, describe_failure(outcome.error))
    return outcome.value()


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


def round_trip(job: Job) -> Result:
    """Parse one file, print it, and compare the bytes; by default through Python."""
    # The time of the thread, as other files are read at the same time in other threads.
    started = time.thread_time()
    size = 0
    try:
        source = job.file.read()
        size = len(source)
        status, message = "identical", ""
        if job.through == "python":
            prove(source, filename=job.file.shown, flat=job.flat, roll=job.roll)
        elif (back := emit_bytes(parse(source, filename=job.file.shown))) != source:
            status, message = "different", first_difference(source, back)
    except ProofError as error:
        status, message = "different", str(error)
    except PtxSyntaxError as error:
        status, message = "invalid", error.render()
    except CommandError as failure:
        status, message = "unreadable", str(failure)
    except (RecursionError, MemoryError) as error:
        # A file that is too deep is not reproduced, whatever the reason.
        status, message = "different", f"{type(error).__name__}: too deep or too large"
    seconds = round(time.thread_time() - started, 3)
    return Result(job.file.name, status, size, seconds, message)


def first_difference(source: bytes, back: bytes) -> str:
    """Describe the first line in which two different texts differ."""
    before, after = source.split(b"\n"), back.split(b"\n")
    for number, (old, new) in enumerate(zip(before, after, strict=False), start=1):
        if old != new:
            return f"line {number}\n- {_format_line(old, new)}\n+ {_format_line(new, old)}"
    # One text is a prefix of the other: the first further line is the difference.
    longer, sign = (before, "-") if len(before) > len(after) else (after, "+")
    number = min(len(before), len(after))
    return f"line {number + 1}\n{sign} {_format_line(longer[number], b'')}"


def _format_line(line: bytes, other: bytes) -> str:
    """Return a line for a message; if it is long, an excerpt around the first difference."""
    start = 0
    if len(line) > _MAX_LINE_CHARACTERS:
        same = next(
            (i for i, (a, b) in enumerate(zip(line, other, strict=False)) if a != b),
            min(len(line), len(other)),
        )
        # A third of the excerpt is before the difference, so that its place is seen.
        start = max(0, same - _MAX_LINE_CHARACTERS // 3)
    stop = start + _MAX_LINE_CHARACTERS
    excerpt = repr(line[start:stop])[1:]
    return f"{'…' if start else ''}{excerpt}{'…' if stop < len(line) else ''}"
