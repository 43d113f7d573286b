"""Repeated lines as loops: `for i in range(8):` where only numbers differ, and these evenly.

Lines that follow each other and are the same but for their integers are rolled up when every
integer grows by the same step from one repetition to the next. The loop runs while Python runs, so
it emits the very same instructions. The shortest period is taken first, and what has been rolled
may be rolled again.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Line = tuple[int, str]

MAX_PERIOD_LINES: Final = 48
"""The most lines of one iteration: longer periods are not looked for."""

_MAX_PERIODS_TRIED: Final = 12
"""The most periods that are tried at one line."""

MIN_REPETITIONS: Final = 3
"""Fewer repetitions than this are not worth a loop."""

_NUMBER: Final = re.compile(r"(?<![\w.\"'])[0-9]+(?![\w.\"'])")
_STATEMENT: Final = re.compile(r"(?:with|def|for|class|pass|@|#|ptx\.(?:blank|comment))\b")
_ASSIGNED: Final = re.compile(r"[A-Za-z_]\w* = |.*(?:\"|')")
_MAX_NESTED_LOOPS: Final = 2


class _Item(NamedTuple):
    """A line, or a loop with its body."""

    depth: int
    shape: str
    """The text with its integers left out; empty for what is not repeated."""
    numbers: tuple[int, ...]
    lines: tuple[Line, ...]
    inner: int
    """How many loops nest in it."""


def roll(lines: Sequence[Line], name: Callable[[str], str]) -> list[Line]:
    """Return the lines with their repetitions rolled up; `name` gives the loops their variables."""
    items = [_item(line) for line in lines]
    for wanted in ("i", "j")[:_MAX_NESTED_LOOPS]:
        rolled = _pass(items, wanted, name)
        if len(rolled) == len(items):
            break
        items = rolled
    return [(depth, _plain(text)) for item in items for depth, text in item.lines]


def _item(line: Line) -> _Item:
    depth, text = line
    if not text or _STATEMENT.match(text) or _ASSIGNED.match(text):
        return _Item(depth, "", (), (line,), 0)
    return _Item(depth, *_taken_apart(text), (line,), 0)


def _taken_apart(text: str) -> tuple[str, tuple[int, ...]]:
    return _NUMBER.sub("#", text), tuple(map(int, _NUMBER.findall(text)))


def _pass(items: list[_Item], wanted: str, name: Callable[[str], str]) -> list[_Item]:
    """Roll repetitions up once, from the first line to the last."""
    keys: dict[tuple[int, str], int] = {}
    shapes = [
        keys.setdefault((item.depth, item.shape), len(keys)) if item.shape else -1 - index
        for index, item in enumerate(items)
    ]
    following = _following(shapes)
    refused: dict[tuple[int, int], int] = {}
    found: list[_Item] = []
    variable = ""
    at = 0
    while at < len(items):
        period, times = _repetition(items, shapes, following, at, refused)
        if times < MIN_REPETITIONS:
            found.append(items[at])
            at += 1
            continue
        variable = variable or name(wanted)
        found.append(_loop(items[at : at + period * times], period, times, variable))
        at += period * times
    return found


def _following(shapes: list[int]) -> list[int]:
    """Return for each item where the next of its shape is."""
    last: dict[int, int] = {}
    found = [len(shapes) + MAX_PERIOD_LINES + 1] * len(shapes)
    for index in range(len(shapes) - 1, -1, -1):
        found[index] = last.get(shapes[index], found[index])
        last[shapes[index]] = index
    return found


def _repetition(
    items: list[_Item],
    shapes: list[int],
    following: list[int],
    at: int,
    refused: dict[tuple[int, int], int],
) -> tuple[int, int]:
    """Return period and number of the repetitions that begin at an item; the best there is.

    `refused` keeps where the repetitions end that carry registers along, by period and phase: they
    are not looked at again before.
    """
    best = (0, 0)
    saved = 1
    other = following[at]
    for _ in range(_MAX_PERIODS_TRIED):
        period = other - at
        if other >= len(shapes) or period > MAX_PERIOD_LINES:
            break
        phase = (period, at % period)
        known = refused.get(phase, 0) > at
        begins = not known and _begins(items, shapes, at, period)
        times = _times(items, shapes, at, period) if begins else 1
        gain = period * times - period - 1
        if times >= MIN_REPETITIONS and gain > saved:
            if _is_carried(items, at, period, times):
                refused[phase] = at + period * (times - MIN_REPETITIONS + 1)
            else:
                best, saved = (period, times), gain
        other = following[other]
    return best


_REGISTER: Final = re.compile(r"([a-z]+)\[([0-9]+)\]")
_SHORT: Final = 3
"""A body of so many lines can be taken in at a glance, whatever it carries along."""


_LOOKED_AT: Final = 4
"""So many repetitions show what they carry along: the others go on evenly."""


@lru_cache(maxsize=65536)
def _registers(line: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return the registers that a line writes, and those that it reads."""
    target, _, value = line.rpartition(" = ")
    return _REGISTER.findall(target), _REGISTER.findall(value)


def _is_carried(items: list[_Item], at: int, period: int, times: int) -> bool:
    """Return whether what a long body reads comes from elsewhere the first time it is run.

    A register that the repetition before has written stands where the first has one from outside:
    such a loop is hard to read, and harder to change.
    """
    if period <= _SHORT:
        return False
    written: dict[tuple[str, str], int] = {}
    reads: list[list[tuple[str, str]]] = []
    for time in range(min(times, _LOOKED_AT)):
        found: list[tuple[str, str]] = []
        for item in items[at + time * period : at + (time + 1) * period]:
            if item.inner:
                continue
            writes, read = _registers(item.lines[0][1])
            found += read
            written.update(dict.fromkeys(writes, time))
        reads.append(found)
    first = reads[0]
    return any(
        register in written and written[register] < time and first[place] not in written
        for time, found in enumerate(reads)
        for place, register in enumerate(found)
        if time
    )


def _begins(items: list[_Item], shapes: list[int], at: int, period: int) -> bool:
    """Return whether the lines of a period are repeated evenly, as often as is needed at least.

    What does not repeat is seen at the first line that differs, so that this costs little.
    """
    if at + MIN_REPETITIONS * period > len(items):
        return False
    for index in range(at, at + period):
        second, third = index + period, index + 2 * period
        if not shapes[index] == shapes[second] == shapes[third]:
            return False
        triples = zip(
            items[index].numbers, items[second].numbers, items[third].numbers, strict=True
        )
        if any(b - a != c - b for a, b, c in triples):
            return False
    return True


def _times(items: list[_Item], shapes: list[int], at: int, period: int) -> int:
    """Return how often the lines of a period are repeated evenly."""
    times = 1
    first = shapes[at : at + period]
    steps: list[tuple[int, ...]] = []
    while True:
        begin = at + times * period
        if shapes[begin : begin + period] != first:
            return times
        for offset in range(period):
            new, old = items[begin + offset].numbers, items[begin + offset - period].numbers
            step = tuple([b - a for a, b in zip(old, new, strict=True)])
            if times == 1:
                steps.append(step)
            elif step != steps[offset]:
                return times
        if times == 1 and not _is_linear(items[at : at + period], steps):
            return times
        times += 1


def _is_linear(items: list[_Item], steps: list[tuple[int, ...]]) -> bool:
    """Return whether no number that grows is a factor or a bound of an inner loop."""
    for item, step in zip(items, steps, strict=True):
        if not item.inner or not any(step):
            continue
        position = 0
        for _, text in item.lines:
            for match in _NUMBER.finditer(text):
                factor = text[match.end() :].startswith(" * ") or text.startswith("for ")
                if factor and step[position]:
                    return False
                position += 1
    return True


def _loop(items: list[_Item], period: int, times: int, variable: str) -> _Item:
    depth = items[0].depth
    head = (depth, f"for {variable} in range({times}):")
    body: list[Line] = []
    for first, second in zip(items[:period], items[period : 2 * period], strict=True):
        steps = [b - a for a, b in zip(first.numbers, second.numbers, strict=True)]
        position = 0
        for deep, text in first.lines:
            count = len(_NUMBER.findall(text))
            here = steps[position : position + count]
            body.append((deep + 1, _generalised(text, here, variable)))
            position += count
    lines = (head, *body)
    parts = [_taken_apart(text) for _, text in lines]
    shape = "\n".join(
        f"{deep - depth} {part[0]}" for (deep, _), part in zip(lines, parts, strict=True)
    )
    numbers = tuple(number for part in parts for number in part[1])
    return _Item(depth, shape, numbers, lines, max(item.inner for item in items) + 1)


def _generalised(text: str, steps: list[int], variable: str) -> str:
    """Return a line with its numbers as they are in each repetition."""
    remaining = iter(steps)
    pieces: list[str] = []
    end = 0
    for match in _NUMBER.finditer(text):
        step = next(remaining)
        pieces.append(text[end : match.start()])
        end = match.end()
        if not step:
            pieces.append(match[0])
            continue
        before, after = text[: match.start()], text[match.end() :]
        pieces.append(_expression(int(match[0]), step, variable, before, after))
    pieces.append(text[end:])
    return _spaced("".join(pieces))


_ZERO: Final = "00"
"""A zero that is not written: with it, the first repetition has the form of the others."""

_ALONE: Final = re.compile(r"(?<= )\(([a-z_][a-z_0-9]*) \+ 00\)")


def _plain(text: str) -> str:
    """Return a line without the zeros that nobody wrote."""
    if _ZERO not in text:
        return text
    return re.sub(r" \+ 00(?![0-9])", "", _ALONE.sub(r"\1", text))


_BEFORE: Final = ("[", "(", ", ", ":", " : ", "= ")
_AFTER: Final = ("]", ")", ",", ":", "")
"""What stands around a number that is an expression by itself."""


def _expression(number: int, step: int, variable: str, before: str, after: str) -> str:
    product = variable if step == 1 else f"{step} * {variable}"
    text = f"{product} + {number or _ZERO}"
    if step < 0:
        positive = variable if step == -1 else f"{-step} * {variable}"
        text = f"{number} - {positive}"
    if before.endswith(_BEFORE) and after[:1] in _AFTER:
        return text
    summed = before.endswith(" + ") and not after.startswith(" * ")
    inside = re.search(r"[\w)] \* [a-z_0-9]+ \+ $", before) is not None
    return text if summed and inside else f"({text})"


_SLICE: Final = re.compile(r"\[([^\[\]:]+):([^\[\]:]*)(?::(-?[0-9]+))?\]")


def _spaced(text: str) -> str:
    """Put spaces around the colons of slices whose bounds are computed."""

    def spaced(match: re.Match[str]) -> str:
        start, stop, step = (part and part.strip() for part in match.groups())
        if not re.search(r" [-+*] ", start + stop):
            return match[0]
        if not stop:
            return f"[{start} :: {step}]" if step else f"[{start} :]"
        tail = f" : {step}" if step else ""
        return f"[{start} : {stop}{tail}]"

    return _SLICE.sub(spaced, text)
