"""Several products of `wgmma` with the same D as one call.

Products with the same D that follow each other are written as one, where a group is committed, D is
read, or the piece ends: between issue and wait a program cannot tell when they are performed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ptxpy.sim.semantics.matrices.wgmma_issue import multiply

if TYPE_CHECKING:
    from ptxpy.sim.compile.function_text import FunctionText
    from ptxpy.sim.semantics.matrices.wgmma import Issue

__all__ = ["Pending"]


class Pending(NamedTuple):
    """Products of one kind with one D that are not written yet."""

    writer: FunctionText
    issue: Issue
    steps: list[str]
    """The text of each step."""

    @property
    def takes(self) -> bool:
        """Whether there may be one more."""
        return len(self.steps) < self.issue.form.most

    def write(self) -> None:
        """Write them as one call."""
        issue = self.writer.bind(self.issue, self.issue)
        steps = "".join(f"{step}, " for step in self.steps)
        self.writer.emit(self.writer.call(multiply, "M", "F", "I", issue, f"({steps})"))
