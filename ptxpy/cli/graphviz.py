"""Control-flow graphs in the DOT language of Graphviz."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from ptxpy import ir
from ptxpy.cli.console import printable
from ptxpy.demangle import abridged
from ptxpy.summaries.flow import BlockSummary, FlowSummary, format_statement

if TYPE_CHECKING:
    from ptxpy.summaries.functions import Summary

__all__ = ["dot_lines"]

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
            yield f"        {_node(number, block)} [label={_text(block)}{_look(block)}];"
        for block in flow.blocks:
            yield from _edges(number, block, flow)
        yield "    }"
    yield "}"


def _node(function: int, block: BlockSummary) -> str:
    return f"f{function}_b{block.number}"


def _look(block: BlockSummary) -> str:
    if not block.is_reachable:
        return ", style=dashed"
    return ", penwidth=2" if block.is_header else ""


def _text(block: BlockSummary) -> str:
    """Return the label of a node: the block's name and its instructions, aligned to the left."""
    lines = f"line {block.first}" if block.first == block.last else ""
    head = [f"B{block.number}", *block.labels, lines or f"lines {block.first}-{block.last}"]
    instructions = [format_statement(statement) for statement in _shown_statements(block)]
    if len(block.statements) > _MAX_INSTRUCTIONS:
        instructions.insert(
            _SHOWN_FIRST, f"… {len(block.statements) - _SHOWN_FIRST - _SHOWN_LAST:,} more"
        )
    text = [" ".join(head), *instructions]
    return '"' + "".join(f"{_escaped(_cut(line))}\\l" for line in text) + '"'


def _shown_statements(block: BlockSummary) -> list[ir.Instruction | ir.Call]:
    statements = block.statements
    if len(statements) > _MAX_INSTRUCTIONS:
        return [*statements[:_SHOWN_FIRST], *statements[-_SHOWN_LAST:]]
    return [*statements]


def _edges(function: int, block: BlockSummary, flow: FlowSummary) -> Iterator[str]:
    back = flow.back_edges
    branch = block.branch
    guard = "" if branch is None or branch.guard is None else _guard(format_statement(branch))
    for target in block.successors:
        falls = block.falls and target == block.number + 1
        marks = []
        if guard and not falls:
            marks.append(f"label={_quoted(guard)}")
        if falls:
            marks.append("style=dashed")
        if (block.number, target) in back:
            marks += ["color=red", "constraint=false"]
        look = f" [{', '.join(marks)}]" if marks else ""
        yield f"        {_node(function, block)} -> {_node(function, flow.blocks[target])}{look};"


def _guard(text: str) -> str:
    return text.partition(" ")[0]


def _cut(text: str) -> str:
    return text if len(text) <= _MAX_LINE_CHARACTERS else f"{text[: _MAX_LINE_CHARACTERS - 1]}…"


def _quoted(text: str) -> str:
    return f'"{_escaped(_cut(text))}"'


def _escaped(text: str) -> str:
    return printable(text).replace("\\", "\\\\").replace('"', '\\"')
