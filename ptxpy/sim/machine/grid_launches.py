"""Launches of kernels by kernels (CUDA C++ programming guide, dynamic parallelism).

The grids that a grid launches run after it. A device may take that order: it makes their results
visible to nothing but grids that are launched after the launching one has ended. All streams of a
grid are one, in the order of the calls, and tail launches come last.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.launch_request import Dim3
    from ptxpy.sim.pieces import Routine

__all__ = ["GridLaunch", "GridLaunches"]

MAX_DEPTH = 24
"""The most levels of grids below that of the host (programming guide, compute capabilities)."""

MAX_THREADS = 1024
MAX_LAUNCHES = 1 << 20
"""The most launches of a grid; a device needs `cudaLimitDevRuntimePendingLaunchCount` for many."""


class GridLaunch(NamedTuple):
    """A launch by a thread."""

    kernel: str
    grid: Dim3
    block: Dim3
    dynamic_shared: int
    parameters: bytes = b""
    is_tail: bool = False
    """Whether it begins after the grid has ended, with all others that it launched."""


class GridLaunches:
    """The launches of one grid."""

    def __init__(self, routine_at: Callable[[int], Routine | None], depth: int | None) -> None:
        """Begin without launches, in a grid at a depth: 0 for one that the host launches.

        Without a depth, nothing runs the launches of the grid.
        """
        self._routine_at = routine_at
        self.depth = depth
        self.launched: list[GridLaunch] = []
        self.prepared: dict[int, GridLaunch] = {}
        """The launches that parameter buffers are for, by address."""
        self.errors: dict[int, int] = {}
        """The last error of each lane of the batch."""

    def of_batch(self) -> GridLaunches:
        """Return the launches, for a batch that begins: its threads have no errors yet."""
        self.errors.clear()
        return self

    def prepare(
        self, address: int, grid: Dim3, block: Dim3, shared: int
    ) -> tuple[GridLaunch | None, int]:
        """Return a launch of the kernel at an address, and the bytes of its parameters."""
        routine = self._routine_at(address)
        if routine is None or not routine.is_kernel:
            return None, 0
        ends = [(each.offset or 0) + (each.size or 0) for each in routine.parameters]
        return GridLaunch(routine.name, grid, block, shared), max(ends, default=0)

    def launch(self, given: GridLaunch) -> int:
        """Add a launch; return its `cudaError_t`."""
        # Errors are returned to the thread, as `cudaLaunchDevice` does: the launch of the host goes
        # on.
        if self.depth is not None and self.depth >= MAX_DEPTH:
            return _LAUNCH_MAX_DEPTH_EXCEEDED
        if not 0 < prod(given.block) <= MAX_THREADS or min(*given.grid, *given.block) < 1:
            return _INVALID_CONFIGURATION
        if len(self.launched) >= MAX_LAUNCHES:
            return _LAUNCH_PENDING_COUNT_EXCEEDED
        self.launched.append(given)
        return 0


_INVALID_CONFIGURATION = 9
_LAUNCH_MAX_DEPTH_EXCEEDED = 65
_LAUNCH_PENDING_COUNT_EXCEEDED = 69
