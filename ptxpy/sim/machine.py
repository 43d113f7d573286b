"""The state of a batch of CTAs: its lanes, its memories, what special registers hold."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.calling import Reference
    from ptxpy.sim.memory import Memory
    from ptxpy.sim.scheduler import Scheduler

__all__ = ["Geometry", "Machine"]

WARP: Final = 32
_OFFSET: Final = np.uint64(0xFFFFFF)
_RANK: Final = np.uint64(24)
_LOW: Final = np.uint64(0xFFFFFFFF)


class Geometry(NamedTuple):
    """The shape of a launch."""

    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    cluster: tuple[int, int, int]

    @property
    def threads(self) -> int:
        """Threads of a CTA."""
        return self.block[0] * self.block[1] * self.block[2]

    @property
    def padded(self) -> int:
        """Lanes of a CTA: its last warp is whole."""
        return -(-self.threads // WARP) * WARP

    @property
    def ctas(self) -> int:
        """CTAs of the grid."""
        return self.grid[0] * self.grid[1] * self.grid[2]


class Machine:
    """A batch of CTAs while it runs. Lanes are numbered CTA by CTA, warp by warp."""

    def __init__(
        self,
        geometry: Geometry,
        memory: Memory,
        addresses: Mapping[str, int],
        parameters: Mapping[str, int],
        shared_bytes: int,
        local_bytes: int,
        first: int,
        count: int,
    ) -> None:
        """Set a batch up.

        Args:
            geometry: The shape of the launch.
            memory: Global memory.
            addresses: Of variables and functions, by name; of shared ones the offset.
            parameters: The addresses of the kernel's parameters.
            shared_bytes: Shared memory of a CTA, static and dynamic.
            local_bytes: Local memory of a thread, to begin with.
            first: The number of the first CTA.
            count: How many CTAs.
        """
        self.geometry = geometry
        self.memory = memory
        self.first = first
        self.ctas = count
        padded = geometry.padded
        self.count = count * padded
        """Lanes."""
        self.lanes = np.arange(self.count, dtype=np.int64)
        self.lane_of_warp = self.lanes & (WARP - 1)
        self.cta_of = self.lanes // padded if count > 1 else np.zeros(self.count, np.int64)
        self.thread_of = self.lanes - self.cta_of * padded
        self.shared_bytes = shared_bytes
        self.shared_stride = -(-max(shared_bytes, 1) // 1024) * 1024
        self.shared = np.zeros(self.shared_stride * count, np.uint8)
        self._cta_base = (self.cta_of * self.shared_stride).astype(np.uint64)
        self.clustered = geometry.cluster != (1, 1, 1)
        self.local_bytes = 0
        self.local = np.zeros(0, np.uint8)
        self.grow_local(local_bytes)
        self._views: dict[tuple[str, str], np.ndarray[Any, Any]] = {}
        self._addresses = {name: np.uint64(value) for name, value in addresses.items()}
        self._parameters = {name: np.uint64(value) for name, value in parameters.items()}
        self._special: dict[str, Any] = {}
        self.opaque: Mapping[int, str] = {}
        """The types of the module's opaque variables, by address."""
        self.references: Mapping[int, Reference] = {}
        """What handles and the addresses of opaque variables refer to."""
        self.output: list[bytes] = []
        """What `printf` has written."""
        self.scheduler: Scheduler
        """Who runs the batch."""
        self.executed = 0
        """Instructions that have been run, counted for each lane."""

    def restart(self, first: int) -> None:
        """Begin with other CTAs, as many as before: their memory is zero."""
        self.first = first
        self.shared.fill(0)
        self.local.fill(0)
        self.executed = 0
        self.output = []
        kept = ("%tid", "%ntid", "%nctaid", "%lane", "%warpid", "%cluster_nctaid")
        self._special = {
            name: value for name, value in self._special.items() if name.startswith(kept)
        }

    # ------------------------------------------------------------------- memory

    def view(self, space: str, kind: str) -> np.ndarray[Any, Any]:
        """Return all of a memory as elements of a NumPy type."""
        if space == "global":
            return self.memory.view(kind)
        found = self._views.get((space, kind))
        if found is None:
            held = self.shared if space == "shared" else self.local
            found = self._views[space, kind] = held.view(kind)
        return found

    def grow_local(self, size: int) -> None:
        """Give each lane at least so many bytes of local memory; what is there stays."""
        size = max(16, -(-size // 16) * 16)
        if size <= self.local_bytes:
            return
        grown = np.zeros((self.count, size), np.uint8)
        if self.local_bytes:
            grown[:, : self.local_bytes] = self.local.reshape(self.count, self.local_bytes)
        self.local = grown.reshape(-1)
        self.local_bytes = size
        self._local_base = (self.lanes * size).astype(np.uint64)
        self._views = {}

    def shared_index(self, address: Any, lanes: Any) -> Any:
        """Return where addresses in shared memory lie in that of the batch."""
        if self.ctas == 1:
            return address
        base = self._cta_base if lanes is None else self._cta_base[lanes]
        return address + base

    def local_index(self, address: Any, lanes: Any) -> Any:
        """Return where addresses in local memory lie in that of the batch."""
        return address + (self._local_base if lanes is None else self._local_base[lanes])

    # ------------------------------------------------------------------- values

    def address(self, name: str) -> Any:
        """Return the address of a variable or function of the module."""
        return self._addresses[name]

    def parameter(self, name: str) -> Any:
        """Return the address of a parameter of the kernel."""
        return self._parameters[name]

    def special(self, name: str) -> Any:
        """Return a special register: a scalar, or an array with an element a lane."""
        found = self._special.get(name)
        if found is None:
            found = self._make(name)
            if name not in _MOVING:
                self._special[name] = found
        return found

    def _make(self, name: str) -> Any:  # noqa: C901, PLR0911, PLR0912 - a case a register
        base, _, component = name.partition(".")
        geometry = self.geometry
        axis = "xyz".find(component) if component else 0
        if axis < 0:
            return np.uint32(0)
        if base in ("%ntid", "%nctaid"):
            return np.uint32((geometry.block if base == "%ntid" else geometry.grid)[axis])
        if base == "%tid":
            return self._coordinate(self.thread_of, geometry.block, axis)
        if base == "%ctaid":
            cta = self.cta_of + self.first if self.ctas > 1 else np.int64(self.first)
            return self._coordinate(cta, geometry.grid, axis)
        if base == "%laneid":
            return self.lane_of_warp.astype(np.uint32)
        if base == "%warpid":
            return (self.thread_of // WARP).astype(np.uint32)
        if base.startswith("%lanemask_"):
            bit = np.uint64(1) << self.lane_of_warp.astype(np.uint64)
            one = np.uint64(1)
            masks = {
                "eq": bit,
                "lt": bit - one,
                "le": (bit << one) - one,
                "ge": ~(bit - one),
                "gt": ~((bit << one) - one),
            }
            return (masks[base[-2:]] & _LOW).astype(np.uint32)
        if base in _FIXED:
            return _FIXED[base]
        if base == "%nwarpid":
            return np.uint32(64)
        if base == "%clock64":
            return np.uint64(time.perf_counter_ns())
        if base == "%clock":
            return np.uint32(time.perf_counter_ns() & 0xFFFFFFFF)
        if base == "%clock_hi":
            return np.uint32(time.perf_counter_ns() >> 32 & 0xFFFFFFFF)
        if base.startswith("%globaltimer"):
            now = time.time_ns()
            return {
                "%globaltimer": np.uint64(now),
                "%globaltimer_lo": np.uint32(now & 0xFFFFFFFF),
                "%globaltimer_hi": np.uint32(now >> 32),
            }[base]
        if base in ("%total_smem_size", "%aggr_smem_size"):
            return np.uint32(self.shared_bytes)
        if base.startswith("%pm") and base.endswith("_64"):
            return np.uint64(0)
        if base == "%is_explicit_cluster":
            return np.bool_(self.clustered)
        if base in ("%cluster_nctaid", "%nclusterid"):
            cluster = geometry.cluster[axis]
            return np.uint32(
                cluster if base == "%cluster_nctaid" else geometry.grid[axis] // cluster
            )
        return np.uint32(0)

    @staticmethod
    def _coordinate(number: Any, shape: tuple[int, int, int], axis: int) -> Any:
        """Return a coordinate of a number in a shape of which x runs fastest."""
        if shape[axis] == 1:
            return np.uint32(0)
        below = shape[0] if axis == 1 else shape[0] * shape[1] if axis == 2 else 1  # noqa: PLR2004
        value = number // below if below > 1 else number
        if any(extent > 1 for extent in shape[axis + 1 :]):
            value = value % shape[axis]
        elif axis == 0:
            value = value % shape[0] if shape[1] * shape[2] > 1 else value
        return value.astype(np.uint32) if value.ndim else np.uint32(value)


_MOVING: Final = frozenset(
    {
        "%clock",
        "%clock_hi",
        "%clock64",
        "%globaltimer",
        "%globaltimer_lo",
        "%globaltimer_hi",
    }
)
"""Registers that hold something else each time."""

_FIXED: Final = {
    "%smid": np.uint32(0),
    "%nsmid": np.uint32(1),
    "%gridid": np.uint64(1),
    "%current_graph_exec": np.uint64(0),
}
