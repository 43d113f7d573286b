"""The state of a walk through a module that a style's own predictors read and count in.

A style has functions for the gaps that do not follow from its tables: `Style.lead`, `Style.count`
and `Style.position`. They see the walk through this interface, which `ptxpy.styles.layout`
implements.
"""

from __future__ import annotations

from typing import Protocol

from ptxpy.ir import nodes as n
from ptxpy.styles.kinds import Kind, State


class TriviaState(Protocol):
    """Where a walk through a module is, and what it has counted so far."""

    state: State
    files: dict[int, str]
    """The last path component of every `.file`, by number."""
    first: tuple[str, tuple[str, ...]] | None
    """Name and linkage of the first function that has a body."""
    defined: int
    """Functions with a body before this point."""
    previous: n.Node | None
    """The statement before, when it stands in the same body."""
    section: list[str] | None
    """The gaps before the items of the section that the walk is in, its closing brace last."""
    item: int
    """Items of the section before this point."""
    block: int
    """The number of the current basic block, in styles that count blocks."""
    commented: bool
    """Whether a comment has just been put on the line of a statement."""

    def base_gap(self, state: State, kind: Kind) -> str | None:
        """Return the gap of the style's table, without the options of one file."""

    def behind(self, gap: str) -> str:
        """Predict the white space before a comment on the same line."""
