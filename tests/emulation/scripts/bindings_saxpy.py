"""PTX that is loaded and launched by cuda.bindings.driver."""

from __future__ import annotations

import ctypes
import sys

import numpy as np
from cuda.bindings import driver

PTX = b"""
.version 8.0
.target sm_80
.address_size 64
.visible .entry saxpy(.param .f32 a, .param .u64 x, .param .u64 y)
{
    .reg .u64 %rd<6>;
    .reg .u32 %r<2>;
    .reg .f32 %f<5>;
    ld.param.f32 %f1, [a];
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [y];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.u64 %rd4, %rd1, %rd3;
    add.u64 %rd5, %rd2, %rd3;
    ld.global.f32 %f2, [%rd4];
    ld.global.f32 %f3, [%rd5];
    fma.rn.f32 %f4, %f1, %f2, %f3;
    st.global.f32 [%rd5], %f4;
    ret;
}
"""


def checked(result: tuple[object, ...]) -> object:
    """Return the value of a call; fail if it has an error."""
    error, *values = result
    assert not error, error
    return values[0] if values else None


checked(driver.cuInit(0))
context = checked(driver.cuDevicePrimaryCtxRetain(checked(driver.cuDeviceGet(0))))
checked(driver.cuCtxSetCurrent(context))
module = checked(driver.cuModuleLoadData(PTX))
kernel = checked(driver.cuModuleGetFunction(module, b"saxpy"))
x = np.arange(64, dtype=np.float32)
y = np.ones(64, dtype=np.float32)
memories = [checked(driver.cuMemAlloc(array.nbytes)) for array in (x, y)]
for memory, array in zip(memories, (x, y), strict=True):
    checked(driver.cuMemcpyHtoD(memory, array.ctypes.data, array.nbytes))
arguments = ((2.0, *memories), (ctypes.c_float, None, None))
checked(driver.cuLaunchKernel(kernel, 1, 1, 1, 64, 1, 1, 0, 0, arguments, 0))
checked(driver.cuCtxSynchronize())
result = np.empty_like(y)
checked(driver.cuMemcpyDtoH(result.ctypes.data, memories[1], result.nbytes))
assert np.array_equal(result, 2 * x + y)
sys.stdout.write("PASSED\n")
