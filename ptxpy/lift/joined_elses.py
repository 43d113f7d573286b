"""Elses that end with the block around them: `with ptx.else_(end=block):`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.ir import nodes as n
from ptxpy.lift.regions import MOST_BLOCKS, Region

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ptxpy.lift.regions import Structure

__all__ = ["joined_elses"]

_LONGEST_REST: Final = 60
"""The most statements of an else that ends with the block around it.

More statements are the rest of that block, which the first part skips.
"""


def joined_elses(body: Sequence[n.Node], structure: Structure) -> Iterator[tuple[int, Region]]:
    """Yield the elses that end where a block around both parts does, each as a region.

    The first part ends with a branch out of that block, and the rest of the block is the else.
    """
    opening, labels, elses = structure.opening, structure.labels, structure.elses
    loops = {
        region.label for regions in opening.values() for region in regions if region.kind == "loop"
    }
    stack: list[Region] = []
    for position in sorted({*opening, *labels, *elses}):
        while stack and stack[-1].end <= position:
            stack.pop()
        if position in elses:
            stack = [region for region in stack if region is not labels[position + 1]]
            stack.append(elses[position])
        stack += opening.get(position, ())
        first = labels.get(position)
        jump = position - 1
        outer = structure.branches.get(jump)
        if (
            first is None
            or outer is None
            or outer.kind != "block"
            or jump in elses
            or len(stack) < 2  # noqa: PLR2004
            or stack[-1] is not first
            or (
                stack[-2] is not outer
                and (stack[-2].kind, stack[-2].label) != ("else", outer.label)
            )
            or not _is_condition(body, structure, first)
            or not position + 1 < outer.label <= position + _LONGEST_REST
            or jump <= first.start + 1
            or position in loops
            or body[jump].guard is not None  # type: ignore[attr-defined]
            or body[position].before is not None  # type: ignore[attr-defined]
        ):
            continue
        # A label in the rest to which other branches lead is no part of an else.
        if any(at in structure.exposed for at in range(position, outer.label)):
            continue
        blocks = sum(region.kind != "loop" for region in stack[:-1])
        inside = [each for at in range(position, outer.label) for each in opening.get(at, ())]
        if any(each.end > outer.label for each in inside):
            continue
        if blocks + 1 + _depth(inside) > MOST_BLOCKS or len(stack) > _DEEPEST_ELSE:
            continue
        found = Region("else", outer.label, position + 1, outer.label, [jump])
        stack[-1:] = [found]
        yield jump, found


_DEEPEST_ELSE: Final = 8
"""An else that ends with a block is one level more, of which Python has no more than 20."""


def _is_condition(body: Sequence[n.Node], structure: Structure, block: Region) -> bool:
    """Return whether a block opens with a guarded branch, the only one that leaves it."""
    start = block.start
    pair = structure.two_way.get(start)
    first = pair.region if pair is not None else structure.branches.get(start)
    return (
        first is block
        and block.kind == "block"
        and len(block.branches) == 1
        and structure.opening.get(start, [None])[-1] is block
        and body[start].guard is not None  # type: ignore[attr-defined]
    )


def _depth(regions: Iterable[Region]) -> int:
    """Return how many blocks of some regions nest, loops aside."""
    most = 0
    stack: list[Region] = []
    for region in regions:
        stack = [each for each in stack if each.end > region.start]
        if region.kind != "loop":
            stack.append(region)
            most = max(most, len(stack))
    return most
