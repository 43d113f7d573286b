"""The notation of a margin, read and written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ptxpy.dialect.margin_notation import format_names, looks_like_margin, parse_names

READ = {
    "r3": ["%r3"],
    "%r3 p1": ["%r3", "%p1"],
    "=done _ r007": ["done", None, "%r007"],
    "f4..7": ["%f4", "%f5", "%f6", "%f7"],
    "r9..1/-4": ["%r9", "%r5", "%r1"],
    "(r3..13/5 r5..15/5) p1": ["%r3", "%r5", "%r8", "%r10", "%r13", "%r15", "%p1"],
    "(_ r3..4)": [None, "%r3", None, "%r4"],
    "new_b32_0..1": ["%new_b32_0", "%new_b32_1"],
    "\tr1\tr2": ["%r1", "%r2"],
}

REFUSED = {
    "": "names registers",
    "r3, r4": "'r3,' is no register",
    "r3-r4": "'r3-r4' is no register",
    "r9..1": "one that falls is written r9..1/-1",
    "r3..9/4": "steps of 4 from 3 do not come to 9",
    "r3..9/0": "does not come to its end",
    "r03..9": "no zeros",
    "(r3..5 r1..2)": "as many registers each, not 2 and 3",
    "(r3..5": "closed with )",
    "()": "as many registers each, not none",
    "r0..99999999999999999999": "at most",
    "r0..9999999": "at most",
    "%": "no register",
    "=": "no register",
    "=5": "begins with a letter",
}


@pytest.mark.parametrize("text", READ)
def test_read(text: str) -> None:
    """The names are those of PTX."""
    assert parse_names(text) == READ[text]


@pytest.mark.parametrize("text", REFUSED)
def test_refused(text: str) -> None:
    """The message says what to write."""
    with pytest.raises(ValueError, match=r".") as caught:
        parse_names(text)
    assert REFUSED[text] in str(caught.value)


WRITTEN: dict[str, list[str | None]] = {
    "r3 p1 _": ["%r3", "%p1", None],
    "f1..64": [f"%f{i}" for i in range(1, 65)],
    "r99..69/-10": ["%r99", "%r89", "%r79", "%r69"],
    "(r3..63/5 r5..65/5)": [f"%r{i}" for k in range(3, 64, 5) for i in (k, k + 2)],
    "r1 r2": ["%r1", "%r2"],
    "=done %_": ["done", "%_"],
    "(_ r10..40/10)": [n for k in range(10, 41, 10) for n in (None, f"%r{k}")],
}


@pytest.mark.parametrize("text", WRITTEN)
def test_written(text: str) -> None:
    """The shortest text that gives the names."""
    assert format_names(WRITTEN[text]) == text


NAMES = st.lists(
    st.none()
    | st.sampled_from(["%_", "done", "%done", "%p", "$x1", "%r007", "_"])
    | st.tuples(st.sampled_from(["%r", "%f", "r", "%x1_"]), st.integers(0, 30)).map(
        lambda pair: f"{pair[0]}{pair[1]}"
    ),
    min_size=1,
    max_size=30,
)


@given(NAMES)
def test_what_is_written_is_read(names: list[str | None]) -> None:
    """Law: the names come back, and no notation is longer than the names alone."""
    text = format_names(names)
    assert parse_names(text) == names
    assert len(text) <= len(" ".join(format_names([name]) for name in names))


@given(st.integers(1, 6), st.integers(2, 9), st.data())
def test_turns_come_back(width: int, turns: int, data: st.DataObject) -> None:
    """Names that grow evenly, several in turn, are one item."""
    columns = [
        (data.draw(st.integers(50, 99)), data.draw(st.integers(-5, 5).filter(bool)))
        for _ in range(width)
    ]
    names = [f"%r{first + step * at}" for at in range(turns) for first, step in columns]
    assert parse_names(format_names(names)) == names


def test_other_comments() -> None:
    """A comment on a line of its own is taken for a margin if all of it are numbered registers."""
    assert looks_like_margin("#: r3 f4..7 _")
    assert not looks_like_margin("#: the number of things")
    assert not looks_like_margin("#: _")
