"""Name resolution: the declaration that a name refers to at each point of a function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.analysis import flatten
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.analysis import Code, Declaration

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


class Binder:
    """A position in the code of a function, for looking names up."""

    def __init__(self, code: Code) -> None:
        """Begin at the first statement."""
        self._code = code
        self.index = 0
        """The index of the statement in the code."""
        self._classes: dict[tuple[int, int], str] = {}

    @property
    def level(self) -> int:
        """The number of the innermost scope."""
        return self._code.scopes[self.index]

    @property
    def depth(self) -> int:
        """The number of scopes around the innermost one."""
        return self._depth(self.level)

    def _depth(self, level: int) -> int:
        depth = -1
        while level >= 0:
            depth += 1
            level = self._code.levels[level].outer
        return depth

    def find(self, name: str) -> Binding | None:
        """Return the register or label that a name refers to, or None if it is neither.

        A name refers to a declaration before it in the scopes around it, the innermost first, or
        else to a declaration after it.
        """
        names = self._code.levels[self.level].names
        found = names.declaration_before(name, self.index, -1) or names.local(name)
        if found is None or not (kind := self._kind(found)):
            return None
        return Binding(found.level, self._depth(found.level), found.meant_by(name), kind)

    def _kind(self, found: Declaration) -> str:
        if found.kind == "label":
            return "label"
        if found.kind in ("prototype", ".branchtargets", ".calltargets"):
            return "targets"
        if found.kind != "register":
            return ""
        if type(found.node) is not n.Variable:
            return "parameter"
        key = found.level, found.place
        if key not in self._classes:
            self._classes[key] = declared_class(found.node)
        return self._classes[key]


def walk_with_bindings(function: n.Function, ordinal: int) -> Iterator[tuple[int, Any, Binder]]:
    """Yield the statements of a function's body, each with its ordinal and the names in scope.

    The scopes around them are not among the statements.

    Args:
        function: A function with a body.
        ordinal: The ordinal of the function among the statements of its module.
    """
    code = flatten(function, ordinal)
    binder = Binder(code)
    for index, (own, statement) in enumerate(zip(code.ordinals, code.statements, strict=True)):
        binder.index = index
        yield own, statement, binder
