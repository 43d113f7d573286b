"""Renaming of a function of B to the names of A, so that their texts can be compared."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from ptxpy.compare.entities import LABEL, NOT_LOCAL
from ptxpy.compare.text import rename_node
from ptxpy.ir import nodes as n
from ptxpy.ir.layout import walk, without_layout

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.compare.correspondence import Correspondence
    from ptxpy.compare.normal_form import NormalForm

__all__ = ["rename_like", "strip_trivia"]

_NUMBERED: Final = re.compile(r"(.*?)(0|[1-9][0-9]*)\Z", re.DOTALL)
_MARK: Final = "_b"


def strip_trivia(function: n.Function) -> n.Function:
    """Return a function without layout, source locations and unused labels."""
    used = {node[0] for node in walk(function) if type(node) is n.Symbol}
    return without_layout(function.replace(body=_bare(function.body or (), used)))


def _bare(body: tuple[n.Statement, ...], used: set[str]) -> tuple[n.Statement, ...]:
    return tuple(
        [
            node.replace(body=_bare(node.body, used)) if type(node) is n.Scope else node
            for node in body
            if type(node) is not n.Location and (type(node) is not n.Label or node.name in used)
        ]
    )


def rename_like(
    a: NormalForm, b: NormalForm, found: Correspondence, symbol_map: Mapping[str, str]
) -> n.Function:
    """Return the function of B with the names of A, stripped by `strip_trivia`.

    Its registers are declared as in A; registers that only B has are numbered after those of A.
    """
    return _Renamer(a, b, found, symbol_map).function()


class _Renamer:
    def __init__(
        self, a: NormalForm, b: NormalForm, found: Correspondence, symbol_map: Mapping[str, str]
    ) -> None:
        self.a = a
        self.b = b
        self.symbol_map = symbol_map
        self.back = {other: one for one, other in found.names.items()}
        self.used = set(a.entities.names)
        self.declared: list[n.Variable] = [
            without_layout(node)
            for node in a.code.function.body or ()
            if type(node) is n.Variable and node.space == ".reg"
        ]
        self.counts: dict[str, int] = {}
        """The number of registers declared by each range, by the prefix of their names."""
        self.names = [self._name(number) for number in range(len(b.entities.names))]
        self.levels = 0

    def function(self) -> n.Function:
        """Return the function."""
        function = self.b.code.function
        body = self._body(function.body or (), 0, declarations=False)
        place = self._place(function.body or ())
        head: Any = rename_node(function.replace(body=None), lambda name: self._find(name, 0))
        declared = tuple(map(self._enlarged, self.declared))
        whole = (*body[:place], *declared, *body[place:])
        return strip_trivia(head.replace(name=self.a.code.function.name, body=whole))

    @staticmethod
    def _place(body: tuple[n.Statement, ...]) -> int:
        """Return the index of the first register declaration, not counting source locations."""
        place = 0
        for node in body:
            if type(node) is n.Variable and node.space == ".reg":
                return place
            place += type(node) is not n.Location
        return 0

    def _name(self, number: int) -> str:
        """Return the name of an entity of B."""
        entities = self.b.entities
        own, kind = entities.names[number], entities.classes[number]
        one = self.back.get(self.b.label_aliases.get(number, number))
        if kind == LABEL:
            if entities.levels[number] > 0:
                return own
            named = one is not None and self.b.label_aliases.get(number, number) == number
            if named and one is not None and self.a.entities.names[one]:
                return self.a.entities.names[one]
            return self._unused(own)
        if one is not None and (entities.levels[number] > 0 or self.a.entities.levels[one] == 0):
            return self.a.entities.names[one]
        if entities.levels[number] > 0 or not kind.startswith("register"):
            return own
        return self._fresh(own, entities.types[number])

    def _fresh(self, own: str, kind: str) -> str:
        """Return a name for a register that A does not have."""
        match = _NUMBERED.match(own)
        for variable in self.declared:
            declarator = variable.declarators[0]
            prefix = declarator.name.name
            if (
                match
                and match[1] == prefix
                and type(declarator.range) is n.Literal
                and n.Specifier(f".{kind}") in variable.specifiers
            ):
                count = self.counts.setdefault(prefix, int(declarator.range.value))
                self.counts[prefix] += 1
                return f"{prefix}{count}"
        name = self._unused(own)
        specifiers = (n.Specifier(".reg"), n.Specifier(f".{kind}"))
        self.declared.append(n.Variable((), specifiers, (n.Declarator(n.Register(name)),)))
        return name

    def _unused(self, name: str) -> str:
        """Return a name that is not used in A."""
        while name in self.used:
            name += _MARK
        self.used.add(name)
        return name

    def _enlarged(self, variable: n.Variable) -> n.Variable:
        """Return a declaration whose range includes the registers that only B has."""
        declarator = variable.declarators[0]
        count = self.counts.get(declarator.name.name)
        if count is None:
            return variable
        size = n.Literal(str(count))
        return variable.replace(declarators=(declarator.replace(range=size),))

    def _find(self, name: str, level: int) -> str:
        number = self.b.entities.find(name, level)
        return self.symbol_map.get(name, name) if number == NOT_LOCAL else self._named(number)

    def _named(self, number: int) -> str:
        while number >= len(self.names):
            self.names.append(self._name(len(self.names)))
        return self.names[number]

    def _body(
        self, body: tuple[n.Statement, ...], level: int, *, declarations: bool
    ) -> tuple[n.Statement, ...]:
        found: list[Any] = []
        for node in body:
            if type(node) is n.Scope:
                self.levels += 1
                found.append(n.Scope(self._body(node.body, self.levels, declarations=True)))
            elif type(node) is n.Variable and node.space == ".reg":
                if declarations:
                    found += self._declaration(node, level)
            elif type(node) is not n.Location:
                found.append(rename_node(node, lambda name: self._find(name, level)))
        return tuple(found)

    def _declaration(self, node: n.Variable, level: int) -> list[n.Variable]:
        """Return a declaration without the registers that A declares in an outer scope."""
        kept = []
        for declarator in node.declarators:
            number = NOT_LOCAL
            if declarator.range is None:
                number = self.b.entities.find(declarator.name.name, level)
            one = self.back.get(number)
            if one is None or self.a.entities.levels[one] > 0:
                kept.append(
                    declarator
                    if number == NOT_LOCAL
                    else declarator.replace(name=n.Register(self._named(number)))
                )
        return [node.replace(declarators=tuple(kept))] if kept else []
