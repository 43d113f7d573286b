"""Repeated sequences: runs of neighbouring statements that occur several times with one data flow.

A sequence is looked for by its length: windows of one length that are the same fall into classes,
and a class of the next length is a part of one of this. A register that a statement reads is the
same in two windows if both define it equally far before, or if neither defines it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Final, NamedTuple

__all__ = ["MAX_LENGTH", "Token", "Windows", "is_periodic", "windows"]

MAX_LENGTH: Final = 48
"""The most statements of a sequence: a longer one is a function of several sequences."""


class Use(NamedTuple):
    """A leaf that reads a value of the function."""

    place: int
    """Its place among the leaves of the statement."""
    definition: int
    """The place of its definition among all leaves of the program."""
    is_required: bool
    """Whether it means nothing without its definition: the name of a block."""


class Token(NamedTuple):
    """A statement with those within it, as sequences are made of."""

    shape: int
    """A number for its shape and the data flow within; -1 for a token of no sequence."""
    body: int
    """A number for the block around it."""
    start: int
    """The place of its first leaf among all leaves of the program."""
    uses: tuple[Use, ...]
    """The earlier definitions that it reads."""
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
        self.fixed = [
            None if token.uses else -1 if token.shape < 0 else self._number((token.shape,))
            for token in tokens
        ]
        """The number of each token that is the same in every window; -1 for none."""
        self._definitions = [sorted([use.definition for use in token.uses]) for token in tokens]
        self._seen: list[dict[int, int]] = [{} for _ in tokens]
        """The numbers of the others, by how many definitions come before the window."""

    def code(self, index: int, first: int) -> int:
        """Return the number of a token in a window whose first leaf is `first`; -1 for none."""
        # Definitions before the window do not count, and their number says which these are.
        before = bisect_left(self._definitions[index], first)
        seen = self._seen[index]
        found = seen.get(before)
        if found is None:
            found = seen[before] = self._made(self.tokens[index], first)
        return found

    def _made(self, token: Token, first: int) -> int:
        if token.shape < 0:
            return -1
        key: list[Any] = [token.shape]
        for place, definition, is_required in token.uses:
            if definition >= first:
                key.append((place, token.start + place - definition))
            elif is_required:
                return -1
        return self._number(tuple(key))

    def _number(self, key: tuple[Any, ...]) -> int:
        return self._known.setdefault(key, len(self._known))


class _Inputs:
    """The inputs of windows: values from before that their tokens so far read."""

    def __init__(self, tokens: Sequence[Token], most: int) -> None:
        self._most = most
        self._tokens = tokens
        self._keys = [frozenset([key for key, _ in token.inputs]) for token in tokens]
        self._lowest = [min([at for _, at in token.inputs], default=0) for token in tokens]
        self._highest = [max([at for _, at in token.inputs], default=-1) for token in tokens]
        """The first and the last definition that each token reads."""
        self._known: dict[int, set[Any]] = {}
        """The inputs of windows, by their first tokens."""

    def fit(self, last: int, first: int, start: int) -> bool:
        """Add the reads of a token to a window's inputs; return whether these are few enough."""
        # All that the token reads is defined in the window.
        if self._lowest[last] >= first:
            return True
        outer: Collection[Any] = self._keys[last]
        if self._highest[last] >= first:
            outer = [key for key, definition in self._tokens[last].inputs if definition < first]
        known = self._known.get(start)
        if known is None:
            known = self._known[start] = set()
        known.update(outer)
        return len(known) <= self._most


def windows(
    tokens: Sequence[Token], most_inputs: int, new: Sequence[bool] | None = None
) -> Iterator[Windows]:
    """Yield the classes of at least two windows, the shortest first.

    Windows that read more than `most_inputs` registers and names from before are left out. With
    `new`, classes without a new token are left out as well.
    """
    next_new = None if new is None else _next_new(tokens, new)
    longer = _longer(tokens, most_inputs)
    # Windows of no length are all the same: each round splits their one class further.
    classes: list[list[int]] = [[*range(len(tokens))]]
    for length in range(MAX_LENGTH):
        classes = longer(classes, length)
        if next_new is None:
            yield from [Windows(length + 1, starts) for starts in classes]
            continue
        nearest = [min([next_new[start] - start for start in starts]) for starts in classes]
        for starts, distance in zip(classes, nearest, strict=True):
            if distance <= length:
                yield Windows(length + 1, starts)
        pairs = zip(classes, nearest, strict=True)
        # No window of a class without a new token in reach will ever have one.
        classes = [starts for starts, distance in pairs if distance < MAX_LENGTH]


def _longer(
    tokens: Sequence[Token], most_inputs: int
) -> Callable[[list[list[int]], int], list[list[int]]]:
    """Return the function that makes classes of the next length from those of one length."""
    codes, inputs = _Codes(tokens), _Inputs(tokens, most_inputs)
    fixed, code_of, fit = codes.fixed, codes.code, inputs.fit
    bodies = [token.body for token in tokens]
    firsts = [token.start for token in tokens]
    reads = [bool(token.inputs) for token in tokens]

    def longer(classes: list[list[int]], length: int) -> list[list[int]]:
        found: list[list[int]] = []
        for starts in classes:
            split: dict[int, list[int]] = {}
            for start in starts:
                last = start + length
                if last >= len(tokens) or bodies[last] != bodies[start]:
                    continue
                code = fixed[last]
                if code is None:
                    code = code_of(last, firsts[start])
                if code < 0 or (reads[last] and not fit(last, firsts[start], start)):
                    continue
                split.setdefault(code, []).append(start)
            found += [each for each in split.values() if len(each) > 1]
        return found

    return longer


def _next_new(tokens: Sequence[Token], new: Sequence[bool]) -> list[int]:
    """Return for each token the next one in its block that is new, itself included."""
    beyond = len(tokens) + MAX_LENGTH
    found = [beyond] * len(tokens)
    for index in range(len(tokens) - 1, -1, -1):
        if new[index]:
            found[index] = index
        elif index + 1 < len(tokens) and tokens[index + 1].body == tokens[index].body:
            found[index] = found[index + 1]
    return found


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
