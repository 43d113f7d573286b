"""Postdominators: the blocks on every path from a block to the end of the function."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.analysis.control_flow import ControlFlowGraph

__all__ = ["postdominators"]


def postdominators(graph: ControlFlowGraph) -> list[int | None]:
    """Return the index of the immediate postdominator of each block.

    The immediate postdominator is the first later block on all paths from the block to the
    function's end. It is None if that is the end itself, if no path leads to the end, and for an
    unreachable block.

    The algorithm is that of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm"), on
    the reverse graph with a virtual exit block.
    """
    end = len(graph.blocks)
    order = _postorder(graph, end)
    positions = {block: position for position, block in enumerate(order)}
    postdominator: dict[int, int] = {end: end}
    changed = True
    while changed:
        changed = False
        for block in reversed(order[:-1]):
            successors = [s for s in _successors_and_end(graph, block, end) if s in postdominator]
            new = successors[0]
            for other in successors[1:]:
                new = _nearest_common(postdominator, positions, new, other)
            if postdominator.get(block) != new:
                postdominator[block] = new
                changed = True
    reachable = graph.reachable()
    return [
        (
            postdominator[block]
            if block in reachable and postdominator.get(block, end) != end
            else None
        )
        for block in range(end)
    ]


def _successors_and_end(graph: ControlFlowGraph, block: int, end: int) -> Sequence[int]:
    here = graph.blocks[block]
    return (*here.successors, end) if here.exits else here.successors


def _postorder(graph: ControlFlowGraph, end: int) -> list[int]:
    """Return the blocks that lead to the end in postorder of the reverse graph, the end last."""
    exits = [index for index, block in enumerate(graph.blocks) if block.exits]
    seen = {end}
    done: list[int] = []
    stack: list[tuple[int, int]] = [(end, 0)]
    while stack:
        block, position = stack.pop()
        predecessors: Sequence[int] = exits if block == end else graph.predecessors[block]
        while position < len(predecessors) and predecessors[position] in seen:
            position += 1
        if position == len(predecessors):
            done.append(block)
        else:
            stack.append((block, position + 1))
            seen.add(predecessors[position])
            stack.append((predecessors[position], 0))
    return done


def _nearest_common(
    postdominator: dict[int, int], positions: dict[int, int], one: int, other: int
) -> int:
    """Return the nearest common postdominator of two blocks, from the results so far."""
    while one != other:
        while positions[one] < positions[other]:
            one = postdominator[one]
        while positions[other] < positions[one]:
            other = postdominator[other]
    return one
