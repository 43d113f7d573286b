"""Functions to analyse."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import ptxpy
from ptxpy.analysis import SymbolTable, bodies, flatten
from ptxpy.analysis.code import Code
from ptxpy.analysis.control_flow import Block, ControlFlowGraph

CORPUS = Path(__file__).resolve().parents[2] / "corpus"

FRAME = """\
.version 9.0
.target sm_90a
.address_size 64
.global .align 4 .b8 table[64];
.func helper(.param .b32 x);
.visible .entry k()
{{
    .reg .pred %p<9>;
    .reg .b32 %r<99>;
    .reg .b64 %rd<9>;
    .reg .f32 %f<99>;
{}
}}
"""


class Case(NamedTuple):
    """A function of a file of cases, and what is expected of it."""

    title: str
    body: str
    expected: str


def cases(path: Path) -> list[Case]:
    """Read a file of cases: `# title`, statements, `=>`, what is expected."""
    found = []
    for part in path.read_text(encoding="utf-8").split("\n# ")[1:]:
        head, _, expected = part.partition("\n=>\n")
        title, _, body = head.partition("\n")
        found.append(Case(title, body, expected.strip()))
    return found


def code_of(body: str) -> Code:
    """Return a kernel with these statements."""
    return codes(FRAME.format(body).encode())[-1]


def codes(source: bytes) -> list[Code]:
    """Return the functions of a module that have a body."""
    module = ptxpy.parse(source)
    names = SymbolTable()
    names.declare(module.body)
    return [flatten(*body, names) for body in bodies(module)]


def corpus_codes(pattern: str) -> list[Code]:
    """Return the functions with bodies of some files of the corpus."""
    return [code for path in sorted(CORPUS.glob(pattern)) for code in codes(path.read_bytes())]


def graph_of(successors: list[list[int]]) -> ControlFlowGraph:
    """Return a graph of empty blocks."""
    blocks = tuple(
        Block(0, 0, (), tuple(dict.fromkeys(targets)), exits=not targets) for targets in successors
    )
    predecessors: list[list[int]] = [[] for _ in blocks]
    for number, block in enumerate(blocks):
        for target in block.successors:
            predecessors[target].append(number)
    return ControlFlowGraph(code_of("ret;"), blocks, tuple(map(tuple, predecessors)), ())
