"""Control-flow graphs in the language of Graphviz."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from ptxpy import ir
from ptxpy.cli.console import printable
from ptxpy.cli.flow import Block, Flow, spelled
from ptxpy.lift.symbols import abridged

if TYPE_CHECKING:
    from ptxpy.cli.summary import Summary

__all__ = ["dot_lines"]

_MOST: Final = 16
"""Instructions shown of a block; of a longer one, the first and the last."""
_FIRST: Final = 10
_LAST: Final = 4
_WIDTH: Final = 100


def dot_lines(summaries: Iterable[tuple[Summary, Flow]]) -> Iterator[str]:
    """Yield the lines of a graph with a cluster for each function."""
    yield "digraph {"
    yield '    node [shape=box, fontname="monospace", fontsize=10];'
    yield '    edge [fontname="monospace", fontsize=10];'
    for number, (summary, flow) in enumerate(summaries):
        title = summary.signature or summary.name
        yield f"    subgraph cluster_{number} {{"
        yield f"        label={_quoted(abridged(title, _WIDTH))};"
        for block in flow.blocks:
            yield f"        {_node(number, block)} [label={_text(block)}{_look(block)}];"
        for block in flow.blocks:
            yield from _edges(number, block, flow)
        yield "    }"
    yield "}"


def _node(function: int, block: Block) -> str:
    return f"f{function}_b{block.number}"


def _look(block: Block) -> str:
    if not block.is_reachable:
        return ", style=dashed"
    return ", penwidth=2" if block.is_header else ""


def _text(block: Block) -> str:
    """Return the label of a node: what the block is, and its instructions, to the left."""
    lines = f"line {block.first}" if block.first == block.last else ""
    head = [f"B{block.number}", *block.labels, lines or f"lines {block.first}-{block.last}"]
    instructions = [spelled(statement) for statement in _shown(block)]
    if len(block.statements) > _MOST:
        instructions.insert(_FIRST, f"… {len(block.statements) - _FIRST - _LAST:,} more")
    text = [" ".join(head), *instructions]
    return '"' + "".join(f"{_escaped(_cut(line))}\\l" for line in text) + '"'


def _shown(block: Block) -> list[ir.Instruction | ir.Call]:
    statements = block.statements
    if len(statements) > _MOST:
        return [*statements[:_FIRST], *statements[-_LAST:]]
    return [*statements]


def _edges(function: int, block: Block, flow: Flow) -> Iterator[str]:
    back = flow.back_edges
    branch = block.branch
    guard = "" if branch is None or branch.guard is None else _guard(spelled(branch))
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
    return text if len(text) <= _WIDTH else f"{text[: _WIDTH - 1]}…"


def _quoted(text: str) -> str:
    return f'"{_escaped(_cut(text))}"'


def _escaped(text: str) -> str:
    return printable(text).replace("\\", "\\\\").replace('"', '\\"')
