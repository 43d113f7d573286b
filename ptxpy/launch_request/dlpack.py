"""Reading DLPack capsules (dlpack.h, versions 0 and 1)."""

from __future__ import annotations

import ctypes
from math import prod
from typing import Any, Final

from ptxpy._records import NamedTuple

__all__ = ["CPU_TYPES", "CUDA_TYPES", "Tensor", "tensor_of"]

CPU_TYPES: Final = frozenset({1, 3})
"""Device types of host memory: kDLCPU, kDLCUDAHost."""

CUDA_TYPES: Final = frozenset({2, 13})
"""Device types of GPUs: kDLCUDA, kDLCUDAManaged."""

_READ_ONLY: Final = 1
_VERSION: Final = (1, 0)
_DEFAULT_STREAM: Final = 1
"""DLPack's number of the legacy default stream, whose driver handle is 0."""


class _DLTensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Versioned(ctypes.Structure):
    """The first fields of DLManagedTensorVersioned."""

    _fields_ = (
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("manager_ctx", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
        ("flags", ctypes.c_uint64),
        ("tensor", _DLTensor),
    )


_is_named = ctypes.pythonapi.PyCapsule_IsValid
_is_named.argtypes = (ctypes.py_object, ctypes.c_char_p)
_is_named.restype = ctypes.c_int
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.argtypes = (ctypes.py_object, ctypes.c_char_p)
_pointer.restype = ctypes.c_void_p


class Tensor(NamedTuple):
    """A tensor in a capsule."""

    address: int
    size: int
    """Bytes."""
    shape: tuple[int, ...]
    strides: tuple[int, ...] | None
    """In elements; None for a contiguous row-major tensor."""
    read_only: bool
    owner: Any
    """The capsule, which keeps the memory alive; it is not consumed."""
    code: int = 0
    """The DLPack type code of the elements: kDLInt and so on."""
    bits: int = 8
    """Bits per element."""


def tensor_of(array: Any, stream: int | None) -> Tensor:
    """Export an array as a DLPack capsule and read it; exceptions of the array pass through.

    `stream` is the driver's handle of the stream that will use a tensor on a GPU; None for a tensor
    in host memory.
    """
    # DLPack forbids 0 as a stream of CUDA, as it is ambiguous.
    options: dict[str, Any] = {} if stream is None else {"stream": stream or _DEFAULT_STREAM}
    try:
        capsule = array.__dlpack__(max_version=_VERSION, **options)
    except TypeError:  # an exporter of DLPack 0
        capsule = array.__dlpack__(**options)
    if _is_named(capsule, b"dltensor_versioned"):
        address = _pointer(capsule, b"dltensor_versioned")
        managed = _Versioned.from_address(address)
        # Only minor versions keep the layout of the structure.
        if managed.major != _VERSION[0]:
            message = f"DLPack {managed.major}.{managed.minor} is not supported"
            raise BufferError(message)
        return _read(managed.tensor, capsule, read_only=bool(managed.flags & _READ_ONLY))
    return _read(_DLTensor.from_address(_pointer(capsule, b"dltensor")), capsule, read_only=False)


def _read(tensor: _DLTensor, capsule: object, *, read_only: bool) -> Tensor:
    shape = tuple(tensor.shape[: tensor.ndim])
    # Elements may have fewer than 8 bits, which are packed.
    size = (prod(shape) * tensor.bits * tensor.lanes + 7) // 8
    strides = tuple(tensor.strides[: tensor.ndim]) if tensor.strides else None
    address = (tensor.data or 0) + tensor.byte_offset
    bits = tensor.bits * tensor.lanes
    return Tensor(address, size, shape, strides, read_only, capsule, tensor.code, bits)
