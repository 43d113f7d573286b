"""Reading of a file that has errors: what they are, all in one run, and where they stand.

Statements are split, read and follow each other as in `parser`, by the same `Context`; but after an
error it goes on, at offsets of the text, and keeps no nodes.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from ptxpy.ir.patterns import compile_pattern
from ptxpy.styles import STYLES, StatementKind
from ptxpy.syntax.bare_registers import NO_NAMES
from ptxpy.syntax.errors import Problem, PtxSyntaxError, ShapeError
from ptxpy.syntax.expected_words import in_words
from ptxpy.syntax.memo import Context, Entry, context
from ptxpy.syntax.parser import MAX_DEPTH
from ptxpy.syntax.statement import read_statement
from ptxpy.syntax.statement_splitting import (
    MARK,
    WHITE_SPACE,
    comment_pattern,
    gap_pattern,
    is_whole,
    space_pattern,
    statement_end,
    statement_pattern,
)
from ptxpy.syntax.terminal_patterns import KEYWORDS, LINKAGE, STRING

MAX_PROBLEMS = 1000
"""Errors of a file after which the rest of it is not examined."""

MAX_REREAD = 8
"""Factor of the text's length that may be split again because statements have no end."""

_MAX_SHOWN_TOKEN = 40
"""Characters of a token that a message shows."""

_MAX_SHOWN_SOURCE = 200
"""Characters of a line that are kept on each side of an error."""

_MIN_REREAD = 250_000
"""Characters that may be split again in a short text."""

_FIRST_WINDOW = 256
"""Characters of a long statement that are read first: its error may be there."""


class Diagnosis(NamedTuple):
    """What is wrong with a text, and where."""

    error: PtxSyntaxError
    spans: list[tuple[int, int]]
    """What is not a statement: first and last offset, in no order; they may overlap.

    They hold whole statements, whole functions and single closing braces, so that the text
    without them can be read. Empty for a text that cannot be read at all.
    """


def diagnose(text: str, filename: str) -> PtxSyntaxError:
    """Return the error that describes everything wrong with a text."""
    return examine(text, filename).error


def examine(text: str, filename: str) -> Diagnosis:
    """Return the error that describes everything wrong with a text, and where that stands."""
    reader = _Reader(text, filename)
    return Diagnosis(reader.run(), reader.spans)


class _Frame(NamedTuple):
    """A body that is being read."""

    outer: Context
    """What is around it."""
    head: int
    """Where the statement begins that it belongs to."""
    opened: int
    """Where its brace stands."""
    broken: bool = False
    """Whether that statement is wrong, so that the body belongs to nothing."""


class _Reader:
    def __init__(self, text: str, filename: str) -> None:
        self.text = text
        self.filename = filename
        self.problems: list[Problem] = []
        self.spans: list[tuple[int, int]] = []
        self.starts = [0]
        position = text.find("\n")
        while position >= 0:
            self.starts.append(position + 1)
            position = text.find("\n", position + 1)
        self.stack: list[_Frame] = []
        self.here = self.module = context(
            "module_item", STYLES["ptxpy"], NO_NAMES, asm=False, mark=MARK
        )
        self.outside = False
        """Whether a statement or brace outside of functions has been reported since the last one:
        others there follow from it."""
        self.bodiless: tuple[int, int] | None = None
        """A `.func` with neither body nor semicolon that only variables follow: where it begins,
        and where it ends. That is a declaration, unless an instruction is next."""

    def run(self) -> PtxSyntaxError:
        """Read the whole text."""
        text = self.text
        if not text.strip(WHITE_SPACE):
            self.report(len(text), "the file is empty", ("'.version'",))
        elif "\x00" in text.rstrip(WHITE_SPACE):
            self.report(text.index("\x00"), "this is not text: it has a NUL byte")
        else:
            self._read()
        if not self.problems:
            self.report(0, "this text cannot be read")
        return PtxSyntaxError(self.problems, self.filename)

    def _read(self) -> None:
        text = self.text
        position = reread = 0
        max_reread = MAX_REREAD * (len(text) + _MIN_REREAD)
        while True:
            match = statement_pattern().match(text, position)
            if match is None:
                break
            if len(self.problems) >= MAX_PROBLEMS or reread > max_reread:
                self.skip(position, len(text))
                break
            end = match.end()
            position = self._piece(position, end)
            reread += max(0, end - position)
        if not self.stack:
            return
        if match is None:
            self.report(
                len(text.rstrip(WHITE_SPACE)),
                f"the file ends inside the braces that line {self._opening_line()} opens",
                ("'}'",),
            )
        self.skip(self.stack[0].head, len(text))

    def _opening_line(self) -> int:
        return bisect_right(self.starts, self.stack[-1].opened)

    def skip(self, start: int, end: int) -> None:
        """Note that a piece of the text is not part of what can be read."""
        self.spans.append((start, end))

    def report(self, offset: int, message: str, expected: tuple[str, ...] = ()) -> None:
        """Note an error at an offset into the text."""
        line = bisect_right(self.starts, offset)
        start = self.starts[line - 1]
        first = max(start, offset - _MAX_SHOWN_SOURCE)
        end = self.text.find("\n", first, offset + _MAX_SHOWN_SOURCE)
        source = self.text[first : end if end >= 0 else offset + _MAX_SHOWN_SOURCE].rstrip("\r")
        self.problems.append(
            Problem(line, offset - start + 1, message, expected, source, first - start)
        )

    def _piece(self, start: int, end: int) -> int:
        """Read one piece; return where the next one begins."""
        text = self.text
        body = space_pattern().match(text, start).end()  # type: ignore[union-attr]  # matches the empty string
        if text.startswith(("//", "/*", "#"), body):
            return self._comment(body)
        if text[body] == "{":
            return self._open(body)
        if text[body] == "}":
            return self._close(body)
        if self.stack and _HEAD.match(text, body) and self._is_outside(end):
            return self._unclosed(body)
        if self.here.start == "section_item" and (text[end - 1] == ";" or end == len(text)):
            end = _LINE.match(text, body, end).end()  # type: ignore[union-attr]  # so does this
        elif end == len(text) and not is_whole(text[start:end]):
            end = statement_end(text, body)
            if text[end - 1] == "}":
                end -= 1
        return self._statement(start, body, end)

    def _is_outside(self, end: int) -> bool:
        """Return whether a function's head that ends here is not a declaration in another."""
        if self.text[end - 1] == "{":
            return True
        follower = gap_pattern().match(self.text, end).end()  # type: ignore[union-attr]  # so does this
        if self.text[end - 1] == ";":
            return False
        return follower == len(self.text) or _HEAD.match(self.text, follower) is not None

    def _comment(self, body: int) -> int:
        text = self.text
        comment = comment_pattern().match(text, body)
        if comment is not None:
            return comment.end()
        what = "line marker" if text[body] == "#" else "comment"
        self.report(body, f"a {what} that does not end")
        end = text.find("\n", body)
        if what == "comment" or end < 0:
            end = len(text)
        self.skip(body, end)
        return end

    def _enter(self, body: Context, frame: _Frame) -> None:
        """Go into a body; the frame says what to come back to."""
        self.stack.append(frame)
        self.here = body
        self.outside = False
        self.bodiless = None

    def _function_body(self) -> Context:
        """Return the context of a function's body at this place."""
        return self.here.lookup("body_item", self.here.names, asm=False)

    def _frame(self, head: int, opened: int, *, broken: bool = False) -> _Frame:
        return _Frame(self.here, head, opened, broken)

    def _open(self, body: int) -> int:
        stray = self.here.start != "body_item"
        if stray:
            self.report(body, "a brace that belongs to nothing", ("a function", "a directive"))
        if len(self.stack) > MAX_DEPTH:
            self.report(body, f"scopes nested deeper than {MAX_DEPTH}")
            return self._over(body)
        self._enter(self._function_body(), self._frame(body, body, broken=stray))
        return body + 1

    def _over(self, body: int) -> int:
        """Pass over a scope that is too deep to be read."""
        depth = 0
        for match in _BRACE.finditer(self.text, body):
            depth += {"{": 1, "}": -1}.get(match.group(), 0)
            if not depth:
                self.skip(body, match.end())
                return match.end()
        self.skip(self.stack[0].head, len(self.text))
        self.stack.clear()
        return len(self.text)

    def _close(self, body: int) -> int:
        if not self.stack:
            if not self.outside:
                self.report(body, "a closing brace without an opening one")
            self.outside = True
            self.skip(body, body + 1)
            return body + 1
        frame = self.stack.pop()
        self.here = frame.outer
        if frame.broken:
            self.skip(frame.head, body + 1)
        return body + 1

    def _unclosed(self, body: int) -> int:
        """Leave a function that another one follows before it ends."""
        what = "section" if self.text.startswith(".section", body) else "function"
        self.report(
            body, f"a {what} inside the braces that line {self._opening_line()} opens", _END
        )
        self.skip(self.stack[0].head, body)
        self.stack.clear()
        self.here = self.module
        return body

    def _statement(self, start: int, body: int, end: int) -> int:
        if self.here.start == "module_item" and self._belongs_inside(start, body, end):
            if self.bodiless is not None:
                self.report(self.bodiless[1], "a function without its body", _BODY)
                self._enter(self._function_body(), self._frame(*self.bodiless, broken=True))
                return start
            if not self.outside:
                self.report(body, "a statement outside of functions", ("'.entry' or '.func'",))
            self.outside = True
            self.skip(body, end)
            return end
        try:
            entry = self._entry(self.here, start, end)
        except ShapeError as error:
            return self._failure(error, start, body, end)
        if entry.kind == StatementKind.DECLARATION and self.text[end - 1] != ";" and not self.stack:
            self.bodiless = body, end
        elif entry.kind not in _DECLARED:
            self.bodiless = None
        inside = self.here.inside(entry)
        if inside is not None:
            self._enter(inside, self._frame(body, end - 1))
        else:
            self.here = self.here.after(entry)
        return end

    def _entry(self, here: Context, start: int, end: int) -> Entry:
        """Read a statement; of a long one no more than is needed to find its first error."""
        text = self.text
        brace = "{" if text[end - 1] == "{" else ""
        size = _FIRST_WINDOW
        while size < end - start:
            window = text[start : start + size]
            try:
                read_statement(here, window + brace)
            except ShapeError as error:
                if error.expected and _SPACES.search(window, error.offset):
                    raise
            size *= 2
        return read_statement(here, text[start:end]).entry

    def _failure(self, error: ShapeError, start: int, body: int, end: int) -> int:
        """Report an error; return where to go on reading."""
        self.bodiless = None
        text = self.text
        offset = start + error.offset
        if error.message:
            self.report(offset, error.message)
        else:
            before = _token_end(text, body, offset)
            follower = self._follower(error, body, offset, end)
            if follower is not None:
                return self._bodiless(body, follower)
            if body < before and "\n" in text[before:offset] and "SEMICOLON" in error.expected:
                self.report(before, "a statement without its end", ("';'",))
                self.skip(body, before)
                return before
            if self.here.start == "body_item" and (lonely := _LONELY.match(text, body)):
                self.report(lonely.end(), "a statement without its end", ("';'",))
                self.skip(body, lonely.end())
                return lonely.end()
            self._unexpected(offset, end, in_words(error.expected, KEYWORDS))
            if self.here.start == "body_item" and offset < end and text[offset] == ";":
                end = offset + 1  # inside of a brace that does not close
        if text[end - 1] == "{" and self.here.start == "module_item":
            self._enter(self._function_body(), self._frame(body, end - 1, broken=True))
        else:
            self.skip(body, end)
        return end

    def _unexpected(self, offset: int, end: int, expected: tuple[str, ...]) -> None:
        text = self.text
        length = len(text.rstrip(WHITE_SPACE))
        if offset >= length:
            self.report(length, "the file ends too early", expected)
        elif offset >= end:
            self.report(end - 1, "the statement ends too early", expected)
        else:
            self.report(offset, f"unexpected {_shown(text, offset)}", expected)

    def _belongs_inside(self, start: int, body: int, end: int) -> bool:
        """Return whether this is an instruction or label."""
        if self.text[end - 1] == "{" or not _INSTRUCTION.match(self.text, body):
            return False
        try:
            self._entry(self._function_body(), start, end)
        except ShapeError:
            return False
        return True

    def _follower(self, error: ShapeError, body: int, offset: int, end: int) -> int | None:
        """Return where the statement begins that follows a function's head; None for none."""
        text = self.text
        if self.here.start != "module_item" or not _HEAD.match(text, body):
            return None
        declared = _DECLARATION.search(text, body, end)
        if declared is not None and declared.end() <= offset:
            head = text[body : declared.start()]
            if head.count("(") == head.count(")"):
                return declared.end()
        if not {"SEMICOLON", "$END"}.intersection(error.expected):
            return None
        if _HEAD.match(text, offset) or (text[end - 1] == ";" and _INSTRUCTION.match(text, offset)):
            return offset
        return None

    def _bodiless(self, body: int, follower: int) -> int:
        """Report a function with neither body nor end; a statement after it is in its body."""
        before = _token_end(self.text, body, follower)
        self.report(before, "a function without its body", _BODY)
        if _MODULE_LEVEL.match(self.text, follower):
            self.skip(body, before)
        else:
            self._enter(self._function_body(), self._frame(body, before, broken=True))
        return before


_END = ("'}'",)
_BODY = ("'{'", "';'")
_DECLARED = frozenset({StatementKind.GLOBAL, StatementKind.LOCATION})
_GAP = gap_pattern().pattern
_COMMENT = comment_pattern().pattern

_HEAD = compile_pattern(rf"(?:{LINKAGE}{_GAP})*+\.(?:entry|func|section)(?![A-Za-z0-9_$:])")
"""The beginning of a function or section."""

_DECLARATION = compile_pattern(
    r"\n[ \t]*+(?=\.(?:reg|local|shared|global|const|loc)(?![A-Za-z0-9_$:]))"
)
"""The white space before a declaration on a line of its own."""

_MODULE_LEVEL = compile_pattern(rf"{_HEAD.pattern}|\.(?:global|const)")
"""The beginning of what stands outside of functions."""

_INSTRUCTION = compile_pattern(r"[@%A-Za-z_$]")
"""The first character of an instruction or label."""

_LONELY = compile_pattern(
    rf"(?:@{_GAP}!?+{_GAP}[%A-Za-z0-9_$]++{_GAP})?+"
    rf"(?:ret(?:\.uni)?+|exit|trap|brkpt)(?![A-Za-z0-9_$.:;])"
    rf"(?=[ \t\r]*+(?://[^\n]*+)?+\n{_GAP}[@A-Za-z_$.{{])"
)
"""An instruction without operands, and a statement on a line below it."""

_LINE = compile_pattern(r"[^\n}]*+")
"""The rest of a line, up to a closing brace."""

_SPACES = compile_pattern(f"[{WHITE_SPACE}]")

_BRACE = compile_pattern(rf"[{{}}]|{_COMMENT}|{STRING}")
"""A brace, or what may hide one."""

_STRETCH = compile_pattern(
    rf'(?P<gap>[{WHITE_SPACE}]++|{_COMMENT})|{STRING}|[^{WHITE_SPACE}"/#]++|.', re.DOTALL
)
"""White space, a comment, a string, or something else."""


def _token_end(text: str, start: int, offset: int) -> int:
    """Return the end of the last token between two offsets."""
    end = start
    for match in _STRETCH.finditer(text, start, offset):
        if match.lastgroup != "gap":
            end = match.end()
    return end


def _shown(text: str, offset: int) -> str:
    end = offset
    while end < len(text) and end - offset < _MAX_SHOWN_TOKEN and _word(text[end]):
        end += 1
    return repr(text[offset : max(end, offset + 1)])


def _word(character: str) -> bool:
    return character.isalnum() or character in "_$%.:"
