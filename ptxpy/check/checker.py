"""Looking instructions up in the instruction table, each sort of them once.

The same instruction with operands of the same sorts is looked up once; after that a check costs a
dictionary lookup an operand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.analysis.symbol_table import SymbolTable
from ptxpy.check.operands import operand_of
from ptxpy.ir import nodes as n
from ptxpy.isa.actual_operands import UNKNOWN, Actual
from ptxpy.isa.legality import Problem, check_legality
from ptxpy.isa.targets import Target, Version
from ptxpy.isa.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence


__all__ = ["OPEN", "Checker", "Scope"]

OPEN: Final = 0
"""The number of an operand of which nothing is known, such as a destination that is still open."""


class _Memory:
    """What has been found out for one version and target."""

    def __init__(self) -> None:
        self.allowed: dict[Hashable, set[Any]] = {}
        self.codes: dict[Any, int] = {UNKNOWN: OPEN}
        self.literals: dict[str, int] = {}
        self.declared: dict[str, int] = {}
        for name in TYPES:
            sort = Actual("register", name)
            self.declared[name] = self.codes.setdefault(sort, len(self.codes))


_MEMORIES: dict[tuple[Version | None, Target | None], _Memory] = {}
_MOST_SORTS: Final = 100_000


def _memory(version: Version | None, target: Target | None) -> _Memory:
    """Return what modules of the same version and target have found out, unless it is too much."""
    found = _MEMORIES.get((version, target))
    if found is None or len(found.codes) + len(found.literals) > _MOST_SORTS:
        found = _MEMORIES[version, target] = _Memory()
    return found


class Checker:
    """Checks the instructions of one module."""

    def __init__(self, version: Version | None = None, target: Target | None = None) -> None:
        """Take the module's version and target; None allows any."""
        self.set_platform(version, target)

    def set_platform(self, version: Version | None, target: Target | None) -> None:
        """Take another version and target."""
        self.version, self.target = version, target
        memory = _memory(version, target)
        self._allowed, self._codes = memory.allowed, memory.codes
        self.literals = memory.literals
        """The number of the sort of each constant that has been seen, by its text."""
        self.declared = memory.declared
        """The number of a register by the type with which it is declared."""

    def code(self, sort: Hashable) -> int:
        """Return the number of a sort of operand: equal sorts have equal numbers."""
        return self._codes.setdefault(sort, len(self._codes))

    def allowed(self, key: Hashable) -> set[Any]:
        """Return the sorts of operands with which an instruction is known to be allowed.

        Each is a tuple with the number of every operand, or, of a destination alone, its number.
        The key is whatever stands for opcode and modifiers.
        """
        found = self._allowed.get(key)
        if found is None:
            found = self._allowed[key] = set()
        return found

    def problem(
        self, opcode: str, modifiers: tuple[str, ...], operands: Sequence[Actual]
    ) -> Problem | None:
        """Return what is wrong with an instruction, or None; the table is asked each time."""
        return check_legality(opcode, modifiers, tuple(operands), self.version, self.target)


class Scope:
    """The names of a module, function or scope in it, and the sorts of operands seen there."""

    def __init__(
        self, checker: Checker, outer: Scope | None = None, names: SymbolTable | None = None
    ) -> None:
        """Open a scope within another; `names` are those that it declares, if they are known."""
        self.checker = checker
        self.outer = outer
        self.names: SymbolTable = names or SymbolTable(None if outer is None else outer.names)
        self._known: dict[str, int] = {}

    def declare(self, *nodes: n.Node) -> None:
        """Take up declarations; other statements are passed over."""
        self.names.declare(nodes)
        self._known.clear()

    def registers(self, prefix: str, kind: str) -> int:
        """Take up registers of a prefix and type that no statement declares yet.

        Returns the number of their sort, as `code` does.
        """
        actual = Actual("register", kind)
        self.names.registers(prefix, actual)
        return self.checker.code(actual)

    def set_platform(self, version: Version | None, target: Target | None) -> None:
        """Take another version and target from here on."""
        self.checker.set_platform(version, target)
        self._known.clear()

    def operand(self, node: n.Operand | None) -> Actual:
        """Return what an operand is."""
        return UNKNOWN if node is None else operand_of(node, self.names)

    def code(self, node: Any) -> int:  # noqa: ANN401 - told apart by its very class
        """Return the number of the sort of an operand."""
        kind = type(node)
        if kind is n.Register or kind is n.Symbol:
            known = self._known.get(node.name)
            return self._named(node) if known is None else known
        if kind is n.Literal:
            known = self.checker.literals.get(node.text)
            if known is None:
                known = self.checker.literals[node.text] = self._code(node)
            return known
        if kind is n.Address:
            base = self.code(node.base)
            if not node.coordinates:
                return self.checker.code((node.offset is None, base))
            parts = [self.code(part) for part in node.coordinates]
            return self.checker.code((node.offset is None, base, *parts))
        if kind is n.Vector:
            return self.checker.code(("vector", *[self.code(part) for part in node.elements]))
        return self._code(node)

    def _named(self, node: n.Register | n.Symbol) -> int:
        outer = self.outer
        own = self.names.own(node.name)
        if own is not None:
            known = self.checker.code(own)
        else:
            known = self._code(node) if outer is None else outer.code(node)
        self._known[node.name] = known
        return known

    def _code(self, node: n.Operand | None) -> int:
        return self.checker.code(_sort(self.operand(node)))


_EXACT: Final = 256
_LOWEST: Final = 31


def _sort(actual: Actual) -> Actual:
    """Return the sort of a constant.

    Large ones of the same length and the same lowest bits are of one sort: no range of the table
    and no multiple that it asks for tells them apart. Powers of two are apart.
    """
    value = abs(actual.value)
    if actual.kind != "integer" or value <= _EXACT or not value & (value - 1):
        return actual
    rounded = (1 << (value.bit_length() - 1)) + (value & _LOWEST or _LOWEST + 1)
    return actual._replace(value=rounded if actual.value > 0 else -rounded)
