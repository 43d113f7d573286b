"""Names of layout that recurs: `before="fma"`, where `module(…)` says what it stands for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.pytree import quoted, rebuild, transform_statement
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["name_gaps"]

MIN_USES: Final = 3
"""How often layout recurs that has a name."""
MIN_LENGTH: Final = 8
"""Shorter texts, quotes included, say themselves what they are."""
MAX_LENGTH: Final = 60
"""Longer ones have a name even if they do not recur."""

_WORDS: Final = re.compile(r"[a-z][a-z0-9]*")
_DSL: Final = frozenset({"ptx", "inst", "reg"})


class _Layout(NamedTuple):
    """The layout of a statement, as quoted texts."""

    before: str | None
    within: str | None


def name_gaps(block: Sequence[t.Statement]) -> list[t.Keyword]:
    """Give names to the layout of statements that recurs, in place.

    Returns the argument of `module(…)` that says what they stand for, or nothing.
    """
    uses: dict[_Layout, list[t.Call]] = {}
    holders: dict[int, t.Statement] = {}
    for statement, call in _calls(block):
        layout = _layout_of(call)
        if layout is not None:
            uses.setdefault(layout, []).append(call)
            holders[id(statement)] = statement
    names: dict[_Layout, str] = {}
    for layout, calls in uses.items():
        length = sum(len(text) for text in layout if text is not None)
        if length >= MAX_LENGTH or (len(calls) >= MIN_USES and length >= MIN_LENGTH):
            names[layout] = _distinct(_words_of(calls), {*names.values()})
    if not names:
        return []

    def change(part: t.Expression) -> t.Expression | None:
        layout = _layout_of(part)
        if layout is None or layout not in names or not isinstance(part, t.Call):
            return None
        arguments = [
            each if _is_layout(each) else rebuild(each, change)
            for each in _renamed(part, layout, names[layout])
        ]
        return t.Call(rebuild(part.function, change), tuple(arguments))

    for statement in holders.values():
        transform_statement(statement, change)
    items = tuple([(quoted(name), _value(layout)) for layout, name in names.items()])
    return [t.Keyword("gaps", t.Dictionary(items))]


def _calls(block: Sequence[t.Statement]) -> Iterator[tuple[t.Statement, t.Call]]:
    """Yield the calls of a block, each with its statement."""
    for statement in t.walk_statements(block):
        for head in t.head_expressions(statement):
            for part in t.walk_expression(head):
                if type(part) is t.Call:
                    yield statement, part


def _is_layout(expression: t.Expression) -> bool:
    return isinstance(expression, t.Keyword) and expression.name in ("before", "within")


def _layout_of(expression: t.Expression) -> _Layout | None:
    """Return the layout arguments of a call, if they are plain texts."""
    if not isinstance(expression, t.Call):
        return None
    found = {
        each.name: each.value
        for each in expression.arguments
        if isinstance(each, t.Keyword) and each.name in ("before", "within")
    }
    if not found or not all(isinstance(value, str) for value in found.values()):
        return None
    texts = {name: str(value) for name, value in found.items()}
    return _Layout(texts.get("before"), texts.get("within"))


def _renamed(call: t.Call, layout: _Layout, name: str) -> Iterator[t.Expression]:
    """Yield the arguments of a call with the name of its layout; a pair's stands in `before`."""
    for each in call.arguments:
        if not isinstance(each, t.Keyword) or not _is_layout(each):
            yield each
        elif each.name == "before" or layout.before is None:
            yield t.Keyword(each.name, quoted(name))


def _value(layout: _Layout) -> t.Expression:
    if layout.before is not None and layout.within is not None:
        return t.Tuple((layout.before, layout.within))
    return layout.before or layout.within or quoted("")


def _words_of(calls: Sequence[t.Call]) -> list[str]:
    """Return the words of an opcode, `shfl`, `sync`, …, or the first ones of several opcodes."""
    opcodes = [*dict.fromkeys(tuple(_opcode(call.function)) for call in calls)]
    first = [*dict.fromkeys(words[0] for words in opcodes)]
    return [*opcodes[0]] if len(first) == 1 else ["_".join(first[:2]), *first[2:]]


def _opcode(function: t.Expression) -> list[str]:
    if isinstance(function, t.Element):
        function = str(function.key)
    words = _WORDS.findall(function) if isinstance(function, str) else []
    return [word for word in words if word not in _DSL] or ["layout"]


def _distinct(words: Sequence[str], taken: set[str]) -> str:
    """Return a name of as few words as tell it from others; a number only where none do."""
    for count in range(1, len(words) + 1):
        name = "_".join(words[:count])
        if name not in taken:
            return name
    name = "_".join(words)
    return next(found for k in range(2, len(taken) + 3) if (found := f"{name}_{k}") not in taken)
