"""Which basic blocks of two functions are the same, wherever they stand."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.compare.sequences import common, increasing

if TYPE_CHECKING:
    from ptxpy.compare.normal_form import NormalForm

__all__ = ["BlockPairs", "pair_blocks", "similar_blocks"]

Pair = tuple[int, int]

_TELLING: Final = 3
"""Rows that a block needs for its content alone to say which it is."""

_RUN: Final = 3
"""The length of the runs that blocks of similar content share."""


class BlockPairs(NamedTuple):
    """Pairs of blocks, (in A, in B)."""

    fixed: list[Pair]
    """Those that stand in the same order, increasing."""
    moved: list[Pair]
    """The others, in the order of A."""


def pair_blocks(a: NormalForm, b: NormalForm) -> BlockPairs:
    """Pair blocks whose rows have equal keys.

    Blocks that have no like in their function are found by that; from them, and from the first
    blocks, the graphs of control flow are walked side by side.
    """
    contents: dict[tuple[int, ...], int] = {}
    first, second = (
        [
            contents.setdefault(
                tuple([row.key for row in form.rows[block.start : block.stop]]), len(contents)
            )
            for block in form.blocks
        ]
        for form in (a, b)
    )
    partner: dict[int, int] = {}
    taken: set[int] = set()
    waiting: list[Pair] = []

    def pair(i: int, j: int) -> None:
        if i not in partner and j not in taken and first[i] == second[j]:
            partner[i] = j
            taken.add(j)
            waiting.append((i, j))

    alone = _alone(second)
    for content, i in _alone(first).items():
        block = a.blocks[i]
        if content in alone and block.stop - block.start > _TELLING:
            pair(i, alone[content])
    if first and second:
        pair(0, 0)
    for i, j in waiting:  # grows as it is walked
        for pair_of_successors in zip(a.blocks[i].successors, b.blocks[j].successors, strict=False):
            pair(*pair_of_successors)
    return _sorted(partner, a)


def _alone(contents: list[int]) -> dict[int, int]:
    """Return the contents that one block has, and that block."""
    counts = Counter(contents)
    return {content: i for i, content in enumerate(contents) if counts[content] == 1}


def _sorted(partner: dict[int, int], a: NormalForm) -> BlockPairs:
    pairs = sorted(partner.items())
    sizes = [a.blocks[i].stop - a.blocks[i].start for i, _ in pairs]
    fixed = set(increasing([j for _, j in pairs], sizes))
    return BlockPairs(
        [pair for index, pair in enumerate(pairs) if index in fixed],
        [pair for index, pair in enumerate(pairs) if index not in fixed],
    )


def similar_blocks(
    a: NormalForm, b: NormalForm, left_a: set[int], left_b: set[int]
) -> list[list[Pair]]:
    """Pair what is left of blocks that have much in common.

    Args:
        a: A function.
        b: Another one.
        left_a: The rows of `a` that have no partner.
        left_b: Likewise.

    Returns:
        For each pair of blocks, the pairs of their rows.
    """
    candidates = _candidates(a, left_a), _candidates(b, left_b)
    runs = [_runs(form, blocks) for form, blocks in zip((a, b), candidates, strict=True)]
    votes = Counter(
        (block, other)
        for run, block in runs[0].items()
        if block >= 0 and (other := runs[1].get(run, -1)) >= 0
    )
    used_a: set[int] = set()
    used_b: set[int] = set()
    found: list[list[Pair]] = []
    for (i, j), number in votes.most_common():
        size = min(a.blocks[i].stop - a.blocks[i].start, b.blocks[j].stop - b.blocks[j].start)
        if i in used_a or j in used_b or number * 4 < size:
            continue
        used_a.add(i)
        used_b.add(j)
        rows_a, rows_b = (
            [row for row in range(block.start, block.stop) if row in left]
            for block, left in ((a.blocks[i], left_a), (b.blocks[j], left_b))
        )
        pairs = common([a.rows[row].key for row in rows_a], [b.rows[row].key for row in rows_b])
        if pairs:
            found.append([(rows_a[p], rows_b[q]) for p, q in pairs])
    return found


def _candidates(form: NormalForm, left: set[int]) -> list[int]:
    """Return the blocks more than half of whose rows have no partner."""
    return [
        number
        for number, block in enumerate(form.blocks)
        if 2 * sum(row in left for row in range(block.start, block.stop)) > block.stop - block.start
    ]


def _runs(form: NormalForm, blocks: list[int]) -> dict[tuple[int, ...], int]:
    """Return the block of each run of keys that occurs in one block only, -1 for the others."""
    found: dict[tuple[int, ...], int] = {}
    for number in blocks:
        block = form.blocks[number]
        keys = [row.key for row in form.rows[block.start : block.stop]]
        for at in range(len(keys) - _RUN + 1):
            run = tuple(keys[at : at + _RUN])
            found[run] = number if found.get(run, number) == number else -1
    return found
