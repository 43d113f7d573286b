"""Counting basic blocks."""

from __future__ import annotations

import sys

import pytest

import ptxpy
from ptxpy.analysis import bodies, control_flow, flatten
from ptxpy.ir import nodes as n
from ptxpy.ir import statements
from ptxpy.passes import Counter, instrument
from tests.passes.support import CORPUS, HEADER, Case, cases, machine_code

FILES = (
    "cutedsl/row_softmax_sm_90a.ptx",
    "handwritten/branches.ptx",
    "handwritten/deep_nesting.ptx",
    "llvmlite/atomics_sm_75.ptx",
    "numba/blur_sm_75.ptx",
    "nvcc/asm.sm_80.ptx",
    "nvcc/calls.sm_80.debug.ptx",
    "nvcc/switches.sm_75.jump-tables.ptx",
    "nvrtc/dispatch.sm_61.nvrtc-12.6.ptx",
    "tilelang/matmul_sm_80.ptx",
    "triton/collatz_sm_120a.ptx",
    "warp/grid_sm_86.ptx",
)

TWO = f"""{HEADER}
.func f (.param .b32 x) {{ ret; }}
.visible .entry k()
{{
	.reg .pred %p<2>;
	bar.sync 0;
	@%p1 bra L;
	bar.sync 1;
L:	exit;
}}
"""


@pytest.mark.parametrize("case", cases("instrument.txt"), ids=lambda case: case.title)
def test_what_is_written(case: Case) -> None:
    """The results are those of the data file, byte for byte."""
    assert ptxpy.emit(instrument(case.module).module) == case.after


def test_counters() -> None:
    """Each counter names its block and its first statement in the original module."""
    module = ptxpy.parse(TWO)
    found = instrument(module)
    assert found.symbol == "__ptxpy_counters"
    assert [counter[:3] for counter in found.counters] == [
        ("f", 0, ()),
        ("k", 0, ()),
        ("k", 1, ()),
        ("k", 2, ("L",)),
    ]
    nodes = list(statements(module))
    firsts = [nodes[counter.ordinal] for counter in found.counters]
    assert [each.opcode for each in firsts if isinstance(each, n.Instruction)] == [
        "ret",
        "bar",
        "bar",
        "exit",
    ]
    chosen = instrument(module, functions=["k"], symbol="mine")
    assert [counter.function for counter in chosen.counters] == ["k"] * 3
    assert ".visible .global .align 8 .u64 mine[3];\n" in ptxpy.emit(chosen.module)


@pytest.mark.parametrize("per", ["thread", "warp"])
@pytest.mark.parametrize("name", FILES)
def test_every_block_is_counted_once(name: str, per: str) -> None:
    """In files of all producers, each reachable block begins by adding to its own element."""
    module = ptxpy.parse((CORPUS / name).read_bytes())
    found = instrument(module, per=per)
    again = ptxpy.parse(ptxpy.emit_bytes(found.module))
    counted: list[int] = []
    for function, ordinal in bodies(again):
        graph = control_flow(flatten(function, ordinal))
        for number in sorted(graph.reachable()):
            block = graph.blocks[number]
            here = [
                element
                for statement in graph.code.statements[block.start : block.stop]
                if (element := counter_of(statement)) is not None
            ]
            counted += here
            before = graph.predecessors[number]
            assert len(here) == 1 or (not here and before == (number - 1,))
    assert counted == list(range(len(found.counters)))
    original = list(statements(module))
    kept = [node for node in statements(again) if isinstance(node, n.Call | n.Label | n.Location)]
    assert len(kept) == sum(isinstance(node, n.Call | n.Label | n.Location) for node in original)


def counter_of(statement: n.Node) -> int | None:
    """Return the index of the counter that an instruction adds to, or None for other code."""
    if not isinstance(statement, n.Instruction) or statement.opcode != "red":
        return None
    address = statement.operands[0]
    if not isinstance(address, n.Address) or address.base != n.Symbol("__ptxpy_counters"):
        return None
    return int(address.offset.value) // 8 if isinstance(address.offset, n.Literal) else 0


def test_warps() -> None:
    """One thread of each convergent group adds, in a scope with registers of its own."""
    text = ptxpy.emit(instrument(ptxpy.parse(TWO), functions=["f"], per="warp").module)
    start = text.index("{", text.index(".func f"))
    assert text[start : text.index("ret;")].split("\n") == [
        "{ {",
        "\t.reg .pred %leads;",
        "\t.reg .b32 %active, %lower;",
        "\tactivemask.b32 %active;",
        "\tmov.u32 %lower, %lanemask_lt;",
        "\tand.b32 %lower, %lower, %active;",
        "\tsetp.eq.u32 %leads, %lower, 0;",
        "\t@%leads red.global.add.u64 [__ptxpy_counters], 1;",
        "\t} ",
    ]


def test_nothing_to_count() -> None:
    """A module without functions to count in is the same object."""
    module = ptxpy.parse(f"{HEADER}.extern .func f ();\n.visible .entry k() {{ }}\n")
    assert instrument(module) == (module, (), "__ptxpy_counters")
    assert instrument(module).module is module
    two = ptxpy.parse(TWO)
    assert instrument(two, functions=()).module is two


@pytest.mark.parametrize(
    ("source", "arguments", "message"),
    [
        (TWO, {"functions": ["g"]}, "no function 'g' has a body; the functions with bodies: f, k"),
        (TWO, {"per": "block"}, "per must be 'thread' or 'warp', not 'block'"),
        (TWO, {"symbol": "a b"}, "'a b' is not a valid PTX identifier"),
        (
            ptxpy.emit(instrument(ptxpy.parse(TWO)).module),
            {},
            "the module already uses __ptxpy_counters: choose another symbol",
        ),
        (TWO, {"symbol": "L"}, "the module already uses L: choose another symbol"),
        (TWO, {"symbol": "%p1"}, "the module already uses %p1: choose another symbol"),
        (
            ".version 1.2\n.target sm_11\n.entry k() { ret; }\n",
            {},
            "counting per thread: red.global.add.u64 with .b64, .u64 needs sm_12",
        ),
        (
            ".version 6.1\n.target sm_70\n.entry k() { ret; }\n",
            {"per": "warp"},
            "counting per warp: activemask.b32 needs PTX 6.2",
        ),
    ],
)
def test_invalid_arguments_are_refused(
    source: str, arguments: dict[str, object], message: str
) -> None:
    """Errors list the known functions or state the requirement."""
    with pytest.raises(ValueError, match=r".") as caught:
        instrument(ptxpy.parse(source), **arguments)  # type: ignore[arg-type]
    assert str(caught.value) == message


def test_targets_of_tomorrow() -> None:
    """An unknown version or target is not refused."""
    module = ptxpy.parse(".version 99.0\n.target sm_999\n.entry k() { ret; }\n")
    assert instrument(module, per="warp").counters == (Counter("k", 0, (), 3),)


@pytest.mark.skipif(sys.platform == "darwin", reason="nvJitLink is not for macOS")
@pytest.mark.parametrize("per", ["thread", "warp"])
@pytest.mark.parametrize(
    "name",
    [
        "handwritten/branches.ptx",
        "nvcc/asm.sm_80.ptx",
        "nvcc/calls.sm_90a.ptx",
        "nvcc/hopper.sm_90a.ptx",
        "triton/collatz_sm_120a.ptx",
    ],
)
def test_it_assembles(name: str, per: str) -> None:
    """Ptxas accepts instrumented calls, nested scopes, inline assembly and wgmma."""
    module = ptxpy.parse((CORPUS / name).read_bytes())
    before, after = machine_code(module), machine_code(instrument(module, per=per).module)
    assert before.keys() == after.keys()
    assert before != after
