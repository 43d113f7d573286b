"""The properties that hold for every text, whether it is PTX or not."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import ptxpy
from fuzzing import reference
from fuzzing.cases import BrokenLawError
from ptxpy.ir import nodes as n
from ptxpy.ir.layout import without_layout
from ptxpy.styles.line_ends import detect_line_ends, normalise_line_ends

MAX_CASE_SECONDS = 30.0
"""Time limit of a case; the slowest cases take a hundredth of it."""

ONLY_SYNTAX_ERRORS = "parse raises PtxSyntaxError and nothing else"
POSITIONS = "errors lie inside the text"
EMITTED = "what is accepted is emitted as it was"
ACCEPTED = "what plain Lark rejects is rejected"
REJECTED = "what plain Lark accepts is accepted"
SAME = "plain Lark reads the same IR"
PROVED = "what is accepted comes back through Python"
ENDS = "every case ends in time"


class TooSlowError(BaseException):
    """A time limit was reached; no `Exception`, so that the code under test cannot catch it."""


@contextmanager
def time_limit(seconds: float = MAX_CASE_SECONDS) -> Iterator[None]:
    """Report a violated property if a block exceeds a time limit (main thread only)."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TooSlowError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    except TooSlowError:
        raise BrokenLawError(ENDS, f"more than {seconds:.0f} s") from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def parsed(source: bytes) -> n.Module | ptxpy.PtxSyntaxError:
    """Return the module or the syntax error; any other exception violates a property."""
    try:
        return ptxpy.parse(source)
    except ptxpy.PtxSyntaxError as error:
        return error
    except Exception as error:
        raise BrokenLawError(ONLY_SYNTAX_ERRORS, described(error)) from error


def check(source: bytes, *, compare: bool, prove: bool) -> bool:
    """Hold the laws against a text; return whether it is accepted.

    `compare` asks plain Lark too; `prove` goes through Python.
    """
    found = parsed(source)
    text = source.decode("utf-8", "surrogateescape")
    if isinstance(found, ptxpy.PtxSyntaxError):
        check_positions(found, text)
        if compare and not reference.is_stricter(found) and reference.accepts(text):
            raise BrokenLawError(REJECTED, first_line(str(found)))
        return False
    check_emitted(found, source)
    if compare:
        check_compared(found, text)
    if prove:
        check_proved(source)
    return True


def check_positions(error: ptxpy.PtxSyntaxError, text: str) -> None:
    """Check that an error has a location inside the text, and can be rendered."""
    lines = text.split("\n")
    for problem in error.problems:
        inside = 1 <= problem.line <= len(lines)
        if not inside or not 1 <= problem.column <= len(lines[problem.line - 1]) + 1:
            detail = f"{problem.message} at line {problem.line}, column {problem.column}"
            raise BrokenLawError(POSITIONS, detail)
        shown = problem.render("x").replace("\n", "").replace("\t", "")
        if not shown.isprintable():
            raise BrokenLawError(POSITIONS, f"control characters in the message {shown!a}")


def check_emitted(module: n.Module, source: bytes) -> None:
    """Check that a module is printed as its source."""
    try:
        emitted = ptxpy.emit_bytes(module)
    except Exception as error:
        raise BrokenLawError(EMITTED, described(error)) from error
    if emitted != source:
        raise BrokenLawError(EMITTED, difference(source, emitted))


def check_compared(module: n.Module, text: str) -> None:
    """Check that plain Lark parses the text to the same module."""
    items = reference.items(normalise_line_ends(text, detect_line_ends(text)))
    if items is None:
        raise BrokenLawError(ACCEPTED, "accepted")
    if items != without_layout(module).body:
        raise BrokenLawError(SAME, "they differ")


def check_proved(source: bytes) -> None:
    """Check that a text is reproduced through Python."""
    try:
        ptxpy.prove(source)
    except Exception as error:
        raise BrokenLawError(PROVED, described(error)) from error


def difference(expected: bytes, actual: bytes) -> str:
    """Describe the first difference between two texts."""
    at = next(
        (i for i, (a, b) in enumerate(zip(expected, actual, strict=False)) if a != b),
        min(len(expected), len(actual)),
    )
    start = max(0, at - 30)
    return f"at byte {at}: {expected[start : at + 50]!r} became {actual[start : at + 50]!r}"


def described(error: BaseException) -> str:
    """Describe an exception in one line, with the location that raised it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "" if trace is None else f" in {trace.tb_frame.f_code.co_name}, line {trace.tb_lineno}"
    return f"{type(error).__name__}: {first_line(str(error))}{place}"


def first_line(text: str) -> str:
    """Return the first line of a text, truncated."""
    return text.split("\n", 1)[0][:300]
