"""The round trip of one file, which `ptxpy roundtrip` runs for each."""

from __future__ import annotations

import time
from typing import NamedTuple

from ptxpy.cli.command_errors import CommandError
from ptxpy.cli.input_files import InputFile
from ptxpy.codegen import ProofError, prove
from ptxpy.syntax import PtxSyntaxError, parse
from ptxpy.syntax.printer import emit_bytes

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


def round_trip(job: Job) -> Result:
    """Parse one file, print it, and compare the bytes; by default through Python."""
    started = time.thread_time()
    size = 0
    try:
        source = job.file.read()
        size = len(source)
        status, message = (
            _through_ptx(source, job) if job.through == "ptx" else _through_python(source, job)
        )
    except PtxSyntaxError as error:
        status, message = "invalid", error.render()
    except CommandError as failure:
        status, message = "unreadable", str(failure)
    except (RecursionError, MemoryError) as error:
        status, message = "different", f"{type(error).__name__}: too deep or too large"
    seconds = round(time.thread_time() - started, 3)
    return Result(job.file.name, status, size, seconds, message)


def _through_ptx(source: bytes, job: Job) -> tuple[str, str]:
    back = emit_bytes(parse(source, filename=job.file.shown))
    if back == source:
        return "identical", ""
    return "different", first_difference(source, back)


def _through_python(source: bytes, job: Job) -> tuple[str, str]:
    try:
        prove(source, filename=job.file.shown, flat=job.flat, roll=job.roll)
    except ProofError as error:
        return "different", str(error)
    return "identical", ""


def first_difference(source: bytes, back: bytes) -> str:
    """Describe the first line in which two different texts differ."""
    before, after = source.split(b"\n"), back.split(b"\n")
    for number, (old, new) in enumerate(zip(before, after, strict=False), start=1):
        if old != new:
            return f"line {number}\n- {_format_line(old, new)}\n+ {_format_line(new, old)}"
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
        start = max(0, same - _MAX_LINE_CHARACTERS // 3)
    stop = start + _MAX_LINE_CHARACTERS
    excerpt = repr(line[start:stop])[1:]
    return f"{'…' if start else ''}{excerpt}{'…' if stop < len(line) else ''}"
