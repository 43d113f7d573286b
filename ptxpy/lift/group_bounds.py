"""What a class of windows costs at least, told by two of them: most are not worth a closer look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from ptxpy.lift.listing import Listing
from ptxpy.lift.statement_shapes import FLOAT, NAME, NUMBER, REGISTER, SYMBOL

__all__ = ["Bounds"]

_CONSTANTS: Final = frozenset({NUMBER, FLOAT, SYMBOL})
"""The kinds of leaves that are no parameters where they are the same in all windows."""


class _Marks(NamedTuple):
    """The leaves of a token that may be parameters or results of a group."""

    keys: list[int]
    """A number for the value of each leaf that may be a parameter."""
    definitions: list[int]
    """For each of them the leaf that defines it; -1 for none, -2 for a constant."""
    lasts: list[int]
    """Where the values that the token makes are mentioned last."""


class Bounds:
    """The least numbers of parameters and results of classes of windows."""

    def __init__(self, listing: Listing) -> None:
        """Take the statements."""
        self._listing = listing
        self._marks: dict[int, _Marks] = {}
        self._numbers: dict[tuple[str, Any], int] = {}

    def parameters(self, starts: Sequence[int], length: int, most: int) -> int:
        """Return how many parameters a group has at least, if no more than `most`.

        Two windows of a class never need more than all of them.
        """
        marks = self._of
        one, other = starts[0], starts[-1]
        first = self._listing.tokens[one].start
        found: set[tuple[int, int]] = set()
        for at in range(length):
            left = marks(one + at)
            pairs = zip(left.keys, marks(other + at).keys, left.definitions, strict=True)
            found.update(
                [
                    (a, b)
                    for a, b, definition in pairs
                    if definition < first and (a != b or definition != _CONSTANT)
                ]
            )
            if len(found) > most:
                break
        return len(found)

    def results(self, start: int, length: int) -> int:
        """Return how many values of a window are read after it."""
        end = self._listing.places[start + length - 1].end
        marks = self._of
        found = 0
        for at in range(start, start + length):
            for last in marks(at).lasts:
                found += last > end
        return found

    def _of(self, index: int) -> _Marks:
        known = self._marks.get(index)
        if known is None:
            known = self._marks[index] = self._made(index)
        return known

    def _made(self, index: int) -> _Marks:
        place = self._listing.places[index]
        single = self._listing.readers[place.function].single
        last = self._listing.last[place.function]
        defined = dict(place.links)
        numbers = self._numbers
        keys: list[int] = []
        definitions: list[int] = []
        lasts: list[int] = []
        for at, leaf in enumerate(place.leaves):
            value = leaf.value
            if leaf.is_target and (leaf.kind == NAME or value in single):
                if leaf.kind == REGISTER:
                    lasts.append(last[value])
                continue
            keys.append(numbers.setdefault((leaf.kind, value), len(numbers)))
            definitions.append(_CONSTANT if leaf.kind in _CONSTANTS else defined.get(at, -1))
        return _Marks(keys, definitions, lasts)


_CONSTANT: Final = -2
