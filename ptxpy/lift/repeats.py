"""Repeated sequences: runs of neighbouring statements that occur several times with one data flow.

A sequence is looked for by its length: windows of one length that are the same fall into classes,
and a class of the next length is a part of one of this. What a statement reads is the same in two
windows if both define it equally far before, or if neither defines it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

__all__ = ["MAX_LENGTH", "Token", "Windows", "is_periodic", "windows"]

MAX_LENGTH: Final = 48
"""The most statements of a sequence: a longer one is a function of several sequences."""


class Use(NamedTuple):
    """A leaf that reads what the function defines."""

    place: int
    """Its place among the leaves of the statement."""
    definition: int
    """The place of its definition among all leaves of the program."""
    is_required: bool
    """Whether it means nothing without its definition: the name of a block."""


class Token(NamedTuple):
    """A statement with those within it, as sequences are made of."""

    shape: int
    """A number for its shape and the data flow within; -1 for what is in no sequence."""
    body: int
    """A number for the block that it stands in."""
    start: int
    """The place of its first leaf among all leaves of the program."""
    uses: tuple[Use, ...]
    """What it reads that is defined before it."""
    inputs: tuple[tuple[Any, int], ...]
    """Registers and names that it reads, each with the place of its definition, or -1."""


class Windows(NamedTuple):
    """Sequences of one length that are the same."""

    length: int
    starts: list[int]
    """The first token of each."""


class _Codes:
    """Numbers for statements, as they are seen from the beginning of a window."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self._known: dict[tuple[Any, ...], int] = {}
        self._seen: dict[tuple[int, int], int] = {}

    def code(self, index: int, first: int) -> int:
        """Return the number of a token in a window whose first leaf is `first`; -1 for none."""
        token = self.tokens[index]
        if token.shape < 0:
            return -1
        uses = token.uses
        if not uses:
            return self._number((token.shape,))
        visible = sum([use.definition >= first for use in uses])
        found = self._seen.get((index, visible))
        if found is None:
            found = self._seen[index, visible] = self._made(token, first)
        return found

    def _made(self, token: Token, first: int) -> int:
        key: list[Any] = [token.shape]
        for place, definition, is_required in token.uses:
            if definition >= first:
                key.append((place, token.start + place - definition))
            elif is_required:
                return -1
        return self._number(tuple(key))

    def _number(self, key: tuple[Any, ...]) -> int:
        return self._known.setdefault(key, len(self._known))


def windows(tokens: Sequence[Token], most_inputs: int) -> Iterator[Windows]:
    """Yield the classes of at least two windows, the shortest first.

    Windows that read more than `most_inputs` registers and names from before are left out.
    """
    codes = _Codes(tokens)
    inputs: dict[int, set[Any]] = {}
    classes: list[list[int]] = [[*range(len(tokens))]]
    for length in range(MAX_LENGTH):
        following: list[list[int]] = []
        for starts in classes:
            split: dict[int, list[int]] = {}
            for start in starts:
                last = start + length
                if last >= len(tokens) or tokens[last].body != tokens[start].body:
                    continue
                first = tokens[start].start
                code = codes.code(last, first)
                if code < 0 or not _fits(tokens[last], first, start, inputs, most_inputs):
                    continue
                split.setdefault(code, []).append(start)
            following += [each for each in split.values() if len(each) > 1]
        classes = following
        for starts in classes:
            yield Windows(length + 1, starts)


def _fits(
    token: Token, first: int, start: int, inputs: dict[int, set[Any]], most_inputs: int
) -> bool:
    """Add what a token reads to the inputs of a window; return whether they are few enough."""
    outer = [key for key, definition in token.inputs if definition < first]
    if not outer:
        return True
    known = inputs.get(start)
    if known is None:
        known = inputs[start] = set()
    known.update(outer)
    return len(known) <= most_inputs


def is_periodic(shapes: Sequence[Any]) -> bool:
    """Return whether a sequence is a shorter one that is repeated, if only by half."""
    # The borders of all beginnings, as for the search of Knuth, Morris and Pratt.
    borders = [0] * len(shapes)
    border = 0
    for index in range(1, len(shapes)):
        while border and shapes[index] != shapes[border]:
            border = borders[border - 1]
        if shapes[index] == shapes[border]:
            border += 1
        borders[index] = border
    return border > 0 and 2 * len(shapes) >= 3 * (len(shapes) - border)
