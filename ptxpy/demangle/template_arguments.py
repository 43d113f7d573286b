"""Template arguments, literals among them; references to these and to earlier parts of a symbol."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from ptxpy.demangle.literals import (
    CUT,
    BrokenError,
    Deferred,
    Pack,
    Plain,
    Scope,
    Text,
    UnknownError,
    Value,
    as_expanded,
    as_text,
    now,
)
from ptxpy.demangle.scanner import DIGITS, Scanner
from ptxpy.demangle.tables import BUILTINS, STANDARDS

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["TemplateReader"]

_SUBSTITUTION: Final = re.compile(rf"S([0-9A-Z]{{0,{DIGITS}}})_")
_PARAMETER: Final = re.compile(rf"T([0-9]{{0,{DIGITS}}})_")
_LITERAL: Final = re.compile(r"(n?)([0-9a-f]*)E")
_SUFFIXES: Final = {"i": "", "j": "u", "l": "l", "m": "ul", "x": "ll", "y": "ull"}
_BOOLEANS: Final = {"0": "false", "1": "true"}
_REALS: Final = frozenset("defg")


class TemplateReader(Scanner, ABC):
    """Reads references and template arguments; types, expressions and encodings are to come."""

    def __init__(self, symbol: str, at: int) -> None:
        super().__init__(symbol, at)
        self._expansions = 0

    @abstractmethod
    def encoding(self, *, local: bool = False) -> Text:
        """Read what is declared; `local` leaves out what a function returns."""

    @abstractmethod
    def _type(self) -> Value: ...

    @abstractmethod
    def _expression(self) -> Value: ...

    # ------------------------------------------------------------------------------- references

    def _substitution(self) -> Value:
        standard = STANDARDS.get(self._symbol[self.at + 1])
        if standard is not None:
            self.at += 2
            return standard
        index = self._index(_SUBSTITUTION, 36)
        if index >= len(self._known):
            raise BrokenError
        return self._here(self._known[index])

    def _parameter(self) -> Value:
        make = partial(self._argument_of, self._index(_PARAMETER))
        return Deferred(make, (), make(), self._scope)

    def _argument_of(self, index: int) -> Plain:
        arguments = self._scope.arguments
        if self._scope.automatic:
            return Text(f"auto:{index + 1}")
        if arguments is None or index >= len(arguments):
            raise UnknownError
        return arguments[index]

    def _within(self, scope: Scope, read: Callable[[], Value]) -> Text:
        outer, self._scope = self._scope, scope
        text = as_text(read())
        self._scope = outer
        return text

    # ------------------------------------------------------------------------------- instances

    def _instance(self, value: Value, *, tag: bool = False) -> Value:
        """Read template arguments; return the instance of a template."""
        self.at += 1
        found: list[Value] = []
        table: list[Plain] = []
        if tag:
            self._scope = Scope(table)
        while not self._take("E"):
            if self._symbol[self.at] in "IJ":
                pack = self._pack()
                found += pack
                table.append(self._packed(pack) if tag else CUT)
            else:
                found.append(self._argument())
                table.append(now(found[-1]))

        def make(name: Text, arguments: Text) -> Text:
            space = " " if name.left.endswith("<") else ""
            left = f"{name.left}{space}<{arguments.left}>"
            return self._made(left, base=name.base, short=name.short)

        return self._lifted(make, value, self._listed(found))

    def _packed(self, values: Sequence[Value]) -> Pack:
        return Pack(tuple(map(as_text, self._elements(map(now, values)))))

    def _pack(self) -> list[Value]:
        """Read the template arguments of a parameter pack."""
        self._enter()
        self.at += 1
        values: list[Value] = []
        while not self._take("E"):
            if self._symbol[self.at] in "IJ":
                values += self._pack()
                continue
            value = self._argument()
            # nvcc does not say that a pack is expanded where only that can be meant.
            if type(value) is not Text and not self._expansions:
                value = self._combined(as_expanded, value)
            values.append(value)
        self._depth -= 1
        return values

    def _argument(self) -> Value:
        if self._symbol[self.at] == "L":
            return self._literal()
        if not self._take("X"):
            return self._type()
        value = self._expression()
        self._expect("E")
        return self._combined(self._operands, value)

    def _operands(self, value: Plain) -> Plain:
        if type(value) is Pack:
            return value._replace(texts=tuple(map(self._operand, value.texts)))
        return self._operand(value)

    # ------------------------------------------------------------------------------- expansions

    def _expansion(self, read: Callable[[], Value]) -> Value:
        self.at += 2
        self._expansions += 1
        value = read()
        self._expansions -= 1
        return self._combined(self._expand, value)

    def _expand(self, value: Plain) -> Plain:
        if type(value) is Pack:
            return as_expanded(value)
        return Pack((self._made(f"{value.whole()}..."),), expanded=True)

    # ------------------------------------------------------------------------------- literals

    def _literal(self) -> Value:
        self.at += 1
        if self._take("_Z"):
            text = self.encoding(local=True)
            self._expect("E")
            return text
        code = self._symbol[self.at]
        value = self._type()
        sign, digits = self._matched(_LITERAL).groups()
        if value is BUILTINS["Dn"]:
            return Text("nullptr")
        if not digits:
            raise UnknownError
        if code == "b" and digits in _BOOLEANS:
            return Text(_BOOLEANS[digits])
        number = f"{'-' if sign else ''}{digits}"
        if code in _SUFFIXES:
            return Text(number + _SUFFIXES[code])
        if code in _REALS:
            number = f"[{number}]"
        return self._lifted(lambda text: self._made(f"({text.whole()}){number}"), value)
