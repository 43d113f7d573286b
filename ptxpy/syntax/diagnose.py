"""The slow path: reads a file that has errors, and says what they are, all in one run."""

from __future__ import annotations

from bisect import bisect_right

from ptxpy.styles import STYLES, Kind
from ptxpy.syntax.common_shapes import KEYWORDS
from ptxpy.syntax.errors import Problem, PtxSyntaxError
from ptxpy.syntax.fill import NO_NAMES, Names
from ptxpy.syntax.items import COMMENT, ITEM, SPACE, WHITE_SPACE, is_whole, statement_end
from ptxpy.syntax.memo import Context, Entry
from ptxpy.syntax.parser import MAX_DEPTH
from ptxpy.syntax.shapes import ShapeError
from ptxpy.syntax.statement import read_statement
from ptxpy.syntax.words import in_words

MAX_PROBLEMS = 1000
"""No more errors are looked for than this."""

_SHOWN_TOKEN = 40
_KEPT = 200


def diagnose(text: str, filename: str) -> PtxSyntaxError:
    """Return the error that describes everything wrong with a text."""
    return _Diagnosis(text, filename).run()


class _Diagnosis:
    def __init__(self, text: str, filename: str) -> None:
        self.text = text
        self.filename = filename
        self.problems: list[Problem] = []
        self.starts = [0]
        position = text.find("\n")
        while position >= 0:
            self.starts.append(position + 1)
            position = text.find("\n", position + 1)
        self.stack: list[tuple[str, Names, int]] = []
        self.start = "module_item"
        self.names = NO_NAMES

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
        position = 0
        while len(self.problems) < MAX_PROBLEMS:
            match = ITEM.match(text, position)
            if match is None:
                break
            position = self._item(position, match.end())
        if self.stack and len(self.problems) < MAX_PROBLEMS:
            _, _, opened = self.stack[-1]
            line = bisect_right(self.starts, opened)
            self.report(
                len(text.rstrip(WHITE_SPACE)),
                f"the file ends inside the braces that line {line} opens",
                ("'}'",),
            )

    def report(self, offset: int, message: str, expected: tuple[str, ...] = ()) -> None:
        """Note an error at an offset into the text."""
        line = bisect_right(self.starts, offset)
        start = self.starts[line - 1]
        first = max(start, offset - _KEPT)
        end = self.text.find("\n", first, offset + _KEPT)
        source = self.text[first : end if end >= 0 else offset + _KEPT].rstrip("\r")
        self.problems.append(
            Problem(line, offset - start + 1, message, expected, source, first - start)
        )

    def _item(self, start: int, end: int) -> int:
        """Read one item; return where the next one begins."""
        text = self.text
        body = SPACE.match(text, start).end()  # type: ignore[union-attr]  # matches the empty string
        if text.startswith(("//", "/*", "#"), body):
            comment = COMMENT.match(text, body)
            if comment is None:
                what = "line marker" if text[body] == "#" else "comment"
                self.report(body, f"a {what} that does not end")
                line_end = text.find("\n", body)
                return len(text) if what == "comment" or line_end < 0 else line_end
            return comment.end()
        if text[body] == "{":
            return self._open(body)
        if text[body] == "}":
            return self._close(body)
        if end == len(text) and not is_whole(text[start:end]):
            end = statement_end(text, body)
            if text[end - 1] == "}":
                end -= 1
        return self._statement(start, body, end)

    def _open(self, body: int) -> int:
        if self.start != "body_item":
            self.report(body, "a brace that belongs to nothing", ("a function", "a directive"))
        if len(self.stack) > MAX_DEPTH:
            self.report(body, f"scopes nested deeper than {MAX_DEPTH}")
            self.stack.clear()
            return len(self.text)
        self.stack.append((self.start, self.names, body))
        self.start = "body_item"
        return body + 1

    def _close(self, body: int) -> int:
        if not self.stack:
            self.report(body, "a closing brace without an opening one")
            return body + 1
        self.start, self.names, _ = self.stack.pop()
        return body + 1

    def _statement(self, start: int, body: int, end: int) -> int:
        context = Context(self.start, STYLES["ptxpy"], self.names, asm=False)
        piece = self.text[start:end]
        try:
            entry = read_statement(context, piece).entry
        except ShapeError as error:
            return self._failure(error, start, body, end)
        self._enter(entry, end)
        return end

    def _enter(self, entry: Entry, end: int) -> None:
        if entry.kind in (Kind.SECTION, Kind.FUNCTION):
            self.stack.append((self.start, self.names, end - 1))
            self.start = "section_item" if entry.kind == Kind.SECTION else "body_item"
            self.names = entry.names or NO_NAMES
        elif entry.names is not None:
            self.names = entry.names

    def _failure(self, error: ShapeError, start: int, body: int, end: int) -> int:
        """Report an error; return where to go on reading."""
        offset = start + error.offset
        text = self.text
        if error.message:
            self.report(offset, error.message)
            return end
        before = _token_end(text, body, offset)
        if "SEMICOLON" in error.expected and "\n" in text[before:offset]:
            self.report(before, "a statement without its end", ("';'",))
            return before
        expected = in_words(error.expected, KEYWORDS)
        if offset >= len(text.rstrip(WHITE_SPACE)):
            self.report(len(text.rstrip(WHITE_SPACE)), "the file ends too early", expected)
        elif offset >= end:
            self.report(end - 1, "the statement ends too early", expected)
        else:
            self.report(offset, f"unexpected {_shown(text, offset)}", expected)
        if text[end - 1] == "{" and self.start == "module_item":
            self.stack.append((self.start, self.names, end - 1))
            self.start = "body_item"
        return end


def _token_end(text: str, start: int, offset: int) -> int:
    """Return the end of the token before an offset: white space before it is skipped."""
    while offset > start and text[offset - 1] in WHITE_SPACE:
        offset -= 1
    return offset


def _shown(text: str, offset: int) -> str:
    end = offset
    while end < len(text) and end - offset < _SHOWN_TOKEN and _word(text[end]):
        end += 1
    return repr(text[offset : max(end, offset + 1)])


def _word(character: str) -> bool:
    return character.isalnum() or character in "_$%.:"
