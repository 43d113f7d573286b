"""The rules: regular expressions, each with the kind of text that it matches.

The first rule that matches at a position counts. The patterns are in the common subset of Python's
`re` and Oniguruma. Their words come from the instruction table, and the shapes of names and numbers
from the grammar, so a new instruction is coloured without a change here.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.isa import (
    DIRECTIVES,
    SPECIAL_REGISTERS,
    STATE_SPACES,
    TYPES,
    all_opcodes,
)
from ptxpy.syntax import terminal_patterns as terminals

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["KINDS", "Rule", "rules"]

KINDS: Final = (
    *("comment", "string", "number", "opcode", "modifier", "type", "space", "directive"),
    *("register", "special", "label", "guard", "name", "operator", "punctuation"),
)
"""The kinds of text: `special` registers, state `space`s, `name`s of variables and functions."""


class Rule(NamedTuple):
    """A kind of text, and the pattern of its texts."""

    kind: str
    pattern: str


def _plain(pattern: str) -> str:
    """Return a pattern of the grammar without possessive quantifiers (`ptxpy.ir.patterns`)."""
    return re.sub(r"([*+?}])\+", r"\1", pattern).replace("\\/", "/")


def _words(words: Iterable[str]) -> str:
    """Return a pattern of some words, the longest first, so that none hides a longer one."""
    return "|".join(
        re.escape(word) for word in sorted({*words}, key=lambda each: (-len(each), each))
    )


_END: Final = r"(?![\w$])"
_BEFORE_NAME: Final = r"(?<![\w$%.])"


@cache
def rules() -> tuple[Rule, ...]:
    """Return the rules, in order."""
    name = _plain(terminals.IDENT)
    numbers = map(_plain, (terminals.HEX, terminals.BITS, terminals.FLOAT, terminals.INT))
    special = _words(row.name for row in SPECIAL_REGISTERS)
    spaces = _words(f".{word}" for word in STATE_SPACES)
    types = _words(f".{word}" for word in TYPES if word.isalnum())
    linkage = (*terminals.LINKAGE_WORDS, *terminals.FUNCTION_WORDS, *terminals.DIRECTIVE_WORDS)
    directives = _words((*DIRECTIVES, *linkage, *terminals.TARGETS_WORDS))
    return (
        Rule("comment", r"//[^\n]*"),
        Rule("comment", r"/\*(?:[^*]|\*(?!/))*\*/"),
        Rule("string", _plain(terminals.STRING)),
        Rule("guard", rf"@!?%?{name}"),
        Rule("special", rf"(?:{special}){_END}(?:\.[xyzw]{_END})?"),
        Rule("register", rf"{_plain(terminals.REGISTER)}(?:<\d+>)?"),
        Rule("space", rf"(?:{spaces}){_END}(?!::)"),
        Rule("type", rf"(?:{types}){_END}(?!::)"),
        Rule("directive", rf"(?:{directives}){_END}(?!::)"),
        *(Rule("number", rf"(?<![\w$%]){number}") for number in numbers),
        Rule("modifier", _plain(terminals.DOTNAME)),
        Rule("label", rf"{_BEFORE_NAME}{name}(?=\s*:(?!:))"),
        Rule("opcode", rf"{_BEFORE_NAME}(?:{_words(all_opcodes())})(?=[\s.;])"),
        # A word that is none, such as a wrong number, is a name.
        Rule("name", r"[\w$]+"),
        Rule("operator", r"[-+*/&|^~!<>=?]+|%"),
        Rule("punctuation", r"[\[\]{}(),;:@]"),
    )
