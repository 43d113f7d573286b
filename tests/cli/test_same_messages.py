"""`emit`, `check` and `run` name the same place of the same mistake in a helper."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run

PROGRAM = """from ptxpy import f32, kernel, module, ptx, reg, u32, u64

module("nvcc-13.0", version="8.8", target="sm_90a", dialect=2)


def from_higher(a, member_mask):
    bits = ptx.mov.b32(a)
    higher, _unused = ptx.shfl.sync.down.b32(bits, 1, 31, member_mask)
    return {helper}


@kernel
def k(out: u64):
    f, _ = reg.bulk(f=8, rd=4)
    out = ptx.ld.param.u64([out])
    f[1] = 1.0
    f[2] = from_higher(f[1], {mask})
    ptx.st.global_.{stored}([out], f[2])
    ptx.bar.sync({barrier})
    ptx.ret()
"""
RIGHT = {"helper": "a + higher.as_f32", "mask": "-1", "stored": "f32", "barrier": "0"}

WRONG = {
    "the type of an operand": ("helper", "ptx.max.u64(a, higher)", 9, "PTX014"),
    "an opcode": ("helper", "ptx.maxx.f32(a, higher.as_f32)", 9, "PTX010"),
    "a modifier": ("helper", "ptx.max.relu.f32(a, higher.as_f32)", 9, "PTX011"),
    "the number of operands": ("helper", "ptx.max.f32(a, a, a, a, a)", 9, "PTX012"),
    "an operand of another kind": ("helper", "ptx.ld.global_.f32(a)", 9, "PTX013"),
    "a version": ("helper", "ptx.add.rz.f32.f16(higher.as_f16, a)", 9, None),
    "a name": ("helper", "a + highest", 9, "PTX002"),
    "an operand in the body": ("stored", "u64", 18, "PTX014"),
    "an immediate": ("barrier", "33", 19, "PTX016"),
}


@pytest.mark.parametrize("name", WRONG)
def test_emit_and_check_say_the_same(name: str, tmp_path: Path, run: Run) -> None:
    """The code, the columns, the calls that led to a line and what to write are those of both."""
    part, text, line, code = WRONG[name]
    path = tmp_path / "k.py"
    path.write_text(PROGRAM.format(**{**RIGHT, part: text}))
    emitted, checked = run("emit", path), run("check", path)
    assert (emitted.status, checked.status) == (1, 1)
    assert emitted.err == checked.out
    assert emitted.err.startswith(f"{path}:{line}:")
    assert code is None or f"[{code}]" in emitted.err
    assert ("note: line 17: called from here: f[2] = " in emitted.err) is (part == "helper")


def test_two_mistakes_are_checked_in_the_words_of_emit(tmp_path: Path, run: Run) -> None:
    """`check` tells of both, and `emit` of the second one when the first is mended."""
    path = tmp_path / "k.py"
    wrong = {"stored": "u64", "barrier": "33"}
    path.write_text(PROGRAM.format(**{**RIGHT, **wrong}))
    checked = run("check", path).out
    for part, text in wrong.items():
        path.write_text(PROGRAM.format(**{**RIGHT, part: text}))
        assert run("emit", path).err in checked


def test_a_fault_at_run_time_names_the_call(tmp_path: Path, run: Run) -> None:
    """The line of a helper does not say in which of its calls a thread was."""
    path = tmp_path / "k.py"
    path.write_text(PROGRAM.format(**{**RIGHT, "mask": "1"}))
    launch = ("--grid", "1", "--block", "32", "--arg", "float32[1]:zeros", "--strict")
    found = run("run", path, *launch)
    assert found.status == 1
    assert f"at {path}:8 (called from line 17; line " in found.err


def test_an_error_of_the_assembler_names_the_call(tmp_path: Path, run: Run) -> None:
    """So do messages of the assembler, which knows the PTX alone."""
    path = tmp_path / "k.py"
    wrong = PROGRAM.replace("dialect=2", "dialect=2, checks=False")
    path.write_text(wrong.format(**{**RIGHT, "helper": "ptx.inst.frobnicate(a, a) or a"}))
    found = run("check", path, "--assemble")
    if "no assembler" in found.err:
        pytest.skip("there is no assembler")
    assert "note: line 17: called from here" in found.out
