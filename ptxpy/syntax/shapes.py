"""From the shape of a statement to the factory of its nodes.

A shape is a start rule and the terminals of the tokens. The shapes of the corpus are shipped with
their templates; every other is parsed by Lark, once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ptxpy.syntax.errors import ShapeError
from ptxpy.syntax.ir_templates import RUN, Template
from ptxpy.syntax.node_factories import Factory, factory_of, forget_code
from ptxpy.syntax.shipped_shapes import decode, shipped_templates

MAX_NESTING: Final = 64
"""Depth of the brackets in one statement, and operators in a row."""

_MAX_FACTORIES: Final = 20_000
"""Factories that are kept: all are forgotten when there are more."""

_factories: dict[tuple[str, ...], Factory] = {}
"""Those of shapes that have been met, but for the shipped ones."""

_shipped: dict[tuple[str, ...], Factory] = {}
"""Those of shipped shapes that have been met."""


def known_shapes() -> set[tuple[str, ...]]:
    """Return the shapes that have been met, but for the shipped ones."""
    return set(_factories)


def forget_shapes() -> None:
    """Forget all shapes but the shipped ones (for measuring cold parses)."""
    _factories.clear()
    forget_code()


def factory_for(start: str, terminals: Sequence[str], offsets: Sequence[int], end: int) -> Factory:
    """Return the factory of a shape; raises `ShapeError` when the grammar has no such statement."""
    key = (start, *terminals)
    factory = _shipped.get(key) or _factories.get(key)
    if factory is None:
        line = shipped_templates().get(" ".join(key))
        if line is not None:
            factory = _shipped[key] = factory_of(decode(line), terminals)
            return factory
        factory = factory_of(parse_template(start, terminals, offsets, end), terminals)
        if len(_factories) >= _MAX_FACTORIES:
            _factories.clear()
        _factories[key] = factory
    return factory


def parse_template(
    start: str, terminals: Sequence[str], offsets: Sequence[int], end: int
) -> Template:
    """Let Lark parse a shape; raises `ShapeError` when the grammar has no such statement."""
    # Only for shapes that are new: it imports Lark.
    from ptxpy.syntax.lark_parser import UnexpectedTokenError, parse_shape  # noqa: PLC0415

    _check_nesting(terminals, offsets)
    tokens = [
        (terminal.removeprefix(RUN), f"{RUN}{i}" if terminal.startswith(RUN) else str(i))
        for i, terminal in enumerate(terminals)
    ]
    try:
        return parse_shape(start, tokens)
    except UnexpectedTokenError as error:
        offset = offsets[error.position] if error.position < len(terminals) else end
        raise ShapeError(offset, "", error.expected) from None


_OPENING = frozenset({"LPAR", "LBRACE", "LSQB"})
_CLOSING = frozenset({"RPAR", "RBRACE", "RSQB"})
_LEAVES = frozenset(
    {
        "IDENT",
        "DOTTED",
        "DOTNAME",
        "STATE_SPACE",
        "REGISTER",
        "INT",
        "HEX",
        "FLOAT",
        "BITS",
        "STRING",
        "LINKAGE",
    }
)


def _check_nesting(terminals: Sequence[str], offsets: Sequence[int]) -> None:
    """Refuse deep brackets and long chains of operators: trees are walked recursively."""
    depth = operators = 0
    for terminal, offset in zip(terminals, offsets, strict=True):
        if terminal in _OPENING:
            depth += 1
            operators += terminal == "LPAR"
        elif terminal in _CLOSING:
            depth -= 1
        elif terminal == "COMMA":
            operators = 0
        elif terminal not in _LEAVES:
            operators += 1
        if depth > MAX_NESTING or operators > MAX_NESTING:
            raise ShapeError(offset, f"an expression nested deeper than {MAX_NESTING}")
