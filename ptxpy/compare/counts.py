"""The counts of a comparison, in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ptxpy.compare.results import Line, ModuleDiff

__all__ = ["count_differences"]


def count_differences(diff: ModuleDiff) -> str:
    """Return `1 function differs, 2 equal; 3 lines removed, 4 added; 1 block moved`."""
    functions = diff.functions
    differ = sum(not function.same for function in functions)
    counts: list[str] = []
    if differ:
        counts.append(f"{_count(differ, 'function')} differ{'s' if differ == 1 else ''}")
    if len(functions) - differ or not functions:
        equal = len(functions) - differ
        counts.append(f"{equal:,} equal" if differ else f"{_count(equal, 'function')} equal")
    for number, where in ((len(diff.only_a), "A"), (len(diff.only_b), "B")):
        if number:
            counts.append(f"{number:,} only in {where}")
    removed = sum(f.removed for f in functions) + _signs(diff.declarations, "-")
    added = sum(f.added for f in functions) + _signs(diff.declarations, "+")
    moved = sum(move.blocks for function in functions for move in function.moves)
    lines: list[str] = []
    if removed or added:
        lines = [f"{_count(removed, 'line')} removed", f"{added:,} added"]
    if moved:
        lines.append(f"{_count(moved, 'block')} moved")
    return "; ".join(filter(None, (", ".join(counts), ", ".join(lines))))


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _signs(lines: Iterable[Line], sign: str) -> int:
    return sum(line.sign == sign for line in lines)
