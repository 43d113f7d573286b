"""Data-flow analysis: one worklist solver, and gen/kill problems over it.

A problem is a state for each block, a transfer function and a merge operator; `solve` finds the
least fixed point. `solve_forward` and `solve_backward` are may-analyses whose states are sets of
facts, the bits of an integer, with a gen and a kill set for each block. `facts_before` and
`facts_after` answer for single statements.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from ptxpy.ir import nodes as n
from ptxpy.isa import ABORTS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ptxpy.analysis.control_flow import ControlFlowGraph

__all__ = [
    "GenKill",
    "facts_after",
    "facts_before",
    "in_blocks",
    "solve",
    "solve_backward",
    "solve_forward",
]

S = TypeVar("S")


def solve(
    states: list[S],
    order: Sequence[int],
    edges: Callable[[int], Sequence[int]],
    transfer: Callable[[int, S], S],
    merge: Callable[[S, S], S],
) -> list[S]:
    """Solve a data-flow problem with a worklist, and return the states.

    Args:
        states: For each node the state before any edge is followed: the boundary condition of
            the entry, and the neutral element of `merge` elsewhere. It is changed in place.
        order: The nodes to visit, ideally each before those that it leads to.
        edges: The nodes to which the state at the end of a node flows.
        transfer: The state at the end of a node, given that at its beginning.
        merge: The state where two edges meet.
    """
    priorities = {node: priority for priority, node in enumerate(order)}
    worklist = list(range(len(order)))
    heapify(worklist)
    queued = set(worklist)
    while worklist:
        priority = heappop(worklist)
        queued.discard(priority)
        node = order[priority]
        outgoing = transfer(node, states[node])
        for following in edges(node):
            reached = priorities.get(following)
            if reached is None:
                continue
            merged = merge(states[following], outgoing)
            if merged != states[following]:
                states[following] = merged
                if reached not in queued:
                    queued.add(reached)
                    heappush(worklist, reached)
    return states


def solve_forward(
    graph: ControlFlowGraph, gen: Sequence[int], kill: Sequence[int], entry: int = 0
) -> list[int]:
    """Return, for each block, the facts that hold at its beginning on at least one path to it.

    Args:
        graph: The blocks; those that cannot be reached have no facts.
        gen: For each block the facts that hold at its end whatever held before.
        kill: For each block the facts that do not survive it unless they are in `gen`.
        entry: The facts that hold where the function begins.
    """
    states = [0] * len(graph.blocks)
    if states:
        states[0] = entry
    blocks = graph.blocks
    return solve(
        states,
        graph.order(),
        lambda block: blocks[block].successors,
        lambda block, facts: gen[block] | (facts & ~kill[block]),
        _union,
    )


def solve_backward(
    graph: ControlFlowGraph,
    gen: Sequence[int],
    kill: Sequence[int],
    leaving: Sequence[int] | None = None,
) -> list[int]:
    """Return, for each block, the facts that hold at its end on at least one path from it.

    Args:
        graph: The blocks; those that cannot be reached have no facts of others.
        gen: For each block the facts that hold at its beginning whatever holds after it.
        kill: For each block the facts that do not survive it unless they are in `gen`.
        leaving: For each block the facts that hold where the function ends there; none if absent.
    """
    return solve(
        [0] * len(graph.blocks) if leaving is None else list(leaving),
        graph.order()[::-1],
        lambda block: graph.predecessors[block],
        lambda block, facts: gen[block] | (facts & ~kill[block]),
        _union,
    )


def _union(one: int, other: int) -> int:
    return one | other


class GenKill(NamedTuple):
    """The transfer function of a statement: facts are the bits of an integer."""

    at: int
    """The index of the statement in `Code.statements`."""
    gen: int = 0
    """The facts that hold after it (in `facts_after`: before it), whatever held."""
    kill: int = 0
    """The facts that do not survive it unless they are in `gen`."""


def facts_before(
    graph: ControlFlowGraph, transfers: Sequence[GenKill], entry: int = 0
) -> list[int]:
    """Return, for each statement, the facts that hold before it on at least one path to it.

    Args:
        graph: The blocks.
        transfers: Statements in the order of the text.
        entry: The facts that hold where the function begins.

    Returns:
        The facts of each of `transfers`; 0 for one that no path reaches.
    """
    inside = in_blocks(graph, transfers)
    gen, kill = _composed(transfers, inside)
    before = solve_forward(graph, gen, kill, entry)
    found = [0] * len(transfers)
    for block in graph.order():
        facts = before[block]
        for position in inside[block]:
            transfer = transfers[position]
            found[position] = facts
            facts = transfer.gen | (facts & ~transfer.kill)
    return found


def facts_after(
    graph: ControlFlowGraph, transfers: Sequence[GenKill], leaving: int = 0
) -> list[int]:
    """Return, for each statement, the facts that hold after it on at least one path from it.

    The same as `facts_before`, backwards: `leaving` holds where the function ends, but for `trap`,
    which ends the whole grid.
    """
    inside = in_blocks(graph, transfers)
    backwards = [positions[::-1] for positions in inside]
    gen, kill = _composed(transfers, backwards)
    ends = [leaving * _returns(graph, block) for block in range(len(graph.blocks))]
    after = solve_backward(graph, gen, kill, ends)
    found = [0] * len(transfers)
    for block in graph.order():
        facts = after[block]
        for position in backwards[block]:
            transfer = transfers[position]
            found[position] = facts
            facts = transfer.gen | (facts & ~transfer.kill)
    return found


def _composed(
    transfers: Sequence[GenKill], inside: Sequence[Sequence[int]]
) -> tuple[list[int], list[int]]:
    """Return the gen and kill set of each block, from those of its statements in flow order."""
    gen, kill = [], []
    for positions in inside:
        generated = killed = 0
        for position in positions:
            transfer = transfers[position]
            generated = transfer.gen | (generated & ~transfer.kill)
            killed |= transfer.kill
        gen.append(generated)
        kill.append(killed)
    return gen, kill


class Located(Protocol):
    """What stands at a statement."""

    @property
    def at(self) -> int:
        """The index of the statement in `Code.statements`."""


def in_blocks(graph: ControlFlowGraph, statements: Sequence[Located]) -> list[list[int]]:
    """Return, for each block, the positions in a sequence of the statements that stand in it."""
    inside: list[list[int]] = [[] for _ in graph.blocks]
    number = 0
    for position, statement in enumerate(statements):
        while graph.blocks[number].stop <= statement.at:
            number += 1
        inside[number].append(position)
    return inside


def _returns(graph: ControlFlowGraph, number: int) -> bool:
    """Return whether a block can end the function, and the grid goes on."""
    block = graph.blocks[number]
    last = graph.code.statements[block.stop - 1]
    return block.exits and not (type(last) is n.Instruction and last.opcode in ABORTS)
