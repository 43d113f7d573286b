"""Symbol tables: the declarations that names refer to, by scope."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ptxpy.ir import nodes as n
from ptxpy.isa import Actual

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["SymbolTable"]

_MAX_DIGITS: Final = 20
"""The most digits that the number at the end of a name in a range may have."""
_VECTOR: Final = re.compile(r"\.v[248]\Z")


class SymbolTable:
    """The names declared in a scope; those of the scopes around it are looked up after them."""

    def __init__(self, outer: SymbolTable | None = None) -> None:
        """Open a scope within another, or the scope of a module."""
        self.outer = outer
        self._exact: dict[str, Actual] = {}
        self._ranges: dict[str, tuple[Actual, int]] = {}
        self._numbered: dict[str, Actual | None] = {}
        """The names that were looked up in the ranges, as long as no other range is declared."""

    def find(self, name: str) -> Actual | None:
        """Return the declaration of a name in this scope or one around it, or None."""
        scope: SymbolTable | None = self
        while scope is not None:
            found = scope.own(name)
            if found is not None:
                return found
            scope = scope.outer
        return None

    def listed(self) -> list[tuple[str, Actual]]:
        """Return the names that are declared in this scope one by one."""
        return [*self._exact.items()]

    def own(self, name: str) -> Actual | None:
        """Return the declaration of a name in this scope alone, or None."""
        found = self._exact.get(name)
        if found is None and self._ranges:
            # A lookup tries each split of a name into prefix and number, so that results are kept.
            if name in self._numbered:
                return self._numbered[name]
            found = self._numbered[name] = self._in_range(name)
        return found

    def _in_range(self, name: str) -> Actual | None:
        """Return the declaration of the range that a name is in, or None."""
        # The prefix itself may end in digits: %r1<10> declares %r10 to %r19.
        digits = len(name) - len(name.rstrip("0123456789"))
        for count in range(min(digits, _MAX_DIGITS), 0, -1):
            number = name[-count:]
            # `%r<10>` declares `%r7`, and no `%r07`.
            if number[0] != "0" or count == 1:
                entry = self._ranges.get(name[:-count])
                if entry is not None and int(number) < entry[1]:
                    return entry[0]
        return None

    def declare(self, statements: Iterable[n.Node]) -> None:
        """Add the declarations among the statements of a module or body."""
        for statement in statements:
            kind = type(statement)
            if kind is n.Variable:
                self._add_variable(statement)  # type: ignore[arg-type]
            elif kind is n.Label:
                self._exact[statement.name] = Actual("label")  # type: ignore[attr-defined]
            elif kind is n.TargetList or kind is n.CallPrototype:
                self._exact[statement.name] = Actual("targets")  # type: ignore[attr-defined]
            elif kind is n.Function or kind is n.Alias:
                self._exact[statement.name.name] = Actual("function")  # type: ignore[attr-defined]

    def registers(self, prefix: str, actual: Actual) -> None:
        """Add registers `<prefix>0`, `<prefix>1` and so on, which no statement declares yet."""
        self._ranges[prefix] = (actual, 10**_MAX_DIGITS)
        self._numbered.clear()

    def parameters(self, function: n.Function) -> None:
        """Add the parameters and return values of a function."""
        for parameter in (*(function.returns or ()), *(function.parameters or ())):
            space = parameter.space
            # `ld.param::entry` and `ld.param::func` tell these two spaces apart.
            if space == ".param":
                space += "::entry" if function.kind == ".entry" else "::func"
            self._add_declarator(parameter.specifiers, parameter.declarator, space)

    def _add_variable(self, variable: n.Variable) -> None:
        space = ".param::func" if variable.space == ".param" else variable.space
        for declarator in variable.declarators:
            self._add_declarator(variable.specifiers, declarator, space)

    def _add_declarator(
        self, specifiers: tuple[n.AnySpecifier, ...], declarator: n.Declarator, space: str
    ) -> None:
        words = [word.name for word in specifiers if isinstance(word, n.Specifier)]
        # The words after `.ptr` describe the memory that a parameter points to.
        pointer = words.index(".ptr") if ".ptr" in words else len(words)
        kind = next(
            (
                word[1:]
                for word in reversed(words[:pointer])
                if word.partition("::")[0] not in _SPACES and (not _VECTOR.match(word))
            ),
            "",
        )
        vector = next((word for word in words if _VECTOR.match(word)), "")
        if space == ".reg":
            actual = Actual("register", kind)
            if vector:
                actual = Actual("vector", kind, parts=(actual,) * int(vector[2:]))
        else:
            # A variable in the old space .tex is a texture reference (section 5.1.8).
            actual = Actual("symbol", "texref" if space == ".tex" else kind, space)
        name = declarator.name.name
        if declarator.range is None:
            self._exact[name] = actual
        elif isinstance(declarator.range, n.Literal):
            self._ranges[name] = (actual, _count(declarator.range))
            self._numbered.clear()


def _count(number: n.Literal) -> int:
    """Return how many names a range has; 0 if the number is not an integer."""
    try:
        return int(number.value)
    except (ValueError, OverflowError):
        return 0


_SPACES: Final = n.STATE_SPACES
