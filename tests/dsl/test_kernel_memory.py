"""Shared memory and device functions of kernels that have modules of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ptxpy import TraceError, dsl, f32, func, kernel, ptx, smem, u64


def launched(made: Any, **how: Any) -> float:
    """Return what a kernel stores."""
    x = np.zeros(1, np.float32)
    made.launch(x, grid=1, device="cpu", **how)
    return float(x[0])


def through(words: int, offset: int, **options: Any) -> Any:
    """Return a kernel that takes a number through the word `offset` of its shared memory."""

    @kernel(arch="sm_80", block=1, **options)
    def through(x: u64) -> None:
        tile = smem.alloc(f32, words)
        ptx.st.shared.f32([tile, 4 * offset], 3.0)
        address = ptx.ld.param.u64([x])
        ptx.st.global_.f32([address], ptx.ld.shared.f32([tile, 4 * offset]))
        ptx.ret()

    return through


def test_up_to_48_kib_are_declared() -> None:
    """And more is given by the launch, without being asked for."""
    most = through(12 * 1024, 12 * 1024 - 1)
    assert ".shared .align 128 .b8 smem_0[49152];" in most.ptx()
    assert most.bind().defaults.smem is None
    assert launched(most) == 3
    more = through(12 * 1024 + 1, 12 * 1024)
    assert ".extern .shared .align 128 .b8 dyn_smem[];" in more.ptx()
    assert "st.shared.f32 [dyn_smem+49152], " in more.ptx()
    assert more.bind().defaults.smem == 49156
    assert launched(more) == 3
    assert launched(more, shared_bytes=50_000) == 3


def test_dynamic_where_it_is_asked_for() -> None:
    """By a name, or by more than may be declared."""
    named = through(4, 3, extern_smem="mem")
    assert ".extern .shared .align 128 .b8 mem[];" in named.ptx()
    assert "[mem+12]" in named.ptx()
    assert named.bind().defaults.smem == 16
    assert launched(named) == 3
    large = through(4, 3, smem=50_000)
    assert "[dyn_smem+12]" in large.ptx()
    assert large.bind().defaults.smem == 50_000
    assert launched(large) == 3


def test_a_kernel_with_much_memory_is_traced_again_at_once() -> None:
    """What follows the allocation that is too much has been traced once."""
    runs = []

    @kernel(arch="sm_80", block=1)
    def large(x: u64) -> None:
        runs.append("begun")
        smem.alloc(f32, 8)
        tile = smem.alloc(f32, 20_000)
        runs.append("allocated")
        ptx.st.shared.f32([tile, 4], 5.0)
        address = ptx.ld.param.u64([x])
        ptx.st.global_.f32([address], ptx.ld.shared.f32([tile, 4]))
        ptx.ret()

    assert large.bind().defaults.smem == 80_128
    assert runs == ["begun", "begun", "allocated"]
    assert launched(large, shared_bytes=81_000) == 5


def test_less_than_is_allocated() -> None:
    """`smem` says how much the launch gives at least; it is refused where that is too little."""
    with pytest.raises(TraceError, match=r"smem must be at least 4096, .* not 64") as caught:
        through(1024, 0, smem=64, extern_smem=True).bind()
    [line] = [
        number
        for number, line in enumerate(Path(__file__).read_text("utf-8").splitlines(), 1)
        if line == '    @kernel(arch="sm_80", block=1, **options)'
    ]
    assert dsl.raising_line(caught.value, __file__) == line


def test_the_base_is_that_of_the_launch() -> None:
    """A kernel that asks for it is traced again with all its memory there, once."""
    runs = []

    @kernel(arch="sm_80", block=1)
    def based(x: u64) -> None:
        runs.append(1)
        tile = smem.alloc(f32, 8)
        base = smem.base()
        ptx.st.shared.f32([tile, 4], 5.0)
        address = ptx.ld.param.u64([x])
        ptx.st.global_.f32([address], ptx.ld.shared.f32([base, 4]))
        ptx.ret()

    assert launched(based) == 5
    assert based.bind().defaults.smem == 32
    assert len(runs) == 2


def test_a_device_function_has_no_memory_of_launches() -> None:
    """That is its kernel's."""

    @func
    def based() -> None:
        smem.base()
        ptx.ret()

    @kernel(arch="sm_80")
    def caller() -> None:
        based()
        ptx.ret()

    with pytest.raises(TraceError, match="based is a device function: only a kernel can have"):
        caller.ptx()


@func(returns=f32)
def twice(x: f32, *, FACTOR: float = 2.0) -> None:  # noqa: N803
    """Return the double."""
    ptx.st.param.f32(["func_retval0"], ptx.ld.param.f32([x]) * FACTOR)
    ptx.ret()


@kernel(arch="sm_80", block=1)
def fourfold(x: u64) -> None:
    """Multiply a number by four."""
    address = ptx.ld.param.u64([x])
    ptx.st.global_.f32([address], twice(twice(ptx.ld.global_.f32([address]))))
    ptx.ret()


@kernel(arch="sm_80", block=1)
def large(x: u64) -> None:
    """Call the function in a kernel that is traced twice."""
    smem.base()
    address = ptx.ld.param.u64([x])
    ptx.st.global_.f32([address], twice(ptx.mov.f32(4.0)))
    ptx.ret()


def test_a_function_outside_a_module() -> None:
    """Each kernel that calls it has it."""
    x = np.array([1.5], np.float32)
    fourfold.launch(x, grid=1, device="cpu")
    assert x == 6
    for made in (fourfold, large):
        assert made.ptx().count(".func (.param .f32 func_retval0) twice(") == 1
    assert launched(large) == 8
    assert twice.ptx().count(".func") == 1


def test_kernels_are_not_called_by_kernels() -> None:
    """A launch is not what a body can do."""

    @kernel(arch="sm_80")
    def caller() -> None:
        fourfold(1)
        ptx.ret()

    with pytest.raises(TypeError, match="fourfold has no tensors: it is launched with"):
        caller.ptx()
