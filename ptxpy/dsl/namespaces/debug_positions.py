"""Source positions: `at(12, 26)` is `.loc 1 12 26`, and `at(12, 26)(a + b)` an `add` after it."""

from __future__ import annotations

import re
from contextlib import AbstractContextManager
from typing import Any, Final, TypeVar

from ptxpy.dialect import INFO_STRING, LABEL_PREFIX, POSITION_STEM, Marks, split_label
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.trace import Body, RecordedStatement, TriviaRequest, record
from ptxpy.dsl.values.operand_conversion import operand
from ptxpy.ir import nodes as n

Gap = str | None
Gaps = n.Gaps | str | None


_Value = TypeVar("_Value")

_PLACE: Final = re.compile(r"(?:([0-9]{1,9}):)?([0-9]{1,9}):([0-9]{1,9})/([0-9]{1,9})")
"""The place of an inlined function: file, line and column, and the number of its name."""


class Position:
    """A position that has just been recorded, before the statement that it belongs to.

    `x = at(28, 18)(a + b)` is `.loc` and then `add`: Python evaluates `at(28, 18)` first.
    """

    __slots__ = ("_body", "_count", "_shown", "where")

    def __init__(self, shown: str, where: tuple[int, int, int]) -> None:
        """Remember the recorded position.

        Args:
            shown: The position as it is written.
            where: File, line and column.
        """
        self._body: Body | None = trace.body()
        self._count = len(self._body.statements)
        self._shown = shown
        self.where = where

    def into(self, *path: str) -> Position:
        """Go on into functions that are inlined one in the other, with a `.loc` for each.

        `at(66, 25).into("2:287:12/5")` is `at(66, 25)`, and `at(287, 12, file=2, function=5,
        inlined_at=(66, 25))`: each place is `file:line:column/function` or, in the function's own
        file, `line:column/function`, inlined at the place before it. Blanks separate the places,
        which may be told in several strings.
        """
        return _go_into(self.where, path)

    def __call__(self, value: _Value, /) -> _Value:
        """Return the value that has been made after the position: a result, a block, or nothing.

        `TraceError` if nothing has been emitted after it, and if the position has been used before.
        """
        body = self._body
        if body is None:
            msg = f"{self._shown} emits one .loc: write it again for what stands here"
            raise trace.TraceError(msg)
        self._body = None
        # A `with` emits its branch when the block is opened, which comes later.
        if len(body.statements) == self._count and not isinstance(value, AbstractContextManager):
            msg = (
                f"{self._shown}(…) takes what emits an instruction, and {value!r} emits none: "
                f"write {self._shown} on a line of its own, before the next instruction"
            )
            raise trace.TraceError(msg)
        return value


class SourcePositions:
    """Positions in the source: `at(12, 26)` is `.loc`."""

    def __call__(
        self,
        line: int,
        column: int,
        *,
        file: int | None = None,
        function: int | None = None,
        inlined_at: tuple[int, int] | tuple[int, int, int] | None = None,
        mark: int | bool = False,
        callers: tuple[tuple[int, int, int], ...] = (),
        before: Gap = None,
        within: Gaps = None,
    ) -> Position:
        """Give the next instructions a position in the source: `.loc`.

        It is a statement, or is called with the next expression: `x = at(12, 26)(a + b)`,
        `with at(12, 26)(ptx.unless(p)):`.

        Args:
            line: The line.
            column: The column.
            file: The number of the file (`ptx.file`); without it, the file of the function.
            function: The number of the label `$L__info_stringN` of the name of an inlined function.
            inlined_at: Where that function was inlined: line and column in the function's file, or
                file, line and column.
            mark: Whether a label `$L__tmpN` is placed before it; a number sets the count.
            callers: Positions (file, line, column) that LLVM names in the comment after it.
            before: The white space before it if the style does not predict it.
            within: The gaps between its tokens if the style does not predict them.
        """
        opened = trace.function_body()
        own = opened.function.file
        _check_numbers((line, column, own if file is None else file, function or 0))
        if mark is not False:
            _mark(POSITION_STEM, None if mark is True else mark, before)
            # The white space was that before the label, which comes first.
            before = None
        if function is not None and inlined_at is None:
            msg = "a function that is inlined says where: inlined_at=(line, column)"
            raise TypeError(msg)
        inlined = None
        if inlined_at is not None:
            _check_inlined(inlined_at)
            where = (own, *inlined_at) if len(inlined_at) == 2 else inlined_at  # noqa: PLR2004
            name = n.Symbol(f"{LABEL_PREFIX}{INFO_STRING}{function or 0:d}")
            inlined = n.InlinedAt(name, None, *[operand(value) for value in where])
        node = n.Location(
            operand(own if file is None else file), operand(line), operand(column), inlined
        )
        record(node, before, within)
        if callers:
            # LLVM writes the comment behind the `.loc`: it belongs to the gap before the next
            # statement.
            trace.body().trivia.append(TriviaRequest("callers", "", None, callers))
        return Position(f"at({line}, {column})", (own if file is None else file, line, column))

    def inlined(self, *where: int, function: int | None = None) -> CallSite:
        """Return the positions of a function that is inlined at a line and column, or in a file.

        `reduce = at.inlined(66, 25)` and then `reduce(28, 18)` is
        `at(28, 18, inlined_at=(66, 25))`. Emits nothing.
        """
        _check_inlined(where)
        return CallSite(where, function)


class CallSite:
    """The positions of a function that is inlined in one place."""

    __slots__ = ("_function", "_where")

    def __init__(self, where: tuple[int, ...], function: int | None) -> None:
        """Take the place, and the number of the label of the function's name."""
        self._where = where
        self._function = function

    def __call__(self, line: int, column: int, **options: Any) -> Position:
        """Say where the instructions that follow come from; the options are those of `at`."""
        where: Any = self._where
        return at(line, column, function=self._function, inlined_at=where, **options)

    def into(self, *path: str) -> Position:
        """Go into functions that are inlined here one in the other, as `Position.into` does."""
        return _go_into(self._where, path)


def _go_into(where: tuple[int, ...], path: tuple[str, ...]) -> Position:
    """Record the positions of a path that begins at a place; return the last."""
    places = " ".join(path).split()
    if not places:
        msg = "into(…) has the places of inlined functions: into('2:287:12/5')"
        raise ValueError(msg)
    for place in places:
        match = _PLACE.fullmatch(place)
        if match is None:
            msg = (
                f"{place!r} is no place of an inlined function: write file:line:column/function, "
                "as 2:287:12/5"
            )
            raise ValueError(msg)
        file, line, column, function = [
            None if part is None else int(part) for part in match.groups()
        ]
        inlined_at: Any = where
        position = at(line, column, file=file, function=function, inlined_at=inlined_at)  # type: ignore[arg-type]
        where = position.where
    return position


def _check_numbers(numbers: tuple[Any, ...]) -> None:
    if any(type(number) is not int or number < 0 for number in numbers):
        msg = "a source position consists of numbers from 0 on"
        raise TypeError(msg)


def _check_inlined(where: tuple[Any, ...]) -> None:
    if len(where) not in (2, 3):
        msg = "inlined_at is (line, column) or (file, line, column)"
        raise TypeError(msg)
    _check_numbers(where)


at = SourcePositions()
"""The position in a source file of the instructions after it: `at(12, 26)`."""


def mark(stem: str = POSITION_STEM, number: int | None = None, *, before: Gap = None) -> None:
    """Place a label that debug information refers to: `$L__tmp7`, or one of another stem.

    Each stem is counted by itself through the module; `number` sets the count. A number that is
    given anywhere is no other label's.
    """
    if number is not None and (type(number) is not int or number < 0):
        msg = f"a mark has a number from 0 on, not {number}"
        raise ValueError(msg)
    _mark(stem, number, before)


def _mark(stem: str, number: int | None, before: Gap) -> None:
    if split_label(f"{LABEL_PREFIX}{stem}0") is None:
        msg = f"not a stem of lower-case letters and _: {stem!r}"
        raise ValueError(msg)
    opened = trace.function_body()
    marks = opened.module.marks
    marks.used = True
    # Labels above without a number are numbered later, and must not take this one.
    if number is not None:
        marks.reserve(stem, number)
    opened.append(MarkDraft(marks, stem, number, before))


class MarkDraft(RecordedStatement):
    """A label for debug information: it is numbered when all that are given are known."""

    def __init__(self, marks: Marks, stem: str, number: int | None, before: Gap) -> None:
        super().__init__(None, before)
        self.marks = marks
        self.stem = stem
        self.number = number

    def build(self, function: Any) -> n.Label:  # noqa: ARG002 - it is numbered through the module
        """Return the label."""
        self.number = self.marks.take(self.stem, self.number)
        return n.Label(f"{LABEL_PREFIX}{self.stem}{self.number:d}")
