"""Reports of PTX syntax errors, which commands share."""

from __future__ import annotations

import sys

from ptxpy import PtxSyntaxError
from ptxpy.cli.console import format_count, paint_problems, write_stderr


def report_syntax_errors(error: PtxSyntaxError) -> None:
    """Write the syntax errors of a file, and their number, to standard error."""
    write_stderr(paint_problems(error.render(), sys.stderr))
    write_stderr(f"{error.filename}: {format_count(len(error.problems), 'error')}")


def report_if_syntax_error(error: Exception) -> bool:
    """Report an exception if it is a PTX syntax error; return whether it is."""
    if not isinstance(error, PtxSyntaxError):
        return False
    report_syntax_errors(error)
    return True
