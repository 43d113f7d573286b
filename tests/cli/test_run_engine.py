"""`ptxpy run --engine`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run

pytest.importorskip("llvmlite")

KERNEL = """\
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out)
{
    .reg .b32 %r<3>;
    .reg .f32 %f<3>;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd1, %rd1, %rd2;
    cvt.rn.f32.u32 %f1, %r1;
    add.f32 %f1, %f1, 0f3F800000;
    st.global.f32 [%rd1], %f1;
    ret;
}
"""
LAUNCH = ("--grid", "1", "--block", "32", "--arg", "float32[32]:zeros", "--print", "0[:3]")


def test_a_kernel_runs_compiled(run: Run, tmp_path: Path) -> None:
    """With the result of the interpreter, and without a word."""
    path = tmp_path / "k.ptx"
    path.write_text(KERNEL)
    found = run("run", str(path), *LAUNCH, "--engine", "compiled")
    assert (found.status, found.out, found.err) == (0, "0[:3] = [1., 2., 3.]\n", "")


def test_a_kernel_that_is_not_compiled_is_named(run: Run, tmp_path: Path) -> None:
    """With the instruction; `auto` says nothing."""
    path = tmp_path / "k.ptx"
    path.write_text(KERNEL.replace("add.f32 %f1, %f1, 0f3F800000;", "fns.b32 %r2, %r1, 0, 1;"))
    found = run("run", str(path), *LAUNCH, "--engine", "compiled")
    assert found.out == "0[:3] = [0., 1., 2.]\n"
    assert found.err == "ptxpy: k ran interpreted: the instruction fns.b32\n"
    assert not run("run", str(path), *LAUNCH, "--engine", "auto").err
