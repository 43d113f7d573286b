"""What may hold before or behind single statements of a function, on at least one path."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.analysis.control_flow import ControlFlowGraph

__all__ = ["Event", "facts_before", "facts_behind"]


class Event(NamedTuple):
    """A statement that changes facts, which are the bits of an integer."""

    at: int
    """Its index in `Code.statements`."""
    made: int = 0
    """The facts that hold behind it (in `facts_behind`: before it), whatever held."""
    ended: int = 0
    """The facts that no longer hold there, unless they are `made`."""


def facts_before(graph: ControlFlowGraph, events: Sequence[Event], entry: int = 0) -> list[int]:
    """Return, for each event, the facts that hold before it on at least one path to it.

    Args:
        graph: The blocks.
        events: Statements in the order of the text.
        entry: The facts that hold where the function begins.

    Returns:
        The facts of each event; 0 for one that no path reaches.
    """
    inside = _by_block(graph, events)
    found = [0] * len(events)
    before = [0] * len(graph.blocks)
    waiting = graph.order()[::-1]
    queued = set(waiting)
    if before:
        before[0] = entry
    while waiting:
        number = waiting.pop()
        queued.discard(number)
        facts = before[number]
        for position in inside[number]:
            event = events[position]
            found[position] = facts
            facts = event.made | (facts & ~event.ended)
        for successor in graph.blocks[number].successors:
            if facts & ~before[successor]:
                before[successor] |= facts
                if successor not in queued:
                    queued.add(successor)
                    waiting.append(successor)
    return found


def facts_behind(graph: ControlFlowGraph, events: Sequence[Event], leaving: int = 0) -> list[int]:
    """Return, for each event, the facts that hold behind it on at least one path from it.

    The same as `facts_before`, backwards: `leaving` holds where the function ends, but for `trap`,
    which ends the whole grid.
    """
    inside = _by_block(graph, events)
    found = [0] * len(events)
    behind = [leaving * _ends(graph, number) for number in range(len(graph.blocks))]
    waiting = graph.order()
    known = set(waiting)
    queued = set(waiting)
    while waiting:
        number = waiting.pop()
        queued.discard(number)
        facts = behind[number]
        for position in reversed(inside[number]):
            event = events[position]
            found[position] = facts
            facts = event.made | (facts & ~event.ended)
        for predecessor in graph.predecessors[number]:
            if predecessor in known and facts & ~behind[predecessor]:
                behind[predecessor] |= facts
                if predecessor not in queued:
                    queued.add(predecessor)
                    waiting.append(predecessor)
    return found


def _by_block(graph: ControlFlowGraph, events: Sequence[Event]) -> list[list[int]]:
    """Return the positions in `events` of those in each block."""
    inside: list[list[int]] = [[] for _ in graph.blocks]
    number = 0
    for position, event in enumerate(events):
        while graph.blocks[number].stop <= event.at:
            number += 1
        inside[number].append(position)
    return inside


def _ends(graph: ControlFlowGraph, number: int) -> bool:
    block = graph.blocks[number]
    last = graph.code.statements[block.stop - 1]
    return block.exits and not (type(last) is n.Instruction and last.opcode == "trap")
