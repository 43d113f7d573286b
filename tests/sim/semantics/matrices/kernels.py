"""Running kernels in the simulator with arrays as arguments."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import ptxpy
from ptxpy.sim.loaded_module import LoadedModule
from ptxpy.sim.machine.geometry import Geometry

__all__ = ["CORPUS", "launch", "loaded", "wrapped"]

CORPUS = Path(__file__).resolve().parents[4] / "corpus"

Array = npt.NDArray[Any]


def wrapped(pointers: int, body: str, *, declarations: str = "", target: str = "sm_90a") -> str:
    """Return a module with a kernel `k` whose parameters, pointers, are in `%a0` and so on."""
    parameters = ", ".join(f".param .u64 p{index}" for index in range(pointers))
    loads = "\n".join(f"ld.param.u64 %a{index}, [p{index}];" for index in range(pointers))
    return f""".version 8.8
.target {target}
.address_size 64
.visible .entry k({parameters})
{{
.reg .b64 %a<{pointers}>;
.reg .b64 %l<16>;
.reg .b32 %r<64>;
.reg .f32 %f<64>;
.reg .f64 %d<32>;
.reg .pred %p<4>;
{declarations}
{loads}
{body}
ret;
}}
"""


def loaded(text: str | bytes) -> LoadedModule:
    """Load a module."""
    return LoadedModule(ptxpy.parse(text.encode() if isinstance(text, str) else text))


def launch(
    module: LoadedModule,
    kernel: str,
    arguments: list[Array | int],
    *,
    grid: tuple[int, int, int] = (1, 1, 1),
    block: tuple[int, int, int] = (32, 1, 1),
) -> list[Array]:
    """Run a kernel with arrays, passed as pointers, and integers; return the arrays after."""
    mark = module.memory.mark()
    try:
        packed, places = b"", []
        for argument in arguments:
            if isinstance(argument, int):
                packed += struct.pack("<i", argument)
                continue
            address = module.memory.allocate(argument.nbytes, "an array", alignment=256)
            stop = address + argument.nbytes
            module.memory.bytes[address:stop] = (
                np.ascontiguousarray(argument).view("u1").reshape(-1)
            )
            places.append((address, stop, argument))
            packed += bytes(-len(packed) % 8) + struct.pack("<Q", address)
        module.run(kernel, packed, Geometry(grid, block, (1, 1, 1)))
        return [
            module.memory.bytes[start:stop].copy().view(array.dtype).reshape(array.shape)
            for start, stop, array in places
        ]
    finally:
        module.memory.reset(mark)
