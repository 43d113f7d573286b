"""Arrays on the host, for kernels to fill."""

from __future__ import annotations

from typing import Any, Final

from ptxpy.dsl.tilelang.allocate.elements import element_type, sizes_of

_HOST: Final = {
    "pred": "bool",
    "f16": "float16",
    "f32": "float32",
    "f64": "float64",
    "bf16": "uint16",
    "e4m3": "uint8",
    "e5m2": "uint8",
}


def empty(shape: Any, dtype: Any = "float32") -> Any:
    """Return an array of NumPy for a kernel to write, what is in it being undefined.

    `bfloat16` has its bits in `uint16` and the types of 8 bits in `uint8`, since NumPy has no such
    types; bits of n are `uint<n>`.
    """
    import numpy as np  # noqa: PLC0415 - tracing needs no NumPy

    kind = element_type(dtype).fundamental
    name = _HOST.get(kind) or f"{'int' if kind[0] == 's' else 'uint'}{kind[1:]}"
    return np.empty(sizes_of(shape), dtype=name)
