"""The diff of two functions written as Python."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import ptxpy
from ptxpy.compare import compare_in_detail, python_diff
from tests.compare.changes import renumbered, with_one_changed

CORPUS = Path(ptxpy.__file__).parents[1] / "corpus"

FILES = (
    "nvcc/saxpy.sm_90a",
    "nvcc/reduce.sm_80",
    "nvcc/warp.sm_75",
    "nvcc/scan.sm_90",
)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", FILES)
def test_only_the_changed_line_is_shown(name: str, seed: int) -> None:
    """Only the changed line is shown, in the function that has it."""
    module = ptxpy.parse((CORPUS / f"{name}.ptx").read_bytes())
    random = Random(seed)  # noqa: S311 - repeatable
    changed = with_one_changed(renumbered(module, random), random)
    assert changed is not None
    found = compare_in_detail(module, changed.module)
    (function,) = [function for function in found.diff.functions if not function.equal]
    lines = [line for hunk in python_diff(module, found, function, 0) for line in hunk.lines]
    assert 1 <= sum(line.sign == "+" for line in lines) <= 4
    assert any("changed" in line.text for line in lines if line.sign == "+")
    assert not any("changed" in line.text for line in lines if line.sign != "+")


def test_a_register_that_only_b_has() -> None:
    """A register that only B has is numbered after those of A, and declared."""
    head = ".version 9.0\n.target sm_90\n.entry k()\n{\n.reg .b32 %r<4>;\n"
    a = ptxpy.parse(f"{head}mov.b32 %r1, 1;\nadd.s32 %r2, %r1, %r1;\nret;\n}}\n")
    b = ptxpy.parse(
        f"{head}mov.b32 %r3, 1;\nshl.b32 %r2, %r3, 4;\nadd.s32 %r1, %r3, %r3;\nret;\n}}\n"
    )
    found = compare_in_detail(a, b)
    hunks = python_diff(a, found, found.diff.functions[0], 0)
    added = [line.text.strip() for hunk in hunks for line in hunk.lines if line.sign == "+"]
    assert "r=5" in added[0]
    assert "r4" in added[-1]


def test_names_are_those_of_a() -> None:
    """A name that the changed instruction would not have given stays."""
    head = ".version 9.0\n.target sm_90\n.entry k(.param .u64 k_param_0, .param .u64 k_param_1)\n"
    body = "{{\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n{}ret;\n}}\n"
    code = (
        "ld.param.u64 %rd1, [k_param_0];\nld.param.u64 %rd2, [k_param_1];\n"
        "mov.u32 %r1, %tid.x;\nmul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd4, %rd1, %rd3;\n"
        "add.s64 %rd5, %rd2, %rd3;\nld.u32 %r2, [%rd4];\nadd.s32 %r2, %r2, %r2;\n"
        "st.u32 [%rd4], %r2;\nst.u32 [%rd5], %r2;\n"
    )
    a = ptxpy.parse(head + body.format(code))
    b = ptxpy.parse(head + body.format(code.replace("add.s64 %rd5", "xor.b64 %rd5")))
    found = compare_in_detail(a, b)
    (hunk,) = python_diff(a, found, found.diff.functions[0], 0)
    removed, added = hunk.lines
    assert (removed.sign, added.sign) == ("-", "+")
    assert removed.text.replace(" + ", " ^ ") == added.text


def test_names_of_b_where_little_is_alike() -> None:
    """B keeps its own names, which tell what its values are, if most lines differ."""
    a = ptxpy.parse((CORPUS / "triton/softmax_sm_90a.ptx").read_bytes())
    b = ptxpy.parse((CORPUS / "nvcc/softmax.sm_86.ptx").read_bytes())
    names = ("softmax", "_Z7softmaxILi4EEvPKfPfi")
    found = compare_in_detail(a, b, kernel=names)
    hunks = python_diff(a, found, found.diff.functions[0], 0)
    added = [line.text for hunk in hunks for line in hunk.lines if line.sign == "+"]
    assert not any("reg.scalar(f32" in text for text in added)
    assert any("size = " in text for text in added)
