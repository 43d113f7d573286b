"""The source of functions that are traced: the text of a program, or a file."""

from __future__ import annotations

import linecache
from collections import OrderedDict
from collections.abc import Callable, Sequence
from types import CodeType
from typing import Final

from ptxpy.dsl.margins.logical_lines import split_lines

__all__ = ["ProgramText", "RunningProgram", "is_compiled_from", "text_of"]

MAX_FILES: Final = 8
"""How many compiled files are kept."""


class ProgramText:
    """The text of a program that runs, whose lines are counted once they are asked for."""

    def __init__(self, filename: str, text: str) -> None:
        """Take the name under which the text has been compiled, and the text."""
        self.filename = filename
        self.text = text
        self.functions: list[tuple[int, int]] = []
        """The first and the last line of each function whose margins have been read."""
        self._lines: list[str] | None = None

    @property
    def lines(self) -> list[str]:
        """The lines, each with its end."""
        if self._lines is None:
            self._lines = split_lines(self.text)
        return self._lines


class RunningProgram:
    """A hook for the text of the program that runs, which the modules of messages ask for."""

    text: Callable[[], ProgramText | None] = staticmethod(lambda: None)
    """Returns the text, None where files run (`module_trace.current_program`)."""


def text_of(code: CodeType, program: ProgramText | None) -> Sequence[str]:
    """Return the lines of the file, or of the program, that a function is in; [] for none."""
    if program is not None and code.co_filename == program.filename:
        return program.lines
    # The file may have been edited since its lines were read.
    linecache.checkcache(code.co_filename)
    return linecache.getlines(code.co_filename)


def is_compiled_from(code: CodeType, lines: Sequence[str], program: ProgramText | None) -> bool:
    """Return whether a function was compiled from lines: a file may have been edited since."""
    if program is not None and lines is program.lines:
        return True
    # Equal code has the same instructions, names and lines.
    return code in _functions("".join(lines), code.co_filename)


_compiled: OrderedDict[tuple[str, str], set[CodeType]] = OrderedDict()


def _functions(text: str, filename: str) -> set[CodeType]:
    """Return the code of all functions of a text."""
    key = (filename, text)
    known = _compiled.get(key)
    if known is not None:
        _compiled.move_to_end(key)
        return known
    found: set[CodeType] = set()
    try:
        pending = [compile(text, filename, "exec", dont_inherit=True)]
    except (SyntaxError, ValueError):
        pending = []
    while pending:
        made = pending.pop()
        found.add(made)
        pending += [each for each in made.co_consts if isinstance(each, CodeType)]
    _compiled[key] = found
    if len(_compiled) > MAX_FILES:
        _compiled.popitem(last=False)
    return found
