"""Debug information of several units: one numbering of files, and the sections that can stay.

The functions that `.loc` names are strings in `.debug_str`, found by labels: a module may have
several such sections. The other sections refer to each other by offset, and to files by number, so
those of one unit stay as they are, and those of several cannot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ptxpy.link.symbols import Item

__all__ = ["DebugInformation", "debug_information", "section_labels"]

_STRINGS: Final = ".debug_str"


class DebugInformation(NamedTuple):
    """The debug sections of units that stay, and the new numbers of files."""

    numbers: Sequence[Mapping[str, str]]
    """For each unit the new numbers of those of its files whose numbers change."""
    kept: int | None
    """The unit whose debug sections stay; None if there is none."""
    left_out: tuple[int, ...]
    """The units whose debug sections are left out."""

    def keeps(self, item: Item) -> bool:
        """Return whether a section stays."""
        return item.node.name == _STRINGS or item.unit == self.kept or not self._is_debug(item.node)

    @staticmethod
    def _is_debug(section: n.Section) -> bool:
        return section.name.startswith(".debug")


def debug_information(items: Sequence[Item], count: int) -> DebugInformation:
    """Return the debug sections that stay, and the new numbers of files, for a number of units."""
    with_sections = sorted(
        {
            item.unit
            for item in items
            if type(item.node) is n.Section
            and item.node.name.startswith(".debug")
            and item.node.name != _STRINGS
        }
    )
    kept = with_sections[0] if len(with_sections) == 1 else None
    left_out = tuple(with_sections) if kept is None else ()
    numbers: list[dict[str, str]] = [{} for _ in range(count)]
    known: dict[object, str] = {}
    taken: set[str] = set()
    # The sections that stay have numbers of files as bytes: that unit keeps its numbers.
    for item in sorted(items, key=lambda each: each.unit != kept):
        node = item.node
        if type(node) is not n.File:
            continue
        key = node.directory, node.name, node.details
        number = known.get(key)
        if number is None:
            number = node.number.text
            while number in taken:
                number = str(max(int(each) for each in taken if each.isdigit()) + 1)
            known[key] = number
            taken.add(number)
        if number != node.number.text:
            numbers[item.unit][node.number.text] = number
    return DebugInformation(numbers, kept, left_out)


def section_labels(items: Sequence[Item]) -> list[str]:
    """Return the labels in the sections of a unit."""
    return [
        line.name
        for item in items
        if type(item.node) is n.Section
        for line in item.node.body
        if type(line) is n.Label
    ]
