"""Locality: an edit of one line of Python changes its line of PTX, and no other."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzzing.edit import check_edit, program
from fuzzing.sources import SMALL, corpus
from hypothesis import given
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
