"""The preprocessor's view of C++: tokens (translation phases 2 and 3), and directives.

Macros are replaced before tree-sitter parses a statement: the tokens of a macro's body need not
parse. Each token has its place in the file.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.ir import compile_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "OUTSIDE",
    "Condition",
    "Directives",
    "Macro",
    "Region",
    "Token",
    "blank_comments",
    "blank_strings",
    "scan_directives",
    "tokens",
]


OUTSIDE: Final = -1
"""The origin of a token from another file."""


class Token(NamedTuple):
    """A token, with the white space before it reduced to a flag."""

    text: str
    kind: str
    """`name`, `number`, `string`, `raw`, `character` or `mark`."""
    origin: int
    """The offset in the file, or `OUTSIDE`."""
    spaced: bool = False
    """Whether white space precedes it."""
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
        # White space is no token, but `#` and `__VA_ARGS__` need to know where it was.
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
    # Strings are matched, too, so that `//` in a string begins no comment.
    return _OPAQUE.sub(lambda match: match[0] if match["comment"] is None else _blank(match), text)


def blank_strings(text: str) -> str:
    """Return the text with comments, strings and characters replaced by spaces."""
    return _OPAQUE.sub(_blank, text)


class Condition(NamedTuple):
    """The condition of a branch."""

    text: str
    negated: bool = False


class Macro(NamedTuple):
    """A macro."""

    name: str
    parameters: tuple[str, ...] | None
    """Its parameters; None for one without parentheses. The last is `__VA_ARGS__` after `...`."""
    body: tuple[Token, ...]
    offset: int
    """Where the directive begins."""
    variadic: bool = False
    conditions: tuple[Condition, ...] = ()
    """The conditions around the definition, which all hold there."""


class Region(NamedTuple):
    """Lines that depend on conditions."""

    start: int
    end: int
    conditions: tuple[Condition, ...]
    """All of which hold there."""


class Directives(NamedTuple):
    """The directives of a file."""

    macros: tuple[Macro, ...]
    includes: tuple[str, ...]
    """The names of included files, without quotes or angles."""
    regions: tuple[Region, ...]
    """In the order of their starts; an inner region begins after its outer one."""
    spans: tuple[tuple[int, int], ...]
    """The offsets at which directives begin and end."""

    def conditions(self, offset: int) -> tuple[Condition, ...]:
        """Return the conditions that hold at an offset."""
        return tuple(
            condition
            for region in self.regions
            if region.start <= offset < region.end
            for condition in region.conditions
        )


MAX_NESTING: Final = 100
"""Nested conditions that count for a macro: a bound on time."""
_DIRECTIVE: Final = compile_pattern(
    r"^[ \t]*\#[ \t]*(?P<word>[a-z_]+)\b(?P<rest>(?:[^\\\n]|\\\r?\n|\\)*+)", re.MULTILINE
)
_INCLUDE: Final = compile_pattern(r'\A\s*["<]([^">\n]+)[">]')
_DEFINE: Final = compile_pattern(r"(?:\s|\\\r?\n)*([^\W\d][\w$]*)(\()?")


def scan_directives(text: str) -> Directives:
    """Return the directives of a text whose comments are blank."""
    macros: list[Macro] = []
    includes: list[str] = []
    spans: list[tuple[int, int]] = []
    regions: list[Region] = []
    open_regions: list[tuple[int, tuple[Condition, ...], tuple[Condition, ...]]] = []

    def close(end: int) -> tuple[Condition, ...]:
        start, holding, earlier = open_regions.pop()
        regions.append(Region(start, end, holding))
        return earlier

    # Each branch is a region with its own condition and the negations of the branches before it.
    for match in _DIRECTIVE.finditer(text):
        word, rest = match["word"], match["rest"]
        spans.append((match.start(), match.end()))
        if word == "define":
            conditions = tuple(each for part in open_regions[:MAX_NESTING] for each in part[1])
            macros += (macro._replace(conditions=conditions) for macro in _macros(text, match))
        elif word == "include":
            includes += _INCLUDE.findall(rest)
        elif word in {"if", "ifdef", "ifndef"}:
            condition = _condition(word, rest)
            open_regions.append((match.end(), (condition,), (_negation(condition),)))
        elif word in {"elif", "else", "endif"} and open_regions:
            # `#else` and `#elif` close the branch before them.
            earlier = close(match.start())
            own = () if word == "else" else (_condition("if", rest),)
            if word != "endif":
                otherwise = earlier + tuple(map(_negation, own))
                open_regions.append((match.end(), earlier + own, otherwise))
    # A header may be cut off, and conditions in it may have no `#endif`.
    while open_regions:
        close(len(text))
    # Sorted by their starts, outer regions come before those inside them.
    regions.sort()
    return Directives(tuple(macros), tuple(includes), tuple(regions), tuple(spans))


def _condition(word: str, rest: str) -> Condition:
    text = " ".join(rest.replace("\\\n", " ").split())
    return Condition(f"defined({text})" if word != "if" else text, word == "ifndef")


def _negation(condition: Condition) -> Condition:
    return condition._replace(negated=not condition.negated)


def _macros(text: str, directive: re.Match[str]) -> list[Macro]:
    """Return the macro that a directive defines; none if it is malformed."""
    head = _DEFINE.match(text, directive.start("rest"), directive.end())
    if head is None:
        return []
    parameters: list[str] = []
    variadic = False
    start = head.end()
    if head[2]:
        for token in tokens(text, start, directive.end()):
            start = token.origin + len(token.text)
            if token.text == ")":
                break
            if token.text == "...":
                variadic = True
                # In GNU's `args...` the name itself stands for the variable arguments.
                if not parameters or text[: token.origin].rstrip().endswith((",", "(")):
                    parameters.append("__VA_ARGS__")
            elif token.kind == "name":
                parameters.append(token.text)
    body = tuple(tokens(text, start, directive.end()))
    names = tuple(parameters) if head[2] else None
    return [Macro(head[1], names, body, directive.start(), variadic)]
