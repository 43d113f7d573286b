"""The registers of the values of helpers that have been edited since their program was written.

The margin of a statement that calls a helper names the registers of all values in order. At the
end of the helper, a row says how many each of its statements made (`dialect.margin_notation`). The
statements of today are found again in it by their text. So a value keeps its register in each
call unless its own statement has been edited, inserted or deleted.
"""

from __future__ import annotations

import ast
import io
import sys
import textwrap
import tokenize
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import SequenceMatcher
from functools import cached_property
from itertools import groupby
from types import CodeType, FrameType
from typing import Any, TypeAlias

from ptxpy._records import NamedTuple
from ptxpy.dialect import VALUES_ROW, MarginTables, mark_of_text, parse_values

__all__ = ["Caller", "Callers", "Names", "Origin", "name_values"]

Names: TypeAlias = "list[Any]"
"""A register or None for each of some values."""


class Caller(NamedTuple):
    """A call of a helper that is under way, and the place in its code that it has reached."""

    call: int
    """The number of the call: each has its own."""
    code: CodeType
    offset: int


Origin: TypeAlias = "tuple[Caller, ...]"
"""The calls of helpers in which a value is made, from the kernel's statement on."""


class Callers:
    """Finds the calls of helpers that are under way whenever a value is made."""

    def __init__(self, filename: str) -> None:
        """Take the file of the kernel: helpers are functions of the same one."""
        self._filename = filename
        self._frames: list[FrameType] = []
        """The frames of the last origin; a frame that is kept has no successor of its identity."""
        self._calls: list[int] = []
        self._count = 0

    def origin(self, kernel: FrameType) -> Origin:
        """Return the calls under way, those from a kernel's body on."""
        frames: list[FrameType] = []
        frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - the only way, and documented
        while frame is not None and frame is not kernel:
            code = frame.f_code
            # A comprehension has a frame of its own in old Pythons, and belongs to its function.
            if code.co_filename == self._filename and code.co_name[:1] != "<":
                frames.append(frame)
            frame = frame.f_back
        frames.reverse()
        same = 0
        for old, new in zip(self._frames, frames, strict=False):
            if old is not new:
                break
            same += 1
        del self._calls[same:]
        for _ in frames[same:]:
            self._count += 1
            self._calls.append(self._count)
        self._frames = frames
        return tuple(
            [
                Caller(call, each.f_code, each.f_lasti)
                for call, each in zip(self._calls, frames, strict=True)
            ]
        )


class _Statement(NamedTuple):
    """A statement of a helper as it is now."""

    lines: range
    mark: str


class _Helper:
    """A helper: the row at its end, and its statements of today."""

    def __init__(self, code: CodeType, lines: Sequence[str]) -> None:
        """Take the code of a function, and the lines of its file."""
        self._code = code
        self._lines = lines
        row = MarginTables(lines).behind(code.co_firstlineno).get(VALUES_ROW, "")
        self.row = parse_values(row)
        """How many values each statement made, and its mark; empty if that is not known."""

    @cached_property
    def _statements(self) -> list[_Statement]:
        return [*_statements_of(self._code, self._lines)]

    @cached_property
    def _by_line(self) -> dict[int, int]:
        return {line: number for number, each in enumerate(self._statements) for line in each.lines}

    @cached_property
    def _starts(self) -> list[tuple[int, int]]:
        return [(start, line or 0) for start, _, line in self._code.co_lines()]

    def statement_at(self, offset: int) -> int:
        """Return the number of the statement of an offset of the code, -1 for none."""
        line = 0
        for start, at in self._starts:
            if start > offset:
                break
            line = at
        return self._by_line.get(line, -1)

    def matches(self, made: Mapping[int, int]) -> list[tuple[range, list[int]]]:
        """Return which items of the row are which of some statements, in order.

        `made` has the statements that make values, in order, with how many they make. A pair of one
        each is a statement that is known; an item without a statement was deleted, and a statement
        without items is new.
        """
        numbers = [*made]
        before = [mark for _, mark in self.row]
        now = [self._statements[number].mark for number in numbers]
        found: list[tuple[range, list[int]]] = []
        matcher = SequenceMatcher(None, before, now, autojunk=False)
        for kind, start, stop, first, last in matcher.get_opcodes():
            if kind == "equal" or stop - start == last - first:
                # As many statements as before in one place have been edited one by one.
                found += [
                    (range(start + at, start + at + 1), [numbers[first + at]])
                    for at in range(stop - start)
                ]
            elif start < stop and first < last:
                # Statements have been edited, and others are new or gone: who makes as many values
                # as before is the one that was there, from the last one on.
                counts = [count for count, _ in self.row[start:stop]]
                current = [made[number] for number in numbers[first:last]]
                parts = SequenceMatcher(None, counts[::-1], current[::-1], autojunk=False)
                for _, begin, end, one, other in reversed(parts.get_opcodes()):
                    places = range(stop - end, stop - begin)
                    own = numbers[last - other : last - one]
                    if len(places) == len(own):
                        pairs = zip(places, own, strict=True)
                        found += [(range(at, at + 1), [number]) for at, number in pairs]
                    else:
                        found.append((places, own))
            else:
                found.append((range(start, stop), numbers[first:last]))
        return found


def _statements_of(code: CodeType, lines: Sequence[str]) -> Iterator[_Statement]:
    """Yield the statements of a function in the order of the text, with those in blocks."""
    first = code.co_firstlineno
    rest = lines[first - 1 :]
    stop = next(
        (at for at, line in enumerate(rest) if at and line.strip() and line[0] not in " \t#)]}"),
        len(rest),
    )
    try:
        tree = ast.parse(textwrap.dedent("".join(rest[:stop])))
    except (SyntaxError, ValueError):
        return
    pending: list[ast.stmt] = [*reversed(tree.body)]
    while pending:
        statement = pending.pop()
        body = [each for each in ast.iter_child_nodes(statement) if isinstance(each, ast.stmt)]
        pending += reversed(body)
        if isinstance(statement, ast.FunctionDef):
            continue
        last = body[0].lineno - 1 if body else statement.end_lineno or statement.lineno
        last = max(last, statement.lineno)
        text = "".join(rest[statement.lineno - 1 : last])
        yield _Statement(
            range(first + statement.lineno - 1, first + last), mark_of_text(_without_comments(text))
        )


def _without_comments(text: str) -> str:
    """Return the text of a statement without the comments in it and behind it."""
    lines = io.StringIO(textwrap.dedent(text)).readline
    found: list[str] = []
    # The head of a block ends before its body, which is an error once all its tokens are known.
    with suppress(tokenize.TokenError, SyntaxError):
        found.extend(
            token.string
            for token in tokenize.generate_tokens(lines)
            if token.type != tokenize.COMMENT
        )
    return "".join(found)


class _Item(NamedTuple):
    """A value, or a register that is declared, with its place among the values of a statement."""

    at: int
    origin: Origin


_Align: TypeAlias = Callable[[Sequence[int], Names, int], Names]
"""Gives names to values, given by their places; so many of the last names are the last values'."""


def name_values(
    origins: Sequence[Origin],
    explicit: Iterable[Origin],
    names: Names,
    lines: Sequence[str],
    align: _Align,
) -> Names | None:
    """Return a name or None for each value of a statement of a kernel; None if nothing is known.

    Args:
        origins: The calls in which each value is made that needs a name.
        explicit: Those of the values whose registers the program itself has chosen.
        names: The names in the margin, of the statement as it was.
        lines: The lines of the program.
        align: Gives names to values whose statements cannot be told apart.
    """
    naming = _Naming(explicit, lines, align)
    items = [_Item(at, origin) for at, origin in enumerate(origins)]
    found: dict[int, Any] = {}
    if not naming.give(items, names, 0, found):
        return None
    return [found.get(at) for at in range(len(origins))]


class _Naming:
    """Gives the names of one statement of a kernel to its values."""

    def __init__(self, explicit: Iterable[Origin], lines: Sequence[str], align: _Align) -> None:
        self._lines = lines
        self._align = align
        self._helpers: dict[CodeType, _Helper] = {}
        self._explicit: Counter[tuple[int, int]] = Counter()
        for origin in explicit:
            for caller in origin:
                number = self._helper(caller.code).statement_at(caller.offset)
                self._explicit[caller.call, number] += 1

    def _helper(self, code: CodeType) -> _Helper:
        found = self._helpers.get(code)
        if found is None:
            found = self._helpers[code] = _Helper(code, self._lines)
        return found

    def give(self, items: Sequence[_Item], names: Names, depth: int, found: dict[int, Any]) -> bool:
        """Give names to values of one statement; return False if they are of another number.

        `depth` is the number of helpers around the statement.
        """
        calls = _calls(items, depth)
        sizes = [self._size(call, depth) for call in calls]
        if sum(sizes) != len(names):
            return False
        at = 0
        for call, size in zip(calls, sizes, strict=True):
            self._name_call(call, names[at : at + size], depth, found)
            at += size
        return True

    def _size(self, call: Sequence[_Item], depth: int) -> int:
        """Return how many names the values of one call had, or a value of the statement itself."""
        caller = _caller(call[0], depth)
        if caller is None:
            return 1
        helper = self._helper(caller.code)
        if not helper.row:
            return len(call)
        matches = helper.matches(self._making(call, depth))
        return sum(self._names_of(caller, helper, *match) for match in matches)

    def _names_of(
        self, caller: Caller, helper: _Helper, places: range, statements: Sequence[int]
    ) -> int:
        """Return how many names the values of some statements had in a call."""
        count = sum(helper.row[place][0] for place in places)
        if not places:
            return count
        return count - sum(self._explicit[caller.call, number] for number in statements)

    def _making(self, call: Sequence[_Item], depth: int) -> dict[int, int]:
        """Return the statements of a helper that make values in a call, with how many they make."""
        first = call[0].origin[depth]
        helper = self._helper(first.code)
        counts = Counter(helper.statement_at(item.origin[depth].offset) for item in call)
        for (key, number), count in self._explicit.items():
            if key == first.call:
                counts[number] += count
        return {number: counts[number] for number in sorted(counts) if number != -1}

    def _name_call(
        self, call: Sequence[_Item], names: Names, depth: int, found: dict[int, Any]
    ) -> None:
        """Give names to the values of one call, or to a value of the statement itself."""
        caller = _caller(call[0], depth)
        helper = None if caller is None else self._helper(caller.code)
        if caller is None or helper is None or not helper.row:
            self._name_in_order(call, names, found)
            return
        made: dict[int, list[_Item]] = {}
        last = -1
        for item in call:
            number = helper.statement_at(item.origin[depth].offset)
            if number < last:  # a loop of Python runs its statements several times
                self._name_in_order(call, names, found)
                return
            made.setdefault(number, []).append(item)
            last = number
        at = 0
        for places, statements in helper.matches(self._making(call, depth)):
            size = self._names_of(caller, helper, places, statements)
            own = names[at : at + size]
            at += size
            inside = [item for number in statements for item in made.get(number, ())]
            if not places or not inside:
                continue
            is_one = len(statements) == 1
            if not is_one or not self.give(inside, own, depth + 1, found):
                # A register that the program has chosen is the last value's: names are for others.
                is_chosen = any(self._explicit[caller.call, number] for number in statements)
                self._name_in_order(inside, own, found, int(not is_chosen))

    def _name_in_order(
        self, items: Sequence[_Item], names: Names, found: dict[int, Any], tail: int = 1
    ) -> None:
        places = [item.at for item in items]
        found.update(zip(places, self._align(places, names, tail), strict=True))


def _caller(item: _Item, depth: int) -> Caller | None:
    """Return the call of a helper in which a value is made, None for the statement's own."""
    return item.origin[depth] if len(item.origin) > depth else None


def _calls(items: Sequence[_Item], depth: int) -> list[list[_Item]]:
    """Return the values of each call together, and each value of the statement itself alone."""

    def key(item: _Item) -> tuple[int, int]:
        caller = _caller(item, depth)
        return (0, item.at) if caller is None else (1, caller.call)

    return [[*group] for _, group in groupby(items, key)]
