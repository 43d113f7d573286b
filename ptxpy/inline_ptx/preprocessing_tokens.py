"""Preprocessing tokens of C++ (the phases of translation 2 and 3), each with its place.

Tree-sitter parses what has no macros in it. Before that, macros are replaced, which works on
tokens of the preprocessor: those of a macro's body need not parse.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.ir.patterns import compile_pattern

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

__all__ = ["OUTSIDE", "Token", "blank_comments", "blank_strings", "tokens"]

OUTSIDE: Final = -1
"""The origin of a token that does not stand in the file at hand."""


class Token(NamedTuple):
    """A token, with the white space before it reduced to a flag."""

    text: str
    kind: str
    """`name`, `number`, `string`, `raw`, `character` or `mark`."""
    origin: int
    """The offset in the file, or `OUTSIDE`."""
    spaced: bool = False
    """Whether white space stands before it."""
    frozen: bool = False
    """Whether it is a macro's name in its own expansion, which is not expanded again."""


_SPLICE: Final = r"(?:\\\r?\n)"
_COMMENT: Final = r"(?P<comment>//(?:[^\\\n]|\\(?:\r?\n|.)?)*+|/\*(?s:.*?)(?:\*/|\Z))"
_RAW_STRING: Final = r'(?:u8|[uUL])?R"(?P<delimiter>[^()\\\s"]{0,16})\((?s:.*?)\)(?P=delimiter)"'
_PUNCTUATOR: Final = r"##|::|->|\+\+|--|<<=?|>>=?|[<>=!]=|&&|\|\||\.\.\.|(?s:.)"
_TOKEN: Final = compile_pattern(
    "|".join(
        (
            rf"(?P<space>(?:[ \t\r\n\f\v]|{_SPLICE})++)",
            _COMMENT,
            rf"(?P<raw>{_RAW_STRING})",
            r'(?P<string>(?:u8|[uUL])?"(?:[^"\\\n]|\\(?s:.))*+"?)',
            r"(?P<character>(?:u8|[uUL])?'(?:[^'\\\n]|\\(?s:.))*+'?)",
            r"(?P<number>\.?[0-9](?:[eEpP][+-]|'[0-9A-Za-z_]|[0-9A-Za-z_.])*+)",
            r"(?P<name>[^\W\d](?:[\w$])*+)",
            rf"(?P<mark>{_PUNCTUATOR})",
        )
    )
)


def tokens(text: str, start: int = 0, end: int | None = None) -> Iterator[Token]:
    """Yield the tokens of a part of a file, without white space and comments."""
    spaced = False
    for match in _TOKEN.finditer(text, start, len(text) if end is None else end):
        kind = match.lastgroup or "mark"
        if kind in {"space", "comment"}:
            spaced = True
            continue
        if kind == "delimiter":
            kind = "raw"
        yield Token(match[0], kind, match.start(), spaced)
        spaced = False


_OPAQUE: Final = compile_pattern(
    "|".join(
        (
            _COMMENT,
            rf"(?:\b{_RAW_STRING})",
            r'"(?:[^"\\\n]|\\(?s:.))*+"?',
            r"(?<![0-9A-Fa-f])'(?:[^'\\\n]|\\(?s:.))*+'",
        )
    )
)
_VISIBLE: Final = compile_pattern(r"[^\n]")


def _blank(match: re.Match[str]) -> str:
    return _VISIBLE.sub(" ", match[0])


def blank_comments(text: str) -> str:
    """Return the text with comments replaced by as many spaces; line ends stay."""
    return _OPAQUE.sub(lambda match: match[0] if match["comment"] is None else _blank(match), text)


def blank_strings(text: str) -> str:
    """Return the text with comments, strings and characters replaced by spaces."""
    return _OPAQUE.sub(_blank, text)
