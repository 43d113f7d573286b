"""What a reader, or ruff, would take exception to, mended line by line."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ptxpy.ir.patterns import compile_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ptxpy.codegen.wrap import Line

_WORD = compile_pattern(r"(?<![A-Za-z0-9_\"'%.])[A-Za-z_][A-Za-z0-9_]*+(?!=(?!=))")
"""A word that is no attribute, no keyword of an argument, and does not begin a string."""

_FILES = compile_pattern(r"([a-zA-Z_]\w*+(?:, [a-zA-Z_]\w*+)*+) = (?=reg\.bulk\()")
_NAMED = compile_pattern(r"([A-Za-z_][A-Za-z0-9_]*+) = (?=[A-Za-z])")


def used_only(lines: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the lines of a function without the names that it gives and does not use."""
    given: Counter[str] = Counter()
    for _, text in lines:
        given.update(_given(text))
    if not given:
        return [*lines]
    words: Counter[str] = Counter()
    for _, text in lines:
        words.update(_WORD.findall(text))
    unused = {name for name, times in given.items() if words[name] == times}
    return [(depth, _without(text, unused)) for depth, text in lines] if unused else [*lines]


def _given(text: str) -> list[str]:
    """Return the names that a line gives."""
    match = _FILES.match(text)
    if match is not None:
        return match[1].split(", ")
    match = _NAMED.match(text)
    return [] if match is None else [match[1]]


def _without(text: str, unused: set[str]) -> str:
    match = _FILES.match(text)
    if match is not None:
        names = [name if name not in unused else "_" for name in match[1].split(", ")]
        return (
            text[match.end() :]
            if {*names} == {"_"}
            else f"{', '.join(names)} = {text[match.end() :]}"
        )
    match = _NAMED.match(text)
    return text[match.end() :] if match is not None and match[1] in unused else text


def joined(lines: Iterable[Line]) -> list[Line]:
    """Return lines with each `with` that holds nothing but another joined with it."""
    given = [(depth, str(text)) for depth, text in lines]
    ends = _ends(given)
    found: list[Line] = []
    outside: list[tuple[int, int]] = []
    for index, (depth, text) in enumerate(given):
        while outside and index >= outside[-1][0]:
            outside.pop()
        shift = outside[-1][1] if outside else 0
        if found and _is_with(text) and index and given[index - 1][0] == depth - 1:
            outer = str(found[-1][1])
            both = f"{outer[:-1]}, {text[len('with ') :]}"
            if _is_with(outer) and ends[index] == ends[index - 1]:
                found[-1] = (found[-1][0], both)
                outside.append((ends[index], shift + 1))
                continue
        found.append((depth - shift, text))
    return found


def _is_with(text: str) -> bool:
    return text.startswith("with ") and text.endswith(":")


def _ends(lines: Sequence[tuple[int, str]]) -> list[int]:
    """Return for each line where what it is the head of ends: the next line not deeper."""
    ends = [len(lines)] * len(lines)
    heads: list[int] = []
    for index, (depth, text) in enumerate(lines):
        if not text and depth == 0 and heads:
            continue
        while heads and lines[heads[-1]][0] >= depth:
            ends[heads.pop()] = index
        heads.append(index)
    return ends
