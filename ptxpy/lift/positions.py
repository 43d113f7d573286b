"""How compilers name what debug information refers to: `$L__tmp7`, `$L__info_string0`."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["INFO_STRING", "MARK", "PREFIX", "Marks", "file_of", "mark_of", "numbered"]

PREFIX: Final = "$L__"
MARK: Final = "tmp"
"""The stem of a label that marks a place for the debug information."""

INFO_STRING: Final = "info_string"
"""The stem of a label of a function's name, which `.loc` refers to."""

_NUMBERED: Final = re.compile(r"\$L__([a-z]+(?:_[a-z]+)*)(0|[1-9][0-9]{0,8})\Z")


def numbered(name: str) -> tuple[str, int] | None:
    """Return stem and number of a label, or None where the name is none of this kind."""
    match = _NUMBERED.match(name)
    return None if match is None else (match[1], int(match[2]))


def mark_of(node: n.Node) -> tuple[str, int] | None:
    """Return stem and number of a statement that is such a label."""
    return numbered(node.name) if type(node) is n.Label else None


class Marks:
    """The numbers of labels, each stem counted by itself through the module."""

    def __init__(self) -> None:
        """Start with 0."""
        self._next: Counter[str] = Counter()

    def take(self, stem: str, number: int | None = None) -> int:
        """Return the number that a label gets: the next, or the one given, which sets the count."""
        found = self._next[stem] if number is None else number
        self._next[stem] = found + 1
        return found

    def expects(self, stem: str, number: int) -> bool:
        """Return whether a number is the next."""
        return self._next[stem] == number


def file_of(body: Iterable[n.Node]) -> int:
    """Return the number of the file that most positions of a body are in, 1 where none are."""
    files: Counter[int] = Counter()
    for node in body:
        if type(node) is n.Location and node.file.text.isdecimal():
            files[int(node.file.text)] += 1
    return max(files, key=lambda file: files[file], default=1)
