"""The grammar at run time: Lark's parser for it, and its terminals as one regular expression."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ptxpy.syntax.lalr import Rule, Tables
from ptxpy.syntax.templates import TemplateTransformer

if TYPE_CHECKING:
    from lark import Lark

STARTS = ("module_item", "body_item", "section_item", "function_head", "section_head")
"""The start rules of the memoised parser: one statement, or the head of one with a body."""


class Terminals(NamedTuple):
    """How text is cut into terminals."""

    pattern: re.Pattern[str]
    """Matches one terminal; the group that matched is its name."""
    keywords: dict[str, str]
    """Spellings of terminals that are words, which `pattern` reads as a more general terminal."""
    ignored: frozenset[str]
    """White space and comments."""


def grammar_text() -> str:
    """Return the text of ptx.lark: from the installed package, or from the source tree."""
    installed = resources.files("ptxpy") / "grammar" / "ptx.lark"
    if installed.is_file():
        return installed.read_text(encoding="utf-8")
    source = Path(__file__).parents[2] / "grammar" / "ptx.lark"
    return source.read_text(encoding="utf-8")


@cache
def statement_parser() -> Lark:
    """Return Lark's LALR parser for single statements; it yields templates."""
    from lark import Lark  # noqa: PLC0415 - only tools and tests need it

    return Lark(
        grammar_text(),
        parser="lalr",
        lexer="basic",
        maybe_placeholders=False,
        start=list(STARTS),
        transformer=TemplateTransformer(),
    )


def lark_tables() -> Tables:
    """Return the LALR(1) tables that Lark makes of the grammar, numbered reproducibly."""
    from lark.parsers.lalr_analysis import Shift  # noqa: PLC0415

    parser = statement_parser()
    made: Any = parser.parser.parser._parse_table  # noqa: SLF001 - Lark has no other way
    numbers: dict[int, int] = {}
    for start in STARTS:
        numbers.setdefault(made.start_states[start], len(numbers))
    order = list(numbers)
    for state in order:
        for symbol in sorted(made.states[state]):
            action, target = made.states[state][symbol]
            if action is Shift and target not in numbers:
                numbers[target] = len(numbers)
                order.append(target)
    rules = {rule: number for number, rule in enumerate(parser.rules)}
    actions = [
        {
            symbol: numbers[target] if action is Shift else ~rules[target]
            for symbol, (action, target) in sorted(made.states[state].items())
        }
        for state in order
    ]
    return Tables(
        {start: numbers[made.start_states[start]] for start in STARTS},
        {start: numbers[made.end_states[start]] for start in STARTS},
        actions,
        [_table_rule(rule) for rule in parser.rules],
    )


def _table_rule(rule: Any) -> Rule:  # noqa: ANN401 - Lark's types are incomplete
    """Return a rule of Lark's as the parser needs it."""
    origin = str(rule.origin.name)
    kept = [
        position
        for position, symbol in enumerate(rule.expansion)
        if rule.options.keep_all_tokens or not (symbol.is_term and symbol.filter_out)
    ]
    helper = [
        not rule.expansion[position].is_term and rule.expansion[position].name.startswith("_")
        for position in kept
    ]
    return Rule(
        origin,
        len(rule.expansion),
        tuple(kept),
        tuple(helper),
        "" if origin.startswith("_") else str(rule.alias or origin),
        bool(rule.options.expand1 and not rule.alias),
    )


@cache
def module_parser() -> Lark:
    """Return Lark's LALR parser for whole files: slow, and the reference for the memoised one."""
    from lark import Lark  # noqa: PLC0415

    return Lark(
        grammar_text(),
        parser="lalr",
        lexer="basic",
        maybe_placeholders=False,
        start="module",
        transformer=TemplateTransformer(),
    )


@cache
def terminals() -> Terminals:
    """Return the grammar's terminals as one regular expression, in Lark's order of precedence."""
    parser = statement_parser()
    patterns = [t for t in parser.terminals if t.pattern.type == "re"]
    patterns.sort(key=lambda t: (-t.priority, -t.pattern.max_width, -len(t.pattern.value), t.name))
    keywords: dict[str, str] = {}
    literals: list[tuple[str, str]] = []
    for terminal in parser.terminals:
        if terminal.pattern.type != "str":
            continue
        spelling = terminal.pattern.value
        if any(re.fullmatch(t.pattern.to_regexp(), spelling) for t in patterns):
            keywords[spelling] = terminal.name
        else:
            literals.append((terminal.name, re.escape(spelling)))
    literals.sort(key=lambda named: -len(named[1]))
    alternatives = [(t.name, t.pattern.to_regexp()) for t in patterns] + literals
    return Terminals(
        re.compile("|".join(f"(?P<{name}>{regexp})" for name, regexp in alternatives)),
        keywords,
        frozenset(parser.ignore_tokens),
    )
