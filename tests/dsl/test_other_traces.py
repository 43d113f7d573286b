"""Registers, memory and labels that one trace makes and another one is given are refused."""

from __future__ import annotations

import functools
import gc
import weakref
from collections.abc import Callable
from typing import Any

import pytest

from ptxpy import TraceError, f32, func, kernel, pred, ptx, reg, s32, smem, u32, u64

MAKERS: dict[str, Callable[[], Any]] = {
    "a register that changes": lambda: reg.scalar(u32, 7),
    "a value": ptx.special.tid.x,
    "a value that has been read": lambda: ptx.special.tid.x().register(),
    "a sum": lambda: reg.scalar(u32, 7) + 1,
    "a view": lambda: reg.scalar(s32, 7).u32,
    "an array's element": lambda: reg.array(u32, 4)[1],
    "a part of a vector": lambda: [*ptx.ld.global_.v2.u32([ptx.param(u64, "out")])][1],
    "a parameter in a register": lambda: ptx.param(u64, "out").u32,
}
PREDICATES: dict[str, Callable[[], Any]] = {
    "a predicate": lambda: reg.scalar(pred, init=True),
    "a comparison": lambda: ptx.special.tid.x() < 5,
}
PLACES: dict[str, Callable[[], Any]] = {
    "an array": lambda: smem.alloc(u32, 32),
    "a stage": lambda: smem.alloc(u32, (2, 32))[1],
    "an mbarrier": lambda: smem.mbarrier(2)[1],
    "an address": lambda: reg.scalar(u32, 64),
}


def pair(make: Callable[[], Any], use: Callable[[Any], Any]) -> Any:
    """Return a kernel that uses what another one has made."""
    kept: list[Any] = []

    @kernel(arch="sm_90")
    def first(out: u64) -> None:  # noqa: ARG001 - of the PTX
        kept.append(make())
        ptx.ret()

    @kernel(arch="sm_90")
    def second(out: u64) -> None:  # noqa: ARG001 - of the PTX
        make()  # so that it has the names as well
        use(kept[0])
        ptx.ret()

    first.ptx()
    return second


def assert_refused(made: Any) -> None:
    """Assert that a kernel is refused for what belongs to the other."""
    with pytest.raises(TraceError, match=r"belongs to the trace of first.*make it in second"):
        made.ptx()


@pytest.mark.parametrize("name", MAKERS)
def test_a_number_of_another_trace(name: str) -> None:
    """Each use of a register is refused, as a source, an operand of an operator, a destination."""
    uses: list[Callable[[Any], Any]] = [
        lambda x: ptx.add.u32(x, 1),
        lambda x: x + 1,
        lambda x: 1 + x,
        lambda x: x.max(3),
        lambda x: ptx.st.global_.u32([ptx.param(u64, "out")], x),
        lambda x: reg.from_(x, u32),
        lambda x: [*map(ptx.inst.mov.u32, [reg.scalar(u32, 0)], [x])],
        lambda x: [None for _ in [reg.scalar(u32, 0).set(x)]],
        lambda x: ptx.mov.b64((x, x)),
    ]
    for use in uses:
        assert_refused(pair(MAKERS[name], use))


@pytest.mark.parametrize("name", PREDICATES)
def test_a_predicate_of_another_trace(name: str) -> None:
    """A guard, a condition, and what combines predicates."""

    def branch(p: Any) -> None:
        with ptx.if_(p):
            ptx.bar.sync(0)

    uses: list[Callable[[Any], Any]] = [
        branch,
        lambda p: ptx.bar.sync(0, when=p),
        lambda p: ptx.bar.sync(0, unless=p),
        lambda p: p & (ptx.special.tid.x() < 2),
        lambda p: ~p | (ptx.special.tid.x() < 2),
        lambda p: ptx.selp.u32(1, 2, p),
    ]
    for use in uses:
        assert_refused(pair(PREDICATES[name], use))


@pytest.mark.parametrize("name", PLACES)
def test_memory_of_another_trace(name: str) -> None:
    """An address, and the register with it."""
    uses: list[Callable[[Any], Any]] = [
        lambda s: ptx.ld.shared.u32([s]),
        lambda s: ptx.st.shared.u32([s, 4], 1),
        ptx.mov.u32,
    ]
    for use in uses:
        assert_refused(pair(PLACES[name], use))


def test_barriers_and_elements_of_another_trace() -> None:
    """Arrays of mbarriers, and elements of arrays in shared memory."""
    assert_refused(pair(lambda: smem.mbarrier(2), lambda bars: ptx.mbarrier.init(bars[0], 1)))
    assert_refused(pair(lambda: smem.alloc(f32, 32), lambda s: s[ptx.special.tid.x()]))
    assert_refused(pair(lambda: ptx.pipeline(2), lambda state: state.advance()))


def test_registers_written_in_another_trace() -> None:
    """Registers that change, and files of which another register is asked for."""
    assert_refused(pair(lambda: reg.scalar(u32, 0), lambda x: x.set(3)))
    assert_refused(pair(lambda: reg.scalar(u32, 0), lambda x: x.set(ptx.special.tid.x())))
    second = pair(lambda: reg.bulk(r=3), lambda r: ptx.add.s32(r[1], 1))
    with pytest.raises(TraceError, match="belongs to the trace of first"):
        second.ptx()


def test_a_cached_helper() -> None:
    """`functools.cache` on a helper gives the second kernel the register of the first."""

    @functools.cache
    def tid() -> Any:
        return reg.from_(ptx.special.tid.x(), u32)

    assert_refused(pair(tid, lambda _: tid() + 1))


def test_a_trace_of_the_same_kernel() -> None:
    """Another trace of a kernel is another trace."""
    kept: list[Any] = []

    @kernel(arch="sm_90")
    def again(out: u64, *, size: int) -> None:  # noqa: ARG001 - of the PTX
        kept.append(reg.scalar(u32, size))
        ptx.st.global_.u32([ptx.param(u64, "out")], kept[0])
        ptx.ret()

    again.ptx(size=1)
    with pytest.raises(TraceError, match="belongs to an earlier trace"):
        again.ptx(size=2)


def test_a_register_of_the_caller() -> None:
    """A device function has registers of its own, also where it is traced within its caller."""
    kept: list[Any] = []

    @func(returns=u32)
    def seven(x: u32) -> None:  # noqa: ARG001 - of the PTX
        ptx.st.param.u32(["func_retval0"], ptx.add.u32(kept[0], 1))
        ptx.ret()

    @kernel(arch="sm_90a")
    def caller(out: u64) -> None:  # noqa: ARG001 - of the PTX
        kept.append(reg.scalar(u32, 6))
        ptx.st.global_.u32([ptx.param(u64, "out")], seven(1))
        ptx.ret()

    with pytest.raises(TraceError, match=r"belongs to the trace of caller.*make it in seven"):
        caller.ptx()


def test_a_parameter_of_another_kernel() -> None:
    """The parameter that a name stands for, in a kernel with another of that name."""
    kept: list[Any] = []

    @kernel(arch="sm_90")
    def first(n: u32) -> None:
        kept.append(n)
        ptx.ret()

    @kernel(arch="sm_90")
    def second(n: u32) -> None:  # noqa: ARG001 - of the PTX
        ptx.ld.param.u32([kept[0]])
        ptx.ret()

    first.ptx()
    assert_refused(second)


def test_a_loop_of_the_caller() -> None:
    """A device function cannot go round the loop of its caller."""
    kept: list[Any] = []

    @func
    def inner(x: u32) -> None:  # noqa: ARG001 - of the PTX
        kept[0].again(when=reg.scalar(pred, init=True))
        ptx.ret()

    @kernel(arch="sm_90a")
    def caller(out: u64) -> None:  # noqa: ARG001 - of the PTX
        with ptx.loop() as loop:
            kept.append(loop)
            inner(1)
        ptx.ret()

    with pytest.raises(TraceError, match="belongs to the trace of caller"):
        caller.ptx()


class Large:
    """Something that a module has, and no kernel reads."""


@pytest.mark.usefixtures("collect_new_objects")
def test_a_trace_keeps_nothing_alive_that_the_kernel_does_not_read() -> None:
    """Names of the module are compared around each block, and forgotten at the end."""
    names: dict[str, Any] = {"kernel": kernel, "ptx": ptx, "large": Large()}
    text = (
        "@kernel(arch='sm_80')\ndef k():\n    with ptx.if_(ptx.special.tid.x() < 5):\n"
        "        ptx.bar.sync(0)\n    ptx.ret()\n"
    )
    exec(text, names)  # noqa: S102 - our own text
    assert "bar.sync" in names["k"].ptx()
    large = weakref.ref(names["large"])
    del names["large"]
    gc.collect()
    assert large() is None
