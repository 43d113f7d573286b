"""Constants of a program: long spellings of numbers have names, `DESCRIPTOR_128B = …`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.dialect import vocabulary
from ptxpy.pytree import rebuild
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ptxpy.codegen.identifiers import Namer
    from ptxpy.lift.numbers import Spellings

__all__ = ["Constants"]

_NAMES: Final = {
    vocabulary.WGMMA_DESCRIPTOR: "DESCRIPTOR",
    vocabulary.TCGEN05_DESCRIPTOR: "DESCRIPTOR",
    vocabulary.INSTRUCTION_DESCRIPTOR: "INSTRUCTION",
}
"""What has a name, by the function that gives it."""
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
        used = _names_in(block) if self._names else set()
        return [t.Assign([name], call) for call, name in self._names.items() if name in used]


def _names_in(block: Sequence[t.Statement]) -> set[str]:
    """Return the names in expressions of statements, spellings included."""
    return {
        part
        for statement in t.walk_statements(block)
        for head in t.head_expressions(statement)
        for part in _parts(head)
        if type(part) is str
    }


def _parts(expression: t.Expression) -> Iterator[t.Expression]:
    """Yield the parts of an expression, and those of spellings."""
    for part in t.walk_expression(expression):
        if type(part) is t.Spelled:
            yield from t.walk_expression(part.spelling)
        else:
            yield part


def _short_name(call: t.Call) -> str:
    """Return a name that says the swizzle of tiles, or what an instruction multiplies."""
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
