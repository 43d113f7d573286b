"""The passes: each selection of the changes of each pass is valid PTX."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

import ptxpy
from ptxpy.ir import nodes as n
from ptxpy.reduce import PASSES, CandidatePass, Change, apply_changes
from tests.reduce.making import CORPUS

FILES = [
    min(CORPUS.glob(pattern))
    for pattern in (
        "nvcc/calls.*.ptx",
        "nvcc/calls.*debug.ptx",
        "nvcc/asm.*.ptx",
        "nvcc/data.*.ptx",
        "nvcc/library.*.ptx",
        "handwritten/*.ptx",
        "triton/*.ptx",
        "numba/*.ptx",
        "cutlass/ampere_gemm.ptx",
    )
]


def _changes(name: str, module: n.Module) -> Sequence[Change]:
    return next(each for each in PASSES if each.name == name).changes(module, frozenset())


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
@pytest.mark.parametrize("each", PASSES, ids=[each.name for each in PASSES])
def test_candidates_parse(path: Path, each: CandidatePass) -> None:
    """All changes, single ones, and some together; they are other modules, and print again."""
    module = ptxpy.parse(path.read_bytes())
    changes = each.changes(module, frozenset())
    chosen = Random(1)  # noqa: S311 - a selection of changes
    selections = [changes, *([one] for one in chosen.sample(changes, min(6, len(changes))))]
    selections += [chosen.sample(changes, len(changes) // 2) for _ in range(3)]
    for selection in selections:
        made = apply_changes(module, selection)
        text = ptxpy.emit_bytes(made)
        assert ptxpy.emit_bytes(ptxpy.parse(text)) == text
        if selection:
            assert made != module


@pytest.mark.parametrize("each", PASSES, ids=[each.name for each in PASSES])
def test_each_pass_has_changes_for_some_file(each: CandidatePass) -> None:
    """Else the test above would test nothing of it."""
    assert any(each.changes(ptxpy.parse(path.read_bytes()), frozenset()) for path in FILES)


@pytest.mark.parametrize("each", PASSES, ids=[each.name for each in PASSES])
def test_changes_come_to_an_end(each: CandidatePass) -> None:
    """Making all changes of a pass again and again leaves none that changes anything."""
    module = ptxpy.parse(FILES[0].read_bytes())
    for _ in range(40):
        made = apply_changes(module, each.changes(module, frozenset()))
        if made == module:
            break
        module = made
    assert not each.changes(module, frozenset())


BODY = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p)
{
	.reg .pred %p<2>;
	.reg .b32 %r<9>;
	.reg .f32 %f<9>;
	.reg .b64 %rd<9>;
	STATEMENT
}
"""


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("add.s32 %r1, %r2, 7;", "add.s32 %r1, 0, 0;"),
        ("fma.rn.f32 %f1, %f2, 0f3F800000, %f3;", "fma.rn.f32 %f1, ZERO, ZERO, ZERO;"),
        ("cvt.rn.f32.s32 %f1, %r1;", "cvt.rn.f32.s32 %f1, 0;"),
        ("cvt.rzi.s32.f32 %r1, %f1;", "cvt.rzi.s32.f32 %r1, ZERO;"),
        ("mov.u32 %r1, %tid.x;", "mov.u32 %r1, 0;"),
        ("ld.global.u32 %r1, [%rd1+16];", "ld.global.u32 %r1, [%rd1];"),
        ("st.global.u32 [%rd1+16], %r1;", "st.global.u32 [%rd1], 0;"),
        ("st.global.v2.u32 [%rd1], {%r1, %r2};", "st.global.v2.u32 [%rd1], {%r1};"),
        ("selp.b32 %r1, %r2, %r3, %p1;", "selp.b32 %r1, 0, 0, %p1;"),
        ("setp.lt.s32 %p1|%p0, %r1, %r2;", "setp.lt.s32 %p1, 0, 0;"),
        ("bra done;", "bra done;"),
    ],
)
def test_operands(statement: str, expected: str) -> None:
    """A destination, a predicate and a label stay; others become 0 of their type."""
    module = ptxpy.parse(BODY.replace("STATEMENT", statement))
    text = ptxpy.emit(apply_changes(module, _changes("operands", module)))
    assert text.split("\n")[-3].strip() == expected.replace("ZERO", "0f00000000")


def test_results_are_replaced_by_what_they_are_made_of() -> None:
    """By a register of the same kind; one after the other, a chain becomes its beginning."""
    text = BODY.replace(
        "STATEMENT",
        "add.s32 %r2, 4, %r1;\n\tshl.b32 %r3, %r2, 2;\n\tcvt.rn.f32.s32 %f1, %r3;\n\t"
        "st.global.u32 [%rd1], %r3;",
    )
    module = ptxpy.parse(text)
    for _ in range(2):
        module = apply_changes(module, _changes("results", module)[:1])
    assert not _changes("results", module)
    left = module.functions[0].body or ()
    assert [ptxpy.emit(module.replace(body=(each,))).strip() for each in left[4:]] == [
        "cvt.rn.f32.s32 %f1, %r1;",
        "st.global.u32 [%rd1], %r1;",
    ]


def test_unused_names() -> None:
    """Ranges shrink to what is used; labels in debug sections and in lists of targets are used."""
    text = BODY.replace(
        "STATEMENT",
        "mov.u32 %r3, %tid.x;\n\tbrx.idx %r3, list;\nL0:\n\tret;\nmark:\n\tret;\nunused:\n\tret;\n"
        "list: .branchtargets L<1>;",
    )
    module = ptxpy.parse(f"{text}.section .debug_info\n{{\n\t.b64 mark\n}}\n")
    left = ptxpy.emit(apply_changes(module, _changes("unused names", module)))
    assert ".reg .b32 %r<4>;" in left
    assert "%rd" not in left
    assert "L0:" in left
    assert "mark:" in left
    assert "unused:" not in left


def test_a_block_goes_with_the_branches_to_it() -> None:
    """So that what is left has no branch to nowhere."""
    text = BODY.replace(
        "STATEMENT", "@%p1 bra there;\n\tmov.u32 %r1, 1;\nthere:\n\tmov.u32 %r2, 2;\nend:\n\tret;"
    )
    module = ptxpy.parse(text)
    blocks = _changes("blocks", module)
    assert len(blocks) == 3
    left = apply_changes(module, [blocks[1]]).functions[0].body or ()
    assert [type(each) for each in left[4:]] == [n.Instruction, n.Label, n.Instruction]
    assert [type(each) for each in apply_changes(module, blocks).functions[0].body or ()] == (
        [n.Variable] * 4
    )
