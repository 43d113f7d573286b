"""The lift passes: what turns calls of instructions into idiomatic Python, each by its name.

Some are decisions that the generator takes while it writes a statement. The others change the tree
of a function once it is written, one after the other: each is a class with `name`, `help` and
`apply`. To add one, write it in a file of its own, list it in `TREE_PASSES`, and add a case to
`tests/lift/cases`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, Protocol

from ptxpy.lift.groups import Groups
from ptxpy.lift.naming import Name
from ptxpy.lift.nesting import Nest
from ptxpy.lift.position_folding import FoldPositions
from ptxpy.lift.reroll import Roll
from ptxpy.lift.slices import Slices

if TYPE_CHECKING:
    from ptxpy.lift.function_tree import FunctionTree

__all__ = ["ALL", "PASSES", "TREE_PASSES", "TreePass", "chosen"]


class TreePass(Protocol):
    """A pass on the tree of a function."""

    name: str
    """A word, to list the pass and to leave it out."""
    help: str
    """A line that explains it, with an example."""

    def apply(self, tree: FunctionTree) -> None:
        """Change a function; what it emits stays the same."""


TREE_PASSES: Final[tuple[type[TreePass], ...]] = (Roll, Nest, Name, Slices)
"""The passes on the tree of a function, in the order in which they are applied."""

_WRITTEN: Final = {
    "operators": "instructions become operators, comparisons, views and assignments: r[1] + r[2]",
    "control": "branches and labels become blocks and loops: with ptx.unless(p[1]):",
    "stack": "a function's stack is declared at once: stack = reg.stack(16, align=8)",
    "calls": "call sequences become calls: r[22] = mix(v, r[19])",
    "positions": "debug information is folded: at(12, 26, mark=True)",
    "numbers": "numbers say what they mean: ptx.FULL_MASK, 1 / 3, 2**31 - 1",
    "gaps": 'layout that recurs has names, in one table of the module: before="fma"',
    "shared-memory": "what lies where in shared memory is a comment: # smem + 64: 4 x 8 bytes",
}
"""What the generator decides while it writes a statement."""

PASSES: Final = {
    **_WRITTEN,
    # Of all functions at once, before the passes on each.
    Groups.name: Groups.help,
    **{each.name: each.help for each in TREE_PASSES},
    FoldPositions.name: FoldPositions.help,
}
"""What each pass does. All of them keep the IR: what they write emits the very same statements."""

ALL: Final = frozenset(PASSES)


def chosen(*, flat: bool = False, roll: bool = True, without: Iterable[str] = ()) -> frozenset[str]:
    """Return the passes to run; `ValueError`, with those that there are, for an unknown one."""
    left_out = {*without}
    unknown = left_out - ALL
    if unknown:
        msg = f"no pass {min(unknown)!r}; there are {' '.join(PASSES)}"
        raise ValueError(msg)
    if flat:
        return frozenset()
    if not roll:
        left_out.add("roll")
    return ALL - left_out
