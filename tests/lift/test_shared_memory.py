"""The map of shared memory: what lies at which offset."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from ptxpy.analysis.code import bodies, flatten
from ptxpy.examples.ampere_gemm import gemm
from ptxpy.ir import nodes as n
from ptxpy.lift.memory_map import shared_memory_map
from ptxpy.lift.shared_memory_parts import MOST_BYTES, SharedVariable
from ptxpy.syntax import parse

ROOT = Path(__file__).parents[2]
HEAD = """.version 8.7
.target sm_100a
.address_size 64
{variables}
.entry k(.param .b64 k_param_0, .param .b64 k_param_1) {{
.reg .pred %p<10>;
.reg .b32 %r<40>;
.reg .b64 %rd<10>;
{body}
}}
"""
CASES = [
    tuple(part.strip("\n") for part in (*case.partition("\n")[::2],))
    for case in Path(__file__)
    .with_name("shared_memory.txt")
    .read_text(encoding="utf-8")
    .split("\n== ")[1:]
]


def describe(variable: SharedVariable) -> list[str]:
    """Return a line for each part of a variable."""
    return [
        f"{part.offset}{' + …' if part.is_computed else ''} {part.describe()}"
        f"{' [i]' if part.is_indexed else ''}"
        for part in variable.parts
    ]


@pytest.mark.parametrize(("title", "case"), CASES)
def test_a_map(title: str, case: str) -> None:
    """The parts are those of the case."""
    source, wanted = case.split("=>")
    lines = source.strip().splitlines()
    variables = [line for line in lines if ".shared .align" in line]
    body = "\n".join(line for line in lines if line not in variables)
    module = parse(HEAD.format(variables="\n".join(variables), body=body))
    function = next(bodies(module)).function
    found = shared_memory_map(module, function)
    assert [line for each in found for line in describe(each)] == wanted.strip().splitlines(), title


@pytest.mark.parametrize("operation", ["or.b32", "xor.b32", "add.s32"])
def test_a_long_chain_of_definitions(operation: str) -> None:
    """An index that thousands of instructions make is not followed to its beginning."""
    chain = "\n".join(f"{operation} %r{at}, %r{at - 1}, 4;" for at in range(41, 3040))
    head = HEAD.replace("%r<40>", "%r<4000>")
    module = parse(
        head.format(
            variables=".extern .shared .align 16 .b8 smem[];",
            body=f"mov.u32 %r1, smem;\n{chain}\nadd.s32 %r2, %r1, %r3039;\n"
            "mbarrier.init.shared::cta.b64 [%r1], 1;\nst.shared.b32 [%r2], %r1;",
        )
    )
    [found] = shared_memory_map(module, next(bodies(module)).function)
    assert describe(found)[0] == "0 8 bytes, mbarrier of 1 arrival: init"
    assert found.parts[1].role == "data"


def test_a_test_without_a_condition() -> None:
    """A file may have any instruction, and a `setp` without modifiers chooses nothing."""
    module = parse(
        HEAD.format(
            variables=".extern .shared .align 16 .b8 smem[];",
            body="mov.u32 %r1, smem;\nsetp %p1, %r5, 3;\nselp.b32 %r5, 0, 8, %p1;\n"
            "add.s32 %r2, %r1, %r5;\nmbarrier.init.shared::cta.b64 [%r2], 1;",
        )
    )
    [found] = shared_memory_map(module, next(bodies(module)).function)
    assert found.parts == ()


FILES = sorted(
    path
    for folder in ("tilelang", "cutedsl", "triton", "cutlass")
    for path in (ROOT / "corpus" / folder).glob("*.ptx")
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_parts_are_in_order(path: Path) -> None:
    """Parts are in order and end where the variable ends, and barriers and rings do not overlap."""
    module = parse(path.read_bytes().decode("utf-8", "surrogateescape"))
    for body in bodies(module):
        statements = flatten(body.function).statements
        for variable in shared_memory_map(module, body.function):
            assert [part.offset for part in variable.parts] == sorted(
                part.offset for part in variable.parts
            )
            for role in ("mbarrier", "tile"):
                last = None
                for part in variable.parts:
                    if part.role == role and (part.is_ring or role == "mbarrier"):
                        assert part.stride is not None
                        assert last is None or part.offset >= last
                        last = part.offset + part.number * part.stride
            for part in variable.parts:
                assert part.operations
                assert all(isinstance(statements[at], n.Instruction) for at in part.statements)
                end = part.offset + part.number * (part.stride or 1)
                assert variable.size is None or end <= variable.size


LAYOUTS = [
    tuple(part.strip() for part in case.partition("\n")[::2])
    for case in Path(__file__)
    .with_name("shared_memory_layouts.txt")
    .read_text(encoding="utf-8")
    .split("\n== ")[1:]
]


@pytest.mark.parametrize(("where", "wanted"), LAYOUTS, ids=[each[0] for each in LAYOUTS])
def test_a_known_layout(where: str, wanted: str) -> None:
    """The parts of a kernel whose source says what lies where are these."""
    file, _, ordinal = where.partition(" ")
    module = parse((ROOT / "corpus" / file).read_bytes().decode("utf-8", "surrogateescape"))
    function = list(bodies(module))[int(ordinal or 0)].function
    found = [
        line.replace(f"{function.name.name}_", "")
        for variable in shared_memory_map(module, function)
        for line in describe(variable)
    ]
    assert [line.removesuffix(" [i]") for line in found] == wanted.splitlines()


def test_stages_have_the_bytes_that_barriers_expect() -> None:
    """The tiles that an array of barriers guards have the bytes that are expected at one of it.

    A pair of CTAs expects those of both at one barrier; TileLang expects those of each tile alone.
    """
    checked = 0
    for path in FILES:
        module = parse(path.read_bytes().decode("utf-8", "surrogateescape"))
        for body in bodies(module):
            variables = shared_memory_map(module, body.function)
            instructions = flatten(body.function).statements
            parts = [part for each in variables for part in each.parts]
            tiles = {
                (each.name, part.offset): part.stride or 0
                for each in variables
                for part in each.parts
                if part.role == "tile" and "copied in" in part.operations
            }
            for part in parts:
                expected = set()
                for at in part.statements:
                    node = instructions[at]
                    assert isinstance(node, n.Instruction)
                    if ".expect_tx" in node.modifiers and part.kind == "full":
                        expected.add(value_of(node.operands[-1], instructions))
                sizes = [tiles[each] for each in part.guards if each in tiles]
                if not sizes or None in expected or not expected:
                    continue
                numbers = [each for each in expected if each is not None]
                pair = ".cta_group::2" in path.read_text(encoding="utf-8", errors="replace")
                given = sum(sizes) * (2 if pair else 1)
                assert given == sum(numbers) or set(numbers) == set(sizes), (
                    path.name,
                    part,
                )
                checked += 1
    assert checked > 20


def value_of(operand: n.Node, instructions: Sequence[n.Node]) -> int | None:
    """Return the number that an operand is, or that a `mov` gives the register once."""
    if isinstance(operand, n.Literal):
        return int(operand.text, 0)
    written = [
        each
        for each in instructions
        if isinstance(each, n.Instruction) and each.operands and each.operands[0] == operand
    ]
    if len(written) != 1 or written[0].opcode != "mov":
        return None
    source = written[0].operands[1]
    return int(source.text, 0) if isinstance(source, n.Literal) else None


def test_no_part_is_larger_than_shared_memory() -> None:
    """An index without a bound, which might wrap, tells no size."""
    module = parse(gemm.ptx())
    parts = [part for each in shared_memory_map(module, module.kernels[0]) for part in each.parts]
    assert parts
    assert all(part.stride is None or part.stride <= MOST_BYTES for part in parts)
