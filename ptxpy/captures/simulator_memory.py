"""The memory of the simulator, as captures see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.captures.reachability import Range

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ptxpy.captures.contents import Bytes
    from ptxpy.sim.machine.global_memory import Memory

__all__ = ["SimulatorMemory"]

_PARAMETERS: Final = "the parameters"


class SimulatorMemory:
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
            if each.name != _PARAMETERS
        ]

    def parts(self, start: int, stop: int) -> Iterator[tuple[int, Bytes]]:
        """Yield addresses and bytes of the parts of a range that may not be zero."""
        bounds = [(start, stop)] if self._used is None else self._used(start, stop)
        for first, last in bounds:
            yield first, self._memory.bytes[first:last]
