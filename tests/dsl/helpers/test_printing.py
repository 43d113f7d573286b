"""Tests of `ptx.printf`: what it prints on the CPU, and what it refuses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy import f16, f32, f64, kernel, pred, ptx, reg, s16, s32, u32, u64
from ptxpy.check import diagnose_module

_VALUES: dict[str, Any] = {
    "u32": lambda: reg.scalar(u32, 4_000_000_000),
    "s32": lambda: reg.scalar(s32, -5),
    "u64": lambda: reg.scalar(u64, 1 << 40),
    "s16": lambda: reg.scalar(s16, -7),
    "f32": lambda: reg.scalar(f32, 1.5),
    "f64": lambda: reg.scalar(f64, -0.125),
    "f16": lambda: reg.scalar(f16, 0.5),
    "pred": lambda: reg.scalar(pred, init=True),
}


def _printer(text: str, *names: Any, **options: Any) -> Any:
    """Return a kernel that prints values by their names in `_VALUES`; others are as they are."""

    @kernel(arch="sm_80", grid=1, block=1)
    def printer() -> None:
        values = [_VALUES[name]() if name in _VALUES else name for name in names]
        ptx.printf(text, *values, **options)
        ptx.ret()

    return printer


@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        ("plain, 100%%\n", (), "plain, 100%\n"),
        ("%u|%d|%i\n", ("u32", "s32", "s16"), "4000000000|-5|-7\n"),
        ("%llu %lld %llx\n", ("u64", -1, "u64"), f"{1 << 40} -1 {1 << 40:x}\n"),
        ("%f %g %.3f %e\n", ("f32", "f64", "f16", 0.25), "1.500000 -0.125 0.500 2.500000e-01\n"),
        ("%08.2f|%-6d|%#x|%c\n", ("f32", "s32", 255, 65), "00001.50|-5    |0xff|A\n"),
        ("%*d|%.*f\n", (6, "s32", 2, "f64"), "    -5|-0.12\n"),
        ("%s and %s, %d\n", ("one", "übrig", "pred"), "one and übrig, 1\n"),
        ("%d %f\n", (np.int64(7), np.float32(0.5)), "7 0.500000\n"),
    ],
)
def test_output(
    capfd: pytest.CaptureFixture[str], text: str, names: tuple[Any, ...], expected: str
) -> None:
    """It prints as C's `printf` does."""
    printer = _printer(text, *names)
    printer.launch(device="cpu", strict=True)
    assert capfd.readouterr().out == expected
    assert diagnose_module(printer.module()) == []


def test_of_each_thread_under_a_guard(capfd: pytest.CaptureFixture[str]) -> None:
    """`pred=` chooses the threads that print; equal texts are one variable of the module."""

    @kernel(arch="sm_80", grid=1, block=4)
    def printer() -> None:
        tid = ptx.special.tid.x()
        ptx.printf("thread %u\n", tid, pred=tid > 1)
        with ptx.if_(tid == 0):
            ptx.printf("thread %u\n", tid)
        ptx.ret()

    printer.launch(device="cpu")
    assert sorted(capfd.readouterr().out.splitlines()) == ["thread 0", "thread 2", "thread 3"]
    assert printer.ptx().count(".b8 printf_text_") == 1
    assert printer.ptx().count(".extern .func") == 1


def test_in_an_imported_module(capfd: pytest.CaptureFixture[str]) -> None:
    """A line added to a kernel in a compiler's style prints; the declarations come first."""
    program = """
from ptxpy import *

module("nvcc-13.0", version="9.0", target="sm_80")


@kernel
def printer(n: u32):
    r = reg.bulk(r=3)
    r[1] = ptx.ld.param.u32([n])
    ptx.printf("n is %u\\n", r[1])
    ptx.ret()
"""
    text = ptxpy.emit(ptxpy.from_python(program))
    ptxpy.load(text).launch(7, grid=1, block=1, device="cpu")
    assert capfd.readouterr().out == "n is 7\n"
    assert ptxpy.parse(text) is not None


@pytest.mark.parametrize(
    ("text", "names", "message"),
    [
        ("%d", (), r"'%d' converts 1 value, and 0 are given"),
        ("x", ("s32",), r"'x' converts 0 values, and 1 is given"),
        ("%d", ("u64",), r"%d takes 32 bits of an integer, not a \.u64: write %lld"),
        ("%lld", ("s32",), r"%lld takes 64 bits of an integer, not a \.s32: write %d"),
        ("%d", ("f32",), r"not a \.f32: write %f"),
        ("%d", (1.5,), r"%d takes an integer, not 1\.5: write %f"),
        ("%f", ("u32",), r"%f takes a \.f32 or \.f64 value, not a \.u32: write %u"),
        ("%d", (1 << 40,), r"which 1099511627776 does not fit: write %lld"),
        ("%s", ("u32",), r"%s takes 64 bits of an integer, not a \.u32: convert it with ptx\.cvt"),
        ("%d", (b"x",), r"%d takes a register or a number, not b'x'"),
    ],
)
def test_a_value_that_does_not_fit(text: str, names: tuple[Any, ...], message: str) -> None:
    """A value that the conversion would misread is refused."""
    with pytest.raises(TypeError, match=message):
        _printer(text, *names).ptx()


def test_a_conversion_that_there_is_not() -> None:
    """A conversion that the device's `printf` lacks is refused, and so are too many values."""
    for text in ("%n", "50%", "%q"):
        with pytest.raises(ValueError, match="no conversion of the device's printf"):
            _printer(text, 1).ptx()
    with pytest.raises(ValueError, match="at most 32 values at once, not 33"):
        _printer("%d" * 33, *range(33)).ptx()
    with pytest.raises(TypeError, match=r"takes its text first"):
        _printer(7).ptx()  # type: ignore[arg-type]
