"""The map of shared memory: what lies at which offset."""

from __future__ import annotations

from pathlib import Path

import pytest

from ptxpy.analysis.code import bodies, flatten
from ptxpy.analysis.storage import constant
from ptxpy.ir import nodes as n
from ptxpy.lift.memory_map import shared_memory_map
from ptxpy.lift.shared_memory_parts import SharedVariable
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
        f"{part.offset} {part.describe()}{' [i]' if part.is_indexed else ''}"
        for part in variable.parts
    ]


@pytest.mark.parametrize(("title", "case"), CASES)
def test_a_map(title: str, case: str) -> None:
    """The parts are those of the case; where it gives sums, these are offsets of parts."""
    source, wanted = case.split("=>")
    lines = source.strip().splitlines()
    variables = [line for line in lines if ".shared .align" in line]
    body = "\n".join(line for line in lines if line not in variables)
    module = parse(HEAD.format(variables="\n".join(variables), body=body))
    function = next(bodies(module)).function
    found = shared_memory_map(module, function)
    expected = wanted.strip().splitlines()
    sums = [line for line in expected if line.startswith("sums")]
    assert [line for each in found for line in describe(each)] == expected[
        : len(expected) - len(sums)
    ], title
    if sums:
        actual = [str(each) for each in found[0].sums.values()]
        assert " ".join(["sums", *actual]) == sums[0]


FILES = sorted(
    path
    for folder in ("tilelang", "cutedsl", "triton", "cutlass")
    for path in (ROOT / "corpus" / folder).glob("*.ptx")
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_parts_do_not_overlap(path: Path) -> None:
    """Parts are in order and apart, end where the variable ends, and sums are their constants."""
    module = parse(path.read_bytes().decode("utf-8", "surrogateescape"))
    for body in bodies(module):
        statements = flatten(body.function).statements
        for variable in shared_memory_map(module, body.function):
            last = None
            for part in variable.parts:
                assert last is None or part.offset >= last
                last = part.offset + part.number * (part.stride or 1)
                assert part.operations
                assert all(isinstance(statements[at], n.Instruction) for at in part.statements)
            assert variable.size is None or last is None or last <= variable.size
            for (at, position), offset in variable.sums.items():
                assert constant(statements[at].operands[position]) == offset


def test_pipelines_of_a_known_kernel() -> None:
    """A TileLang attention: two stages of keys and of values, each with full and empty barriers."""
    module = parse((ROOT / "corpus/tilelang/attention_sm_90a.ptx").read_text(encoding="utf-8"))
    maps = {each.name: each for each in shared_memory_map(module, next(bodies(module)).function)}
    barriers = maps["_ZZ14program_kernelE12mbarrier_mem"].parts
    assert [(part.offset, part.number) for part in barriers] == [
        (0, 2),
        (16, 2),
        (32, 2),
        (48, 2),
        (64, 1),
    ]
    tiles = maps["buf_dyn_shmem"].parts
    assert [part.source[-1:] for part in tiles] == ["2", "0", "3"]
