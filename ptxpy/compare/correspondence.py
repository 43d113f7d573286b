"""The correspondence of two functions: pairs of blocks, of rows, and of registers and labels.

Blocks are paired first, by content and control flow, in any order.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.compare.sequences import common_subsequence
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ptxpy.compare.normal_form import NormalForm, Row
from ptxpy.compare.sequences import increasing_subsequence

if TYPE_CHECKING:
    from ptxpy.compare.normal_form import NormalForm

__all__ = [
    "BlockPairs",
    "Correspondence",
    "MovedBlock",
    "correspond",
    "pair_blocks",
    "pair_similar_blocks",
]

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
        # A short block, `ret` alone say, may be unique by chance: its neighbours pair it below.
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
    # Not all pairs can stay in place if some cross: those with most rows do, and the others moved.
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
        # Blocks that share less than a quarter of the smaller one are alike by chance.
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


Pair = tuple[int, int]

MAX_REFINEMENT_ROUNDS: Final = 3
"""Times that rows are aligned again with the entities found before. More rounds gain nothing."""


class MovedBlock(NamedTuple):
    """A block at another place in B: its rows in A and in B, and the pairs of rows."""

    a: range
    b: range
    pairs: list[Pair]


class Correspondence(NamedTuple):
    """The corresponding rows and entities of A and B, as indices."""

    fixed: list[Pair]
    """Pairs of rows in the same order, increasing on both sides; they need not be equal."""
    moved: list[MovedBlock]
    """The moved blocks, in the order of A."""
    names: dict[int, int]
    """For entities of A, the corresponding entities of B; each occurs at most once."""
    equal: frozenset[Pair]
    """The pairs of rows that are equal after the entities are renamed."""


def correspond(a: NormalForm, b: NormalForm) -> Correspondence:
    """Find the corresponding rows and entities of two functions.

    Rows are aligned by their keys first. Each pair of rows votes for the pairs of entities it
    names. With the entities that win, rows are aligned again as long as more rows become equal.
    """
    blocks = pair_blocks(a, b)
    first, second = (
        [row.entities[0] for row in form.rows[: form.head] if type(row.node) is n.Parameter]
        for form in (a, b)
    )
    classes = (
        [form.entities.classes[number] for number in numbers]
        for form, numbers in ((a, first), (b, second))
    )
    # Parameters of other types, or in another number, are not paired by their position.
    given = [] if next(classes) != next(classes) else list(zip(first, second, strict=True))
    best = _align_and_vote(a, b, blocks, given, None)
    for _ in range(MAX_REFINEMENT_ROUNDS):
        if len(best.equal) == len(a.rows) == len(b.rows):
            break
        next_ = _align_and_vote(a, b, blocks, given, best.names)
        # A round may lose as much as it gains: without progress, the one before it counts.
        if len(next_.equal) <= len(best.equal):
            break
        best = next_
    if not len(best.equal) == len(a.rows) == len(b.rows):
        # An edit leaves most registers their names. These may explain more: of two registers that
        # are alike, a deleted use would swap the two.
        named = _align_and_vote(a, b, blocks, given, _same_names(a, b))
        if len(named.equal) > len(best.equal):
            return named
    return best


def _same_names(a: NormalForm, b: NormalForm) -> dict[int, int]:
    """Return the entities of one name and class, which is that of no other entity."""
    sides = []
    for entities in (a.entities, b.entities):
        named = [*zip(entities.names, entities.classes, strict=True)]
        counts = Counter(named)
        sides.append({each: k for k, each in enumerate(named) if counts[each] == 1})
    return {number: sides[1][each] for each, number in sides[0].items() if each in sides[1]}


def _align_and_vote(
    a: NormalForm,
    b: NormalForm,
    blocks: BlockPairs,
    given: list[Pair],
    names: dict[int, int] | None,
) -> Correspondence:
    moved = [
        MovedBlock(rows_a, rows_b, list(zip(rows_a, rows_b, strict=True)))
        for i, j in blocks.moved
        for rows_a, rows_b in [
            (
                range(a.blocks[i].start, a.blocks[i].stop),
                range(b.blocks[j].start, b.blocks[j].stop),
            )
        ]
    ]
    fixed = _align(a, b, blocks, moved, names)
    pairs = fixed + [pair for block in moved for pair in block.pairs]
    left_a = set(range(a.head, len(a.rows))) - {i for i, _ in pairs}
    left_b = set(range(b.head, len(b.rows))) - {j for _, j in pairs}
    if left_a and left_b:
        for found in pair_similar_blocks(a, b, left_a, left_b):
            pairs += found
            # Rows that fit between those in place stay there; all others count as moved.
            if not _insert(fixed, found):
                (i, j), (i_last, j_last) = found[0], found[-1]
                moved.append(MovedBlock(range(i, i_last + 1), range(j, j_last + 1), found))
        moved.sort(key=lambda block: block.a.start)
    found_names = _match_entities(a, b, pairs, given, fixed)
    return Correspondence(
        fixed,
        moved,
        found_names,
        frozenset(
            pair for pair in pairs if _are_equal(a.rows[pair[0]], b.rows[pair[1]], found_names)
        ),
    )


def _insert(fixed: list[Pair], found: list[Pair]) -> bool:
    """Insert pairs of rows if they fit into the order; return whether they do."""
    at = bisect_left(fixed, found[0])
    fits = (not at or fixed[at - 1][1] < found[0][1]) and (
        at == len(fixed) or (fixed[at][0] > found[-1][0] and fixed[at][1] > found[-1][1])
    )
    if fits:
        fixed[at:at] = found
    return fits


# ----------------------------------------------------------------------------------- rows


def _align(
    a: NormalForm,
    b: NormalForm,
    blocks: BlockPairs,
    moved: list[MovedBlock],
    names: dict[int, int] | None,
) -> list[Pair]:
    """Return pairs of rows in the same order: in fixed blocks and between these blocks."""
    away_a = {row for block in moved for row in block.a}
    away_b = {row for block in moved for row in block.b}
    fixed: list[Pair] = _between(a, b, range(a.head), range(b.head), names)
    i, j = a.head, b.head
    ends = [(len(a.blocks), len(b.blocks))]
    for block_a, block_b in [*blocks.fixed, *ends]:
        i_next = a.blocks[block_a].start if block_a < len(a.blocks) else len(a.rows)
        j_next = b.blocks[block_b].start if block_b < len(b.blocks) else len(b.rows)
        fixed += _between(
            a,
            b,
            [row for row in range(i, i_next) if row not in away_a],
            [row for row in range(j, j_next) if row not in away_b],
            names,
        )
        if block_a < len(a.blocks):
            size = a.blocks[block_a].stop - i_next
            fixed += [(i_next + k, j_next + k) for k in range(size)]
            i, j = i_next + size, j_next + size
    return fixed


def _between(
    a: NormalForm,
    b: NormalForm,
    rows_a: Sequence[int],
    rows_b: Sequence[int],
    names: dict[int, int] | None,
) -> list[Pair]:
    """Align rows: by key and entities if `names` is given, and the rest by their keys."""
    if not rows_a or not rows_b:
        return []
    if names is None:
        return _align_by_keys(a, b, rows_a, rows_b)
    back = {to: from_ for from_, to in names.items()}
    numbers: dict[object, int] = {}
    whole_a = [
        numbers.setdefault((row.key, row.entities), len(numbers))
        for row in (a.rows[index] for index in rows_a)
    ]
    whole_b = [
        numbers.setdefault(
            # An entity of B without a partner gets a negative number, which no entity of A has.
            (row.key, tuple([back.get(number, -1 - number) for number in row.entities])),
            len(numbers),
        )
        for row in (b.rows[index] for index in rows_b)
    ]
    found: list[Pair] = []
    p, q = 0, 0
    for p_next, q_next in [*common_subsequence(whole_a, whole_b), (len(rows_a), len(rows_b))]:
        if p < p_next and q < q_next:
            found += _align_by_keys(a, b, rows_a[p:p_next], rows_b[q:q_next])
        if p_next < len(rows_a):
            found.append((rows_a[p_next], rows_b[q_next]))
        p, q = p_next + 1, q_next + 1
    return found


def _align_by_keys(
    a: NormalForm, b: NormalForm, rows_a: Sequence[int], rows_b: Sequence[int]
) -> list[Pair]:
    pairs = common_subsequence(
        [a.rows[row].key for row in rows_a], [b.rows[row].key for row in rows_b]
    )
    return [(rows_a[p], rows_b[q]) for p, q in pairs]


# ----------------------------------------------------------------------------------- names


def _match_entities(
    a: NormalForm, b: NormalForm, pairs: list[Pair], given: list[Pair], fixed: list[Pair]
) -> dict[int, int]:
    """Return the corresponding entities, by the number of pairs of rows that vote for them."""
    votes: Counter[Pair] = Counter()
    for i, j in pairs:
        votes.update(zip(a.rows[i].entities, b.rows[j].entities, strict=True))
    names = dict(given)
    taken = set(names.values())
    # Rows of equal content vote first; rows that replace each other decide what is left.
    _elect(a, b, votes, names, taken)
    _elect(a, b, Counter(_weak_votes(a, b, fixed)), names, taken)
    return names


def _elect(
    a: NormalForm, b: NormalForm, votes: Counter[Pair], names: dict[int, int], taken: set[int]
) -> None:
    """Add the pairs with the most votes; at equal votes, prefer entities of the same name."""
    own_a, own_b = a.entities.names, b.entities.names

    def rank(item: tuple[Pair, int]) -> tuple[int, bool, Pair]:
        (one, other), number = item
        return -number, own_a[one] != own_b[other], (one, other)

    for (one, other), _ in sorted(votes.items(), key=rank):
        if one not in names and other not in taken:
            names[one] = other
            taken.add(other)


def _weak_votes(a: NormalForm, b: NormalForm, fixed: list[Pair]) -> Iterator[Pair]:
    """Yield the pairs of entities named by rows that replace each other."""
    i, j = a.head, b.head
    for i_next, j_next in [*fixed, (len(a.rows), len(b.rows))]:
        if i < i_next and j < j_next:
            gap_a, gap_b = a.rows[i:i_next], b.rows[j:j_next]
            for one, other in _pair_replaced(gap_a, gap_b):
                for entity, partner in zip(one.entities, other.entities, strict=False):
                    if a.entities.classes[entity] == b.entities.classes[partner]:
                        yield entity, partner
        i, j = i_next + 1, j_next + 1


def _pair_replaced(gap_a: list[Row], gap_b: list[Row]) -> Iterable[tuple[Row, Row]]:
    # As many rows in place of as many are taken for edits of each of them in turn.
    if len(gap_a) == len(gap_b):
        return zip(gap_a, gap_b, strict=True)
    worklist: dict[str, list[Row]] = {}
    for row in reversed(gap_b):
        worklist.setdefault(_opcode(row), []).append(row)
    return [(row, worklist[_opcode(row)].pop()) for row in gap_a if worklist.get(_opcode(row))]


def _opcode(row: Row) -> str:
    node = row.node
    return node.opcode if type(node) is n.Instruction else type(node).__name__


def _are_equal(one: Row, other: Row, names: dict[int, int]) -> bool:
    return one.key == other.key and [names.get(number) for number in one.entities] == list(
        other.entities
    )
