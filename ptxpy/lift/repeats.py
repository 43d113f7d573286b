"""Repeated sequences: runs of neighbouring statements that occur several times with one data flow.

A sequence is looked for by its length: windows of one length that are the same fall into classes,
and a class of the next length is a part of one of this. A register that a statement reads is the
same in two windows if both define it equally far before, or if neither defines it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, Final

from ptxpy._records import NamedTuple

__all__ = ["MAX_LENGTH", "Token", "Windows", "is_periodic", "windows"]

MAX_LENGTH: Final = 48
"""The most statements of a sequence: a longer one is a function of several sequences."""


class Use(NamedTuple):
    """A leaf that reads a value of the function."""

    place: int
    """Its place among all leaves of the program."""
    definition: int
    """That of its definition."""
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


_EMPTY: Final[list[int]] = []
"""The row of a token that nobody has asked for."""

_NONE: Final = [-1] * MAX_LENGTH
"""The numbers of a token that is in no window."""


class _Sight:
    """How tokens look from the beginnings of windows that reach up to them.

    A token has a row of numbers, one for each length: the first is that of the window which it is
    alone, the last that of the longest one. Rows are made when they are asked for, and tokens that
    look alike share theirs.
    """

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._starts = [token.start for token in tokens]
        self._shapes = [token.shape for token in tokens] + [-1] * MAX_LENGTH
        self._numbers: dict[tuple[Any, ...], int] = {}
        self._shared: dict[tuple[int, int, tuple[int, ...]], list[int]] = {}
        # The statements of a block are neighbours.
        self._begins: list[int] = []
        begin = 0
        for index, token in enumerate(tokens):
            if index and token.body != tokens[index - 1].body:
                begin = index
            self._begins.append(begin)
        self.readers: list[tuple[int, ...]] = [()] * len(tokens)
        """For each input of a token the one in its block that has read the same before, or -1."""
        readers: dict[tuple[int, Any], int] = {}
        for index, token in enumerate(tokens):
            if token.inputs:
                body = token.body
                keys = [(body, key) for key in dict(token.inputs)]
                self.readers[index] = tuple([readers.get(key, -1) for key in keys])
                for key in keys:
                    readers[key] = index
        self.codes: list[list[int]] = [_EMPTY] * len(tokens) + [_NONE] * MAX_LENGTH
        """The numbers of each token, by the lengths of windows that end with it.

        It looks the same in two windows that have one number. There is -1 where a window would
        begin before the block, or the token means nothing in it.
        """
        self.inputs: list[list[int]] = [_EMPTY] * len(tokens)
        """How many inputs each token adds to windows, by the lengths of those that it ends.

        These are values from before the window that no earlier token of the window reads.
        """

    def alike(self, starts: Sequence[int], length: int, far: Sequence[int]) -> list[int]:
        """Return the windows with a new token in reach, and those that may be like such a window.

        The next token tells most of the others apart before their rows are made.
        """
        shapes, end = self._shapes, MAX_LENGTH
        found = {shapes[start + length] for start in starts if far[start] - start < end}
        return [start for start in starts if shapes[start + length] in found]

    def read(self, index: int) -> list[int]:
        """Make the rows of a token; return its numbers."""
        token = self._tokens[index]
        if token.shape < 0:
            self.codes[index] = _NONE
            return _NONE
        longest = min(MAX_LENGTH, index - self._begins[index] + 1)
        # A definition counts in the windows that begin with it or before it.
        codes = [1, self._code(token, token.start)]
        if token.uses:
            reach = {self._length_with(use.definition, index) for use in token.uses}
            for length in sorted(reach):
                if length <= longest:
                    codes += (length, self._code(token, self._starts[index - length + 1]))
        self.codes[index] = row = self._row(tuple(codes), longest, -1)
        # Windows that begin with a definition, or with an earlier reader, have no input to add.
        lengths = [
            min(self._length_with(definition, index), index - reader + 1)
            for definition, reader in zip(
                dict(token.inputs).values(), self.readers[index], strict=True
            )
        ]
        inputs = [1, len(lengths)]
        for count, length in enumerate(sorted(lengths), 1 - len(lengths)):
            if length <= longest:
                inputs += (length, -count)
        self.inputs[index] = self._row(tuple(inputs), longest, 0)
        return row

    def _code(self, token: Token, first: int) -> int:
        key: list[Any] = [token.shape]
        for place, definition, is_required in token.uses:
            if definition >= first:
                key.append((place - token.start, place - definition))
            elif is_required:
                return -1
        return self._numbers.setdefault(tuple(key), len(self._numbers))

    def _length_with(self, place: int, index: int) -> int:
        """Return the length of the shortest window up to a token with a leaf before it."""
        begin = self._begins[index]
        return index - bisect_right(self._starts, place, begin, index) + 2

    def _row(self, steps: tuple[int, ...], longest: int, beyond: int) -> list[int]:
        """Return a row; `steps` has lengths, each followed by the number from there on."""
        key = (beyond, longest, steps)
        known = self._shared.get(key)
        if known is None:
            known = [beyond] * MAX_LENGTH
            for at in range(0, len(steps), 2):
                begin = steps[at] - 1
                known[begin:longest] = [steps[at + 1]] * (longest - begin)
            self._shared[key] = known
        return known


def windows(
    tokens: Sequence[Token], most_inputs: int, new: Sequence[bool] | None = None
) -> Iterator[Windows]:
    """Yield the classes of at least two windows, the shortest first.

    Windows that read more than `most_inputs` registers and names from before are left out. With
    `new`, classes without a new token are left out as well.
    """
    far = None if new is None else _next_new(tokens, new)
    sight = _Sight(tokens)
    reads = [len(each) for each in sight.readers]
    """How many inputs each window has so far, by its first token."""
    # All that one token reads comes from before it: its shape is all that there is to compare.
    split: dict[int, list[int]] = {}
    for index, token in enumerate(tokens):
        is_required = any(use.is_required for use in token.uses)
        if token.shape >= 0 and reads[index] <= most_inputs and not is_required:
            split.setdefault(token.shape, []).append(index)
    classes = [each for each in split.values() if len(each) > 1]
    for length in range(1, MAX_LENGTH + 1):
        if far is None:
            yield from [Windows(length, starts) for starts in classes]
        else:
            nearest = [min([far[start] - start for start in starts]) for starts in classes]
            for starts, distance in zip(classes, nearest, strict=True):
                if distance < length:
                    yield Windows(length, starts)
            # No window of a class without a new token in reach will ever have one.
            classes = [
                sight.alike(starts, length, far)
                for starts, distance in zip(classes, nearest, strict=True)
                if distance < MAX_LENGTH
            ]
        if length == MAX_LENGTH:
            break
        found: list[list[int]] = []
        for starts in classes:
            split = {}
            for start in starts:
                last = start + length
                code = (sight.codes[last] or sight.read(last))[length]
                if code < 0:
                    continue
                more = sight.inputs[last][length]
                if more:
                    reads[start] += more
                    if reads[start] > most_inputs:
                        continue
                if code in split:
                    split[code].append(start)
                else:
                    split[code] = [start]
            found += [each for each in split.values() if len(each) > 1]
        classes = found


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
