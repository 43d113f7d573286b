"""The basic blocks of a function, as a table and as JSON."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from ptxpy.cli.console import paint, printable, show
from ptxpy.cli.overview import middle

if TYPE_CHECKING:
    from ptxpy.cli.flow import Block, Flow

__all__ = ["block_json", "show_blocks"]

_HEADS: Final = ("block", "lines", "instr.", "loop", "in", "most", "out", "pred.", "next", "label")
_LEFT: Final = frozenset({"block", "lines", "next", "label"})
_LONGEST: Final = 32
_SHOWN: Final = 6


def show_blocks(flow: Flow) -> None:
    """Print a table with a line for each block.

    `in`, `most` and `out` are words live at its beginning, at most, and at its end; `pred.` is the
    most predicates; `loop` is the depth of loops, `*` marks the first block of one.
    """
    rows = [_row(block) for block in flow.blocks]
    widths = [max(map(len, column)) for column in zip(_HEADS, *rows, strict=True)]
    for number, row in enumerate([_HEADS, *rows]):
        cells = [
            f"{cell:{width}}" if head in _LEFT else f"{cell:>{width}}"
            for head, cell, width in zip(_HEADS, row, widths, strict=True)
        ]
        line = "  ".join(cells).rstrip()
        show(f"    {paint(line, 'bold', sys.stdout) if number == 0 else line}")


def _row(block: Block) -> tuple[str, ...]:
    profile = block.profile
    successors = [f"B{number}" for number in block.successors[:_SHOWN]]
    if len(block.successors) > _SHOWN:
        successors.append(f"and {len(block.successors) - _SHOWN:,} more")
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
        printable(middle(", ".join(block.labels), _LONGEST)),
    )


def block_json(block: Block) -> dict[str, Any]:
    """Return the facts of a block."""
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
