"""Names for recurring parts of a program: layout, lists of registers, numbers.

`before="fma"` is layout that `ptx.layout` defines, `acc = (*f[…], …)` a list of registers that
several functions of inline assembly are given, and `DESCRIPTOR_128B = …` a number.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.codegen.identifiers import UNNAMED
from ptxpy.dialect import vocabulary
from ptxpy.pytree import expression_text, quoted, rebuild, transform_statement
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ptxpy.codegen.identifiers import Namer
    from ptxpy.lift import Spellings

__all__ = ["Constants", "name_gaps", "name_rows"]

MIN_USES: Final = 3
"""How often layout recurs that has a name."""
MIN_LENGTH: Final = 8
"""Shorter texts, quotes included, need no name."""
MAX_LENGTH: Final = 60
"""Longer ones have a name even if they do not recur."""

_WORDS: Final = re.compile(r"[a-z][a-z0-9]*")
_DSL: Final = frozenset({"ptx", "inst", "reg"})


class _Layout(NamedTuple):
    """The layout of a statement, as quoted texts."""

    before: str | None
    within: str | None


def name_gaps(block: Sequence[t.Statement]) -> list[t.Statement]:
    """Give names to the layout of statements that recurs, in place.

    Returns the statement `ptx.layout({…})` that defines the names, or nothing.
    """
    uses: dict[_Layout, list[t.Call]] = {}
    holders: dict[int, t.Statement] = {}
    for statement in t.walk_statements(block):
        for call in t.calls_of(statement):
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
            # A layout that has its name is a text in quotes, and is not changed again.
            each if _is_layout(each) else rebuild(each, change)
            for each in _renamed(part, layout, names[layout])
        ]
        return t.Call(rebuild(part.function, change), tuple(arguments))

    for statement in holders.values():
        transform_statement(statement, change)
    items = tuple([(quoted(name), _value(layout)) for layout, name in names.items()])
    return [t.Evaluate(t.Call(vocabulary.LAYOUT, (t.Dictionary(items),)))]


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
    """Yield the arguments of a call with the name of its layout; `before` has that of a pair."""
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
    """Return a name of as few words as tell it from others; with a number only if none do."""
    for count in range(1, len(words) + 1):
        name = "_".join(words[:count])
        if name not in taken:
            return name
    name = "_".join(words)
    return next(found for k in range(2, len(taken) + 3) if (found := f"{name}_{k}") not in taken)


MIN_NAMED_LENGTH = 24
"""The least characters of a list that is worth a name."""


def name_rows(block: t.Block, rows: Mapping[t.Expression, list[str]], namer: Namer) -> None:
    """Name the lists that are given more than once, before the first use of each.

    Args:
        block: The statements of a function.
        rows: The names that templates have for each list, one for every call.
        namer: Where names come from.
    """
    often = {
        row: names[0]
        for row, names in rows.items()
        if len(names) > 1 and len(expression_text(row)) >= MIN_NAMED_LENGTH
    }
    if not often:
        return
    given: dict[t.Expression, str] = {}
    place = 0
    found: t.Block = []
    for statement in block:
        for inner in t.walk_statements([statement]):
            value = inner.value if isinstance(inner, t.Assign | t.Evaluate) else None
            call = value if isinstance(value, t.Call) and value.function == UNNAMED else None
            if call is None:
                continue
            for row in call.arguments:
                # The name is given before the outermost statement that uses the list.
                if row in often and row not in given:
                    given[row] = namer.name(often[row])
                    found.insert(place, t.Assign([given[row]], row))
                    place += 1
            arguments = tuple([given.get(argument, argument) for argument in call.arguments])
            inner.value = call._replace(arguments=arguments)  # type: ignore[attr-defined]
        found.append(statement)
        if t.statement_bodies(statement) is None:
            place = len(found)
    block[:] = found


_NAMES: Final = {
    vocabulary.WGMMA_DESCRIPTOR: "DESCRIPTOR",
    vocabulary.TCGEN05_DESCRIPTOR: "DESCRIPTOR",
    vocabulary.INSTRUCTION_DESCRIPTOR: "INSTRUCTION",
}
"""The names for numbers, by the function that gives the number."""
_COUNTS: Final = ("m", "n", "k")


class Constants:
    """The constants at the top of a program."""

    def __init__(self, spellings: Mapping[str, Spellings], namer: Namer) -> None:
        """Take the spellings of all functions, by their names, and where names come from."""
        self._spellings = spellings
        self._names: dict[t.Call, str] = {}
        calls: dict[t.Call, None] = {}
        for function in spellings.values():
            for texts in function.values():
                for spelling in texts.values():
                    for part in t.walk_expression(spelling):
                        if isinstance(part, t.Call) and part.function in _NAMES:
                            calls[part] = None
        short: dict[str, list[t.Call]] = {}
        for call in calls:
            short.setdefault(_short_name(call), []).append(call)
        for name, same in short.items():
            # A short name that fits several numbers does not tell them apart: each says all its
            # fields.
            for call in same:
                self._names[call] = namer.unique(name if len(same) == 1 else _long_name(call))

    def spellings_in(self, function: str) -> Spellings:
        """Return the spellings of a function with the names of constants in them."""
        spellings = self._spellings[function]
        if not self._names:
            return spellings
        return {
            identity: {text: rebuild(each, self._name_of) for text, each in texts.items()}
            for identity, texts in spellings.items()
        }

    def _name_of(self, expression: t.Expression) -> t.Expression | None:
        return self._names.get(expression) if isinstance(expression, t.Call) else None

    def statements(self, block: Sequence[t.Statement]) -> list[t.Statement]:
        """Return the definitions of those constants whose names statements use."""
        used = (
            {
                part
                for statement in t.walk_statements(block)
                for head in t.head_expressions(statement)
                for part in _parts(head)
                if type(part) is str
            }
            if self._names
            else set()
        )
        return [t.Assign([name], call) for call, name in self._names.items() if name in used]


def _parts(expression: t.Expression) -> Iterator[t.Expression]:
    """Yield the parts of an expression, and those of spellings."""
    for part in t.walk_expression(expression):
        # `walk_expression` passes the spelling of a number by.
        if type(part) is t.Spelled:
            yield from t.walk_expression(part.spelling)
        else:
            yield part


def _short_name(call: t.Call) -> str:
    """Return a name that says the swizzle of tiles, or the shapes that are multiplied."""
    values = _values(call)
    kind = _NAMES[str(call.function)]
    if kind == "DESCRIPTOR":
        return f"{kind}_{values.get('swizzle', 'UNSWIZZLED')}"
    shape = "X".join(values[name] for name in _COUNTS if name in values)
    return f"{kind}_{values['']}_{shape}" if shape else f"{kind}_{values['']}"


def _long_name(call: t.Call) -> str:
    """Return a name that says all fields."""
    values = _values(call)
    said = [
        *[value for name, value in values.items() if value.isdecimal() and name not in _COUNTS],
        *[value for value in values.values() if not value.isdecimal()],
    ]
    kind = _NAMES[str(call.function)]
    shape = "X".join(values[name] for name in _COUNTS if name in values)
    return "_".join([kind, *said, *([shape] if shape else [])])


def _values(call: t.Call) -> dict[str, str]:
    """Return the arguments of a call in capital letters, by their names."""
    found: dict[str, str] = {}
    for argument in call.arguments:
        name = argument.name if isinstance(argument, t.Keyword) else ""
        value = argument.value if isinstance(argument, t.Keyword) else argument
        found[name] = str(value).strip('"').upper().replace("-", "MINUS_")
    return found
