"""Locality: an edit of Python changes what its own lines say in PTX, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzzing.edit import check_edit, program
from fuzzing.rewrite import check_random_rewrites, check_rewrite
from fuzzing.rewrite import program as rewritten
from fuzzing.sources import ROOT, SMALL, corpus
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.laws.strategies import SEEDS, randomly


@pytest.mark.parametrize("flat", [True, False], ids=["flat", "lifted"])
@given(path=st.sampled_from(corpus(SMALL)), seed=SEEDS)
def test_edit_of_any_line(flat: bool, path: Path, seed: int) -> None:
    """A line is inserted, deleted or changed at random."""
    rng = randomly(seed)
    chosen = program(path, flat=flat)
    if chosen.instructions:
        check_edit(chosen, rng.choice(chosen.instructions), rng)


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
