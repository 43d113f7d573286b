"""Positions in the source in a margin, and the labels to which debug information refers.

The positions follow the registers in a margin. Each is emitted before the statement.

| Item | Before the statement |
|---|---|
| `@28:18` | `.loc` of line 28, column 18, in the file of the function |
| `@2:28:18` | the same in file 2 |
| `@28:18<66:25` | of function 0, which is inlined at line 66, column 25: `$L__info_string0` |
| `@28:18/5<2:66:25` | of function 5, which is inlined at a place in file 2 |
| `@66:25>28:18/5` | two: `@66:25`, and then `@28:18/5<66:25` |
| `!` | the next label `$L__tmp` for debug information |
| `!7`, `!func_begin0` | the labels `$L__tmp7` and `$L__func_begin0` |
| `!7@28:18` | a label, and then a position |
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Final, cast

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.ir import statements, walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = [
    "INFO_STRING",
    "LABEL_PREFIX",
    "POSITION_STEM",
    "MarginPosition",
    "Marks",
    "Place",
    "file_of",
    "format_position",
    "has_positions",
    "looks_like_positions",
    "mark_of",
    "named_marks",
    "parse_positions",
    "split_label",
    "split_margin",
]

LABEL_PREFIX: Final = "$L__"
"""The beginning of labels that LLVM makes."""
POSITION_STEM: Final = "tmp"
"""The stem of a label that marks a place for the debug information."""

INFO_STRING: Final = "info_string"
"""The stem of a label of a function's name, which `.loc` refers to."""

_NUMBERED: Final = re.compile(r"\$L__([a-z]+(?:_[a-z]+)*)(0|[1-9][0-9]{0,8})\Z")


def split_label(name: str) -> tuple[str, int] | None:
    """Return stem and number of a label, or None where the name is none of this kind."""
    match = _NUMBERED.match(name)
    return None if match is None else (match[1], int(match[2]))


def mark_of(node: n.Node) -> tuple[str, int] | None:
    """Return stem and number of a statement that is such a label."""
    return split_label(node.name) if type(node) is n.Label else None


class Marks:
    """The numbers of labels, each stem counted by itself through the module."""

    def __init__(self) -> None:
        """Start with 0."""
        self._next: Counter[str] = Counter()
        self._reserved: set[tuple[str, int]] = set()
        self.used = False
        """Whether there are any."""

    def keep(self, names: Iterable[str]) -> None:
        """Keep the numbers of labels that something names."""
        self._reserved.update(found for name in names if (found := split_label(name)) is not None)

    def reserve(self, stem: str, number: int) -> None:
        """Keep a number for the label that it is given to."""
        self._reserved.add((stem, number))

    def take(self, stem: str, number: int | None = None) -> int:
        """Return the number that a label gets: the one given, which sets the count, or the next.

        The next is one that no other label has.
        """
        found = self._next[stem] if number is None else number
        while number is None and (stem, found) in self._reserved:
            found += 1
        self._reserved.add((stem, found))
        self._next[stem] = found + 1
        return found

    def expects(self, stem: str, number: int) -> bool:
        """Return whether a number is the next."""
        return self._next[stem] == number


def named_marks(module: n.Module) -> frozenset[str]:
    """Return the labels of this kind that something names, and those that are placed twice.

    An edit of a line must not give them another number.
    """
    placed: Counter[str] = Counter()
    for node in statements(module):
        if type(node) is n.Label and split_label(node.name) is not None:
            placed[node.name] += 1
    if not placed:
        return frozenset()
    named = {name for name, count in placed.items() if count > 1}
    for node in statements(module):
        operands = _operands(node)
        named.update(
            symbol.name
            for operand in operands
            # Most operands are registers and literals, which name no label: they are not walked.
            if type(operand) not in _PLAIN
            for symbol in walk(operand)
            if type(symbol) is n.Symbol and symbol.name in placed
        )
    return frozenset(named)


_PLAIN: Final = frozenset({n.Register, n.Literal})


def _operands(node: n.Node) -> Sequence[n.Node]:
    """Return the operands of a statement; the functions of source positions do not count."""
    kind = type(node)
    if kind is n.Instruction:
        return cast("n.Instruction", node).operands
    if kind is n.Data:
        return cast("n.Data", node).values
    return (node,) if kind in (n.TargetList, n.Variable) else ()


def file_of(body: Iterable[n.Node]) -> int:
    """Return the number of the file with most positions of a body, 1 for a body without any."""
    files: Counter[int] = Counter()
    for node in body:
        if type(node) is n.Location and node.file.text.isdecimal():
            files[int(node.file.text)] += 1
    return max(files, key=lambda file: files[file], default=1)


# ------------------------------------------------------------------------------ the notation

_DIGITS: Final = r"(?:0|[1-9][0-9]{0,8})"
_POINT: Final = rf"(?:{_DIGITS}:)?{_DIGITS}:{_DIGITS}"
_INLINED: Final = rf"{_POINT}(?:/{_DIGITS})?"
_PATH: Final = rf"@(?:{_INLINED}<{_POINT}|{_POINT})(?:>{_INLINED})*"
_ITEM: Final = re.compile(
    rf"(?P<mark>!(?P<stem>[a-z]+(?:_[a-z]+)*)?(?P<number>{_DIGITS})?)?(?P<path>{_PATH})?", re.ASCII
)
_BEGIN: Final = re.compile(r"[@!]")
_MARGIN: Final = re.compile(r"#:[^#\n]*[@!]")


class Place(NamedTuple):
    """A place in a source: file (None for that of the function), line and column."""

    file: int | None
    line: int
    column: int


class MarginPosition(NamedTuple):
    """One `.loc`, or a label; `at` and `mark` emit it."""

    place: Place | None
    """The position; None for a label."""
    function: int | None = None
    """The number of the inlined function."""
    inlined_at: Place | None = None
    stem: str | None = None
    """The stem of a label."""
    number: int | None = None
    """The number of a label; None for the next one."""


def has_positions(text: str) -> bool:
    """Return whether the text of a program may have a position in a margin."""
    return _MARGIN.search(text) is not None


def split_margin(text: str) -> tuple[str, str]:
    """Return the registers and the positions of a margin's text after `#:`.

    >>> split_margin(" r3 p1 @28:18 ")
    (' r3 p1 ', '@28:18')
    """
    found = _BEGIN.search(text)
    return (text, "") if found is None else (text[: found.start()], text[found.start() :].rstrip())


@lru_cache(maxsize=4096)
def parse_positions(text: str) -> tuple[MarginPosition, ...]:
    """Return the positions and labels of a margin, in order.

    Raises `ValueError`, which says what to write instead.

    >>> [each.place.line for each in parse_positions("@66:25>28:18/5")]
    [66, 28]
    """
    found: list[MarginPosition] = []
    for item in text.split():
        match = _ITEM.fullmatch(item)
        if match is None:
            raise ValueError(_explain(item))
        if match["mark"]:
            number = None if match["number"] is None else int(match["number"])
            found.append(MarginPosition(None, stem=match["stem"] or POSITION_STEM, number=number))
        if match["path"]:
            found += _path(match["path"][1:])
    return tuple(found)


def looks_like_positions(text: str) -> bool:
    """Return whether a text consists of positions."""
    try:
        return bool(parse_positions(text))
    except ValueError:
        return False


def _path(text: str) -> list[MarginPosition]:
    """Return the positions of a path, each inlined at the place before it."""
    first, *others = text.split(">")
    point, _, where = first.partition("<")
    place, function = _inlined(point)
    outer = _place(where) if where else None
    found = [MarginPosition(place, function if outer else None, outer)]
    for other in others:
        inner, function = _inlined(other)
        found.append(MarginPosition(inner, function, place))
        place = inner
    return found


def _inlined(text: str) -> tuple[Place, int]:
    point, _, function = text.partition("/")
    return _place(point), int(function or 0)


def _place(text: str) -> Place:
    *file, line, column = map(int, text.split(":"))
    return Place(file[0] if file else None, line, column)


def _explain(item: str) -> str:
    begin = item.lstrip("!@")
    if "@" in begin:
        return f"{item}: positions of a margin are separated by blanks, as in @28:18 @30:4"
    if item[:1] not in "!@":
        return (
            f"{item!r} is no position: behind the first position of a margin are positions alone, "
            "and registers stand before it, as in #: r3 @28:18"
        )
    if "/" in item and "<" not in item and ">" not in item.partition("/")[0]:
        plain = item.partition("/")[0]
        return (
            f"{item}: a function that is inlined says where, as in {item}<66:25; without a "
            f"function write {plain}"
        )
    return (
        f"{item} is no position: write @line:column or @file:line:column, @28:18/5<66:25 for "
        "function 5 that is inlined at 66:25, !7 for the label $L__tmp7"
    )


def format_position(position: MarginPosition, inner: tuple[MarginPosition, ...] = ()) -> str:
    """Return the notation of a position, with those that are inlined at it one in the other.

    >>> format_position(MarginPosition(Place(None, 28, 18), 5, Place(2, 66, 25)))
    '@28:18/5<2:66:25'
    """
    if position.place is None:
        stem = "" if position.stem == POSITION_STEM else position.stem
        return f"!{stem}{'' if position.number is None else position.number}"
    where = "" if position.inlined_at is None else f"<{_point(position.inlined_at)}"
    return f"@{_inner(position)}{where}" + "".join([f">{_inner(each)}" for each in inner])


def _inner(position: MarginPosition) -> str:
    function = f"/{position.function}" if position.function else ""
    return f"{_point(position.place)}{function}" if position.place is not None else ""


def _point(place: Place) -> str:
    file = "" if place.file is None else f"{place.file}:"
    return f"{file}{place.line}:{place.column}"
