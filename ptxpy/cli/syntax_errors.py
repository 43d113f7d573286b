"""Syntax errors as the commands report them."""

from __future__ import annotations

import sys

from ptxpy import PtxSyntaxError
from ptxpy.cli.console import counted, paint_problems, say


def say_problems(error: PtxSyntaxError) -> None:
    """Write the problems of a file, and their number, to standard error."""
    say(paint_problems(error.render(), sys.stderr))
    say(f"{error.filename}: {counted(len(error.problems), 'error')}")


def said_problems(error: Exception) -> bool:
    """Whether an exception is a syntax error of PTX; if so, its problems have been written."""
    if not isinstance(error, PtxSyntaxError):
        return False
    say_problems(error)
    return True
