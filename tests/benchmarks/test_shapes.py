"""The files with much of one thing are PTX, and have what they are named after."""

from __future__ import annotations

import pytest
from benchmarks.shapes import SHAPES, text_of

import ptxpy


@pytest.mark.parametrize("name", SHAPES)
def test_a_file_of_each_shape_comes_back(name: str) -> None:
    """With all lift passes, and it grows with its size."""
    small, large = (text_of(SHAPES[name], size) for size in (5_000, 20_000))
    assert 2 * len(small) < len(large)
    found = ptxpy.prove(large.encode())
    assert not found.reason
    assert found.size == len(large)


@pytest.mark.parametrize(
    ("name", "word"),
    [("loops", "bra"), ("switches", ".branchtargets"), ("positions", ".loc"), ("scopes", "{")],
)
def test_parts_are_repeated(name: str, word: str) -> None:
    """As often as the size takes."""
    few, many = (text_of(SHAPES[name], size).count(word) for size in (10_000, 40_000))
    assert many >= 3 * few > 0
