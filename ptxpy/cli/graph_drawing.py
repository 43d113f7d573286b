"""Control-flow graphs, drawn with characters, and in the DOT language of Graphviz.

With characters, blocks are drawn from top to bottom. Branches to one target block share a lane,
which is a vertical line to the left of the blocks. A fall-through to the next block needs no lane.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.cli.console import printable
from ptxpy.cli.overview import WIDTH, abbreviate
from ptxpy.demangle import abridged
from ptxpy.summaries import BlockSummary, FlowSummary, format_statement

if TYPE_CHECKING:
    from ptxpy.summaries import Summary

__all__ = ["MAX_DRAWN_BLOCKS", "dot_lines", "draw_graph"]


MAX_DRAWN_BLOCKS: Final = 40
"""Blocks of a drawing; a larger graph would be unreadable."""
_MAX_DRAWN_TARGETS: Final = 12
"""Targets of a branch that are drawn; the others are counted."""
_MAX_LABEL_CHARACTERS: Final = 32

_LINES: Final = dict(zip("|-dutjex>", "│─╭╰├┤╯┼▶", strict=True))
_ASCII: Final = dict(zip("|-dutjex>", "|-.'++'|>", strict=True))
"""The characters: a vertical and a horizontal line; corners that open down and up; branches to the
right and to the left; the corner that ends a block; a crossing; an arrow."""


class Row(NamedTuple):
    """A line of the drawing."""

    text: str
    enters: int = -1
    """The block that begins in this row, to which edges lead; -1 for none."""
    leaves: int = -1
    """The target block of an edge from this row; -1 for none."""


class Lane(NamedTuple):
    """The vertical line of all edges to one block."""

    target: int
    top: int
    """Its first row."""
    bottom: int
    rows: frozenset[int]
    """The rows in which an edge joins the lane."""
    entry: int
    """The row of the target block."""


def draw_graph(flow: FlowSummary, encoding: str) -> list[str]:
    """Return the lines of a drawing, in ASCII if the encoding has no line characters."""
    try:
        # The drawing falls back to ASCII where the terminal has another encoding.
        "".join(_LINES.values()).encode(encoding)
        pieces = _LINES
    except (UnicodeError, LookupError):
        pieces = _ASCII
    rows: list[Row] = []
    for block in flow.blocks:
        follows = bool(rows) and rows[-1].text != ""
        rows += _rows(block, pieces, follows=follows)
    # The last block has an empty row after it, which separates nothing.
    while rows and not rows[-1].text:
        rows.pop()
    columns = _columns(_lanes(rows))
    # The text keeps at least half of the line, however many lanes there are.
    room = max(WIDTH // 2, WIDTH - 2 * len(columns) - 2)
    return [
        f"{_edges(number, columns, pieces)}{_cut(row.text, room)}".rstrip()
        for number, row in enumerate(rows)
    ]


def _rows(block: BlockSummary, pieces: dict[str, str], *, follows: bool) -> Iterator[Row]:
    """Yield the rows of a block: its head, a row for each branch, and a line to the next block.

    Args:
        block: The block.
        pieces: The characters to draw with.
        follows: Whether the previous block falls through to this one.
    """
    yield Row(f"{pieces['t' if follows else 'd']} {_head(block)}", enters=block.number)
    # The next block is reached by falling through, and needs no edge.
    jumps = [
        target for target in block.successors if not (block.falls and target == block.number + 1)
    ]
    branch = "" if block.branch is None else printable(format_statement(block.branch)).rstrip(";")
    if not branch and block.exits:
        branch = "end"
    shown = jumps[:_MAX_DRAWN_TARGETS]
    for position, target in enumerate(shown):
        continues = block.falls or position + 1 < len(jumps)
        words = [
            pieces["j" if continues else "e"],
            "" if position else branch,
            pieces["-"] + pieces[">"],
        ]
        yield Row(" ".join([word for word in words if word] + [f"B{target}"]), leaves=target)
    if len(jumps) > len(shown):
        end = pieces["t" if block.falls else "u"]
        yield Row(f"{end} and {len(jumps) - len(shown):,} more", leaves=-1)
    if branch and not jumps:
        yield Row(f"{pieces['t' if block.falls else 'u']} {branch}")
    yield Row(pieces["|"] if block.falls else "")


def _head(block: BlockSummary) -> str:
    lines = f"line {block.first:,}" if block.first == block.last else ""
    facts = [
        lines or f"lines {block.first:,}-{block.last:,}",
        f"{len(block.statements):,} instr.",
        f"{block.profile.most.words:,} live",
    ]
    if block.depth:
        facts.append(f"loop {block.depth}{' begins' if block.is_header else ''}")
    if not block.is_reachable:
        facts.append("unreachable")
    label = printable(abbreviate(block.labels[0], _MAX_LABEL_CHARACTERS)) if block.labels else ""
    return f"B{block.number} {label}".rstrip() + f"  {', '.join(facts)}"


def _lanes(rows: list[Row]) -> list[Lane]:
    entries = {row.enters: number for number, row in enumerate(rows) if row.enters >= 0}
    turns: dict[int, set[int]] = {}
    for number, row in enumerate(rows):
        if row.leaves >= 0:
            turns.setdefault(row.leaves, {entries[row.leaves]}).add(number)
    return [
        Lane(target, min(found), max(found), frozenset(found), entries[target])
        for target, found in turns.items()
    ]


def _columns(lanes: Iterable[Lane]) -> list[list[Lane]]:
    """Return the lanes by column, from right to left: short ones near the blocks."""
    columns: list[list[Lane]] = []
    # Short lanes near the blocks make fewer crossings.
    for lane in sorted(lanes, key=lambda lane: (lane.bottom - lane.top, lane.top)):
        for column in columns:
            # Lanes whose rows do not overlap share a column.
            if all(lane.bottom < other.top or other.bottom < lane.top for other in column):
                column.append(lane)
                break
        else:
            columns.append([lane])
    return columns


def _edges(number: int, columns: list[list[Lane]], pieces: dict[str, str]) -> str:
    """Return the text left of a row: two characters for each column, and two for the arrow."""
    cells: list[str] = []
    across = arrives = False
    """Whether there is a horizontal line here, and whether it ends with an arrow."""
    # Columns are drawn from the left: a line that begins further left crosses those to its right.
    for column in reversed(columns):
        lane = next((lane for lane in column if lane.top <= number <= lane.bottom), None)
        turns = lane is not None and number in lane.rows
        if lane is not None and turns:
            corner = "d" if number == lane.top else "u" if number == lane.bottom else "t"
            piece = pieces[corner]
            across, arrives = True, arrives or number == lane.entry
        elif lane is not None:
            piece = pieces["x" if across else "|"]
        else:
            piece = pieces["-"] if across else " "
        cells.append(piece + (pieces["-"] if across else " "))
    end = pieces[">"] if arrives else pieces["-"] if across else " "
    return "".join(cells) + (pieces["-"] if across else " ") + end


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[: room - 1]}…"


_MAX_INSTRUCTIONS: Final = 16
"""Instructions of a block that are all shown; of a longer block, the first and the last are."""
_SHOWN_FIRST: Final = 10
_SHOWN_LAST: Final = 4
_MAX_LINE_CHARACTERS: Final = 100


def dot_lines(summaries: Iterable[tuple[Summary, FlowSummary]]) -> Iterator[str]:
    """Yield the lines of a graph with a cluster for each function."""
    yield "digraph {"
    yield '    node [shape=box, fontname="monospace", fontsize=10];'
    yield '    edge [fontname="monospace", fontsize=10];'
    for number, (summary, flow) in enumerate(summaries):
        title = summary.signature or summary.name
        yield f"    subgraph cluster_{number} {{"
        yield f"        label={_quoted(abridged(title, _MAX_LINE_CHARACTERS))};"
        for block in flow.blocks:
            look = ", penwidth=2" if block.is_header else ""
            look = look if block.is_reachable else ", style=dashed"
            yield f"        {_node(number, block)} [label={_text(block)}{look}];"
        for block in flow.blocks:
            yield from _dot_edges(number, block, flow)
        yield "    }"
    yield "}"


def _node(function: int, block: BlockSummary) -> str:
    return f"f{function}_b{block.number}"


def _text(block: BlockSummary) -> str:
    """Return the label of a node: the block's name and its instructions, aligned to the left."""
    lines = f"line {block.first}" if block.first == block.last else ""
    head = [f"B{block.number}", *block.labels, lines or f"lines {block.first}-{block.last}"]
    statements = block.statements
    hidden = len(statements) - _SHOWN_FIRST - _SHOWN_LAST
    if len(statements) > _MAX_INSTRUCTIONS:
        statements = (*statements[:_SHOWN_FIRST], *statements[-_SHOWN_LAST:])
    instructions = [format_statement(statement) for statement in statements]
    if len(block.statements) > _MAX_INSTRUCTIONS:
        instructions.insert(_SHOWN_FIRST, f"… {hidden:,} more")
    text = [" ".join(head), *instructions]
    # `\l` ends a line of DOT that is aligned to the left.
    return '"' + "".join(f"{_escaped(_cut(line, _MAX_LINE_CHARACTERS))}\\l" for line in text) + '"'


def _dot_edges(function: int, block: BlockSummary, flow: FlowSummary) -> Iterator[str]:
    branch = block.branch
    guard = ""
    if branch is not None and branch.guard is not None:
        guard = format_statement(branch).partition(" ")[0]
    for target in block.successors:
        falls = block.falls and target == block.number + 1
        marks = []
        # Only the taken side has the guard: the other one falls through.
        if guard and not falls:
            marks.append(f"label={_quoted(guard)}")
        if falls:
            marks.append("style=dashed")
        if (block.number, target) in flow.back_edges:
            # Without constraint, loops do not pull their ends up: ranks follow the code.
            marks += ["color=red", "constraint=false"]
        look = f" [{', '.join(marks)}]" if marks else ""
        yield f"        {_node(function, block)} -> {_node(function, flow.blocks[target])}{look};"


def _quoted(text: str) -> str:
    return f'"{_escaped(_cut(text, _MAX_LINE_CHARACTERS))}"'


def _escaped(text: str) -> str:
    return printable(text).replace("\\", "\\\\").replace('"', '\\"')
