"""Semantic tokens: the type of each token, in the form that editors are sent.

A token is five numbers: lines and columns since the one before, its length, its type and its
modifiers. Pieces of a document are encoded apart and kept by their texts: blocks of PTX, inline
PTX, functions of Python. So an edit costs the tokens of one piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.isa import BRANCHES, TYPES, is_special, opcodes
from ptxpy.language_server.documents import Document, InlineBlock, View
from ptxpy.language_server.listing import Found, Listing
from ptxpy.language_server.operands import read_instruction
from ptxpy.language_server.python_text import PythonText, is_word_of_dialect
from ptxpy.language_server.source_text import Position, SourceText, units
from ptxpy.language_server.statements import Block, Kind
from ptxpy.syntax import Token

__all__ = [
    "MODIFIERS",
    "TYPES_OF_TOKENS",
    "Coloured",
    "changes",
    "coloured",
    "document_tokens",
    "encode",
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
    """The tokens of a piece of a document."""

    numbers: tuple[int, ...]
    """Five a token; the first token is counted from the beginning of the piece."""
    last_line: int
    """The line of the last token, from the line on which the piece begins."""
    last_column: int


def document_tokens(document: Document, start: int = 0, end: int | None = None) -> list[int]:
    """Return the numbers of the tokens of a document; of a source, those of its PTX.

    Args:
        document: The document.
        start: The offset from which tokens are wanted; there may be some before it.
        end: The offset up to which tokens are wanted; None for the end of the document.
    """
    source = document.source
    stop = len(source.text) if end is None else end
    if document.language == "ptx":
        listing = document.listing
        return _joined(
            (source.position(base), _of_block(_ByText(block)))
            for base, block in zip(listing.bases, listing.blocks, strict=True)
            if base < stop and base + len(block.text) > start
        )
    blocks = [block for block in document.blocks if block.start <= stop and block.end >= start]
    inline = [
        (block.start, _of_template(source.text[block.start : block.end], block.text, block.runs))
        for block in blocks
    ]
    python = [] if document.python is None else list(_of_python(document.python, start, stop))
    if inline and python:
        # Both may be in one function, so that neither is before the other.
        pieces = {*_python_pieces(document.python)}
        for view in document.views():
            pieces.update(_placed(view))
        return encode(sorted(pieces), source)
    found = sorted(inline or python, key=lambda each: each[0])
    return _joined((source.position(base), encoded) for base, encoded in found)


def _joined(parts: Iterable[tuple[Position, _Encoded]]) -> list[int]:
    """Return the numbers of pieces that begin at positions, in order."""
    numbers: list[int] = []
    last_line = last_column = 0
    for (line, column), encoded in parts:
        if not encoded.numbers:
            continue
        first_line = line + encoded.numbers[0]
        first_column = encoded.numbers[1] + (0 if encoded.numbers[0] else column)
        step = first_line - last_line
        # Two uses of a macro have one place: its tokens are there once.
        if step < 0 or (step == 0 and first_column < last_column):
            continue
        numbers.append(step)
        numbers.append(first_column if step else first_column - last_column)
        numbers += encoded.numbers[2:]
        last_line = line + encoded.last_line
        last_column = encoded.last_column + (0 if encoded.last_line else column)
    return numbers


def _encoded(pieces: Iterable[Coloured], source: SourceText) -> _Encoded:
    numbers = encode(pieces, source)
    line = column = 0
    for at in range(0, len(numbers), 5):
        column = numbers[at + 1] + (0 if numbers[at] else column)
        line += numbers[at]
    return _Encoded(tuple(numbers), line, column)


class _ByText:
    """A block as the key of a cache: equal texts have equal tokens."""

    __slots__ = ("block", "text")

    def __init__(self, block: Block) -> None:
        self.block, self.text = block, block.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByText) and self.text == other.text


@lru_cache(maxsize=MAX_CACHED_BLOCKS)
def _of_block(key: _ByText) -> _Encoded:
    return _encoded(coloured(key.block), SourceText(key.block.text))


@lru_cache(maxsize=4 * MAX_CACHED_BLOCKS)
def _of_template(text: str, template: str, runs: tuple[tuple[int, int, int], ...]) -> _Encoded:
    """Return the tokens of a block of inline PTX, whose place in its file has a text."""
    view = View(
        Listing.of(SourceText(template), is_body=True),
        InlineBlock(0, len(text), template, runs, "%", ()),
    )
    return _encoded(_placed(view), SourceText(text))


def _placed(view: View) -> list[Coloured]:
    """Return the tokens of inline PTX at their places in the file."""
    found: set[Coloured] = set()
    for base, block in zip(view.listing.bases, view.listing.blocks, strict=True):
        for piece in coloured(block):
            place = view.outer(base + piece.start, base + piece.end)
            if place is not None:
                found.add(piece._replace(start=place[0], end=place[1]))
    return sorted(found)


def _of_python(python: PythonText, start: int, end: int) -> Iterator[tuple[int, _Encoded]]:
    """Yield the tokens of the functions between two offsets, and of the text around functions."""
    ends = [0, *(function.start for function in python.functions), len(python.text)]
    for first, last in pairwise(ends):
        if first < end and last > start:
            yield first, _of_function(python.text[first:last])


@lru_cache(maxsize=MAX_CACHED_BLOCKS)
def _of_function(text: str) -> _Encoded:
    source = SourceText(text)
    return _encoded(_python_pieces(PythonText(source)), source)


def _python_pieces(python: PythonText | None) -> list[Coloured]:
    """Return the opcodes, modifiers and types of the instructions of Python."""
    found: list[Coloured] = []
    if python is None:
        return found
    text = python.text
    for chain in python.chains(0, len(text)):
        if chain.special or chain.opcode not in _OPCODES or is_word_of_dialect(chain.path):
            continue
        at = chain.start + len("ptx.") + (len("inst.") if chain.is_explicit else 0)
        kind = _TYPE["keyword"]
        for part in text[at : chain.end].split("."):
            if part:
                is_type = kind != _TYPE["keyword"] and part in TYPES
                found.append(Coloured(at, at + len(part), _TYPE["type"] if is_type else kind))
            at += len(part) + 1
            kind = _TYPE["modifier"]
    return found


_OPCODES: Final = opcodes()


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
    most = min(len(before), len(after))
    front = _common(before, after, most, is_front=True)
    back = _common(before, after, most - front, is_front=False)
    return [(front, len(before) - front - back, after[front : len(after) - back])]


def _common(first: list[int], second: list[int], most: int, *, is_front: bool) -> int:
    """Return how many numbers two lists have in common at their beginnings, or at their ends."""
    low, high = 0, most
    # Slices are compared at once, which is faster than number by number.
    while low < high:
        middle = (low + high + 1) // 2
        if is_front:
            is_equal = first[low:middle] == second[low:middle]
        else:
            ends = len(first) - low, len(second) - low
            step = middle - low
            is_equal = first[ends[0] - step : ends[0]] == second[ends[1] - step : ends[1]]
        if is_equal:
            low = middle
        else:
            high = middle - 1
    return low
