"""Roles of warps as comments: `# producer: loads tiles`, `# consumers: multiply with wgmma`.

A warp group that gives registers back and then only copies tiles into shared memory is a producer,
and one that takes more registers and multiplies is a consumer. Other roles are not certain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ptxpy.pytree import tree as t

__all__ = ["write_role_headings"]

_LOADS: Final = ("cp_async_bulk_tensor", "load_tile")
_ARRIVING: Final = "mbarrier"
"""Loaded bytes arrive at a barrier."""
_STORES: Final = ("_bulk_group", "_shared_cta", "_commit", "_wait")
"""Copies of tiles out of shared memory, and waiting for them."""
_MULTIPLICATIONS: Final = {"wgmma": "wgmma", "tcgen05_mma": "tcgen05.mma"}


def write_role_headings(block: t.Block) -> None:
    """Write a comment before the statements with which warps take their roles."""
    for index in range(len(block) - 1, -1, -1):
        statement = block[index]
        inner = t.statement_bodies(statement)
        if inner is not None:
            write_role_headings(inner)
        change = next(_names([statement]), "") if inner is None else ""
        if "setmaxnreg" not in change:
            continue
        heading = _heading([*_names(block[index + 1 :])], gives="dec" in change)
        if heading:
            block.insert(index, t.Comment(heading))


def _heading(names: Sequence[str], *, gives: bool) -> str:
    """Return the heading for the statements that follow, by the functions that they call."""
    found = {shown for name in names for word, shown in _MULTIPLICATIONS.items() if word in name}
    if not gives:
        return f"consumers: multiply with {found.pop()}" if len(found) == 1 else ""
    loads = any(
        name.startswith(_LOADS) and (_ARRIVING in name or not any(word in name for word in _STORES))
        for name in names
    )
    multiplies = any("mma" in name for name in names)
    return "producer: loads tiles" if loads and not multiplies else ""


def _names(statements: Sequence[t.Statement]) -> Iterator[str]:
    """Yield the functions that statements call, with `_` for a point."""
    for statement in t.walk_statements(statements):
        for head in t.head_expressions(statement):
            for part in t.walk_expression(head):
                if isinstance(part, t.Call) and isinstance(part.function, str):
                    yield part.function.removeprefix("ptx.").replace(".", "_")
