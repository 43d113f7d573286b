"""Strided arrays, as a tensor map describes them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.launch_request.arrays import UNKNOWN_DEVICE, ArrayArgument, ReadOnly, is_immutable
from ptxpy.launch_request.dlpack import CPU_TYPES, CUDA_TYPES, tensor_of
from ptxpy.launch_request.errors import ArgumentError

__all__ = ["StridedArray", "strided"]

_DTYPES: Final = {
    "bool": "u8",
    "int8": "u8",
    "uint8": "u8",
    "int16": "u16",
    "uint16": "u16",
    "int32": "s32",
    "uint32": "u32",
    "int64": "s64",
    "uint64": "u64",
    "float16": "f16",
    "float32": "f32",
    "float64": "f64",
    "bfloat16": "bf16",
}
"""The PTX element types, by the name of the NumPy type."""

_DLPACK_KINDS: Final = {0: "int", 1: "uint", 2: "float", 4: "bfloat", 6: "bool"}


class StridedArray(NamedTuple):
    """The memory, shape and strides of an array."""

    array: ArrayArgument
    """The memory from the first element to the last."""
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    """In bytes."""
    size: int
    """Bytes per element."""
    type: str
    """The PTX type of the elements; empty if PTX has none."""
    offset: int
    """An offset with the alignment of the array on the GPU: for a device array its address, for a
    host array the offset from the base array whose memory it shares."""


def strided(value: Any, name: str = "array", stream: int = 0) -> StridedArray:
    """Return the memory, shape and strides of an array.

    Args:
        value: A NumPy array, or an array with `__dlpack__` or `__cuda_array_interface__`, or such
            an array in `readonly`.
        name: The parameter, for messages.
        stream: The stream that will use it.

    Raises `ArgumentError` if the value is not an array, has negative strides, or cannot be written
    to and is not marked `readonly`.
    """
    marked = isinstance(value, ReadOnly)
    array = value.array if isinstance(value, ReadOnly) else value
    found = _of(array, name, stream)
    # A tensor map has at least one element in each dimension, and unsigned strides.
    if 0 in found.shape:
        message = f"{name}: the array has no elements (shape {found.shape})"
        raise ArgumentError(message, name)
    if any(stride < 0 for stride in found.strides):
        message = f"{name}: the array has negative strides, {found.strides}"
        raise ArgumentError(message, name)
    if marked:
        return found._replace(array=found.array._replace(writable=False))
    if not found.array.writable:
        message = (
            f"{name}: the array cannot be written to; "
            "pass a copy, or ptxpy.launch.readonly(x) if the kernel only reads it"
        )
        raise ArgumentError(message, name)
    return found


def _of(array: Any, name: str, stream: int) -> StridedArray:
    if isinstance(array, np.ndarray):
        return _host(array, name)
    if hasattr(array, "__dlpack__") and hasattr(array, "__dlpack_device__"):
        return _dlpack(array, name, stream)
    interface = getattr(array, "__cuda_array_interface__", None)
    if interface is not None:
        return _interface(array, interface, name)
    message = f"{name}: {type(array).__name__} is not an array"
    raise ArgumentError(message, name)


def _host(array: np.ndarray[Any, Any], name: str) -> StridedArray:
    if array.dtype.hasobject or not array.dtype.isnative:
        message = f"{name}: elements of {array.dtype} are not supported"
        raise ArgumentError(message, name)
    address = array.__array_interface__["data"][0]
    root: Any = array
    # A slice of a host array would be refused where its address happens to be misaligned; on a GPU
    # its base has the alignment of an allocation.
    while isinstance(root.base, np.ndarray):
        root = root.base
    begin = root.__array_interface__["data"][0]
    size = array.itemsize
    held = ArrayArgument(
        address, _span(array.shape, array.strides, size), array.flags.writeable, None, array
    )
    kind = _DTYPES.get(array.dtype.name, "u8" if size == 1 else "")
    return StridedArray(held, array.shape, array.strides, size, kind, address - begin)


def _dlpack(array: Any, name: str, stream: int) -> StridedArray:
    kind, number = array.__dlpack_device__()
    if kind not in CPU_TYPES and kind not in CUDA_TYPES:
        message = (
            f"{name}: the array is on a device of DLPack type {int(kind)}, which is not a CUDA GPU"
        )
        raise ArgumentError(message, name)
    on_gpu = kind in CUDA_TYPES
    tensor = tensor_of(array, stream if on_gpu else None)
    size = max(1, tensor.bits // 8)
    strides = _contiguous(tensor.shape, size)
    if tensor.strides is not None:
        strides = tuple(stride * size for stride in tensor.strides)
    held = ArrayArgument(
        tensor.address,
        _span(tensor.shape, strides, size),
        not tensor.read_only and not is_immutable(array),
        int(number) if on_gpu else None,
        tensor.owner,
    )
    word = f"{_DLPACK_KINDS.get(tensor.code, '?')}{tensor.bits}"
    type_ = _DTYPES.get(word, "u8" if size == 1 else "")
    offset = tensor.address if on_gpu else 0
    return StridedArray(held, tensor.shape, strides, size, type_, offset)


def _interface(array: Any, interface: dict[str, Any], name: str) -> StridedArray:
    try:
        address, read_only = interface["data"]
        shape = tuple(map(int, interface["shape"]))
        dtype = np.dtype(interface["typestr"])
        strides = interface.get("strides")
        strides = _contiguous(shape, dtype.itemsize) if strides is None else tuple(strides)
    except (KeyError, TypeError, ValueError) as error:
        message = f"{name}: its __cuda_array_interface__ is not valid: {error!r}"
        raise ArgumentError(message, name) from None
    span = _span(shape, strides, dtype.itemsize)
    stream = int(interface.get("stream") or 0)
    held = ArrayArgument(int(address or 0), span, not read_only, UNKNOWN_DEVICE, array, stream)
    kind = _DTYPES.get(dtype.name, "u8" if dtype.itemsize == 1 else "")
    return StridedArray(held, shape, strides, dtype.itemsize, kind, held.address)


def _contiguous(shape: tuple[int, ...], size: int) -> tuple[int, ...]:
    strides = []
    for extent in shape[::-1]:
        strides.append(size)
        size *= extent
    return tuple(strides[::-1])


def _span(shape: tuple[int, ...], strides: tuple[int, ...], size: int) -> int:
    """Return the number of bytes from the first element of an array through the last."""
    return size + sum((extent - 1) * stride for extent, stride in zip(shape, strides, strict=True))
