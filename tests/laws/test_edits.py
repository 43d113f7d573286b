"""Locality: an edit of Python changes what its own lines say in PTX, and nothing else."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest
from fuzzing.edit import check_edit, program
from fuzzing.locality import check_random_locality
from fuzzing.rewrite import FLAT, check_deleted, check_random_rewrites, check_rewrite
from fuzzing.rewrite import program as rewritten
from fuzzing.sources import ROOT, SMALL, corpus
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.laws.strategies import SEEDS, randomly


@given(path=st.sampled_from(corpus(SMALL)), seed=SEEDS)
def test_edit_of_any_line(path: Path, seed: int) -> None:
    """In the flat form, a line is inserted, deleted or changed at random."""
    rng = randomly(seed)
    chosen = program(path)
    if chosen.instructions:
        check_edit(chosen, rng.choice(chosen.instructions), rng)


@given(path=st.sampled_from(corpus(SMALL)), seed=SEEDS)
def test_edit_of_any_statement(path: Path, seed: int) -> None:
    """So are a statement, an operator, a number or a margin where statements nest values."""
    check_random_locality(path.read_bytes(), randomly(seed))


@given(seed=SEEDS)
@settings(max_examples=40)
def test_blocks_put_in_and_deleted(seed: int) -> None:
    """Branches reach what they reached before, wherever a block is put in, deleted or doubled."""
    check_random_rewrites(randomly(seed))


BRANCHES = ("nvcc/switches.sm_100a.ptx", "nvcc/switches.sm_100.jump-tables.ptx")


@pytest.mark.parametrize("name", BRANCHES)
def test_plain_branches(name: str) -> None:
    """So they do in the files that have most branches of no block."""
    source = (ROOT / "corpus" / name).read_bytes()
    chosen = rewritten(source, 0)
    assert chosen is not None
    rng = randomly(1)
    for _ in range(25):
        check_rewrite(chosen, rng)


CALLS = sorted((ROOT / "tests" / "lift" / "cases").glob("call*.ptx"))


@pytest.mark.parametrize("path", CALLS, ids=lambda path: path.stem)
def test_a_line_of_a_call_sequence_is_one_statement(path: Path) -> None:
    """In the flat form: the call itself is one, though PTX has it on five lines."""
    chosen = rewritten(path.read_bytes(), FLAT)
    assert chosen is not None
    lines = [each for each in chosen.statements if isinstance(each.node, ast.Expr | ast.Assign)]
    made = Counter(chosen.traced.lines)
    several = [each for each in lines if made[each.first] > 1]
    assert all("reg.bulk" in ast.unparse(each.node) for each in several)
    for each in lines:
        check_deleted(chosen, each)
