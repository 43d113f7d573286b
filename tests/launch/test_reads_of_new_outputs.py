"""Strict mode finds reads of new outputs that come before any write, if the result depends."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from ptxpy import SimulationError

HEAD = """from ptxpy import *
@kernel(in_specs=(Tile("N", {kind}),), out_specs=(Tile("N", {kind}), Tile("N", {kind})),
        arch="sm_80", block=32, grid=lambda N: -(-N // 32), raw_params=[("u32", "N")])
def k(x, y, z):
    n = ptx.param(u32, "N")
    i = ptx.mad.lo.u32(ptx.special.ctaid.x(), 32, ptx.special.tid.x())
    px, py, pz = (ptx.mad.wide.u32(i, {width}, each) for each in ptx.global_ptrs(x, y, z))
    with ptx.unless(i < n): ptx.ret()
    v = ptx.ld.global_.{stored}([px])
    ptx.st.global_.{stored}([pz], v)
"""
SUM = "ptx.st.global_.f32([py], ptx.ld.global_.f32([py]) + v)"

WRONG = {
    "a sum": (SUM, "", "ld.global.f32"),
    "a sum by an atomic operation": ("ptx.red.global_.add.f32([py], v)", "", "red.global.add.f32"),
    "an atomic operation with a result": (
        "ptx.st.global_.f32([pz], ptx.atom.global_.exch.b32([py], ptx.mov.b32(v)).f32 + v)",
        "",
        "atom.global.exch.b32",
    ),
    "a condition": (
        (
            "ptx.st.global_.f32([pz], 2.0, when=ptx.ld.global_.f32([py]) == 0.0); "
            "ptx.st.global_.f32([py], v)"
        ),
        "",
        "ld.global.f32",
    ),
    "elements that other threads leave": (
        (
            "ptx.st.global_.f32([py], v, when=i < 7); ptx.bar.sync(0); "
            "ptx.st.global_.f32([pz], ptx.ld.global_.f32([py]))"
        ),
        " + 28 bytes",
        "ld.global.f32",
    ),
    "a read-only load": (
        "ptx.st.global_.f32([pz], ptx.ld.global_.nc.f32([py])); ptx.st.global_.f32([px], v)",
        "",
        "ld.global.nc.f32",
    ),
}
RIGHT = {
    "reads of its own writes": f"ptx.st.global_.f32([py], v); {SUM}",
    "atomic operations behind writes": (
        "ptx.st.global_.f32([py], v); ptx.red.global_.add.f32([py], v)"
    ),
    "elements that nothing writes": "ptx.st.global_.f32([py], v, when=i < 7)",
    "a read that is not used": "ptx.ld.global_.f32([py]); ptx.st.global_.f32([py], v)",
    "a choice of another value": (
        "r = ptx.ld.global_.f32([py]); ptx.st.global_.f32([py], ptx.selp.f32(r, v, i > n))"
    ),
    "a read of the elements beside those that nothing writes": (
        "ptx.st.global_.f32([py], v, when=i > 3); "
        "ptx.st.global_.f32([pz], ptx.ld.global_.f32([py], when=i > 3, default=1.0)); "
        "r = ptx.ld.global_.f32([py]); ptx.st.global_.f32([py], r, when=i > 3)"
    ),
}


def defined(lines: str, kind: str = "f32", stored: str = "f32", width: int = 4) -> Any:
    """Return the kernel with lines in it."""
    head = HEAD.format(kind=kind, stored=stored, width=width)
    text = head + "".join(f"    {line}\n" for line in [*lines.split("; "), "ptx.ret()"])
    names: dict[str, Any] = {}
    exec(compile(text, "<program>", "exec"), names)  # noqa: S102 - of this test
    return names["k"]


def call(made: Any, x: Any, *, strict: Any = True, **arrays: Any) -> Any:
    """Call a kernel in strict mode, whose warnings are those of elements that nothing writes."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*no thread writes")
        return made(x, device="cpu", strict=strict, **arrays)


ONES = np.ones(45, np.float32)


@pytest.mark.parametrize("strict", [True, "collect"])
@pytest.mark.parametrize("name", WRONG)
def test_a_read_of_a_new_output_is_found(name: str, strict: Any) -> None:
    """It names the output and the element, and what to write; arrays that are passed are read."""
    lines, offset, instruction = WRONG[name]
    made = defined(lines)
    with pytest.raises(SimulationError) as caught:
        call(made, ONES.copy(), strict=strict)
    (fault,) = caught.value.faults
    assert fault.kind == "unset memory"
    assert f"a read of global memory, the argument y{offset}, which nothing has been" in fault.text
    assert instruction in fault.text
    assert fault.missing.endswith(", or what it is to hold, passed as y=…")
    y = np.zeros_like(ONES)
    call(made, ONES.copy(), strict=strict, y=y)


@pytest.mark.parametrize("name", RIGHT)
def test_what_no_result_depends_on_is_silent(name: str) -> None:
    """Also where some elements are left as they were."""
    y, z = call(defined(RIGHT[name]), ONES.copy())
    written = 7 if name == "elements that nothing writes" else len(ONES)
    assert set(y[4:written]) <= {1.0, 2.0}
    assert set(z) == {1.0}


def test_the_results_are_those_of_the_first_run() -> None:
    """Runs with other bits leave nothing, in what is not written either."""
    lines = "r = ptx.ld.global_.f32([py]); ptx.st.global_.f32([py], v, when=i < 7)"
    y, _ = call(defined(lines), ONES.copy())
    assert y[:7].tolist() == [1.0] * 7
    assert (y[7:].view(np.uint32) == 0xFFFFFFFF).all()


def test_bytes() -> None:
    """Outputs whose size is no whole number of words."""
    x = np.arange(45, dtype=np.uint8)
    lines = "ptx.st.global_.u8([pz], ptx.ld.global_.u8([py])); ptx.st.global_.u8([py], v)"
    made = defined(lines, "e4m3", "u8", 1)
    with pytest.raises(SimulationError, match="a read of global memory, the argument y, which"):
        call(made, x)
    call(made, x, y=np.zeros(45, np.uint8))
    made = defined("ptx.st.global_.u8([py], v); ptx.st.global_.u8([pz], ptx.ld.global_.u8([py]))",
                   "e4m3", "u8", 1)  # fmt: skip
    assert call(made, x)[1].tolist() == x.tolist()
