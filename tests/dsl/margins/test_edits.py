"""The law of edits of margins: every read gets the values that it got before, or it is refused."""

from __future__ import annotations

import io
import random
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import ptxpy
from ptxpy.analysis.code import bodies, flatten
from ptxpy.analysis.control_flow import control_flow
from ptxpy.analysis.registers import Accesses, register_table
from ptxpy.codegen.generate import generate
from ptxpy.codegen.passes import chosen
from ptxpy.dialect import MARGIN_MARK, MarginTables, expand_margin, format_names, parse_names
from ptxpy.ir import nodes as n
from ptxpy.syntax import parse

CORPUS = Path(__file__).parents[3] / "corpus"
FILES = ["nvcc/scan.sm_90.ptx", "nvcc/reduce.sm_90a.ptx", "cutedsl/matmul_hopper_sm_90a.ptx"]
EDITS = 30

_State = dict[int, frozenset[int]]
"""The writes of each register that may reach a place."""


def _write(state: _State, at: int, access: Accesses) -> None:
    for register in access.writes:
        kept = state.get(register, frozenset()) if access.guarded else frozenset()
        state[register] = kept | {at}


def reads(module: n.Module) -> list[list[frozenset[int]]]:
    """Return for each read of a register the instructions that may have written it."""
    found = []
    for body in bodies(module):
        code = flatten(body.function)
        _, accesses = register_table(code)
        graph = control_flow(code)
        instructions = [
            at
            for at, each in enumerate(code.statements)
            if type(each) is n.Instruction or type(each) is n.Call
        ]
        entries: list[_State] = [{} for _ in graph.blocks]
        pending = [*range(len(graph.blocks))]
        while pending:
            number = pending.pop()
            state = dict(entries[number])
            for at in range(graph.blocks[number].start, graph.blocks[number].stop):
                _write(state, at, accesses[at])
            for after in graph.blocks[number].successors:
                joined = {
                    register: entries[after].get(register, frozenset()) | writes
                    for register, writes in state.items()
                }
                if any(entries[after].get(key) != value for key, value in joined.items()):
                    entries[after].update(joined)
                    pending.append(after)
        order = {at: number for number, at in enumerate(instructions)}
        for block, entry in zip(graph.blocks, entries, strict=True):
            state = dict(entry)
            for at in range(block.start, block.stop):
                if at in order:
                    writes = [state.get(register, ()) for register in accesses[at].reads]
                    found.append([frozenset(order[write] for write in each) for each in writes])
                _write(state, at, accesses[at])
    return found


def edited(
    names: list[str | None], others: list[str | None], choice: random.Random
) -> list[str | None]:
    """Return the names of a margin after a hasty edit."""
    made = list(names)
    at = choice.randrange(len(made))
    kind = choice.randrange(6)
    if kind == 0:
        made[at] = choice.choice(others)
    elif kind == 1:
        del made[at]
    elif kind == 2:
        made.insert(at, choice.choice(others))
    elif kind == 3:
        choice.shuffle(made)
    elif kind == 4:
        made = made[: len(made) // 2]
    else:
        made[at] = None
    return made


def edits(text: str, choice: random.Random) -> Iterator[str]:
    """Yield programs in which one margin has been edited."""
    rows = text.splitlines()
    margins = [
        (
            token.start,
            parse_names(
                expand_margin(
                    token.string.removeprefix(MARGIN_MARK),
                    MarginTables(rows).behind(token.start[0]),
                )
            ),
        )
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT and token.string.startswith(MARGIN_MARK)
        # The rows of a table are comments on lines of their own.
        if not token.line.lstrip().startswith(MARGIN_MARK)
    ]
    others = [name for _, names in margins for name in names]
    for _ in range(EDITS):
        (line, column), names = choice.choice(margins)
        made = edited(names, others, choice)
        lines = text.splitlines(keepends=True)
        margin = f"  {MARGIN_MARK} {format_names(made)}" if made else ""
        lines[line - 1] = f"{lines[line - 1][:column].rstrip()}{margin}\n"
        yield "".join(lines)


@pytest.mark.parametrize("file", FILES)
def test_an_edit_of_a_margin_changes_no_read(file: str) -> None:
    """Whatever a margin names, the values that are read are those that the program says."""
    data = (CORPUS / file).read_bytes()
    text = generate(parse(data, file), chosen())
    wanted = reads(ptxpy.from_python(text))
    outcomes: Counter[str] = Counter()
    for program in edits(text, random.Random(file)):  # noqa: S311 - for tests
        try:
            module = ptxpy.from_python(program)
        except ptxpy.TraceError:
            outcomes["refused"] += 1
            continue
        assert reads(module) == wanted
        outcomes["accepted"] += 1
    assert min(outcomes["refused"], outcomes["accepted"]) > 0
