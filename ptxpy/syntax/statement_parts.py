"""Where the parts of a statement begin and end, by its terminals.

A cut need not be right, only often: a part that it cuts out is looked up as a form, and a form
that the grammar does not have is not known (`derivations.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from ptxpy.syntax.terminal_patterns import KEYWORDS

__all__ = ["CUTS", "PARTS"]

PARTS: Final = frozenset(
    {
        "arguments",
        "directive",
        "guard",
        "initialized",
        "initializer",
        "listed",
        "opcode",
        "operand",
        "parameter",
        "parameters",
        "returns",
        "specifier",
    }
)
"""The nonterminals that have forms of their own within a statement."""

_Cut: TypeAlias = tuple[str, int, int]
"""A nonterminal of `PARTS`, or an empty string, and where its terminals begin and end."""
_Cuts: TypeAlias = Callable[[Sequence[str], int, int], Iterator[_Cut]]

_OPENING: Final = {"LPAR": "RPAR", "LBRACE": "RBRACE", "LSQB": "RSQB"}
_CLOSING: Final = frozenset(_OPENING.values())
_CALLS: Final = frozenset({"CALL", "DOTTED_CALL"})
_MODIFIERS: Final = frozenset({"DOTNAME", "STATE_SPACE", "LINKAGE"})
_OPCODES: Final = frozenset({"IDENT", "DOTTED", "REGISTER"})


def _commas(terminals: Sequence[str], start: int, end: int) -> list[int]:
    """Return the positions of the commas that are in no bracket."""
    depth = 0
    found = []
    for position in range(start, end):
        terminal = terminals[position]
        if terminal == "COMMA":
            if not depth:
                found.append(position)
        elif terminal in _OPENING:
            depth += 1
        elif terminal in _CLOSING:
            depth -= 1
    return found


def _listed(part: str, terminals: Sequence[str], start: int, end: int) -> Iterator[_Cut]:
    """Yield the items of a list, each a part, and the commas between."""
    if start >= end:
        return
    for before, comma in pairwise([start - 1, *_commas(terminals, start, end), end]):
        yield part, before + 1, comma
        if comma < end:
            yield "", comma, comma + 1


def _closing(terminals: Sequence[str], start: int, end: int) -> int:
    """Return the position of the bracket that closes the one at `start`; `end` if none does."""
    depth = 0
    for position in range(start, end):
        depth += (terminals[position] in _OPENING) - (terminals[position] in _CLOSING)
        if not depth:
            return position
    return end


def _bracketed(part: str, *brackets: str) -> _Cuts:
    """Return the cuts of a list of parts in brackets and of the rest behind it, or of one piece."""

    def cuts(terminals: Sequence[str], start: int, end: int) -> Iterator[_Cut]:
        closing = _closing(terminals, start, end) if terminals[start] in brackets else end
        if closing == end:
            yield "", start, end
            return
        yield "", start, start + 1
        yield from _listed(part, terminals, start + 1, closing)
        yield "", closing, end

    return cuts


def _statement(terminals: Sequence[str], start: int, end: int) -> Iterator[_Cut]:
    """Yield the parts of a statement of a body, or of one at module level."""
    position = start
    if terminals[start] == "AT":
        position = start + 2 + (terminals[start + 1 : start + 2] == ["BANG"])
        position = _after(_DOTNAMES, terminals, position, end)
    if position >= end:
        yield "", start, end
        return
    opcode = terminals[position]
    first = _after(_MODIFIERS, terminals, position + 1, end)
    if terminals[end - 1] != "SEMICOLON":
        yield from _head(terminals, start, end)
    elif opcode in _CALLS:
        if position > start:
            yield "guard", start, position
        yield "", position, first
        for name, begins, ends in _listed("arguments", terminals, first, end - 1):
            # A call has its target between its lists.
            yield name if terminals[begins] == "LPAR" else "", begins, ends
        yield "", end - 1, end
    elif opcode in _OPCODES and terminals[position + 1] != "COLON":
        if position > start:
            yield "guard", start, position
        yield "opcode", position, first
        yield from _listed("operand", terminals, first, end - 1)
        yield "", end - 1, end
    elif not _HEADS.isdisjoint(terminals[start:end]):
        yield from _head(terminals, start, end)
    elif opcode in _SPECIFIERS or opcode == "LINKAGE":
        position = _after(_LINKAGES, terminals, start, end)
        yield "", start, position
        yield from _specifiers(terminals, position, end)
    elif "TARGETS" in terminals[start + 2 : start + 3]:
        yield "", start, start + 3
        yield from _listed("listed", terminals, start + 3, end - 1)
        yield "", end - 1, end
    else:
        yield "", start, end


def _specifiers(terminals: Sequence[str], start: int, end: int) -> Iterator[_Cut]:
    """Yield the parts of a parameter, or of a variable with its semicolon."""
    position = start
    while position < end and terminals[position] in _SPECIFIERS:
        after = position + 1
        if terminals[position] == _ALIGN:
            after += 1
        elif terminals[position] == _ATTRIBUTE:
            after = _closing(terminals, after, end) + 1
        yield "specifier", position, min(after, end)
        position = after
    if position < end and terminals[end - 1] == "SEMICOLON":
        yield from _listed("initialized", terminals, position, end - 1)
        yield "", end - 1, end
    else:
        yield "", position, end


def _initialized(terminals: Sequence[str], start: int, end: int) -> Iterator[_Cut]:
    """Yield a declarator and its initializer."""
    for position in range(start, end):
        if terminals[position] == "EQUAL":
            yield "", start, position + 1
            yield "initializer", position + 1, end
            return
    yield "", start, end


def _head(terminals: Sequence[str], start: int, end: int) -> Iterator[_Cut]:
    """Yield the parts of the head of a function, or of the prototype of one."""
    position = start
    while position < end and terminals[position] not in _HEADS:
        position += 1
    position += 1
    while position < end and terminals[position] == _ATTRIBUTE:
        position = _closing(terminals, position + 1, end) + 1
    yield "", start, min(position, end)
    part = "returns"
    while position < end:
        after = position + 1
        terminal = terminals[position]
        if terminal == "LPAR":
            after = min(_closing(terminals, position, end) + 1, end)
            yield part, position, after
        elif terminal == "DOTNAME":
            while after < end and terminals[after] not in _DIRECTIVE_ENDS:
                after += 1
            yield "directive", position, after
        else:
            yield "", position, after
        # What stands in parentheses before the name is returned, and after it passed.
        part = "parameters"
        position = after


def _after(some: frozenset[str], terminals: Sequence[str], start: int, end: int) -> int:
    """Return the first position from `start` on that has none of some terminals."""
    while start < end and terminals[start] in some:
        start += 1
    return start


_ATTRIBUTE: Final = KEYWORDS[".attribute"]
_ALIGN: Final = KEYWORDS[".align"]
_SPECIFIERS: Final = frozenset({"DOTNAME", "STATE_SPACE", "CONSTANT_BANK", _ALIGN, _ATTRIBUTE})
_LINKAGES: Final = frozenset({"LINKAGE"})
_HEADS: Final = frozenset({"FUNCTION", KEYWORDS[".callprototype"]})
_DIRECTIVE_ENDS: Final = frozenset({"DOTNAME", "SEMICOLON", KEYWORDS[".pragma"]})
_DOTNAMES: Final = frozenset({"DOTNAME"})

CUTS: Final[dict[str, _Cuts]] = {
    "body_item": _statement,
    "module_item": _statement,
    "parameter": _specifiers,
    "initialized": _initialized,
    "initializer": _bracketed("initializer", "LBRACE"),
    "function_head": _head,
    "operand": _bracketed("operand", "LBRACE", "LSQB"),
    "arguments": _bracketed("operand", "LPAR"),
    "parameters": _bracketed("parameter", "LPAR"),
    "returns": _bracketed("parameter", "LPAR"),
}
