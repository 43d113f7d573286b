"""The statements of a function's own body, with their margins and the names that are registers."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator, Sequence
from itertools import chain
from types import CodeType
from typing import Final, NamedTuple

from ptxpy.dsl.margins.logical_lines import LogicalLine, logical_lines
from ptxpy.dsl.margins.notation import MARK, looks_like_margin, parse_names

__all__ = ["FunctionSource", "MarginNote", "SourceStatement", "read_function"]

_DEFINITION: Final = re.compile(r"\s*(?:async\s+def|def|class)\b")
_COMPOUND: Final = re.compile(
    r"\s*(?:with|for|while|if|elif|else|try|except|finally|async|match|case)\b"
)
_NUMBERED_NAME: Final = re.compile(r"[A-Za-z_]\w*?[0-9]+", re.ASCII)
_TARGETS: Final = re.compile(r"\s*(?:[\w\s,()*]+?(?:[-+*/%&|^@]|<<|>>|//|\*\*)?=(?!=))+", re.ASCII)
_WORD: Final = re.compile(r"[A-Za-z_]\w*", re.ASCII)


class MarginNote(NamedTuple):
    """Something wrong in a margin: a line of the text, and what to write instead."""

    line: int
    message: str


class SourceStatement(NamedTuple):
    """A statement with a margin, or with a target that may be a register by its name."""

    line: int
    """Its first line."""
    names: tuple[str | None, ...] = ()
    """The names of registers in its margin."""
    targets: tuple[str | None, ...] = ()
    """The names that it gives to what it makes last, one for each part that is unpacked.

    None stands for another target. It is empty where no target can be a register by its name.
    """


class FunctionSource(NamedTuple):
    """What the text of a function says about registers."""

    first_lines: dict[int, int]
    """The first line of each statement of several lines, by every line of it."""
    statements: dict[int, SourceStatement]
    """By their first lines."""
    numbered: dict[str, int]
    """Names that end in a number and are assigned to, each with a line that does so.

    A name that is assigned together with an element of a file, `r2 = r[10] = …`, is none of them.
    """
    notes: tuple[MarginNote, ...]
    """What is wrong."""
    last_line: int
    """The last line of its last statement."""


def read_function(lines: Sequence[str], code: CodeType) -> FunctionSource | None:
    """Return what the text of a function says; None where no function begins at its line.

    `lines` are those of the whole text. Only lines of the function are looked at.
    """
    reader = _Reader({name for name in local_names(code) if _NUMBERED_NAME.fullmatch(name)})
    for line in _own_lines(lines, code, reader):
        reader.read(lines, line)
    if not reader.last_line:
        return None
    return FunctionSource(
        reader.first_lines,
        reader.statements,
        reader.assigned,
        tuple(reader.notes),
        reader.last_line,
    )


def local_names(code: CodeType) -> Iterator[str]:
    """Yield the names of a function's local variables, but for its parameters."""
    skipped = code.co_argcount + code.co_kwonlyargcount
    yield from chain(code.co_varnames[skipped:], code.co_cellvars)


def _own_lines(lines: Sequence[str], code: CodeType, reader: _Reader) -> Iterator[LogicalLine]:
    """Yield the logical lines of a function's own body: those of functions within are left out."""
    depth: int | None = None
    inside: int | None = None
    for line in logical_lines(lines, code.co_firstlineno):
        has_code = bool(line.code.strip())
        if depth is None:
            if _DEFINITION.match(line.code):
                depth = line.indent
            continue
        if has_code and line.indent <= depth:
            return
        if inside is not None and has_code and line.indent <= inside:
            inside = None
        if inside is not None:
            if line.comment.startswith(MARK) and looks_like_margin(line.comment):
                msg = (
                    "a margin stands behind a statement of the kernel's own body: write it behind "
                    "the one that calls this function, for whose values it is then"
                )
                reader.notes.append(MarginNote(line.last, msg))
            if has_code:
                reader.last_line = line.last
            continue
        if has_code and _DEFINITION.match(line.code):
            inside = line.indent
        yield line


class _Reader:
    """Collects what the logical lines of a function say."""

    def __init__(self, numbered: set[str]) -> None:
        self.numbered = numbered
        """The local names that end in a number."""
        self.first_lines: dict[int, int] = {}
        self.statements: dict[int, SourceStatement] = {}
        self.assigned: dict[str, int] = {}
        self.notes: list[MarginNote] = []
        self.last_line = 0

    def read(self, lines: Sequence[str], line: LogicalLine) -> None:
        """Take a logical line."""
        first, last, code, comment, inner, *_ = line
        if not code.strip():
            self._refuse_alone(last, comment)
            return
        self.last_line = last
        if last != first:
            for number in range(first, last + 1):
                self.first_lines[number] = first
            for at, text in inner:
                if text.startswith(MARK) and looks_like_margin(text):
                    msg = "a margin stands behind the end of its statement: behind the last bracket"
                    self.notes.append(MarginNote(at, msg))
        names: tuple[str | None, ...] = ()
        if comment.startswith(MARK):
            names = self._names(line)
        targets: tuple[str | None, ...] = ()
        if self.numbered:
            targets = self._targets(lines, line)
        if names or targets:
            self.statements[first] = SourceStatement(first, names, targets)

    def _refuse_alone(self, number: int, comment: str) -> None:
        if comment.startswith(MARK) and looks_like_margin(comment):
            msg = (
                "a margin stands behind its statement, on the same line: nothing is named by one "
                "on a line of its own"
            )
            self.notes.append(MarginNote(number, msg))

    def _names(self, line: LogicalLine) -> tuple[str | None, ...]:
        """Return the names in the margin of a logical line."""
        shares_line = line.has_separator or (
            _COMPOUND.match(line.code) is not None and not line.ends_in_colon
        )
        if shares_line:
            msg = "two statements share the line of this margin: write each on a line of its own"
            self.notes.append(MarginNote(line.last, msg))
            return ()
        try:
            return tuple(parse_names(line.comment[len(MARK) :]))
        except ValueError as error:
            self.notes.append(MarginNote(line.last, str(error)))
            return ()

    def _targets(self, lines: Sequence[str], line: LogicalLine) -> tuple[str | None, ...]:
        """Return the targets of an assignment, if one may be a register by its name."""
        match = _TARGETS.match(line.code)
        if match is None or self.numbered.isdisjoint(_WORD.findall(match[0])):
            return ()
        text = "".join(lines[line.first - 1 : line.last])
        try:
            (statement,) = ast.parse(textwrap.dedent(text)).body
        except (SyntaxError, ValueError):
            return ()
        targets = _targets_of(statement)
        for name in chain.from_iterable(map(_names_in, targets)):
            if name in self.numbered:
                self.assigned.setdefault(name, line.first)
        return _assigned_names(statement, targets, self.numbered)


def _targets_of(statement: ast.stmt) -> list[ast.expr]:
    """Return the targets of an assignment; none where the register of the value is told."""
    if isinstance(statement, ast.Assign):
        if any(isinstance(each, ast.Subscript | ast.Attribute) for each in statement.targets):
            return []  # x = r[10] = …
        return statement.targets
    if isinstance(statement, ast.AugAssign | ast.AnnAssign):
        return [statement.target]
    return []


def _names_in(target: ast.expr) -> list[str | None]:
    """Return the names that a target consists of, with None for what is none."""
    if isinstance(target, ast.Name):
        return [target.id]
    if isinstance(target, ast.Tuple | ast.List):
        return [each.id if isinstance(each, ast.Name) else None for each in target.elts]
    return []


def _assigned_names(
    statement: ast.stmt, targets: list[ast.expr], numbered: set[str]
) -> tuple[str | None, ...]:
    """Return the names that a statement gives to what it makes last, if one may be a register."""
    for target in targets:
        names = _names_in(target)
        if numbered.isdisjoint(names):
            continue
        if isinstance(target, ast.Name):
            return (target.id,)
        of_tuple = isinstance(getattr(statement, "value", None), ast.Tuple | ast.List)
        starred = any(isinstance(each, ast.Starred) for each in getattr(target, "elts", ()))
        if not (of_tuple or starred):
            return tuple(names)
    return ()
