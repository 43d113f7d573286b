"""Reading of a file that has errors: all errors in one run, with their places.

The loop is that of `reader`. The text is split piece by piece here, since after an error the next
piece may begin anywhere, and keeps its registers, since errors have offsets. No nodes are made.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from ptxpy._records import NamedTuple
from ptxpy.ir import compile_pattern
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES
from ptxpy.styles import EMPTY_SUMMARY, STYLES, StatementKind
from ptxpy.syntax.bare_registers import NO_NAMES
from ptxpy.syntax.errors import Problem, PtxSyntaxError, ShapeError, in_words
from ptxpy.syntax.foreign_text import describe_foreign
from ptxpy.syntax.memo import Context, Entry
from ptxpy.syntax.reader import MAX_DEPTH, Open, Place, Reader
from ptxpy.syntax.statement import read_statement
from ptxpy.syntax.statement_splitting import (
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
"""Errors of a file after which its rest is not examined."""

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
    """The errors of a text, with their places."""

    error: PtxSyntaxError
    spans: list[tuple[int, int]]
    """The parts that are no statements: first and last offset, in no order; they may overlap.

    They hold whole statements, whole functions and single closing braces, so that the text
    without them can be read. Empty for a text that cannot be read at all.
    """


def diagnose(text: str, filename: str) -> PtxSyntaxError:
    """Return the error that describes everything wrong with a text."""
    return examine(text, filename).error


def examine(text: str, filename: str) -> Diagnosis:
    """Return the error that describes all errors of a text, with their places."""
    reader = _DiagnosingReader(text)
    reader.examine()
    return Diagnosis(PtxSyntaxError(reader.problems, filename), reader.spans)


class _DiagnosingReader(Reader):
    """Reads a file with errors: notes each, and goes on at the next statement."""

    def __init__(self, text: str) -> None:
        super().__init__(STYLES["ptxpy"], EMPTY_SUMMARY, [], _NO_MARK)
        self.text = text
        self.problems: list[Problem] = []
        self.spans: list[tuple[int, int]] = []
        self.starts = [0]
        position = text.find("\n")
        while position >= 0:
            self.starts.append(position + 1)
            position = text.find("\n", position + 1)
        self.piece_start = self.body = self.piece_end = 0
        """The piece that was split off last: its beginning, the end of its white space, its end."""
        self.position = 0
        """The beginning of the next piece: the end of the last, unless less was read."""
        self.cut_short = False
        """Whether the rest of the text is not examined."""
        self.outside = False
        """Whether a statement or brace outside of functions has been reported since the last one:
        others there follow from it."""
        self.bodiless: tuple[int, int] | None = None
        """The beginning and end of a `.func` with neither body nor semicolon that only variables
        follow. That is a declaration, unless an instruction is next."""

    def examine(self) -> None:
        """Read the whole text."""
        text = self.text
        # A foreign file would give an error for each of its lines; one message says what it is
        # instead.
        foreign = describe_foreign(text)
        if foreign is not None:
            self.report(0, foreign)
        elif not text.strip(WHITE_SPACE):
            self.report(len(text), "the file is empty", ("'.version'",))
        elif "\x00" in text.rstrip(WHITE_SPACE):
            self.report(text.index("\x00"), "this is not text: it has a NUL byte")
        else:
            self.read(self._pieces())
        if not self.problems:
            self.report(0, "this text cannot be read")

    def _pieces(self) -> Iterator[str]:
        """Split off the pieces of the text, each at the position that has been reached."""
        text = self.text
        reread = 0
        max_reread = MAX_REREAD * (len(text) + _MIN_REREAD)
        while match := statement_pattern().match(text, self.position):
            start, end = match.span()
            # Each reread costs the length of a statement, so a hostile file could take quadratic
            # time.
            if len(self.problems) >= MAX_PROBLEMS or reread > max_reread:
                self.skip(start, len(text))
                self.cut_short = True
                return
            self.piece_start = start
            self.body = space_pattern().match(text, start).end()  # type: ignore[union-attr]  # matches the empty string
            self.piece_end = self.position = end
            self.place = Place(self.body, end - 1)
            # The reader may have moved `position` back while the caller held the piece: what it
            # gave up is split again.
            yield match.group()
            reread += max(0, end - self.position)

    def end(self) -> str:
        """Report braces that are open; the white space at the end is of no matter here."""
        if self.stack:
            if not self.cut_short:
                self.report(
                    len(self.text.rstrip(WHITE_SPACE)),
                    f"the file ends inside the braces that line {self._opening_line()} opens",
                    ("'}'",),
                )
            self.skip(self.stack[0].place.head, len(self.text))
        return ""

    def _opening_line(self) -> int:
        return bisect_right(self.starts, self.stack[-1].place.opened)

    def skip(self, start: int, end: int) -> None:
        """Note that a piece of the text cannot be read."""
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

    def restore(self, piece: str, at: int) -> tuple[str, int]:
        """Return the piece, with its registers."""
        # The diagnosing reader splits the text itself, registers included: nothing was cut out.
        del at
        return piece, 0

    def close_broken(self, place: Place) -> None:
        """Leave the body out."""
        self.skip(place.head, self.piece_end)

    def read_new(self, here: Context, piece: str, at: int) -> Entry:
        """Read a statement for its errors; none is in a memo."""
        del piece, at
        text, end = self.text, self.piece_end
        # A line of a debug section ends with its line, not with a semicolon.
        if here.start == "section_item" and (text[end - 1] == ";" or end == len(text)):
            end = _LINE.match(text, self.body, end).end()  # type: ignore[union-attr]  # matches the empty string
        elif end == len(text) and not is_whole(text[self.piece_start : end]):
            end = statement_end(text, self.body)
            # A closing brace belongs to the body around the statement, and must close it.
            if text[end - 1] == "}":
                end -= 1
        self.position = end
        entry = self._entry(here, self.piece_start, end)
        # `.func f()` without a semicolon may be a declaration or a head whose brace is missing.
        if entry.kind == StatementKind.DECLARATION and text[end - 1] != ";" and not self.stack:
            self.bodiless = self.body, end
        elif entry.kind not in _DECLARED:
            self.bodiless = None
        if here.inside(entry) is not None:
            self.outside = False
        return entry._replace(registers=0, node=_NO_NODE, build=_no_node)

    def refuse(self, error: Exception, here: Context) -> Context:
        """Report an error, and return the context of the next statement.

        A statement in the wrong place never parses there: functions inside braces, instructions
        outside. So it is an error of a statement first, and told apart here.
        """
        text, body = self.text, self.body
        if text.startswith(("//", "/*", "#"), body):
            self.position = self._unended_comment(body)
        elif text[body] == "{":
            if here.start != "body_item":
                self.report(body, "a brace that belongs to nothing", ("a function", "a directive"))
            if len(self.stack) > MAX_DEPTH:
                self.report(body, f"scopes nested deeper than {MAX_DEPTH}")
                self.position = self._over(body)
                return here
            return self._enter_broken(here, body, body)
        elif text[body] == "}":
            if not self.outside:
                self.report(body, "a closing brace without an opening one")
            self.outside = True
            self.skip(body, body + 1)
        elif self.stack and _HEAD.match(text, body) and self._is_outside(self.piece_end):
            what = "section" if self.text.startswith(".section", body) else "function"
            self.report(
                body, f"a {what} inside the braces that line {self._opening_line()} opens", _END
            )
            # The function that lacks its brace is dropped whole, since where it should end is
            # unknown.
            self.skip(self.stack[0].place.head, body)
            self.stack.clear()
            self.position = body
            return here.lookup("module_item", NO_NAMES, asm=False)
        elif here.start == "module_item" and self._belongs_inside(here):
            return self._misplaced(here)
        elif isinstance(error, ShapeError):
            return self._failure(error, here)
        return here

    def _is_outside(self, end: int) -> bool:
        """Return whether a function's head that ends here is not a declaration in another."""
        # PTX has no function in a function, but it has declarations there: `.func f;` in a body.
        if self.text[end - 1] == "{":
            return True
        follower = gap_pattern().match(self.text, end).end()  # type: ignore[union-attr]  # so does this
        if self.text[end - 1] == ";":
            return False
        return follower == len(self.text) or _HEAD.match(self.text, follower) is not None

    def _unended_comment(self, body: int) -> int:
        """Report it; return where to go on reading."""
        text = self.text
        what = "line marker" if text[body] == "#" else "comment"
        self.report(body, f"a {what} that does not end")
        end = text.find("\n", body)
        if what == "comment" or end < 0:
            end = len(text)
        self.skip(body, end)
        return end

    def _enter_broken(self, here: Context, head: int, opened: int) -> Context:
        """Go into a body that belongs to nothing; return its context."""
        self.stack.append(Open([], here, _NO_NODE, Place(head, opened, broken=True)))
        self.outside = False
        self.bodiless = None
        return _function_body(here)

    def _over(self, body: int) -> int:
        """Pass over a scope that is too deep to be read."""
        depth = 0
        for match in _BRACE.finditer(self.text, body):
            depth += {"{": 1, "}": -1}.get(match.group(), 0)
            if not depth:
                self.skip(body, match.end())
                return match.end()
        self.skip(self.stack[0].place.head, len(self.text))
        self.stack.clear()
        return len(self.text)

    def _misplaced(self, here: Context) -> Context:
        """Report an instruction or label outside of functions."""
        if self.bodiless is not None:
            head, end = self.bodiless
            self.report(end, "a function without its body", _BODY)
            self.position = self.piece_start
            return self._enter_broken(here, head, end)
        if not self.outside:
            self.report(self.body, "a statement outside of functions", ("'.entry' or '.func'",))
        self.outside = True
        self.skip(self.body, self.position)
        return here

    def _entry(self, here: Context, start: int, end: int) -> Entry:
        """Read a statement; of a long one no more than is needed to find its first error."""
        text = self.text
        brace = "{" if text[end - 1] == "{" else ""
        # A list of a million numbers with an error at its beginning is not read to its end: windows
        # double until the error is certain.
        size = _FIRST_WINDOW
        while size < end - start:
            window = text[start : start + size]
            try:
                read_statement(here, window + brace)
            except ShapeError as error:
                # White space after the error shows that the token at the error is not one that the
                # window cut.
                if error.expected and _SPACES.search(window, error.offset):
                    raise
            size *= 2
        return read_statement(here, text[start:end]).entry

    def _failure(self, error: ShapeError, here: Context) -> Context:
        """Report a statement that does not parse."""
        self.bodiless = None
        text, body, end = self.text, self.body, self.position
        offset = self.piece_start + error.offset
        # `ret` without a semicolon takes the next line for its operands, so the error appears only
        # there.
        if here.start == "body_item" and (lonely := _LONELY.match(text, body)):
            return self._unended(here, lonely.end())
        if error.message:
            self.report(offset, error.message)
        else:
            before = _token_end(text, body, offset)
            follower = self._follower(error, here, offset)
            if follower is not None:
                before = self.position = _token_end(self.text, self.body, follower)
                self.report(before, "a function without its body", _BODY)
                if _MODULE_LEVEL.match(self.text, follower):
                    self.skip(self.body, before)
                    return here
                return self._enter_broken(here, self.body, before)
            # The error is on a later line, and a semicolon would have been right: `mov.u32 %r1, 0`
            # lacks it, and not the line below.
            if body < before and "\n" in text[before:offset] and "SEMICOLON" in error.expected:
                return self._unended(here, before)
            dotted = self._dotted_name(error, offset, end)
            if dotted is None:
                self._unexpected(offset, end, in_words(error.expected, KEYWORDS))
            else:
                self.report(dotted.start(), f"a name cannot have a dot: {dotted.group()!r}")
            if here.start == "body_item" and offset < end and text[offset] == ";":
                self.position = end = offset + 1  # inside of a brace that does not close
        if text[end - 1] == "{" and here.start == "module_item":
            return self._enter_broken(here, body, end - 1)
        self.skip(body, end)
        return here

    def _unended(self, here: Context, end: int) -> Context:
        """Report a statement without its semicolon."""
        self.report(end, "a statement without its end", ("';'",))
        self.skip(self.body, end)
        self.position = end
        return here

    def _dotted_name(self, error: ShapeError, offset: int, end: int) -> re.Match[str] | None:
        """Return the name with a dot that an error is due to."""
        text = self.text
        # A line of a debug section ends with the first part of the name: there is the next line.
        start = min(offset, self.body if offset >= end else offset)
        is_start = not (start and text[start] == "." and _word(text[start - 1]))
        # The error may lie within the name: then its beginning is before the error.
        while start and not is_start and _word(text[start - 1]):
            start -= 1
        found = _DOTTED_NAME.match(text, start)
        if not is_start:
            return found
        if "IDENT" not in error.expected or offset >= end:
            return None
        if found is not None:
            # `.f32` after an opcode is a modifier, and `add.f32` at the start is an opcode: neither
            # is a name.
            is_modifier = text[start] == "." and "DOTNAME" in error.expected
            is_opcode = start == self.body and not text.startswith(":", found.end())
            return None if is_modifier or is_opcode else found
        if text[offset] not in ":[=)":
            return None
        while start and (_word(text[start - 1]) and text[start - 1] != ":"):
            start -= 1
        found = _DOTTED_NAME.match(text, start, offset)
        return None if found is None or found.group() in _DOTTED_WORDS else found

    def _unexpected(self, offset: int, end: int, expected: tuple[str, ...]) -> None:
        text = self.text
        length = len(text.rstrip(WHITE_SPACE))
        if offset >= length:
            self.report(length, "the file ends too early", expected)
        elif offset >= end:
            self.report(end - 1, "the statement ends too early", expected)
        else:
            self.report(offset, f"unexpected {_shown(text, offset)}", expected)

    def _belongs_inside(self, here: Context) -> bool:
        """Return whether this is an instruction or label."""
        if self.text[self.position - 1] == "{" or not _INSTRUCTION.match(self.text, self.body):
            return False
        # The statement is tried as if it were in a function: only what parses there is misplaced.
        try:
            self._entry(_function_body(here), self.piece_start, self.position)
        except ShapeError:
            return False
        return True

    def _follower(self, error: ShapeError, here: Context, offset: int) -> int | None:
        """Return where the statement begins that follows a function's head; None for none."""
        text, body, end = self.text, self.body, self.position
        if here.start != "module_item" or not _HEAD.match(text, body):
            return None
        declared = _DECLARATION.search(text, body, end)
        # A declaration inside the parentheses is a parameter on a line of its own.
        if declared is not None and declared.end() <= offset:
            head = text[body : declared.start()]
            if head.count("(") == head.count(")"):
                return declared.end()
        if not {"SEMICOLON", "$END"}.intersection(error.expected):
            return None
        if _HEAD.match(text, offset) or (text[end - 1] == ";" and _INSTRUCTION.match(text, offset)):
            return offset
        return None


_END = ("'}'",)
_BODY = ("'{'", "';'")
_NO_MARK = ""
"""The mark of a text whose registers are not cut out."""

_NO_NODE = n.Scope((), None, None)
"""Stands for every node."""

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
"""The beginning of a statement outside of functions."""

_INSTRUCTION = compile_pattern(r"[@%A-Za-z_$]")
"""The first character of an instruction or label."""

_END_OF_LINE = rf"[ \t\r]*+(?://[^\n]*+)?+\n{_GAP}"
_LONELY = compile_pattern(
    rf"(?:@{_GAP}!?+{_GAP}[%A-Za-z0-9_$]++{_GAP})?+"
    rf"(?:(?:ret(?:\.uni)?+|exit|trap|brkpt)(?![A-Za-z0-9_$.:;])(?={_END_OF_LINE}[@A-Za-z_$.{{])"
    rf"|[a-z][a-z0-9]*+(?:\.[A-Za-z0-9_:]++)++(?={_END_OF_LINE}(?:@|[a-z][a-z0-9]*+\.[a-z])))"
)
"""An instruction without operands, and a statement on a line below it."""

_DOTTED_NAME = compile_pattern(r"[%A-Za-z_$]?[A-Za-z0-9_$]*+(?:\.[A-Za-z0-9_$]+)+")
_DOTTED_WORDS = frozenset({*KEYWORDS, *(f".{name}" for name in TYPES), *n.STATE_SPACES})
_LINE = compile_pattern(r"[^\n}]*+")
"""The rest of a line, up to a closing brace."""

_SPACES = compile_pattern(f"[{WHITE_SPACE}]")

_BRACE = compile_pattern(rf"[{{}}]|{_COMMENT}|{STRING}")
"""A brace, or a comment or string that may hide one."""

_STRETCH = compile_pattern(
    rf'(?P<gap>[{WHITE_SPACE}]++|{_COMMENT})|{STRING}|[^{WHITE_SPACE}"/#]++|.', re.DOTALL
)
"""White space, a comment, a string, or something else."""


def _no_node(registers: Sequence[n.Register], at: int, before: str | None) -> n.Node:
    """Build nothing."""
    del registers, at, before
    return _NO_NODE


def _function_body(here: Context) -> Context:
    """Return the context of a function's body at a place."""
    return here.lookup("body_item", here.names, asm=False)


def _token_end(text: str, start: int, offset: int) -> int:
    """Return the end of the last token between two offsets."""
    end = start
    # Comments and strings are passed over whole, so that a quote or slash in them is no token.
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
