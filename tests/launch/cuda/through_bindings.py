"""Launches with the real bindings on top of `driver.c`; run as a program of its own."""

from types import SimpleNamespace

import numpy as np

from ptxpy.assemble import AssembleError
from ptxpy.launch import TensorMap, load
from ptxpy.launch.cuda import CudaError
from ptxpy.launch.cuda.device import current_context, device
from ptxpy.launch.cuda.driver import driver

PTX = """\
.version 8.0
.target sm_80
.address_size 64
.visible .entry scale(.param .u64 out, .param .f32 by, .param .u64 x, .param .u8 n) { ret; }
"""


def main() -> None:
    """Launch, and write the results."""
    kernel = load(PTX)
    x, out = np.arange(5, dtype=np.float32), np.zeros(5, np.float32)
    kernel[(2, 3), (4, 5, 6), 50000, 7](out, 2.0, x, 5)
    print(out.tolist(), flush=True)  # noqa: T201 - this is what the test reads
    kernel.launch(out, 0.5, out, 5, grid=(16, 2), block=1, cluster=(8, 2), device="cuda:0")
    print(out.tolist(), flush=True)  # noqa: T201 - likewise
    address = x.__array_interface__["data"][0]
    interface = {"shape": (5,), "typestr": "<f4", "data": (address, False), "stream": 9}
    array = SimpleNamespace(__cuda_array_interface__={"version": 3, **interface})
    kernel.launch(array, 3.0, array, 5, grid=1, block=1)
    print(x.tolist(), flush=True)  # noqa: T201 - likewise
    maps = (
        TensorMap.at(1 << 40, (64, 5, 3), (128, 640), (32, 4, 1), "bf16", swizzle="64B"),
        TensorMap.at(32, (1 << 32,), (), (16,), "u8"),
        TensorMap.im2col(np.zeros((2, 6, 7, 64), np.float32), (-1, -2), (1, 2), 16, 40, fill="nan"),
    )
    for made, address in zip(maps, (1 << 40, 32, 64), strict=True):
        encoded = driver().tensor_map(made.layout, address)
        print(len(encoded), {*encoded}, flush=True)  # noqa: T201 - likewise
    used = device(0)
    with current_context(used):
        used.driver.unload_module(used.driver.compile_module(PTX.encode(), "scale.ptx"))
        try:
            used.driver.compile_module(b"// refuse", "scale.ptx")
        except AssembleError as error:
            print(error)  # noqa: T201 - likewise
    try:
        kernel[1, 1](out, 1.0, x, 255)
    except CudaError as error:
        print(error)  # noqa: T201 - likewise


if __name__ == "__main__":
    main()
