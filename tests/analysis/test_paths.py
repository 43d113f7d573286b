"""Facts at single statements and postdominators, against naive references on any graph."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ptxpy.analysis import control_flow
from ptxpy.analysis.control_flow import ControlFlowGraph, postdominators
from ptxpy.analysis.dataflow import GenKill, facts_after, facts_before
from tests.analysis.support import code_of, graph_of

SIZE = 8
SUCCESSORS = st.lists(st.integers(0, SIZE - 1), max_size=3)
GRAPHS = st.lists(SUCCESSORS, min_size=SIZE, max_size=SIZE).map(graph_of)


def leads_to_end(graph: ControlFlowGraph, start: int, without: int) -> bool:
    """Return whether a path from a block ends the function without coming through another."""
    found = {start}
    waiting = [start]
    while waiting:
        block = waiting.pop()
        if block == without:
            continue
        if graph.blocks[block].exits:
            return True
        for target in graph.blocks[block].successors:
            if target not in found:
                found.add(target)
                waiting.append(target)
    return False


@given(GRAPHS)
def test_postdominators(graph: ControlFlowGraph) -> None:
    """The immediate one is on all paths to the end, and behind it come all others."""
    found = postdominators(graph)
    for block in range(SIZE):
        if block not in graph.reachable() or not leads_to_end(graph, block, -1):
            assert found[block] is None
            continue
        strict = {
            other
            for other in range(SIZE)
            if other != block and not leads_to_end(graph, block, other)
        }
        nearest: list[int | None] = [
            k for k in strict if all(not leads_to_end(graph, k, o) for o in strict)
        ]
        assert [found[block]] == (nearest or [None])


BODY = """\
    mov.u32 %r1, 0;
    @%p1 bra ELSE;
    mov.u32 %r1, 1;
    bra END;
ELSE:
    mov.u32 %r1, 2;
    @%p2 bra ELSE;
    @%p3 trap;
END:
    mov.u32 %r1, 3;
    ret;
    mov.u32 %r1, 4;
"""


def moves(graph: ControlFlowGraph) -> list[int]:
    """Return the indices of the statements that write `%r1`."""
    return [k for k, one in enumerate(graph.code.statements) if getattr(one, "opcode", "") == "mov"]


def test_facts_before_statements() -> None:
    """A fact is made, ended by some paths, carried round loops, and never comes where none does."""
    graph = control_flow(code_of(BODY))
    first, then, otherwise, end, never = moves(graph)
    events = [
        GenKill(first, gen=0b01, kill=0b100),
        GenKill(then, kill=0b01),
        GenKill(otherwise, gen=0b10),
        GenKill(end),
        GenKill(never),
    ]
    assert facts_before(graph, events, 0b100) == [0b100, 0b001, 0b011, 0b011, 0]
    assert facts_before(graph, events[1:], 0b1) == [0b1, 0b11, 0b11, 0]


def test_facts_after_statements() -> None:
    """Backwards: the end of the function counts, `trap` does not."""
    graph = control_flow(code_of(BODY))
    first, then, otherwise, end, never = moves(graph)
    events = [
        GenKill(first),
        GenKill(then, kill=0b01),
        GenKill(otherwise, gen=0b10),
        GenKill(end, gen=0b100, kill=0b01000),
        GenKill(never),
    ]
    found = facts_after(graph, events, 0b01001)
    assert found == [0b111, 0b101, 0b111, 0b01001, 0]
