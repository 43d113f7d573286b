"""Pages that are kept: what is left out is zero, or unchanged."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ptxpy.captures.contents import PAGE, Bytes, Contents, changes, contents_of

MAX_SIZE = 5 * PAGE


def sparse(size: int, values: dict[int, int]) -> Bytes:
    """Return bytes of which some are not zero."""
    data = np.zeros(size, np.uint8)
    for place, value in values.items():
        data[place % size] = value
    return data


VALUES = st.dictionaries(st.integers(0, MAX_SIZE), st.integers(1, 255), max_size=6)
SIZES = st.integers(1, MAX_SIZE)


@given(SIZES, VALUES)
def test_what_is_kept_is_all(size: int, values: dict[int, int]) -> None:
    """Zeros with the parts written to them are the bytes."""
    data = sparse(size, values)
    kept = contents_of([(0, data)])
    found = np.zeros(size, np.uint8)
    kept.write(found)
    assert np.array_equal(found, data)
    assert kept.size <= len(values) * PAGE


@given(SIZES, VALUES, VALUES, st.integers(0, MAX_SIZE))
@settings(max_examples=300)
def test_changes_lead_from_one_to_the_other(
    size: int, one: dict[int, int], other: dict[int, int], cut: int
) -> None:
    """The bytes before, with the changes, are those after, in however many parts they come."""
    before, after = sparse(size, one), sparse(size, {**one, **other})
    cut %= size
    parts = [(0, after[:cut]), (cut, after[cut:])] if cut else [(0, after)]
    found = before.copy()
    changes(contents_of([(0, before)]), parts, size).write(found)
    assert np.array_equal(found, after)


@given(SIZES, VALUES)
def test_what_becomes_zero_is_a_change(size: int, values: dict[int, int]) -> None:
    """A part that is no longer there has become zero."""
    before = sparse(size, values)
    found = before.copy()
    changes(contents_of([(0, before)]), [], size).write(found)
    assert not found.any()


def test_nothing_is_kept_of_zeros() -> None:
    """A gigabyte of zeros has no parts."""
    assert contents_of([(0, np.zeros(1 << 30, np.uint8))]) == Contents()
