"""A module that is loaded on the device."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from ptxpy.captures import obstacle_in
from ptxpy.emulation.kernel_info import describe_kernel
from ptxpy.emulation.linking import link, with_device_library
from ptxpy.emulation.source_places import LinkedPlaces, SourcePlaces
from ptxpy.emulation.statuses import DeviceError, Status
from ptxpy.isa import nearest
from ptxpy.launch_request import LaunchError, ModuleSource, check_reference, has_short_pointers
from ptxpy.sim import LoadedModule, Source
from ptxpy.syntax import emit_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ptxpy.emulation.device_memory import DeviceMemory
    from ptxpy.emulation.kernel_info import KernelInfo
    from ptxpy.emulation.linking import Unit
    from ptxpy.launch_request import Reference

__all__ = ["DeviceModule"]


class DeviceModule:
    """A loaded module, its kernels, and the memory of its variables."""

    def __init__(self, number: int, units: Sequence[Unit], memory: DeviceMemory) -> None:
        """Load a module that is linked from units. Raises `DeviceError`, or `MemoryError`."""
        units = with_device_library(units)
        module, segments = link(units)
        name = units[0].name
        if has_short_pointers(module):
            text = f"{name}: a module with .address_size 32, which needs 32-bit pointers"
            raise DeviceError(Status.NOT_SUPPORTED, text)
        self.number = number
        self.name = name
        self.module = module
        self._memory = memory
        places = LinkedPlaces(units, segments) if segments else SourcePlaces(module, name)
        # What loading allocates is recorded, so that it is freed if loading fails, and when the
        # module is unloaded.
        mark = memory.mark()
        try:
            self.loaded = LoadedModule(module, lines=places, memory=memory)
        except LaunchError as error:
            memory.reset(mark)
            raise DeviceError(Status.INVALID_PTX, f"{name}: {error}") from None
        # Ctrl-C and defects must not leave allocations behind, either.
        except BaseException:
            memory.reset(mark)
            raise
        self._allocations = memory.keep(mark)
        self._kernels: dict[str, KernelInfo] = {}
        self._obstacles: dict[str, str] = {}
        self.references: dict[int, Reference] = {}
        """The textures and surfaces that are bound to variables of the module, by address."""

    @cached_property
    def source(self) -> Source:
        """The places of its statements, for profiles and the like."""
        return Source(ModuleSource(self.module, self.name))

    def obstacle(self, kernel: str) -> str:
        """Return why launches of a kernel cannot be captured; empty if they can."""
        found = self._obstacles.get(kernel)
        if found is None:
            found = self._obstacles[kernel] = obstacle_in(self.loaded.program, kernel)
        return found

    @cached_property
    def ptx(self) -> bytes:
        """The text of the module, which is that of its unit if it has one."""
        return emit_bytes(self.module)

    @property
    def kernel_names(self) -> list[str]:
        """The symbols of the kernels, in the order of the PTX."""
        return [name for name, each in self.loaded.program.routines.items() if each.is_kernel]

    def kernel(self, name: str, numbers: Iterator[int]) -> KernelInfo:
        """Return a kernel, which gets the next number if it is new; raises `DeviceError`."""
        found = self._kernels.get(name)
        if found is not None:
            return found
        try:
            made = describe_kernel(self.loaded, next(numbers), self.number, name)
        except LaunchError as error:
            raise DeviceError(Status.INVALID_PTX, f"{self.name}: {error}") from None
        if made is None:
            text = f"{self.name} has no kernel {name!r}{_suggest(name, self.kernel_names)}"
            raise DeviceError(Status.NOT_FOUND, text)
        self._kernels[name] = made
        return made

    def variable(self, name: str) -> tuple[int, int]:
        """Return the address and the size of a variable; raises `DeviceError`."""
        # Names of functions have addresses, too, but are no variables.
        found = self.loaded.program.variables.get(name)
        address = self.loaded.addresses.get(name)
        if found is None or address is None:
            names = [
                each for each in self.loaded.program.variables if each in self.loaded.addresses
            ]
            text = f"{self.name} has no variable {name!r}{_suggest(name, names)}"
            raise DeviceError(Status.NOT_FOUND, text)
        return address, found[2].size or 0

    def bind(self, name: str, held: Reference | None) -> None:
        """Let a texture or surface variable refer to an object; None for nothing."""
        address, _ = self.variable(name)
        type_ = self.loaded.opaque.get(address)
        if type_ is None:
            text = f"the variable {name} of {self.name} is no texture and no surface"
            raise DeviceError(Status.INVALID_VALUE, text)
        if held is None:
            self.references.pop(address, None)
            return
        try:
            check_reference(name, type_, held)
        except LaunchError as error:
            raise DeviceError(Status.INVALID_VALUE, str(error)) from None
        self.references[address] = held

    def unload(self) -> None:
        """Free the variables of the module."""
        self._memory.release(self._allocations)
        self._allocations = ()


def _suggest(name: str, names: list[str]) -> str:
    close = nearest(name, names)
    return f"; did you mean {' or '.join(close)}?" if close else ""
