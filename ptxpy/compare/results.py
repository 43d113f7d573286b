"""The results of a comparison, as data: the differences and their lines, and counts as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._hooks import repr_html
from ptxpy._records import NamedTuple
from ptxpy.compare.matching import plain_name

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "FunctionDiff",
    "FunctionName",
    "Hunk",
    "Line",
    "ModuleDiff",
    "Move",
    "count_differences",
]


class Line(NamedTuple):
    """A line of a diff."""

    sign: str
    """`-` for a line only in A, `+` for a line only in B, a space for a line in both."""
    text: str
    """The text of the line. A line in both has the names of A; in a line only in B, registers and
    labels have the names of A, and symbols their own."""
    a: int | None
    """The line in the text of A, from 1."""
    b: int | None


class Hunk(NamedTuple):
    """A difference with the lines around it."""

    a: int
    """The number of the first line in A, or of the line before if the hunk has no line of A."""
    b: int
    """The number of the first line in B, or of the line before if the hunk has no line of B."""
    section: str
    """The last label before the hunk."""
    lines: tuple[Line, ...]


class Move(NamedTuple):
    """Adjacent blocks that are at another place in B."""

    name: str
    """The label of the first block, or its first line."""
    blocks: int
    """The number of blocks."""
    a: int
    """The line of the first block in A."""
    b: int
    """The line of the first block in B."""


class FunctionName(NamedTuple):
    """A function of one file."""

    name: str
    """The symbol."""
    signature: str
    """The declaration in the source language; empty if it is unknown."""
    kind: str
    """`kernel` or `function`."""
    line: int


class FunctionDiff(NamedTuple):
    """The differences between a function of A and the matching function of B."""

    a: FunctionName
    b: FunctionName
    equal: bool
    """Whether the instructions and control flow are equal, regardless of the order of blocks."""
    hunks: tuple[Hunk, ...]
    moves: tuple[Move, ...]
    notes: tuple[str, ...]
    """Observations that do not count as differences: the numbers of registers."""
    removed: int
    """The number of removed lines."""
    added: int
    """The number of added lines."""

    @property
    def renamed(self) -> bool:
        """Whether the two functions have different symbols."""
        return self.a.name != self.b.name

    @property
    def same(self) -> bool:
        """Whether the functions are equal and a host program finds both by the same name.

        Hashes in symbols do not count, and the names of functions other than kernels do not either.
        """
        found = self.a.kind != "kernel" or plain_name(self.a.name) == plain_name(self.b.name)
        return self.equal and found


class ModuleDiff(NamedTuple):
    """The differences between two modules."""

    declarations: tuple[Line, ...]
    """The differences outside functions: version, target, variables, function declarations."""
    functions: tuple[FunctionDiff, ...]
    """The matched functions in the order of A, including equal ones."""
    only_a: tuple[FunctionName, ...]
    only_b: tuple[FunctionName, ...]

    @property
    def equal(self) -> bool:
        """Whether nothing differs."""
        return not (self.declarations or self.only_a or self.only_b) and all(
            function.same for function in self.functions
        )

    def _repr_html_(self) -> str | None:
        """Return it as HTML, for notebooks."""
        return repr_html(self)


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
