"""Tensor descriptors that the host makes: as tensor maps, or taken apart, as Triton compiled."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np

from ptxpy.integrations.triton.array_arguments import memory_of
from ptxpy.integrations.triton.errors import TritonError
from ptxpy.isa.named_values import TENSOR_MAP_CODES
from ptxpy.launch_request import ReadOnly, TensorMap, readonly

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
        try:
            made = _tensor_map(name, descriptor, metadata)
        except ValueError as error:
            message = f"{name}: no tensor map can be made of this descriptor: {error}"
            raise TritonError(message) from None
        yield name, "nvTmaDesc", made
    for each in shape:
        yield name, "i32", each
    for each in strides:
        yield name, "i64", each


def _tensor_map(
    name: str,
    descriptor: Any,
    metadata: Mapping[str, Any],
) -> TensorMap:
    """Return a tensor map; of packed types of 4 bits, the descriptor counts bytes."""
    view = _view(name, descriptor, int(metadata["elem_size"]))
    element = "tf32" if descriptor.round_f32_to_tf32 else _ELEMENTS[metadata["elem_type"]]
    swizzle = _SWIZZLES[metadata["swizzle"]]
    fill = "nan" if descriptor.padding == "nan" else "zeros"
    block = metadata["block_size"]
    if not metadata.get("is_im2col"):
        return TensorMap(view, block, type=element, swizzle=swizzle, fill=fill)
    pixels, channels = block
    return TensorMap.im2col(
        view,
        descriptor.pixel_box_lower_corner,
        descriptor.pixel_box_upper_corner,
        channels,
        pixels,
        element_strides=descriptor.element_strides,
        type=element,
        swizzle=swizzle,
        fill=fill,
    )


def _view(name: str, descriptor: Any, size: int) -> Any:
    """Return the tensor of a descriptor as an array, read-only if its memory is marked so."""
    memory = memory_of(name, descriptor.base)
    marked = isinstance(memory.data, ReadOnly)
    data = memory.data.array if isinstance(memory.data, ReadOnly) else memory.data
    view = np.lib.stride_tricks.as_strided(
        data[memory.displacement : memory.displacement + size].view(f"u{size}"),
        tuple(descriptor.shape),
        tuple(stride * size for stride in descriptor.strides),
    )
    return readonly(view) if marked else view
