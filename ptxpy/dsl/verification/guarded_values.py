"""Reads of registers that have no value where a guard is false, or on another path.

A forward must-analysis over basic blocks. Its facts: a literal (a predicate, or its opposite)
holds; a definition is current, so that `p = a & b` says that where `p` holds, `a` does; a register
is assigned; a register is assigned where a literal holds. A fact ends where a predicate that it is
about is written, or an operand of its definition. A branch adds its guard to the facts of one side,
and the opposite to those of the other.

Two comparisons of the same operands are one condition, whichever registers have the results.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ptxpy._records import NamedTuple
from ptxpy.analysis import solve
from ptxpy.dsl.tracing.instructions import reads_parameter
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.tracing.trace import RecordedStatement
from ptxpy.dsl.verification.statement_flow import (
    LocatedStatement,
    RecordedBlock,
    guard_of_statement,
    read_operands,
    read_registers,
    register_names,
    statement_parts,
    written_registers,
)
from ptxpy.ir import nodes as n
from ptxpy.isa import Comparison, choices, comparison, conjunction, is_pure, is_special, may_change

__all__ = ["unassigned_reads"]


class _Condition:
    """A relation of operands. There is one object for each, which stands for it in all facts."""

    __slots__ = ("registers",)

    def __init__(self, operands: Iterable[Any]) -> None:
        """Take the operands."""
        self.registers = frozenset(register_names(operands))


class _Literal(NamedTuple):
    """A predicate or a condition, or its opposite."""

    name: str | _Condition
    """The name of a register, or a condition."""
    value: bool = True

    def opposite(self) -> _Literal:
        return _Literal(self.name, not self.value)


class _Definition(NamedTuple):
    """A statement that defines predicates by others."""

    rules: tuple[tuple[frozenset[_Literal], _Literal], ...]
    """The implications between literals, while they are current."""
    mentions: frozenset[str]
    """The registers on which that depends."""


class _Facts(NamedTuple):
    """The facts at a point of a function, on all paths to it; registers are bits."""

    holds: frozenset[_Literal]
    current: frozenset[int]
    """The definitions that hold, by the identity of the statement."""
    assigned: int
    assigned_where: Mapping[_Literal, int]
    """The registers that are assigned where a literal holds, besides those assigned."""


def unassigned_reads(
    blocks: Sequence[RecordedBlock], names: Iterable[str]
) -> Iterator[tuple[str, LocatedStatement]]:
    """Yield the registers among `names` that a statement reads where they may have no value."""
    analysis = _Analysis(blocks, names)
    for block, before in zip(blocks, analysis.solve(), strict=True):
        facts = before
        for step in block.steps:
            if facts is None or id(step.statement) not in analysis.relevant:
                continue
            for name in analysis.missing(step.statement, facts):
                yield name, step
            facts = analysis.after(step.statement, facts)


class _Analysis:
    """The facts about some registers in a function, and how its statements change them."""

    def __init__(self, blocks: Sequence[RecordedBlock], names: Iterable[str]) -> None:
        self.blocks = blocks
        self.bits = {name: 1 << at for at, name in enumerate(names)}
        statements = [step.statement for block in blocks for step in block.steps]
        self.written = {id(each): frozenset(written_registers(each)) for each in statements}
        """The registers that each statement writes."""
        operands = _StableOperands(statements)
        self.definitions: dict[int, _Definition] = {}
        self.rules: dict[_Literal, list[tuple[int, frozenset[_Literal], _Literal]]] = {}
        self.ending: dict[str, set[int]] = {}
        """The definitions that end where a register is written."""
        for statement in statements:
            found = _definition(statement, operands)
            if found is None:
                continue
            key = id(statement)
            self.definitions[key] = found
            for name in found.mentions:
                self.ending.setdefault(name, set()).add(key)
            for premises, conclusion in found.rules:
                for premise in premises:
                    self.rules.setdefault(premise, []).append((key, premises, conclusion))
        guards = [guard_of_statement(each) for each in statements]
        written = {str(_of_guard(each).name) for each in guards if each}
        written.update(self.ending, self.bits)
        self.relevant = {
            id(statement)
            for statement in statements
            if not self.bits.keys().isdisjoint(read_registers(statement))
            or not written.isdisjoint(self.written[id(statement)])
        }
        """The statements that read one of the registers, or change a fact."""

    def solve(self) -> list[_Facts | None]:
        """Return the facts at the beginning of each block; None for one that no path reaches."""
        count = len(self.blocks)
        edges: list[list[int]] = [[] for _ in range(count)]
        assumed: list[_Literal] = []
        ends: list[list[int]] = []
        # An edge of a guarded branch becomes a node of its own, which adds the guard or its
        # opposite to the facts.
        for at, block in enumerate(self.blocks):
            # The block that follows in the text is the first successor, taken where the guard is
            # false.
            others = len(block.successors) - len(block.targets)
            for index, following in enumerate(block.successors):
                if block.guard is None:
                    edges[at].append(following)
                    continue
                literal = _of_guard(block.guard)
                assumed.append(literal if index >= others else literal.opposite())
                edges[at].append(count + len(ends))
                ends.append([following])
        edges += ends

        def transfer(node: int, facts: _Facts | None) -> _Facts | None:
            if facts is None:
                return None
            if node >= count:
                known = facts.holds | {assumed[node - count]}
                return self._settled(facts._replace(holds=known))
            for step in self.blocks[node].steps:
                if id(step.statement) in self.relevant:
                    facts = self.after(step.statement, facts)
            return self._settled(facts)

        begin = _Facts(frozenset(), frozenset(), 0, {})
        states: list[_Facts | None] = [begin, *[None] * (len(edges) - 1)]
        return solve(states, range(len(edges)), edges.__getitem__, transfer, _merge)[:count]

    def missing(self, statement: RecordedStatement, facts: _Facts) -> list[str]:
        """Return the registers that a statement reads where they may have no value."""
        found: list[str] = []
        guard = guard_of_statement(statement)
        known: frozenset[_Literal] = frozenset()
        if guard is not None:
            found += self._without(register_names((guard.register,)), facts, known)
            known = frozenset({_of_guard(guard)})
        opcode, modifiers, operands, skipped = statement_parts(statement)
        chosen = choices(opcode, modifiers)
        sources = operands[skipped:]
        if not chosen:
            read = read_operands(statement)[guard is not None :]
            return found + self._without(register_names(read), facts, known)
        # An operand that a predicate chooses, as in `selp`, need have a value only where it is
        # chosen.
        for at, operand in enumerate(sources):
            given = known
            if at in chosen:
                condition, value = chosen[at]
                literal = _of_operand(sources[condition])
                # A predicate that may have no value itself chooses nothing for certain.
                if literal and not self._without((str(literal.name),), facts, known):
                    given = known | {literal if value else literal.opposite()}
            found += self._without(register_names((operand,)), facts, given)
        return found

    def _without(
        self, names: Iterable[str], facts: _Facts, known: frozenset[_Literal]
    ) -> list[str]:
        """Return which registers may have no value where literals hold besides the facts."""
        bits = [(name, self.bits[name]) for name in names if name in self.bits]
        missing = [name for name, bit in bits if not facts.assigned & bit]
        if not missing:
            return []
        assigned = 0
        for literal in self._closure(facts.holds | known, facts.current):
            assigned |= facts.assigned_where.get(literal, 0)
        return [name for name in missing if not assigned & self.bits[name]]

    def after(self, statement: RecordedStatement, facts: _Facts) -> _Facts:
        """Return the facts after a statement."""
        written = self.written[id(statement)]
        ended = {key for name in written for key in self.ending.get(name, ())}
        about = (*facts.holds, *facts.assigned_where)
        if ended or any(_mentions(literal, written) for literal in about):
            facts = self._ended(facts, written, ended)
        key = id(statement)
        if key in self.definitions:
            facts = facts._replace(current=facts.current | {key})
        bits = sum(self.bits[name] for name in written if name in self.bits)
        if not bits:
            return facts
        guard = guard_of_statement(statement)
        if guard is None:
            return facts._replace(assigned=facts.assigned | bits)
        literal = _of_guard(guard)
        # The register keeps its value where the guard is false.
        opposite = self._closure(facts.holds | {literal.opposite()}, facts.current)
        # Where the opposite of the guard implies the guard, the guard holds on every path to here.
        if literal in facts.holds or literal in opposite:
            assigned = bits
        else:
            # `@p` and `@!p` before two writes make a value together: where the second guard is
            # false, the first has held.
            assigned = 0
            for each in opposite:
                assigned |= bits & facts.assigned_where.get(each, 0)
        where = dict(facts.assigned_where)
        where[literal] = where.get(literal, 0) | bits
        return facts._replace(assigned=facts.assigned | assigned, assigned_where=where)

    def _ended(self, facts: _Facts, written: frozenset[str], ended: set[int]) -> _Facts:
        """Return the facts that are left where registers are written."""
        facts = self._settled(facts)
        where = dict(facts.assigned_where)
        lost = {literal for literal in where if _mentions(literal, written)}
        # What is known where a lost literal holds stays known under each literal that implies it.
        for literal in self.rules if lost else ():
            if not _mentions(literal, written):
                for follows in lost & self._closure(frozenset({literal}), facts.current):
                    where[literal] = where.get(literal, 0) | where[follows]
        return _Facts(
            frozenset(each for each in facts.holds if not _mentions(each, written)),
            facts.current - ended,
            facts.assigned,
            {literal: bits for literal, bits in where.items() if literal not in lost},
        )

    def _settled(self, facts: _Facts) -> _Facts:
        """Return facts with their consequences: where a literal is false, all is assigned."""
        every = (1 << len(self.bits)) - 1
        holds = self._closure(facts.holds, facts.current)
        assigned = facts.assigned
        where = dict(facts.assigned_where)
        for literal in holds:
            assigned |= where.pop(literal, 0)
            # No path has a literal and its opposite, so that everything may be said of such a path.
            where[literal.opposite()] = every
        return _Facts(holds, facts.current, assigned, where)

    def _closure(
        self, literals: frozenset[_Literal], current: frozenset[int]
    ) -> frozenset[_Literal]:
        """Return literals, and those that follow from them by current definitions."""
        found = set(literals)
        pending = list(literals)
        while pending:
            for key, premises, conclusion in self.rules.get(pending.pop(), ()):
                if key in current and conclusion not in found and premises <= found:
                    found.add(conclusion)
                    pending.append(conclusion)
        return frozenset(found)


def _merge(one: _Facts | None, other: _Facts | None) -> _Facts | None:
    """Return the facts at a point at which two paths meet."""
    if one is None or other is None:
        return other if one is None else one
    assigned = one.assigned & other.assigned
    where = {}
    # A register may be assigned on one path in any case, and on the other where a literal holds.
    for literal in {*one.assigned_where, *other.assigned_where}:
        bits = (one.assigned_where.get(literal, 0) | one.assigned) & (
            other.assigned_where.get(literal, 0) | other.assigned
        )
        if bits & ~assigned:
            where[literal] = bits
    return _Facts(one.holds & other.holds, one.current & other.current, assigned, where)


def _of_guard(guard: n.Guard) -> _Literal:
    return _Literal(register_names((guard.register,))[0], not guard.negated)


def _of_operand(operand: Any) -> _Literal | None:
    """Return the literal of an operand, a predicate or its opposite."""
    if type(operand) is n.Register:
        return _Literal(operand.name)
    if type(operand) is n.Unary and operand.operator == "!":
        inner = _of_operand(operand.operand)
        return None if inner is None else inner.opposite()
    return None


def _mentions(literal: _Literal, written: frozenset[str]) -> bool:
    """Return whether a literal is about one of some registers."""
    name = literal.name
    return name in written if isinstance(name, str) else not written.isdisjoint(name.registers)


class _StableOperands:
    """Operands whose value is the same wherever in a thread they are computed.

    It depends on parameters, constants and the place of the thread alone.
    """

    def __init__(self, statements: Sequence[RecordedStatement]) -> None:
        counts = Counter(name for each in statements for name in written_registers(each))
        self.makers = {
            each.destination.name: each
            for each in statements
            if isinstance(each, PendingResult)
            and type(each.destination) is n.Register
            and each.guard is None
            and not each.operation.explicit
            and counts[each.destination.name] == 1
            and (
                is_pure(each.opcode, each.modifiers) or reads_parameter(each.opcode, each.modifiers)
            )
        }
        self.known: dict[str, Any] = {}
        self._conditions: dict[tuple[Any, ...], _Condition] = {}

    def condition(self, relation: str, operands: Sequence[Any]) -> _Condition:
        """Return the condition that a relation and operands are."""
        key = (relation, *operands)
        found = self._conditions.get(key)
        if found is None:
            found = self._conditions[key] = _Condition(operands)
        return found

    def find(self, operand: Any) -> Any:
        """Return the computation of an operand, or the operand; None if it is not stable."""
        if type(operand) is n.Register and operand.name in self.makers:
            name = operand.name
            if name not in self.known:
                self.known[name] = None  # should it depend on itself
                made = self.makers[name]
                sources = [self.find(each) for each in made.sources]
                if None not in sources:
                    self.known[name] = (made.opcode, made.modifiers, *sources)
            return self.known[name]
        # The components of a special register have its name before the dot, as `%tid.x` has.
        names = [name.partition(".")[0] for name in register_names((operand,))]
        return operand if all(is_special(each) and not may_change(each) for each in names) else None


def _definition(statement: RecordedStatement, operands: _StableOperands) -> _Definition | None:
    """Return the definition of the predicates that a statement writes; None if it defines none."""
    opcode, modifiers, parts, skipped = statement_parts(statement)
    joins = conjunction(opcode, modifiers)
    compared = comparison(opcode, modifiers)
    if skipped != 1 or guard_of_statement(statement) is not None or not (joins or compared):
        return None
    written = (parts[0].first, parts[0].second) if type(parts[0]) is n.Pair else parts[:1]
    sources = parts[1:]
    results = [_of_operand(each) for each in written]
    names = {str(each.name) for each in results if each is not None}
    # `and.pred p, p, q` computes p from its last value: it says nothing about the new one.
    if not names.isdisjoint(register_names(sources)):
        return None
    joined = [_of_operand(each) for each in sources]
    if compared is not None:
        count = len(sources) - (compared.combined is not None)
        joined = [_condition(compared, sources[:count], operands), *joined[count:]]
        joins = compared.combined
    rules: list[tuple[frozenset[_Literal], _Literal]] = []
    for result in results:
        if result is not None and joins is not None:
            # A disjunction is a conjunction of opposites: with `p = a | b`, `!p` holds if `!a` and
            # `!b` do.
            others = [each and each.opposite() for each in joined]
            rules += _conjunction(
                result.opposite() if joins.negated else result,
                others if joins.of_opposites else joined,
            )
        elif result is not None:
            rules += _conjunction(result, joined)
        joined[0] = joined[0] and joined[0].opposite()  # `p|q`: q is of the opposite comparison
    return _Definition(tuple(rules), frozenset(names.union(register_names(sources))))


def _condition(
    compared: Comparison, sources: Sequence[Any], operands: _StableOperands
) -> _Literal | None:
    """Return the operands of a comparison; None if one may be another value the next time."""
    if any(may_change(name.partition(".")[0]) for name in register_names(sources)):
        return None
    stable = [operands.find(each) or each for each in sources]
    if compared.swapped:
        stable.reverse()
    return _Literal(operands.condition(compared.relation, stable), not compared.negated)


def _conjunction(
    result: _Literal, parts: Sequence[_Literal | None]
) -> Iterator[tuple[frozenset[_Literal], _Literal]]:
    """Yield the rules by which a literal holds if, and only if, several others do.

    None is a part of which nothing is known.
    """
    known = frozenset(part for part in parts if part is not None)
    for part in known:
        yield frozenset({result}), part
        yield frozenset({part.opposite()}), result.opposite()
        if None not in parts:
            yield (known - {part}) | {result.opposite()}, part.opposite()
    if None not in parts and known:
        yield known, result
