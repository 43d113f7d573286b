"""Templates: blocks of inline assembly that differ in registers and numbers alone are one function.

Blocks are gathered while the program is generated; which numbers differ is known at the end, and
those become parameters.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from ptxpy.codegen.identifiers import Namer
from ptxpy.codegen.wrap import Line
from ptxpy.ir.patterns import compile_pattern
from ptxpy.lift.helper_names import Title

MAX_NUMBER_PARAMETERS = 6
"""Blocks that differ in more numbers than this are functions of their own."""

_NUMBER = compile_pattern(
    r"\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\]|\\.)*+'|(?<![A-Za-z0-9_.])(0|[1-9][0-9]*+)(?![A-Za-z0-9_.])"
)
_HOLE = "\x00"
_DETAILS = 2
"""So many modifiers tell templates apart."""

_COMPARED = 64
"""A template is told apart from so many others."""


class Call:
    """A call of a template; its text is known when all blocks are."""

    __slots__ = ("arguments", "numbers", "text")

    def __init__(self, arguments: Sequence[str], numbers: tuple[str, ...]) -> None:
        """Take the arguments, and the numbers of the block in order."""
        self.arguments = arguments
        self.numbers = numbers
        self.text = ""

    def __str__(self) -> str:
        """Return the call's text."""
        return self.text


class Templates:
    """The templates of a program."""

    def __init__(self) -> None:
        """Start without any."""
        self._groups: dict[tuple[object, ...], list[Call]] = {}
        self._titles: dict[tuple[object, ...], Title] = {}

    def call(
        self,
        title: Title,
        parameters: Sequence[str],
        lines: Sequence[Line],
        arguments: Sequence[str],
    ) -> Call:
        """Return a call of the template with the given body, which is noted."""
        numbers: list[str] = []

        def cut(match: re.Match[str]) -> str:
            if match[1] is None:
                return match[0]
            numbers.append(match[1])
            return _HOLE

        body = tuple((depth, _NUMBER.sub(cut, str(text))) for depth, text in lines)
        made = Call(arguments, tuple(numbers))
        key = (tuple(parameters), body)
        self._groups.setdefault(key, []).append(made)
        self._titles.setdefault(key, title)
        return made

    def functions(self, namer: Namer) -> list[Line]:
        """Return the functions of all templates, and give every call its text."""
        lines: list[Line] = []
        names = _distinct([*self._titles.values()])
        for (parameters, body), name in zip(self._groups, names, strict=True):
            for group in _alike(self._groups[parameters, body]):
                made = namer.unique(name)
                lines += _function(made, parameters, body, group)  # type: ignore[arg-type]
        return lines


def _distinct(titles: Sequence[Title]) -> list[str]:
    """Return a name for each title; those of the same name get what tells them apart."""
    same: dict[str, dict[tuple[str, ...], None]] = {}
    for title in titles:
        same.setdefault(title.name, {})[title.details] = None
    names = {
        Title(name, details): _told_apart(Title(name, details), [*every][:_COMPARED])
        for name, every in same.items()
        for details in every
    }
    return [names[title] for title in titles]


def _told_apart(title: Title, others: Sequence[tuple[str, ...]]) -> str:
    different = [{*details} for details in others if details != title.details]
    words = sorted(title.details, key=len)
    for count in range(1, _DETAILS + 1):
        for chosen in itertools.combinations(words, count):
            if different and not any(details.issuperset(chosen) for details in different):
                return "_".join([title.name, *chosen])
    return title.name


def _varying(calls: Sequence[Call]) -> list[int]:
    """Return the positions of the numbers that are not the same in all calls."""
    columns = zip(*(call.numbers for call in calls), strict=True)
    return [position for position, column in enumerate(columns) if len(set(column)) > 1]


def _alike(calls: Sequence[Call]) -> list[list[Call]]:
    """Split calls into groups that can share a function."""
    if len(_varying(calls)) <= MAX_NUMBER_PARAMETERS:
        return [list(calls)]
    groups: dict[tuple[str, ...], list[Call]] = {}
    for call in calls:
        groups.setdefault(call.numbers, []).append(call)
    return list(groups.values())


def _function(
    name: str, parameters: Sequence[str], body: Sequence[tuple[int, str]], calls: Sequence[Call]
) -> list[Line]:
    numbers = list(calls[0].numbers)
    columns: dict[tuple[str, ...], str] = {}
    namer = Namer()
    namer.taken.update(parameters)
    for _, text in body:
        namer.taken.update(_WORD.findall(text))
    meanings = _meanings(body)
    for position in sorted({*_varying(calls), *_telling(body)}):
        column = tuple(call.numbers[position] for call in calls)
        if column not in columns:
            columns[column] = namer.name(meanings[position])
        numbers[position] = columns[column]
    for call, *row in zip(calls, *columns, strict=True):
        call.text = f"{name}({', '.join([*call.arguments, *row])})"
    wanted = iter(numbers)
    lines: list[Line] = [(0, ""), (0, "")]
    lines.append((0, f"def {name}({', '.join([*parameters, *columns.values()])}):"))
    for depth, text in body:
        first, *rest = text.split(_HOLE)
        lines.append((depth, first + "".join(next(wanted) + piece for piece in rest)))
    return lines


_WORD = compile_pattern(r"[A-Za-z_][A-Za-z0-9_]*")


_TELLING = compile_pattern(
    r"ptx\.(?:inst\.)?(?:setmaxnreg|wgmma\.wait_group|tcgen05\.alloc|nanosleep"
    r"|cp\.async_\.(?:bulk\.)?wait_group|bar(?:rier)?\.(?:sync|arrive|red|cta))\b"
)
"""Instructions whose constants are what a reader wants to see at the call."""


def _telling(body: Sequence[tuple[int, str]]) -> list[int]:
    """Return the positions of numbers that are parameters even if all calls have the same."""
    found: list[int] = []
    count = 0
    for _, text in body:
        holes = text.count(_HOLE)
        if _TELLING.match(text):
            found += range(count, count + holes)
        count += holes
    return found


_NAMES = {"setmaxnreg": ("registers",), "bar": ("barrier", "threads")}


def _meanings(body: Sequence[tuple[int, str]]) -> list[str]:
    """Return what to call each number of a template, if it becomes a parameter."""
    found: list[str] = []
    for _, text in body:
        pieces = text.split(_HOLE)
        position = text.startswith("at(")
        opcode = re.match(r"ptx\.(?:inst\.)?([a-z]+)", text)
        names = _NAMES.get(opcode[1], ()) if opcode is not None else ()
        for place, (before, after) in enumerate(itertools.pairwise(pieces)):
            if position:
                found.append(("line", "column")[place % 2])
            elif place < len(names):
                found.append(names[place])
            elif after.startswith("]") and before.endswith(", "):
                found.append("offset")
            else:
                found.append("n")
    return found
