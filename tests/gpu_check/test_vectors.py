"""The forms of `tools/gpu_check`, their operands, and what counts as the same result."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gpu_checking import vectors
from gpu_checking.comparing import compare_results
from gpu_checking.modules import module_text
from gpu_checking.values import SORTS, Choice, Draw, decoded, mixed, values

from ptxpy.assemble import AssembleError, AssemblerMissingError, assemble
from ptxpy.isa.targets import parse_target

FOLDER = Path(vectors.__file__).with_name("vectors")
LATEST = (9, 4)
TARGETS = [parse_target(name) for name in ("sm_90a", "sm_100a", "sm_120a", "sm_107a")]


def form(line: str) -> vectors.Form:
    """Return the only form of a line."""
    (found,) = vectors.read("test", line)
    return found


@pytest.mark.parametrize("group", vectors.groups())
def test_every_line_has_a_form(group: str) -> None:
    """No line is lost to a slip: each has a form that one of the targets has."""
    text = re.sub(r"\\\n\s*", "", (FOLDER / f"{group}.txt").read_text(encoding="utf-8"))
    for line in text.splitlines():
        if line.partition("#")[0].strip():
            forms = [*vectors.read(group, line)]
            assert any(
                vectors.runs_on(each, LATEST, target) for each in forms for target in TARGETS
            ), line


def test_names_are_unique() -> None:
    """A form is found again by its group and name."""
    names = [(each.group, each.name) for each in vectors.forms()]
    assert len(names) == len(set(names))
    assert len(names) > 2500


@pytest.mark.parametrize("target", ["sm_80", "sm_90a"])
def test_the_assembler_takes_what_the_table_has(target: str) -> None:
    """A tenth of the forms, all in one module."""
    chosen = [
        each
        for each in vectors.forms()[::10]
        if vectors.runs_on(each, (9, 0), parse_target(target))
    ]
    assert len(chosen) > 200
    try:
        assembly = assemble(module_text(chosen, "9.0", target).encode(), arch=target)
    except AssemblerMissingError:
        pytest.skip("no assembler")
    except AssembleError as error:
        pytest.fail(str(error))
    assert len(assembly.kernels) == len(chosen)


def test_lines() -> None:
    """Alternatives, names, vectors, types and clauses."""
    line = (
        "op(|.x).$T d*2:$T|p:pred, [m:u32*4], -a:$Tx2, 3  -- T = f16 bf16  -- ulp 2  -- a in -1 2"
    )
    found = [*vectors.read("test", line)]
    assert [each.name for each in found] == [
        f"op{x}.{t} d|p, [m], -a, 3" for t in ("f16", "bf16") for x in ("", ".x")
    ]
    first = found[0]
    assert first.statements == ("op.f16 {%d0, %d1}|%p, [%m], -%a, 3",)
    assert [each.type for each in first.operands] == ["f16", "f16", "pred", "u32", "f16x2"]
    assert first.operands[3].count(64) == 256
    assert first.tolerance == ("ulp", 2)
    assert first.choices == {"a": Choice("in", -1, 2)}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("add d:what, a:u32", "no type what"),
        ("add d:u32, a:u32, a:s32", "a has two types"),
        ("add d:u32  -- a within 3", "not understood: -- a within 3"),
    ],
)
def test_lines_that_are_wrong(line: str, message: str) -> None:
    """They are told."""
    with pytest.raises(ValueError, match=re.escape(message)):
        list(vectors.read("test", line))


def test_operands_are_the_same_everywhere() -> None:
    """They come from a generator of our own; with others, recordings of GPUs are lost."""
    assert [hex(int(bits)) for bits in mixed(0, 2)] == ["0xe220a8397b1dcdaf", "0x6e789e6aa1b965f4"]
    given = form("fma.rn.f32 d:f32, a:f32, b:f32, c:f32  -- lanes 256").inputs()
    sums = {name: int(bits.sum(dtype="u8")) for name, bits in given.items()}
    assert sums == {"a": 585076665760, "b": 558612687543, "c": 569160623775}


def test_edges() -> None:
    """Two operands meet in all their edges: NaNs, infinities, subnormal numbers, halves."""
    a, b = form("add.f32 d:f32, a:f32, b:f32").inputs().values()
    pairs = set(zip(a.tolist(), b.tolist(), strict=True))
    edges = [0, 1, 0x7FFFFF, 0x800000, 0x3F800001, 0x7F7FFFFF, 0x7F800000, 0x7FC00005, 0x7F800001]
    edges += [bits | 0x80000000 for bits in edges]
    assert pairs >= {(x, y) for x in edges for y in edges}
    a, b = form("add.s32 d:s32, a:s32, b:s32").inputs().values()
    pairs = set(zip(a.tolist(), b.tolist(), strict=True))
    edges = [0, 1, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFF]
    assert pairs >= {(x, y) for x in edges for y in edges}


def test_all_values_of_sixteen_bits() -> None:
    """A single operand takes each of them where there are lanes enough."""
    (a,) = form("cvt.f32.f16 d:f32, a:f16  -- lanes 65536").inputs().values()
    assert (a == np.arange(65536)).all()


@pytest.mark.parametrize("sort", ["f16", "bf16", "tf32", "f32", "f64", "s16", "u32", "s64"])
def test_ranges(sort: str) -> None:
    """Operands keep to the range that a form has, and fill it."""
    kind, draw = SORTS[sort], Draw(3, 500, 0, 2)
    bits = values(kind, Choice("int", -9, 8), draw).astype("u8")
    if kind.format is None:
        shift = np.uint64(64 - kind.width)
        found = (bits << shift).view("i8") >> shift.astype("i8")
    else:
        found = decoded(bits, kind.format)
        numbers = decoded(values(kind, Choice("in", -2, 3), draw).astype("u8"), kind.format)
        assert (numbers >= -2).all()
        assert (numbers <= 3).all()
        assert (np.abs(numbers) < 1e-3).any()
        assert numbers.max() > 2.5
    assert {*found.tolist()} == {*range(-9, 9)}
    nonzero = values(kind, Choice("nonzero"), draw)
    assert nonzero.all()


def result(sort: str, *numbers: int) -> dict[str, Any]:
    """Return results of a form that has one."""
    return {"d": np.array(numbers, SORTS[sort].dtype)}


@pytest.mark.parametrize(
    ("clause", "expected", "found", "wrong"),
    [
        ("", 0x3F800000, 0x3F800001, 1),
        ("", 0x00000000, 0x80000000, 1),
        ("", 0x7FFFFFFF, 0xFFC00001, 0),  # NaNs
        ("-- ulp 2", 0x7FFFFFFF, 0x7F800000, 1),
        ("-- ulp 2", 0x3F800000, 0x3F800003, 0),  # and one for the simulator's rounding
        ("-- ulp 2", 0x3F800000, 0x3F800004, 1),
        ("-- ulp 2", 0x80000001, 0x00000001, 0),  # around zero
        ("-- ulp 0", 0x7F7FFFFF, 0x7F800000, 0),
        ("-- rel -20", 0x3F800000, 0x3F800009, 0),
        ("-- rel -20", 0x3F800000, 0x3F80000A, 1),
        ("-- abs -20", 0x3F800000, 0x3F800009, 0),
        ("-- abs -20", 0x3F800000, 0x3F80000A, 1),
        ("-- abs -20", 0x00000000, 0x35800000, 0),
    ],
)
def test_what_is_the_same(clause: str, expected: int, found: int, wrong: int) -> None:
    """Floats within what the manual allows, and all NaNs; the second of two lanes is equal."""
    owner = form(f"op.f32 d:f32, a:f32  -- lanes 128 {clause}")
    comparison = compare_results(owner, result("f32", expected, 7), result("f32", found, 7))
    assert (comparison.values, comparison.wrong) == (2, wrong)
    is_nan = (expected & 0x7FFFFFFF) > 0x7F800000 and (found & 0x7FFFFFFF) > 0x7F800000
    assert comparison.payloads == is_nan
    assert comparison.inexact == (not wrong and not is_nan)


def test_bits_are_the_same_or_not() -> None:
    """Where a result is no number, NaNs too must have the same bits; packed ones are two."""
    owner = form("op.b32 d:b32, a:f32  -- lanes 128")
    assert compare_results(owner, result("b32", 0x7FFFFFFF), result("b32", 0x7FFFFFFE)).wrong == 1
    owner = form("op.f16x2 d:f16x2, a:f32  -- lanes 128")
    found = compare_results(owner, result("f16x2", 0x3C003C00), result("f16x2", 0x3C013C01))
    assert (found.values, found.wrong) == (2, 2)
    (difference,) = found.differences
    assert (difference.expected, difference.found) == ("3c003c00", "3c013c01")
