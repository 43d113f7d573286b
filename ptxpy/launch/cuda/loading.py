"""Kernels on a GPU."""

from __future__ import annotations

import contextlib
import weakref
from dataclasses import dataclass, field
from threading import RLock
from typing import TYPE_CHECKING, Any, Final

from ptxpy.launch.cuda.assembling import architecture, assemble_for
from ptxpy.launch.cuda.device import current
from ptxpy.launch.cuda.errors import CudaError

if TYPE_CHECKING:
    from ptxpy.launch.cuda.device import Device
    from ptxpy.launch.cuda.driver import Driver
    from ptxpy.launch.request import LaunchRequest, ModuleSource

__all__ = ["LoadedKernel", "loaded", "loaded_module"]

_UNASKED_SHARED: Final = 48 << 10
"""Bytes of shared memory that a kernel may have without asking for more."""


@dataclass
class LoadedKernel:
    """A kernel that can be launched."""

    function: Any
    threads: int
    """The most threads of a block that its registers allow."""
    registers: int
    """Registers of a thread."""
    shared: int
    """Bytes of static shared memory."""
    dynamic: int = 0
    """Bytes of dynamic shared memory that were asked for."""
    large_clusters: bool = False
    """Whether clusters of more than eight CTAs were asked for."""


@dataclass
class _LoadedModule:
    handle: Any
    kernels: dict[str, LoadedKernel] = field(default_factory=dict)


_modules: weakref.WeakKeyDictionary[ModuleSource, dict[tuple[Driver, int], _LoadedModule]]
_modules = weakref.WeakKeyDictionary()
_lock = RLock()


def loaded(request: LaunchRequest, device: Device) -> LoadedKernel:
    """Return the kernel of a request on a GPU, whose context is current.

    The module is assembled and loaded when it is first needed, and unloaded when nothing refers to
    its source any more.
    """
    with _lock:
        module = _module(request.source, request.signature.target, device)
        name = request.signature.name
        kernel = module.kernels.get(name)
        if kernel is None:
            kernel = module.kernels[name] = _kernel(module.handle, name, device)
        return kernel


def loaded_module(source: ModuleSource, target: str, device: Device) -> Any:
    """Return the driver's handle of a module on a GPU, whose context is current."""
    with _lock:
        return _module(source, target, device).handle


def _module(source: ModuleSource, target: str, device: Device) -> _LoadedModule:
    of_source = _modules.setdefault(source, {})
    key = (device.driver, device.number)
    module = of_source.get(key)
    if module is None:
        module = of_source[key] = _load(source, target, device)
    return module


def prepare(kernel: LoadedKernel, device: Device, shared_bytes: int, *, large: bool) -> None:
    """Ask the driver for what a kernel does not have unasked.

    Args:
        kernel: The kernel.
        device: Its GPU, whose context is current.
        shared_bytes: Its dynamic shared memory.
        large: Whether its clusters have more CTAs than every GPU has room for.
    """
    calls = device.driver
    with _lock:
        if shared_bytes > kernel.dynamic and kernel.shared + shared_bytes > _UNASKED_SHARED:
            name = "MAX_DYNAMIC_SHARED_SIZE_BYTES"
            calls.set_function_attribute(kernel.function, name, shared_bytes)
            kernel.dynamic = shared_bytes
        if large and not kernel.large_clusters:
            name = "NON_PORTABLE_CLUSTER_SIZE_ALLOWED"
            calls.set_function_attribute(kernel.function, name, 1)
            kernel.large_clusters = True


def _load(source: ModuleSource, target: str, device: Device) -> _LoadedModule:
    arch = architecture(target, device.arch, str(device))
    assembly = assemble_for(source, arch)
    handle = device.driver.load_module(assembly.cubin, source.filename)
    weakref.finalize(source, _unload, device, handle).atexit = False
    return _LoadedModule(handle)


def _unload(device: Device, handle: Any) -> None:
    with contextlib.suppress(CudaError), current(device):
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
