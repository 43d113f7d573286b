"""Modules and kernels in a GPU's context; their machine code is made at the first use."""

from __future__ import annotations

import contextlib
import weakref
from dataclasses import dataclass, field
from threading import RLock
from typing import TYPE_CHECKING, Any, Final

from ptxpy.assemble import AssembleError, AssemblerMissingError, UnsupportedError, toolchain
from ptxpy.launch.cuda.assembling import assemble_for, gpu_target
from ptxpy.launch.cuda.device import current_context
from ptxpy.launch.cuda.errors import CudaError
from ptxpy.launch_request import SourceError

if TYPE_CHECKING:
    from ptxpy.launch.cuda.device import Device
    from ptxpy.launch.cuda.driver import Driver
    from ptxpy.launch_request import LaunchRequest, ModuleSource

__all__ = [
    "LoadedKernel",
    "is_loaded",
    "load_kernel",
    "load_module",
    "load_source",
    "set_launch_attributes",
]

_DEFAULT_MAX_SHARED_BYTES: Final = 48 << 10
"""Shared memory that a kernel may have without opting in to more."""


@dataclass
class LoadedKernel:
    """A kernel that can be launched."""

    function: Any
    threads: int
    """Maximum number of threads per block, given its registers."""
    registers: int
    """Registers per thread."""
    shared: int
    """Static shared memory, in bytes."""
    dynamic: int = 0
    """Dynamic shared memory that the driver was told to allow, in bytes."""
    large_clusters: bool = False
    """Whether the driver was told to allow clusters of more than eight CTAs."""


@dataclass
class _LoadedModule:
    handle: Any
    kernels: dict[str, LoadedKernel] = field(default_factory=dict)


_modules: weakref.WeakKeyDictionary[ModuleSource, dict[tuple[Driver, int, int], _LoadedModule]]
_modules = weakref.WeakKeyDictionary()
_lock = RLock()


def load_kernel(request: LaunchRequest, device: Device) -> LoadedKernel:
    """Return the kernel of a request on a GPU, whose context is current.

    Its module is assembled and loaded at the first call, and unloaded when its source is garbage
    collected.
    """
    with _lock:
        module = _module(request.source, request.signature.target, device)
        name = request.signature.name
        kernel = module.kernels.get(name)
        if kernel is None:
            kernel = module.kernels[name] = _kernel(module.handle, name, device)
        return kernel


def load_module(source: ModuleSource, target: str, device: Device) -> Any:
    """Load a module on a GPU, whose context is current, if needed; return the driver's handle."""
    with _lock:
        return _module(source, target, device).handle


def _module(source: ModuleSource, target: str, device: Device) -> _LoadedModule:
    of_source = _modules.setdefault(source, {})
    key = _key(device)
    module = of_source.get(key)
    if module is None:
        module = of_source[key] = _load(source, target, device)
    return module


def is_loaded(request: LaunchRequest, device: Device) -> bool:
    """Return whether the module of a request is loaded into the context of a GPU."""
    with _lock:
        return _key(device) in _modules.get(request.source, ())


def _key(device: Device) -> tuple[Driver, int, int]:
    # A module belongs to a context: a program may have several for one GPU.
    return device.driver, device.number, int(device.context)


def set_launch_attributes(
    kernel: LoadedKernel, device: Device, shared_bytes: int, *, large: bool
) -> None:
    """Opt in to large shared memory and non-portable cluster sizes if a launch needs them.

    Args:
        kernel: The kernel.
        device: Its GPU, whose context is current.
        shared_bytes: Its dynamic shared memory.
        large: Whether its clusters exceed the portable size.
    """
    calls = device.driver
    with _lock:
        if (
            # The attribute is kept at the largest value so far: setting it costs a call of the
            # driver.
            shared_bytes > kernel.dynamic
            and kernel.shared + shared_bytes > _DEFAULT_MAX_SHARED_BYTES
        ):
            name = "MAX_DYNAMIC_SHARED_SIZE_BYTES"
            calls.set_function_attribute(kernel.function, name, shared_bytes)
            kernel.dynamic = shared_bytes
        if large and not kernel.large_clusters:
            name = "NON_PORTABLE_CLUSTER_SIZE_ALLOWED"
            calls.set_function_attribute(kernel.function, name, 1)
            kernel.large_clusters = True


def _load(source: ModuleSource, target: str, device: Device) -> _LoadedModule:
    handle = load_source(source, gpu_target(target, device.arch, str(device)), device)
    # At the end of the process the driver may be gone already, and frees everything itself.
    weakref.finalize(source, _unload, device, handle).atexit = False
    return _LoadedModule(handle)


def load_source(source: ModuleSource, arch: str, device: Device) -> Any:
    """Load a module for an architecture on a GPU, whose context is current; return its handle.

    It is assembled by ptxas or nvJitLink. Where neither is installed, or all are too old for it,
    the compiler in the driver makes the machine code, as it does for PTX in any program; the driver
    keeps a cache of its own.

    Raises `SourceError`, with the lines of the module, if it cannot be assembled.
    """
    try:
        cubin = assemble_for(source, arch).cubin
    except (AssemblerMissingError, UnsupportedError):
        # What the user names is not replaced in silence.
        if toolchain.find_configured() is not None:
            raise
    else:
        return device.driver.load_module(cubin, source.filename)
    try:
        return device.driver.compile_module(source.ptx, source.filename)
    except AssembleError as error:
        raise SourceError(error, source) from None


def _unload(device: Device, handle: Any) -> None:
    with contextlib.suppress(CudaError), current_context(device):
        device.driver.unload_module(handle)


def _kernel(module: Any, name: str, device: Device) -> LoadedKernel:
    calls = device.driver
    function = calls.function(module, name)
    return LoadedKernel(
        function,
        calls.function_attribute(function, "MAX_THREADS_PER_BLOCK"),
        calls.function_attribute(function, "NUM_REGS"),
        calls.function_attribute(function, "SHARED_SIZE_BYTES"),
    )
