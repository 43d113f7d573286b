"""The functions of the CUDA driver that a launch calls, by `ctypes`.

NVIDIA's bindings have all functions of the driver, and take 32 MB and 0.1 s to import; here are the
declarations of those that ptxpy calls, after the header `cuda.h`. They hold for later drivers, too:
a function that gets other arguments also gets another symbol, such as `cuMemAlloc_v2`.
"""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_char, c_char_p, c_int, c_size_t, c_uint, c_uint64, c_void_p
from enum import IntEnum
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "DECLARATIONS",
    "NAME_BYTES",
    "SUCCESS",
    "Declaration",
    "DeviceAttribute",
    "DriverFunctions",
    "EventFlag",
    "FunctionAttribute",
    "JitOption",
    "LaunchAttribute",
    "LaunchAttributeId",
    "LaunchConfig",
    "PointerAttribute",
]

SUCCESS: Final = 0
"""`CUDA_SUCCESS`, the status of a call without an error."""
NAME_BYTES: Final = 256
"""The size of the memory for the name of a GPU."""


class DeviceAttribute(IntEnum):
    """`CUdevice_attribute`."""

    MAX_THREADS_PER_BLOCK = 1
    MAX_BLOCK_DIM_X = 2
    MAX_BLOCK_DIM_Y = 3
    MAX_BLOCK_DIM_Z = 4
    MAX_GRID_DIM_X = 5
    MAX_GRID_DIM_Y = 6
    MAX_GRID_DIM_Z = 7
    MULTIPROCESSOR_COUNT = 16
    COMPUTE_CAPABILITY_MAJOR = 75
    COMPUTE_CAPABILITY_MINOR = 76
    MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97


class FunctionAttribute(IntEnum):
    """`CUfunction_attribute`."""

    MAX_THREADS_PER_BLOCK = 0
    SHARED_SIZE_BYTES = 1
    NUM_REGS = 4
    MAX_DYNAMIC_SHARED_SIZE_BYTES = 8
    NON_PORTABLE_CLUSTER_SIZE_ALLOWED = 14


class PointerAttribute(IntEnum):
    """`CUpointer_attribute`."""

    DEVICE_ORDINAL = 9


class EventFlag(IntEnum):
    """`CUevent_flags`."""

    DISABLE_TIMING = 2


class JitOption(IntEnum):
    """`CUjit_option`."""

    ERROR_LOG_BUFFER = 5
    ERROR_LOG_BUFFER_SIZE_BYTES = 6


class LaunchAttributeId(IntEnum):
    """`CUlaunchAttributeID`."""

    COOPERATIVE = 2
    CLUSTER_DIMENSION = 4
    PROGRAMMATIC_STREAM_SERIALIZATION = 6


class LaunchAttribute(ctypes.Structure):
    """`CUlaunchAttribute`, with the union of its values as words."""

    _fields_: ClassVar = [("id", c_int), ("padding", c_int), ("value", c_uint * 16)]


class LaunchConfig(ctypes.Structure):
    """`CUlaunchConfig`."""

    _fields_: ClassVar = [
        ("grid", c_uint * 3),
        ("block", c_uint * 3),
        ("shared_bytes", c_uint),
        ("stream", c_void_p),
        ("attributes", POINTER(LaunchAttribute)),
        ("attribute_count", c_uint),
    ]


class Declaration(NamedTuple):
    """The declaration of a function of the driver, which returns a status.

    It writes its results where its first arguments point to.
    """

    inputs: tuple[Any, ...] = ()
    """The types of the other arguments."""
    results: tuple[Any, ...] = ()
    """The types of the results."""
    symbol: str = ""
    """The name in the driver's library, where it is not that of the function."""
    results_are_last: bool = False
    """Whether the arguments for results come behind the others."""


_HANDLE: Final = c_void_p
"""A handle that is given: an integer; None and 0 are the default stream, or none."""
_MADE: Final = c_size_t
"""A handle that the driver returns, of which `c_void_p` would give None for 0."""
_TENSOR: Final = (c_void_p, c_int, c_uint, c_void_p, POINTER(c_uint64), POINTER(c_uint64))
"""Tensor map, element type, rank, address, extents and strides."""
_LAYOUT: Final = (POINTER(c_uint), c_int, c_int, c_int, c_int)
"""Element strides, interleave, swizzle, promotion to L2 and fill."""

DECLARATIONS: Final = {
    "cuInit": Declaration((c_uint,)),
    "cuGetErrorName": Declaration((c_int,), (c_char_p,), results_are_last=True),
    "cuGetErrorString": Declaration((c_int,), (c_char_p,), results_are_last=True),
    "cuDeviceGetCount": Declaration((), (c_int,)),
    "cuDeviceGet": Declaration((c_int,), (c_int,)),
    "cuDeviceGetName": Declaration((c_int, c_int), (c_char * NAME_BYTES,)),
    "cuDeviceGetAttribute": Declaration((c_int, c_int), (c_int,)),
    "cuDevicePrimaryCtxRetain": Declaration((c_int,), (_MADE,)),
    "cuCtxGetCurrent": Declaration((), (_MADE,)),
    "cuCtxGetDevice": Declaration((), (c_int,)),
    "cuCtxPushCurrent": Declaration((_HANDLE,), (), "cuCtxPushCurrent_v2"),
    "cuCtxPopCurrent": Declaration((), (_MADE,), "cuCtxPopCurrent_v2"),
    "cuModuleLoadData": Declaration((c_char_p,), (_MADE,)),
    "cuModuleLoadDataEx": Declaration(
        (c_char_p, c_uint, POINTER(c_int), POINTER(c_void_p)), (_MADE,)
    ),
    "cuModuleUnload": Declaration((_HANDLE,)),
    "cuModuleGetFunction": Declaration((_HANDLE, c_char_p), (_MADE,)),
    "cuModuleGetGlobal": Declaration(
        (_HANDLE, c_char_p), (c_uint64, c_size_t), "cuModuleGetGlobal_v2"
    ),
    "cuFuncGetAttribute": Declaration((c_int, _HANDLE), (c_int,)),
    "cuFuncSetAttribute": Declaration((_HANDLE, c_int, c_int)),
    "cuMemAlloc": Declaration((c_size_t,), (c_uint64,), "cuMemAlloc_v2"),
    "cuMemFree": Declaration((c_uint64,), (), "cuMemFree_v2"),
    "cuMemcpyHtoDAsync": Declaration(
        (c_uint64, c_void_p, c_size_t, _HANDLE), (), "cuMemcpyHtoDAsync_v2"
    ),
    "cuMemcpyDtoHAsync": Declaration(
        (c_void_p, c_uint64, c_size_t, _HANDLE), (), "cuMemcpyDtoHAsync_v2"
    ),
    "cuPointerGetAttribute": Declaration((c_int, c_uint64), (c_int,)),
    "cuTensorMapEncodeTiled": Declaration((*_TENSOR, POINTER(c_uint), *_LAYOUT)),
    "cuTensorMapEncodeIm2col": Declaration(
        (*_TENSOR, POINTER(c_int), POINTER(c_int), c_uint, c_uint, *_LAYOUT)
    ),
    "cuStreamSynchronize": Declaration((_HANDLE,)),
    "cuStreamIsCapturing": Declaration((_HANDLE,), (c_int,), results_are_last=True),
    "cuStreamWaitEvent": Declaration((_HANDLE, _HANDLE, c_uint)),
    "cuEventCreate": Declaration((c_uint,), (_MADE,)),
    "cuEventRecord": Declaration((_HANDLE, _HANDLE)),
    "cuEventDestroy": Declaration((_HANDLE,), (), "cuEventDestroy_v2"),
    "cuOccupancyMaxActiveBlocksPerMultiprocessor": Declaration(
        (_HANDLE, c_int, c_size_t), (c_int,)
    ),
    "cuLaunchKernelEx": Declaration((POINTER(LaunchConfig), _HANDLE, c_void_p, c_void_p)),
}
"""The functions by their names in `cuda.h`, where some stand for another symbol."""


class DriverFunctions:
    """The functions of the driver's library, each of which returns its status and its results.

    Handles, addresses and enumerators are integers. A function that the driver is too old to have
    raises `AttributeError`.
    """

    def __init__(self, library: str) -> None:
        """Load the library; raise `OSError` without it."""
        self._library = ctypes.CDLL(library)

    def __getattr__(self, name: str) -> Callable[..., tuple[Any, ...]]:
        """Return a function, which is looked up at its first use."""
        if name not in DECLARATIONS:
            raise AttributeError(name)
        inputs, results, symbol, results_are_last = DECLARATIONS[name]
        function = getattr(self._library, symbol or name)
        pointers = tuple(POINTER(each) for each in results)
        function.argtypes = inputs + pointers if results_are_last else pointers + inputs

        def call(*given: Any) -> tuple[Any, ...]:
            if not results:
                return (function(*given),)
            made = [each() for each in results]
            status = function(*given, *made) if results_are_last else function(*made, *given)
            return (status, *[each.value for each in made])

        setattr(self, name, call)
        return call

    # Arguments that are converted once halve the time of a call.

    def launcher(self, config: LaunchConfig, function: int) -> Callable[[c_void_p, None], int]:
        """Return `cuLaunchKernelEx` for a kernel; it takes the parameters, and returns a status."""
        launch = self._library["cuLaunchKernelEx"]
        return partial(launch, ctypes.byref(config), c_void_p(function))

    def context_reader(self, held: c_size_t) -> Callable[[], int]:
        """Return `cuCtxGetCurrent`, which writes to a variable, and returns a status."""
        return partial(self._library["cuCtxGetCurrent"], ctypes.byref(held))
