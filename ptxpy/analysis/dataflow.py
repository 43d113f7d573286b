"""Data-flow analysis: one worklist solver, and gen/kill problems over it.

A problem is a state for each block, a transfer function and a merge operator; `solve` finds the
least fixed point. `solve_forward` and `solve_backward` are may-analyses whose states are sets of
facts, the bits of an integer, with a gen and a kill set for each block. `facts_before` and
`facts_after` answer for single statements.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Protocol, TypeVar

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.isa import ABORTS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ptxpy.analysis.control_flow import ControlFlowGraph

__all__ = [
    "GenKill",
    "facts_after",
    "facts_before",
    "positions_by_block",
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
        states: For each node the initial state: the boundary condition of the entry, and the
            neutral element of `merge` elsewhere. The list is changed in place.
        order: The nodes to visit, ideally each node before its successors.
        edges: Returns the nodes to which the state at the end of a node flows.
        transfer: Returns the state at the end of a node from the state at its beginning.
        merge: Returns the state where two edges meet.
    """
    priorities = {node: priority for priority, node in enumerate(order)}
    worklist = list(range(len(order)))
    heapify(worklist)
    queued = set(worklist)
    # The node that is first in the order is visited next: its state is mostly final by then.
    while worklist:
        priority = heappop(worklist)
        queued.discard(priority)
        node = order[priority]
        outgoing = transfer(node, states[node])
        for following in edges(node):
            following_priority = priorities.get(following)
            # A predecessor that the entry does not reach is not in the order, and takes no part.
            if following_priority is None:
                continue
            merged = merge(states[following], outgoing)
            if merged != states[following]:
                states[following] = merged
                if following_priority not in queued:
                    queued.add(following_priority)
                    heappush(worklist, following_priority)
    return states


def solve_forward(
    graph: ControlFlowGraph, gen: Sequence[int], kill: Sequence[int], entry: int = 0
) -> list[int]:
    """Return, for each block, the facts that hold at its beginning on at least one path to it.

    Args:
        graph: The blocks; unreachable blocks have no facts.
        gen: For each block the facts that hold at its end, whatever held at its beginning.
        kill: For each block the facts that do not survive it unless they are in `gen`.
        entry: The facts that hold where the function begins.
    """
    states = [0] * len(graph.blocks)
    if states:
        states[0] = entry
    blocks = graph.blocks
    # A set of facts is one integer, so that a merge of thousands of facts is one operation.
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
    at_exit: Sequence[int] | None = None,
) -> list[int]:
    """Return, for each block, the facts that hold at its end on at least one path from it.

    Args:
        graph: The blocks; unreachable blocks receive no facts from their successors.
        gen: For each block the facts that hold at its beginning, whatever holds at its end.
        kill: For each block the facts that do not survive it unless they are in `gen`.
        at_exit: For each block the facts that hold after it if the function ends there; none by
            default.
    """
    return solve(
        [0] * len(graph.blocks) if at_exit is None else list(at_exit),
        graph.order()[::-1],
        lambda block: graph.predecessors[block],
        lambda block, facts: gen[block] | (facts & ~kill[block]),
        _union,
    )


def _union(one: int, other: int) -> int:
    return one | other


class GenKill(NamedTuple):
    """The transfer function of a statement: facts are the bits of an integer."""

    statement_index: int
    """The index of the statement in `Code.statements`."""
    gen: int = 0
    """The facts that hold after the statement (in `facts_after`: before it) in any case."""
    kill: int = 0
    """The facts that do not survive the statement unless they are in `gen`."""


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
    inside = positions_by_block(graph, transfers)
    gen, kill = _block_sets(transfers, inside)
    before = solve_forward(graph, gen, kill, entry)
    results = [0] * len(transfers)
    for block in graph.order():
        facts = before[block]
        for position in inside[block]:
            transfer = transfers[position]
            results[position] = facts
            facts = transfer.gen | (facts & ~transfer.kill)
    return results


def facts_after(
    graph: ControlFlowGraph, transfers: Sequence[GenKill], at_exit: int = 0
) -> list[int]:
    """Return, for each statement, the facts that hold after it on at least one path from it.

    The same as `facts_before`, backwards. The facts `at_exit` hold where the function returns, and
    none hold after `trap`, which aborts the grid.
    """
    inside = positions_by_block(graph, transfers)
    backwards = [positions[::-1] for positions in inside]
    gen, kill = _block_sets(transfers, backwards)
    ends = [at_exit * _may_return(graph, block) for block in range(len(graph.blocks))]
    after = solve_backward(graph, gen, kill, ends)
    results = [0] * len(transfers)
    for block in graph.order():
        facts = after[block]
        for position in backwards[block]:
            transfer = transfers[position]
            results[position] = facts
            facts = transfer.gen | (facts & ~transfer.kill)
    return results


def _block_sets(
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


class HasStatement(Protocol):
    """Anything that belongs to one statement."""

    @property
    def statement_index(self) -> int:
        """The index of the statement in `Code.statements`."""


def positions_by_block(
    graph: ControlFlowGraph, elements: Sequence[HasStatement]
) -> list[list[int]]:
    """Return, for each block, the indices into `elements` of those whose statement is in it."""
    inside: list[list[int]] = [[] for _ in graph.blocks]
    # Elements come in the order of the text, as blocks do: one pass places them all.
    index = 0
    for position, element in enumerate(elements):
        while graph.blocks[index].stop <= element.statement_index:
            index += 1
        inside[index].append(position)
    return inside


def _may_return(graph: ControlFlowGraph, index: int) -> bool:
    """Return whether a block may return from the function without aborting the grid."""
    block = graph.blocks[index]
    last = graph.code.statements[block.stop - 1]
    return block.exits and not (type(last) is n.Instruction and last.opcode in ABORTS)
