"""One file there and back: what `ptxpy roundtrip` does in each of its processes."""

from __future__ import annotations

import time
from typing import NamedTuple

from ptxpy.cli import files
from ptxpy.cli.failure import Failure
from ptxpy.codegen import ProofError, prove
from ptxpy.syntax import PtxSyntaxError, parse
from ptxpy.syntax.printer import emit_bytes

_SHOWN = 120
"""Characters of a differing line that are shown."""


class Job(NamedTuple):
    """A file to send there and back."""

    file: str
    """Its name."""
    source: bytes | None
    """Its bytes, when the name is not enough: standard input."""
    through: str
    """`ptx` or `python`."""
    flat: bool
    roll: bool


class Result(NamedTuple):
    """What became of it."""

    file: str
    status: str
    """`identical`, `different`, `invalid` (does not parse) or `unreadable`."""
    size: int
    """Bytes."""
    seconds: float
    """Processor time."""
    message: str
    """Why it is not identical; may have several lines."""


def compare(job: Job) -> Result:
    """Send one file there and back."""
    started = time.process_time()
    size = 0
    try:
        source = files.read(job.file) if job.source is None else job.source
        size = len(source)
        status, message = (
            _through_ptx(source, job) if job.through == "ptx" else _through_python(source, job)
        )
    except PtxSyntaxError as error:
        status, message = "invalid", error.render()
    except Failure as failure:
        status, message = "unreadable", str(failure)
    except (RecursionError, MemoryError) as error:
        status, message = "different", f"{type(error).__name__}: too deep or too large"
    seconds = round(time.process_time() - started, 3)
    return Result(job.file, status, size, seconds, message)


def _through_ptx(source: bytes, job: Job) -> tuple[str, str]:
    back = emit_bytes(parse(source, filename=files.display(job.file)))
    if back == source:
        return "identical", ""
    return "different", first_difference(source, back)


def _through_python(source: bytes, job: Job) -> tuple[str, str]:
    try:
        prove(source, filename=files.display(job.file), flat=job.flat, roll=job.roll)
    except ProofError as error:
        return "different", str(error)
    return "identical", ""


def first_difference(source: bytes, back: bytes) -> str:
    """Describe the first line in which two different texts differ."""
    before, after = source.split(b"\n"), back.split(b"\n")
    for number, (old, new) in enumerate(zip(before, after, strict=False), start=1):
        if old != new:
            return f"line {number}\n- {_shown(old, new)}\n+ {_shown(new, old)}"
    longer, sign = (before, "-") if len(before) > len(after) else (after, "+")
    number = min(len(before), len(after))
    return f"line {number + 1}\n{sign} {_shown(longer[number], b'')}"


def _shown(line: bytes, other: bytes) -> str:
    """Return a line, from a little before it differs from the other if it is long."""
    start = 0
    if len(line) > _SHOWN:
        same = next(
            (i for i, (a, b) in enumerate(zip(line, other, strict=False)) if a != b),
            min(len(line), len(other)),
        )
        start = max(0, same - _SHOWN // 3)
    piece = line[start : start + _SHOWN]
    return f"{'…' if start else ''}{repr(piece)[1:]}{'…' if start + _SHOWN < len(line) else ''}"
