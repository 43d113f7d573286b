"""The shipped LALR tables read what Lark reads: the same templates for every shape."""

from __future__ import annotations

from lark import Token as LarkToken

from ptxpy.syntax import parse_table
from ptxpy.syntax.common_shapes import COMMON_SHAPES
from ptxpy.syntax.lalr import Parser, Rule, Tables, Token
from ptxpy.syntax.language import statement_parser
from ptxpy.syntax.makers import RUN
from ptxpy.syntax.templates import TemplateTransformer


def test_same_templates() -> None:
    """Both parsers make the same template of every common shape."""
    rules = [Rule(*rule) for rule in parse_table.RULES]
    tables = Tables(parse_table.STARTS, parse_table.ENDS, parse_table.ACTIONS, rules)
    parser = Parser(tables, TemplateTransformer())
    shapes = [shape.split() for shape in COMMON_SHAPES if RUN not in shape]
    assert len(shapes) > 400  # so that they cannot vanish
    for start, *types in shapes:
        lark = statement_parser().parse_interactive(start=start)
        for position, kind in enumerate(types):
            lark.feed_token(LarkToken(kind, str(position)))
        tokens = [Token.of(kind, str(position)) for position, kind in enumerate(types)]
        assert parser.parse(start, tokens) == lark.feed_eof()  # type: ignore[no-untyped-call]
