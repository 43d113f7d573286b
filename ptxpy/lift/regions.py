"""Regions of a body: blocks that forward branches leave, loops that backward branches go round.

Blocks may begin earlier than their first branch, and loops may end later than their last, so that
all nest; those that cannot nest are left out. No statement is moved.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Final, TypeAlias

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.ir import walk
from ptxpy.isa import BRANCHES, DIRECT_BRANCHES, INDEXED_BRANCHES, RETURNS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_ENDING: Final = BRANCHES | RETURNS
"""Opcodes that end a block for the compilers that number blocks; a trap does not."""

__all__ = [
    "MOST_BLOCKS",
    "Key",
    "Region",
    "Spans",
    "Structure",
    "Switch",
    "TwoWay",
    "is_whole",
    "labels_of",
    "nested",
    "regions_of",
    "shallow",
    "target_of",
    "unshared",
]

Key: TypeAlias = int | str
"""A case: a number that the register is equal to, or words for all else."""
MOST_BLOCKS: Final = 4
"""More blocks within each other, loops aside, are hard to follow: some are written as branches."""

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
        """The span of statements that stay together around the whole region, if there is one."""
        self.shared = False
        """Whether the label of a loop is also that of a block that ends there."""


class Spans:
    """Statements that stay together, in the order of the body; finds the span of a statement."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self._spans = sorted(spans)
        self._starts = [start for start, _ in self._spans]

    def at(self, index: int) -> tuple[int, int] | None:
        """Return the span that a statement is in."""
        place = bisect_right(self._starts, index) - 1
        if place < 0 or index >= self._spans[place][1]:
            return None
        return self._spans[place]

    def merged(self) -> Spans:
        """Return spans with those as one that follow each other without a statement between."""
        found: list[tuple[int, int]] = []
        for start, end in self._spans:
            if found and found[-1][1] == start:
                found[-1] = (found[-1][0], end)
            else:
                found.append((start, end))
        return Spans(found)


def is_whole(region: Region, spans: Spans) -> bool:
    """Return whether label and branches are all in the same span, or all in none."""
    found = {spans.at(index) for index in (region.label, *region.branches)}
    region.inside, *others = found
    return not others


def regions_of(body: Sequence[n.Node]) -> list[Region]:
    """Return the blocks and loops of a body, whether they nest or not."""
    places, taken = labels_of(body)
    if not places:
        return []
    sources: dict[str, list[int]] = {}
    for index, statement in enumerate(body):
        target = target_of(statement)
        if target is not None and target in places:
            sources.setdefault(target, []).append(index)
        else:
            # A label that anything else names, a list of targets say, keeps its name.
            taken.update(_mentioned(statement) & places.keys())
    regions: list[Region] = []
    tries = _MOST_TRIES
    for name, at in places.items():
        label = body[at]
        if name in taken or name not in sources or label.within is not None:  # type: ignore[attr-defined]
            continue
        for region in _regions_at(body, places, at, sources[name]):
            if (
                region.kind == "loop"
                and tries
                and _is_entered_elsewhere(body, places, sources, region)
            ):
                tries -= 1
                if not _has_latch(body, places, region):
                    continue
            regions.append(region)
    return regions


def labels_of(body: Sequence[n.Node]) -> tuple[dict[str, int], set[str]]:
    """Return the position of each label, and the labels that have several."""
    places: dict[str, int] = {}
    doubled: set[str] = set()
    for index, statement in enumerate(body):
        if type(statement) is n.Label:
            if statement.name in places:
                doubled.add(statement.name)
            places[statement.name] = index
    return places, doubled


def _regions_at(
    body: Sequence[n.Node], places: Mapping[str, int], label: int, sources: list[int]
) -> Iterator[Region]:
    """Yield the block that ends with a label and the loop that begins with it, if they exist."""
    ahead = [index for index in sources if index < label]
    back = [index for index in sources if index > label]
    if back and _ends(body, places, label):
        back = []  # a common end to which others come back: no loop
    if ahead:
        yield Region("block", label, ahead[0], label + 1, ahead)
    if back:
        loop = Region("loop", label, label, back[-1] + 1, back)
        if ahead:
            # The block that ends there takes the label, and the loop begins behind it.
            loop.shared, loop.start = True, label + 1
        yield loop


_MOST_TRIES: Final = 64
"""A body with more loops that may be none has them all as loops."""


def _is_entered_elsewhere(
    body: Sequence[n.Node],
    places: Mapping[str, int],
    sources: Mapping[str, list[int]],
    loop: Region,
) -> bool:
    """Return whether a loop is entered at statements inside it to which it does not come round."""
    if loop.shared or not loop.label or not _is_left(body[loop.label - 1]):
        return False
    for name, at in places.items():
        if not loop.label < at < loop.end or not _is_left(body[at - 1]):
            continue
        here = sources.get(name, ())
        is_entered = any(not loop.label <= index < loop.end for index in here)
        if is_entered and not any(loop.label < index < at for index in here):
            return True
    return False


def _has_latch(body: Sequence[n.Node], places: Mapping[str, int], loop: Region) -> bool:
    """Return whether the label of a loop dominates one of the branches to it.

    Otherwise they lead to statements that only happen to precede them: those of a case, say.
    """
    left = {*loop.branches}
    seen = {loop.label, 0}
    pending = [0]
    while pending and left:
        start = pending.pop()
        for index in range(start, len(body)):
            node = body[index]
            if type(node) is n.Label and index != start:
                if index in seen:
                    break
                seen.add(index)
            left.discard(index)
            found: list[str | None] = [target_of(node)]
            if type(node) is n.Instruction and node.opcode in INDEXED_BRANCHES:
                found = [*places]
            targets = {places.get(name or "", -1) for name in found} - seen - {-1}
            seen |= targets
            pending += targets
            if _is_left(node):
                break
    return bool(left)


def _is_left(node: n.Node) -> bool:
    """Return whether control never goes on behind a statement."""
    return type(node) is n.Instruction and node.opcode in _ENDING and node.guard is None


_LONGEST_END: Final = 200
"""The most statements that are followed from a label to where the function ends."""


def _ends(body: Sequence[n.Node], places: Mapping[str, int], label: int) -> bool:
    """Return whether every thread that comes to a label goes on to the end of the function."""
    index = label
    for _ in range(_LONGEST_END):
        index += 1
        if index >= len(body):
            return True
        node = body[index]
        if type(node) is not n.Instruction or node.opcode not in _ENDING:
            continue
        if node.guard is not None:
            return False
        if node.opcode in RETURNS:
            return True
        # Only forward: what leads back may come here again.
        target = places.get(target_of(node) or "", -1)
        if target < index:
            return False
        index = target
    return False


_PLAIN: Final = frozenset({n.Register, n.Literal})
_NOTHING: Final = frozenset[str]()


def _mentioned(statement: n.Node) -> set[str] | frozenset[str]:
    """Return the symbols that a statement names otherwise than as the target of a branch."""
    kind = type(statement)
    if kind is n.Label:
        return _NOTHING
    if kind is n.Location:
        # A position of inlined code refers to the label of a function's name.
        inlined = statement.inlined  # type: ignore[attr-defined]
        return _NOTHING if inlined is None else {inlined.function.name}
    roots: Iterable[n.Node] = (statement,)
    if kind is n.Instruction:
        roots = [
            operand
            for operand in statement.operands  # type: ignore[attr-defined]
            if type(operand) not in _PLAIN
        ]
        if not roots:
            return _NOTHING
    return {node.name for root in roots for node in walk(root) if type(node) is n.Symbol}


def target_of(statement: n.Node) -> str | None:
    """Return the label to which a statement branches, if it is a plain branch."""
    if type(statement) is not n.Instruction or statement.opcode not in DIRECT_BRANCHES:
        return None
    if statement.modifiers not in ((), (".uni",)) or len(statement.operands) != 1:
        return None
    (target,) = statement.operands
    return target.name if type(target) is n.Symbol else None


def unshared(regions: list[Region]) -> list[Region]:
    """Return regions, of which a loop has its own label where the block before it is left out."""
    blocks = {region.label for region in regions if region.kind == "block"}
    for region in regions:
        if region.shared and region.label not in blocks:
            region.shared, region.start = False, region.label
    return regions


def nested(regions: list[Region], spans: Spans) -> list[Region]:
    """Widen regions until they nest; those that cannot are left out.

    A body of which they do not come to an end in many rounds is left as it is.
    """
    for _ in range(_ROUNDS):
        # Of regions that begin together the longest comes first, so that the others are inside it.
        regions.sort(key=lambda region: (region.start, -region.end))
        refused: set[int] = set()
        changed = _widen_around(spans, regions, refused)
        changed |= _widen_around_each_other(regions, refused)
        kept = [region for region in regions if id(region) not in refused]
        regions = unshared(kept)
        if not changed:
            return regions
    return []


def _widen_around(spans: Spans, regions: list[Region], refused: set[int]) -> bool:
    """Widen regions that cross statements that stay together; return whether there are any.

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
    # The regions that are open, that which ends first at the end: those that cross the next are
    # found without looking at all that it is in.
    active: list[Region] = []
    for region in regions:
        if id(region) in refused:
            continue
        while active and active[-1].end <= region.start:
            active.pop()
        first = len(active)
        while first and active[first - 1].end < region.end:
            first -= 1
        inner = active[first:]
        for other in inner:
            if other.start < region.start:
                changed = True
                if region.kind == "block":
                    # A block may open earlier: the branches that leave it are the same.
                    region.start = other.start
                elif other.kind == "loop":
                    # A loop may close later: without a branch back, the device leaves it all the
                    # same.
                    other.end = region.end
                else:  # a block that ends inside a loop: the loop is entered from outside
                    refused.add(id(other))
        active[first:] = sorted([*inner, region], key=lambda each: -each.end)
    return changed


def _fit(region: Region, start: int, end: int) -> bool:
    """Widen a region around statements that stay together; return whether it can be."""
    if region.kind == "block" and start < region.start < end:
        region.start = start
        return True
    if region.kind == "loop" and region.start <= start:
        region.end = end
        return True
    return False


def shallow(regions: list[Region], most: int) -> list[Region]:
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
        regions = unshared([region for region in regions if id(region) not in outermost])


class Switch(NamedTuple):
    """A compare tree or a jump table."""

    position: int
    """The statement before which the table is written."""
    start: int
    """The statement at which the switch begins: a list of targets may be far before it."""
    end: int
    """Behind the last label that is placed under its key."""
    table: dict[Key, str]
    """The label of each key."""
    branches: dict[int, Key]
    """The keys of branches into the table, by the index of the branch."""
    labels: dict[int, Key]
    """The key under which a label is placed, by its index."""
    leave: int
    """The label to which the cases lead in the end, or -1."""
    listed: int
    """The list of targets, or -1."""


class TwoWay(NamedTuple):
    """A guarded branch and the plain one behind it, of which one leads to the label behind both."""

    position: int
    """The index of the guarded branch."""
    small: Region
    """The block that holds the branch to the label behind, and no more."""
    region: Region
    """The region that the other branch leaves or goes round."""
    over: bool
    """Whether the guarded branch is the one that leads to the label behind."""


class Structure(NamedTuple):
    """The regions of a body."""

    opening: dict[int, list[Region]]
    """The regions that begin before a statement, the outermost first."""
    branches: dict[int, Region]
    """The region that a branch leaves or goes round."""
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
    """The block that opens as an else, by the index of the branch to its end before it.

    An else that ends where a block around it does is a region of the kind ``else``, up to the
    label.
    """
    switches: dict[int, list[Switch]]
    """The switches whose table is written before a statement."""
