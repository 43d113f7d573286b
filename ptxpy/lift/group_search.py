"""The choice of repeated sequences that are worth a function: they save most lines, and read well.

Two windows of a class give a lower bound of its cost. Most classes need no closer look.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, repeat
from typing import Any, Final

from ptxpy._records import NamedTuple
from ptxpy.dialect import vocabulary
from ptxpy.lift.listing import LINE, Listing, Place, difference
from ptxpy.lift.repeats import Windows, is_periodic, windows
from ptxpy.lift.statement_shapes import FLOAT, NAME, NUMBER, REGISTER, SYMBOL, Leaf
from ptxpy.pytree import tree as t

__all__ = [
    "MAX_DEPTH",
    "Bounds",
    "Chosen",
    "Search",
    "definitions_of",
    "leaves_of",
    "may_begin_meaning",
]

MAX_PARAMETERS: Final = 8
"""The most parameters of a group: a call of more does not read well."""

MAX_RESULTS: Final = 4
"""The most values that a group returns."""

MAX_WRITTEN: Final = 2
"""The most registers that a group is given to write: they are changed where nobody looks."""

MAX_POSITION_PARAMETERS: Final = 2
"""The most numbers of source positions that are parameters: a line and a column."""

MAX_DEPTH: Final = 3
"""How deep groups call groups."""

_MIN_STATEMENTS: Final = 3
"""The statements of a group at least, those in blocks included."""

_MIN_GAIN: Final = 3 * LINE
"""The lines that a group saves at least, less the cost of its parameters and results."""

_MIN_GAIN_OF_TWO: Final = 6 * LINE
"""The least saving of a group that is called only twice: it is read as often as its calls."""

MAX_INTERFACE: Final = 10
"""The most parameters and results; a register that is given to be written counts twice."""

_MORE_FOR_CASES: Final = 4
"""How much more of each a switch may have: the cases are many statements, read once."""

_MIN_RUN: Final = 3
"""The fewest repetitions in even steps that are a loop."""

_FREE_PARAMETERS: Final = 3
_PARAMETER_COST: Final = 7
_RESULT_COST: Final = 10
_WRITTEN_COST: Final = 14
_ENDING_COST: Final = 6
_FRAME_LINES: Final = 3 * LINE
"""The lines of a function beside its statements: the head, and two blank ones."""

_KNOWN: Final = 1000 * LINE
"""The gain of a name that is proved, in lines, added to the lines that a group saves."""
_BEGINNINGS: Final = ("ptx.shfl.", "ptx.mul.hi.")
"""How such a group begins."""


class Chosen(NamedTuple):
    """A class of windows that is worth a function."""

    gain: int
    """The lines that it saves, in twentieths."""
    length: int
    starts: list[int]
    columns: dict[int, int]
    """The number of each leaf that is a parameter."""
    parameters: list[tuple[Leaf, tuple[Any, ...]]]
    results: list[int]
    """The leaves that define values read afterwards."""


def leaves_of(listing: Listing, start: int, length: int) -> list[Leaf]:
    """Return the leaves of a sequence."""
    found: list[Leaf] = []
    for place in listing.places[start : start + length]:
        found += place.leaves
    return found


def definitions_of(listing: Listing, start: int, length: int) -> dict[int, int]:
    """Return the defining leaf of each leaf that reads a value of the sequence."""
    first = listing.tokens[start].start
    found: dict[int, int] = {}
    for place in listing.places[start : start + length]:
        for at, definition, _ in place.links:
            if definition >= first:
                found[at - first] = definition - first
    return found


def _are_equal(values: Sequence[Any]) -> bool:
    """Return whether values are spelled alike: `0x10` is not 16, though they are equal."""
    first = values[0]
    if values.count(first) != len(values):
        return False
    return {*map(type, values)} <= {int, str} or len({*map(repr, values)}) == 1


def _is_constant(places: Sequence[Place], at: int) -> bool:
    """Return whether a leaf defines a constant, which a reader does not expect back."""
    for place in places:
        if at < len(place.leaves):
            statement = place.block[place.at]
            return isinstance(statement, t.Assign) and isinstance(
                statement.value, str | int | t.Hexadecimal | t.Spelled
            )
        at -= len(place.leaves)
    return False


def may_begin_meaning(place: Place) -> bool:
    """Return whether a group whose name is proved may begin with a statement."""
    return _is_instruction(place, _BEGINNINGS)


def _is_instruction(place: Place, opcode: str | tuple[str, ...]) -> bool:
    first = place.block[place.at]
    if type(first) is not t.Assign or type(first.value) is not t.Call:
        return False
    return str(first.value.function).startswith(opcode)


class Search:
    """Chooses groups: those that save most lines first."""

    def __init__(self, listing: Listing, new: Sequence[bool] | None = None) -> None:
        """Take the statements; only groups with some of those that are `new` are looked for."""
        self.listing = listing
        self.new = new
        self.taken = bytearray(len(listing.tokens))
        self._bounds = Bounds(listing)
        self._lines = [0, *accumulate([place.lines for place in listing.places])]
        self._sizes = [0, *accumulate([place.size for place in listing.places])]
        self._shapes = [token.shape for token in listing.tokens]
        self._deep = [0, *accumulate([place.depth >= MAX_DEPTH for place in listing.places])]
        has_tables = any(reader.names.tables for reader in listing.readers)
        cases = map(self._has_cases, listing.places) if has_tables else repeat(0, len(self.taken))
        self._cases = [0, *accumulate(cases)]
        self._may_be_known = [may_begin_meaning(place) for place in listing.places]
        self.outer: dict[int, int] = {}
        """The token around each token."""
        for index, place in enumerate(listing.places):
            for inner in place.inner:
                self.outer.setdefault(inner, index)

    def _has_cases(self, place: Place) -> bool:
        """Return whether a statement has the table of a switch in it."""
        tables = self.listing.readers[place.function].names.tables
        return bool(tables) and any(
            leaf.kind == NAME and leaf.value in tables for leaf in place.leaves
        )

    def _more(self, start: int, end: int) -> int:
        """Return how many more parameters and the like a window may have than others."""
        return _MORE_FOR_CASES if self._cases[end] > self._cases[start] else 0

    def chosen(self) -> Iterator[Chosen]:
        """Yield the groups, the best first; none overlaps another."""
        # Classes wait by the most that they can save, so that few are judged: those that get to the
        # top.
        heap: list[tuple[int, int, Windows | Chosen]] = []
        number = 0
        each: Windows | Chosen
        for found in windows(self.listing.tokens, MAX_PARAMETERS, self.new):
            may_be_known = self._may_be_known[found.starts[0]]
            for each in self._apart(found) if may_be_known else (found,):
                most = self._most(each.length, each.starts)
                if may_be_known and self._is_known(each):
                    most += _KNOWN
                if most >= _MIN_GAIN:
                    heap.append((-most, number, each))
                    number += 1
        heapq.heapify(heap)
        while heap:
            _, _, each = heapq.heappop(heap)
            made = self._judged(each)
            if made is None:
                continue
            # What a class saves may be less than the next one promises: then it waits again.
            if heap and made.gain < -heap[0][0]:
                number += 1
                heapq.heappush(heap, (-made.gain, number, made))
                continue
            for start in made.starts:
                for index in range(start, start + made.length):
                    self.taken[index] = 1
                    for inner in self.listing.places[index].inner:
                        self.taken[inner] = 1
                # The blocks around a call have other statements now.
                outer = self.outer.get(start)
                while outer is not None:
                    self.taken[outer] = 1
                    outer = self.outer.get(outer)
            yield made

    def _apart(self, each: Windows) -> list[Windows]:
        """Return windows of one meaning together, if their numbers give them one.

        A division is by another number where its factor is another.
        """
        if not self._begins(each.starts[0], "ptx.mul.hi."):
            return [each]
        found: dict[tuple[Any, ...], list[int]] = {}
        for start in each.starts:
            leaves = leaves_of(self.listing, start, each.length)
            numbers = tuple([repr(leaf.value) for leaf in leaves if leaf.kind == NUMBER])
            found.setdefault(numbers, []).append(start)
        parts = [each._replace(starts=starts) for starts in found.values()]
        if len(parts) == 1 or not any(self._is_known(part) for part in parts):
            return [each]
        # What divides by no constant is one class of its own.
        known = [part for part in parts if self._is_known(part)]
        others = sorted([start for part in parts if part not in known for start in part.starts])
        return [*known, each._replace(starts=others)] if others else known

    def _begins(self, start: int, opcode: str | tuple[str, ...]) -> bool:
        """Return whether a window begins with an instruction."""
        return _is_instruction(self.listing.places[start], opcode)

    def _is_known(self, each: Windows | Chosen) -> bool:
        """Return whether windows are something that has a name: it is taken before all others."""
        if not self._may_be_known[each.starts[0]]:
            return False
        from ptxpy.lift.group_meanings import has_meaning  # noqa: PLC0415 - seldom needed

        place = self.listing.places[each.starts[0]]
        return has_meaning(place.block[place.at : place.at + each.length])

    def _most(self, length: int, starts: Sequence[int]) -> int:
        """Return the most lines that a class of windows can save."""
        start, end = starts[0], starts[0] + length
        if self._sizes[end] - self._sizes[start] < _MIN_STATEMENTS:
            return 0
        lines = self._lines[end] - self._lines[start]
        return len(starts) * (lines - LINE) - lines - _FRAME_LINES

    def _free(self, length: int, starts: Sequence[int]) -> list[int]:
        """Return the windows that overlap neither another window nor a taken token."""
        found: list[int] = []
        end = -1
        taken = self.taken
        for start in starts:
            if start >= end and taken.find(1, start, start + length) < 0:
                found.append(start)
                end = start + length
        return found

    def _judged(self, each: Windows | Chosen) -> Chosen | None:
        """Return a class of windows with its parameters and results; None if it is not worth it."""
        length = each.length
        starts = self._free(length, each.starts)
        bonus = _KNOWN if self._is_known(each) else 0
        if len(starts) < 2 or self._most(length, starts) + bonus < _MIN_GAIN:  # noqa: PLR2004
            return None
        listing = self.listing
        start, end = starts[0], starts[0] + length
        # A sequence that repeats itself is a loop, not a function.
        if not bonus and is_periodic(self._shapes[start:end]):
            return None
        if self._deep[end] > self._deep[start]:
            return None
        least = _MIN_GAIN if len(starts) > 2 else _MIN_GAIN_OF_TWO  # noqa: PLR2004
        # A bound from two windows refuses most classes without a look at all of their leaves.
        if not bonus and self._best(starts, length) < least:
            return None
        places = listing.places[start:end]
        roles = definitions_of(listing, start, length)
        every = [leaves_of(listing, begin, length) for begin in starts]
        if self._binds_block(every, starts, length):
            return None
        most = MAX_PARAMETERS + self._more(start, end)
        columns, parameters = self._parameters(every, roles, starts, most)
        if columns is None:
            return None
        results = self._results(every, columns, starts, length)
        if len(results) > MAX_RESULTS:
            return None
        lines = self._lines[end] - self._lines[start]
        constant = sum([_is_constant(places, at) for at in results])
        written = sum([leaf.is_target for leaf, _ in parameters])
        interface = len(parameters) + written + len(results)
        more = self._more(start, end)
        if written > MAX_WRITTEN + more or interface > MAX_INTERFACE + more:
            return None
        count = self._count_apart(every, starts, length)
        gain = self._gain(count, lines, len(parameters), len(results) + constant)
        gain -= count * (_WRITTEN_COST * written + _ENDING_COST * self._ending(every[0], places))
        if gain + bonus < least:
            return None
        return Chosen(gain + bonus, length, starts, columns, parameters, results)

    def _best(self, starts: Sequence[int], length: int) -> int:
        """Return the most lines that windows save, as any two tell; 0 for too many values."""
        start = starts[0]
        more = self._more(start, start + length)
        most = MAX_PARAMETERS + more
        parameters = self._bounds.parameters(start, starts[-1], length, most)
        if parameters > most:
            return 0
        results = self._bounds.results(start, length)
        if results > MAX_RESULTS or parameters + results > MAX_INTERFACE + more:
            return 0
        lines = self._lines[start + length] - self._lines[start]
        return self._gain(len(starts), lines, parameters, results)

    @staticmethod
    def _count_apart(every: list[list[Leaf]], starts: Sequence[int], length: int) -> int:
        """Return how many windows there are if those in even steps are one, as in a loop."""
        count = 1
        run = 1
        before: list[int | None] = []
        for index in range(1, len(starts)):
            steps: list[int | None] = []
            if starts[index] == starts[index - 1] + length:
                pairs = zip(every[index - 1], every[index], strict=True)
                steps = [difference(one, other) for one, other in pairs]
            goes_on = bool(steps) and None not in steps and (run == 1 or steps == before)
            run = run + 1 if goes_on else 1
            before = steps
            count += run < _MIN_RUN
            # With its third window a run counts as one.
            if run == _MIN_RUN:
                count -= _MIN_RUN - 2
        return count

    def _ending(self, leaves: Sequence[Leaf], places: Sequence[Place]) -> int:
        """Return how many values are read for the last time that were made before the window.

        Such a value belongs to the statements: a window that begins with its definition is better.
        """
        function = places[0].function
        last = self.listing.last[function]
        single = self.listing.readers[function].single
        made = {leaf.value for leaf in leaves if leaf.is_target}
        read = {leaf.value for leaf in leaves if leaf.kind == REGISTER} - made
        return sum([each in single and last[each] <= places[-1].end for each in read])

    @staticmethod
    def _gain(count: int, lines: int, parameters: int, results: int) -> int:
        saved = count * (lines - LINE) - lines - _FRAME_LINES - LINE * (results > 0)
        cost = _PARAMETER_COST * max(0, parameters - _FREE_PARAMETERS)
        return saved - count * (cost + _RESULT_COST * results)

    def _parameters(
        self, every: list[list[Leaf]], roles: Mapping[int, int], starts: Sequence[int], most: int
    ) -> tuple[dict[int, int] | None, list[tuple[Leaf, tuple[Any, ...]]]]:
        """Return which leaves are parameters, no more than `most`, and these with arguments."""
        single = [
            self.listing.readers[self.listing.places[start].function].single for start in starts
        ]
        columns: dict[int, int] = {}
        numbers: dict[tuple[str, tuple[Any, ...]], int] = {}
        parameters: list[tuple[Leaf, tuple[Any, ...]]] = []
        positions: set[int] = set()
        for at, leaves in enumerate(zip(*every, strict=True)):
            leaf = leaves[0]
            if at in roles:
                continue
            if leaf.is_target and (leaf.kind == NAME or leaf.value in single[0]):
                continue
            arguments = tuple([each.value for each in leaves])
            if leaf.kind in (NUMBER, FLOAT, SYMBOL) and _are_equal(arguments):
                continue
            key = (leaf.kind, arguments)
            if key not in numbers:
                numbers[key] = len(parameters)
                parameters.append((leaf, arguments))
                if len(parameters) > most:
                    return None, []
            columns[at] = numbers[key]
            if leaf.is_target:
                parameters[columns[at]] = (leaf, arguments)
            if leaf.owner == vocabulary.AT:
                positions.add(numbers[key])
        if len(positions) > MAX_POSITION_PARAMETERS:
            return None, []
        return columns, parameters

    def _binds_block(self, every: list[list[Leaf]], starts: Sequence[int], length: int) -> bool:
        """Return whether a block in a window is named after it: a function would hide that name."""
        # The leaves of all windows are of the same kinds.
        names = [at for at, leaf in enumerate(every[0]) if leaf.kind == NAME and leaf.is_target]
        if names:
            for leaves, start in zip(every, starts, strict=True):
                place = self.listing.places[start + length - 1]
                last = self.listing.last_names[place.function]
                if any(last.get(leaves[at].value, 0) > place.end for at in names):
                    return True
        return False

    def _results(
        self,
        every: list[list[Leaf]],
        columns: Mapping[int, int],
        starts: Sequence[int],
        length: int,
    ) -> list[int]:
        """Return the leaves that define values read after a window."""
        listing = self.listing
        ends = [listing.places[start + length - 1] for start in starts]
        after = [(listing.last[place.function], place.end) for place in ends]
        found: list[int] = []
        for at, leaf in enumerate(every[0]):
            if not leaf.is_target or leaf.kind != REGISTER or at in columns:
                continue
            for leaves, (last, end) in zip(every, after, strict=True):
                if last[leaves[at].value] > end:
                    found.append(at)
                    break
        return found


_CONSTANTS: Final = frozenset({NUMBER, FLOAT, SYMBOL})
"""The kinds of leaves that are no parameters where they are the same in all windows."""


class _Marks(NamedTuple):
    """The leaves of a token that may be parameters or results of a group."""

    keys: tuple[int, ...]
    """A number for the value of each leaf that may be a parameter."""
    definitions: tuple[int, ...]
    """The defining leaf of each leaf; -1 for none, -2 for a constant."""
    lasts: tuple[int, ...]
    """Where the values that the token makes are mentioned last."""


class Bounds:
    """The least numbers of parameters and results of classes of windows."""

    def __init__(self, listing: Listing) -> None:
        """Take the statements."""
        self._listing = listing
        self._marks: list[_Marks | None] = [None] * len(listing.tokens)
        self._numbers: dict[tuple[str, Any], int] = {}
        self._pairs: dict[tuple[int, int], tuple[set[tuple[int, int]], list[int]]] = {}
        """For two windows, by their first tokens: the pairs of values in which they differ, and how
        many pairs there are up to each length that has been compared."""

    def parameters(self, one: int, other: int, length: int, most: int) -> int:
        """Return how many parameters a group of two windows has, if no more than `most`.

        Two windows of a class never need more than all its windows do.
        """
        known = self._pairs.get((one, other))
        if known is None:
            known = self._pairs[one, other] = (set(), [0])
        found, counts = known
        first = self._listing.tokens[one].start
        marks = self._marks
        while len(counts) <= length and counts[-1] <= most:
            at = len(counts) - 1
            left = marks[one + at] or self._made(one + at)
            right = marks[other + at] or self._made(other + at)
            found.update(
                [
                    (a, b)
                    for a, b, definition in zip(
                        left.keys, right.keys, left.definitions, strict=True
                    )
                    if definition < first and (a != b or definition != _CONSTANT)
                ]
            )
            counts.append(len(found))
        # Windows that have been found to differ in too many values are not read any further.
        return counts[min(length, len(counts) - 1)]

    def results(self, start: int, length: int) -> int:
        """Return how many values of a window are read after it."""
        end = self._listing.places[start + length - 1].end
        found = 0
        for at in range(start, start + length):
            mark = self._marks[at] or self._made(at)
            if mark.lasts:
                found += sum([last > end for last in mark.lasts])
        return found

    def _made(self, index: int) -> _Marks:
        place = self._listing.places[index]
        single = self._listing.readers[place.function].single
        last = self._listing.last[place.function]
        start = self._listing.tokens[index].start
        defined = {at - start: definition for at, definition, _ in place.links}
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
        made = self._marks[index] = _Marks(tuple(keys), tuple(definitions), tuple(lasts))
        return made


_CONSTANT: Final = -2
