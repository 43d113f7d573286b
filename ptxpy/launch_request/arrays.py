"""Arrays as arguments: address, size and device, from NumPy, DLPack or the CUDA interface."""

from __future__ import annotations

import ctypes
from typing import Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.launch_request.dlpack import CPU_TYPES, CUDA_TYPES, tensor_of
from ptxpy.launch_request.errors import ArgumentError

__all__ = [
    "MULTICAST_ON_A_GPU",
    "ArrayArgument",
    "Multicast",
    "ReadOnly",
    "array_of",
    "is_immutable",
    "multicast",
    "readonly",
]


class ReadOnly(NamedTuple):
    """An array that the caller has marked as not written to by the kernel; see `readonly`."""

    array: Any


def readonly(array: Any) -> ReadOnly:
    """Mark an array as one that the kernel only reads.

    Arrays that cannot be written to, such as JAX arrays, must be marked. A marked NumPy array is
    not copied back from the GPU, and the simulator reports a write to it.
    """
    return ReadOnly(array)


class Multicast(NamedTuple):
    """An array whose memory a kernel gets as a multicast object; see `multicast`."""

    array: Any


def multicast(array: Any) -> Multicast:
    """Pass the address of a multicast object that has the memory of an array, for `multimem`.

    It has one device, the simulated one, and only `multimem` instructions may access the address
    (PTX ISA 9.7.9.14); the array itself may be another argument. On a GPU the driver makes
    multicast objects, and the address is passed as a number.
    """
    return Multicast(array)


MULTICAST_ON_A_GPU: Final = (
    'multicast() is for the simulator, device="cpu"; on a GPU the driver makes multicast objects '
    "(cuMulticastCreate, cuMemMap), and their address is passed as a number"
)
"""The message for multicast arrays in a launch on a GPU."""


class ArrayArgument(NamedTuple):
    """The memory of a contiguous array."""

    address: int
    size: int
    """Bytes."""
    writable: bool
    """Whether the kernel may write to it."""
    device: int | None
    """The number of the GPU that holds it; None for an array in host memory."""
    owner: Any
    """The object that keeps the memory alive."""
    stream: int = 0
    """The stream whose work must complete before the array is used; 0 for none."""


UNKNOWN_DEVICE: Final = -1
"""The number of a GPU if the array does not state it."""

_CHAR: Final = ctypes.c_char

_REGISTERED: Final = 2
"""`isbuiltin` of a dtype of another package, `ml_dtypes.bfloat16`; it has no buffer interface."""

_IMMUTABLE: Final = frozenset({"jax", "jaxlib"})
"""Packages whose arrays are immutable, though their DLPack capsules are not marked read-only."""


def is_immutable(array: Any) -> bool:
    """Return whether an array is immutable, even if its DLPack capsule is not marked read-only."""
    return type(array).__module__.split(".")[0] in _IMMUTABLE


def array_of(name: str, value: Any, stream: int) -> ArrayArgument | None:
    """Return the memory of an array; None if the value is not an array.

    Args:
        name: The parameter, for messages.
        value: A NumPy array, or an array with `__dlpack__` or `__cuda_array_interface__`, or an
            `ArrayArgument`, or one of these in `readonly`.
        stream: The stream that will use it.

    Raises `ArgumentError` for arrays that are not contiguous, that cannot be written to and are not
    marked `readonly`, or that have Python objects or the other byte order.
    """
    marked = isinstance(value, ReadOnly)
    array = value.array if isinstance(value, ReadOnly) else value
    found = _array_of(name, array, stream)
    if found is None:
        if marked:
            message = f"{name}: readonly() is for arrays, not for {type(array).__name__}"
            raise ArgumentError(message, name)
        return None
    if marked:
        return found._replace(writable=False)
    if not found.writable:
        message = (
            f"{name}: the array cannot be written to; "
            "pass a copy, or ptxpy.launch.readonly(x) if the kernel only reads it"
        )
        raise ArgumentError(message, name)
    return found


def _array_of(name: str, array: Any, stream: int) -> ArrayArgument | None:
    if isinstance(array, np.ndarray):
        return _host(name, array)
    if isinstance(array, ArrayArgument):
        return array
    refusal = ""
    # DLPack comes first: it says on which device an array is, which the CUDA interface does not.
    # Where an array refuses one, the other may still do.
    if hasattr(array, "__dlpack__") and hasattr(array, "__dlpack_device__"):
        try:
            return _from_dlpack(name, array, stream)
        except ArgumentError:
            raise
        except Exception as error:  # noqa: BLE001 - every package raises its own exceptions
            refusal = f"{type(error).__name__}: {error}"
    try:
        interface = getattr(array, "__cuda_array_interface__", None)
    except Exception as error:  # noqa: BLE001 - every package raises its own exceptions
        interface, refusal = None, f"{type(error).__name__}: {error}"
    if interface is not None:
        return _from_interface(name, array, interface)
    if refusal:
        message = f"{name}: {type(array).__name__} does not export its memory: {refusal}"
        raise ArgumentError(message, name)
    return None


def _host(name: str, array: np.ndarray[Any, Any]) -> ArrayArgument:
    flags = array.flags
    if type(array) is not np.ndarray and isinstance(array, np.ma.MaskedArray):
        message = f"{name}: masked arrays are not supported; pass x.data or x.filled(…)"
        raise ArgumentError(message, name)
    # The kernel would get addresses of Python objects.
    if array.dtype.hasobject:
        message = f"{name}: arrays of Python objects are not supported (dtype {array.dtype})"
        raise ArgumentError(message, name)
    if array.dtype.kind in "mM":
        message = f"{name}: arrays of {array.dtype} are not supported; pass x.view(np.int64)"
        raise ArgumentError(message, name)
    if not array.dtype.isnative:
        message = f"{name}: the byte order of {array.dtype} is not that of this machine"
        raise ArgumentError(message, name)
    # Kernels index memory, so either order will do as long as there are no gaps.
    if not (flags.c_contiguous or flags.f_contiguous):
        _refuse_strides(name, array.shape, array.strides, "np.ascontiguousarray(x)")
    writable = flags.writeable
    has_buffer = array.dtype.isbuiltin != _REGISTERED
    if has_buffer and writable and flags.c_contiguous and array.nbytes:
        address = ctypes.addressof(_CHAR.from_buffer(array.data))  # faster than the next line
    else:
        # A `ctypes` buffer cannot be made of memory that is read-only, empty, or of a dtype without
        # the buffer protocol.
        address, _ = array.__array_interface__["data"]
    return ArrayArgument(address, array.nbytes, writable, None, array)


def _from_dlpack(name: str, array: Any, stream: int) -> ArrayArgument:
    kind, number = array.__dlpack_device__()
    if kind not in CPU_TYPES and kind not in CUDA_TYPES:
        message = (
            f"{name}: the array is on a device of DLPack type {int(kind)}, which is not a CUDA GPU"
        )
        raise ArgumentError(message, name)
    on_gpu = kind in CUDA_TYPES
    tensor = tensor_of(array, stream if on_gpu else None)
    _check_strides(name, tensor.shape, tensor.strides)
    writable = not tensor.read_only and not is_immutable(array)
    return ArrayArgument(
        tensor.address, tensor.size, writable, int(number) if on_gpu else None, tensor.owner
    )


def _from_interface(name: str, array: Any, interface: dict[str, Any]) -> ArrayArgument:
    """Return the memory that `__cuda_array_interface__` describes, in version 2 or 3."""
    try:
        address, read_only = interface["data"]
        shape = tuple(map(int, interface["shape"]))
        item = np.dtype(interface["typestr"]).itemsize
        strides = interface.get("strides")
        stream = interface.get("stream")
        if interface.get("mask") is not None:
            message = f"{name}: masked arrays are not supported"
            raise ArgumentError(message, name)
        if strides is not None:
            _check_strides(name, shape, tuple(int(stride) // item for stride in strides))
    except (KeyError, TypeError, ValueError, ZeroDivisionError) as error:
        # `ArgumentError` is a `ValueError`, and has a better message already.
        if isinstance(error, ArgumentError):
            raise
        message = f"{name}: its __cuda_array_interface__ is not valid: {error!r}"
        raise ArgumentError(message, name) from None
    size = item
    for extent in shape:
        size *= extent
    return ArrayArgument(
        int(address or 0), size, not read_only, UNKNOWN_DEVICE, array, int(stream or 0)
    )


def _check_strides(name: str, shape: tuple[int, ...], strides: tuple[int, ...] | None) -> None:
    """Raise `ArgumentError` unless the elements are contiguous; strides count elements."""
    # Strides of an array without elements mean nothing.
    if strides is None or 0 in shape:
        return
    for order in (1, -1):  # column-major (Fortran), row-major (C)
        expected = 1
        for extent, stride in zip(shape[::order], strides[::order], strict=True):
            # A dimension of one element may have any stride.
            if extent != 1 and stride != expected:
                break
            expected *= extent
        else:
            return
    _refuse_strides(name, shape, strides, "a contiguous copy of it")


def _refuse_strides(
    name: str, shape: tuple[int, ...], strides: tuple[int, ...], remedy: str
) -> None:
    message = (
        f"{name}: the array is not contiguous (shape {shape}, strides {strides}); pass {remedy}"
    )
    raise ArgumentError(message, name)
