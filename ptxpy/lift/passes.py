"""The lift passes: what turns calls of instructions into idiomatic Python, each by its name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

__all__ = ["ALL", "PASSES", "chosen"]

PASSES: Final = {
    "operators": "instructions become operators, comparisons, views and assignments: r[1] + r[2]",
    "names": "registers get names: tid = r[3] = …; symbols those of the source: def saxpy(n)",
    "control": "branches and labels become blocks and loops: with ptx.unless(p[1]):",
    "stack": "a function's stack is declared at once: stack = reg.stack(16, align=8)",
    "calls": "call sequences become calls: r[22] = mix(v, r[19])",
    "positions": "debug information is folded: at(12, 26, mark=True)",
    "numbers": "numbers say what they mean: ptx.FULL_MASK, 1 / 3, 2**31 - 1",
    "nest": "values that are used once are written where they are used: (a + b) * c",
    "roll": "lines that repeat with evenly growing numbers become loops: for i in range(8):",
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
