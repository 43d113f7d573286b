"""Semantic tokens: the type of each token, in the form that editors are sent.

A token is five numbers: lines and columns since the one before, its length, its type and its
modifiers. Those of a block are kept with the block, so an edit costs the tokens of one block.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.isa import BRANCHES, TYPES, is_special
from ptxpy.language_server.documents import Document
from ptxpy.language_server.listing import Found, Listing
from ptxpy.language_server.operands import read_instruction
from ptxpy.language_server.source_text import SourceText, units
from ptxpy.language_server.statements import Block, Kind
from ptxpy.syntax import Token

__all__ = [
    "MODIFIERS",
    "TYPES_OF_TOKENS",
    "Coloured",
    "changes",
    "coloured",
    "encode",
    "inline_pieces",
    "tokens_of",
    "tokens_of_lines",
]

TYPES_OF_TOKENS: Final = (
    *("comment", "string", "number", "keyword", "operator", "modifier", "type", "variable"),
    *("parameter", "function", "label", "macro"),
)
"""The types of tokens: `keyword` for opcodes, `macro` for directives."""
MODIFIERS: Final = ("declaration", "readonly", "defaultLibrary")

_TYPE: Final = {name: number for number, name in enumerate(TYPES_OF_TOKENS)}
_DECLARATION, _SPECIAL = 1, 2 | 4


class Coloured(NamedTuple):
    """A piece of text with its type."""

    start: int
    end: int
    type: int
    modifiers: int = 0


MAX_CACHED_BLOCKS: Final = 4096


class _Encoded(NamedTuple):
    """The tokens of a block."""

    numbers: tuple[int, ...]
    """Five a token; the first token is counted from the beginning of the block."""
    lines: int
    """The lines of the block that end in it."""
    tail: int
    """The units behind the last line end of the block."""
    last_line: int
    """The line of the last token; -1 without tokens."""
    last_column: int


def tokens_of(listing: Listing) -> list[int]:
    """Return the numbers of all tokens of a text."""
    return _joined(listing.blocks)


def inline_pieces(document: Document) -> list[Coloured]:
    """Return the tokens of the inline PTX of a source."""
    found: set[Coloured] = set()
    for view in document.views():
        for base, block in zip(view.listing.bases, view.listing.blocks, strict=True):
            for piece in coloured(block):
                place = view.outer(base + piece.start, base + piece.end)
                if place is not None:
                    found.add(piece._replace(start=place[0], end=place[1]))
    return sorted(found)


def tokens_of_lines(listing: Listing, start: int, end: int) -> list[int]:
    """Return the numbers of the tokens of the blocks between two offsets."""
    chosen = [
        (base, block)
        for base, block in zip(listing.bases, listing.blocks, strict=True)
        if base < end and base + len(block.text) > start
    ]
    if not chosen:
        return []
    line, column = listing.source.position(chosen[0][0])
    return _joined([block for _, block in chosen], line, column)


def _joined(blocks: Iterable[Block], line: int = 0, column: int = 0) -> list[int]:
    """Return the numbers of blocks that follow each other from a line and column."""
    numbers: list[int] = []
    last_line = last_column = 0
    for block in blocks:
        encoded = _encoded(block.text, block)
        if encoded.numbers:
            first_line = line + encoded.numbers[0]
            first_column = encoded.numbers[1] + (column if encoded.numbers[0] == 0 else 0)
            step = first_line - last_line
            numbers.append(step)
            numbers.append(first_column if step else first_column - last_column)
            numbers += encoded.numbers[2:]
            last_line = line + encoded.last_line
            last_column = encoded.last_column + (column if encoded.last_line == 0 else 0)
        line += encoded.lines
        column = encoded.tail + (0 if encoded.lines else column)
    return numbers


class _ByText:
    """A block as the key of a cache: equal texts have equal tokens."""

    __slots__ = ("block", "text")

    def __init__(self, block: Block) -> None:
        self.block, self.text = block, block.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByText) and self.text == other.text


def _encoded(text: str, block: Block) -> _Encoded:
    del text
    return _encoded_by_text(_ByText(block))


@lru_cache(maxsize=MAX_CACHED_BLOCKS)
def _encoded_by_text(key: _ByText) -> _Encoded:
    block = key.block
    source = SourceText(block.text)
    numbers = encode(coloured(block), source)
    line = column = 0
    for at in range(0, len(numbers), 5):
        column = numbers[at + 1] + (0 if numbers[at] else column)
        line += numbers[at]
    lines = len(source.starts) - 1
    tail = units(block.text[source.starts[-1] :])
    return _Encoded(tuple(numbers), lines, tail, line if numbers else -1, column)


def encode(pieces: Iterable[Coloured], source: SourceText) -> list[int]:
    """Return the five numbers of each piece of a text; a piece of several lines is split."""
    numbers: list[int] = []
    last_line = last_column = 0
    for start, end, kind, modifiers in pieces:
        for first, last in _of_one_line(source, start, end):
            line, column = source.position(first)
            numbers += (
                line - last_line,
                column - (last_column if line == last_line else 0),
                units(source.text[first:last]),
                kind,
                modifiers,
            )
            last_line, last_column = line, column
    return numbers


def _of_one_line(source: SourceText, start: int, end: int) -> Iterator[tuple[int, int]]:
    line = source.line_of(start)
    while start < end:
        line_end = source.line_end(line)
        if line_end > start:
            yield start, min(end, line_end)
        line += 1
        start = source.starts[line] if line < len(source.starts) else end


def coloured(block: Block) -> list[Coloured]:
    """Return the tokens of a block that have a colour, in order."""
    found: list[Coloured] = []
    done = 0
    for statement in block.statements:
        found += _plain(block.tokens[done : statement.first])
        tokens = block.tokens[statement.first : statement.last]
        found += _of_statement(block, Found(block, 0, statement), tokens)
        done = statement.last
    found += _plain(block.tokens[done:])
    return found


def _plain(tokens: Iterable[Token]) -> Iterator[Coloured]:
    for kind, start, end in tokens:
        if kind in _PLAIN:
            yield Coloured(start, end, _PLAIN[kind])


_PLAIN: Final = {kind: _TYPE[kind] for kind in ("comment", "string", "number")}


def _of_statement(block: Block, found: Found, tokens: tuple[Token, ...]) -> Iterator[Coloured]:
    text = block.text
    kind = found.kind
    if kind is Kind.DEBUG:
        # Debug information is mostly numbers, which need no colours.
        yield Coloured(tokens[0].start, tokens[0].end, _TYPE["macro"])
        yield from _plain(token for token in tokens if token.kind in ("comment", "string"))
        return
    if kind is Kind.LABEL:
        yield Coloured(tokens[0].start, tokens[0].end, _TYPE["label"], _DECLARATION)
        return
    if kind is Kind.INSTRUCTION:
        yield from _of_instruction(text, tokens)
        return
    names = _TYPE["function"] if kind is Kind.HEAD else _TYPE["variable"]
    is_first = True
    for token in tokens:
        word = text[token.start : token.end]
        if token.kind == "modifier":
            named = "type" if word[1:] in TYPES else "macro"
            yield Coloured(token.start, token.end, _TYPE[named])
        elif token.kind in ("word", "register"):
            declares = kind in (Kind.HEAD, Kind.DECLARATION)
            yield Coloured(token.start, token.end, names, _DECLARATION if declares else 0)
            if kind is Kind.HEAD and is_first:
                names = _TYPE["parameter"]
            is_first = False
        elif token.kind in _PLAIN:
            yield Coloured(token.start, token.end, _PLAIN[token.kind])


def _of_instruction(text: str, tokens: tuple[Token, ...]) -> Iterator[Coloured]:
    instruction = read_instruction(text, [token for token in tokens if token.kind != "comment"])
    opcode = None if instruction is None else instruction.opcode_token
    symbol = "variable"
    if instruction is not None:
        symbol = "function" if instruction.opcode == "call" else symbol
        symbol = "label" if instruction.opcode in BRANCHES else symbol
    for token in tokens:
        kind, start, end = token
        if opcode is not None and opcode.start <= start < opcode.end:
            if start == opcode.start:
                yield from _opcode(text, start, opcode.end)
        elif kind == "register":
            yield Coloured(
                start, end, _TYPE["variable"], _SPECIAL if is_special(text[start:end]) else 0
            )
        elif kind == "word":
            yield Coloured(start, end, _TYPE[symbol])
        elif kind == "modifier":
            yield Coloured(start, end, _TYPE["modifier"])
        elif kind in _PLAIN:
            yield Coloured(start, end, _PLAIN[kind])


def _opcode(text: str, start: int, end: int) -> Iterator[Coloured]:
    """Yield an opcode, and each of its modifiers with the dot."""
    at = text.find(".", start, end)
    opcode_end = end if at < 0 else at
    yield Coloured(start, opcode_end, _TYPE["keyword"])
    while 0 <= at < end:
        following = text.find(".", at + 1, end)
        stop = end if following < 0 else following
        name = text[at + 1 : stop]
        yield Coloured(at, stop, _TYPE["type" if name in TYPES else "modifier"])
        at = following


def changes(before: list[int], after: list[int]) -> list[tuple[int, int, list[int]]]:
    """Return the edit that makes one list of numbers another: place, numbers removed, new ones.

    >>> changes([1, 2, 3, 4], [1, 2, 9, 9, 4])
    [(2, 1, [9, 9])]
    """
    if before == after:
        return []
    front = _common(before, after)
    limit = min(len(before), len(after)) - front
    back = _common(before[::-1], after[::-1], limit)
    return [(front, len(before) - front - back, after[front : len(after) - back])]


def _common(first: list[int], second: list[int], limit: int | None = None) -> int:
    """Return how many numbers two lists have in common at their beginnings."""
    low, high = 0, min(len(first), len(second)) if limit is None else limit
    # Slices are compared at once, which is faster than number by number.
    while low < high:
        middle = (low + high + 1) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
