"""Several `wgmma` operations with the same D as one call.

Consecutive operations with the same D are written as one call, where a group is committed, D is
read, or the piece ends: a program cannot observe when they are performed between issue and wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ptxpy.sim.semantics.matrices.wgmma_issue import multiply

if TYPE_CHECKING:
    from ptxpy.sim.compile.function_text import FunctionText
    from ptxpy.sim.semantics.matrices.wgmma import Issue

__all__ = ["Pending"]


class Pending(NamedTuple):
    """Operations of one kind with one D that are not written yet."""

    writer: FunctionText
    issue: Issue
    steps: list[str]
    """The text of each step."""

    @property
    def has_room(self) -> bool:
        """Whether one more operation can be added."""
        return len(self.steps) < self.issue.form.max_steps

    def write(self) -> None:
        """Write the operations as one call."""
        issue = self.writer.bind(self.issue, self.issue)
        steps = "".join(f"{step}, " for step in self.steps)
        self.writer.emit(self.writer.call(multiply, "M", "F", "I", issue, f"({steps})"))
