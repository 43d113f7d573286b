"""Looking instructions up in the instruction table, each sort of them once.

The same instruction with operands of the same sorts is looked up once; after that a check costs a
dictionary lookup an operand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.check.names import Names
from ptxpy.check.operands import operand_of
from ptxpy.ir import nodes as n
from ptxpy.isa.operands import UNKNOWN, Actual
from ptxpy.isa.verdict import Problem, problem_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.isa.targets import Target, Version

__all__ = ["Checker", "Scope"]

_Key = tuple[str, tuple[str, ...]]


class Checker:
    """Checks the instructions of one module."""

    def __init__(self, version: Version | None = None, target: Target | None = None) -> None:
        """Take the module's version and target; None allows any."""
        self.version = version
        self.target = target
        self._allowed: dict[_Key, set[tuple[int, ...]]] = {}
        self._codes: dict[Any, int] = {UNKNOWN: 0}

    def set_platform(self, version: Version | None, target: Target | None) -> None:
        """Take another version and target."""
        self.version, self.target = version, target
        self._allowed.clear()

    def code(self, sort: Any) -> int:
        """Return the number of a sort of operand: equal sorts have equal numbers."""
        return self._codes.setdefault(sort, len(self._codes))

    def problem(
        self,
        opcode: str,
        modifiers: tuple[str, ...],
        operands: Sequence[n.Operand | None],
        scope: Scope,
    ) -> Problem | None:
        """Return what is wrong with an instruction, or None; a None among the operands is open."""
        code = scope.code
        signature = tuple([code(operand) for operand in operands])
        key = (opcode, modifiers)
        allowed = self._allowed.get(key)
        if allowed is None:
            allowed = self._allowed[key] = set()
        elif signature in allowed:
            return None
        actual = tuple([scope.operand(operand) for operand in operands])
        problem = problem_of(opcode, modifiers, actual, self.version, self.target)
        if problem is None:
            allowed.add(signature)
        return problem


class Scope:
    """The names of a module, function or scope in it, and the sorts of operands seen there."""

    def __init__(self, checker: Checker, outer: Names | None = None) -> None:
        """Open a scope within another."""
        self.checker = checker
        self.names = Names(outer)
        self._known: dict[str, int] = {}

    def declare(self, *nodes: n.Node) -> None:
        """Take up declarations; other statements are passed over."""
        self.names.declare(nodes)
        self._known.clear()

    def operand(self, node: n.Operand | None) -> Actual:
        """Return what an operand is."""
        return UNKNOWN if node is None else operand_of(node, self.names)

    def code(self, node: Any) -> int:
        """Return the number of the sort of an operand."""
        kind = type(node)
        if kind is n.Register or kind is n.Symbol:
            known = self._known.get(node.name)
            if known is None:
                known = self._known[node.name] = self._code(node)
            return known
        if kind is n.Literal:
            known = self._known.get(node.text)
            if known is None:
                known = self._known[node.text] = self._code(node)
            return known
        if kind is n.Vector:
            return self.checker.code(("vector", *[self.code(part) for part in node.elements]))
        if kind is n.Address:
            parts = [self.code(part) for part in node.coordinates]
            offset = node.offset is not None
            return self.checker.code(("address", offset, self.code(node.base), *parts))
        return self._code(node)

    def _code(self, node: n.Operand | None) -> int:
        return self.checker.code(_sort(self.operand(node)))


_EXACT: Final = 256


def _sort(actual: Actual) -> Actual:
    """Return the sort of a constant: large ones that differ little are of one sort."""
    value = abs(actual.value)
    if actual.kind != "integer" or value <= _EXACT or not value & (value - 1):
        return actual
    rounded = (1 << (value.bit_length() - 1)) + 1
    return actual._replace(value=rounded if actual.value > 0 else -rounded)
