"""Pairing of the basic blocks of two functions by content and control flow, in any order."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.compare.sequences import common_subsequence, increasing_subsequence

if TYPE_CHECKING:
    from ptxpy.compare.normal_form import NormalForm

__all__ = ["BlockPairs", "pair_blocks", "pair_similar_blocks"]

Pair = tuple[int, int]

MIN_IDENTIFYING_ROWS: Final = 3
"""Blocks with more than this number of rows are paired by unique content alone."""

RUN_LENGTH: Final = 3
"""Rows in each of the runs that are counted as the common content of two blocks."""


class BlockPairs(NamedTuple):
    """Pairs of blocks, (in A, in B)."""

    fixed: list[Pair]
    """The pairs whose order is the same in A and B, increasing."""
    moved: list[Pair]
    """The other pairs, in the order of A."""


def pair_blocks(a: NormalForm, b: NormalForm) -> BlockPairs:
    """Pair blocks whose rows have equal keys.

    Blocks whose content is unique in both functions are paired first. From these pairs and from the
    entry blocks, the control-flow graphs are walked in parallel.
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
    worklist: list[Pair] = []

    def pair(i: int, j: int) -> None:
        if i not in partner and j not in taken and first[i] == second[j]:
            partner[i] = j
            taken.add(j)
            worklist.append((i, j))

    alone = _unique_contents(second)
    for content, i in _unique_contents(first).items():
        block = a.blocks[i]
        if content in alone and block.stop - block.start > MIN_IDENTIFYING_ROWS:
            pair(i, alone[content])
    if first and second:
        pair(0, 0)
    for i, j in worklist:  # grows as it is walked
        for pair_of_successors in zip(a.blocks[i].successors, b.blocks[j].successors, strict=False):
            pair(*pair_of_successors)
    return _split_by_order(partner, a)


def _unique_contents(contents: list[int]) -> dict[int, int]:
    """Return the contents that occur in one block only, each with its block."""
    counts = Counter(contents)
    return {content: i for i, content in enumerate(contents) if counts[content] == 1}


def _split_by_order(partner: dict[int, int], a: NormalForm) -> BlockPairs:
    pairs = sorted(partner.items())
    sizes = [a.blocks[i].stop - a.blocks[i].start for i, _ in pairs]
    fixed = set(increasing_subsequence([j for _, j in pairs], sizes))
    return BlockPairs(
        [pair for index, pair in enumerate(pairs) if index in fixed],
        [pair for index, pair in enumerate(pairs) if index not in fixed],
    )


def pair_similar_blocks(
    a: NormalForm, b: NormalForm, left_a: set[int], left_b: set[int]
) -> list[list[Pair]]:
    """Pair blocks that share many runs of rows, among those mostly without partners.

    Args:
        a: A function.
        b: Another function.
        left_a: The rows of `a` without a partner.
        left_b: The rows of `b` without a partner.

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
        pairs = common_subsequence(
            [a.rows[row].key for row in rows_a], [b.rows[row].key for row in rows_b]
        )
        if pairs:
            found.append([(rows_a[p], rows_b[q]) for p, q in pairs])
    return found


def _candidates(form: NormalForm, left: set[int]) -> list[int]:
    """Return the blocks of whose rows more than half have no partner."""
    return [
        number
        for number, block in enumerate(form.blocks)
        if 2 * sum(row in left for row in range(block.start, block.stop)) > block.stop - block.start
    ]


def _runs(form: NormalForm, blocks: list[int]) -> dict[tuple[int, ...], int]:
    """Return the block of each run of keys; -1 for a run that occurs in several blocks."""
    found: dict[tuple[int, ...], int] = {}
    for number in blocks:
        block = form.blocks[number]
        keys = [row.key for row in form.rows[block.start : block.stop]]
        for at in range(len(keys) - RUN_LENGTH + 1):
            run = tuple(keys[at : at + RUN_LENGTH])
            found[run] = number if found.get(run, number) == number else -1
    return found
