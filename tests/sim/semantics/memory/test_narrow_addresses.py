"""Modules with `.address_size 32`: their pointers are parameters of 32 bits."""

from __future__ import annotations

import numpy as np
import pytest

from ptxpy.launch import load, readonly
from ptxpy.launch_request import ArgumentError
from ptxpy.sim import SimulationError, UnsupportedError

PTX = """\
.version 4.0
.target sm_20
.address_size 32
.global .align 4 .u32 count;
.const .align 4 .u32 table[4] = {10, 20, 30, 40};
.visible .entry scale(
    .param .u32 .ptr .global .align 4 out, .param .u32 in, .param .u32 n)
{
    .reg .pred %p<2>;
    .reg .b32 %r<12>;
    .shared .align 4 .b32 tile[64];
    ld.param.u32 %r1, [out];
    ld.param.u32 %r2, [in];
    ld.param.u32 %r3, [n];
    mov.u32 %r4, %tid.x;
    setp.ge.u32 %p1, %r4, %r3;
    @%p1 bra END;
    shl.b32 %r5, %r4, 2;
    add.u32 %r1, %r1, %r5;
    add.u32 %r2, %r2, %r5;
    mov.u32 %r6, tile;
    add.u32 %r6, %r6, %r5;
    ld.global.u32 %r7, [%r2];
    st.shared.u32 [%r6], %r7;
    and.b32 %r8, %r4, 3;
    shl.b32 %r8, %r8, 2;
    mov.u32 %r9, table;
    add.u32 %r9, %r9, %r8;
    ld.const.u32 %r9, [%r9];
    ld.shared.u32 %r7, [%r6];
    mul.lo.u32 %r7, %r7, %r9;
    st.u32 [%r1], %r7;
    mov.u32 %r10, count;
    atom.global.add.u32 %r11, [%r10], 1;
END:
    ret;
}
"""


def test_arrays_for_parameters_of_32_bits() -> None:
    """They are read and written; what is a number stays one."""
    kernel = load(PTX)
    x = np.arange(64, dtype=np.uint32)
    out = np.zeros(64, np.uint32)
    kernel.launch(out, readonly(x), 50, grid=1, block=64, device="cpu")
    expected = np.where(np.arange(64) < 50, x * np.array([10, 20, 30, 40] * 16), 0)
    assert out.tolist() == expected.tolist()
    assert kernel.globals.on("cpu")["count"] == 50


def test_what_lies_beyond_an_array_is_told() -> None:
    """A null pointer, and one that is too short."""
    kernel = load(PTX)
    x = np.zeros(32, np.uint32)
    with pytest.raises(SimulationError, match="outside of global memory"):
        kernel.launch(None, x, 1, grid=1, block=32, device="cpu")
    with pytest.raises(SimulationError, match="behind the argument"):
        kernel.launch(x, x, 64, grid=1, block=64, device="cpu")


def test_a_module_of_64_bits_takes_no_array_for_32() -> None:
    """Its addresses do not fit."""
    wide = PTX.replace(".address_size 32", ".address_size 64")
    with pytest.raises(ArgumentError, match="out"):
        load(wide).launch(np.zeros(4, np.uint32), 0, 0, grid=1, block=32, device="cpu")


def test_generic_addresses_of_shared_memory_are_refused() -> None:
    """They would not be told from global ones."""
    text = PTX.replace("    add.u32 %r6, %r6, %r5;\n", "    cvta.shared.u32 %r6, %r6;\n")
    with pytest.raises(UnsupportedError, match=r"generic addresses of 32 bits in .shared memory"):
        load(text).launch(None, None, 1, grid=1, block=32, device="cpu")
