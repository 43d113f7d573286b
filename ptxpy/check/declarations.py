"""The declarations of a module by scope and position.

ptxas reads a file in one pass, so that only a label may be used before its declaration.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis import constant, variables_of
from ptxpy.ir import nodes as n
from ptxpy.ir import walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.analysis import Code, Storage

__all__ = ["Declaration", "Declarations", "Table", "names_in", "of_function", "of_module"]


_DIGITS: Final = re.compile(r"\d+\Z")
MAX_NUMBER_DIGITS: Final = 18
"""Digits of the number in a name that are read, so that hostile names take linear time."""


class Declaration(NamedTuple):
    """A declared name."""

    name: str
    kind: str
    """`register`, `variable`, `parameter`, `label`, `prototype`, `.branchtargets`, `.calltargets`
    or `function`."""
    place: int
    """The index of the statement in the function (-1 for a parameter) or of the item in the
    module."""
    node: n.Node
    """A `Variable`, `Parameter`, `Label`, `CallPrototype`, `TargetList`, `Function` or `Alias`."""
    declarator: n.Declarator | None = None
    count: int = -1  # type: ignore[assignment]  # hides tuple.count
    """The number of names declared by `name<count>`; -1 for a single name."""

    def storage(self) -> Storage | None:
        """Return the storage of a variable, or of one variable of a range; None for other kinds."""
        if type(self.node) is not n.Variable or self.declarator is None:
            return None
        one = self.declarator.replace(range=None)
        return variables_of(self.node.replace(declarators=(one,)))[0]

    def spelled(self) -> str:
        """Return the text of the declaration of a register: `.reg .b32 %r<12>`."""
        specifiers = getattr(self.node, "specifiers", ())
        words = [word.name for word in specifiers if isinstance(word, n.Specifier)]
        bounds = f"<{self.count}>" if self.count >= 0 else ""
        return f"{' '.join(words)} {self.name}{bounds}"


class Table:
    """The names of one scope, each with its first declaration."""

    def __init__(self) -> None:
        """Begin with an empty table."""
        self.exact: dict[str, Declaration] = {}
        self.ranges: dict[str, Declaration] = {}
        self.lowest: dict[str, int] = {}
        """The lowest number of a single register or variable, by prefix: 7 for `%r` of `%r7`."""

    def add(self, declaration: Declaration) -> None:
        """Add a declaration."""
        name = declaration.name
        if declaration.count >= 0:
            self.ranges.setdefault(name, declaration)
            return
        self.exact.setdefault(name, declaration)
        digits = _DIGITS.search(name) if declaration.declarator is not None else None
        if digits is not None:
            # `%r12` is in a range `%r<n>` and in a range `%r1<n>`: each prefix that ends before a
            # digit counts.
            for end in range(max(digits.start(), len(name) - MAX_NUMBER_DIGITS), len(name)):
                number = int(name[end:])
                self.lowest[name[:end]] = min(number, self.lowest.get(name[:end], number))

    def find(self, name: str) -> Declaration | None:
        """Return the declaration of a name; a number may have leading zeros."""
        found = self.exact.get(name)
        return found or self.in_range(name)

    def in_range(self, name: str) -> Declaration | None:
        """Return the range that contains a name: `%r<12>` for `%r7`."""
        for found in self.prefixes(name):
            if int(name[len(found.name) :]) < found.count:
                return found
        return None

    def prefixes(self, name: str) -> Iterator[Declaration]:
        """Yield the ranges whose prefix, followed by digits, is the name."""
        # A name has ranges to search for only if it ends in digits.
        digits = _DIGITS.search(name) if self.ranges else None
        if digits is not None:
            for end in range(max(digits.start(), len(name) - MAX_NUMBER_DIGITS), len(name)):
                found = self.ranges.get(name[:end])
                if found is not None:
                    yield found


class Declarations:
    """The names that are visible in a function."""

    def __init__(self, code: Code, module: Table, item: int) -> None:
        """Create from a function, the names of its module, and the index of its item there."""
        self.module = module
        self.item = item
        self.outer = [level.outer for level in code.levels]
        self.tables = [Table() for _ in code.levels]
        for declaration, level in of_function(code):
            self.tables[level].add(declaration)

    def find(self, name: str, level: int, place: int) -> Declaration | None:
        """Return the declaration that a name in a statement refers to, or None.

        A declaration after the statement counts only if it is a label.
        """
        while level >= 0:
            found = self.tables[level].find(name)
            # ptxas reads the file once, from above: only labels are known before they are declared.
            if found is not None and (found.place <= place or found.kind == "label"):
                return found
            level = self.outer[level]
        found = self.module.find(name)
        return found if found is not None and found.place <= self.item else None

    def later(self, name: str, level: int) -> Declaration | None:
        """Return a declaration of a name at any position, even after its use."""
        while level >= 0:
            found = self.tables[level].find(name)
            if found is not None:
                return found
            level = self.outer[level]
        return self.module.find(name)

    def visible(self, level: int) -> Iterator[Table]:
        """Yield the tables of a scope and of the scopes around it; the module is last."""
        while level >= 0:
            yield self.tables[level]
            level = self.outer[level]
        yield self.module


def of_module(module: n.Module) -> Iterator[Declaration]:
    """Yield the names declared by the items of a module."""
    for place, item in enumerate(module.body):
        if type(item) is n.Variable:
            yield from _variables(item, place)
        elif type(item) is n.Function or type(item) is n.Alias:
            yield Declaration(item.name.name, "function", place, item)


def of_function(code: Code) -> Iterator[tuple[Declaration, int]]:
    """Yield the names declared in a function, in order, each with its scope."""
    function = code.function
    for parameter in (*(function.returns or ()), *(function.parameters or ())):
        declarator = parameter.declarator
        kind = "register" if parameter.space == ".reg" else "parameter"
        yield Declaration(declarator.name.name, kind, -1, parameter, declarator), 0
    for place, statement in enumerate(code.statements):
        sort = type(statement)
        if sort is n.Variable:
            for declaration in _variables(statement, place):
                yield declaration, code.scopes[place]
        elif sort is n.Label:
            yield Declaration(statement.name, "label", place, statement), code.scopes[place]
        elif sort is n.TargetList:
            declaration = Declaration(statement.name, statement.directive, place, statement)
            yield declaration, code.scopes[place]
        elif sort is n.CallPrototype:
            yield Declaration(statement.name, "prototype", place, statement), code.scopes[place]
        elif sort is n.Function:
            name = statement.name.name
            yield Declaration(name, "function", place, statement), code.scopes[place]


def _variables(variable: n.Variable, place: int) -> Iterator[Declaration]:
    kind = "register" if variable.space == ".reg" else "variable"
    for declarator in variable.declarators:
        # A count that is not known declares no name.
        count = -1 if declarator.range is None else constant(declarator.range) or 0
        yield Declaration(declarator.name.name, kind, place, variable, declarator, count)


def names_in(operands: tuple[n.Operand, ...], names: list[str]) -> None:
    """Add the names of registers and symbols in operands to a list, in order."""
    for operand in operands:
        kind = type(operand)
        # Most operands are numbers, registers and addresses: these ways need no walk.
        if kind is n.Literal:
            continue
        if kind is n.Register or kind is n.Symbol:
            names.append(operand[0])
        elif kind is n.Vector:
            names_in(operand[0], names)
        elif kind is n.Address:
            base, offset, coordinates = operand
            plain = offset is None or type(offset) is n.Literal
            if plain and type(base) is n.Register and not coordinates:
                names.append(base[0])
            else:
                _names_within(operand, names)
        else:
            _names_within(operand, names)


def _names_within(operand: n.Node, names: list[str]) -> None:
    names += [
        node[0] for node in walk(operand) if type(node) is n.Register or type(node) is n.Symbol
    ]
