"""`asm` statements of C++, parsed by tree-sitter."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final, Protocol

import tree_sitter
import tree_sitter_cuda

from ptxpy._records import NamedTuple
from ptxpy.inline_ptx.blocks import Block, Operand, Run, Skipped, TemplatePositions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node, Tree

    from ptxpy.inline_ptx.blocks import Expansion

__all__ = [
    "UNKNOWN_MACRO",
    "UNPARSED",
    "Expressions",
    "LiteralError",
    "Piece",
    "Source",
    "literal_pieces",
    "parse",
    "query",
    "read_statements",
]


_PREFIX: Final = "void f(){"

UNPARSED: Final = "the statement does not parse"
UNKNOWN_MACRO: Final = "a macro in the text is not found"
MALFORMED_STRING: Final = "a string is malformed"
"""Reasons why a statement is skipped."""


class Source(NamedTuple):
    """Text that tree-sitter has parsed; it counts in bytes, and everything else in characters."""

    tree: Tree
    data: bytes
    is_ascii: bool

    def offset(self, byte: int) -> int:
        """Return the offset in characters of an offset in bytes."""
        if self.is_ascii:
            return byte
        return len(self.data[:byte].decode("utf-8", "surrogateescape"))

    def byte(self, offset: int) -> int:
        """Return the offset in bytes of an offset in characters."""
        if self.is_ascii:
            return offset
        text = self.data.decode("utf-8", "surrogateescape")[:offset]
        return len(text.encode("utf-8", "surrogateescape"))

    def text(self, node: Node) -> str:
        """Return the text of a node."""
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "surrogateescape")


@cache
def _language() -> tree_sitter.Language:
    return tree_sitter.Language(tree_sitter_cuda.language())


@cache
def _parser() -> tree_sitter.Parser:
    return tree_sitter.Parser(_language())


@cache
def query(pattern: str) -> tree_sitter.Query:
    """Return a compiled query of the grammar."""
    return tree_sitter.Query(_language(), pattern)


def parse(text: str) -> Source:
    """Parse C++."""
    data = text.encode("utf-8", "surrogateescape")
    return Source(_parser().parse(data), data, text.isascii())


class UnreadableStatementError(ValueError):
    """An `asm` statement that cannot be read."""

    def __init__(self, reason: str, detail: str = "") -> None:
        """Create the error with one of a few reasons, and the name that it is about."""
        self.reason = reason
        self.detail = detail
        super().__init__(reason)


class Expressions(Protocol):
    """The known facts about the expressions in a file."""

    def type_of(self, site: int, source: Source, node: Node) -> str | None:
        """Return the type of an expression of a statement at an offset, or None."""

    def varies(self, site: int, source: Source, node: Node) -> bool:
        """Return whether an expression is known to be no constant."""


def read_statements(expansion: Expansion, expressions: Expressions) -> Iterator[Block | Skipped]:
    """Yield the `asm` statements of a text.

    Args:
        expansion: Statements in which macros are replaced.
        expressions: The known facts about the expressions that are operands.
    """
    # An expression is only read inside a function, so the statement is put into one.
    source = parse(f"{_PREFIX}{expansion.text};}}")
    cursor = tree_sitter.QueryCursor(query("(gnu_asm_expression) @asm"))
    found = cursor.captures(source.tree.root_node).get("asm", [])
    for node in sorted(found, key=lambda node: node.start_byte):
        reader = _Reader(source, expansion, expressions)
        try:
            yield reader.block(node)
        except UnreadableStatementError as error:
            place, _ = expansion.place(source.offset(node.start_byte) - len(_PREFIX))
            yield Skipped(place.line, place.column, error.reason, error.detail)
    if not found:
        place = expansion.lines.place(expansion.site)
        yield Skipped(place.line, place.column, UNPARSED)


class _Reader:
    """The reading of one statement."""

    def __init__(
        self,
        source: Source,
        expansion: Expansion,
        expressions: Expressions,
    ) -> None:
        self.source = source
        self.expansion = expansion
        self.expressions = expressions

    def offset(self, node: Node) -> int:
        """Return the offset of a node in the expansion."""
        # The parsed text begins with the prefix, the expansion after it.
        return self.source.offset(node.start_byte) - len(_PREFIX)

    def block(self, node: Node) -> Block:
        """Return the block of a statement."""
        code = node.child_by_field_name("assembly_code")
        if code is None:
            raise UnreadableStatementError(UNPARSED)
        # The template comes before the errors of the node, since an unknown macro explains most of
        # them.
        template, positions = self._template(code)
        if node.has_error:
            raise UnreadableStatementError(*_error_in(node, self.source))
        qualifiers = {
            self.source.text(child) for child in node.children if child.type == "gnu_asm_qualifier"
        }
        outputs = self._operands(node.child_by_field_name("output_operands"))
        inputs = self._operands(node.child_by_field_name("input_operands"))
        clobbers = node.child_by_field_name("clobbers")
        place, _ = self.expansion.place(self.offset(node))
        return Block(
            template,
            positions,
            outputs,
            inputs,
            () if clobbers is None else self._clobbers(clobbers),
            bool(qualifiers & {"volatile", "__volatile__", "__volatile"}),
            "cuda",
            place.line,
            place.column,
            # Without operands GCC calls the statement basic: its percent signs stand for
            # themselves.
            basic=not outputs and not inputs,
        )

    def _template(self, code: Node) -> tuple[str, TemplatePositions]:
        nodes = [code] if code.type != "concatenated_string" else code.children
        parts: list[str] = []
        runs: list[Run] = []
        strings: list[int] = []
        length = 0
        for node in nodes:
            if node.type == "comment":
                continue
            if node.type not in {"string_literal", "raw_string_literal"}:
                name = self.source.text(node).split("(")[0].strip()
                raise UnreadableStatementError(UNKNOWN_MACRO, name)
            literal = self.source.text(node)
            start = self.offset(node)
            strings.append(length)
            try:
                pieces = literal_pieces(literal)
            except LiteralError as error:
                raise UnreadableStatementError(MALFORMED_STRING, str(error)) from None
            for piece in pieces:
                place, advances = self.expansion.place(start + piece.offset)
                runs.append(Run(length, *place, advances=advances and piece.advances))
                parts.append(piece.text)
                length += len(piece.text)
        if not runs:
            place, _ = self.expansion.place(self.offset(code))
            runs.append(Run(0, *place))
        return "".join(parts), TemplatePositions(tuple(runs), tuple(strings))

    def _operands(self, node: Node | None) -> tuple[Operand, ...]:
        if node is None:
            return ()
        return tuple(
            self._operand(child)
            for child in node.children
            if child.type in {"gnu_asm_output_operand", "gnu_asm_input_operand"}
        )

    def _operand(self, node: Node) -> Operand:
        constraint = node.child_by_field_name("constraint")
        value = node.child_by_field_name("value")
        symbol = node.child_by_field_name("symbol")
        if constraint is None or value is None:
            raise UnreadableStatementError(UNPARSED)
        place, _ = self.expansion.place(self.offset(node))
        return Operand(
            self._string(constraint),
            self.source.text(value),
            self.expressions.type_of(self.expansion.site, self.source, value),
            *place,
            "" if symbol is None else self.source.text(symbol),
            self.expressions.varies(self.expansion.site, self.source, value),
        )

    def _string(self, node: Node) -> str:
        if node.type == "concatenated_string":
            return "".join(self._string(child) for child in node.children)
        try:
            return "".join(piece.text for piece in literal_pieces(self.source.text(node)))
        except LiteralError as error:
            raise UnreadableStatementError(MALFORMED_STRING, str(error)) from None

    def _clobbers(self, node: Node) -> tuple[str, ...]:
        return tuple(
            self._string(child)
            for child in node.children
            if child.type in {"string_literal", "concatenated_string", "raw_string_literal"}
        )


def _error_in(node: Node, source: Source) -> tuple[str, str]:
    """Return why a statement does not parse."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        # The first `ERROR` in the order of the text names the cause; its ancestors only contain it.
        if each.type == "ERROR":
            return UNPARSED, source.text(each)[:40]
        waiting += reversed([child for child in each.children if child.has_error])
    return UNPARSED, ""


class LiteralError(ValueError):
    """A literal whose value cannot be known."""


class Piece(NamedTuple):
    """Characters of a value that are next to each other in the literal, too."""

    text: str
    offset: int
    """The offset of the first in the literal."""
    advances: bool = True
    """Whether each has a place of its own; False for an escape sequence."""


_RAW: Final = re.compile(r'(?:u8|[uUL])?R"([^(]*)\((.*)\)\1"', re.DOTALL)
_PART: Final = re.compile(
    r"""
      (?P<plain>[^\\]+)
    | (?P<splice>\\\r?\n)
    | \\(?P<simple>[abfnrtv'"?\\])
    | \\(?P<octal>[0-7]{1,3})
    | \\x(?P<hexadecimal>[0-9A-Fa-f]+)
    | \\(?:u(?P<short>[0-9A-Fa-f]{4})|U(?P<long>[0-9A-Fa-f]{8}))
    | \\(?P<unknown>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_SIMPLE: Final = dict(zip("abfnrtv'\"?\\", "\a\b\f\n\r\t\v'\"?\\", strict=True))
_LARGEST: Final = 0x10FFFF


def literal_pieces(literal: str) -> list[Piece]:
    """Return the value of a literal in pieces; raise `LiteralError` if it is malformed."""
    raw = _RAW.fullmatch(literal)
    if raw is not None:
        # A raw string has no escapes, so its characters are where they are in the file.
        return _raw_pieces(raw[2], raw.start(2))
    start = literal.find('"') + 1
    if not start or len(literal) <= start or not literal.endswith('"'):
        msg = "a string that does not end"
        raise LiteralError(msg)
    found: list[Piece] = []
    for match in _PART.finditer(literal, start, len(literal) - 1):
        kind = match.lastgroup
        value = match[kind or 0]
        if kind == "plain":
            found.append(Piece(value, match.start()))
        elif kind == "simple":
            found.append(Piece(_SIMPLE[value], match.start(), advances=False))
        elif kind in {"octal", "hexadecimal", "short", "long"}:
            code = int(value, 8 if kind == "octal" else 16)
            if code > _LARGEST:
                msg = f"an escape sequence that is no character: {match[0]}"
                raise LiteralError(msg)
            found.append(Piece(chr(code), match.start(), advances=False))
        elif kind == "unknown":
            msg = f"an unknown escape sequence: {match[0]}"
            raise LiteralError(msg)
    return found


def _raw_pieces(value: str, offset: int) -> list[Piece]:
    """Return a piece for each line of a raw string."""
    found = []
    # Places are lines and columns, so a piece must not go beyond its line.
    for line in value.splitlines(keepends=True):
        found.append(Piece(line, offset))
        offset += len(line)
    return found
