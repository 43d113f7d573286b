"""The notation of a margin: `r319 p2 f4..7 r9..1/-4 _ (r3..63/5 r5..65/5) =done`.

| Item | Registers |
|---|---|
| `r319` | `%r319`; `%` may be written |
| `r.319` | `%r319` if a variable is called `r319`: renaming that word everywhere leaves this one |
| `=done` | `done`, whose name in PTX has no `%` |
| `f4..7` | `%f4`, `%f5`, `%f6`, `%f7`: both ends belong to it |
| `r9..1/-4` | `%r9`, `%r5`, `%r1` |
| `(r3..63/5 r5..65/5)` | one of each in turn: `%r3`, `%r5`, `%r8`, `%r10`, … |
| `_` | none: the value gets a fresh register; in parentheses, at each turn |
| `&step` | those of the rows `#: &step: r3 f4..7`, comments below the last statement |

Positions in the source follow the registers: `@28:18` (`positions`).

A margin names the registers of all values that a call makes. The row `#: &values: kf 4ia id` at the
end of the function that is called parts them by its statements, so that an edited statement leaves
the registers of the others alone: a mark, made of the statement's text, finds it again. The number
before a mark says how many values the statement makes, if it makes several; statements that
make none are left out.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final
from zlib import crc32

from ptxpy._records import NamedTuple
from ptxpy.dialect.positions import looks_like_positions, split_margin

__all__ = [
    "MARGIN_MARK",
    "MAX_MARGIN",
    "MAX_NAMES",
    "VALUES_ROW",
    "MarginTables",
    "expand_margin",
    "format_names",
    "format_values",
    "has_values_row",
    "is_margin_row",
    "looks_like_margin",
    "margin_references",
    "mark_of_text",
    "parse_names",
    "parse_values",
    "plain_names",
]

MARGIN_MARK: Final = "#:"
"""The beginning of a margin."""
MAX_MARGIN: Final = 40
"""The most characters of a margin that is written beside its statement, and not as a row."""
MAX_NAMES: Final = 1 << 20
"""The most registers that a margin may name."""

VALUES_ROW: Final = "values"
"""The name of the row that says how many values statements make; no margin refers to it."""

_ROW: Final = re.compile(r"\s*#:\s*&([A-Za-z_]\w*)\s*:(.*)", re.ASCII)
_REFERENCE: Final = re.compile(r"&([A-Za-z_]\w*)", re.ASCII)
_OUTSIDE: Final = frozenset(" \t\r\n\f#)]}")
"""The characters that begin the lines of a function."""
_ITEM: Final = (
    r"(?P<sigil>[%=]?)(?P<stem>[A-Za-z_$][\w$]*?)?"
    r"(?:(?:(?<=[\w$])\.)?(?P<first>[0-9]+)(?:\.\.(?P<last>[0-9]+)(?:/(?P<step>-?[0-9]+))?)?)?"
)
_PLAIN: Final = re.compile(r" *[A-Za-z]+\.?[0-9]+(?: +[A-Za-z]+\.?[0-9]+)*\s*", re.ASCII)
"""A margin of registers that are written one by one, as nearly all are."""
_NUMBERED: Final = re.compile(r"(.*?)(0|[1-9][0-9]*)", re.ASCII | re.DOTALL)
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_LAYOUT: Final = re.compile(r"[\s(),]+")
"""The characters that a formatter may add to a statement or leave out."""
_MARKED: Final = re.compile(r"([1-9][0-9]{0,6})?([a-z]{2})", re.ASCII)
_LONGEST_TURN: Final = 8
"""The most items in parentheses that `format_names` writes."""


def parse_names(text: str) -> list[str | None]:
    """Return the names of registers, as PTX has them, that the registers of a margin give.

    A name is None for `_`. Raises `ValueError`, which says what to write instead.
    """
    names: list[str | None] = [*plain_names(text)]
    if names:
        return names
    for part in _parts(text):
        if part.startswith("("):
            names += _turns(part)
        else:
            names += _item(part)
        if len(names) > MAX_NAMES:
            raise ValueError(_too_many())
    if not names:
        msg = "a margin names registers, as in #: r3 p1; there is none behind this #:"
        raise ValueError(msg)
    return names


class MarginTables:
    """The tables of margins at the ends of the functions of a text.

    A table consists of comments in a row, `#: &step: r3 f4..7`. Those of one name are joined.

    >>> tables = MarginTables(["    a = f()  #: &a", "    #: &a: r3", "    #: &a: r5"])
    >>> tables.behind(1)
    {'a': 'r3 r5'}
    """

    def __init__(self, lines: Sequence[str]) -> None:
        """Read the lines of a text, once for all its margins."""
        self._starts: list[int] = []
        """The line of each table's first row, and of each line outside of functions."""
        self._rows: list[dict[str, str]] = []
        """The rows of each of these, by name; none outside of functions."""
        last = 0
        for number, line in enumerate(lines, 1):
            row = _ROW.match(line) if "&" in line else None
            if row is not None:
                if number != last + 1:
                    self._starts.append(number)
                    self._rows.append({})
                rows, last = self._rows[-1], number
                rows[row[1]] = f"{rows.get(row[1], '')} {row[2].strip()}".strip()
            elif line[:1] not in _OUTSIDE:
                self._starts.append(number)
                self._rows.append({})

    def behind(self, number: int) -> dict[str, str]:
        """Return the first table behind a line, by name; empty if its function has none there."""
        at = bisect_right(self._starts, number)
        return self._rows[at] if at < len(self._rows) else {}


def is_margin_row(line: str) -> bool:
    """Return whether a line is a row of a table of margins, `#: &step: r3`."""
    return _ROW.match(line) is not None


def expand_margin(text: str, rows: Mapping[str, str]) -> str:
    """Return the text of a margin with rows in place of their names, and nothing for a missing row.

    >>> expand_margin("&step @28:18", {"step": "r3 r7"})
    'r3 r7 @28:18'
    """
    return _REFERENCE.sub(lambda match: rows.get(match[1], ""), text).strip()


def margin_references(text: str) -> list[str]:
    """Return the names of rows in the text of a margin."""
    return _REFERENCE.findall(text)


def plain_names(text: str) -> list[str]:
    """Return the names of a margin of registers with numbers, one by one; [] for any other."""
    if _PLAIN.fullmatch(text) is None:
        return []
    return [f"%{name}" for name in text.replace(".", "").split()]


def _parts(text: str) -> Iterator[str]:
    """Yield items, and whole parentheses."""
    rest = text.strip()
    while rest:
        if rest.startswith("("):
            inside, close, rest = rest.partition(")")
            if not close or (rest and not rest[0].isspace()):
                msg = f"{inside}: the parentheses of a margin are closed with ) before a blank"
                raise ValueError(msg)
            yield inside + close
        else:
            item, _, rest = rest.partition(" ") if "\t" not in rest else _split(rest)
            yield item
        rest = rest.lstrip()


def _split(text: str) -> tuple[str, str, str]:
    item, *others = text.split(None, 1)
    return item, " ", "".join(others)


def _turns(part: str) -> list[str | None]:
    """Return the names of items in parentheses, one of each in turn."""
    items = part[1:-1].split()
    columns = [None if item == "_" else _item(item) for item in items]
    lengths = {len(column) for column in columns if column is not None}
    if len(lengths) != 1:
        found = " and ".join(str(length) for length in sorted(lengths)) or "none"
        msg = f"{part}: the ranges in parentheses have as many registers each, not {found}"
        raise ValueError(msg)
    (length,) = lengths
    # The product is bounded before the list is made: a few characters name millions of registers.
    if length * len(columns) > MAX_NAMES:
        raise ValueError(_too_many())
    return [
        None if column is None else column[turn] for turn in range(length) for column in columns
    ]


def _item(item: str) -> list[str | None]:
    """Return the names of an item without parentheses."""
    if item == "_":
        return [None]
    match = re.fullmatch(_ITEM, item, re.ASCII)
    if match is None or not (match["stem"] or match["first"]) or item in ("%", "="):
        msg = (
            f"{item!r} is no register: a margin holds names of registers and nothing else, as in "
            "#: r3 f4..7 _; write another comment with a blank, # …, or on a line of its own"
        )
        raise ValueError(msg)
    stem = match["stem"] or ""
    prefix = ("" if match["sigil"] == "=" else "%") + stem
    if not stem and match["sigil"] == "=":
        msg = f"{item!r} is no register: the name behind = begins with a letter"
        raise ValueError(msg)
    first, last = match["first"], match["last"]
    if last is None:
        return [prefix + (first or "")]
    return [f"{prefix}{number}" for number in _range(item, first, last, match["step"])]


def _range(item: str, first: str, last: str, step: str | None) -> range:
    """Return the numbers of a range, both ends included; `ValueError` for one that does not end."""
    # Long numbers are refused before `int` reads them, which takes time quadratic in their digits.
    if max(len(first), len(last), len(step or "")) > len(str(MAX_NAMES)) + 3:
        raise ValueError(_too_many())
    start, stop = int(first), int(last)
    if (first, last) != (str(start), str(stop)):
        msg = f"{item}: the numbers of a range have no zeros before them"
        raise ValueError(msg)
    by = int(step) if step is not None else 1
    if by == 0 or (stop - start) * by < 0:
        down = f"{item.partition('/')[0]}/-1"
        msg = f"{item}: the range does not come to its end; one that falls is written {down}"
        raise ValueError(msg)
    if (stop - start) % by:
        msg = f"{item}: steps of {by} from {start} do not come to {stop}"
        raise ValueError(msg)
    numbers = range(start, stop + (1 if by > 0 else -1), by)
    if len(numbers) > MAX_NAMES:
        raise ValueError(_too_many())
    return numbers


def _too_many() -> str:
    return f"a margin names {MAX_NAMES:,} registers at most"


def looks_like_margin(comment: str) -> bool:
    """Return whether a comment that begins with `#:` names registers with numbers, or positions."""
    text = _REFERENCE.sub("r0", comment.removeprefix(MARGIN_MARK))
    registers, positions = split_margin(text)
    if positions and (not registers.strip() or not looks_like_positions(positions)):
        return looks_like_positions(positions)
    try:
        names = parse_names(registers)
    except ValueError:
        return False
    return all(name is None or name[-1:].isdigit() for name in names) and any(names)


class _Candidate(NamedTuple):
    """A text for the next names, how many these are, and how much it saves."""

    saving: int
    length: int
    text: str


def format_names(names: Sequence[str | None], variables: Container[str] = ()) -> str:
    """Return the notation of registers, given by their names in PTX, as `parse_names` reads it.

    None stands for a value that has no register, and is written `_`. No word of the notation is
    the name of one of the `variables`, if these end in numbers. Ranges are found from left to
    right, each time the one that saves most.

    >>> format_names(["%r3", "%rd4", "%rd5", "%rd6"], {"rd4"})
    'r3 rd.4..6'
    """
    plain = [_plain(name) for name in names]
    plain = [_parted(each) if each.lstrip("%=") in variables else each for each in plain]
    if len(plain) == 1:  # as in most margins: there is no range to find
        return plain[0]
    numbers = [_numbered(name) for name in names]
    # `ends[at]` is the length of the notation up to `at` if each name is written by itself.
    ends = [*accumulate([len(each) + 1 for each in plain], initial=0)]
    found: list[str] = []
    at = 0
    while at < len(names):
        best = _Candidate(0, 1, plain[at])
        for width in range(1, min(_LONGEST_TURN, len(names) - at) + 1):
            turns = _count_turns(numbers, plain, at, width)
            if turns > 1:
                text = _range_text(numbers, plain, at, width, turns)
                count = turns * width
                saving = ends[at + count] - ends[at] - 1 - len(text)
                if text and saving > best.saving:
                    best = _Candidate(saving, count, text)
        found.append(best.text)
        at += best.length
    return " ".join(found)


def _numbered(name: str | None) -> tuple[str, int] | None:
    """Return the prefix and the number of a name that a range can have."""
    match = None if name is None else _NUMBERED.fullmatch(name)
    return None if match is None else (match[1], int(match[2]))


def _plain(name: str | None) -> str:
    """Return the item of one name."""
    if name is None:
        return "_"
    if not name.startswith("%"):
        return f"={name}"
    # `%_` keeps its sign: `_` alone is a value without a register.
    return name if name[1:] == "_" or not name[1:] else name[1:]


def _parted(item: str) -> str:
    """Return an item with a dot before its number: `r.319` for `r319`."""
    stem = item.rstrip("0123456789")
    return f"{stem}.{item[len(stem) :]}" if stem.strip("%=") and stem != item else item


def _range_text(
    numbers: Sequence[tuple[str, int] | None],
    plain: Sequence[str],
    at: int,
    width: int,
    turns: int,
) -> str:
    """Return a range, or turns of as many ranges as `width`, that begins at a place; "" for `_`."""
    # Turns are counted by the numbers of a range, and `_` has none.
    if all(plain[at + column] == "_" for column in range(width)):
        return ""
    columns = []
    for column in range(at, at + width):
        if plain[column] == "_":
            columns.append("_")
            continue
        _, first = numbers[column] or ("", 0)
        _, second = numbers[column + width] or ("", 0)
        step = second - first
        last = first + step * (turns - 1)
        columns.append(f"{plain[column]}..{last}" + (f"/{step}" if step != 1 else ""))
    return " ".join(columns) if width == 1 else f"({' '.join(columns)})"


def _count_turns(
    numbers: Sequence[tuple[str, int] | None], plain: Sequence[str], at: int, width: int
) -> int:
    """Return how often the names of a turn go on by even steps."""
    fits = 1
    while at + (fits + 1) * width <= len(numbers):
        for column in range(at, at + width):
            here = column + fits * width
            first, before, now = numbers[column], numbers[here - width], numbers[here]
            if plain[column] == "_":
                if plain[here] != "_":
                    return fits
                continue
            if now is None or before is None or first is None or now[0] != first[0]:
                return fits
            # A range has no step of 0, so that a register which repeats ends it.
            if now[1] == before[1]:
                return fits
            second = numbers[column + width]
            if second is not None and now[1] - before[1] != second[1] - first[1]:
                return fits
        fits += 1
    return fits


def mark_of_text(text: str) -> str:
    """Return the mark of a statement, given its text without comments: two letters."""
    number = crc32(_LAYOUT.sub("", text).encode())
    count = len(_LETTERS)
    return _LETTERS[number // count % count] + _LETTERS[number % count]


def format_values(statements: Iterable[tuple[int, str]]) -> str:
    """Return the row of statements, each given by the number of its values, and its text.

    >>> format_values([(2, "x = a * b + c"), (1, "return x ^ 7")])
    '2yl gk'
    """
    items = [
        f"{count if count > 1 else ''}{mark_of_text(text)}" for count, text in statements if count
    ]
    return " ".join(items)


def parse_values(row: str) -> list[tuple[int, str]]:
    """Return the number of values, and the mark, of each item of a row; [] if one is no item.

    >>> parse_values("2yl gk")[1] == (1, mark_of_text("return x^7"))
    True
    """
    found: list[tuple[int, str]] = []
    for item in row.split():
        match = _MARKED.fullmatch(item)
        # A mark may be a word that has been renamed everywhere: the number counts without it.
        if match is None and not item.isidentifier():
            return []
        found.append((1, "") if match is None else (int(match[1] or 1), match[2]))
    return found


def has_values_row(text: str) -> bool:
    """Return whether a program says how many values the statements of a function make."""
    return f"{MARGIN_MARK} &{VALUES_ROW}:" in text
