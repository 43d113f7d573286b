"""The diff of two functions written as Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.codegen import to_python
from ptxpy.codegen.pairs import WITHOUT, pair_to_python
from ptxpy.compare.hunks import windows
from ptxpy.compare.renaming import rename_like, strip_trivia
from ptxpy.compare.results import FunctionDiff, Hunk, Line
from ptxpy.compare.sequences import common_subsequence
from ptxpy.ir import nodes as n
from ptxpy.syntax import parse
from ptxpy.syntax.printer import emit

if TYPE_CHECKING:
    from ptxpy.compare.module_diff import Comparison

__all__ = ["python_diff"]

_HEADER = frozenset({n.Version, n.Target, n.AddressSize})


def python_diff(
    a: n.Module, comparison: Comparison, function: FunctionDiff, context: int = 3
) -> tuple[Hunk, ...]:
    """Return the hunks of the Python of two functions, with line numbers in that Python.

    Both are written as functions of file A, in its style and with its version and target. There may
    be no hunks although the functions differ, if their Python is the same.
    """
    compared = comparison.compared[function.a.name]
    header = tuple([node for node in a.body if type(node) in _HEADER])
    one = strip_trivia(compared.a.form.code.function)
    other = rename_like(compared.a.form, compared.b.form, compared.found, comparison.symbol_map)
    first, second = (
        _read_again(n.Module(a.style, (*header, side), a.options)) for side in (one, other)
    )
    programs = pair_to_python(first, second) or tuple(
        to_python(each, without=WITHOUT) for each in (first, second)
    )
    before, after = map(_after_head, programs)
    return tuple(_hunks(before, after, context))


def _read_again(module: n.Module) -> n.Module:
    """Return a module printed and parsed again: its names are classified by its declarations."""
    return parse(emit(module)).replace(style=module.style, options=module.options)


def _after_head(python: str) -> list[str]:
    """Return the lines of a program after its head."""
    lines = python.splitlines()
    start = next((k for k, line in enumerate(lines) if line.startswith("module(")), -1) + 1
    while start < len(lines) and (not lines[start] or lines[start][0] in " )"):
        start += 1
    return lines[start:]


def _hunks(before: list[str], after: list[str], context: int) -> list[Hunk]:
    numbers: dict[str, int] = {}
    keys = [[numbers.setdefault(line, len(numbers)) for line in lines] for lines in (before, after)]
    track: list[Line] = []
    i, j = 0, 0
    for i_next, j_next in [*common_subsequence(*keys), (len(before), len(after))]:
        track += [Line("-", before[k], k + 1, None) for k in range(i, i_next)]
        track += [Line("+", after[k], None, k + 1) for k in range(j, j_next)]
        if i_next < len(before):
            track.append(Line(" ", before[i_next], i_next + 1, j_next + 1))
        i, j = i_next + 1, j_next + 1
    changed = [index for index, line in enumerate(track) if line.sign != " "]
    return [
        Hunk(_first(track, start, "a"), _first(track, start, "b"), "", tuple(track[start:stop]))
        for start, stop in windows(changed, len(track), context)
    ]


def _first(track: list[Line], start: int, side: str) -> int:
    """Return the first line number of a side at or after an index."""
    numbers = (getattr(line, side) for line in track[start:])
    return next((int(number) for number in numbers if number is not None), len(track))
