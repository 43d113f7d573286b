"""Names that are given again: never to two values that are alive at one time."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ptxpy.lift.name_spans import Place, Span, Wish, choose_names, live_span

SPANS = st.tuples(st.integers(0, 40), st.integers(0, 12)).map(lambda p: Span(p[0], sum(p)))
WISHES = st.builds(
    Wish,
    st.lists(st.sampled_from(["a", "b", "c"]), min_size=1, max_size=3, unique=True),
    SPANS,
    st.integers(2, 9),
)


@given(st.lists(WISHES, max_size=30))
def test_no_two_of_one_name_are_alive_at_one_time(wishes: list[Wish]) -> None:
    """Each name is one that its value wants, and tells it from all others."""
    chosen = choose_names(dict(enumerate(wishes)), lambda _, name: name != "c")
    assert all(name in wishes[thing].names and name != "c" for thing, name in chosen.items())
    for (first, name), (second, other) in combinations(chosen.items(), 2):
        assert name != other or not wishes[first].span.overlaps(wishes[second].span)
    alone = [k for k, wish in enumerate(wishes) if not _rivals(wishes, k)]
    assert all(k in chosen for k in alone if {*wishes[k].names} != {"c"})


def _rivals(wishes: list[Wish], number: int) -> bool:
    own = wishes[number].span
    return any(own.overlaps(each.span) for k, each in enumerate(wishes) if k != number)


def test_the_most_mentioned_gets_the_name() -> None:
    """Where many want a name at one place, it goes to the one that all others are less than."""
    many = {number: Wish(["a", f"own_{number}"], Span(0, 9), 3) for number in range(5)}
    assert choose_names(many, lambda *_: True) == {k: f"own_{k}" for k in many}
    assert choose_names(many | {9: Wish(["a"], Span(3, 5), 4)}, lambda *_: True)[9] == "a"


@pytest.mark.parametrize(
    ("made", "places", "last"),
    [
        (2, [Place(7, ())], 7),
        (2, [Place(7, (5,))], 20),
        (2, [Place(7, (1,))], 7),
        (2, [Place(7, (1, 5, 6))], 20),
        (5, [Place(7, (5, 6))], 8),
    ],
)
def test_what_a_loop_reads_is_alive_to_its_end(made: int, places: list[Place], last: int) -> None:
    """The outermost loop counts that begins after the value is made."""
    assert live_span(made, places, {1: 30, 5: 20, 6: 8}) == Span(made, last)
