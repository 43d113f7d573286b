"""Which blocks every path to the end of a function goes through."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.analysis.control_flow import ControlFlowGraph

__all__ = ["postdominators"]


def postdominators(graph: ControlFlowGraph) -> list[int | None]:
    """Return the immediate postdominator of each block.

    It is the first block after it that all paths from it to the function's end share. None stands
    for the end itself, for blocks from which no path leads to the end, and for unreachable ones.

    The algorithm is that of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm"), on
    the graph turned round, with one more block at its end.
    """
    end = len(graph.blocks)
    order = _postorder(graph, end)
    number_of = {block: number for number, block in enumerate(order)}
    found: dict[int, int] = {end: end}
    changed = True
    while changed:
        changed = False
        for block in reversed(order[:-1]):
            followers = [s for s in _followers(graph, block, end) if s in found]
            new = followers[0]
            for other in followers[1:]:
                new = _common(found, number_of, new, other)
            if found.get(block) != new:
                found[block] = new
                changed = True
    reachable = graph.reachable()
    return [
        found[block] if block in reachable and found.get(block, end) != end else None
        for block in range(end)
    ]


def _followers(graph: ControlFlowGraph, block: int, end: int) -> Sequence[int]:
    here = graph.blocks[block]
    return (*here.successors, end) if here.exits else here.successors


def _postorder(graph: ControlFlowGraph, end: int) -> list[int]:
    """Return the blocks that lead to the end in postorder of the graph turned round, it last."""
    exits = [number for number, block in enumerate(graph.blocks) if block.exits]
    seen = {end}
    done: list[int] = []
    stack: list[tuple[int, int]] = [(end, 0)]
    while stack:
        block, position = stack.pop()
        before: Sequence[int] = exits if block == end else graph.predecessors[block]
        while position < len(before) and before[position] in seen:
            position += 1
        if position == len(before):
            done.append(block)
        else:
            stack.append((block, position + 1))
            seen.add(before[position])
            stack.append((before[position], 0))
    return done


def _common(found: dict[int, int], number_of: dict[int, int], one: int, other: int) -> int:
    """Return the nearest block that postdominates two, as far as is known by now."""
    while one != other:
        while number_of[one] < number_of[other]:
            one = found[one]
        while number_of[other] < number_of[one]:
            other = found[other]
    return one
