"""Lark, which reads every statement shape that is met for the first time, by grammar/ptx.lark.

Lark is imported when the first such shape comes, and loads its tables from `lark_tables.txt`; where
those are of another grammar or of another Lark, it makes them of the grammar's text.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ptxpy._pickling import PicklableError
from ptxpy.syntax.ir_templates import Template

if TYPE_CHECKING:
    from lark import Lark

STARTS = ("module_item", "body_item", "section_item", "function_head", "section_head")
"""The start rules for shapes: one statement, or the head of one with a body."""

_HERE = Path(__file__).parent
TABLES = _HERE / "lark_tables.txt"
"""The tables of the grammar that the package ships, made by tools/generate_syntax."""


class UnexpectedTokenError(PicklableError):
    """A token that cannot stand where it stands."""

    def __init__(self, position: int, expected: Sequence[str]) -> None:
        """Take its position in the shape, and the terminals that could stand there."""
        super().__init__(position)
        self.position = position
        self.expected = tuple(expected)


def grammar_path() -> Path:
    """Return where ptx.lark is: in the installed package, or in the source tree."""
    installed = _HERE.parent / "grammar" / "ptx.lark"
    return installed if installed.is_file() else _HERE.parents[1] / "grammar" / "ptx.lark"


def grammar_text() -> str:
    """Return the text of ptx.lark."""
    return grammar_path().read_text(encoding="utf-8")


def make_parser(starts: Sequence[str], transformer: object = None) -> Lark:
    """Let Lark make a parser of the grammar's text."""
    from lark import Lark  # noqa: PLC0415 - 40 ms, only where a shape is new

    return Lark(
        grammar_text(),
        parser="lalr",
        lexer="basic",
        maybe_placeholders=False,
        start=list(starts),
        transformer=transformer,
    )


@cache
def shape_parser() -> Lark:
    """Return Lark's parser for shapes; it yields templates of IR."""
    from ptxpy.syntax.lark_tables import load  # noqa: PLC0415 - as Lark itself
    from ptxpy.syntax.node_mapping import node_mapping  # noqa: PLC0415

    tables = TABLES.read_text(encoding="utf-8") if TABLES.is_file() else ""
    return load(tables, grammar_text(), node_mapping()) or make_parser(STARTS, node_mapping())


@cache
def module_parser() -> Lark:
    """Return Lark's parser for whole files: slow, and the reference for the reader by shapes."""
    from ptxpy.syntax.node_mapping import node_mapping  # noqa: PLC0415

    return make_parser(["module"], node_mapping())


def parse_shape(start: str, tokens: Sequence[tuple[str, str]]) -> Template:
    """Return the template of a shape: its start rule, and the terminals and texts of its tokens.

    Raises `UnexpectedTokenError`.
    """
    parser = shape_parser()
    from lark import Token, UnexpectedToken  # noqa: PLC0415

    reading = parser.parse_interactive(start=start)
    position = 0
    try:
        for kind, text in tokens:
            reading.feed_token(Token(kind, text))
            position += 1
        return reading.feed_eof()  # type: ignore[no-untyped-call]
    except UnexpectedToken:
        expected = reading.accepts()  # type: ignore[no-untyped-call]
        # The end is named where it can follow what has been read in any context.
        expected |= {"$END"} & reading.choices().keys()  # type: ignore[no-untyped-call]
        raise UnexpectedTokenError(position, sorted(expected)) from None
