"""From the shape of a statement to the factory of its nodes.

A shape is a start rule and the terminals of the tokens. The shapes of the corpus are shipped with
their templates, as lines of `common_shapes.txt`, which `tools/generate_syntax` writes: the shape, a
tab, and the template as JSON. The file is read at the first statement, a line when its shape comes.
Every other shape is parsed by Lark, once.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from ptxpy.ir import nodes as n
from ptxpy.syntax.errors import ShapeError
from ptxpy.syntax.ir_templates import (
    RUN,
    SLOTS,
    Build,
    Deferred,
    RegisterName,
    RegisterText,
    Slot,
    Template,
    Text,
)
from ptxpy.syntax.node_factories import ACTIONS, Factory, factory_of, forget_code

COMMON_SHAPES: Final = Path(__file__).with_name("common_shapes.txt")


@cache
def shipped_templates() -> dict[str, str]:
    """Return the templates that the package ships, each as JSON, by their shapes."""
    if not COMMON_SHAPES.is_file():
        return {}
    lines = COMMON_SHAPES.read_text(encoding="utf-8").splitlines()
    return dict([line.split("\t", 1) for line in lines if not line.startswith("#")])


def decode(line: str) -> Template:
    """Return the template that a line of the file holds after the shape.

    A number is the text of a token, `run4` the texts of a list of numbers, another word something
    that the reader supplies. A list begins with the class of a node, a semantic action, `register`,
    `name`, or for a tuple with nothing.
    """
    return _decode(json.loads(line))


_CLASSES: Final = {cls.__name__: cls for cls in vars(n).values() if isinstance(cls, type)}


def encode(template: Template) -> str:
    """Return the line for a template: see `decode`."""
    return json.dumps(_encode(template), separators=(",", ":"))


def _encode(template: Template) -> Any:  # noqa: ANN401 - JSON; one for each class
    if isinstance(template, Text):
        # Token numbers are integers in the file, so that no word is taken for one; `run4` alone is
        # a word.
        return template.token if template.token.startswith(RUN) else int(template.token)
    if isinstance(template, RegisterText):
        return ["register", int(template.token)]
    if isinstance(template, RegisterName):
        return ["name", int(template.token)]
    if isinstance(template, Build):
        return [template.cls.__name__, *map(_encode, template.values)]
    if isinstance(template, Deferred):
        return [template.function, *map(_encode, template.arguments)]
    if isinstance(template, Slot):
        return template.name
    if type(template) is tuple:
        return ["", *map(_encode, template)]
    return template


def _decode(found: Any) -> Template:  # noqa: ANN401 - as above
    """Return the template that a piece of JSON stands for."""
    if type(found) is int:
        return Text(str(found))
    if type(found) is list:
        head, *rest = found
        if head == "register":
            return RegisterText(str(rest[0]))
        row = tuple([_decode(item) for item in rest])
        if not head:
            return row
        if head == "name":
            return RegisterName(row[0].token)
        return Deferred(head, row) if head in ACTIONS else Build(_CLASSES[head], row)
    if type(found) is str:
        return SLOTS.get(found) or (Text(found) if found.startswith(RUN) else found)
    return found


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
    # The key is looked up as tuple first: joining it costs more than the lookup.
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

    # Lark's parser is a loop, but node rules and passes recurse.
    _check_nesting(terminals, offsets)
    tokens = [
        # A run is fed to Lark as one number: the grammar repeats numbers freely, so the shape is
        # the same.
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
            # An operand in parentheses makes a node of its own, so it counts as an operator.
            operators += terminal == "LPAR"
        elif terminal in _CLOSING:
            depth -= 1
        elif terminal == "COMMA":
            operators = 0
        elif terminal not in _LEAVES:
            operators += 1
        if depth > MAX_NESTING or operators > MAX_NESTING:
            raise ShapeError(offset, f"an expression nested deeper than {MAX_NESTING}")
