"""Windows of repeated statements are those that a comparison of all windows finds."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ptxpy.lift.repeats import MAX_LENGTH, Token, Use, Windows, windows

MOST_INPUTS = 2


@st.composite
def listings(draw: st.DrawFn) -> list[Token]:
    """Tokens of one or several blocks, which read values from before and define their last leaf."""
    rows = draw(
        st.lists(
            st.tuples(
                st.sampled_from([0, 0, 0, 1, 1, 2, -1]),
                st.lists(st.integers(-1, 6), max_size=2),
                st.booleans(),
                st.integers(0, 9).map(lambda number: number == 0),
            ),
            max_size=40,
        )
    )
    starts = [0, *accumulate([len(reads) + 1 for _, reads, _, _ in rows])]
    tokens: list[Token] = []
    body = first = 0
    for index, (shape, reads, is_required, begins) in enumerate(rows):
        if begins:
            body, first = body + 1, index
        uses, inputs = [], []
        for place, back in enumerate(reads):
            # The value of a token some places before, or a register that no token defines.
            maker = index - 1 - back
            definition = starts[maker + 1] - 1 if back >= 0 and maker >= first else -1
            if definition >= 0:
                uses.append(Use(starts[index] + place, definition, is_required))
            inputs.append((f"v{maker if definition >= 0 else back}", definition))
        tokens.append(Token(shape, body, starts[index], tuple(uses), tuple(inputs)))
    return tokens


def compared(tokens: list[Token], new: list[bool] | None) -> list[Windows]:
    """Return the classes, by looking at each window by itself."""
    found: list[Windows] = []
    for length in range(1, MAX_LENGTH + 1):
        classes: dict[Any, list[int]] = {}
        for start in range(len(tokens) - length + 1):
            seen = looks(tokens[start : start + length])
            if seen is not None:
                classes.setdefault(seen, []).append(start)
        found += [
            Windows(length, starts)
            for starts in classes.values()
            if len(starts) > 1
            and (new is None or any(any(new[start : start + length]) for start in starts))
        ]
    return found


def looks(window: list[Token]) -> Any:
    """Return what a window is compared by; None for one that is left out."""
    first = window[0].start
    inputs = {key for token in window for key, definition in token.inputs if definition < first}
    if len({token.body for token in window}) > 1 or len(inputs) > MOST_INPUTS:
        return None
    seen = []
    for token in window:
        outside = [use for use in token.uses if use.definition < first]
        if token.shape < 0 or any(use.is_required for use in outside):
            return None
        inner = [
            (use.place - token.start, token.start - use.definition)
            for use in token.uses
            if use.definition >= first
        ]
        seen.append((token.shape, tuple(inner)))
    return tuple(seen)


def in_order(found: list[Windows]) -> list[Windows]:
    """Return classes by length, and those of one length by their first windows."""
    return sorted(found)


@given(listings(), st.data())
def test_all_windows(tokens: list[Token], data: st.DataObject) -> None:
    """Classes are complete, whichever tokens count as new."""
    assert in_order([*windows(tokens, MOST_INPUTS)]) == in_order(compared(tokens, None))
    size = len(tokens)
    new = data.draw(st.lists(st.booleans(), min_size=size, max_size=size))
    assert in_order([*windows(tokens, MOST_INPUTS, new)]) == in_order(compared(tokens, new))
