"""Recording the launches of a program, as `ptxpy capture` asks for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from ptxpy.captures import EncodedMap, LaunchFacts, Range, Recorder
from ptxpy.emulation.tensor_maps import layout_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ptxpy.captures import Bytes, Recording
    from ptxpy.emulation.device_memory import DeviceMemory
    from ptxpy.emulation.device_module import DeviceModule
    from ptxpy.emulation.device_options import DeviceOptions
    from ptxpy.emulation.kernel_info import KernelInfo
    from ptxpy.emulation.launches import Launch
    from ptxpy.emulation.tensor_maps import TensorMapFields
    from ptxpy.sim import Geometry, Memory

__all__ = ["LaunchRecording"]


class LaunchRecording:
    """Records the launches that the options of the device choose; none without such options."""

    def __init__(
        self, options: DeviceOptions, memory: DeviceMemory, say: Callable[[str], None]
    ) -> None:
        """Begin without launches."""
        self._maps: dict[bytes, EncodedMap] = {}
        self._view = _SimulatorMemory(memory, memory.used_parts)
        self._recorder = None
        chosen = options.capture
        if chosen is not None:
            self._recorder = Recorder(
                Path(chosen.folder),
                say,
                device="the simulator of ptxpy",
                kernel=chosen.kernel,
                nth=frozenset(chosen.nth),
                max_bytes=chosen.max_bytes,
            )

    @property
    def recorded(self) -> int:
        """How many launches have been recorded."""
        return len(self._recorder.files) if self._recorder is not None else 0

    def keep_map(self, data: bytes, fields: TensorMapFields) -> None:
        """Remember the fields of a tensor map by its bytes."""
        if self._recorder is not None:
            # A kernel gets a map as 128 bytes in its parameters or in memory, by which it is found
            # again.
            self._maps[data] = EncodedMap(layout_of(fields), fields.address)

    def begin(
        self,
        module: DeviceModule,
        info: KernelInfo,
        request: Launch,
        geometry: Geometry,
    ) -> Recording | None:
        """Record the memory that a launch can reach; None if it is not recorded."""
        if self._recorder is None:
            return None
        variables = module.loaded.program.variables
        addresses = module.loaded.addresses
        facts = LaunchFacts(
            info.name,
            module.ptx,
            module.name,
            geometry.grid,
            geometry.block,
            geometry.cluster if geometry.explicit_cluster else None,
            request.dynamic_shared,
            request.cooperative,
            request.parameters[: info.parameter_bytes],
            {name: addresses[name] for name in variables if name in addresses},
            self._maps,
            module.obstacle(info.name),
        )
        return self._recorder.begin(facts, self._view)


_PARAMETERS: Final = "the parameters"


class _SimulatorMemory:
    """The memory of a loaded module, or of an emulated device."""

    def __init__(
        self,
        memory: Memory,
        used: Callable[[int, int], Iterable[tuple[int, int]]] | None = None,
    ) -> None:
        """View a memory.

        Args:
            memory: The memory.
            used: Returns the bounds of the parts of a range that may not be zero. Default: all.
        """
        self._memory = memory
        self._used = used

    def allocations(self) -> list[Range]:
        """Return the allocations in order, except for the parameters of kernels."""
        return [
            Range(each.start, each.stop, each.name)
            for each in self._memory.allocations
            # The parameters are recorded apart, and a number in memory must not count as a pointer
            # to them.
            if each.name != _PARAMETERS
        ]

    def parts(self, start: int, stop: int) -> Iterator[tuple[int, Bytes]]:
        """Yield addresses and bytes of the parts of a range that may not be zero."""
        bounds = [(start, stop)] if self._used is None else self._used(start, stop)
        for first, last in bounds:
            yield first, self._memory.bytes[first:last]
