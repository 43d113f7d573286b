"""The CUDA driver: the only module that calls `cuda.bindings`.

cuda.core is not used. It does not take structs by value, which CUTLASS kernels need, so modules,
functions and launches would be raw bindings all the same; and being compiled against the driver, it
cannot be tested without one.
"""

from __future__ import annotations

import ctypes
import importlib
import sys
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from ptxpy.launch.arguments import TENSOR_MAP_BYTES
from ptxpy.launch.cuda.errors import CudaError, DriverMissing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.launch.arguments.tensor_layouts import TensorLayout
    from ptxpy.launch.request import Geometry

__all__ = ["Driver", "driver"]

_CPU_WORKS: Final = 'device="cpu" runs kernels without a GPU'
_LIBRARIES: Final = {"linux": "libcuda.so.1", "win32": "nvcuda.dll"}
_NAME_BYTES: Final = 256


def driver() -> Driver:
    """Return the driver of this machine, initialised; `DriverMissing` when there is none."""
    found = _driver()
    if isinstance(found, str):
        raise DriverMissing(found)
    return found


@cache
def _driver() -> Driver | str:
    """Return the driver, or why there is none; it stays so as long as the process runs."""
    library = _LIBRARIES.get(sys.platform)
    try:
        if library is None:
            return f"NVIDIA has no CUDA driver for {sys.platform}; {_CPU_WORKS}"
        ctypes.CDLL(library)  # importing the bindings takes a while, and needs it
        return Driver(importlib.import_module("cuda.bindings.driver"))
    except OSError:
        return f"no CUDA driver on this machine: there is no {library}; {_CPU_WORKS}"
    except ImportError as error:
        return f"pip install cuda-bindings, which cannot be loaded ({error}); {_CPU_WORKS}"
    except DriverMissing as missing:
        return str(missing)


class Driver:
    """Calls of the driver that raise `CudaError`. Handles are those of `cuda.bindings`."""

    def __init__(self, api: Any) -> None:
        """Initialise the driver; `DriverMissing` when it is not there, or has no GPU."""
        self.api = api
        try:
            status = api.cuInit(0)[0]
        except Exception as error:  # noqa: BLE001 - of the loader: its classes differ by version
            message = f"no CUDA driver on this machine ({_first_line(error)}); {_CPU_WORKS}"
            raise DriverMissing(message) from None
        if status != api.CUresult.CUDA_SUCCESS:
            name, text = self._told(status)
            message = f"the CUDA driver does not start: {name}: {text}; {_CPU_WORKS}"
            raise DriverMissing(message)
        self._ok = api.CUresult.CUDA_SUCCESS

    def _told(self, status: Any) -> tuple[str, str]:
        """Return the driver's name of an error, and its words."""
        parts = []
        for function in (self.api.cuGetErrorName, self.api.cuGetErrorString):
            told, text = function(status)
            known = told == self.api.CUresult.CUDA_SUCCESS and text
            parts.append(text.decode("utf-8", "replace") if known else str(int(status)))
        return parts[0], parts[1]

    def _call(self, name: str, *arguments: Any, about: str = "") -> Any:
        """Call a function of the driver, and return the first of what it gives."""
        results = self._all(name, *arguments, about=about)
        return results[0] if results else None

    def _all(self, name: str, *arguments: Any, about: str = "") -> list[Any]:
        """Call a function of the driver, and return all that it gives."""
        try:
            results: list[Any]
            function = getattr(self.api, name)
            status, *results = function(*arguments)
        except (AttributeError, RuntimeError) as error:  # a driver from before that function
            raise CudaError(name, "not available", _first_line(error), about) from None
        if status != self._ok:
            raise CudaError(name, *self._told(status), about)
        return results

    # Devices and contexts

    def count(self) -> int:
        """Return how many GPUs there are."""
        return int(self._call("cuDeviceGetCount"))

    def device(self, number: int) -> Any:
        """Return a GPU."""
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
        """Return the primary context of a GPU, which other packages use as well."""
        return self._call("cuDevicePrimaryCtxRetain", device)

    def push(self, context: Any) -> None:
        """Make a context the current one of this thread."""
        self._call("cuCtxPushCurrent", context)

    def pop(self) -> None:
        """Make the context before it the current one."""
        self._call("cuCtxPopCurrent")

    # Modules and functions

    def load_module(self, cubin: bytes, about: str) -> Any:
        """Load a cubin into the current context."""
        return self._call("cuModuleLoadData", cubin, about=about)

    def unload_module(self, module: Any) -> None:
        """Unload a module."""
        self._call("cuModuleUnload", module)

    def function(self, module: Any, name: str) -> Any:
        """Return a kernel of a module."""
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
        """Return the address of new memory of the current context."""
        return int(self._call("cuMemAlloc", size, about=f"{size:,} bytes"))

    def free(self, address: int) -> None:
        """Free memory."""
        self._call("cuMemFree", address)

    def copy_in(self, target: int, source: int, size: int, stream: int) -> None:
        """Copy from the host, in the order of a stream."""
        self._call("cuMemcpyHtoDAsync", target, source, size, stream)

    def copy_out(self, target: int, source: int, size: int, stream: int) -> None:
        """Copy to the host, in the order of a stream."""
        self._call("cuMemcpyDtoHAsync", target, source, size, stream)

    def device_of(self, address: int) -> int:
        """Return the number of the GPU that memory lies on."""
        name = self.api.CUpointer_attribute.CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
        return int(self._call("cuPointerGetAttribute", name, address, about=hex(address)))

    # Tensor maps

    def tensor_map(self, layout: TensorLayout, address: int) -> bytes:
        """Return a tensor map for a tensor at an address of the GPU."""
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
        """Wait until the work of a stream is done."""
        self._call("cuStreamSynchronize", stream, about=about)

    def wait_for(self, stream: int, other: int) -> None:
        """Make a stream wait for what another has to do at this time."""
        disabled = self.api.CUevent_flags.CU_EVENT_DISABLE_TIMING
        event = self._call("cuEventCreate", int(disabled))
        try:
            self._call("cuEventRecord", event, other)
            self._call("cuStreamWaitEvent", stream, event, 0)
        finally:
            self._call("cuEventDestroy", event)

    def launch(  # noqa: PLR0913 - a launch has these parts
        self,
        function: Any,
        geometry: Geometry,
        buffer: bytearray,
        offsets: Sequence[int],
        *,
        stream: int,
        about: str,
    ) -> None:
        """Launch a kernel; the driver takes each parameter from its offset in the buffer."""
        config = self.api.CUlaunchConfig()
        config.gridDimX, config.gridDimY, config.gridDimZ = geometry.grid
        config.blockDimX, config.blockDimY, config.blockDimZ = geometry.block
        config.sharedMemBytes = geometry.shared_bytes
        config.hStream = self.api.CUstream(stream)
        if geometry.cluster is not None:
            attribute = self.api.CUlaunchAttribute()
            attribute.id = self.api.CUlaunchAttributeID.CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION
            size = attribute.value.clusterDim
            size.x, size.y, size.z = geometry.cluster
            config.attrs = [attribute]
            config.numAttrs = 1
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
