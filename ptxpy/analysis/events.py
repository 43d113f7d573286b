"""Which events of a function lie on some path before or behind each of its blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.analysis.control_flow import ControlFlowGraph

__all__ = ["reached_from", "reaches"]


def reaches(graph: ControlFlowGraph, made: Sequence[int], ended: Sequence[int]) -> list[int]:
    """Return, for each block, the facts that hold at its beginning on at least one path to it.

    Args:
        graph: The blocks.
        made: For each block the facts, as bits, that hold at its end whatever held before.
        ended: For each block the facts that no longer hold behind it unless they are `made`.
    """
    before = [0] * len(graph.blocks)
    behind = [0] * len(graph.blocks)
    order = graph.order()
    changed = True
    while changed:
        changed = False
        for number in order:
            incoming = 0
            for predecessor in graph.predecessors[number]:
                incoming |= behind[predecessor]
            before[number] = incoming
            outgoing = made[number] | (incoming & ~ended[number])
            if outgoing != behind[number]:
                behind[number] = outgoing
                changed = True
    return before


def reached_from(graph: ControlFlowGraph, made: Sequence[int], ended: Sequence[int]) -> list[int]:
    """Return, for each block, the facts that hold at its end on at least one path from it.

    The same as `reaches`, backwards: `made` holds at a block's beginning whatever holds behind it.
    """
    behind = [0] * len(graph.blocks)
    before = [0] * len(graph.blocks)
    order = graph.order()[::-1]
    changed = True
    while changed:
        changed = False
        for number in order:
            outgoing = 0
            for successor in graph.blocks[number].successors:
                outgoing |= before[successor]
            behind[number] = outgoing
            incoming = made[number] | (outgoing & ~ended[number])
            if incoming != before[number]:
                before[number] = incoming
                changed = True
    return behind
