"""Name resolution: the declaration that a name refers to at each point of a function."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis import SymbolTable
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES

__all__ = ["Binder", "Binding", "declared_class", "walk_with_bindings"]


class Binding(NamedTuple):
    """A register or label that a function declares."""

    level: int
    """The scope that declares it: 0 is the body of the function, others count as they open."""
    depth: int
    """The number of scopes around the declaring scope."""
    name: str
    kind: str
    """The class of a register (`b32`, `v4.f32`, `parameter`), or `label`, or `targets`."""


def declared_class(variable: n.Variable) -> str:
    """Return the class of the registers of a declaration: `pred`, `b32`, `v4.f32`.

    Integers and halves are in the bit class of their size, which every instruction accepts in their
    place. The class is empty unless this is a plain register declaration: of a known type, without
    dimensions and without further specifiers.
    """
    if variable.linkage:
        return ""
    words = [word.name if type(word) is n.Specifier else "" for word in variable.specifiers]
    vector = [word for word in words if word in _VECTORS]
    types = [word[1:] for word in words if word[1:] in TYPES]
    if sorted(words) != sorted([".reg", *vector, *["." + each for each in types]]):
        return ""
    if len(types) != 1 or len(vector) > 1:
        return ""
    for declarator in variable.declarators:
        if declarator.dimensions or declarator.initializer is not None:
            return ""
        if declarator.range is not None and type(declarator.range) is not n.Literal:
            return ""
    kind = types[0] if types[0] in _OWN else f"b{TYPES[types[0]].bits}"
    return f"{vector[0][1:]}.{kind}" if vector else kind


_VECTORS: Final = frozenset({".v2", ".v4", ".v8"})
_OWN: Final = frozenset({"pred", "f32", "f64"})


class _Level:
    """An open scope."""

    def __init__(self, number: int, body: Sequence[Any]) -> None:
        self.number = number
        self.before = SymbolTable()
        """The names declared before this point; labels are declared from the beginning."""
        self.all = SymbolTable()
        """The names declared anywhere in the scope."""
        self.classes: dict[str, SymbolTable] = {}
        """The registers of each class."""
        self.known: dict[str, Binding | None] = {}
        """A cache of lookups."""
        self.before.declare([node for node in body if type(node) is not n.Variable])
        self.all.declare(body)
        for node in body:
            if type(node) is n.Variable and (kind := declared_class(node)):
                self.classes.setdefault(kind, SymbolTable()).declare((node,))


class Binder:
    """The open scopes at a point of a function, the innermost last, for looking names up."""

    def __init__(self, function: n.Function) -> None:
        """Open the scope of a function."""
        self._levels: list[_Level] = []
        self._opened = 0
        self.open(function.body or ())
        self._levels[0].before.parameters(function)
        self._parameters = frozenset(
            each.declarator.name.name
            for each in (*(function.returns or ()), *(function.parameters or ()))
            if each.space == ".reg"
        )

    @property
    def level(self) -> int:
        """The number of the innermost scope."""
        return self._levels[-1].number

    @property
    def depth(self) -> int:
        """The number of scopes around the innermost one."""
        return len(self._levels) - 1

    def open(self, body: Sequence[Any]) -> None:
        """Enter a scope."""
        self._levels.append(_Level(self._opened, body))
        self._opened += 1

    def close(self) -> None:
        """Leave the innermost scope."""
        self._levels.pop()

    def declare(self, variable: n.Variable) -> None:
        """Move past a declaration, so that its names are bound from here on."""
        self._levels[-1].before.declare((variable,))
        # The new declaration may hide what a name meant in an outer scope.
        self._levels[-1].known.clear()

    def find(self, name: str) -> Binding | None:
        """Return the register or label that a name refers to, or None if it is neither.

        A name refers to a declaration before it in the scopes around it, the innermost first, or
        else to a declaration after it.
        """
        known = self._levels[-1].known
        if name not in known:
            known[name] = self._find(name)
        return known[name]

    def _find(self, name: str) -> Binding | None:
        for everything in (False, True):
            for depth in range(len(self._levels) - 1, -1, -1):
                level = self._levels[depth]
                actual = (level.all if everything else level.before).own(name)
                if actual is not None:
                    kind = self._kind(name, actual.kind, depth)
                    return Binding(level.number, depth, name, kind) if kind else None
        return None

    def _kind(self, name: str, kind: str, depth: int) -> str:
        if kind in ("label", "targets"):
            return kind
        if kind not in ("register", "vector"):
            return ""
        for found, names in self._levels[depth].classes.items():
            if names.own(name) is not None:
                return found
        return "parameter" if not depth and name in self._parameters else ""


def walk_with_bindings(function: n.Function, ordinal: int) -> Iterator[tuple[int, Any, Binder]]:
    """Yield the statements of a function's body, each with its ordinal and the names in scope.

    Args:
        function: A function with a body.
        ordinal: The ordinal of the function among the statements of its module.
    """
    binder = Binder(function)
    stack: list[Iterator[Any]] = [iter(function.body or ())]
    while stack:
        node = next(stack[-1], None)
        if node is None:
            stack.pop()
            binder.close()
            continue
        ordinal += 1
        # The declaration is passed first, so that its own names are bound where it is yielded.
        if type(node) is n.Variable:
            binder.declare(node)
        yield ordinal, node, binder
        if type(node) is n.Scope:
            binder.open(node.body)
            stack.append(iter(node.body))
