"""The state of a walk through a module that a style's own predictors read and count in.

A style has functions for the gaps that do not follow from its tables: `Style.lead`, `Style.count`
and `Style.position`. They see the walk through this interface, which `ptxpy.styles.predictor`
implements.
"""

from __future__ import annotations

from typing import Protocol

from ptxpy.ir import nodes as n
from ptxpy.styles.kinds import State, StatementKind


class TriviaState(Protocol):
    """The position of a walk through a module, and its counters."""

    state: State
    files: dict[int, str]
    """The last path component of every `.file`, by number."""
    first_function: tuple[str, tuple[str, ...]] | None
    """Name and linkage of the first function that has a body."""
    functions_defined: int
    """The number of functions with a body before this point."""
    previous: n.Node | None
    """The preceding statement of the same body."""
    section_gaps: list[str] | None
    """The gaps before the items of the current section and before its closing brace."""
    item: int
    """The number of items of the section before this point."""
    block: int
    """The index of the current basic block, in styles that count blocks."""
    has_trailing_comment: bool
    """Whether the preceding statement has a comment on its line."""

    def base_gap(self, state: State, kind: StatementKind) -> str | None:
        """Return the gap of the style's table, without the options of one file."""

    def predict_trailing_space(self, gap: str) -> str:
        """Predict the white space before a trailing comment."""
