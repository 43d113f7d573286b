"""A CUDA driver that runs functions of Python: it records calls and keeps the GPU's memory.

Enumerations and structures are those of `cuda.bindings`; the functions take and give what theirs
do. What it does not have, or is used after it was freed, is an error, as on a GPU.
"""

from __future__ import annotations

import ctypes
import importlib
from collections.abc import Callable
from typing import Any, NamedTuple

REAL = importlib.import_module("cuda.bindings.driver")
OK = REAL.CUresult.CUDA_SUCCESS

Body = Callable[["FakeDriver", list[bytes]], None]


class FakeKernel(NamedTuple):
    """A kernel: the sizes of its parameters, and what it does."""

    sizes: tuple[int, ...]
    body: Body
    attributes: dict[str, int] = {}  # noqa: RUF012 - a default that is only read


class Launched(NamedTuple):
    """A launch as the driver saw it."""

    name: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    cluster: tuple[int, int, int] | None
    shared_bytes: int
    stream: int
    parameters: list[bytes]
    attributes: tuple[str, ...] = ()
    """The names of the other attributes, which are all set."""


class FakeDriver:
    """What `cuda.bindings.driver` is on a machine with a GPU."""

    def __init__(self, kernels: dict[str, FakeKernel], arch: int = 90, gpus: int = 1) -> None:
        self.kernels = kernels
        self.arch = arch
        self.gpus = gpus
        self.calls: list[tuple[Any, ...]] = []
        self.memory: dict[int, bytearray] = {}
        self.launches: list[Launched] = []
        self.images: list[bytes] = []
        self.set: list[tuple[str, str, int]] = []
        self.fails: dict[str, Any] = {}
        self.contexts: list[int] = []
        self.owners: dict[int, int] = {}
        self.captured: set[int] = set()
        """The streams whose work is captured into a graph."""
        self.log = b""
        """What the compiler in the driver says of the next PTX."""
        self.encoded: list[tuple[Any, ...]] = []
        self.variables: dict[str, tuple[int, int]] = {}
        """The addresses and sizes of the variables of all modules."""
        self._next = 0x7F00_0000_0000

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("cu") or name.startswith("cuuint"):
            return getattr(REAL, name)
        function = FUNCTIONS[name]

        def call(*arguments: Any) -> tuple[Any, ...]:
            self.calls.append((name, *arguments))
            if name == "cuModuleLoadDataEx":
                self.write_log(*arguments[1:])
            if name in self.fails:
                return (self.fails[name], None)
            result = function(self, *arguments)
            if name in SEVERAL:
                return (OK, *result)
            return (OK,) if result is None else (OK, result)

        return call

    def names(self) -> list[str]:
        """Return the functions that were called, in their order."""
        return [call[0] for call in self.calls]

    def write_log(self, count: int, names: list[Any], values: list[Any]) -> None:
        """Write the log of the compiler into the buffer that a caller gives."""
        assert count == len(names)
        words = [each.name.removeprefix("CU_JIT_") for each in names]
        given = dict(zip(words, values, strict=True))
        buffer = given["ERROR_LOG_BUFFER"]
        assert given["ERROR_LOG_BUFFER_SIZE_BYTES"] == len(buffer) > len(self.log)
        buffer[: len(self.log)] = self.log

    def piece(self, address: int, size: int) -> memoryview:
        """Return memory of the GPU; it must be in one allocation."""
        for start, data in self.memory.items():
            if start <= address and address + size <= start + len(data):
                return memoryview(data)[address - start : address - start + size]
        message = f"{size} bytes at {address:#x} are not allocated"
        raise AssertionError(message)

    def allocate(self, size: int) -> int:
        """Return the address of new memory, which is not zero at first."""
        assert size > 0
        assert self.contexts, "no context is current"
        start = self._next = self._next + 0x10000
        self.memory[start] = bytearray(b"\xcd" * size)
        self._next += size & -0x10000  # the next one begins behind this one
        return start


def _init(fake: FakeDriver, flags: int) -> None:
    assert flags == 0
    del fake


def _device_attribute(fake: FakeDriver, name: Any, device: int) -> int:
    assert 0 <= device < fake.gpus
    word = name.name.removeprefix("CU_DEVICE_ATTRIBUTE_")
    return {
        "COMPUTE_CAPABILITY_MAJOR": fake.arch // 10,
        "COMPUTE_CAPABILITY_MINOR": fake.arch % 10,
        "MAX_THREADS_PER_BLOCK": 1024,
        "MAX_BLOCK_DIM_X": 1024,
        "MAX_BLOCK_DIM_Y": 1024,
        "MAX_BLOCK_DIM_Z": 64,
        "MAX_GRID_DIM_X": 2**31 - 1,
        "MAX_GRID_DIM_Y": 65535,
        "MAX_GRID_DIM_Z": 65535,
        "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN": 232448,
        "MULTIPROCESSOR_COUNT": 4,
    }[word]


def _load(fake: FakeDriver, image: bytes) -> int:
    assert fake.contexts
    fake.images.append(image)
    return len(fake.images)


def _compile(fake: FakeDriver, image: bytes, count: int, names: Any, values: Any) -> int:
    del count, names, values
    assert image.endswith(b"\0")
    assert b"\0" not in image[:-1]
    return _load(fake, image)


def _unload(fake: FakeDriver, module: int) -> None:
    assert fake.contexts
    fake.images[module - 1] = b"unloaded"


def _function(fake: FakeDriver, module: int, name: bytes) -> str:
    assert fake.images[module - 1] != b"unloaded"
    assert name.decode() in fake.kernels
    return name.decode()


def _variable(fake: FakeDriver, module: int, name: bytes) -> tuple[int, int]:
    assert fake.contexts
    assert fake.images[module - 1] != b"unloaded"
    return fake.variables[name.decode()]


def _function_attribute(fake: FakeDriver, name: Any, function: str) -> int:
    word = name.name.removeprefix("CU_FUNC_ATTRIBUTE_")
    known = {"MAX_THREADS_PER_BLOCK": 1024, "NUM_REGS": 16, "SHARED_SIZE_BYTES": 0}
    return {**known, **fake.kernels[function].attributes}[word]


def _set_attribute(fake: FakeDriver, function: str, name: Any, value: int) -> None:
    fake.set.append((function, name.name.removeprefix("CU_FUNC_ATTRIBUTE_"), value))


def _copy_in(fake: FakeDriver, target: int, source: int, size: int, stream: int) -> None:
    del stream
    fake.piece(target, size)[:] = ctypes.string_at(source, size)


def _copy_out(fake: FakeDriver, target: int, source: int, size: int, stream: int) -> None:
    del stream
    ctypes.memmove(target, bytes(fake.piece(source, size)), size)


def _launch(
    fake: FakeDriver,
    config: Any,
    function: str,
    parameters: int,
    extra: int,
) -> None:
    assert extra == 0
    assert fake.contexts
    kernel = fake.kernels[function]
    pointers: Any = []
    if parameters:
        pointers = (ctypes.c_void_p * len(kernel.sizes)).from_address(parameters)
    values = [
        ctypes.string_at(pointer or 0, size)
        for pointer, size in zip(pointers, kernel.sizes, strict=True)
    ]
    cluster = None
    attributes = []
    for attribute in config.attrs[: config.numAttrs]:
        name = attribute.id.name.removeprefix("CU_LAUNCH_ATTRIBUTE_")
        if name == "CLUSTER_DIMENSION":
            size = attribute.value.clusterDim
            cluster = (size.x, size.y, size.z)
            continue
        field = {
            "COOPERATIVE": "cooperative",
            "PROGRAMMATIC_STREAM_SERIALIZATION": "programmaticStreamSerializationAllowed",
        }[name]
        assert getattr(attribute.value, field) == 1
        attributes.append(name)
    fake.launches.append(
        Launched(
            function,
            (config.gridDimX, config.gridDimY, config.gridDimZ),
            (config.blockDimX, config.blockDimY, config.blockDimZ),
            cluster,
            config.sharedMemBytes,
            int(config.hStream),
            values,
            tuple(attributes),
        )
    )
    kernel.body(fake, values)


def _encode(fake: FakeDriver, *arguments: Any) -> Any:
    """Return a tensor map whose bytes count the tensor maps before it."""
    fake.encoded.append(arguments)
    made = REAL.CUtensorMap()
    ctypes.memset(int(made.getPtr()), len(fake.encoded), 128)
    return made


def _event(fake: FakeDriver, flags: int) -> str:
    del fake
    assert flags == REAL.CUevent_flags.CU_EVENT_DISABLE_TIMING
    return "event"


SEVERAL = frozenset({"cuModuleGetGlobal"})
"""Functions that give more than one value."""

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "cuInit": _init,
    "cuGetErrorName": lambda _, error: error.name.encode(),
    "cuGetErrorString": lambda _, error: f"words of {int(error)}".encode(),
    "cuDeviceGetCount": lambda fake: fake.gpus,
    "cuDeviceGet": lambda _, number: number,
    "cuDeviceGetName": lambda _, length, __: b"Fake GPU".ljust(length, b"\0"),
    "cuDeviceGetAttribute": _device_attribute,
    "cuDevicePrimaryCtxRetain": lambda _, device: 100 + device,
    "cuCtxPushCurrent": lambda fake, context: fake.contexts.append(context),
    "cuCtxGetCurrent": lambda fake: fake.contexts[-1] if fake.contexts else 0,
    "cuCtxGetDevice": lambda fake: fake.contexts[-1] % 100,
    "cuCtxPopCurrent": lambda fake: fake.contexts.pop(),
    "cuOccupancyMaxActiveBlocksPerMultiprocessor": lambda *_: 2,
    "cuModuleLoadData": _load,
    "cuModuleLoadDataEx": _compile,
    "cuModuleUnload": _unload,
    "cuModuleGetFunction": _function,
    "cuModuleGetGlobal": _variable,
    "cuFuncGetAttribute": _function_attribute,
    "cuFuncSetAttribute": _set_attribute,
    "cuMemAlloc": lambda fake, size: fake.allocate(size),
    "cuMemFree": lambda fake, address: fake.memory.pop(address) and None,
    "cuMemcpyHtoDAsync": _copy_in,
    "cuMemcpyDtoHAsync": _copy_out,
    "cuPointerGetAttribute": lambda fake, _, address: fake.owners[address],
    "cuTensorMapEncodeTiled": _encode,
    "cuTensorMapEncodeIm2col": _encode,
    "cuStreamIsCapturing": lambda fake, stream: REAL.CUstreamCaptureStatus(stream in fake.captured),
    "cuStreamSynchronize": lambda *_: None,
    "cuEventCreate": _event,
    "cuEventRecord": lambda *_: None,
    "cuStreamWaitEvent": lambda *_: None,
    "cuEventDestroy": lambda *_: None,
    "cuLaunchKernelEx": _launch,
}
