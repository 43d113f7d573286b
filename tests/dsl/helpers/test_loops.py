"""Loops that count, in the simulator against Python's own `range`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxpy import TraceError, kernel, ptx, reg, s32, s64, u32, u64
from ptxpy.dsl.values.types import Type

BOUNDS = [
    (0, 10, 3),
    (0, 9, 3),
    (5, 5, 1),
    (7, 2, 1),
    (-7, 8, 4),
    (10, -1, -1),
    (9, 0, -4),
    (3, 9, -1),
    (-3, 4, 1),
]


@pytest.mark.parametrize("bounds", BOUNDS)
@pytest.mark.parametrize("where", ["integers", "registers", "mixed"])
def test_range(bounds: tuple[int, int, int], where: str) -> None:
    """The counter takes the values of Python's range."""
    start, stop, step = bounds

    @kernel(arch="sm_90a", version="8.0")
    def count(out: u64, n: s32, m: s32, d: s32) -> None:
        target = reg.from_(ptx.ld.param.u64([out]), u64)
        given: list[Any] = [ptx.ld.param.s32([value]).register() for value in (n, m, d)]
        passed: tuple[Any, Any, Any] = (start, stop, step)
        if where == "registers":
            passed = (given[0], given[1], given[2])
        elif where == "mixed":
            passed = (start, given[1], step)
        for k in ptx.range_(*passed):
            ptx.st(s32, target, k)
            ptx.add(u64, target, target, 4)
        ptx.st(s32, target, 99)
        ptx.ret()

    values = np.zeros(16, np.int32)
    count.launch(values, start, stop, step, grid=1, block=1, device="cpu", strict=True)
    expected = [*range(start, stop, step), 99]
    assert values[: len(expected)].tolist() == expected
    assert not values[len(expected) :].any()


@pytest.mark.parametrize("step", [-3, -1, 1, 4])
def test_a_step_whose_sign_the_device_knows(step: int) -> None:
    """A step in a signed register leads where Python's does, and one without a sign forward."""

    @kernel(arch="sm_90a", version="8.0")
    def count(out: u64, d: s32) -> None:
        target = reg.from_(ptx.ld.param.u64([out]), u64)
        given = ptx.ld.param.s32([d]).register()
        for k in ptx.range_(10, 0, given):
            ptx.st(s32, target, k)
            ptx.add(u64, target, target, 4)
        for k in ptx.range_(-10, 5, ptx.abs.s32(given).u32):
            ptx.st(s32, target, k)
            ptx.add(u64, target, target, 4)
        ptx.ret()

    values = np.zeros(64, np.int32)
    count.launch(values, step, grid=1, block=1, device="cpu", strict=True)
    expected = [*range(10, 0, step), *range(-10, 5, abs(step))]
    assert values[: len(expected)].tolist() == expected
    assert not values[len(expected) :].any()


def test_nested_ranges_and_wide_counters() -> None:
    """An inner loop may count from and to registers of the outer one."""

    @kernel(arch="sm_90a", version="8.0")
    def pairs(out: u64) -> None:
        target = reg.from_(ptx.ld.param.u64([out]), u64)
        total = reg.scalar(s64, 0)
        for i in ptx.range_(0, 5):
            wide = reg.scalar(s64)
            ptx.cvt(s64, s32, wide, i)
            for j in ptx.range_(wide, 5, 2):
                ptx.mad(s64, total, j, wide, total)
        ptx.st(s64, target, total)
        ptx.ret()

    values = np.zeros(1, np.int64)
    pairs.launch(values, grid=1, block=1, device="cpu", strict=True)
    assert values[0] == sum(i * j for i in range(5) for j in range(i, 5, 2))


def test_the_trace_repeats() -> None:
    """Tracing twice gives the same text, labels of loops included."""

    def text() -> str:
        @kernel(arch="sm_90a", version="8.0")
        def twice(n: u32) -> None:
            m = ptx.ld.param.u32([n]).register()
            for k in ptx.range_(0, m):
                ptx.kloop(k, unroll=2, body=lambda: None)
                ptx.kloop(8, unroll=2, body=lambda: None)
            ptx.ret()

        return twice.ptx()

    assert text() == text()
    assert "kloop:" in text()
    assert "kloop_2:" in text()


def test_a_loop_that_return_leaves() -> None:
    """A loop that ends in Python before it ends in PTX is refused."""

    @kernel(arch="sm_90a", version="8.0")
    def half() -> None:
        for _ in ptx.range_(0, 4):
            ptx.ret()
            return

    with pytest.raises(TraceError, match="range_"):
        half.ptx()


def test_a_loop_across_scopes() -> None:
    """A loop ends where it began."""

    @kernel(arch="sm_90a", version="8.0")
    def crossing() -> None:
        for _ in ptx.range_(0, 4):
            ptx.scope_open()
        ptx.ret()

    with pytest.raises(TraceError, match="another scope"):
        crossing.ptx()


@pytest.mark.parametrize("unroll", [1, 2, 3, 8])
@pytest.mark.parametrize("total", [0, 1, 2, 7, 8, 9, 24])
@pytest.mark.parametrize("kind", [None, u32, s32, s64])
def test_kloop(total: int, unroll: int, kind: Type | None) -> None:
    """The body runs as often as it is asked to."""
    assert _runs(total, unroll, kind) == total


@pytest.mark.parametrize("unroll", [1, 4])
def test_a_negative_total_is_none(unroll: int) -> None:
    """A register that holds a negative number runs the body not at all."""
    assert _runs(-5, unroll, s32) == 0


def _runs(total: int, unroll: int, kind: Type | None) -> int:
    @kernel(arch="sm_90a", version="8.0")
    def repeat(out: u64, n: s64) -> None:
        target = reg.from_(ptx.ld.param.u64([out]), u64)
        wide = ptx.ld.param.s64([n]).register()
        ran = reg.scalar(u32, 0)
        given: Any = total
        if kind is not None:
            given = reg.scalar(kind)
            if kind is s64:
                ptx.mov(s64, given, wide)
            else:
                ptx.cvt(kind, s64, given, wide)

        def body() -> None:
            ptx.add(u32, ran, ran, 1)

        ptx.kloop(given, unroll=unroll, body=body)
        ptx.st(u32, target, ran)
        ptx.ret()

    values = np.full(1, 77, np.uint32)
    repeat.launch(values, total, grid=1, block=1, device="cpu", strict=True)
    return int(values[0])


def test_loop_with_a_label_and_a_predicate() -> None:
    """`ptx.loop(label, pred=)` goes round at the end of its block."""

    @kernel(arch="sm_90a", version="8.0")
    def halve(out: u64) -> None:
        target = reg.from_(ptx.ld.param.u64([out]), u64)
        value = reg.from_(ptx.ld.global_.u32([target]), u32)
        steps = reg.scalar(u32, 0)
        more = ptx.setp.gt.u32(value, 1).register()
        with ptx.loop("halving", pred=more):
            ptx.shr(u32, value, value, 1)
            ptx.add(u32, steps, steps, 1)
            ptx.setp("gt", u32, more, value, 1)
        ptx.st(u32, target, steps)
        ptx.ret()

    assert "halving:\n" in halve.ptx()
    values = np.array([1000], np.uint32)
    halve.launch(values, grid=1, block=1, device="cpu", strict=True)
    assert values[0] == 9
