"""Calls of the CUDA driver, through `cuda.bindings`, which no other module imports.

cuda.core is not used. It does not accept structs by value, which CUTLASS kernels need, so modules,
functions and launches would need the raw bindings anyway; and since it is compiled against the
driver, it cannot be tested without one.
"""

from __future__ import annotations

import ctypes
import importlib
import os
import sys
from functools import cache
from threading import Event
from typing import TYPE_CHECKING, Any, Final

from ptxpy._counts import format_count
from ptxpy._extras import install_command
from ptxpy.assemble import AssembleError, Message, parse_log
from ptxpy.launch.cuda.errors import CudaError, DriverMissingError
from ptxpy.launch_request import TENSOR_MAP_BYTES

if TYPE_CHECKING:
    from ptxpy.launch_request import LaunchRequest, TensorLayout

__all__ = ["Driver", "driver"]

_CPU_WORKS: Final = 'device="cpu" runs kernels without a GPU'
_LIBRARIES: Final = {"linux": "libcuda.so.1", "win32": "nvcuda.dll"}
_NAME_BYTES: Final = 256
_LOG_BYTES: Final = 1 << 16
"""Bytes for the messages of the driver's compiler, which leaves out the rest."""
_REFUSALS: Final = {
    "CUDA_ERROR_INVALID_PTX",
    "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
    "CUDA_ERROR_NO_BINARY_FOR_GPU",
    "CUDA_ERROR_JIT_COMPILER_NOT_FOUND",
}
"""Errors that are about the text, or its compiler, and not about the GPU."""


def driver() -> Driver:
    """Return the initialised driver of this machine; raise `DriverMissingError` without one."""
    if _forked.is_set():
        message = (
            "this process was forked from one that uses the GPU, and the CUDA driver does not "
            'work in it: start processes with multiprocessing.get_context("spawn")'
        )
        raise DriverMissingError(message)
    found = _driver()
    if isinstance(found, str):
        raise DriverMissingError(found)
    _in_use.set()
    return found


_in_use: Final = Event()
"""Set once the driver of this process is in use."""
_forked: Final = Event()
"""Set in a process that was forked from one where the driver is in use."""


def _after_fork() -> None:
    if _in_use.is_set():
        _forked.set()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


@cache
def _driver() -> Driver | str:
    """Return the driver, or a message why there is none; determined once per process."""
    library = _LIBRARIES.get(sys.platform)
    try:
        if library is None:
            return f"NVIDIA has no CUDA driver for {sys.platform}; {_CPU_WORKS}"
        ctypes.CDLL(library)  # a quick test: importing the bindings is slow, and needs the library
        return Driver(importlib.import_module("cuda.bindings.driver"))
    except OSError:
        return f"no CUDA driver on this machine: {library} not found; {_CPU_WORKS}"
    except ImportError as error:
        return f"cuda-bindings cannot be imported ({error}): {install_command()}; {_CPU_WORKS}"
    except DriverMissingError as missing:
        return str(missing)


class Driver:
    """The functions of the driver, on handles of `cuda.bindings`; an error raises `CudaError`."""

    def __init__(self, api: Any) -> None:
        """Initialise the driver; raise `DriverMissingError` without a driver or a GPU."""
        self.api = api
        try:
            status = api.cuInit(0)[0]
        except Exception as error:  # noqa: BLE001 - exceptions of the loader differ by version
            message = f"no CUDA driver on this machine ({_first_line(error)}); {_CPU_WORKS}"
            raise DriverMissingError(message) from None
        if status != api.CUresult.CUDA_SUCCESS:
            name, text = self._describe_status(status)
            message = f"the CUDA driver does not start: {name}: {text}; {_CPU_WORKS}"
            raise DriverMissingError(message)
        self._ok = api.CUresult.CUDA_SUCCESS

    def _describe_status(self, status: Any) -> tuple[str, str]:
        """Return the driver's name and description of an error status."""
        parts = []
        for function in (self.api.cuGetErrorName, self.api.cuGetErrorString):
            result, text = function(status)
            known = result == self.api.CUresult.CUDA_SUCCESS and text
            parts.append(text.decode("utf-8", "replace") if known else str(int(status)))
        return parts[0], parts[1]

    def raise_error(self, name: str, status: Any, about: str) -> None:
        """Raise `CudaError` for the error status of a function; `about` names its purpose."""
        raise CudaError(name, *self._describe_status(status), about)

    def _call(self, name: str, *arguments: Any, about: str = "") -> Any:
        """Call a function of the driver, and return the first of its results, or None."""
        results = self._all(name, *arguments, about=about)
        return results[0] if results else None

    def _all(self, name: str, *arguments: Any, about: str = "") -> list[Any]:
        """Call a function of the driver, and return all its results."""
        try:
            results: list[Any]
            function = getattr(self.api, name)
            status, *results = function(*arguments)
        except (AttributeError, RuntimeError) as error:  # a driver older than that function
            raise CudaError(name, "not available", _first_line(error), about) from None
        if status != self._ok:
            raise CudaError(name, *self._describe_status(status), about)
        return results

    # Devices and contexts

    def count(self) -> int:
        """Return the number of GPUs."""
        return int(self._call("cuDeviceGetCount"))

    def device(self, number: int) -> Any:
        """Return the handle of a GPU."""
        return self._call("cuDeviceGet", number)

    def device_name(self, device: Any) -> str:
        """Return the name of a GPU."""
        name: bytes = self._call("cuDeviceGetName", _NAME_BYTES, device)
        return name.rstrip(b"\0").decode("utf-8", "replace")

    def device_attribute(self, device: Any, name: str) -> int:
        """Return an attribute of a GPU: `WARP_SIZE`."""
        attribute = getattr(self.api.CUdevice_attribute, f"CU_DEVICE_ATTRIBUTE_{name}")
        return int(self._call("cuDeviceGetAttribute", attribute, device))

    def retain_context(self, device: Any) -> Any:
        """Retain and return the primary context of a GPU, which other packages share."""
        return self._call("cuDevicePrimaryCtxRetain", device)

    def current(self) -> Any:
        """Return the context that is current for this thread; None if there is none."""
        found = self._call("cuCtxGetCurrent")
        return found if int(found) else None

    def current_device(self) -> int:
        """Return the number of the GPU of the current context."""
        return int(self._call("cuCtxGetDevice"))

    def push(self, context: Any) -> None:
        """Make a context current for this thread."""
        self._call("cuCtxPushCurrent", context)

    def pop(self) -> None:
        """Restore the previous context of this thread."""
        self._call("cuCtxPopCurrent")

    # Modules and functions

    def load_module(self, cubin: bytes, about: str) -> Any:
        """Load a cubin into the current context; return the module's handle."""
        return self._call("cuModuleLoadData", cubin, about=about)

    def compile_module(self, ptx: bytes, about: str) -> Any:
        """Compile PTX for the GPU of the current context, and load it; return the module's handle.

        Args:
            ptx: The text, for a target that runs on this GPU.
            about: The name of the file, for errors of the driver.

        Raises `AssembleError` with the messages of the driver's compiler if it refuses the text,
        `CudaError` for any other error.
        """
        option, log = self.api.CUjit_option, bytearray(_LOG_BYTES)
        options = {
            option.CU_JIT_ERROR_LOG_BUFFER: log,
            option.CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES: len(log),
        }
        try:
            # The driver reads text up to a zero byte.
            image = ptx.rstrip(b"\0") + b"\0"
            names, values = [*options], [*options.values()]
            return self._call("cuModuleLoadDataEx", image, len(options), names, values, about=about)
        except CudaError as error:
            messages = parse_log(bytes(log).partition(b"\0")[0].decode("utf-8", "replace"))
            if any(message.severity == "error" for message in messages):
                raise AssembleError(messages) from None
            # A driver that is older than the PTX need not say so in its log.
            if error.name in _REFUSALS:
                raise AssembleError([Message("error", f"{error.text} ({error.name})")]) from None
            raise

    def unload_module(self, module: Any) -> None:
        """Unload a module."""
        self._call("cuModuleUnload", module)

    def function(self, module: Any, name: str) -> Any:
        """Return the handle of a kernel of a module."""
        return self._call("cuModuleGetFunction", module, name.encode(), about=name)

    def variable(self, module: Any, name: str) -> tuple[int, int]:
        """Return the address and the size of a variable of a module."""
        address, size = self._all("cuModuleGetGlobal", module, name.encode(), about=name)
        return int(address), int(size)

    def function_attribute(self, function: Any, name: str) -> int:
        """Return an attribute of a kernel: `NUM_REGS`."""
        return int(self._call("cuFuncGetAttribute", self._attribute(name), function))

    def set_function_attribute(self, function: Any, name: str, value: int) -> None:
        """Set an attribute of a kernel."""
        self._call("cuFuncSetAttribute", function, self._attribute(name), value, about=name)

    def _attribute(self, name: str) -> Any:
        return getattr(self.api.CUfunction_attribute, f"CU_FUNC_ATTRIBUTE_{name}")

    # Memory

    def allocate(self, size: int) -> int:
        """Allocate memory in the current context; return its address."""
        return int(self._call("cuMemAlloc", size, about=format_count(size, "byte")))

    def free(self, address: int) -> None:
        """Free memory."""
        self._call("cuMemFree", address)

    def copy_in(self, target: int, source: int, size: int, stream: int) -> None:
        """Enqueue a copy from the host on a stream."""
        self._call("cuMemcpyHtoDAsync", target, source, size, stream)

    def copy_out(self, target: int, source: int, size: int, stream: int) -> None:
        """Enqueue a copy to the host on a stream."""
        self._call("cuMemcpyDtoHAsync", target, source, size, stream)

    def device_of(self, address: int) -> int:
        """Return the number of the GPU that memory belongs to."""
        name = self.api.CUpointer_attribute.CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
        return int(self._call("cuPointerGetAttribute", name, address, about=hex(address)))

    # Tensor maps

    def tensor_map(self, layout: TensorLayout, address: int) -> bytes:
        """Encode a tensor map for a tensor at an address of the GPU."""
        api, wide, narrow = self.api, self.api.cuuint64_t, self.api.cuuint32_t
        common = (
            [narrow(step) for step in layout.steps],
            getattr(
                api.CUtensorMapInterleave, f"CU_TENSOR_MAP_INTERLEAVE_{layout.interleave.upper()}"
            ),
            getattr(api.CUtensorMapSwizzle, f"CU_TENSOR_MAP_SWIZZLE_{layout.swizzle.name.upper()}"),
            getattr(
                api.CUtensorMapL2promotion,
                f"CU_TENSOR_MAP_L2_PROMOTION_{_L2_PROMOTIONS[layout.l2_promotion]}",
            ),
            getattr(
                api.CUtensorMapFloatOOBfill, f"CU_TENSOR_MAP_FLOAT_OOB_FILL_{_FILLS[layout.fill]}"
            ),
        )
        tensor = (
            getattr(api.CUtensorMapDataType, f"CU_TENSOR_MAP_DATA_TYPE_{layout.element.driver}"),
            len(layout.dims),
            address,
            [wide(extent) for extent in layout.dims],
            [wide(stride) for stride in layout.strides],
        )
        columns = layout.columns
        if columns is None:
            box = [narrow(extent) for extent in layout.box]
            made = self._call("cuTensorMapEncodeTiled", *tensor, box, *common, about=repr(layout))
        else:
            corners = (list(columns.lower), list(columns.upper), columns.channels, columns.pixels)
            made = self._call(
                "cuTensorMapEncodeIm2col", *tensor, *corners, *common, about=repr(layout)
            )
        return ctypes.string_at(int(made.getPtr()), TENSOR_MAP_BYTES)

    # Streams and launches

    def synchronize(self, stream: int, about: str = "") -> None:
        """Wait until the work of a stream has completed."""
        self._call("cuStreamSynchronize", stream, about=about)

    def is_capturing(self, stream: int) -> bool:
        """Return whether the work of a stream is being captured into a graph."""
        status = self._call("cuStreamIsCapturing", stream)
        return bool(int(status) != 0)

    def wait_for(self, stream: int, other: int) -> None:
        """Make a stream wait for the work enqueued so far on another stream."""
        disabled = self.api.CUevent_flags.CU_EVENT_DISABLE_TIMING
        # An event without times is cheaper, and nobody asks this one for its time.
        event = self._call("cuEventCreate", int(disabled))
        try:
            self._call("cuEventRecord", event, other)
            self._call("cuStreamWaitEvent", stream, event, 0)
        finally:
            # The driver keeps the event until both streams are done with it.
            self._call("cuEventDestroy", event)

    def launch_config(self, request: LaunchRequest) -> Any:
        """Return the driver's structure for the geometry, stream and attributes of a launch."""
        geometry, stream = request.driver_geometry, request.stream
        config = self.api.CUlaunchConfig()
        config.gridDimX, config.gridDimY, config.gridDimZ = geometry.grid
        config.blockDimX, config.blockDimY, config.blockDimZ = geometry.block
        config.sharedMemBytes = geometry.shared_bytes
        config.hStream = self.api.CUstream(stream)
        attributes = []
        if geometry.cluster is not None:
            attributes.append(self._launch_attribute("CLUSTER_DIMENSION"))
            size = attributes[-1].value.clusterDim
            size.x, size.y, size.z = geometry.cluster
        if request.cooperative:
            attributes.append(self._launch_attribute("COOPERATIVE"))
            attributes[-1].value.cooperative = 1
        if request.programmatic:
            attributes.append(self._launch_attribute("PROGRAMMATIC_STREAM_SERIALIZATION"))
            attributes[-1].value.programmaticStreamSerializationAllowed = 1
        if attributes:
            config.attrs = attributes
            config.numAttrs = len(attributes)
        return config

    def _launch_attribute(self, name: str) -> Any:
        attribute = self.api.CUlaunchAttribute()
        attribute.id = getattr(self.api.CUlaunchAttributeID, f"CU_LAUNCH_ATTRIBUTE_{name}")
        return attribute

    def max_active_blocks(self, function: Any, threads: int, shared_bytes: int) -> int:
        """Return how many blocks of a kernel a multiprocessor holds at the same time."""
        name = "cuOccupancyMaxActiveBlocksPerMultiprocessor"
        return int(self._call(name, function, threads, shared_bytes))

    def launch(
        self,
        function: Any,
        request: LaunchRequest,
        buffer: bytearray,
    ) -> None:
        """Launch a kernel; the driver reads each parameter at its offset in the buffer."""
        config, about = self.launch_config(request), request.signature.name
        offsets = [parameter.offset or 0 for parameter in request.signature.parameters]
        if not offsets:
            self._call("cuLaunchKernelEx", config, function, 0, 0, about=about)
            return
        values = (ctypes.c_char * len(buffer)).from_buffer(buffer)
        start = ctypes.addressof(values)
        addresses = (ctypes.c_void_p * len(offsets))(*[start + offset for offset in offsets])
        self._call(
            "cuLaunchKernelEx", config, function, ctypes.addressof(addresses), 0, about=about
        )


_L2_PROMOTIONS: Final = {
    "none": "NONE",
    "64B": "L2_64B",
    "128B": "L2_128B",
    "256B": "L2_256B",
}
_FILLS: Final = {"zeros": "NONE", "nan": "NAN_REQUEST_ZERO_FMA"}


def _first_line(error: BaseException) -> str:
    return str(error).strip('"').partition("\n")[0] or type(error).__name__
