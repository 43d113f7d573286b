"""What could have stood there, in words: the grammar's terminals as people name them."""

from __future__ import annotations

from collections.abc import Iterable

_OPERATORS = frozenset(
    {
        "STAR", "SLASH", "PERCENT", "PLUS", "MINUS", "LESSTHAN", "MORETHAN", "AMPERSAND",
        "CIRCUMFLEX", "VBAR", "QMARK", "TILDE", "BANG",
    }
)  # fmt: skip

_WORDS = {
    "SEMICOLON": "';'",
    "COMMA": "','",
    "COLON": "':'",
    "LPAR": "'('",
    "RPAR": "')'",
    "LSQB": "'['",
    "RSQB": "']'",
    "LBRACE": "'{'",
    "RBRACE": "'}'",
    "EQUAL": "'='",
    "AT": "'@'",
    "LESSTHAN": "'<'",
    "MORETHAN": "'>'",
    "IDENT": "a name",
    "REGISTER": "a register",
    "DOTTED": "an opcode",
    "DOTNAME": "a modifier, type or directive",
    "STATE_SPACE": "a modifier, type or directive",
    "CONSTANT_BANK": "a modifier, type or directive",
    "LINKAGE": "a linkage directive",
    "FUNCTION": "'.entry' or '.func'",
    "INT": "a number",
    "HEX": "a number",
    "BITS": "a number",
    "FLOAT": "a number",
    "STRING": "a string",
    "CALL": "an opcode",
    "DOTTED_CALL": "an opcode",
    "TARGETS": "'.branchtargets' or '.calltargets'",
    "FUNCTION_NAME": "'function_name'",
    "INLINED_AT": "'inlined_at'",
    "$END": "the end of the statement",
}
_MIN_OPERATORS = 3
"""Operators from which on a message gathers them: "an operator"."""


def in_words(terminals: Iterable[str], keywords: dict[str, str]) -> tuple[str, ...]:
    """Return the terminals as words, operators gathered, each once."""
    spelled = {name: text for text, name in keywords.items()}
    names = sorted(set(terminals))
    operators = [n for n in names if n in _OPERATORS or n.startswith("__ANON")]
    words: list[str] = []
    for name in names:
        if name in operators and len(operators) >= _MIN_OPERATORS:
            word = "an operator"
        elif name in spelled:
            word = f"'{spelled[name]}'"
        else:
            word = _WORDS.get(name, "an operator")
        if word not in words:
            words.append(word)
    words.sort(key=lambda word: (word == "an operator", not word.startswith("'"), word))
    return tuple(words)
