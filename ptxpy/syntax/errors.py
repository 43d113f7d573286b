"""Syntax errors: their places, and the tokens expected there, in the words of people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ptxpy._pickling import PicklableError
from ptxpy._records import NamedTuple

_MAX_SHOWN_WIDTH = 100
"""Characters of a line in an excerpt."""

_MAX_SHOWN_ERRORS = 20
"""Errors of a file in one message."""

_MAX_SHOWN_WORDS = 8
"""Expected words in one message."""


class Problem(NamedTuple):
    """One syntax error."""

    line: int
    """Line, from 1."""
    column: int
    """Column in characters, from 1."""
    message: str
    expected: tuple[str, ...]
    """The possible terminals, in words."""
    source: str
    """The line of the file, or of a very long one the part around the column."""
    offset: int = 0
    """How many characters of the line are left out before that part."""

    def render(self, filename: str) -> str:
        """Return the message with its position, the line and a caret."""
        lines = [f"{filename}:{self.line}:{self.column}: error: {self.message}"]
        if self.expected:
            lines[0] += f"; expected {listed(self.expected)}"
        return "\n".join([*lines, *excerpt(self.source, self.column - 1 - self.offset)])

    def as_json(self) -> dict[str, str | int]:
        """Return the position and the message, for JSON."""
        more = f"; expected {listed(self.expected)}" if self.expected else ""
        return {"line": self.line, "column": self.column, "message": self.message + more}


def excerpt(source: str, at: int, length: int = 1) -> list[str]:
    """Return the part of a line around a place, and a line that points at it, both indented.

    Args:
        source: The line.
        at: Characters before the place.
        length: Characters to mark: a caret is under the first, tildes are under the others.
    """
    start = max(0, at - _MAX_SHOWN_WIDTH // 2)
    shown = source[start : start + _MAX_SHOWN_WIDTH]
    # Tabs are kept before the caret, so that it is below its character whatever their width is.
    pad = "".join("\t" if c == "\t" else " " for c in shown[: at - start])
    tail = "~" * (min(length, len(shown) - (at - start)) - 1)
    # Control characters of a damaged file could change the terminal that shows the message.
    shown = "".join(
        c if c == "\t" or c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in shown
    )
    return [f"    {shown}", f"    {pad}^{tail}"]


def listed(words: Sequence[str]) -> str:
    """Return the expected words as a message says them: many are cut short."""
    if len(words) > _MAX_SHOWN_WORDS:
        shown = words[: _MAX_SHOWN_WORDS - 1]
        return f"{', '.join(shown)} or one of {len(words) - len(shown)} more"
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])} or {words[-1]}"


class PtxSyntaxError(PicklableError, ValueError):
    """PTX that does not parse.

    `line`, `column` (both from 1) and `expected` (words) are those of the first problem;
    `problems` has all that were found in one run.
    """

    def __init__(self, problems: Sequence[Problem], filename: str = "<ptx>") -> None:
        """Collect the problems of a file."""
        self.problems = tuple(problems)
        self.filename = filename
        first = self.problems[0]
        self.line = first.line
        self.column = first.column
        self.expected = first.expected
        super().__init__(self.render())

    def render(self) -> str:
        """Return all problems, each with position, line and caret."""
        shown = [problem.render(self.filename) for problem in self.problems[:_MAX_SHOWN_ERRORS]]
        hidden = len(self.problems) - _MAX_SHOWN_ERRORS
        if hidden > 0:
            shown.append(f"{self.filename}: {hidden} more error{'s' if hidden > 1 else ''}")
        return "\n".join(shown)


class ShapeError(PicklableError):
    """A statement that does not parse."""

    def __init__(self, offset: int, message: str, expected: Sequence[str] = ()) -> None:
        """Take the offset into the statement's text, the error, and the terminals expected."""
        super().__init__(message)
        self.offset = offset
        self.message = message
        self.expected = tuple(expected)


_OPERATORS = frozenset(
    {
        "STAR", "SLASH", "PERCENT", "PLUS", "MINUS", "LESSTHAN", "MORETHAN", "AMPERSAND",
        "CIRCUMFLEX", "VBAR", "QMARK", "TILDE", "BANG",
    }
)  # fmt: skip

_WORDS = {
    "SEMICOLON": "';'",
    "COMMA": "','",
    "COLON": "':'",
    "LPAR": "'('",
    "RPAR": "')'",
    "LSQB": "'['",
    "RSQB": "']'",
    "LBRACE": "'{'",
    "RBRACE": "'}'",
    "EQUAL": "'='",
    "AT": "'@'",
    "LESSTHAN": "'<'",
    "MORETHAN": "'>'",
    "IDENT": "a name",
    "REGISTER": "a register",
    "DOTTED": "an opcode",
    "DOTNAME": "a modifier, type or directive",
    "STATE_SPACE": "a modifier, type or directive",
    "CONSTANT_BANK": "a modifier, type or directive",
    "LINKAGE": "a linkage directive",
    "FUNCTION": "'.entry' or '.func'",
    "INT": "a number",
    "HEX": "a number",
    "BITS": "a number",
    "FLOAT": "a number",
    "STRING": "a string",
    "CALL": "an opcode",
    "DOTTED_CALL": "an opcode",
    "TARGETS": "'.branchtargets' or '.calltargets'",
    "FUNCTION_NAME": "'function_name'",
    "INLINED_AT": "'inlined_at'",
    "$END": "the end of the statement",
}
_MIN_OPERATORS = 3
"""Operators from which on a message gathers them: "an operator"."""


def in_words(terminals: Iterable[str], keywords: dict[str, str]) -> tuple[str, ...]:
    """Return the terminals as words, operators gathered, each once."""
    spelled = {name: text for text, name in keywords.items()}
    names = sorted(set(terminals))
    # Lark names terminals without a name of their own, such as `<<`, `__ANON_0`.
    operators = [n for n in names if n in _OPERATORS or n.startswith("__ANON")]
    words: list[str] = []
    for name in names:
        if name in operators and len(operators) >= _MIN_OPERATORS:
            word = "an operator"
        elif name in spelled:
            word = f"'{spelled[name]}'"
        else:
            word = _WORDS.get(name, "an operator")
        if word not in words:
            words.append(word)
    words.sort(key=lambda word: (word == "an operator", not word.startswith("'"), word))
    return tuple(words)
