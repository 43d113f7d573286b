"""Tensor descriptors that the host makes: as tensor maps, or taken apart, as Triton compiled."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np

from ptxpy.integrations.triton.array_arguments import memory_of
from ptxpy.integrations.triton.errors import TritonError
from ptxpy.isa.tensor_map_codes import TENSOR_MAP_CODES
from ptxpy.launch.arguments import ReadOnly, TensorMap, readonly

__all__ = ["expanded_descriptor"]

_SWIZZLES: Final = ("none", "32B", "64B", "128B")
"""The swizzle of a tensor map by the number in Triton's metadata, which is that of the driver."""

_ELEMENTS: Final = TENSOR_MAP_CODES["elemtype"]
"""The PTX type of the elements by the number in Triton's metadata, which is that of PTX."""


def expanded_descriptor(
    name: str,
    kind: str,
    descriptor: Any,
    metadata: Mapping[str, Any] | None,
) -> Iterator[tuple[str, str, Any]]:
    """Yield name, type and value of the parameters that a tensor descriptor is passed as.

    Args:
        name: The argument.
        kind: Its type in Triton's signature, `tensordesc<fp16[64, 64]>`.
        descriptor: A `TensorDescriptor`.
        metadata: What the compiled kernel says about it; None if the kernel takes it apart.
    """
    shape, strides = [*map(int, descriptor.shape)], [*map(int, descriptor.strides)]
    if metadata is None:
        element = re.match(r"tensordesc(?:_im2col)?<([^\[>]*)", kind)
        yield name, f"*{element[1] if element else 'i8'}", descriptor.base
        for each in (*shape, *strides):
            yield name, "i64", each
        yield name, "i1", descriptor.padding == "nan"
        yield name, "i1", descriptor.round_f32_to_tf32
    else:
        yield name, "nvTmaDesc", _tensor_map(name, descriptor, metadata)
    for each in shape:
        yield name, "i32", each
    for each in strides:
        yield name, "i64", each


def _tensor_map(
    name: str,
    descriptor: Any,
    metadata: Mapping[str, Any],
) -> TensorMap:
    if metadata.get("is_im2col") or metadata.get("fp4_padded"):
        message = f"{name}: descriptors for im2col and for fp4 are not simulated"
        raise TritonError(message)
    element = "tf32" if descriptor.round_f32_to_tf32 else _ELEMENTS[metadata["elem_type"]]
    memory = memory_of(name, descriptor.base)
    marked = isinstance(memory.data, ReadOnly)
    data = memory.data.array if isinstance(memory.data, ReadOnly) else memory.data
    size = int(metadata["elem_size"])
    view = np.lib.stride_tricks.as_strided(
        data[memory.displacement : memory.displacement + size].view(f"u{size}"),
        tuple(descriptor.shape),
        tuple(stride * size for stride in descriptor.strides),
    )
    return TensorMap(
        readonly(view) if marked else view,
        metadata["block_size"],
        type=element,
        swizzle=_SWIZZLES[metadata["swizzle"]],
        fill="nan" if descriptor.padding == "nan" else "zeros",
    )
