"""The basic blocks of a function, as a table and as JSON."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from ptxpy.cli.console import paint, printable, write_stdout
from ptxpy.cli.overview import abbreviate

if TYPE_CHECKING:
    from ptxpy.summaries.flow import BlockSummary, FlowSummary

__all__ = ["block_json", "show_blocks"]

_HEADS: Final = ("block", "lines", "instr.", "loop", "in", "most", "out", "pred.", "next", "label")
_LEFT: Final = frozenset({"block", "lines", "next", "label"})
_MAX_LABEL_CHARACTERS: Final = 32
_MAX_SUCCESSORS: Final = 6
"""Successors that are listed; the others are counted."""


def show_blocks(flow: FlowSummary) -> None:
    """Print a table with a line for each block.

    `in`, `most` and `out` are live words: at its beginning, at most, and at its end; `pred.` is the
    maximum number of live predicates; `loop` is the loop depth, `*` marks a loop header.
    """
    rows = [_row(block) for block in flow.blocks]
    widths = [max(map(len, column)) for column in zip(_HEADS, *rows, strict=True)]
    for number, row in enumerate([_HEADS, *rows]):
        cells = [
            f"{cell:{width}}" if head in _LEFT else f"{cell:>{width}}"
            for head, cell, width in zip(_HEADS, row, widths, strict=True)
        ]
        line = "  ".join(cells).rstrip()
        write_stdout(f"    {paint(line, 'bold', sys.stdout) if number == 0 else line}")


def _row(block: BlockSummary) -> tuple[str, ...]:
    profile = block.profile
    successors = [f"B{number}" for number in block.successors[:_MAX_SUCCESSORS]]
    if len(block.successors) > _MAX_SUCCESSORS:
        successors.append(f"and {len(block.successors) - _MAX_SUCCESSORS:,} more")
    if block.exits:
        branch = block.branch
        successors.append("end" if branch is None else branch.opcode)
    lines = f"{block.first}" if block.first == block.last else f"{block.first}-{block.last}"
    depth = f"{'*' if block.is_header else ''}{block.depth or ''}"
    if not block.is_reachable:
        depth = "dead"
    return (
        f"B{block.number}",
        lines,
        f"{len(block.statements):,}",
        depth,
        f"{profile.before.words:,}",
        f"{profile.most.words:,}",
        f"{profile.after.words:,}",
        f"{profile.most.predicates:,}",
        " ".join(successors),
        printable(abbreviate(", ".join(block.labels), _MAX_LABEL_CHARACTERS)),
    )


def block_json(block: BlockSummary) -> dict[str, Any]:
    """Return the summary of a block for JSON."""
    profile = block.profile
    return {
        "number": block.number,
        "labels": list(block.labels),
        "lines": [block.first, block.last],
        "instructions": len(block.statements),
        "successors": list(block.successors),
        "exits": block.exits,
        "reachable": block.is_reachable,
        "loop_depth": block.depth,
        "loop_header": block.is_header,
        "live_in": profile.before._asdict(),
        "live_out": profile.after._asdict(),
        "most_live": profile.most._asdict(),
        "most_live_line": block.peak,
    }
