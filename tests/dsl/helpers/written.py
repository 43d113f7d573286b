"""Small kernels around a few calls: the PTX that they become."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ptxpy import Symbol, b8, bf16, kernel, ptx, smem
from ptxpy.assemble import assemble

__all__ = ["Call", "accepted", "frame", "generic", "lines", "written"]

_DECLARED = (".reg", ".shared", "//")

Call = Callable[[Any, Any, Any], Any]
"""What is called with a tile of two stages, a map, and an mbarrier."""


def generic(parameter: Symbol) -> Any:
    """Emit what gives the generic address of a tensor map that is a parameter."""
    return ptx.cvta.param.u64(ptx.mov.u64(parameter))


def text_of(body: Callable[[Symbol], object], arch: str = "sm_90a", version: str = "8.0") -> str:
    """Return the PTX of a kernel that takes a tensor map and calls a function with it."""

    @kernel(arch=arch, version=version)
    def traced(tensor_map: b8[128].align(64)) -> None:
        body(tensor_map)
        ptx.ret()

    return traced.ptx()


def written(
    body: Callable[[Symbol], object], arch: str = "sm_90a", version: str = "8.0"
) -> list[str]:
    """Return the statements of such a kernel, without declarations and the return."""
    inner = text_of(body, arch, version).partition("{\n")[2].rpartition("\n}")[0]
    found = [line.strip() for line in inner.splitlines()]
    return [line for line in found if not line.startswith(_DECLARED)][:-1]


def accepted(body: Callable[[Symbol], object], arch: str = "sm_90a", version: str = "8.0") -> bool:
    """Assemble such a kernel without a warning."""
    return not assemble(text_of(body, arch, version)).messages


def frame(call: Call) -> Callable[[Symbol], None]:
    """Return what calls a function with a tile of two stages, a map, and an mbarrier."""

    def body(tensor_map: Symbol) -> None:
        tile = smem.alloc(bf16, (2, 64, 64), "128B", name="tile")
        bars = smem.mbarrier(2, name="bars")
        ptx.mbarrier.init(bars[1], 1)
        call(tile, generic(tensor_map), bars[1])

    return body


def lines(call: Call, arch: str = "sm_90a", version: str = "8.0") -> list[str]:
    """Return what a call emits, and have it assembled."""
    body = frame(call)
    assert accepted(body, arch, version)
    return written(body, arch, version)[3:]
