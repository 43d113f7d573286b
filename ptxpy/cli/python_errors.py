"""Errors in a user's Python file, as diagnostics with a location."""

from __future__ import annotations

import builtins
import keyword
import linecache
import re
import sysconfig
import traceback
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import ptxpy
from ptxpy.check import INSTRUCTION_CODES, Located, called_from, parted
from ptxpy.cli.command_errors import EXIT_PROBLEMS, CommandError
from ptxpy.cli.console import printable
from ptxpy.dialect import attribute
from ptxpy.dsl import MAX_CALLS, InstructionError, calling_lines, raising_location

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["PythonCommandError", "describe_error", "python_error"]

_OWN: Final = "ptxpy"
_USUAL: Final = {"np": "import numpy as np", "numpy": "import numpy", "math": "import math"}
_MAX_LINE_CHARACTERS: Final = 400
_MAX_KEYS: Final = 12
"""The most keys of a table that are listed."""
_MIN_SIMILARITY: Final = 0.7
"""Minimum similarity of a suggested name, from 0 to 1, as in `difflib`."""
_LIBRARIES: Final = (
    Path(ptxpy.__file__).parent,
    *{Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib", "platlib")},
)
"""Folders of Python, of packages and of ptxpy, whose files are not the user's."""


class PythonCommandError(CommandError):
    """An error in the user's Python; the message has its file, line and a caret."""

    is_located = True

    def __init__(
        self, error: BaseException, shown: str, text: str, status: int = EXIT_PROBLEMS
    ) -> None:
        """Locate an exception in a file, given its name for messages and its text."""
        self.located = python_error(error, shown, text)
        super().__init__(self.located.render(shown), status)


def python_error(error: BaseException, shown: str, text: str) -> Located:
    """Return the diagnostic for an exception of the user's Python.

    Args:
        error: The exception.
        shown: The name of the file for messages, which is also the file name of its code.
        text: The text of the file.
    """
    spot = raising_location(error, shown)
    rows = text.splitlines()
    row = rows[spot.line - 1] if 0 < spot.line <= len(rows) else ""
    first, length = spot.columns(row)
    code, message, help_ = "PTX002", describe_error(error), _help(error)
    problem = error.problem if isinstance(error, InstructionError) else None
    # What the instruction table refuses has a code of its own, as in a file of PTX.
    if isinstance(error, InstructionError) and problem is not None:
        code = INSTRUCTION_CODES[problem.rule]
        if problem.position >= 0 and problem.rule != "modifier":
            message, help_ = parted(problem)
            message += error.advice
    message = " ".join(message.split()).removeprefix(f"{shown}: ") + _inside(error, shown)
    return Located(
        code,
        "error",
        spot.line,
        first + 1,
        length,
        message,
        help_,
        row[:_MAX_LINE_CHARACTERS],
        related=called_from(calling_lines(error, shown)[:MAX_CALLS], rows),
    )


def describe_error(error: BaseException) -> str:
    """Return the message of an exception without location; with its type unless ptxpy raised it."""
    if isinstance(error, SyntaxError):
        return f"{type(error).__name__}: {error.msg}"
    if type(error).__module__ == _OWN and str(error):
        return str(error)
    if isinstance(error, NameError) and error.name and error.args:
        return f"{type(error).__name__}: {error.args[0]}"
    lines = traceback.format_exception_only(error)
    notes = getattr(error, "__notes__", ())
    return lines[: len(lines) - len(notes)][-1].strip()


def _inside(error: BaseException, shown: str) -> str:
    """Return the location of an error in another file of the user; empty without one."""
    place = ""
    step = error.__traceback__
    while step is not None:
        name = step.tb_frame.f_code.co_filename
        if name == shown:
            place = ""
        elif not name.startswith("<") and not any(map(Path(name).is_relative_to, _LIBRARIES)):
            place = f" (in {printable(name)}:{step.tb_lineno})"
        step = step.tb_next
    return place


def _help(error: BaseException) -> str:
    """Return a suggestion for an undefined name, import or key; empty for other errors."""
    hidden = _of_hidden_name(error)
    if hidden:
        return hidden
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, NameError) and seen.name:
            name = seen.name
            if name in _exported():
                return f"from ptxpy import {name}"
            if name in _USUAL:
                return _USUAL[name]
            visible = set(_visible(seen))
            close = get_close_matches(name, sorted({*visible, *_exported()}), 1, _MIN_SIMILARITY)
            if not close:
                return ""
            (first,) = close
            return f"did you mean {first}?" + (
                "" if first in visible else f" (from ptxpy import {first})"
            )
        if isinstance(seen, SyntaxError):
            return _of_keyword(seen)
        if isinstance(seen, AttributeError) and type(seen.obj) in (int, float, bool):
            return _of_number(seen)
        if isinstance(seen, ImportError) and seen.name == _OWN:
            return _of_import(seen)
        if isinstance(seen, KeyError):
            return _of_key(seen)
        seen = seen.__cause__
    return ""


def _of_number(error: AttributeError) -> str:
    """Return advice for a number of Python that is taken for a register."""
    kind = "f32" if type(error.obj) is float else "u32"
    bits = "f32" if kind == "f32" else "b32"
    return (
        f"the name stands for the number {error.obj}: begin with a register to change, "
        f"x = reg.from_({kind}({error.obj}), {bits}), and x.set(…) then writes it"
    )


def _of_hidden_name(error: BaseException) -> str:
    """Return what to do about a local name in the place of one of ptxpy; empty without one."""
    step = error.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    if step is None or not isinstance(error, UnboundLocalError | AttributeError | TypeError):
        return ""
    frame = step.tb_frame
    read = re.findall(r"\w+", linecache.getline(frame.f_code.co_filename, step.tb_lineno))
    for name in frame.f_code.co_varnames:
        own = getattr(ptxpy, name, None) if name in ptxpy.__all__ else None
        if own is not None and frame.f_globals.get(name) is own and name in read:
            where = frame.f_code.co_name
            return f"{name} is a name of {where} and hides that of ptxpy: call it otherwise there"
    return ""


def _of_keyword(error: SyntaxError) -> str:
    """Return how a modifier is written that is a keyword of Python, if the error is at one."""
    row, at = error.text or "", max(0, (error.offset or 1) - 1)
    for match in re.finditer(r"(?<=\.)[a-z]+\b", row):
        word = match[0]
        if keyword.iskeyword(word) and match.start() - 1 <= at <= match.end():
            return f"{word} is a keyword of Python: write .{attribute(word)}"
    if row.split("#")[0].strip() == "else:":
        return "a with statement has no else: write with ptx.else_(): behind with ptx.if_(…):"
    return ""


def _of_import(error: ImportError) -> str:
    name: Any = getattr(error, "name_from", None)  # from Python 3.12 on
    if not isinstance(name, str):
        parts = str(error).split("'")
        name = parts[1] if len(parts) > 1 else ""
    close = get_close_matches(name, sorted(_exported()), 1, _MIN_SIMILARITY)
    return f"did you mean {close[0]}?" if close else ""


def _of_key(error: KeyError) -> str:
    """Return the keys of the table in which one is missing: that of a switch, if it is certain."""
    step = error.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    if step is None:
        return ""
    read = linecache.getline(step.tb_frame.f_code.co_filename, step.tb_lineno)
    tables = {
        name: table
        for name, table in step.tb_frame.f_locals.items()
        if isinstance(table, dict) and f"{name}[" in read
    }
    if len(tables) != 1:
        return ""
    [(name, table)] = tables.items()
    keys = [repr(key) for key in table][:_MAX_KEYS]
    more = ", …" if len(table) > _MAX_KEYS else ""
    return f"{name} has {', '.join(keys)}{more}"


def _exported() -> list[str]:
    """Return the names that can be imported from ptxpy."""
    return list(ptxpy.__all__)


def _visible(error: BaseException) -> Iterator[str]:
    """Yield the names visible in the code that raised an exception."""
    step = error.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    if step is not None:
        yield from step.tb_frame.f_locals
        yield from (name for name in step.tb_frame.f_globals if not name.startswith("__"))
        yield from dir(builtins)
