"""The emulated device: memory, modules, kernels, and their launches in the simulator."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from ptxpy._counts import format_count
from ptxpy.emulation.device_module import DeviceModule
from ptxpy.emulation.device_options import DeviceOptions
from ptxpy.emulation.launch_recording import LaunchRecording
from ptxpy.emulation.launches import LaunchResult
from ptxpy.emulation.launching import Launcher
from ptxpy.emulation.linking import Unit
from ptxpy.emulation.statuses import DeviceError, Status
from ptxpy.emulation.tensor_maps import encode_fields
from ptxpy.emulation.texture_objects import make_object
from ptxpy.emulation.uninitialised_memory import UninitialisedMemory
from ptxpy.syntax import PtxSyntaxError, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ptxpy.emulation.device_memory import DeviceMemory
    from ptxpy.emulation.kernel_info import KernelInfo
    from ptxpy.emulation.launches import Launch
    from ptxpy.emulation.tensor_maps import TensorMapFields
    from ptxpy.emulation.texture_objects import ObjectFields
    from ptxpy.launch_request import Reference
    from ptxpy.sim import EngineReport

__all__ = ["AllocationKind", "Device"]

AllocationKind: TypeAlias = Literal["device", "managed", "pinned", "array", "pool"]

_NAMES: Final[Mapping[str, str]] = {
    "device": "the allocation",
    "managed": "the managed allocation",
    "pinned": "the pinned host allocation",
    "array": "the array",
    "pool": "the allocation of a pool",
}
_HEAP_LIMIT: Final = 2
"""`CU_LIMIT_MALLOC_HEAP_SIZE`."""
_LIMITS: Final = 10
"""How many limits there are."""
_MAX_LISTED: Final = 20
"""How many allocations a message lists."""


class Device:
    """A device that runs the kernels of a program in the simulator.

    Methods raise `DeviceError`, which has a `CUresult`, for calls that fail.
    """

    def __init__(
        self,
        memory: DeviceMemory,
        options: DeviceOptions | None = None,
        say: Callable[[str], None] = print,
    ) -> None:
        """Create a device with its memory; `say` is called with a line for each recorded launch."""
        self.memory = memory
        self.options = options or DeviceOptions()
        self._launches = LaunchRecording(self.options, memory, say)
        self._uninitialised = UninitialisedMemory(memory)
        self._launcher = Launcher(self.options, self._launches, self._uninitialised)
        self._modules: dict[int, DeviceModule] = {}
        self._module_numbers = count(1)
        self._kernels: dict[int, tuple[KernelInfo, DeviceModule]] = {}
        self._kernel_numbers = count(1)
        self._objects: dict[int, Reference] = {}
        """The texture and surface objects, by handle."""
        self._handles = count(1)
        self._allocated: dict[int, tuple[int, AllocationKind]] = {}
        """The sizes and kinds of the allocations of the program, by first address."""

    # ------------------------------------------------------------------------- memory

    def allocate(self, size: int, *, alignment: int = 256, kind: AllocationKind = "device") -> int:
        """Allocate memory, and return its address; it is zero, but in strict mode."""
        if size < 1:
            raise DeviceError(
                Status.INVALID_VALUE, f"an allocation of {format_count(size, 'byte')}"
            )
        try:
            allocation = self.memory.allocation(size, _NAMES[kind], alignment=alignment)
        except MemoryError as error:
            raise DeviceError(Status.OUT_OF_MEMORY, str(error)) from None
        start = allocation.start
        allocation.name = f"{_NAMES[kind]} at {start:#x}"
        self._allocated[start] = size, kind
        # Strict mode does not check textures, which read arrays.
        if self.options.strict and kind != "array":
            self._uninitialised.add(start, size)
        return start

    def free(self, address: int) -> None:
        """Free an allocation, given its first address."""
        # Only allocations of the program can be freed: those of modules are freed with them.
        if self._allocated.pop(address, None) is None:
            text = f"free of {address:#x}, {self.describe(address)}"
            raise DeviceError(Status.INVALID_VALUE, text)
        self._uninitialised.remove(address)
        self.memory.free(address)

    def describe(self, address: int) -> str:
        """Describe the allocation at an address, for messages."""
        found = self.memory.find(address)
        if found is None:
            freed = self.memory.describe_freed(address)
            return f"in {freed}, which has been freed" if freed else "which is not allocated"
        size = format_count(found.stop - found.start, "byte")
        offset = address - found.start
        return (
            f"{format_count(offset, 'byte')} into {found.name} of {size}"
            if offset
            else f"{found.name} of {size}"
        )

    def set_limit(self, limit: int, value: int) -> None:
        """Set a limit, by its number in `CUlimit`; only that of the heap has an effect."""
        if limit == _HEAP_LIMIT:
            try:
                self.memory.heap_limit = value
            except MemoryError as error:
                raise DeviceError(Status.OUT_OF_MEMORY, str(error)) from None
        elif not 0 <= limit < _LIMITS:
            raise DeviceError(Status.INVALID_VALUE, f"the limit {limit}")

    @property
    def heap_limit(self) -> int:
        """The most bytes that `malloc` of kernels may allocate."""
        return self.memory.heap_limit

    def reset(self) -> None:
        """Free all allocations, objects and modules, as a reset of the device does."""
        for address in [*self._allocated]:
            self.free(address)
        self._objects.clear()
        for number in [*self._modules]:
            self.unload(number)
        self.memory.reset_heap()

    # ------------------------------------------------------------------------- modules

    def load(self, texts: list[bytes], names: list[str]) -> int:
        """Load a module, and return its number.

        Args:
            texts: Its PTX: one text, or relocatable units, which are linked.
            names: The name of each text, for messages.
        """
        try:
            units = [Unit(parse(*each), each[1]) for each in zip(texts, names, strict=True)]
        except PtxSyntaxError as error:
            raise DeviceError(Status.INVALID_PTX, str(error)) from None
        number = next(self._module_numbers)
        try:
            self._modules[number] = DeviceModule(number, units, self.memory)
        except MemoryError as error:
            raise DeviceError(Status.OUT_OF_MEMORY, str(error)) from None
        return number

    def unload(self, module: int) -> None:
        """Free the variables of a module; its kernels can no longer be launched."""
        self._module(module).unload()
        del self._modules[module]
        for number in [k for k, (info, _) in self._kernels.items() if info.module == module]:
            del self._kernels[number]

    def _module(self, module: int) -> DeviceModule:
        found = self._modules.get(module)
        if found is None:
            raise DeviceError(Status.INVALID_HANDLE, f"no module {module} is loaded")
        return found

    def variable(self, module: int, name: str) -> tuple[int, int]:
        """Return the address and the size of a variable of a module."""
        return self._module(module).variable(name)

    def kernel(self, module: int, name: str) -> KernelInfo:
        """Return a kernel of a module."""
        found = self._module(module)
        info = found.kernel(name, self._kernel_numbers)
        self._kernels[info.id] = info, found
        return info

    def kernels(self, module: int) -> list[str]:
        """Return the symbols of the kernels of a module."""
        return self._module(module).kernel_names

    # ------------------------------------------------------------------ tensor maps, textures

    def encode_tensor_map(self, fields: TensorMapFields) -> bytes:
        """Return the 128 bytes of a tensor map, in the simulator's own encoding."""
        made = encode_fields(fields)
        self._launches.keep_map(made, fields)
        return made

    def create_object(self, fields: ObjectFields) -> int:
        """Create a texture or surface object, and return its handle."""
        made = make_object(fields, self.memory)
        handle = next(self._handles)
        self._objects[handle] = made
        return handle

    def destroy_object(self, handle: int) -> None:
        """Destroy a texture or surface object."""
        if self._objects.pop(handle, None) is None:
            raise DeviceError(Status.INVALID_HANDLE, f"no texture or surface object {handle:#x}")

    def bind(self, module: int, name: str, handle: int) -> None:
        """Let a texture or surface variable of a module refer to an object; 0 for none."""
        held = self._objects.get(handle)
        if handle and held is None:
            raise DeviceError(Status.INVALID_HANDLE, f"no texture or surface object {handle:#x}")
        self._module(module).bind(name, held)

    # ------------------------------------------------------------------------ launches

    def launch(self, request: Launch) -> LaunchResult:
        """Launch a kernel, and wait for its end."""
        found = self._kernels.get(request.kernel)
        if found is None:
            text = f"no kernel {request.kernel} is loaded"
            return LaunchResult(Status.INVALID_HANDLE, message=text, ran=False)
        info, module = found
        references = self._objects
        if module.references:
            # Handles of objects are small numbers and variables have addresses, so one table holds
            # both.
            references = {**references, **module.references}
        return self._launcher.run(
            module, info, request, references, lambda name: self.kernel(info.module, name)
        )

    @property
    def recorded(self) -> int:
        """How many launches have been recorded."""
        return self._launches.recorded

    @property
    def faults(self) -> int:
        """How many different faults strict mode has found."""
        return self._launcher.faults

    @property
    def engine(self) -> EngineReport:
        """The launches that ran compiled, and why others did not."""
        return self._launcher.engine

    def interpreted(self) -> list[str]:
        """Return a line for each kernel that the compiled engine was to run, and did not."""
        return self._launcher.interpreted()

    def finish(self) -> str:
        """Return the text that the options ask for at the end of the program; write the timeline.

        The text has profiles, traces, and in strict mode allocations that have not been freed,
        unless a kernel has ended by a fault.
        """
        parts = [self._launcher.report()]
        # Strict mode reports leaks, too; other programs leave their memory to the end of the
        # process, and after a fault every call fails that would free some.
        if self.options.strict and self._allocated and not self._launcher.has_failed:
            sizes = [size for size, _ in self._allocated.values()]
            number = "1 allocation" if len(sizes) == 1 else f"{len(sizes):,} allocations"
            lines = [f"{number} of {format_count(sum(sizes), 'byte')} not freed:"]
            for start, (size, kind) in [*self._allocated.items()][:_MAX_LISTED]:
                what = _NAMES[kind].removeprefix("the ")
                lines.append(f"    {what} at {start:#x} of {format_count(size, 'byte')}")
            if len(sizes) > _MAX_LISTED:
                lines.append(f"    and {len(sizes) - _MAX_LISTED:,} more")
            parts.append("\n".join(lines))
        return "\n\n".join(filter(None, parts))
