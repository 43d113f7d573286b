"""cuda.core: a program of two translation units, linked, with memory from a pool."""

import sys
import warnings

import numpy as np
from cuda.bindings import driver
from cuda.core import Device, LaunchConfig, Linker, Program, ProgramOptions, launch

warnings.simplefilter("ignore")
device = Device()
device.set_current()
stream = device.create_stream()
FILL = r"""
extern __device__ int triple(int x);
extern "C" __global__ void fill(int* x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = triple(i);
}
"""
TRIPLE = "__device__ int triple(int x) { return 3 * x; }"


def check(kernel) -> None:
    """Launch it and look at what it wrote."""
    memory = device.allocate(4 * 100, stream=stream)
    launch(stream, LaunchConfig(grid=2, block=64), kernel, memory, np.int32(100))
    stream.sync()
    found = np.zeros(100, np.int32)
    driver.cuMemcpyDtoH(found.ctypes.data, int(memory.handle), found.nbytes)
    np.testing.assert_array_equal(found, 3 * np.arange(100))
    memory.close(stream)


options = ProgramOptions(arch=f"sm_{device.arch}", relocatable_device_code=True)
units = [Program(text, code_type="c++", options=options).compile("ptx") for text in (FILL, TRIPLE)]
check(Linker(*units).link("cubin").get_kernel("fill"))

whole = f"{TRIPLE}\n{FILL.replace('extern __device__ int triple(int x);', '')}"
options = ProgramOptions(arch=f"sm_{device.arch}")
check(Program(whole, code_type="c++", options=options).compile("cubin").get_kernel("fill"))
sys.stdout.write("PASSED\n")
