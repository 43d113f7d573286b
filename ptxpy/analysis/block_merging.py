"""Basic blocks that nothing but a label parts, as one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.analysis.control_flow import Block, ControlFlowGraph
from ptxpy.ir import nodes as n
from ptxpy.isa import BRANCHES

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["merge_blocks"]


def merge_blocks(graph: ControlFlowGraph) -> ControlFlowGraph:
    """Return the graph with each block joined to the one before it that alone leads to it.

    That is so where a label stands for debug information alone, and no branch names it. Blocks
    that end with a branch stay as they are.
    """
    blocks = graph.blocks
    continues = [
        number > 0
        and graph.predecessors[number] == (number - 1,)
        and blocks[number - 1].successors == (number,)
        and not _branches(graph, number - 1)
        for number in range(len(blocks))
    ]
    new: list[int] = []
    for follows in continues:
        new.append(len(new) and new[-1] + (not follows))
    first = [number for number, follows in enumerate(continues) if not follows]
    last = [number - 1 for number in first[1:]] + [len(blocks) - 1]
    merged = tuple(
        Block(
            blocks[start].start,
            blocks[stop].stop,
            tuple(name for block in blocks[start : stop + 1] for name in block.labels),
            _renumbered(blocks[stop].successors, new),
            blocks[stop].exits,
        )
        for start, stop in zip(first, last, strict=False)
    )
    predecessors = tuple(_renumbered(graph.predecessors[start], new) for start in first)
    return graph._replace(blocks=merged, predecessors=predecessors)


def _branches(graph: ControlFlowGraph, number: int) -> bool:
    """Return whether a block ends with an instruction that says where to go."""
    last = graph.code.statements[graph.blocks[number].stop - 1]
    return type(last) is n.Instruction and last.opcode in BRANCHES


def _renumbered(numbers: Iterable[int], new: list[int]) -> tuple[int, ...]:
    return tuple(new[number] for number in numbers)
