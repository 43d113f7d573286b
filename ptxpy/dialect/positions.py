"""The labels to which debug information refers, as compilers name them: `$L__tmp7`."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final, cast

from ptxpy.ir import nodes as n
from ptxpy.ir import statements, walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = [
    "INFO_STRING",
    "LABEL_PREFIX",
    "POSITION_STEM",
    "Marks",
    "file_of",
    "mark_of",
    "named_marks",
    "split_label",
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
