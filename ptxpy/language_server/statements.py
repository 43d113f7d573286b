"""The statements of a text of PTX that may be half-written, in blocks that edits leave as they are.

The parser refuses a text with errors. An editor's text is wrong most of the time, so statements
are found here by their tokens: each begins where the one before it ended, and one without its
semicolon ends where the next line begins a statement of its own.

A block is a piece of text of some kilobytes, cut between statements. Everything about it has
offsets from its beginning, so that an edit before it does not change it.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.isa import opcodes
from ptxpy.syntax import Token, scan

__all__ = ["BLOCK_CHARACTERS", "Block", "Kind", "Statement", "cut_block"]

BLOCK_CHARACTERS: Final = 6000
"""The least length of a block but the last; it ends with the statement that reaches this."""


class Kind(IntEnum):
    """The kind of a statement."""

    INSTRUCTION = 0
    LABEL = 1
    DECLARATION = 2
    """Of registers or variables."""
    HEAD = 3
    """Of a function, up to its opening brace or its semicolon."""
    OPEN = 4
    """The brace that opens a scope in a function."""
    CLOSE = 5
    """A closing brace, of a scope, a function or a section."""
    DIRECTIVE = 6
    """Any other directive, such as `.version` or `.loc`."""
    SECTION = 7
    """The head of a debug section with its opening brace."""
    DEBUG = 8
    """A `.loc`, or a line of data in a debug section."""


class Statement(NamedTuple):
    """A statement in a block."""

    kind: Kind
    start: int
    """The offset of its first token in the block."""
    end: int
    """The offset behind its last token: its semicolon, if it has one."""
    first: int
    """The number of its first token in the block."""
    last: int
    """The number behind that of its last token."""
    is_ended: bool = True
    """Whether it has the semicolon or brace that it needs."""


class Block(NamedTuple):
    """A piece of text with its statements."""

    text: str
    tokens: tuple[Token, ...]
    """All tokens, comments among them."""
    statements: tuple[Statement, ...]
    names: dict[str, tuple[int, ...]]
    """The offsets of each register and word, in order."""
    frame: tuple[Statement, ...]
    """The statements that are neither instructions nor debug information."""
    comments: tuple[Token, ...]


_LINKAGE: Final = frozenset((".visible", ".extern", ".weak", ".common"))
_FUNCTIONS: Final = frozenset((".entry", ".func"))
_SPACES: Final = frozenset(
    (".reg", ".global", ".const", ".shared", ".local", ".param", ".sreg", ".tex")
)
_DEBUG: Final = frozenset(
    (".loc", *(f".{kind}{bits}" for kind in "bus" for bits in (8, 16, 32, 64)))
)
_OF_A_LINE: Final = frozenset({".version", ".target", ".address_size", ".file", *_DEBUG})
"""Directives that end with their line and have no semicolon."""
_BEGINNINGS: Final = frozenset(
    {*_LINKAGE, *_FUNCTIONS, *_SPACES, *_OF_A_LINE, ".section", ".alias", ".pragma"}
)
_OPCODES: Final = opcodes()
_CONTINUING: Final = frozenset(",([{=|+-*")
"""Marks after which a statement goes on in the next line."""


def cut_block(text: str, start: int, *, least: int = BLOCK_CHARACTERS) -> Block:
    """Return the block that begins at an offset: whole statements of some length, or the rest."""
    end = min(len(text), start + least + least // 4)
    while True:
        block = _cut(text[start:end], is_rest=end >= len(text), least=least)
        if block is not None:
            return block
        # A statement longer than the window, such as the initial value of an array, is read whole.
        end = min(len(text), start + 4 * (end - start))


def _cut(text: str, *, is_rest: bool, least: int) -> Block | None:
    """Return the block at the beginning of a text; None if more text may belong to it."""
    tokens = [*scan(text)]
    statements = _Statements(text, tokens)
    found = statements.find(least)
    if is_rest and statements.is_done:
        length = len(text)
        used = len(tokens)
    else:
        if not found:
            return None
        # A statement at the end of a window may go on behind it, so the last one is left.
        if statements.is_done:
            found.pop()
            if not found:
                return None
        length = found[-1].end
        used = found[-1].last
        # The rest of the line, with its comment, stays with the statement.
        line_end = text.find("\n", length)
        follower = tokens[used] if used < len(tokens) else None
        if line_end >= 0 and (follower is None or follower.start > line_end):
            length = line_end + 1
    names: dict[str, list[int]] = {}
    kept = tokens[:used]
    for token in kept:
        if token.kind in ("register", "word"):
            names.setdefault(text[token.start : token.end], []).append(token.start)
    return Block(
        text[:length],
        tuple(kept),
        tuple(found),
        {name: tuple(offsets) for name, offsets in names.items()},
        tuple(each for each in found if each.kind not in (Kind.INSTRUCTION, Kind.DEBUG)),
        tuple(token for token in kept if token.kind == "comment"),
    )


class _Statements:
    """The statements among some tokens."""

    def __init__(self, text: str, tokens: list[Token]) -> None:
        self.text = text
        self.tokens = tokens
        self.is_done = False
        """Whether all tokens were used."""

    def find(self, least: int) -> list[Statement]:
        """Return the statements from the beginning until they have a length."""
        found: list[Statement] = []
        at = 0
        tokens = self.tokens
        while True:
            while at < len(tokens) and tokens[at].kind == "comment":
                at += 1
            if at >= len(tokens):
                self.is_done = True
                return found
            if found and found[-1].end >= least:
                return found
            statement = self._statement(at)
            found.append(statement)
            at = statement.last

    def _statement(self, first: int) -> Statement:
        text, tokens = self.text, self.tokens
        token = tokens[first]
        word = text[token.start : token.end]
        if word in ("{", "}"):
            kind = Kind.OPEN if word == "{" else Kind.CLOSE
            return Statement(kind, token.start, token.end, first, first + 1)
        if word == ";":
            return Statement(Kind.DIRECTIVE, token.start, token.end, first, first + 1)
        if token.kind in ("word", "register") and self._is_mark(first + 1, ":"):
            return self._label(first)
        if word in _OF_A_LINE:
            return self._line(Kind.DEBUG if word in _DEBUG else Kind.DIRECTIVE, first)
        return self._until_end(self._kind(first, word), first)

    def _is_mark(self, at: int, mark: str) -> bool:
        return (
            at < len(self.tokens) and self.text[self.tokens[at].start : self.tokens[at].end] == mark
        )

    def _label(self, first: int) -> Statement:
        token = self.tokens[first]
        after = first + 2
        if after < len(self.tokens):
            follower = self.tokens[after]
            word = self.text[follower.start : follower.end]
            # The name of a list of targets or a prototype is no label.
            if word in (".branchtargets", ".calltargets", ".callprototype"):
                return self._until_end(Kind.DIRECTIVE, first)
        return Statement(Kind.LABEL, token.start, self.tokens[first + 1].end, first, after)

    def _kind(self, first: int, word: str) -> Kind:
        if self.tokens[first].kind != "modifier":
            return Kind.INSTRUCTION
        at = first
        while word in _LINKAGE and at + 1 < len(self.tokens):
            at += 1
            word = self.text[self.tokens[at].start : self.tokens[at].end]
        if word in _FUNCTIONS:
            return Kind.HEAD
        if word in _SPACES or word.startswith(".const["):
            return Kind.DECLARATION
        return Kind.SECTION if word == ".section" else Kind.DIRECTIVE

    def _line(self, kind: Kind, first: int) -> Statement:
        """Return a directive that ends with its line."""
        text, tokens = self.text, self.tokens
        start = tokens[first].start
        end = text.find("\n", start)
        at = first + 1
        while at < len(tokens):
            token = tokens[at]
            if token.start > end >= 0:
                # A `.loc` or `.target` goes on where a comma is at the end of its line.
                before = tokens[at - 1]
                if text[token.start] != "," and text[before.end - 1] != ",":
                    break
                end = text.find("\n", token.start)
            if token.kind == "comment" or (token.kind == "mark" and text[token.start] in "{};"):
                break
            # Several statements may stand in one line.
            if token.kind == "modifier" and text[token.start : token.end] in _BEGINNINGS:
                break
            at += 1
        if self._is_mark(at, ";"):
            at += 1
        return Statement(kind, start, tokens[at - 1].end, first, at)

    def _until_end(self, kind: Kind, first: int) -> Statement:
        """Return a statement up to its semicolon, or up to the beginning of another."""
        text, tokens = self.text, self.tokens
        start = tokens[first].start
        depth = 0
        at = first
        last_ink = first
        while at < len(tokens):
            token = tokens[at]
            if token.kind == "comment":
                at += 1
                continue
            character = text[token.start]
            if token.kind == "mark":
                # The head of a function may have pragmas, each with a semicolon.
                is_pragma = kind is Kind.HEAD and tokens[last_ink].kind == "string"
                if character == ";" and not is_pragma:
                    return Statement(kind, start, token.end, first, at + 1)
                if character == "{" and kind in (Kind.HEAD, Kind.SECTION):
                    return Statement(kind, start, token.end, first, at + 1)
                if character in "([{":
                    depth += 1
                elif character in ")]}":
                    depth -= 1
                    # A brace that nothing in the statement has opened closes the function.
                    if character == "}" and depth < 0:
                        break
            if at > first and self._begins_statement(kind, at, last_ink):
                break
            last_ink = at
            at += 1
        end = tokens[last_ink].end
        return Statement(kind, start, end, first, last_ink + 1, is_ended=False)

    def _begins_statement(self, kind: Kind, at: int, before: int) -> bool:
        """Whether a token begins a statement of its own, though the one before it has no end."""
        text, token = self.text, self.tokens[at]
        if token.kind not in ("dotted", "word", "modifier", "mark", "register"):
            return False
        previous = self.tokens[before]
        if text.find("\n", previous.end, token.start) < 0:
            return False
        if text[previous.start : previous.end] in _CONTINUING:
            return False
        word = text[token.start : token.end]
        if token.kind == "modifier":
            return word in _BEGINNINGS and not (word == ".pragma" and kind is Kind.HEAD)
        if token.kind == "mark":
            return word == "@"
        if self._is_mark(at + 1, ":") and token.kind in ("word", "register"):
            return True
        return token.kind != "register" and word.partition(".")[0] in _OPCODES
