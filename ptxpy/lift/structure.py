"""Structured control flow: which branches of a body can be written as blocks and loops.

A branch forward to a label leaves a *block* that ends there; a branch backward goes round a *loop*
that begins there. Blocks may begin earlier than their first branch, and loops may end later than
their last, so that all of them nest; what cannot nest stays a branch and a label. No statement is
moved.

Two branches in a row, of which the first is guarded and one leads to the label right behind them,
are one *two-way* branch. A block whose last statement leaves another one that opens with it is
followed by an *else*.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.ir import nodes as n
from ptxpy.ir.layout import walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["Region", "Structure", "structure_of"]

DEEPEST = 14
"""Regions nest no deeper: CPython allows 20 blocks, and scopes and functions need some."""

_MOST = 600
"""A body with more regions keeps only those that span few statements."""
_SHORT = 300
_ROUNDS = 200


class Region:
    """A block or a loop: statements from `start` up to `end`."""

    __slots__ = ("branches", "end", "inside", "kind", "label", "shared", "start")

    def __init__(self, kind: str, label: int, start: int, end: int, branches: list[int]) -> None:
        """Take the kind, the index of the label, and the indexes of the branches."""
        self.kind = kind
        """``block`` (its last statement is the label) or ``loop`` (its first is)."""
        self.label = label
        self.start = start
        self.end = end
        self.branches = branches
        self.inside: tuple[int, int] | None = None
        """The statements that stand together in which all of the region lies, if it does."""
        self.shared = False
        """Whether the label of a loop is also that of a block that ends there."""


class TwoWay(NamedTuple):
    """A guarded branch and the plain one behind it, of which one leads to the label behind both."""

    position: int
    """The index of the guarded branch."""
    small: Region
    """The block that holds the branch to the label behind, and no more."""
    region: Region
    """What the other branch leaves or goes round."""
    over: bool
    """Whether the guarded branch is the one that leads to the label behind."""


class Structure(NamedTuple):
    """The regions of a body."""

    opening: dict[int, list[Region]]
    """The regions that begin before a statement, the outermost first."""
    branches: dict[int, Region]
    """What a branch leaves or goes round."""
    labels: dict[int, Region]
    """The block that ends with a label, or the loop that begins with it."""
    exposed: frozenset[int]
    """Labels to which a branch leads that is not one of a region."""
    two_way: dict[int, TwoWay]
    """The two-way branches, by the index of the first."""
    rotated: dict[int, Region]
    """The loops that are entered by a branch to a label inside them, by its index."""
    entries: dict[int, Region]
    """These loops by the index of that label."""
    elses: dict[int, Region]
    """The block that opens as an else, by the index of the branch to its end before it."""


def structure_of(
    body: Sequence[n.Node], spans: Iterable[tuple[int, int]] = (), deepest: int = DEEPEST
) -> Structure | None:
    """Return the structure of a body, or None when there is none.

    Args:
        body: The statements of a function or scope.
        spans: Statements that stand together and are not to be entered or left: inline assembly.
        deepest: How deep regions may nest.
    """
    together = _Spans(spans)
    every = _regions(body)
    regions = [region for region in every if _is_whole(region, together)]
    if not regions or deepest < 1:
        return None
    if len(regions) > _MOST:
        regions = [region for region in regions if region.end - region.start <= _SHORT]
    pairs = _two_way(body, regions)
    small = {id(pair.small) for pair in pairs}
    for pair in pairs:
        _widen_to(pair.region, pair.position, pair.position + _PAIR)
    rotated = _rotated(body, regions)
    small.update(id(block) for block, _ in rotated)
    wide = [region for region in regions if id(region) not in small]
    deepest = min(deepest, DEEPEST)
    regions = _shallow(_nested(_unshared(wide), together.merged()), deepest)
    kept = {id(region) for region in regions}
    lost = [pair for pair in pairs if id(pair.region) not in kept]
    if lost:
        regions += [pair.small for pair in lost]
        regions = _shallow(_nested(_unshared(regions), together.merged()), deepest)
        kept = {id(region) for region in regions}
    regions = _unshared(_unchained(body, regions))
    if not regions:
        return None
    kept = {id(region) for region in regions}
    found = {pair.position: pair for pair in pairs if id(pair.region) in kept}
    turned = [pair for pair in rotated if id(pair[1]) in kept and _is_clear(pair[1], regions)]
    for _, loop in rotated:
        if all(loop is not other for _, other in turned):
            loop.start = max(loop.start, loop.label)
    regions = _heads_apart(regions)
    return _structure(body, every, regions, found, turned)


def _is_clear(loop: Region, regions: list[Region]) -> bool:
    """Make what lies in a rotated loop begin behind its head; return whether that can be done."""
    behind = loop.label + 1
    inside = [
        region
        for region in regions
        if region is not loop and loop.start <= region.start < behind and region.end <= loop.end
    ]
    if any(region.kind != "block" or region.branches[0] < behind for region in inside):
        return False
    for region in inside:
        region.start = behind
    return True


def _heads_apart(regions: list[Region]) -> list[Region]:
    """Leave out loops that share the label of a block and lie in a loop that begins right there."""
    tops = {region.label: region for region in regions if region.kind == "loop"}
    refused = {
        id(region)
        for region in regions
        if region.shared and (outer := tops.get(region.label + 1)) and outer.end >= region.end
    }
    return [region for region in regions if id(region) not in refused]


_CHAINED: Final = 5
"""So many blocks begin together at most that are left before the first of them ends.

More of them are a switch.
"""


def _unchained(body: Sequence[n.Node], regions: list[Region]) -> list[Region]:
    """Leave out the blocks of a switch: its cases are read under their labels."""
    together: dict[int, list[Region]] = {}
    for region in sorted(regions, key=lambda region: -region.end):
        opening = body[region.start]
        guarded = region.branches[0] == region.start and opening.guard is not None  # type: ignore[attr-defined]
        if region.kind == "block" and not guarded:
            together.setdefault(region.start, []).append(region)
    refused: set[int] = set()
    for blocks in together.values():
        first = min(block.end for block in blocks)
        cases = [block for block in blocks if block.branches[0] < first]
        if len(cases) > _CHAINED:
            refused.update(map(id, cases))
    return [region for region in regions if id(region) not in refused]


def _structure(
    body: Sequence[n.Node],
    every: list[Region],
    regions: list[Region],
    pairs: dict[int, TwoWay],
    rotated: list[tuple[Region, Region]],
) -> Structure:
    opening: dict[int, list[Region]] = {}
    for region in sorted(regions, key=lambda region: -region.end):
        opening.setdefault(region.start, []).append(region)
    branches = {index: region for region in regions for index in region.branches}
    branches.update((block.start, loop) for block, loop in rotated)
    labels = {region.label: region for region in regions if not region.shared}
    exposed = frozenset(
        region.label
        for region in every
        if region.label in labels and not branches.keys() >= {*region.branches}
    )
    entries = {block.label: loop for block, loop in rotated}
    elses = dict(_elses(body, opening, branches, pairs))
    for region in elses.values():
        opening[region.start].remove(region)
    return Structure(
        opening,
        branches,
        labels,
        exposed,
        pairs,
        {block.start: loop for block, loop in rotated},
        entries,
        elses,
    )


_PAIR: Final = 3
"""Two branches and a label."""


def _is_bare(body: Sequence[n.Node], index: int) -> bool:
    """Return whether a statement is a branch without a guard and without layout of its own."""
    node = body[index]
    return (
        _target(node) is not None
        and node.guard is None  # type: ignore[attr-defined]
        and node.before is None  # type: ignore[attr-defined]
        and node.within is None  # type: ignore[attr-defined]
    )


def _two_way(body: Sequence[n.Node], regions: list[Region]) -> list[TwoWay]:
    """Return the two-way branches of a body."""
    branches = {index: region for region in regions for index in region.branches}
    loops = {region.label for region in regions if region.kind == "loop"}
    found: list[TwoWay] = []
    for small in regions:
        at = small.label - 2
        if small.kind != "block" or small.label in loops or at < 0 or len(small.branches) != 1:
            continue
        over = small.branches[0] == at
        other = branches.get(at + 1 if over else at)
        if (
            other is None
            or other is small
            or (not over and small.branches[0] != at + 1)
            or body[at].guard is None  # type: ignore[attr-defined]
            or not _is_bare(body, at + 1)
            or body[small.label].before is not None  # type: ignore[attr-defined]
        ):
            continue
        found.append(TwoWay(at, small, other, over))
    return found


def _rotated(body: Sequence[n.Node], regions: list[Region]) -> list[tuple[Region, Region]]:
    """Return the loops that a branch right before them enters in their middle, with its block."""
    loops = {region.label: region for region in regions if region.kind == "loop"}
    found: list[tuple[Region, Region]] = []
    for block in regions:
        start = block.branches[0]
        loop = loops.get(start + 1)
        if (
            loop is None
            or block.kind != "block"
            or len(block.branches) > 1
            or block.label in loops
            or loop.shared
            or not loop.label < block.label < loop.end
            or body[start].guard is not None  # type: ignore[attr-defined]
            or body[loop.label].before is not None  # type: ignore[attr-defined]
        ):
            continue
        loop.start = start
        found.append((block, loop))
    return found


def _widen_to(region: Region, start: int, end: int) -> None:
    """Widen a region so that it holds a two-way branch whole."""
    if region.kind == "block":
        region.start = min(region.start, start)
    else:
        region.end = max(region.end, end)


def _elses(
    body: Sequence[n.Node],
    opening: dict[int, list[Region]],
    branches: dict[int, Region],
    pairs: dict[int, TwoWay],
) -> Iterator[tuple[int, Region]]:
    """Yield the blocks that open as an else, with the index of the branch before it."""
    loops = {
        region.label for regions in opening.values() for region in regions if region.kind == "loop"
    }
    for start, regions in opening.items():
        if len(regions) < 2 or regions[-1].kind != "block":  # noqa: PLR2004
            continue
        outer, inner = regions[-2:]
        jump = inner.label - 1
        first = pairs[start].region if start in pairs else branches.get(start)
        if (
            first is inner
            and len(inner.branches) == 1
            and branches.get(jump) is outer
            and outer.kind == "block"
            and min(outer.branches) == jump
            and jump > start + 1
            and inner.label not in loops
            and _is_bare(body, jump)
            and body[start].guard is not None  # type: ignore[attr-defined]
            and body[inner.label].before is None  # type: ignore[attr-defined]
        ):
            yield jump, outer


class _Spans:
    """Statements that stand together, in the order of the body, and which of them one is in."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self._spans = sorted(spans)
        self._starts = [start for start, _ in self._spans]

    def at(self, index: int) -> tuple[int, int] | None:
        """Return the span that a statement is in."""
        place = bisect_right(self._starts, index) - 1
        if place < 0 or index >= self._spans[place][1]:
            return None
        return self._spans[place]

    def merged(self) -> _Spans:
        """Return spans with those as one that follow each other without a statement between."""
        found: list[tuple[int, int]] = []
        for start, end in self._spans:
            if found and found[-1][1] == start:
                found[-1] = (found[-1][0], end)
            else:
                found.append((start, end))
        return _Spans(found)


def _is_whole(region: Region, spans: _Spans) -> bool:
    """Return whether label and branches lie all in the same span, or all in none."""
    found = {spans.at(index) for index in (region.label, *region.branches)}
    region.inside, *others = found
    return not others


def _regions(body: Sequence[n.Node]) -> list[Region]:
    places, taken = _labels(body)
    if not places:
        return []
    sources: dict[str, list[int]] = {}
    for index, statement in enumerate(body):
        target = _target(statement)
        if target is not None and target in places:
            sources.setdefault(target, []).append(index)
        else:
            taken.update(_mentioned(statement) & places.keys())
    regions: list[Region] = []
    for name, at in places.items():
        label = body[at]
        if name in taken or name not in sources or label.within is not None:  # type: ignore[attr-defined]
            continue
        regions += _regions_at(body, at, sources[name])
    return regions


def _labels(body: Sequence[n.Node]) -> tuple[dict[str, int], set[str]]:
    """Return where each label stands, and those that stand in several places."""
    places: dict[str, int] = {}
    doubled: set[str] = set()
    for index, statement in enumerate(body):
        if type(statement) is n.Label:
            if statement.name in places:
                doubled.add(statement.name)
            places[statement.name] = index
    return places, doubled


def _regions_at(body: Sequence[n.Node], label: int, sources: list[int]) -> Iterator[Region]:
    """Yield the block that ends with a label and the loop that begins with it, where they exist."""
    ahead = [index for index in sources if index < label]
    back = [index for index in sources if index > label]
    if back and _ends(body, label):
        back = []  # a common end to which others come back: no loop
    if ahead:
        yield Region("block", label, ahead[0], label + 1, ahead)
    if back:
        loop = Region("loop", label, label, back[-1] + 1, back)
        if ahead:
            loop.shared, loop.start = True, label + 1
        yield loop


def _ends(body: Sequence[n.Node], label: int) -> bool:
    """Return whether the function ends in the block that begins with a label."""
    for index in range(label + 1, len(body)):
        node = body[index]
        if type(node) is n.Label:
            return False
        if type(node) is n.Instruction and node.opcode in ("bra", "brx", "ret", "exit"):
            return node.opcode in ("ret", "exit") and node.guard is None
    return True


_PLAIN: Final = frozenset({n.Register, n.Literal})


def _mentioned(statement: n.Node) -> set[str]:
    """Return the symbols that a statement names otherwise than as the target of a branch."""
    kind = type(statement)
    if kind is n.Label or kind is n.Location:
        return set()
    roots: Iterable[n.Node] = (statement,)
    if kind is n.Instruction:
        roots = [
            operand
            for operand in statement.operands  # type: ignore[attr-defined]
            if type(operand) not in _PLAIN
        ]
    return {node.name for root in roots for node in walk(root) if type(node) is n.Symbol}


def _target(statement: n.Node) -> str | None:
    """Return the label to which a statement branches, if it is a plain branch."""
    if type(statement) is not n.Instruction or statement.opcode != "bra":
        return None
    if statement.modifiers not in ((), (".uni",)) or len(statement.operands) != 1:
        return None
    (target,) = statement.operands
    return target.name if type(target) is n.Symbol else None


def _unshared(regions: list[Region]) -> list[Region]:
    """Return regions, of which a loop has its own label where the block before it is left out."""
    blocks = {region.label for region in regions if region.kind == "block"}
    for region in regions:
        if region.shared and region.label not in blocks:
            region.shared, region.start = False, region.label
    return regions


def _nested(regions: list[Region], spans: _Spans) -> list[Region]:
    """Widen regions until they nest; those that cannot are left out.

    A body of which they do not come to an end in many rounds is left as it is.
    """
    for _ in range(_ROUNDS):
        regions.sort(key=lambda region: (region.start, -region.end))
        refused: set[int] = set()
        changed = _widen_around(spans, regions, refused)
        changed |= _widen_around_each_other(regions, refused)
        kept = [region for region in regions if id(region) not in refused]
        regions = _unshared(kept)
        if not changed:
            return regions
    return []


def _widen_around(spans: _Spans, regions: list[Region], refused: set[int]) -> bool:
    """Widen regions that cross statements that stand together; return whether there are any.

    The identities of those that cannot be widened are added to `refused`.
    """
    changed = False
    for region in regions:
        if region.inside is not None:
            if region.start < region.inside[0] or region.end > region.inside[1]:
                refused.add(id(region))
                changed = True
            continue
        for point in (region.start, region.end):
            span = spans.at(point)
            if span is not None and span[0] < point:
                if not _fit(region, *span):
                    refused.add(id(region))
                changed = True
    return changed


def _widen_around_each_other(regions: list[Region], refused: set[int]) -> bool:
    """Widen regions that cross others; return whether there are any; `refused` is as above."""
    changed = False
    active: list[Region] = []
    for region in regions:
        if id(region) in refused:
            continue
        active = [other for other in active if other.end > region.start]
        for other in active:
            if other.start < region.start < other.end < region.end:
                changed = True
                if region.kind == "block":
                    region.start = other.start
                elif other.kind == "loop":
                    other.end = region.end
                else:  # a block that ends inside a loop: the loop is entered from outside
                    refused.add(id(other))
        active.append(region)
    return changed


def _fit(region: Region, start: int, end: int) -> bool:
    """Widen a region around statements that stand together; return whether it can be."""
    if region.kind == "block" and start < region.start < end:
        region.start = start
        return True
    if region.kind == "loop" and region.start <= start:
        region.end = end
        return True
    return False


def _shallow(regions: list[Region], most: int) -> list[Region]:
    """Leave out the outermost of regions that nest too deep."""
    while True:
        stack: list[Region] = []
        outermost: set[int] = set()
        for region in sorted(regions, key=lambda region: (region.start, -region.end)):
            while stack and stack[-1].end <= region.start:
                stack.pop()
            stack.append(region)
            if len(stack) > most:
                outermost.add(id(stack.pop(0)))
        if not outermost:
            return regions
        regions = _unshared([region for region in regions if id(region) not in outermost])
