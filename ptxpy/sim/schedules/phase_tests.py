"""The use of results of tests of mbarriers, and other statements that keep a search from a proof.

A wait is run as a wait: a thread whose phase has not ended goes on when it has. On a device a
`try_wait` may return false before, a `test_wait` always does. That makes no difference if a thread
that has got false tests again, and does nothing else before. If it does something else, only the
orders in which the test succeeds are among those that are explored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.analysis import control_flow
from ptxpy.ir import nodes as n
from ptxpy.ir import walk
from ptxpy.isa import traits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.analysis import ControlFlowGraph
    from ptxpy.sim.pieces import Routine

__all__ = ["unproved_statements"]

_MAX_PATHS: Final = 64
"""The most paths behind a test that are followed."""
_HARMLESS: Final = frozenset({"bra", "nanosleep"})
_CLOCKS: Final = ("%clock", "%globaltimer", "%smid", "%pm")
_Known = dict[str, Any]
"""Registers whose values are known on a path."""


def unproved_statements(routine: Routine) -> Iterator[tuple[int, str]]:
    """Yield statements that keep a search from being a proof: their ordinals, and why."""
    code = routine.code
    graph: ControlFlowGraph | None = None
    for index, statement in enumerate(code.statements):
        if type(statement) is not n.Instruction:
            continue
        if any(
            isinstance(node, n.Register | n.Symbol) and node.name.startswith(_CLOCKS)
            for operand in statement.operands
            for node in walk(operand)
        ):
            yield code.ordinals[index], "a read of the time or the place at which a thread runs"
        found = traits(statement.opcode, statement.modifiers)
        if "try_cancel" in "".join(statement.modifiers):
            yield code.ordinals[
                index
            ], "which clusters it takes from the grid depends on the device"
        if "wait" not in found.mbarrier:
            continue
        graph = graph or control_flow(code)
        name = _register(statement.operands[0])
        if name is None or not _only_repeats(graph, index, name):
            yield code.ordinals[index], (
                "a test of an mbarrier of which the thread does something else than testing again "
                "when it fails: only orders in which it succeeds are explored"
            )


def _only_repeats(graph: ControlFlowGraph, index: int, name: str) -> bool:
    """Return whether all paths lead from a test that has failed to a test, without an effect."""
    statements = graph.code.statements
    block = next(each for each in graph.blocks if each.start <= index < each.stop)
    waiting: list[tuple[int, int, _Known]] = [(index + 1, block.stop, {name: 0})]
    successors = {each.stop: each for each in graph.blocks}
    seen: set[tuple[int, tuple[tuple[str, Any], ...]]] = set()
    while waiting:
        at, stop, known = waiting.pop()
        state = at, tuple(sorted(known.items()))
        if state in seen:
            continue
        seen.add(state)
        if len(seen) > _MAX_PATHS:
            return False
        known = dict(known)
        tested = False
        for position in range(at, stop):
            statement = statements[position]
            if type(statement) is n.Call:
                return False
            if type(statement) is not n.Instruction:
                continue
            if "wait" in traits(statement.opcode, statement.modifiers).mbarrier:
                tested = True
                break
            if not _is_harmless(statement):
                return False
            _evaluate(statement, known)
        if tested:
            continue
        here = successors[stop]
        if here.exits:
            return False
        following = _following(statements[stop - 1], known, len(here.successors))
        for number in following:
            after = graph.blocks[here.successors[number]]
            waiting.append((after.start, after.stop, known))
    return True


def _is_harmless(statement: n.Instruction) -> bool:
    """Return whether an instruction only computes or branches."""
    found = traits(statement.opcode, statement.modifiers)
    return statement.opcode in _HARMLESS or not (
        found.accesses
        or found.fences
        or found.completion
        or found.commits
        or found.waits
        or found.mbarrier
        or found.barrier
        or found.collective
        or statement.opcode in ("ret", "exit", "trap", "brx")
    )


def _following(last: Any, known: _Known, count: int) -> range:
    """Return which successors of a block may come next: the first is the next in the text."""
    if count > 1 and type(last) is n.Instruction and last.opcode == "bra" and last.guard:
        value = known.get(_register(last.guard.register) or "")
        if value is not None:
            taken = bool(value) != last.guard.negated
            return range(1, count) if taken else range(1)
    return range(count)


def _evaluate(statement: n.Instruction, known: _Known) -> None:
    """Compute the effect of an instruction on registers that are known."""
    opcode, operands = statement.opcode, statement.operands
    if not operands:
        return
    values = [_value(each, known) for each in operands[1:]]
    result: Any = None
    if statement.guard is None:
        if opcode == "selp" and values[2] is not None:
            result = values[0] if values[2] else values[1]
        elif opcode == "setp" and None not in values and len(values) == 2:  # noqa: PLR2004
            compare = {".eq": values[0] == values[1], ".ne": values[0] != values[1]}
            result = next((compare[word] for word in statement.modifiers if word in compare), None)
        elif opcode in ("mov", "cvt"):
            result = values[0]
        elif opcode == "not" and values[0] is not None and ".pred" in statement.modifiers:
            result = not values[0]
    for node in walk(operands[0]):
        if isinstance(node, n.Register):
            known.pop(node.name, None)
    name = _register(operands[0])
    if name is not None and result is not None:
        known[name] = int(result)


def _value(operand: Any, known: _Known) -> Any:
    if type(operand) is n.Literal and isinstance(operand.value, int):
        return int(operand.value)
    if type(operand) is n.Unary and operand.operator == "!":
        value = _value(operand.operand, known)
        return None if value is None else not value
    return known.get(_register(operand) or "")


def _register(operand: Any) -> str | None:
    """Return the name of a register operand."""
    if isinstance(operand, n.Register | n.Symbol):
        return operand.name
    return None
