"""The buffers that XLA hands to a kernel, as arrays that `Kernel.launch` takes."""

from __future__ import annotations

import ctypes
from math import prod
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from ptxpy.integrations.jax.structs import Buffer, Buffers

__all__ = ["XLA_TYPES", "DeviceArray", "XlaBuffer", "read_buffers"]

XLA_TYPES: Final = {
    1: ("bool", "bool"),
    2: ("int8", "int8"),
    3: ("int16", "int16"),
    4: ("int32", "int32"),
    5: ("int64", "int64"),
    6: ("uint8", "uint8"),
    7: ("uint16", "uint16"),
    8: ("uint32", "uint32"),
    9: ("uint64", "uint64"),
    10: ("float16", "float16"),
    11: ("float32", "float32"),
    12: ("float64", "float64"),
    16: ("bfloat16", "uint16"),
    19: ("float8_e5m2", "uint8"),
    20: ("float8_e4m3fn", "uint8"),
}
"""The element types of XLA that tensors of kernels have, by the number in `XLA_FFI_DataType`: the
name of the dtype in JAX, and of the dtype of NumPy that holds its bits."""


class XlaBuffer(NamedTuple):
    """A buffer of XLA in host memory or on a GPU."""

    address: int
    shape: tuple[int, ...]
    type: int
    """The number of the element type, `XLA_FFI_DataType`."""

    @property
    def dtype(self) -> str:
        """The name of the dtype in JAX."""
        return XLA_TYPES[self.type][0] if self.type in XLA_TYPES else f"XLA type {self.type}"

    def on_host(self, *, column_major: bool = False) -> np.ndarray[Any, Any]:
        """Return the buffer as a NumPy array without a copy."""
        dtype = np.dtype(XLA_TYPES[self.type][1])
        size = dtype.itemsize * prod(self.shape)
        if not size:
            return np.empty(self.shape, dtype)
        memory: Any = (ctypes.c_char * size).from_address(self.address)
        return np.ndarray(self.shape, dtype, memory, order="F" if column_major else "C")

    def on_gpu(self, *, column_major: bool = False) -> DeviceArray:
        """Return the buffer as an array on a GPU."""
        dtype = np.dtype(XLA_TYPES[self.type][1])
        strides, step = [], dtype.itemsize
        for extent in self.shape if column_major else self.shape[::-1]:
            strides.append(step)
            step *= extent
        ordered = strides if column_major else strides[::-1]
        return DeviceArray(self.address, self.shape, tuple(ordered), dtype)


class DeviceArray(NamedTuple):
    """An array in the memory of a GPU, or a view of one."""

    address: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    """In bytes."""
    dtype: np.dtype[Any]

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """Address, shape, strides and type, version 3 of Numba's protocol."""
        return {
            "data": (self.address, False),
            "shape": self.shape,
            "strides": self.strides,
            "typestr": self.dtype.str,
            "version": 3,
        }

    def reshape(self, shape: tuple[int, ...]) -> DeviceArray:
        """Return a view with other dimensions; the array is contiguous, the last one fastest."""
        strides, step = [], self.dtype.itemsize
        for extent in shape[::-1]:
            strides.append(step)
            step *= extent
        return self._replace(shape=shape, strides=tuple(strides[::-1]))

    def swapaxes(self, first: int, second: int) -> DeviceArray:
        """Return a view with two dimensions exchanged."""
        shape, strides = list(self.shape), list(self.strides)
        for each in (shape, strides):
            each[first], each[second] = each[second], each[first]
        return self._replace(shape=tuple(shape), strides=tuple(strides))


def read_buffers(given: Buffers) -> list[XlaBuffer]:
    """Return the buffers of the arguments or of the results of a call."""
    return [_read(given.values[number].contents) for number in range(given.size)]


def _read(buffer: Buffer) -> XlaBuffer:
    shape = tuple(buffer.dims[axis] for axis in range(buffer.rank))
    return XlaBuffer(buffer.data or 0, shape, buffer.dtype)
