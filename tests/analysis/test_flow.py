"""Blocks, loops and liveness: of small functions as a file says, and against a naive reference."""

from __future__ import annotations

from pathlib import Path

import pytest

from ptxpy.analysis import control_flow, liveness, register_table
from ptxpy.analysis.code import Code
from ptxpy.analysis.control_flow import ControlFlowGraph, merge_blocks
from ptxpy.analysis.live_registers import Liveness
from ptxpy.analysis.loops import loops
from ptxpy.ir import nodes as n
from tests.analysis.support import Case, cases, code_of, corpus_codes

CASES = cases(Path(__file__).with_name("flow.txt"))

CORPUS_FILES = (
    "handwritten/*.ptx",
    "nvcc/switches*.ptx",
    "nvcc/recursion*.ptx",
    "triton/matmul_persistent_sm_90a.ptx",
    "cutedsl/row_softmax_sm_90a.ptx",
)


def test_there_are_enough_cases() -> None:
    """The file is read whole."""
    assert len(CASES) >= 15


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_blocks_loops_and_liveness(case: Case) -> None:
    """They are as the file says."""
    code = code_of(case.body)
    assert described(code) == case.expected


def described(code: Code) -> str:
    """Return a line for each block."""
    graph = control_flow(code)
    table, accesses = register_table(code)
    live = liveness(graph, table, accesses)
    nest = loops(graph)
    headers = {to for _, to in nest.back_edges}
    lines = []
    for number, block in enumerate(graph.blocks):
        profile = live.profile(number)
        names = [table.names[k] for k in range(len(table)) if live.live_out[number] >> k & 1]
        ways = [f"B{to}" for to in block.successors] + ["end"] * block.exits
        block_name = f"B{number}{'*' if number in headers else ''}"
        parts = [
            f"{block_name} {nest.depths[number]} -> {' '.join(ways)}",
            " ".join(sorted(names)),
            f"{profile.before.words} {profile.most.words} {profile.after.words}",
        ]
        lines.append("; ".join(part for part in parts if part))
    return "\n".join(lines)


def test_a_label_that_is_not_there_is_told() -> None:
    """With the branch that names it."""
    graph = control_flow(code_of("@%p1 bra NOWHERE;\nret;"))
    ((index, label),) = graph.missing
    assert graph.code.statements[index].opcode == "bra"
    assert label == "NOWHERE"


def test_predecessors_and_order() -> None:
    """Each block comes behind one that leads to it, the entry first."""
    for code in corpus_codes("nvcc/switches.sm_120a.debug.ptx"):
        graph = control_flow(code)
        edges = {(a, b) for a, block in enumerate(graph.blocks) for b in block.successors}
        assert {(a, b) for b, before in enumerate(graph.predecessors) for a in before} == edges
        order = graph.order()
        assert set(order) == graph.reachable()
        assert order[0] == 0
        for place, number in enumerate(order[1:], start=1):
            assert any((before, number) in edges for before in order[:place])


@pytest.mark.parametrize("pattern", CORPUS_FILES)
def test_liveness_is_that_of_a_fixed_point_on_statements(pattern: str) -> None:
    """On the blocks that can be reached, joined or not."""
    found = corpus_codes(pattern)
    assert found
    for code in found:
        table, accesses = register_table(code)
        plain = control_flow(code)
        reference = naive_liveness(plain, accesses_of=liveness(plain, table, accesses))
        for graph in (plain, merge_blocks(plain)):
            live = liveness(graph, table, accesses)
            for number in graph.reachable():
                compare(live, number, reference)


def compare(live: Liveness, number: int, reference: list[set[int]]) -> None:
    """Hold what is live along a block against what is live before each statement."""
    block = live.graph.blocks[number]
    behind = {k for k in range(len(live.table)) if live.live_out[number] >> k & 1}
    along = [*reference[block.start : block.stop], behind]
    assert live.registers(number) == [sum(1 << k for k in each) for each in along]
    profile = live.profile(number)
    words = [sum(words_of(live, k) for k in registers) for registers in along]
    predicates = [sum(live.table.bits(k) == 1 for k in registers) for registers in along]
    assert (profile.before.words, profile.after.words) == (words[0], words[-1])
    assert profile.most == (max(words), max(predicates))
    assert words[profile.at - block.start] == max(words)
    ends = [reference[live.graph.blocks[to].start] for to in block.successors]
    assert behind == set().union(*ends)


def words_of(live: Liveness, number: int) -> int:
    """Return how many registers of 32 bits a register takes; a predicate takes none."""
    bits = live.table.bits(number)
    return 0 if bits == 1 else (bits + 31) // 32


def naive_liveness(graph: ControlFlowGraph, accesses_of: Liveness) -> list[set[int]]:
    """Return the registers live before each statement, by a fixed point on statements."""
    successors: list[list[int]] = []
    for index in range(len(graph.code.statements)):
        block = next(b for b in graph.blocks if b.start <= index < b.stop)
        if index + 1 < block.stop:
            successors.append([index + 1])
        else:
            successors.append([graph.blocks[to].start for to in block.successors])
    before: list[set[int]] = [set() for _ in successors]
    changed = True
    while changed:
        changed = False
        for index in reversed(range(len(before))):
            access = accesses_of.accesses[index]
            behind = set().union(*[before[to] for to in successors[index]])
            killed = (
                set() if access.guarded else set(access.writes) - set(access.read_modify_writes)
            )
            found = (behind - killed) | set(access.reads)
            if found != before[index]:
                before[index], changed = found, True
    return before


def test_blocks_cover_the_code_in_order() -> None:
    """Branches stand only at the ends of blocks, labels that are branched to only at beginnings."""
    for code in corpus_codes("handwritten/*.ptx"):
        blocks = control_flow(code).blocks
        assert [block.start for block in blocks[1:]] == [block.stop for block in blocks[:-1]]
        for block in blocks:
            inside = code.statements[block.start : block.stop - 1]
            assert not [s for s in inside if getattr(s, "opcode", "") in ("bra", "brx", "ret")]
            kinds = [type(s) for s in code.statements[block.start : block.stop]]
            if n.Label in kinds and n.Instruction in kinds:
                assert kinds.index(n.Label) < kinds.index(n.Instruction)


def test_joined_blocks() -> None:
    """Labels of debug information part no blocks; branches and their labels do."""
    code = code_of("""
        mov.u32 %r1, 1;
    $L__tmp0:
        mov.u32 %r2, 2;
    $L__tmp1:
        bra NEXT;
    NEXT:
        @%p1 bra NEXT;
    $L__tmp2:
        ret;
    $L__tmp3:
        """)
    plain = control_flow(code)
    assert len(plain.blocks) == 6
    graph = merge_blocks(plain)
    assert [block.successors for block in graph.blocks] == [(1,), (2, 1), (), ()]
    assert [block.labels for block in graph.blocks] == [
        ("$L__tmp0", "$L__tmp1"),
        ("NEXT",),
        ("$L__tmp2",),
        ("$L__tmp3",),
    ]
    assert graph.predecessors == ((), (0, 1), (1,), ())
    assert merge_blocks(graph) == graph
