"""Margins that stand outside the functions whose values they could name."""

from __future__ import annotations

from ptxpy.dialect import MARGIN_MARK, looks_like_margin
from ptxpy.dsl.margins.logical_lines import logical_line
from ptxpy.dsl.margins.sources import ProgramText
from ptxpy.dsl.tracing.source_lines import attach_location
from ptxpy.dsl.tracing.trace import TraceError

__all__ = ["refuse_misplaced_margins"]


def refuse_misplaced_margins(program: ProgramText) -> None:
    """Refuse a margin outside the functions that have been traced; `TraceError` at its line.

    What such a function as a helper makes has its margin behind the statement that calls it.
    """
    if MARGIN_MARK not in program.text:
        return
    lines = program.lines
    read = {number for first, last in program.functions for number in range(first, last + 1)}
    outside = [at for at, line in enumerate(lines, 1) if MARGIN_MARK in line and at not in read]
    if not outside:
        return
    number = 1
    while number <= outside[-1]:
        line = logical_line(lines, number)
        if line is None:
            return
        comments = [*line.inner, (line.last, line.comment)]
        for at, comment in comments:
            if at not in read and comment.startswith(MARGIN_MARK) and looks_like_margin(comment):
                raise _error(program.filename, at)
        number = line.last + 1


def _error(filename: str, line: int) -> TraceError:
    error = TraceError(
        "a margin names registers of a kernel's or a device function's own statements, and this is "
        "none: write it behind the statement there that calls this function"
    )
    code = compile("\n" * (line - 1) + "None", filename, "eval")
    offset = next(start for start, _, at in code.co_lines() if at == line)
    attach_location(error, (code, offset))
    return error
