"""Loops and facts along paths, on graphs of any shape, against naive references."""

from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from ptxpy.analysis import solve_backward, solve_forward
from ptxpy.analysis.control_flow import ControlFlowGraph
from ptxpy.analysis.loops import loops
from tests.analysis.support import graph_of

SIZE = 8
SUCCESSORS = st.lists(st.integers(0, SIZE - 1), max_size=3)
GRAPHS = st.lists(SUCCESSORS, min_size=SIZE, max_size=SIZE).map(graph_of)
FACTS = st.lists(st.integers(0, 15), min_size=SIZE, max_size=SIZE)


def preorder(graph: ControlFlowGraph) -> list[int]:
    """Return the reachable blocks as a depth-first search finds them."""
    found: list[int] = []

    def visit(block: int) -> None:
        found.append(block)
        for target in graph.blocks[block].successors:
            if target not in found:
                visit(target)

    visit(0)
    return found


def reachable(edges: set[tuple[int, int]], start: int) -> set[int]:
    """Return the blocks that paths of at least one edge lead to."""
    found: set[int] = set()
    waiting = [start]
    while waiting:
        block = waiting.pop()
        for source, target in edges:
            if source == block and target not in found:
                found.add(target)
                waiting.append(target)
    return found


def naive_loops(edges: set[tuple[int, int]], order: list[int]) -> list[tuple[int, frozenset[int]]]:
    """Return headers and blocks of all loops: cycles without their headers, again and again."""
    found: list[tuple[int, frozenset[int]]] = []
    inside = {block for edge in edges for block in edge}
    while inside:
        first = min(inside, key=order.index)
        ahead = reachable(edges, first)
        component = {block for block in ahead if first in reachable(edges, block)}
        inside -= component or {first}
        if component:
            header = min(component, key=order.index)
            found.append((header, frozenset(component)))
            within = {(a, b) for a, b in edges if a in component and b in component}
            found += naive_loops({(a, b) for a, b in within if b != header}, order)
    return found


@given(GRAPHS)
def test_loops_are_nested_cycles(graph: ControlFlowGraph) -> None:
    """Headers, depths and entries are those of strongly connected components in each other."""
    order = preorder(graph)
    edges = {(a, b) for a in order for b in graph.blocks[a].successors}
    expected = naive_loops(edges, order)
    found = loops(graph)
    assert {to for _, to in found.back_edges} == {header for header, _ in expected}
    for block in range(SIZE):
        depth = sum(block in inside for _, inside in expected) if block in order else 0
        assert found.depths[block] == depth
        around = [(len(b), h) for h, b in expected if block in b and h != block]
        assert found.headers[block] == min(around, default=(0, -1))[1]
    assert found.irreducible == {
        header
        for header, inside in expected
        if any(a not in inside and b in inside and b != header for a, b in edges)
    }
    assert set(found.back_edges) == {
        (a, header) for header, inside in expected for a in inside if (a, header) in edges
    }


def test_loops_take_time_in_proportion() -> None:
    """Deep nests, and thousands of branches to one place, are no trouble."""
    size = 20_000
    nest = [[k + 1] for k in range(size)] + [[size + 1, size]]
    nest += [[k + 1, 2 * size - k] for k in range(size + 1, 2 * size)] + [[]]
    joins = [[k + 1, size] for k in range(size)] + [[]]
    started = time.process_time()
    assert max(loops(graph_of(nest)).depths) == size
    assert max(loops(graph_of(joins)).depths) == 0
    assert time.process_time() - started < 10


@given(GRAPHS, FACTS, FACTS)
def test_facts_follow_paths(graph: ControlFlowGraph, made: list[int], ended: list[int]) -> None:
    """A fact solve_forward a block where a path from a block that makes it ends it nowhere."""
    within = graph.reachable()
    before = solve_forward(graph, made, ended)
    behind = solve_backward(graph, made, ended)
    for bit in (1, 2, 4, 8):
        passing = {block for block in within if not ended[block] & bit}
        makers = {block for block in within if made[block] & bit}
        forward = {(a, b) for a in within for b in graph.blocks[a].successors}
        for block in within:
            assert bool(before[block] & bit) is any(
                carried(forward, passing, maker, block) for maker in makers
            )
            backward = {(b, a) for a, b in forward}
            assert bool(behind[block] & bit) is any(
                carried(backward, passing, maker, block) for maker in makers
            )


def carried(edges: set[tuple[int, int]], passing: set[int], start: int, end: int) -> bool:
    """Whether a path leads from one block to another through blocks that let the fact pass."""
    found = {b for a, b in edges if a == start}
    while True:
        more = found | {b for a, b in edges if a in found & passing}
        if more == found:
            return end in found
        found = more
