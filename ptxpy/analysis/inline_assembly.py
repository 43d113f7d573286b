"""Which statements of a function belong to a block of inline assembly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.ir import nodes as n
from ptxpy.styles import ASM_BEGIN, ASM_END
from ptxpy.styles.comments import comments_in

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["blocks_of"]


def blocks_of(function: n.Function) -> list[int]:
    """Return for each statement of a flattened body the number of its block, -1 for none.

    Blocks are numbered in the order of the text. The comments that compilers write around them
    decide; one that is missing leaves everything after it outside.
    """
    marks = _Marks()
    stack = [iter(function.body or ())]
    found: list[int] = []
    while stack:
        for statement in stack[-1]:
            marks.read(statement.before)
            if type(statement) is n.Scope:
                stack.append(iter(statement.body))
                break
            found.append(marks.current)
        else:
            stack.pop()
    return found if marks.balanced else [-1] * len(found)


class _Marks:
    """The state of reading the comments around blocks."""

    def __init__(self) -> None:
        self.current = -1
        self.count = 0
        self.balanced = True

    def read(self, gap: str | None) -> None:
        if gap is None or "inline asm" not in gap:
            return
        comments: Iterable[str] = comments_in(gap)
        for comment in comments:
            if comment == ASM_BEGIN:
                self.balanced &= self.current < 0
                self.current = self.count
                self.count += 1
            elif comment == ASM_END:
                self.balanced &= self.current >= 0
                self.current = -1
