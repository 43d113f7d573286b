"""Measure launches; print the least CPU time of each way as JSON. The number of turns is given."""

from __future__ import annotations

import ctypes
import importlib
import json
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ptxpy.launch import load

cuda = importlib.import_module("cuda.bindings.driver")

PTX = """\
.version 8.0
.target sm_80
.address_size 64
.visible .entry scale(.param .u64 out, .param .f32 by, .param .u64 x, .param .u8 n) { ret; }
"""
LAUNCHES = 5000
"""Launches of one measurement."""


class Array:
    """An array that says that it is on a GPU, as those of CuPy and Numba do."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.__cuda_array_interface__ = {
            "version": 3,
            "shape": array.shape,
            "typestr": "<f4",
            "data": (array.__array_interface__["data"][0], False),
            "strides": None,
        }
        self.array = array


def main(turns: int) -> None:
    """Measure all ways in turns."""
    out, x = (Array(np.ones(5, np.float32)) for _ in range(2))
    kernel = load(PTX)
    configured = kernel[1, 1]
    kernel.launch(out, 2.0, x, 5, grid=1, block=1)
    ways = {
        "cuda.bindings": bindings(out, x),
        "kernel.launch(…)": lambda: kernel.launch(out, 2.0, x, 5, grid=1, block=1),
        "kernel[grid, block](…)": lambda: configured(out, 2.0, x, 5),
        "kernel.launch(…) of another grid each time": varying(kernel, out, x),
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(turns):
        for name, way in ways.items():
            start = time.process_time()
            for _ in range(LAUNCHES):
                way()
            times[name].append((time.process_time() - start) / LAUNCHES)
    print(json.dumps({name: min(found) for name, found in times.items()}))


def bindings(out: Array, x: Array) -> Callable[[], None]:
    """Return a launch with the bindings alone, in the primary context of the GPU."""
    _, device = cuda.cuDeviceGet(0)
    _, context = cuda.cuDevicePrimaryCtxRetain(device)
    cuda.cuCtxPushCurrent(context)  # as a framework leaves it
    _, module = cuda.cuModuleLoadData(b"\x7fELF")
    _, function = cuda.cuModuleGetFunction(module, b"scale")
    config = cuda.CUlaunchConfig()
    config.gridDimX = config.gridDimY = config.gridDimZ = 1
    config.blockDimX = config.blockDimY = config.blockDimZ = 1
    types = (ctypes.c_void_p, ctypes.c_float, ctypes.c_void_p, ctypes.c_uint8)

    def launch() -> None:
        target, source = out.__cuda_array_interface__["data"], x.__cuda_array_interface__["data"]
        values = (target[0], 2.0, source[0], 5)
        (status,) = cuda.cuLaunchKernelEx(config, function, (values, types), 0)
        if status != cuda.CUresult.CUDA_SUCCESS:
            raise RuntimeError(status)

    return launch


def varying(kernel: Any, out: Array, x: Array) -> Callable[[], None]:  # noqa: ANN401 - a kernel
    """Return a launch whose grid is another than that of the launch before."""
    grids = [(size, 1, 1) for size in range(1, 9)]

    def launch() -> None:
        grids.append(grids.pop(0))
        kernel.launch(out, 2.0, x, 5, grid=grids[0], block=1)

    return launch


if __name__ == "__main__":
    main(int(sys.argv[1]))
