"""Bad input: an error at the line that is to blame, which says what would be right."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import ptxpy
from ptxpy import f32, kernel, ptx, reg, smem, u32
from ptxpy.dsl.programs.exception_locations import raising_line

FRAME = """\
from ptxpy import *
from ptxpy import allocate, cpasync

swizzled = Tile(64, 64, f32, Layout.TMA_128B, tma_box=(32, 32))

@kernel(arch={arch!r}, version="8.6", in_specs=(swizzled,))
def k(lines, x: u64, n: u32):
    tid = reg.from_(ptx.special.tid.x(), u32)
    big = ptx.param(u64, "x")
    bar = smem.mbarrier(1, name="ready")[0]
    ptx.mbarrier.init(bar, 1)
    {line}
    ptx.ret()

k.ptx()
"""
LINE = 12
"""The line of the frame that differs."""

CASES = [
    pytest.param("sm_100a" if "sm_100a" in title else "sm_90a", *case.split(" => "), id=case)
    for title, *cases in (
        part.splitlines()
        for part in Path(__file__).with_name("bad_input.txt").read_text("utf-8").split("\n=== ")[1:]
    )
    for case in cases
    if case
]


def run(text: str, filename: str) -> dict[str, Any]:
    """Run a program, and return its names."""
    space: dict[str, Any] = {"__name__": "program"}
    exec(compile(text, filename, "exec"), space)  # noqa: S102 - a program of this test
    return space


@pytest.mark.parametrize(("arch", "line", "expected"), CASES)
def test_a_bad_line_is_refused_there(arch: str, line: str, expected: str) -> None:
    """The error has the kind and the words that the table says, and the line that raised it."""
    kind, _, message = expected.partition(": ")
    text = FRAME.format(arch=arch, line=line)
    with pytest.raises(Exception, match=re.escape(message)) as caught:
        run(text, "bad.py")
    assert kind in (found.__name__ for found in type(caught.value).__mro__)
    assert raising_line(caught.value, "bad.py") == LINE


def test_the_frame_is_good() -> None:
    """Without a bad line it is traced: what is refused is the line."""
    for arch in ("sm_90a", "sm_100a"):
        assert ".entry k(" in run(FRAME.format(arch=arch, line="pass"), "good.py")["k"].ptx()


@pytest.mark.parametrize("order", [("smem_0", None), ("mbar_0", None), ("smem_1", None)])
def test_names_that_are_made_up_avoid_yours(order: tuple[str | None, ...]) -> None:
    """An array without a name takes one that is free."""

    @kernel(arch="sm_90a")
    def k() -> None:
        for name in order:
            smem.alloc(f32, 4, name=name)
        smem.mbarrier(1)
        smem.alloc(f32, 4)
        ptx.ret()

    names = re.findall(r"(\w+)\[\d+\];", k.ptx())
    assert len(names) == len(set(names)) == 4


def test_a_kernel_that_failed_leaves_nothing_behind() -> None:
    """An exception of the body closes what it had opened; the next kernel is traced as ever."""

    @kernel(arch="sm_90a")
    def broken() -> None:
        with ptx.if_(ptx.special.tid.x() == 0):
            for _ in ptx.range_(0, 4):
                raise KeyError

    @kernel(arch="sm_90a")
    def sound() -> None:
        reg.scalar(u32, 1)
        ptx.ret()

    wanted = sound.ptx()
    for _ in range(2):
        with pytest.raises(KeyError):
            broken.ptx()
    with pytest.raises(ptxpy.TraceError, match="no module or kernel is being traced"):
        reg.scalar(u32)
    assert sound.bind().module() == ptxpy.parse(wanted).replace(style="ptxpy")
