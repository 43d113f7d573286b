"""Reasons why units cannot be linked, at their places in the units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._pickling import PicklableError
from ptxpy._records import NamedTuple
from ptxpy.syntax import excerpt, positions

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ptxpy.link.symbols import Unit
    from ptxpy.syntax import Focus

__all__ = ["LinkError", "LinkProblem", "Place", "located", "place_of"]


class Place(NamedTuple):
    """A place in a unit."""

    name: str
    line: int
    column: int

    def __str__(self) -> str:
        """Return `a.ptx:12:7`."""
        return f"{self.name}:{self.line}:{self.column}"


class LinkProblem(NamedTuple):
    """A reason why units cannot be linked."""

    place: Place
    message: str
    source: str
    """The line of the unit."""
    length: int
    """The characters that the message is about."""

    def render(self) -> str:
        """Return the message with its position, the line and a caret."""
        head = f"{self.place}: error: {self.message}"
        return "\n".join([head, *excerpt(self.source, self.place.column - 1, self.length)])


class LinkError(PicklableError, ValueError):
    """Units that cannot be linked, for one or more reasons."""

    def __init__(self, problems: Iterable[LinkProblem]) -> None:
        """Store the problems, in the order of the units."""
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        """Return each problem with its line."""
        return "\n".join(problem.render() for problem in self.problems)


def place_of(units: Sequence[Unit], unit: int, ordinal: int, focus: Focus | None) -> Place:
    """Return the place of a statement of a unit, or of a token in it."""
    found = positions(units[unit].module).place(ordinal, focus)
    return Place(units[unit].name, found.line, found.column)


def located(
    units: Sequence[Unit], unit: int, ordinal: int, focus: Focus | None, message: str
) -> LinkProblem:
    """Return a problem at a statement of a unit, or at a token in it."""
    where = positions(units[unit].module)
    found = where.place(ordinal, focus)
    place = Place(units[unit].name, found.line, found.column)
    return LinkProblem(place, message, where.line_text(found.line), found.length)
