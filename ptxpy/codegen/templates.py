"""Templates: blocks of inline assembly that differ in registers and numbers alone are one function.

Blocks are gathered while the program is generated; which numbers differ is known at the end, and
those become parameters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ptxpy.codegen.names import Namer
from ptxpy.codegen.wrap import Line

MOST_NUMBERS = 6
"""Blocks that differ in more numbers than this are functions of their own."""

_NUMBER = re.compile(
    r"\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\]|\\.)*+'|(?<![A-Za-z0-9_.])(0|[1-9][0-9]*+)(?![A-Za-z0-9_.])"
)
_HOLE = "\x00"
_PLAIN = frozenset(
    {
        *("mov", "setp", "bra", "add", "sub", "selp", "cvt", "cvta", "shl", "shr", "and", "or"),
        *("xor", "not", "ret", "ld", "st", "prmt"),
    }
)
"""Opcodes that say little about what a block is for."""


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

    def call(
        self, parameters: Sequence[str], lines: Sequence[Line], arguments: Sequence[str]
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
        self._groups.setdefault((tuple(parameters), body), []).append(made)
        return made

    def functions(self, namer: Namer) -> list[Line]:
        """Return the functions of all templates, and give every call its text."""
        lines: list[Line] = []
        for (parameters, body), calls in self._groups.items():
            for group in _alike(calls):
                lines += _function(parameters, body, group, namer)  # type: ignore[arg-type]
        return lines


def _varying(calls: Sequence[Call]) -> list[int]:
    """Return the positions of the numbers that are not the same in all calls."""
    columns = zip(*(call.numbers for call in calls), strict=True)
    return [position for position, column in enumerate(columns) if len(set(column)) > 1]


def _alike(calls: Sequence[Call]) -> list[list[Call]]:
    """Split calls into groups that can share a function."""
    if len(_varying(calls)) <= MOST_NUMBERS:
        return [list(calls)]
    groups: dict[tuple[str, ...], list[Call]] = {}
    for call in calls:
        groups.setdefault(call.numbers, []).append(call)
    return list(groups.values())


def _function(
    parameters: Sequence[str], body: Sequence[tuple[int, str]], calls: Sequence[Call], namer: Namer
) -> list[Line]:
    numbers = list(calls[0].numbers)
    columns: dict[tuple[str, ...], str] = {}
    stem = "n" if not any(re.search(r"\bn[0-9]", text) for _, text in body) else "number"
    for position in _varying(calls):
        column = tuple(call.numbers[position] for call in calls)
        numbers[position] = columns.setdefault(column, f"{stem}{len(columns)}")
    name = namer.unique(template_name([text for _, text in body]))
    for call, *row in zip(calls, *columns, strict=True):
        call.text = f"{name}({', '.join([*call.arguments, *row])})"
    wanted = iter(numbers)
    lines: list[Line] = [(0, ""), (0, "")]
    lines.append((0, f"def {name}({', '.join([*parameters, *columns.values()])}):"))
    for depth, text in body:
        first, *rest = text.split(_HOLE)
        lines.append((depth, first + "".join(next(wanted) + piece for piece in rest)))
    return lines


def template_name(lines: Sequence[str]) -> str:
    """Return a name for a template from the most telling opcode in it."""
    best = ""
    for line in lines:
        at = line.find("ptx.")
        if at < 0 or line.startswith(_SILENT):
            continue
        path = line[at + 4 :].partition("(")[0].removeprefix("inst.")
        words = [word.strip("_") for word in path.split(".") if word.isidentifier()]
        if not words:
            continue
        if words[0] not in _PLAIN:
            return "_".join(words[:3])
        best = best or "_".join(words[:2])
    return best or "empty_asm"


_SILENT = ("with ", "ptx.label", "ptx.comment", "ptx.loc", "ptx.blank", "ptx.scope")
