"""What is written in place of a guarded value that all threads read gives the right numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxpy import TraceError

PROGRAM = """from ptxpy import *
@kernel(arch="sm_80", in_specs=(Tile("N", f32),), out_specs=(Tile(32, f32),),
        raw_params=[("u32", "N")], grid=1, block=32)
def k(x, out):
    n = ptx.param(u32, "N")
    px, po = ptx.global_ptrs(x, out)
    t = ptx.special.tid.x()
    place = px + t * 4
    {}
    ptx.st.global_.f32([po + t * 4], {} + 1.0)
    ptx.ret()
"""
LOAD = "ptx.ld.global_.f32([place], when=t < n)"


def run(lines: str, value: str = "v") -> Any:
    """Run a kernel on 20 fives."""
    namespace: dict[str, Any] = {}
    text = PROGRAM.format(lines.replace("; ", "\n    "), value)
    exec(compile(text, "<program>", "exec", dont_inherit=True), namespace)  # noqa: S102
    return namespace["k"](np.full(20, 5, np.float32), device="cpu", strict=True)


@pytest.mark.parametrize(
    ("lines", "value"),
    [
        ("v = ptx.ld.global_.f32([place], when=t < n, default=0.0)", "v"),
        (f"v = reg.scalar(f32, 0.0); v.set({LOAD})", "v"),
        ("v = reg.scalar(f32, 0.0); ptx.inst.ld.global_.f32(v, [place], when=t < n)", "v"),
        (f"v = {LOAD}", "ptx.selp.f32(v, 0.0, t < n)"),
        (f"v = reg.scalar(f32); v.set({LOAD}); ptx.inst.mov.f32(v, 0.0, unless=t < n)", "v"),
    ],
)
def test_the_others_have_the_default(lines: str, value: str) -> None:
    """Each form of the advice."""
    assert run(lines, value).tolist() == [6.0] * 20 + [1.0] * 12


def test_refused() -> None:
    """Without any of it."""
    with pytest.raises(TraceError, match="where the guard of its instruction is false"):
        run(f"v = {LOAD}")
