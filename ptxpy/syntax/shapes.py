"""From the shape of a statement to the factory of its nodes.

A shape is a start rule and the terminals of the tokens. It is made of forms (`derivations.py`): an
instruction of an opcode and operands, say. The forms of the corpus are shipped, as lines of
`common_forms.txt`, which `tools/generate_syntax` writes. A shape with another form is parsed by
Lark, once, and its forms are known from then on.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from ptxpy.syntax.derivations import FORMS, LONGEST_FORM, Forms, forms_of, read_forms, shipped_rules
from ptxpy.syntax.errors import ShapeError
from ptxpy.syntax.ir_templates import RUN, Template
from ptxpy.syntax.node_factories import Factory, factory_of, forget_code

MAX_NESTING: Final = 64
"""Depth of the brackets in one statement, and operators in a row."""

_MAX_FACTORIES: Final = 20_000
"""Factories that are kept: all are forgotten when there are more."""

_MAX_FORMS: Final = 10_000
"""Forms that are kept: those that Lark has parsed are forgotten when there are more."""

_factories: dict[tuple[str, ...], Factory] = {}
"""Those of shapes that have been met, but for those in `_shipped`."""

_shipped: dict[tuple[str, ...], Factory] = {}
"""Those of shapes that have been met, and for which the shipped forms are enough."""


@cache
def known_forms() -> Forms:
    """Return the forms that are known: the shipped ones, and those that Lark has parsed."""
    shipped = read_forms(FORMS.read_text(encoding="utf-8")) if FORMS.is_file() else {}
    return Forms(shipped_rules(), shipped)


def known_shapes() -> set[tuple[str, ...]]:
    """Return the shapes that have been met: start rules with terminals."""
    return {*_factories, *_shipped}


def forget_shapes(*, shipped: bool = False) -> None:
    """Forget all shapes and forms, but for those that follow from the shipped ones.

    It is for measuring cold parses: those are part of the program, as tables are. With `shipped`,
    the shapes are forgotten that the shipped forms are enough for.
    """
    _factories.clear()
    if shipped:
        _shipped.clear()
    _forget_forms()
    forget_code()


def _forget_forms() -> None:
    known_forms.cache_clear()
    _all_forms.cache_clear()


def factory_for(start: str, terminals: Sequence[str], offsets: Sequence[int], end: int) -> Factory:
    """Return the factory of a shape; raises `ShapeError` when the grammar has no such statement."""
    key = (start, *terminals)
    factory = _shipped.get(key) or _factories.get(key)
    if factory is None:
        # Lark's parser is a loop, but node rules and passes recurse.
        _check_nesting(terminals, offsets)
        known = known_forms()
        template = known.template(start, terminals)
        kept = _factories if template is None or known.has_learned else _shipped
        if template is None:
            template = _all_forms().template(start, terminals)
        if template is None:
            template = parse_template(start, terminals, offsets, end)
        if len(kept) >= _MAX_FACTORIES:
            kept.clear()
        factory = kept[key] = factory_of(template, terminals)
    return factory


@cache
def _all_forms() -> Forms:
    """Return the known forms, after those of earlier processes have been added."""
    from ptxpy.syntax import learned_forms  # noqa: PLC0415 - only for forms that are new

    known = known_forms()
    known.add({**learned_forms.read(), **known.forms}, shipped_rules())
    return known


def parse_template(
    start: str, terminals: Sequence[str], offsets: Sequence[int], end: int
) -> Template:
    """Let Lark parse a shape; raises `ShapeError` when the grammar has no such statement."""
    # Only for forms that are new: it imports Lark.
    from ptxpy.syntax.lark_parser import UnexpectedTokenError, parse_shape  # noqa: PLC0415

    # A run is fed to Lark as one number: the grammar repeats numbers freely, so the shape is the
    # same.
    plain = [terminal.removeprefix(RUN) for terminal in terminals]
    try:
        parsed = parse_shape(start, plain)
    except UnexpectedTokenError as error:
        offset = offsets[error.position] if error.position < len(terminals) else end
        raise ShapeError(offset, "", error.expected) from None
    template, forms = forms_of(terminals, parsed.steps, parsed.rules)
    if len(known_forms().forms) > _MAX_FORMS:
        _forget_forms()
    known = known_forms()
    new = {f: s for f, s in forms.items() if f not in known.forms and len(f) <= LONGEST_FORM}
    known.add(new, parsed.rules)
    # Forms are kept by the numbers of the shipped rules.
    if parsed.rules == shipped_rules():
        from ptxpy.syntax import learned_forms  # noqa: PLC0415 - only for forms that are new

        learned_forms.keep(new)
    return template


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
    """Refuse deep brackets and long chains of operators: trees are walked recursively.

    So is the Python of an array, `b8[2][2]`, which has a level for each dimension.
    """
    depth = operators = dimensions = 0
    before = ""
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
        if terminal == "LSQB":
            dimensions = dimensions + 1 if before == "RSQB" else 1
            if dimensions > MAX_NESTING:
                raise ShapeError(offset, f"more than {MAX_NESTING} dimensions")
        before = terminal
        if depth > MAX_NESTING or operators > MAX_NESTING:
            raise ShapeError(offset, f"an expression nested deeper than {MAX_NESTING}")
