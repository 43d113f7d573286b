"""Common subsequences."""

from __future__ import annotations

import time
from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from ptxpy.compare.sequences import common_subsequence, increasing_subsequence

SHORT = st.lists(st.integers(0, 4), max_size=14)


@given(SHORT, SHORT)
def test_pairs_are_equal_and_in_order(a: list[int], b: list[int]) -> None:
    """Pairs increase on both sides, so that each element is in at most one pair."""
    pairs = common_subsequence(a, b)
    assert all(a[i] == b[j] for i, j in pairs)
    assert all(i < k and j < m for (i, j), (k, m) in pairwise(pairs))


@given(SHORT, SHORT, SHORT)
def test_a_common_end_and_beginning_are_found(a: list[int], b: list[int], c: list[int]) -> None:
    """A common prefix and suffix are found whatever is between them."""
    assert len(common_subsequence([*a, *b, *c], [*a, *c])) >= len(a) + len(c)


def test_few_edits_are_found_among_repetitions() -> None:
    """Sequences in which no element is unique are aligned by few edits."""
    a = [1, 2, 3] * 50
    b = [*a[:40], 9, 9, *a[40:80], *a[83:]]
    assert len(common_subsequence(a, b)) == len(a) - 3


WEIGHTED = st.tuples(st.integers(0, 30), st.integers(1, 9))


@given(st.lists(WEIGHTED, max_size=9, unique_by=lambda item: item[0]))
def test_the_heaviest_increasing_selection(items: list[tuple[int, int]]) -> None:
    """The subsequence is as heavy as the heaviest of all subsequences."""
    values, weights = [value for value, _ in items], [weight for _, weight in items]
    chosen = increasing_subsequence(values, weights)
    assert all(values[i] < values[j] for i, j in pairwise(chosen))
    best = max(
        sum(weights[i] for i in selection)
        for size in range(len(items) + 1)
        for selection in combinations(range(len(items)), size)
        if all(values[i] < values[j] for i, j in pairwise(selection))
    )
    assert sum(weights[i] for i in chosen) == best


def test_hostile_sequences_take_linear_time() -> None:
    """Large sequences with nothing in common, equal to itself, or with anchors at one end."""
    size = 20_000
    started = time.process_time()
    common_subsequence([0] * size, [0, 1] * (size // 2))
    common_subsequence([0, 1] * (size // 2), [1, 2, 0] * (size // 3))
    common_subsequence(list(range(size)), list(range(size))[::-1])
    assert time.process_time() - started < 10
