"""Arrays as arguments of Triton's kernels: their whole memory, and where they begin in it.

A kernel of Triton receives the address of the first element and strides as numbers, so it may
reach any element of the memory that the array is a part of. The simulator hence gets the memory
of the array, not the array.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.integrations.triton.errors import TritonError
from ptxpy.launch_request import HostMemory, readonly

__all__ = ["ArrayMemory", "NumpyTensor", "is_array", "memory_of", "wrapped"]

ALIGNMENT: Final = 16
"""Bytes; for arrays with a multiple as address, Triton compiles a kernel of its own."""


class ArrayMemory(NamedTuple):
    """The memory of an array."""

    data: Any
    """The memory as an array of bytes, in `readonly` if it cannot be written to."""
    displacement: int
    """The offset of the first element, in bytes."""


class NumpyTensor:
    """A NumPy array with the methods of a tensor that Triton and its autotuner call."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        """Wrap an array; its memory is used in place."""
        self.array = array
        self.dtype = array.dtype
        self.shape = array.shape
        self.device = "cpu"

    def data_ptr(self) -> int:
        """Return the address of the first element."""
        return int(self.array.__array_interface__["data"][0])

    def stride(self, dimension: int | None = None) -> Any:
        """Return the strides in elements, or that of one dimension."""
        # NumPy counts strides in bytes, PyTorch in elements.
        strides = tuple(stride // self.array.itemsize for stride in self.array.strides)
        return strides if dimension is None else strides[dimension]

    def element_size(self) -> int:
        """Return the bytes per element."""
        return self.array.itemsize

    def numel(self) -> int:
        """Return the number of elements."""
        return self.array.size

    def zero_(self) -> NumpyTensor:
        """Set all elements to zero (`reset_to_zero` of an autotuner)."""
        self.array[...] = 0
        return self

    def clone(self) -> NumpyTensor:
        """Return a copy (`restore_value` of an autotuner)."""
        return NumpyTensor(self.array.copy())

    def copy_(self, other: NumpyTensor) -> NumpyTensor:
        """Set the elements to those of another array."""
        self.array[...] = other.array
        return self


def wrapped(value: Any) -> Any:
    """Return a value with each NumPy array, also in tuples, as a `NumpyTensor`."""
    if isinstance(value, np.ndarray):
        return NumpyTensor(value)
    if type(value) is tuple:
        return tuple(wrapped(each) for each in value)
    return value


def is_array(value: Any) -> bool:
    """Return whether Triton takes a value as the address of an array."""
    return hasattr(value, "data_ptr") and hasattr(value, "dtype")


def memory_of(name: str, value: Any) -> ArrayMemory:
    """Return the memory that an array is a part of.

    Raises `TritonError` for arrays that are not in host memory.
    """
    while not isinstance(value, NumpyTensor) and hasattr(value, "base") and is_array(value.base):
        # `triton.reinterpret` wraps a tensor to give it another type of elements.
        value = value.base  # triton.reinterpret
    if isinstance(value, NumpyTensor):
        return _memory_of_numpy(name, value)
    if hasattr(value, "untyped_storage"):
        return _memory_of_torch(name, value)
    message = (
        f"{name}: the simulator does not know the size of the memory of a {type(value).__name__}; "
        "pass a PyTorch tensor on the CPU, or a NumPy array to ptxpy.triton.simulated(kernel)"
    )
    raise TritonError(message)


def _memory_of_numpy(name: str, value: NumpyTensor) -> ArrayMemory:
    array = value.array
    if array.dtype.hasobject or not array.dtype.isnative:
        message = f"{name}: arrays of {array.dtype} are not supported"
        raise TritonError(message)
    # A view with negative strides begins at its end, so its address does not say where its memory
    # is.
    if any(stride < 0 for stride in array.strides):
        message = f"{name}: the array has negative strides, {array.strides}; pass a copy of it"
        raise TritonError(message)
    root = array
    # An array is often a view of a larger one, which pointers of the kernel may reach.
    while isinstance(root.base, np.ndarray):
        root = root.base
    begin, end = np.lib.array_utils.byte_bounds(root)
    return _part(value.data_ptr(), begin, end, array, writable=array.flags.writeable)


def _memory_of_torch(name: str, tensor: Any) -> ArrayMemory:
    if tensor.device.type != "cpu":
        message = (
            f"{name}: the tensor is on {tensor.device}, and the simulator runs on the CPU; "
            f"pass {name}.cpu()"
        )
        raise TritonError(message)
    storage = tensor.untyped_storage()
    begin = storage.data_ptr()
    return _part(tensor.data_ptr(), begin, begin + storage.nbytes(), tensor, writable=True)


def _part(address: int, begin: int, end: int, owner: object, *, writable: bool) -> ArrayMemory:
    """Return the bytes from `begin` to `end`, of which an array at `address` is a part.

    They begin at an aligned address, as their copy in the simulator does, so that the first
    element is aligned there as it is here.
    """
    begin = min(address, -(-begin // ALIGNMENT) * ALIGNMENT)
    # An empty array has an address, but no memory that could be copied.
    if end <= begin:
        return ArrayMemory(None, 0)
    data = HostMemory(begin, end - begin, writable, (owner,), ()).bytes()
    return ArrayMemory(data if writable else readonly(data), address - begin)
