"""The check of one Python file: it is run, and the module that it makes is checked."""

from __future__ import annotations

import importlib.util
from bisect import bisect_right
from typing import TYPE_CHECKING

from ptxpy.check import Located, diagnose_module, locate_in_python
from ptxpy.check.report import limit_diagnostics
from ptxpy.cli.assembler_messages import add_assembler_messages, diagnostic_of_message
from ptxpy.cli.check_request import Request, Result
from ptxpy.cli.python_errors import python_error
from ptxpy.cli.sources import running
from ptxpy.dsl import trace_python
from ptxpy.syntax.printer import Lines, emit_bytes, positions

if TYPE_CHECKING:
    from ptxpy.assemble import Message

__all__ = ["check_python_file"]


def check_python_file(source: bytes, name: str, shown: str, request: Request) -> Result:
    """Run a file and check its module; diagnostics refer to the lines of the Python."""
    try:
        text = importlib.util.decode_source(source)
        with running(name):
            traced = trace_python(text, filename=shown, check=False, bindings=request.settings)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - the user's code may raise anything
        raised = python_error(error, shown, source.decode("utf-8", "replace"))
        return Result((raised,), (), "")
    diagnostics = diagnose_module(traced.module, version=request.version, target=request.target)
    first, rest = limit_diagnostics(locate_in_python(diagnostics, traced.lines, text))
    found = tuple(first)
    if not request.assemble:
        return Result(found, (), "", rest)
    rows = text.splitlines()
    where = positions(traced.module)

    def place(message: Message) -> Located:
        ordinal = _ordinal(where.offsets, where.lines, message.line)
        line = traced.lines[ordinal] if ordinal is not None else 0
        return diagnostic_of_message(message, line, rows[line - 1] if 0 < line <= len(rows) else "")

    return add_assembler_messages(emit_bytes(traced.module), request, found, place)._replace(
        rest=rest
    )


def _ordinal(offsets: list[int], lines: Lines, line: int | None) -> int | None:
    """Return the ordinal of the statement on a line of the PTX, or None."""
    if line is None:
        return None
    at = bisect_right(offsets, line, key=lambda offset: lines.place(offset).line) - 1
    return at if at >= 0 else None
