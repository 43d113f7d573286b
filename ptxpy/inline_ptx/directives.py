"""The directives of the preprocessor in a C++ file: macros, included files and conditions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.inline_ptx.preprocessing_tokens import tokens
from ptxpy.ir.patterns import compile_pattern

if TYPE_CHECKING:
    from ptxpy.inline_ptx.preprocessing_tokens import Token

__all__ = ["Condition", "Directives", "Macro", "Region", "scan_directives"]


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
    """All of which hold where it is defined."""


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
            earlier = close(match.start())
            own = () if word == "else" else (_condition("if", rest),)
            if word != "endif":
                otherwise = earlier + tuple(map(_negation, own))
                open_regions.append((match.end(), earlier + own, otherwise))
    while open_regions:
        close(len(text))
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
                if not parameters or text[: token.origin].rstrip().endswith((",", "(")):
                    parameters.append("__VA_ARGS__")
            elif token.kind == "name":
                parameters.append(token.text)
    body = tuple(tokens(text, start, directive.end()))
    names = tuple(parameters) if head[2] else None
    return [Macro(head[1], names, body, directive.start(), variadic)]
