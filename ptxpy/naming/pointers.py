"""Which registers are pointers, and into what: a parameter's memory or a variable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy import isa
from ptxpy.ir import nodes as n
from ptxpy.ir.layout import walk
from ptxpy.naming.values import operator_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ptxpy.naming.uses import Uses
    from ptxpy.naming.values import Value

__all__ = ["Root", "pointers_of"]

_MAX_PASSES: Final = 4
"""Passes over the code: one for each loop that carries a pointer."""


class Root(NamedTuple):
    """What a pointer points into."""

    kind: str
    """`parameter` or `address`, as in `Value`."""
    name: str
    place: int = 0


_Roots = frozenset[Root]
_NOTHING: Final[_Roots] = frozenset()


def pointers_of(facts: Uses, values: Sequence[Value]) -> dict[int, Root]:
    """Return what each register points into that only ever holds pointers into one thing."""
    return _Pointers(facts, values).find()


class _Flow(NamedTuple):
    """An instruction whose result may be a pointer."""

    target: int
    bases: tuple[int, ...]
    """Operands that may be the base of the result."""
    others: tuple[int, ...]
    """Operands that make it something else, if they are pointers, too."""
    roots: _Roots
    """What operands that are no registers point into."""


class _Pointers:
    """Roots of registers, forwards, and which of them are addresses, backwards."""

    def __init__(self, facts: Uses, values: Sequence[Value]) -> None:
        self.facts = facts
        self.values = values
        size = len(facts.table)
        self.roots: list[_Roots] = [_NOTHING] * size
        self.other: set[int] = set()
        """Registers that also hold something that is no pointer."""
        self.flows: list[_Flow] = []
        self.based: set[int] = set()
        """Registers that addresses begin with."""

    def find(self) -> dict[int, Root]:
        self._collect()
        for _ in range(_MAX_PASSES):
            if not self._pass_on():
                break
        bases = {root for k in self.based if len(self.roots[k]) == 1 for root in self.roots[k]}
        addresses = self._addresses(bases)
        found: dict[int, Root] = {}
        for register in addresses - self.other:
            roots = self.roots[register] & bases
            if len(roots) == 1:
                found[register] = next(iter(roots))
        return found

    def _collect(self) -> None:
        facts = self.facts
        for index, statement in enumerate(facts.code.statements):
            access = facts.accesses[index]
            if type(statement) is n.Instruction:
                for operand in statement.operands:
                    if type(operand) is n.Address:
                        base = facts.number(operand.base, index)
                        if base >= 0:
                            self.based.add(base)
                flow = self._flow(statement, index)
                if flow is not None:
                    self.flows.append(flow)
                    self.other.update(k for k in access.writes if k != flow.target)
                    continue
            self.other.update(access.writes)

    def _flow(self, statement: n.Instruction, index: int) -> _Flow | None:
        facts = self.facts
        operands = statement.operands
        target = facts.number(operands[0], index) if operands else -1
        if target < 0 or target not in facts.accesses[index].writes:
            return None
        value = self.values[target]
        root = _root_of(value)
        if root is not None:
            return _Flow(target, facts.accesses[index].reads, (), frozenset({root}))
        traits = isa.traits(statement.opcode, statement.modifiers)
        if traits.accesses or not traits.provenance:
            return None
        if operator_of(statement.opcode, statement.modifiers) in _BITWISE:
            return None
        bases: list[int] = []
        others: list[int] = []
        roots = _NOTHING
        for position, operand in enumerate(operands[1:], start=1):
            numbers = [*self._numbers(operand, index)]
            if position in traits.provenance:
                bases += numbers
                if type(operand) is n.Symbol and not numbers:
                    roots |= {Root("address", operand.name)}
            else:
                others += numbers
        return _Flow(target, tuple(bases), tuple(others), roots)

    def _numbers(self, operand: n.Node, index: int) -> Iterator[int]:
        for node in walk(operand):
            number = self.facts.number(node, index)
            if number >= 0:
                yield number

    def _pass_on(self) -> bool:
        changed = False
        for target, bases, _, own in self.flows:
            before = self.roots[target]
            roots = before.union(own, *[self.roots[base] for base in bases])
            if roots != before:
                self.roots[target] = roots
                changed = True
        return changed

    def _addresses(self, bases: set[Root]) -> set[int]:
        """Return the registers that addresses are made of, by copying and adding."""
        found = {*self.based}
        for flow in self.flows:
            if any(self.roots[each] & bases for each in flow.others):
                self.other.add(flow.target)
        for _ in range(_MAX_PASSES):
            before = len(found)
            for target, sources, _, _ in reversed(self.flows):
                if target in found:
                    found.update(each for each in sources if self.roots[each] & bases)
            if len(found) == before:
                break
        return found


_BITWISE: Final = frozenset({"&", "|", "^"})


def _root_of(value: Value) -> Root | None:
    if value.kind in ("parameter", "address") and value.offset == 0:
        return Root(value.kind, value.name, value.place)
    return None
