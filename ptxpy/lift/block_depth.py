"""How deep blocks nest, loops aside, and the blocks that become branches and labels instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.lift.regions import MOST_BLOCKS

if TYPE_CHECKING:
    from collections.abc import Collection

    from ptxpy.lift.regions import Region, Structure

__all__ = ["surplus_blocks"]


def surplus_blocks(structure: Structure) -> set[int]:
    """Return the labels of blocks that nest too deep, loops aside: those whose loss costs least.

    Each of their branches is one without a block then.
    """
    blocks, parents = _block_tree(structure)
    depths: list[int] = []
    for parent in parents:
        depths.append(1 + (depths[parent] if parent >= 0 else 0))
    if max(depths, default=0) <= MOST_BLOCKS:
        return set()
    elses = {id(each) for each in structure.elses.values()}
    # What can be kept within a block, for each number of blocks that may be within each other: the
    # inner ones come after the outer ones, so that they are known first.
    inner = [[0] * (MOST_BLOCKS + 1) for _ in blocks]
    worth = [_worth(structure, block, elses) for block in blocks]
    for index in range(len(blocks) - 1, -1, -1):
        parent = parents[index]
        if parent >= 0:
            for room in range(MOST_BLOCKS + 1):
                kept = inner[index][room - 1] + worth[index] if room else 0
                inner[parent][room] += max(inner[index][room], kept)
    found: set[int] = set()
    rooms: list[int] = []
    for index, block in enumerate(blocks):
        parent = parents[index]
        room = rooms[parent] if parent >= 0 else MOST_BLOCKS
        kept = inner[index][room - 1] + worth[index] if room else -1
        if kept >= inner[index][room]:
            room -= 1
        else:
            found.add(block.label)
        rooms.append(room)
    return found


def _block_tree(structure: Structure) -> tuple[list[Region], list[int]]:
    """Return the blocks in their order, and for each the place of the one around it, or -1."""
    blocks: list[Region] = []
    parents: list[int] = []
    stack: list[int] = []
    for position in sorted({*structure.opening, *structure.elses}):
        stack = [index for index in stack if blocks[index].end > position]
        jump = structure.elses.get(position)
        opened = structure.opening.get(position, [])
        if jump is not None:
            # The block before the else ends here.
            first = structure.labels[position + 1]
            stack = [index for index in stack if blocks[index] is not first]
            opened = [*opened, jump]
        for region in opened:
            # A branch to the label behind it opens no block.
            if region.kind != "loop" and region.label != region.start + 1:
                parents.append(stack[-1] if stack else -1)
                stack.append(len(blocks))
                blocks.append(region)
    return blocks, parents


_CONDITION: Final = 2
"""How many branches a condition over statements is worth more than a block."""
_SCALE: Final = 1 << 20
"""Of two blocks that are worth the same, the shorter one is kept."""


def _worth(structure: Structure, block: Region, elses: Collection[int]) -> int:
    """Return the cost of writing a block as branches and a label."""
    pair = structure.two_way.get(block.start)
    opens = block.branches[0] == block.start or (pair is not None and pair.region is block)
    count = 1 + len(block.branches) + _CONDITION * (opens or id(block) in elses)
    return count * _SCALE + max(0, _SCALE // 2 - (block.end - block.start))
