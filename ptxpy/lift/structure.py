"""Structured control flow: the branches of a body that can be written as blocks and loops.

A branch forward to a label leaves a *block* that ends there; a branch backward goes round a *loop*
that begins there. Blocks may begin earlier than their first branch, and loops may end later than
their last, so that all nest; a branch whose region cannot nest stays one, with its label. No
statement is moved.

Two branches in a row, of which the first is guarded and one leads to the label right behind them,
are one *two-way* branch. A block whose last statement leaves another one that opens with it is
followed by an *else*.

The labels of a switch have keys in a table, and are no ends of blocks. Where more blocks would nest
than are read without effort, the outermost become branches and labels.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

from ptxpy.ir import nodes as n
from ptxpy.lift.regions import (
    MOST_BLOCKS,
    Region,
    Spans,
    Structure,
    TwoWay,
    is_whole,
    labels_of,
    nested,
    regions_of,
    shallow,
    target_of,
    unshared,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ptxpy.lift.regions import Switch

__all__ = ["DEEPEST", "Region", "Structure", "TwoWay", "structure_of"]

DEEPEST = 14
"""Regions nest no deeper: CPython allows 20 blocks, and scopes and functions need some."""

_MAX_REGIONS = 600
"""A body with more regions keeps only those that span few statements."""
_SHORT = 300


def structure_of(
    body: Sequence[n.Node], spans: Iterable[tuple[int, int]] = (), deepest: int = DEEPEST
) -> Structure | None:
    """Return the structure of a body, or None when there is none.

    Args:
        body: The statements of a function or scope.
        spans: Statements that stay together and are not to be entered or left: inline assembly.
        deepest: How deep regions may nest.
    """
    # Where the richer forms cannot be opened and closed in order, plain blocks and loops are tried.
    for plain in (False, True):
        found = _found(body, spans, min(deepest, DEEPEST), plain=plain)
        if found is None or is_sound(found, body):
            return found
    return None


def _found(
    body: Sequence[n.Node], spans: Iterable[tuple[int, int]], deepest: int, *, plain: bool
) -> Structure | None:
    """Return the structure of a body; a plain one has blocks and loops, each with its own label."""
    if deepest < 1:
        return None
    together = Spans(spans)
    regions = _chosen(regions_of(body), together, plain=plain)
    switches = [] if plain else _switches(body, regions, together)
    dropped: set[int] = set()
    while True:
        if switches:
            from ptxpy.lift.switches import make_room  # noqa: PLC0415 - seldom needed

            regions = unshared(make_room(regions, switches))
        found = _nested(body, regions, together, deepest, plain=plain)
        if found is None:
            if not switches:
                return None
            found = _structure(body, [], ({}, []), plain=plain)
        for switch in switches:
            found.switches.setdefault(switch.position, []).append(switch)
        blocks = [each for each in chain(*found.opening.values()) if each.kind != "loop"]
        surplus: set[int] = set()
        if len(blocks) + len(found.elses) > MOST_BLOCKS:
            from ptxpy.lift.block_depth import surplus_blocks  # noqa: PLC0415 - seldom needed

            surplus = surplus_blocks(found)
        if surplus <= dropped:
            # An else that ends with the block around it has two blocks within each other.
            if not plain and len(blocks) > 1:
                from ptxpy.lift.joined_elses import joined_elses  # noqa: PLC0415 - seldom needed

                found.elses.update([*joined_elses(body, found)])
            return found
        dropped |= surplus
        regions = [
            region
            for region in _chosen(regions_of(body), together, plain=plain)
            if region.kind == "loop" or region.label not in dropped
        ]
        unshared(regions)


_FEWEST_LABELS: Final = 3
"""Comparisons that lead to fewer labels are no switch."""


def _switches(body: Sequence[n.Node], regions: list[Region], together: Spans) -> list[Switch]:
    """Return the switches of a body of which no part is to stay together with other statements."""
    tables = any(type(node) is n.TargetList for node in body)
    if not tables and sum(region.kind == "block" for region in regions) < _FEWEST_LABELS:
        return []
    from ptxpy.lift.switches import switches_of  # noqa: PLC0415 - seldom needed

    places, doubled = labels_of(body)
    for name in doubled:
        del places[name]
    return [
        switch
        for switch in switches_of(body, places, regions)
        if all(
            together.at(index) is None
            for index in (switch.position, *switch.labels, *switch.branches)
        )
    ]


def _nested(
    body: Sequence[n.Node],
    regions: list[Region],
    together: Spans,
    deepest: int,
    *,
    plain: bool,
) -> Structure | None:
    """Return the structure of regions of a body, or None without any."""
    if not regions:
        return None
    pairs = [] if plain else _two_way(body, regions)
    small = {id(pair.small) for pair in pairs}
    # The region of a two-way branch holds both its branches, or its `with` would open between them.
    for pair in pairs:
        if pair.region.kind == "block":
            pair.region.start = min(pair.region.start, pair.position)
        else:
            pair.region.end = max(pair.region.end, pair.position + _PAIR)
    rotated = [] if plain else _rotated(body, regions)
    small.update(id(block) for block, _ in rotated)
    wide = [region for region in regions if id(region) not in small]
    regions = shallow(nested(unshared(wide), together.merged()), deepest)
    kept = {id(region) for region in regions}
    lost = [pair for pair in pairs if id(pair.region) not in kept]
    # The small block of a pair that is lost is an ordinary block again.
    if lost:
        regions += [pair.small for pair in lost]
        regions = shallow(nested(unshared(regions), together.merged()), deepest)
    regions = _heads_apart(unshared(_unchained(body, regions)))
    if not regions:
        return None
    kept = {id(region) for region in regions}
    found = {pair.position: pair for pair in pairs if id(pair.region) in kept}
    begun: dict[int, list[Region]] = {}
    for region in regions:
        begun.setdefault(region.start, []).append(region)
    turned = [pair for pair in rotated if id(pair[1]) in kept and _is_clear(pair[1], begun)]
    # A loop that cannot be entered in its middle begins with its label after all.
    for _, loop in rotated:
        if all(loop is not other for _, other in turned):
            loop.start = max(loop.start, loop.label)
    for loop in regions:
        if loop.kind == "loop" and not loop.shared:
            _is_clear(loop, begun)
    return _structure(body, regions, (found, turned), plain=plain)


def _chosen(every: list[Region], together: Spans, *, plain: bool) -> list[Region]:
    """Return the regions that are tried."""
    regions = [region for region in every if is_whole(region, together)]
    if len(regions) > _MAX_REGIONS:
        regions = [region for region in regions if region.end - region.start <= _SHORT]
    return [region for region in regions if not (plain and region.shared)]


def is_sound(structure: Structure, body: Sequence[n.Node]) -> bool:
    """Return whether the regions of a structure can be opened and closed in their order."""
    stack: list[Region] = []
    events = {*structure.opening, *structure.branches, *structure.labels, *structure.elses}
    events.update(region.end for regions in structure.opening.values() for region in regions)
    return len(body) > 0 and all(_passes(structure, at, stack) for at in sorted(events))


def _passes(structure: Structure, position: int, stack: list[Region]) -> bool:
    """Open, leave and close the regions of a statement; return whether that can be done."""
    while any(region.end <= position for region in stack):
        if stack.pop().end > position:
            return False
    opened = structure.opening.get(position, ())
    # The head of a loop is its label; blocks are opened before.
    heads = [region for region in opened if region.kind == "loop" and not region.shared]
    for region in sorted(opened, key=lambda region: region in heads):
        # A region ends before the one around it does.
        if stack and region.end > stack[-1].end:
            return False
        stack.append(region)
    jump = structure.elses.get(position)
    left = structure.branches.get(position)
    ending = structure.labels.get(position)
    if jump is not None:
        closed = stack.pop() if stack else None
        stack.append(jump)
        return closed is structure.labels[position + 1]
    if ending is not None and ending.kind == "block" and position - 1 not in structure.elses:
        return bool(stack) and stack.pop() is ending
    return left is None or left in stack


def _is_clear(loop: Region, begun: dict[int, list[Region]]) -> bool:
    """Make the regions in a loop begin behind its head; return whether that can be done."""
    behind = loop.label + 1
    inside = [
        region
        for start in range(loop.start, behind)
        for region in begun.get(start, ())
        if region is not loop and region.end <= loop.end and region.start < behind
    ]
    # A loop, or a block that is left before the head, cannot begin later.
    if any(region.kind != "block" or region.branches[0] < behind for region in inside):
        return False
    for region in inside:
        region.start = behind
        begun.setdefault(behind, []).append(region)
    return True


def _heads_apart(regions: list[Region]) -> list[Region]:
    """Leave out loops that share the label of a block and are in a loop that begins there."""
    begun: dict[int, int] = {}
    for region in regions:
        if region.kind == "loop" and not region.shared:
            begun[region.start] = max(begun.get(region.start, 0), region.end)
    refused = {
        id(region)
        for region in regions
        if region.shared and begun.get(region.start, 0) >= region.end
    }
    return [region for region in regions if id(region) not in refused]


_CHAINED: Final = 5
"""Most blocks to begin at one statement and be left before the first ends; more are a switch."""


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
    regions: list[Region],
    found: tuple[dict[int, TwoWay], list[tuple[Region, Region]]],
    *,
    plain: bool,
) -> Structure:
    pairs, rotated = found
    opening: dict[int, list[Region]] = {}
    for region in sorted(regions, key=lambda region: -region.end):
        opening.setdefault(region.start, []).append(region)
    branches = {index: region for region in regions for index in region.branches}
    branches.update((block.start, loop) for block, loop in rotated)
    labels = {region.label: region for region in regions if not region.shared}
    entries = {block.label: loop for block, loop in rotated}
    elses = {} if plain else dict(_elses(body, opening, branches, pairs))
    for region in elses.values():
        opening[region.start].remove(region)
    written = {*branches, *pairs, *(position + 1 for position in pairs)}
    return Structure(
        opening,
        branches,
        labels,
        _exposed(body, written),
        pairs,
        {block.start: loop for block, loop in rotated},
        entries,
        elses,
        {},
    )


_PAIR: Final = 3
"""Two branches and a label."""


def _exposed(body: Sequence[n.Node], written: set[int]) -> frozenset[int]:
    """Return the labels to which a branch leads that is not among those written with a region."""
    targets = {target_of(node) for index, node in enumerate(body) if index not in written}
    return frozenset(
        index for index, node in enumerate(body) if type(node) is n.Label and node.name in targets
    )


def _is_bare(body: Sequence[n.Node], index: int) -> bool:
    """Return whether a statement is a branch without a guard and without layout of its own."""
    node = body[index]
    return (
        target_of(node) is not None
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
        # The branch before the loop is written as a part of its head.
        loop.start = start
        found.append((block, loop))
    return found


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
            and body[jump].guard is None  # type: ignore[attr-defined]
            and body[start].guard is not None  # type: ignore[attr-defined]
            and body[inner.label].before is None  # type: ignore[attr-defined]
        ):
            yield jump, outer
