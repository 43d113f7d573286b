"""nvJitLink: PTX is linked with that in a library, and run; a cubin is refused with a log."""

import ctypes
import struct
import sys

import numpy as np
from cuda.bindings import driver, nvjitlink

HEAD = ".version 9.0\n.target sm_90\n.address_size 64\n"
CALLER = f"""{HEAD}
.extern .func (.param .b32 result) triple(.param .b32 x);
.visible .entry fill(.param .u64 out)
{{
    .reg .b64 %rd<4>;
    .reg .b32 %r<4>;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    {{
        .param .b32 given;
        .param .b32 taken;
        st.param.b32 [given], %r1;
        call (taken), triple, (given);
        ld.param.b32 %r2, [taken];
    }}
    mul.wide.u32 %rd2, %r1, 4;
    add.s64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r2;
    ret;
}}
"""
TRIPLE = f"""{HEAD}
.visible .func (.param .b32 result) triple(.param .b32 x)
{{
    .reg .b32 %r<3>;
    ld.param.b32 %r1, [x];
    mul.lo.s32 %r2, %r1, 3;
    st.param.b32 [result], %r2;
    ret;
}}
"""


def check(outcome):
    """Return what a call gives beside its status, which must be success."""
    assert outcome[0] == driver.CUresult.CUDA_SUCCESS, outcome
    return outcome[1] if len(outcome) == 2 else outcome[1:]


check(driver.cuInit(0))
context = check(driver.cuDevicePrimaryCtxRetain(0))
check(driver.cuCtxSetCurrent(context))


def library(text):
    """Return an archive of an object with a container that has PTX."""
    data = text.encode() + bytes(-len(text) % 8)
    entry = struct.pack("<HHIQIIHHIIIQQQ", 1, 0x101, 64, len(data), 0, 0, 0, 9, 90, 0, 0, 1, 0, 0)
    body = entry + data
    return b"!<arch>\n" + bytes(60) + struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(body)) + body


linker = nvjitlink.create(1, ["-arch=sm_90"])
inputs = nvjitlink.InputType
for kind, data in ((inputs.PTX, CALLER.encode()), (inputs.LIBRARY, library(TRIPLE))):
    nvjitlink.add_data(linker, kind, data, len(data), "unit")
nvjitlink.complete(linker)
image = bytearray(nvjitlink.get_linked_cubin_size(linker))
nvjitlink.get_linked_cubin(linker, image)
nvjitlink.destroy(linker)

module = check(driver.cuModuleLoadData(bytes(image)))
kernel = check(driver.cuModuleGetFunction(module, b"fill"))
memory = check(driver.cuMemAlloc(4 * 32))
arguments = ((int(memory),), (ctypes.c_void_p,))
check(driver.cuLaunchKernel(kernel, 1, 1, 1, 32, 1, 1, 0, 0, arguments, 0))
found = np.zeros(32, np.int32)
check(driver.cuMemcpyDtoH(found.ctypes.data, memory, found.nbytes))
np.testing.assert_array_equal(found, 3 * np.arange(32))
check(driver.cuMemFree(memory))

linker = nvjitlink.create(1, ["-arch=sm_90"])
try:
    nvjitlink.add_data(linker, nvjitlink.InputType.CUBIN, b"\x7fELF" + bytes(60), 64, "old.cubin")
    sys.exit("a cubin was taken")
except nvjitlink.nvJitLinkError:
    log = bytearray(nvjitlink.get_error_log_size(linker))
    nvjitlink.get_error_log(linker, log)
    assert b"a cubin is not emulated (old.cubin)" in log, log
sys.stdout.write("PASSED\n")
