"""Regions nest, lead where their branches go, and come back: for any labels and branches."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import ptxpy
from ptxpy.ir import nodes as n
from ptxpy.lift.structure import DEEPEST, Region, Structure, structure_of

HEAD = """\
.version 8.0
.target sm_90a
.address_size 64

.visible .entry k(
    .param .u64 out
)
{
    .reg .pred %p<4>;
    .reg .b32 %r<4>;
"""

NAMES = [f"$L__BB0_{number}" for number in (1, 2, 3, 5, 8)] + ["done", "$L__BB0_03"]
GUARD = n.Guard(n.Register("%p1"), negated=False)
PLAIN = n.Instruction(None, "mov", (".u32",), (n.Register("%r1"), n.Literal("7")))

LABELS = st.sampled_from(NAMES).map(n.Label)
BRANCHES = st.builds(
    n.Instruction,
    st.sampled_from([None, GUARD, GUARD.replace(negated=True)]),
    st.just("bra"),
    st.sampled_from([(), (".uni",)]),
    st.sampled_from(NAMES).map(lambda name: (n.Symbol(name),)),
)
MENTIONS = st.sampled_from(NAMES).map(
    lambda name: n.TargetList("table", ".branchtargets", (n.Symbol(name),))
)
STATEMENTS = st.one_of(LABELS, BRANCHES, BRANCHES, LABELS, st.just(PLAIN))
BODIES: st.SearchStrategy[list[n.Node]] = st.lists(
    st.one_of(STATEMENTS, STATEMENTS, STATEMENTS, MENTIONS), max_size=24
)


def deep(count: int) -> list[n.Node]:
    """Return loops in loops, to which the branches go in order or in reverse."""
    names = [f"L{number}" for number in range(count)]
    tops = [n.Label(name) for name in names]
    return [*tops, *[branch(name) for name in reversed(names)]]


def branch(name: str) -> n.Instruction:
    """Return a branch under a guard."""
    return n.Instruction(GUARD, "bra", (), (n.Symbol(name),))


def regions_of(structure: Structure) -> list[Region]:
    """Return all regions, the outer before the inner."""
    return [
        region for position in sorted(structure.opening) for region in structure.opening[position]
    ]


def target(statement: n.Node) -> str:
    """Return where a branch goes."""
    assert isinstance(statement, n.Instruction)
    (operand,) = statement.operands
    assert isinstance(operand, n.Symbol)
    return operand.name


def check_nesting(regions: list[Region], count: int) -> None:
    """Regions lie in the body, and of two one contains the other or they are apart."""
    for region in regions:
        assert 0 <= region.start < region.end <= count
    for one, other in combinations(regions, 2):
        apart = one.end <= other.start or other.end <= one.start
        inside = one.start <= other.start and other.end <= one.end
        around = other.start <= one.start and one.end <= other.end
        assert apart or inside or around
    for index in range(count):
        assert sum(region.start <= index < region.end for region in regions) <= DEEPEST


def check_ends(structure: Structure, body: list[n.Node]) -> None:
    """A block ends with its label, and a loop begins with it."""
    for region in regions_of(structure):
        assert isinstance(body[region.label], n.Label)
        if region.kind == "block":
            assert region.end == region.label + 1
            assert not region.shared
        else:
            assert region.kind == "loop"
            assert region.start == region.label + region.shared
        if region.shared:
            assert structure.labels[region.label].kind == "block"
        else:
            assert structure.labels[region.label] is region


def check_branches(structure: Structure, body: list[n.Node]) -> None:
    """Branches lie in their regions, and go to the labels of these."""
    for index, region in structure.branches.items():
        assert index in region.branches
        assert target(body[index]) == body[region.label].name  # type: ignore[attr-defined]
        assert region.start <= index < region.end
        assert (index < region.label) is (region.kind == "block")
    for region in regions_of(structure):
        assert region.branches
        assert all(structure.branches[index] is region for index in region.branches)


@given(BODIES)
def test_structure_of_any_body(body: list[n.Node]) -> None:
    """The regions fit each other and the body."""
    structure = structure_of(body)
    if structure is None:
        return
    regions = regions_of(structure)
    assert regions
    check_nesting(regions, len(body))
    check_ends(structure, body)
    check_branches(structure, body)


@given(BODIES)
def test_labels_that_are_mentioned_stay(body: list[n.Node]) -> None:
    """A label in a branch table, or one that stands twice, is no region's."""
    structure = structure_of(body)
    if structure is None:
        return
    names = [node.name for node in body if isinstance(node, n.Label)]
    tables = [node for node in body if isinstance(node, n.TargetList)]
    mentioned = {operand.name for node in tables for operand in node.targets}  # type: ignore[union-attr]
    for region in regions_of(structure):
        name = body[region.label].name  # type: ignore[attr-defined]
        assert names.count(name) == 1
        assert name not in mentioned


@given(BODIES)
def test_structure_is_determined(body: list[n.Node]) -> None:
    """The same body has the same structure."""
    first, second = structure_of(body), structure_of([*body])
    assert (first is None) is (second is None)
    if first is not None and second is not None:
        assert [*shapes(first)] == [*shapes(second)]


def shapes(structure: Structure) -> Iterator[tuple[object, ...]]:
    """Yield what regions consist of."""
    for region in regions_of(structure):
        yield region.kind, region.label, region.start, region.end, region.shared, region.branches


@given(BODIES, st.integers(0, 24), st.integers(1, 8))
@example([n.Label("top"), branch("top")], 0, 1)
def test_spans_are_not_torn(body: list[n.Node], start: int, length: int) -> None:
    """A region is inside a span or outside it, with its label and all its branches."""
    span = range(start, start + length)
    if span.stop >= len(body):
        return
    structure = structure_of(body, [(span.start, span.stop)])
    if structure is None:
        return
    regions = regions_of(structure)
    check_nesting(regions, len(body))
    check_branches(structure, body)
    for region in regions:
        points = [region.label, *region.branches]
        if any(index in span for index in points):
            assert all(index in span for index in points)
            assert span.start <= region.start
            assert region.end <= span.stop
        else:
            apart = region.end <= span.start or span.stop <= region.start
            assert apart or (region.start <= span.start and span.stop <= region.end)


@given(BODIES)
@example([branch("in"), n.Label("top"), n.Label("in"), branch("in"), branch("top")])
def test_a_branch_that_stays_exposes_the_label_of_a_region(body: list[n.Node]) -> None:
    """The number of such a label follows from what stands before it; a branch names a fixed one."""
    structure = structure_of(body)
    if structure is None:
        return
    exposed = structure.exposed
    named = {
        body[region.label].name  # type: ignore[attr-defined]
        for region in regions_of(structure)
        if region.label not in exposed
    }
    for index, statement in enumerate(body):
        if isinstance(statement, n.Instruction) and statement.opcode == "bra":
            assert index in structure.branches or target(statement) not in named


@given(BODIES)
def test_any_body_comes_back(body: list[n.Node]) -> None:
    """Regions are written as Python that emits the very same labels and branches."""
    function = ptxpy.parse(HEAD + "}\n").functions[0]
    assert function.body is not None
    head = ptxpy.parse(HEAD + "}\n")
    full = function.replace(body=(*function.body, *body))
    module = head.replace(body=(*head.body[:-1], full))
    source = ptxpy.emit_bytes(module)
    assert ptxpy.prove(source, roll=False).module.functions[0].body is not None


# --------------------------------------------------------------------------- examples


@pytest.mark.parametrize("count", [1, DEEPEST, DEEPEST + 1, 3 * DEEPEST])
def test_what_nests_too_deep_is_left_out_from_the_outside(count: int) -> None:
    """The innermost loops stay."""
    structure = structure_of(deep(count))
    assert structure is not None
    kept = [region.label for region in regions_of(structure)]
    assert kept == [*range(count)][-DEEPEST:]


def test_nothing_has_no_structure() -> None:
    """Neither have bodies of which no label can be a region's."""
    assert structure_of([]) is None
    assert structure_of([PLAIN, branch("elsewhere")]) is None
    assert structure_of([n.Label("unused"), PLAIN]) is None
    assert structure_of([branch("twice"), n.Label("twice"), n.Label("twice")]) is None


def test_a_loop_that_is_entered_in_its_middle() -> None:
    """The block that would end inside the loop stays a branch and a label."""
    body = [branch("in"), n.Label("top"), PLAIN, n.Label("in"), PLAIN, branch("top")]
    structure = structure_of(body)
    assert structure is not None
    assert [(region.kind, region.label) for region in regions_of(structure)] == [("loop", 1)]
    assert [*structure.branches] == [5]


def test_a_label_that_ends_a_block_and_begins_a_loop() -> None:
    """Both have it; the block is what writes it."""
    body = [branch("both"), PLAIN, n.Label("both"), PLAIN, branch("both")]
    structure = structure_of(body)
    assert structure is not None
    block, loop = regions_of(structure)
    assert (block.kind, block.start, block.end, block.shared) == ("block", 0, 3, False)
    assert (loop.kind, loop.start, loop.end, loop.shared) == ("loop", 3, 5, True)
    assert structure.labels == {2: block}


def test_crossing_blocks_are_widened() -> None:
    """The later one begins where the earlier begins."""
    body = [PLAIN, branch("one"), branch("two"), n.Label("one"), PLAIN, n.Label("two")]
    structure = structure_of(body)
    assert structure is not None
    found = [(region.start, region.end) for region in regions_of(structure)]
    assert found == [(1, 6), (1, 4)]
