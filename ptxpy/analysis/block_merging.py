"""Merging of basic blocks that are separated by a label alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.analysis.control_flow import Block, ControlFlowGraph
from ptxpy.ir import nodes as n
from ptxpy.isa import BRANCHES

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["merge_blocks"]


def merge_blocks(graph: ControlFlowGraph) -> ControlFlowGraph:
    """Return the graph with each block merged into its only predecessor, if that is the one before.

    Such blocks occur where a label serves debug information only and no branch names it. Blocks
    that end with a branch are not merged with the next.
    """
    blocks = graph.blocks
    is_merged_into_previous = [
        index > 0
        and graph.predecessors[index] == (index - 1,)
        and blocks[index - 1].successors == (index,)
        and not _ends_with_branch(graph, index - 1)
        for index in range(len(blocks))
    ]
    new_indices: list[int] = []
    for is_merged in is_merged_into_previous:
        new_indices.append(len(new_indices) and new_indices[-1] + (not is_merged))
    first = [index for index, is_merged in enumerate(is_merged_into_previous) if not is_merged]
    last = [index - 1 for index in first[1:]] + [len(blocks) - 1]
    merged = tuple(
        Block(
            blocks[start].start,
            blocks[stop].stop,
            tuple(name for block in blocks[start : stop + 1] for name in block.labels),
            _renumber(blocks[stop].successors, new_indices),
            blocks[stop].exits,
        )
        for start, stop in zip(first, last, strict=False)
    )
    predecessors = tuple(_renumber(graph.predecessors[start], new_indices) for start in first)
    return graph._replace(blocks=merged, predecessors=predecessors)


def _ends_with_branch(graph: ControlFlowGraph, index: int) -> bool:
    """Return whether a block ends with a branch."""
    last = graph.code.statements[graph.blocks[index].stop - 1]
    return type(last) is n.Instruction and last.opcode in BRANCHES


def _renumber(blocks: Iterable[int], new_indices: list[int]) -> tuple[int, ...]:
    return tuple(new_indices[block] for block in blocks)
