"""The notation of positions in a margin, read and written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ptxpy.dialect import (
    MarginPosition,
    Place,
    format_position,
    looks_like_margin,
    parse_positions,
    split_margin,
)

INNER = Place(None, 28, 18)
READ = {
    "@28:18": [MarginPosition(INNER)],
    "@2:28:18": [MarginPosition(Place(2, 28, 18))],
    "@28:18<66:25": [MarginPosition(INNER, 0, Place(None, 66, 25))],
    "@28:18/5<2:66:25": [MarginPosition(INNER, 5, Place(2, 66, 25))],
    "@2:66:25>28:18/5>1:1": [
        MarginPosition(Place(2, 66, 25)),
        MarginPosition(INNER, 5, Place(2, 66, 25)),
        MarginPosition(Place(None, 1, 1), 0, INNER),
    ],
    "!": [MarginPosition(None, stem="tmp")],
    "!7": [MarginPosition(None, stem="tmp", number=7)],
    "!func_begin0": [MarginPosition(None, stem="func_begin", number=0)],
    "!@28:18 !func_end": [
        MarginPosition(None, stem="tmp"),
        MarginPosition(INNER),
        MarginPosition(None, stem="func_end"),
    ],
}

REFUSED = {
    "@28": "@28 is no position: write @line:column",
    "@28:18,": "@28:18, is no position",
    "@1:2:3:4": "is no position",
    "@28:018": "is no position",
    "@9999999999:1": "is no position",
    "@28:18/5": "says where, as in @28:18/5<66:25; without a function write @28:18",
    "@1:2>3:4<5:6": "is no position",
    "@28:18@30:4": "separated by blanks, as in @28:18 @30:4",
    "@28:18 r3": "registers stand before it",
    "!@": "is no position",
    "!7!8": "is no position",
    "!Tmp7": "is no position",
}


@pytest.mark.parametrize("text", READ)
def test_read(text: str) -> None:
    """Positions and labels are in the order in which they are emitted."""
    assert [*parse_positions(text)] == READ[text]


@pytest.mark.parametrize("text", REFUSED)
def test_refused(text: str) -> None:
    """The message says what to write."""
    with pytest.raises(ValueError, match=r".") as caught:
        parse_positions(text)
    assert REFUSED[text] in str(caught.value)


NUMBERS = st.integers(0, 10**9 - 1)
PLACES = st.builds(Place, st.none() | NUMBERS, NUMBERS, NUMBERS)


@given(PLACES, st.none() | st.tuples(NUMBERS, PLACES), st.lists(st.tuples(PLACES, NUMBERS)))
def test_what_is_written_is_read(
    first: Place, outer: tuple[int, Place] | None, inner: list[tuple[Place, int]]
) -> None:
    """A position with those that are inlined at it comes back."""
    function, where = outer or (None, None)
    said = [MarginPosition(first, function, where)]
    for place, number in inner:
        said.append(MarginPosition(place, number, said[-1].place))
    assert [*parse_positions(format_position(said[0], tuple(said[1:])))] == said


@given(st.sampled_from(["tmp", "func_begin", "a"]), st.none() | NUMBERS)
def test_a_label_is_read(stem: str, number: int | None) -> None:
    """A label comes back, whatever its stem."""
    label = MarginPosition(None, stem=stem, number=number)
    assert [*parse_positions(format_position(label))] == [label]


def test_a_margin_is_split() -> None:
    """Registers come first."""
    assert split_margin(" r3 p1 !7@2:3 ") == (" r3 p1 ", "!7@2:3")
    assert split_margin(" r3") == (" r3", "")
    assert looks_like_margin("#: @28:18")
    assert looks_like_margin("#: r3 !")
    assert not looks_like_margin("#: mail me @ home")
    assert not looks_like_margin("#: @home")
