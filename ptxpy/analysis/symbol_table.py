"""Symbol tables: the declarations that names refer to, by scope and position.

A name that ends in digits may belong to a range: `%r<8>` declares `%r0` to `%r7`. The number is all
of the digits, and leading zeros do not count: `%r07` is `%r7`, and no name belongs to a range
`%r1<10>`, whose prefix ends in a digit. So says ptxas 13.0; the manual does not go into it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis.storage import constant, variables_of
from ptxpy.ir import nodes as n
from ptxpy.isa import Actual

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ptxpy.analysis.storage import Storage

__all__ = ["Declaration", "SymbolTable", "declarations_in", "declarations_of_parameters"]

_DIGITS: Final = "0123456789"
_MAX_DIGITS: Final = 18
"""The most digits that the number of a name in a range may have, so that hostile names take linear
time."""
_VECTOR: Final = re.compile(r"\.v[248]\Z")
_LABEL: Final = Actual("label")
_TARGETS: Final = Actual("targets")
_FUNCTION: Final = Actual("function")


class Declaration(NamedTuple):
    """A declared name, or a declared range of names."""

    name: str
    """The name; the prefix of a range."""
    kind: str
    """`register`, `variable`, `parameter`, `label`, `prototype`, `.branchtargets`, `.calltargets`
    or `function`."""
    actual: Actual
    """The operand that the name stands for."""
    place: int
    """The index of the statement in the function (-1 for a parameter) or of the item in the
    module."""
    level: int
    """The scope that declares it, as an index in `Code.levels`; -1 for the module."""
    node: n.Node | None
    """A `Variable`, `Parameter`, `Label`, `CallPrototype`, `TargetList`, `Function` or `Alias`;
    None for a range that no statement declares yet."""
    declarator: n.Declarator | None = None
    count: int = -1  # type: ignore[assignment]  # hides tuple.count
    """The number of names declared by `name<count>`; -1 for a single name."""

    def meant_by(self, name: str) -> str:
        """Return the declared name that a name means: `%r7` for `%r07` in a range `%r<8>`."""
        return name if self.count < 0 else f"{self.name}{self.number_of(name)}"

    def number_of(self, name: str) -> int:
        """Return the number of a name with the prefix of a range: 7 for `%r07`."""
        # Python converts no more than 4300 digits, zeros among them.
        return int(name[len(self.name) :].lstrip("0") or "0")

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


class SymbolTable:
    """The names declared in a scope; those of the scopes around it are looked up after them."""

    def __init__(self, outer: SymbolTable | None = None, level: int = -1) -> None:
        """Open a scope within another, or the scope of a module.

        Args:
            outer: The scope around it.
            level: The index of the scope in `Code.levels`; -1 for a module.
        """
        self.outer = outer
        self.level = level
        self.exact: dict[str, Declaration] = {}
        """The first declaration of each single name."""
        self.ranges: dict[str, Declaration] = {}
        """The first declaration of each range, by its prefix."""
        self._numbered: dict[str, Declaration | None] = {}
        """The names that were looked up in the ranges, as long as no other range is declared."""

    def own(self, name: str) -> Actual | None:
        """Return the meaning of a name that this scope alone declares, or None."""
        found = self.own_declaration(name)
        return None if found is None else found.actual

    def find(self, name: str) -> Actual | None:
        """Return the meaning of a name that this scope or one around it declares, or None."""
        found = self.declaration(name)
        return None if found is None else found.actual

    def own_declaration(self, name: str) -> Declaration | None:
        """Return the declaration of a name in this scope alone, or None."""
        found = self.exact.get(name)
        if found is None and self.ranges:
            # Most names are registers of a range, and each is looked up many times.
            if name in self._numbered:
                return self._numbered[name]
            found = self.range_of(name)
            if found is not None and found.number_of(name) >= found.count:
                found = None
            self._numbered[name] = found
        return found

    def range_of(self, name: str) -> Declaration | None:
        """Return the range whose prefix a name has, even if its number is beyond it; or None."""
        prefix = name.rstrip(_DIGITS)
        if prefix == name or len(name[len(prefix) :].lstrip("0")) > _MAX_DIGITS:
            return None
        return self.ranges.get(prefix)

    def declaration(self, name: str) -> Declaration | None:
        """Return the declaration of a name at any position in this scope or one around it."""
        scope: SymbolTable | None = self
        while scope is not None:
            found = scope.own_declaration(name)
            if found is not None:
                return found
            scope = scope.outer
        return None

    def local(self, name: str) -> Declaration | None:
        """Return the declaration of a name as `declaration` does, unless it is the module's."""
        found = self.declaration(name)
        return None if found is None or found.level < 0 else found

    def declaration_before(self, name: str, place: int, item: int) -> Declaration | None:
        """Return the declaration that a name in a statement refers to, or None.

        ptxas reads a file once, from above: only labels are known before they are declared.

        Args:
            name: The name.
            place: The index of the statement in the function.
            item: The index of the function in the module.
        """
        for scope in self.scopes():
            found = scope.own_declaration(name)
            if found is not None and (
                found.place <= (place if scope.level >= 0 else item) or found.kind == "label"
            ):
                return found
        return None

    def scopes(self) -> Iterator[SymbolTable]:
        """Yield this scope and those around it; the module is last."""
        scope: SymbolTable | None = self
        while scope is not None:
            yield scope
            scope = scope.outer

    def listed(self) -> list[tuple[str, Actual]]:
        """Return the names that are declared in this scope one by one."""
        return [(name, found.actual) for name, found in self.exact.items()]

    def declare(self, statements: Iterable[n.Node]) -> None:
        """Add the declarations among the statements of a module or body."""
        for place, statement in enumerate(statements):
            if type(statement) is not n.Instruction:
                self.add(statement, place)

    def add(self, statement: n.Node, place: int) -> None:
        """Add the names that a statement declares, if any."""
        for declaration in declarations_in(statement, place, self.level):
            self.keep(declaration)

    def keep(self, declaration: Declaration) -> None:
        """Add a declaration, unless its name is declared already."""
        table = self.exact if declaration.count < 0 else self.ranges
        known = table.get(declaration.name)
        if known is None or known.node is None:
            table[declaration.name] = declaration
            if declaration.count >= 0:
                self._numbered.clear()

    def registers(self, prefix: str, actual: Actual) -> None:
        """Add registers `<prefix>0`, `<prefix>1` and so on, which no statement declares yet."""
        self.ranges[prefix] = Declaration(
            prefix, "register", actual, -1, self.level, None, count=10**_MAX_DIGITS
        )
        self._numbered.clear()

    def parameters(self, function: n.Function) -> None:
        """Add the parameters and return values of a function."""
        for declaration in declarations_of_parameters(function, self.level):
            self.keep(declaration)


def declarations_in(
    statement: Any, place: int, level: int  # noqa: ANN401 - dispatched by its class
) -> Iterator[Declaration]:
    """Yield the declarations in a statement of a function or an item of a module.

    Args:
        statement: The statement or item.
        place: Its index.
        level: The scope of the statement; -1 for an item.
    """
    kind = type(statement)
    if kind is n.Label:
        yield Declaration(statement.name, "label", _LABEL, place, level, statement)
    elif kind is n.Variable:
        space = ".param::func" if statement.space == ".param" else statement.space
        sort = "register" if space == ".reg" else "variable"
        actual = _actual(statement.specifiers, space)
        for declarator in statement.declarators:
            # A count that is not known declares no name.
            count = -1 if declarator.range is None else constant(declarator.range) or 0
            name = declarator.name.name
            yield Declaration(name, sort, actual, place, level, statement, declarator, count)
    elif kind is n.TargetList:
        sort = statement.directive
        yield Declaration(statement.name, sort, _TARGETS, place, level, statement)
    elif kind is n.CallPrototype:
        yield Declaration(statement.name, "prototype", _TARGETS, place, level, statement)
    elif kind is n.Function or kind is n.Alias:
        yield Declaration(statement.name.name, "function", _FUNCTION, place, level, statement)


def declarations_of_parameters(function: n.Function, level: int) -> Iterator[Declaration]:
    """Yield the parameters and return values of a function."""
    for parameter in (*(function.returns or ()), *(function.parameters or ())):
        space = parameter.space
        # `ld.param::entry` and `ld.param::func` tell these two spaces apart.
        if space == ".param":
            space += "::entry" if function.kind == ".entry" else "::func"
        yield Declaration(
            parameter.declarator.name.name,
            "register" if space == ".reg" else "parameter",
            _actual(parameter.specifiers, space),
            -1,
            level,
            parameter,
            parameter.declarator,
        )


def _actual(specifiers: tuple[n.AnySpecifier, ...], space: str) -> Actual:
    """Return the operand that a variable or parameter is."""
    words = [word.name for word in specifiers if isinstance(word, n.Specifier)]
    # The words after `.ptr` describe the memory that a parameter points to.
    pointer = words.index(".ptr") if ".ptr" in words else len(words)
    kind = next(
        (
            word[1:]
            for word in reversed(words[:pointer])
            if word.partition("::")[0] not in n.STATE_SPACES and not _VECTOR.match(word)
        ),
        "",
    )
    if space != ".reg":
        # A variable in the old space .tex is a texture reference (section 5.1.8).
        return Actual("symbol", "texref" if space == ".tex" else kind, space)
    register = Actual("register", kind)
    vector = next((word for word in words if _VECTOR.match(word)), "")
    return Actual("vector", kind, parts=(register,) * int(vector[2:])) if vector else register
