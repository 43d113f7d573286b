"""Arrays of NumPy and others as arguments: where their elements lie."""

from __future__ import annotations

import ctypes
from typing import Any, Final, NamedTuple

import numpy as np

from ptxpy.launch.arguments.dlpack import CPU_TYPES, CUDA_TYPES, tensor_of
from ptxpy.launch.arguments.errors import ArgumentError

__all__ = ["ArrayArgument", "ReadOnly", "array_of", "is_immutable", "readonly"]


class ReadOnly(NamedTuple):
    """An array that the caller says the kernel does not write to; see `readonly`."""

    array: Any


def readonly(array: Any) -> ReadOnly:
    """Mark an array as one that the kernel only reads.

    Arrays that cannot be written to, such as those of JAX, are accepted only so. And an array of
    NumPy that is marked is not copied back from the GPU. The simulator reports a write to it.
    """
    return ReadOnly(array)


class ArrayArgument(NamedTuple):
    """The elements of an array, in one piece."""

    address: int
    size: int
    """Bytes."""
    writable: bool
    """Whether the kernel may write to it."""
    device: int | None
    """The number of the GPU that it lies on; None for one in the memory of the host."""
    owner: Any
    """What keeps the memory."""
    stream: int = 0
    """The stream whose work must be done before the array is used; 0 where there is none."""


UNKNOWN_DEVICE: Final = -1
"""The number of a GPU that the array does not tell."""

_CHAR: Final = ctypes.c_char

_IMMUTABLE: Final = frozenset({"jax", "jaxlib"})
"""Packages whose arrays never change. Their DLPack capsules do not say so."""


def is_immutable(array: Any) -> bool:
    """Return whether arrays of that type never change, though their DLPack capsules do not say."""
    return type(array).__module__.split(".")[0] in _IMMUTABLE


def array_of(name: str, value: Any, stream: int) -> ArrayArgument | None:
    """Return where the elements of an array lie; None for what is no array.

    Args:
        name: The parameter, for messages.
        value: An array of NumPy, or one with `__dlpack__` or `__cuda_array_interface__`, or
            either of them in `readonly`.
        stream: The stream that will use it.

    `ArgumentError` for arrays that are not in one piece, that cannot be written to and are not
    marked `readonly`, that hold objects or bytes in the other order.
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
            "give a copy, or ptxpy.launch.readonly(x) if the kernel only reads it"
        )
        raise ArgumentError(message, name)
    return found


def _array_of(name: str, array: Any, stream: int) -> ArrayArgument | None:
    if isinstance(array, np.ndarray):
        return _host(name, array)
    refusal = ""
    if hasattr(array, "__dlpack__") and hasattr(array, "__dlpack_device__"):
        try:
            return _from_dlpack(name, array, stream)
        except ArgumentError:
            raise
        except Exception as error:  # noqa: BLE001 - of other packages; each raises its own
            refusal = f"{type(error).__name__}: {error}"
    try:
        interface = getattr(array, "__cuda_array_interface__", None)
    except Exception as error:  # noqa: BLE001 - likewise
        interface, refusal = None, f"{type(error).__name__}: {error}"
    if interface is not None:
        return _from_interface(name, array, interface)
    if refusal:
        message = f"{name}: {type(array).__name__} does not give its memory: {refusal}"
        raise ArgumentError(message, name)
    return None


def _host(name: str, array: np.ndarray[Any, Any]) -> ArrayArgument:
    flags = array.flags
    if type(array) is not np.ndarray and isinstance(array, np.ma.MaskedArray):
        message = f"{name}: a masked array; give its data, x.data, or x.filled(…)"
        raise ArgumentError(message, name)
    if array.dtype.hasobject:
        message = f"{name}: the array holds Python objects (dtype {array.dtype})"
        raise ArgumentError(message, name)
    if array.dtype.kind in "mM":
        message = f"{name}: an array of {array.dtype}; give its integers, x.view(np.int64)"
        raise ArgumentError(message, name)
    if not array.dtype.isnative:
        message = f"{name}: the bytes of {array.dtype} are in the order of another machine"
        raise ArgumentError(message, name)
    if not (flags.c_contiguous or flags.f_contiguous):
        _refuse_strides(name, array.shape, array.strides, "np.ascontiguousarray(x)")
    writable = flags.writeable
    if writable and flags.c_contiguous and array.nbytes:
        address = ctypes.addressof(_CHAR.from_buffer(array.data))  # sooner than what follows
    else:
        address, _ = array.__array_interface__["data"]
    return ArrayArgument(address, array.nbytes, writable, None, array)


def _from_dlpack(name: str, array: Any, stream: int) -> ArrayArgument:
    kind, number = array.__dlpack_device__()
    if kind not in CPU_TYPES and kind not in CUDA_TYPES:
        message = (
            f"{name}: the array lies on a device of DLPack's kind {int(kind)}; it is no GPU of CUDA"
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
    """Return what `__cuda_array_interface__` says, version 2 and 3."""
    try:
        address, read_only = interface["data"]
        shape = tuple(map(int, interface["shape"]))
        item = np.dtype(interface["typestr"]).itemsize
        strides = interface.get("strides")
        stream = interface.get("stream")
        if interface.get("mask") is not None:
            message = f"{name}: an array with a mask"
            raise ArgumentError(message, name)
        if strides is not None:
            _check_strides(name, shape, tuple(int(stride) // item for stride in strides))
    except (KeyError, TypeError, ValueError, ZeroDivisionError) as error:
        if isinstance(error, ArgumentError):
            raise
        message = f"{name}: its __cuda_array_interface__ cannot be read: {error!r}"
        raise ArgumentError(message, name) from None
    size = item
    for extent in shape:
        size *= extent
    return ArrayArgument(
        int(address or 0), size, not read_only, UNKNOWN_DEVICE, array, int(stream or 0)
    )


def _check_strides(name: str, shape: tuple[int, ...], strides: tuple[int, ...] | None) -> None:
    """Raise `ArgumentError` unless the elements lie in one piece; strides count elements."""
    if strides is None or 0 in shape:
        return
    for order in (1, -1):  # of Fortran, of C
        expected = 1
        for extent, stride in zip(shape[::order], strides[::order], strict=True):
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
        f"{name}: the array is not contiguous (shape {shape}, strides {strides}); give {remedy}"
    )
    raise ArgumentError(message, name)
