"""Common subsequences of two sequences of numbers, by patience diff.

Runs that occur once on both sides are anchors, longer runs before shorter ones. They divide the
sequences into parts, and small parts without anchors are aligned by Myers' algorithm. The work is
bounded, so that the result may be shorter than a longest common subsequence.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["common_subsequence", "increasing_subsequence"]

Pair = tuple[int, int]

ANCHOR_RUN_LENGTHS: Final = (24, 6, 2, 1)
"""The lengths of the runs that are used as anchors, in the order they are tried."""

MAX_EDITS: Final = 128
"""Insertions and deletions up to which Myers' algorithm is used: its time is quadratic in them."""

MAX_VISITS_PER_ELEMENT: Final = 48
"""Times that an element may be examined on average: a bound on the total time."""

GREEDY_LOOKAHEAD: Final = 64
"""Elements that the greedy alignment searches ahead for an equal one."""


class _Part(NamedTuple):
    a: int
    a_end: int
    b: int
    b_end: int
    step: int
    """The index of the first run length to try."""


def common_subsequence(a: Sequence[int], b: Sequence[int]) -> list[Pair]:
    """Return the index pairs of a common subsequence, increasing on both sides."""
    pairs: list[Pair] = []
    work = MAX_VISITS_PER_ELEMENT * (len(a) + len(b)) + 1024
    stack = [_Part(0, len(a), 0, len(b), 0)]
    while stack:
        part = _trim(a, b, stack.pop(), pairs)
        if part.a == part.a_end or part.b == part.b_end:
            continue
        for step in range(part.step, len(ANCHOR_RUN_LENGTHS)):
            work -= (part.a_end - part.a + part.b_end - part.b) if work > 0 else 0
            # Once the work is used up, parts are aligned without a search for anchors.
            anchors = _anchors(a, b, part, ANCHOR_RUN_LENGTHS[step]) if work > 0 else []
            if anchors:
                pairs += anchors
                stack += _between(part, anchors, step)
                break
        else:
            pairs += _align_closely(a, b, part)
    pairs.sort()
    return pairs


def _trim(a: Sequence[int], b: Sequence[int], part: _Part, pairs: list[Pair]) -> _Part:
    """Remove the common prefix and suffix of a part, and add them to `pairs`."""
    i, i_end, j, j_end, step = part
    while i < i_end and j < j_end and a[i] == b[j]:
        pairs.append((i, j))
        i += 1
        j += 1
    while i < i_end and j < j_end and a[i_end - 1] == b[j_end - 1]:
        i_end -= 1
        j_end -= 1
        pairs.append((i_end, j_end))
    return _Part(i, i_end, j, j_end, step)


def _anchors(a: Sequence[int], b: Sequence[int], part: _Part, length: int) -> list[Pair]:
    """Return the start positions of runs that occur once on both sides, in increasing order."""
    if length > part.a_end - part.a or length > part.b_end - part.b:
        return []
    first = _unique_runs(a, part.a, part.a_end, length)
    second = _unique_runs(b, part.b, part.b_end, length)
    pairs = [(i, j) for run, i in first.items() if i >= 0 and (j := second.get(run, -1)) >= 0]
    return [pairs[index] for index in increasing_subsequence([j for _, j in pairs])]


def _unique_runs(sequence: Sequence[int], start: int, stop: int, length: int) -> dict[object, int]:
    """Return the position of each run that occurs once; -1 for a run that occurs more often."""
    found: dict[object, int] = {}
    for index in range(start, stop - length + 1):
        run: object = sequence[index] if length == 1 else tuple(sequence[index : index + length])
        found[run] = -1 if run in found else index
    return found


def increasing_subsequence(
    values: Sequence[int], weights: Sequence[int] | None = None
) -> list[int]:
    """Return the indices of a longest, or heaviest, increasing subsequence of distinct values."""
    if weights is not None:
        return _heaviest_increasing(values, weights)
    # Patience sorting: `tails[k]` is the least value that ends an increasing sequence of `k + 1`.
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for index, value in enumerate(values):
        at = bisect_left(tails, value)
        before.append(ends[at - 1] if at else -1)
        if at == len(tails):
            tails.append(value)
            ends.append(index)
        else:
            tails[at] = value
            ends[at] = index
    chosen = []
    index = ends[-1] if ends else -1
    while index >= 0:
        chosen.append(index)
        index = before[index]
    return chosen[::-1]


def _heaviest_increasing(values: Sequence[int], weights: Sequence[int]) -> list[int]:
    """Find the heaviest increasing subsequence with a Fenwick tree of best ends by rank."""
    rank = {value: at for at, value in enumerate(sorted(values), start=1)}
    best: list[tuple[int, int]] = [(0, -1)] * (len(values) + 1)
    before: list[int] = []
    for index, value in enumerate(values):
        at = rank[value] - 1
        found = (0, -1)
        # `at &= at - 1` drops the lowest bit: the tree keeps a prefix as one range for each bit.
        while at:
            found = max(found, best[at])
            at &= at - 1
        before.append(found[1])
        mine = (found[0] + weights[index], index)
        at = rank[value]
        while at < len(best):
            best[at] = max(best[at], mine)
            at += at & -at
    ends = (0, -1)
    at = len(values)
    while at:
        ends = max(ends, best[at])
        at &= at - 1
    chosen = []
    index = ends[1]
    while index >= 0:
        chosen.append(index)
        index = before[index]
    return chosen[::-1]


def _between(part: _Part, anchors: list[Pair], step: int) -> list[_Part]:
    """Return the parts between anchors."""
    parts = []
    i, j = part.a, part.b
    for i_next, j_next in [*anchors, (part.a_end, part.b_end)]:
        if i < i_next and j < j_next:
            parts.append(_Part(i, i_next, j, j_next, step))
        i, j = i_next + 1, j_next + 1
    return parts


# ----------------------------------------------------------------------------------- small parts


def _align_closely(a: Sequence[int], b: Sequence[int], part: _Part) -> list[Pair]:
    """Return a longest common subsequence if it takes few edits, else a shorter one."""
    i, i_end, j, j_end, _ = part
    x, y = a[i:i_end], b[j:j_end]
    # Parts that share nothing are told without an alignment.
    if set(x).isdisjoint(y):
        return []
    found = _shortest_edit(x, y)
    if found is None:
        found = _greedy(x, y)
    return [(i + p, j + q) for p, q in found]


def _shortest_edit(x: Sequence[int], y: Sequence[int]) -> list[Pair] | None:
    """Apply Myers, An O(ND) difference algorithm (1986); return None beyond `MAX_EDITS`."""
    most = min(len(x) + len(y), MAX_EDITS)
    furthest = [0] * (2 * most + 3)
    middle = most + 1
    trail: list[list[int]] = []
    x_end, y_end = len(x), len(y)
    for edits in range(most + 1):
        # The way back reads no other diagonals than those that this round could reach.
        trail.append(furthest[middle - edits - 1 : middle + edits + 2])
        for diagonal in range(-edits, edits + 1, 2):
            at = middle + diagonal
            if diagonal == -edits or (diagonal != edits and furthest[at - 1] < furthest[at + 1]):
                p = furthest[at + 1]
            else:
                p = furthest[at - 1] + 1
            q = p - diagonal
            while p < x_end and q < y_end and x[p] == y[q]:
                p += 1
                q += 1
            furthest[at] = p
            if p >= x_end and q >= y_end:
                return _backtrack(trail, x_end, y_end)
    return None


def _backtrack(trail: list[list[int]], p: int, q: int) -> list[Pair]:
    """Trace the path back through the furthest points, of diagonals -e-1 to e+1 for each e."""
    pairs = []
    for edits in range(len(trail) - 1, 0, -1):
        furthest = trail[edits]
        at = p - q + edits + 1
        down = p - q == -edits or (p - q != edits and furthest[at - 1] < furthest[at + 1])
        p_start = furthest[at + 1] if down else furthest[at - 1]
        q_start = p_start - (p - q) - (1 if down else -1)
        while p > p_start and q > q_start:
            p -= 1
            q -= 1
            pairs.append((p, q))
        p, q = p_start, q_start
    pairs += [(index, index) for index in range(p - 1, -1, -1)]
    return pairs[::-1]


def _greedy(x: Sequence[int], y: Sequence[int]) -> list[Pair]:
    """Pair each element with the next equal one within `GREEDY_LOOKAHEAD`."""
    places: dict[int, list[int]] = defaultdict(list)
    for index, value in enumerate(y):
        places[value].append(index)
    pairs = []
    at = 0
    for index, value in enumerate(x):
        found = places.get(value)
        if found:
            next_ = bisect_left(found, at)
            if next_ < len(found) and found[next_] < at + GREEDY_LOOKAHEAD:
                pairs.append((index, found[next_]))
                at = found[next_] + 1
    return pairs
