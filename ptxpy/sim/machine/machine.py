"""The state of a batch of CTAs: its lanes, its memories and its special registers."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.machine.geometry import WARP, coordinates
from ptxpy.sim.machine.pending_clusters import ClusterLaunches, PendingClusters
from ptxpy.sim.machine.tensor_memory import TensorMemory

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ptxpy.launch_request import Reference
    from ptxpy.sim.hooks import Hooks
    from ptxpy.sim.machine.address_vectors import AddressVector
    from ptxpy.sim.machine.geometry import Geometry
    from ptxpy.sim.machine.global_memory import Memory
    from ptxpy.sim.machine.grid_launches import GridLaunches
    from ptxpy.sim.machine.mbarrier_waits import MbarrierWaits
    from ptxpy.sim.machine.printf_output import Output
    from ptxpy.sim.machine.ready_groups import ReadyGroups
    from ptxpy.sim.machine.tensor_boxes import Boxes

__all__ = ["Machine"]

_OFFSET: Final = np.uint64(0xFFFFFF)
_RANK: Final = np.uint64(24)
_LOW: Final = np.uint64(0xFFFFFFFF)


class Machine:
    """A batch of CTAs while it runs. Lanes are numbered CTA by CTA, warp by warp.

    A value is a scalar if it is uniform, else an array: flat, with one element per lane, or shaped,
    with three axes that broadcast to `shape`. A shaped array has length 1 along an axis on which
    its value does not depend, so that a value which is the same in all CTAs, or in all threads of a
    CTA, is computed once.
    """

    fill: int = 0
    """The initial value of bytes of shared and local memory, and of blocks from `malloc`."""
    workspace: int = 0
    """The address of the workspace of the grid in a cooperative launch, else 0."""
    reads_workspace: bool = False
    """Whether a thread has read the registers with that address."""
    clock: Callable[[], int] | None = None
    """The time in nanoseconds that kernels read; None for that of the computer."""
    grid_launches: GridLaunches | None = None
    """The launches by threads of the grid."""
    hooks: Hooks | None = None
    """The hooks that are notified of the events of the launch."""
    access_hooks: Hooks | None = None
    """The same hooks, if they watch accesses."""

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
        """Create the state of a batch.

        Args:
            geometry: The shape of the launch.
            memory: Global memory.
            addresses: The addresses of variables and functions, offsets for shared ones, by name.
            parameters: The addresses of the kernel's parameters.
            shared_bytes: The bytes of shared memory of a CTA, static and dynamic.
            local_bytes: The initial bytes of local memory of a thread.
            first: The index of the first CTA.
            count: How many CTAs the batch has.
        """
        self.geometry = geometry
        self.memory = memory
        self.first = first
        self.ctas = count
        padded = geometry.padded
        self.count = count * padded
        """How many lanes the batch has."""
        self.lanes = np.arange(self.count, dtype=np.int64)
        x, y, z = geometry.block
        self.fills_warps = padded == geometry.threads
        """Whether all lanes have threads: the last warp of a CTA is full."""
        self.shape = (count, y * z, x) if self.fills_warps else (count, 1, padded)
        """CTAs, rows of threads, threads of a row; one row if the last warp is not full."""
        self.lane_of_warp = self.lanes & (WARP - 1)
        self.cta_of = self.lanes // padded if count > 1 else np.zeros(self.count, np.int64)
        self.thread_of = self.lanes - self.cta_of * padded
        self._allocate_shared(shared_bytes)
        self.local_bytes = 0
        self.local = np.zeros(0, np.uint8)
        self.grow_local(local_bytes)
        self._views: dict[tuple[str, str], np.ndarray[Any, Any]] = {}
        self.address_vectors: dict[int, AddressVector] = {}
        """The cached properties of arrays of addresses, by identity of the array."""
        self._addresses = {name: np.uint64(value) for name, value in addresses.items()}
        self._parameters = {name: np.uint64(value) for name, value in parameters.items()}
        self._arguments: dict[tuple[str, int, str], Any] = {}
        self._special: dict[str, Any] = {}
        self.opaque: Mapping[int, str] = {}
        """The types of the module's opaque variables, by address."""
        self.references: Mapping[int, Reference] = {}
        """The objects that handles and the addresses of opaque variables refer to."""
        self.out_of_bounds_boxes: dict[Boxes, list[tuple[int, ...]] | None] = {}
        """For each tensor map in use, the coordinates of boxes outside the tensor; see
        `tensor_maps`."""
        self.shared_variables: Mapping[str, int] = {}
        """The offsets of variables in shared memory."""
        self.shared_names: Mapping[str, int] = {}
        """The offsets of variables and of the named places in them (`SharedLayout.names`)."""
        self.pending = PendingClusters(geometry, ClusterLaunches())
        """The clusters of the launch that have not started."""
        self.output: Output
        """The output of `printf`."""
        self.ready: ReadyGroups
        """The groups of lanes that are ready to run."""
        self.waits: MbarrierWaits
        """The lanes that wait at mbarriers."""
        self.waits_at_warp_barriers = False
        """Whether lanes wait at a `bar.warp.sync`."""
        self._tensor_memory: TensorMemory | None = None
        self._begin_threads()
        self.executed = 0
        """How many instructions have been executed, summed over lanes."""

    def _begin_threads(self) -> None:
        """Mark all threads as running; lanes that pad the last warp of a CTA have no thread."""
        self.ended: Any = (
            np.zeros(self.count, bool)
            if self.fills_warps
            else self.thread_of >= self.geometry.threads
        )
        """For each lane, whether its thread has ended, or it has no thread."""
        self.ended_ctas: Any = None
        """For each CTA, whether all of its threads have ended; None while no CTA has ended."""

    def watch(self, hooks: Hooks | None) -> None:
        """Notify hooks of the events of the launch."""
        self.hooks = hooks
        self.access_hooks = hooks if hooks is not None and hooks.watches_accesses else None

    def _allocate_shared(self, size: int) -> None:
        """Allocate the shared memory of all CTAs, given the bytes of each."""
        geometry, count = self.geometry, self.ctas
        self.shared_bytes = size
        # Swizzles of 128 bytes repeat every 1,024 bytes, so each CTA's memory begins at such a
        # multiple.
        self.shared_stride = -(-max(size, 1) // 1024) * 1024
        self.shared = np.zeros(self.shared_stride * count, np.uint8)
        self._cta_base = (self.cta_of * self.shared_stride).astype(np.uint64)
        self._shaped_base = np.arange(count, dtype=np.uint64).reshape(count, 1, 1) * np.uint64(
            self.shared_stride
        )
        self.clustered = geometry.cluster != (1, 1, 1)
        """Whether addresses in shared memory have the rank of a CTA in bits 24 and up."""
        self.ranks = np.arange(count, dtype=np.uint64).reshape(count, 1, 1)
        self.ranks %= np.uint64(geometry.cluster_size)
        """The rank of each CTA in its cluster."""
        self.rank_of: Any = self.flat(self.ranks) if self.clustered else None
        """The rank of each lane's CTA; None in a launch without clusters."""

    def restart(self, first: int, parameters: Mapping[str, int] | None = None) -> None:
        """Reset the state for the next CTAs, as many as before; their memory is zero.

        If `parameters` is given, they belong to another launch of the kernel.
        """
        # `%ctaid` and the like are those of the former CTAs.
        if first != self.first:
            self._special = {
                name: value
                for name, value in self._special.items()
                if name.startswith(_BATCH_INDEPENDENT)
            }
        self.first = first
        if parameters is not None:
            self._parameters = {name: np.uint64(value) for name, value in parameters.items()}
            self._arguments.clear()
        self.shared.fill(0)
        self.local.fill(0)
        self._tensor_memory = None
        self.executed = 0
        self._begin_threads()
        self.address_vectors.clear()

    def release(self) -> None:
        """Release the objects that only a running batch needs."""
        self.references = {}
        self.address_vectors.clear()
        self._tensor_memory = None
        del self.ready, self.waits, self.output
        self.clock = None
        self.watch(None)

    # -------------------------------------------------------------------- lanes

    def flat(self, value: Any) -> Any:
        """Return a scalar unchanged, and an array as a flat one, with one element per lane."""
        if value.ndim < 2:  # noqa: PLR2004 - flat
            return value
        if value.size == self.count:
            return value.reshape(-1)
        return np.broadcast_to(value, self.shape).reshape(-1)

    def shaped(self, value: Any) -> Any:
        """Return a scalar unchanged, and a flat array as a shaped one."""
        return value.reshape(self.shape) if value.ndim == 1 else value

    def part(self, value: Any, lanes: Any) -> Any:
        """Return the values of some lanes: a scalar, or an array with one element per lane."""
        return self.flat(value)[lanes] if value.ndim else value

    def select_lanes(self, lanes: Any, mask: Any) -> Any:
        """Return the indices of the lanes for which a mask holds.

        Args:
            lanes: The lanes that the mask is about; None for all lanes of the batch.
            mask: One Boolean per lane.
        """
        positions = self.flat(mask).nonzero()[0]
        return positions if lanes is None else lanes[positions]

    def describe_thread(self, lane: int) -> str:
        """Describe a lane by its CTA and its thread."""
        cta = self.geometry.cta_coordinates(self.first + int(self.cta_of[lane]))
        return f"CTA {cta}, thread {coordinates(int(self.thread_of[lane]), self.geometry.block)}"

    # ------------------------------------------------------------------- memory

    def view(self, space: str, kind: str) -> np.ndarray[Any, Any]:
        """Return the whole memory of a state space as elements of a NumPy type."""
        if space == "global":
            return self.memory.view(kind)
        found = self._views.get((space, kind))
        if found is None:
            data = self.local if space == "local" else self.shared
            found = self._views[space, kind] = data.view(kind)
        return found

    @property
    def tensor_memory(self) -> TensorMemory:
        """The tensor memory of the CTAs, which is created when it is first used."""
        if self._tensor_memory is None:
            self._tensor_memory = TensorMemory(self.ctas, self.fill)
        return self._tensor_memory

    @property
    def uses_tensor_memory(self) -> bool:
        """Whether an instruction has used tensor memory."""
        return self._tensor_memory is not None

    def forget_views(self) -> None:
        """Forget the views of memory, which are made again when they are asked for."""
        self._views = {}
        self.address_vectors.clear()

    def grow_local(self, size: int) -> None:
        """Grow the local memory of each lane to at least `size` bytes; its contents stay."""
        size = max(16, -(-size // 16) * 16)
        # Local memory only grows: frames keep offsets into it.
        if size <= self.local_bytes:
            return
        # All lanes have equally many bytes, one behind another, so each lane's part has to move.
        grown = np.zeros((self.count, size), np.uint8)
        if self.local_bytes:
            grown[:, : self.local_bytes] = self.local.reshape(self.count, self.local_bytes)
        self.local = grown.reshape(-1)
        self.local_bytes = size
        self._local_base = (self.lanes * size).astype(np.uint64)
        self._views = {}

    def shared_index(self, address: Any, lanes: Any) -> Any:
        """Return the indices of shared addresses in the shared memory of the batch.

        In a launch with clusters an address has the rank of its CTA in bits 24 and up.
        """
        if self.ctas == 1:
            return address
        if self.clustered:
            # Addresses name the CTA by its rank in the cluster; the index is relative to the lane's
            # own CTA.
            rank = self.ranks if address.ndim > 1 else self.rank_of
            steps = (address >> _RANK) - (rank if lanes is None else rank[lanes])
            address = (address & _OFFSET) + steps * np.uint64(self.shared_stride)
        if address.ndim > 1:
            return address + self._shaped_base
        base = self._cta_base if lanes is None else self._cta_base[lanes]
        return address + base

    def local_index(self, address: Any, lanes: Any) -> Any:
        """Return the indices of local addresses in the local memory of the batch."""
        if address.ndim > 1:
            return address + self._local_base.reshape(self.shape)
        return address + (self._local_base if lanes is None else self._local_base[lanes])

    # ------------------------------------------------------------------- values

    def address(self, name: str) -> Any:
        """Return the address of a variable or function of the module."""
        return self._addresses[name]

    def shared_address(self, name: str) -> Any:
        """Return the address of a shared variable: a scalar, or a shaped array."""
        address = self._addresses[name]
        return address + (self.ranks << _RANK) if self.clustered else address

    def parameter(self, name: str) -> Any:
        """Return the address of a parameter of the kernel."""
        return self._parameters[name]

    def argument(self, key: tuple[str, int, str]) -> Any:
        """Return an element of a parameter of the kernel, given its name, offset and NumPy type."""
        found = self._arguments.get(key)
        if found is None:
            name, offset, kind = key
            start = int(self._parameters[name]) + offset
            found = self.memory.view(kind)[start // int(kind[1:])]
            self._arguments[key] = found
        return found

    def special(self, name: str) -> Any:
        """Return the value of a special register: a scalar, or a shaped array."""
        found = self._special.get(name)
        if found is None:
            found = self._compute(name)
            if name not in _VOLATILE:
                self._special[name] = found
        return found

    def _compute(self, name: str) -> Any:
        base, _, component = name.partition(".")
        geometry = self.geometry
        axis = "xyz".find(component) if component else 0
        # `%tid.w` and its like are 0 (PTX ISA 10).
        if axis < 0:
            return np.uint32(0)
        if base in ("%ntid", "%nctaid"):
            return np.uint32((geometry.block if base == "%ntid" else geometry.grid)[axis])
        if base == "%tid":
            return self._thread_coordinate(axis)
        if base in ("%ctaid", "%clusterid", "%nclusterid") or base.startswith("%cluster_"):
            return self._cta_coordinate(base, axis)
        if base == "%laneid":
            return self._lane_of_warp().astype(np.uint32)
        if base == "%warpid":
            return (self._threads() // WARP).astype(np.uint32)
        if base.startswith("%lanemask_"):
            bit = np.uint64(1) << self._lane_of_warp().astype(np.uint64)
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
        if base in _WORKSPACE:
            self.reads_workspace = True
            return np.uint32(self.workspace >> _WORKSPACE[base] & 0xFFFFFFFF)
        if base == "%nwarpid":
            return np.uint32(64)
        # Only the differences of clocks mean something, so the time of the host does.
        if base.startswith("%clock"):
            now = time.perf_counter_ns() if self.clock is None else self.clock()
            return {
                "%clock64": np.uint64(now),
                "%clock": np.uint32(now & 0xFFFFFFFF),
                "%clock_hi": np.uint32(now >> 32),
            }[base]
        if base.startswith("%globaltimer"):
            now = time.time_ns() if self.clock is None else self.clock()
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
            return np.bool_(self.clustered or geometry.explicit_cluster)
        return np.uint32(0)

    def _cta_coordinate(self, base: str, axis: int) -> Any:
        """Return a special register about CTAs in the grid or clusters: `%ctaid`, `%cluster…`."""
        geometry = self.geometry
        size, cluster = geometry.cluster_size, geometry.cluster
        if base == "%cluster_nctarank":
            return np.uint32(size)
        if base in ("%cluster_nctaid", "%nclusterid"):
            return np.uint32((cluster if base == "%cluster_nctaid" else geometry.clusters)[axis])
        # CTAs of a cluster have consecutive indices, so these are not in row-major order of the
        # grid.
        ctas = np.arange(self.first, self.first + self.ctas).reshape(-1, 1, 1)
        cta = ctas if self.ctas > 1 else ctas[0, 0, 0]
        if base == "%cluster_ctarank":
            return (cta % size).astype(np.uint32)
        within = self._coordinate(cta % size, cluster, axis)
        if base == "%cluster_ctaid":
            return within
        number = self._coordinate(cta // size, geometry.clusters, axis)
        return number if base == "%clusterid" else number * np.uint32(cluster[axis]) + within

    def _threads(self) -> Any:
        """Return the index of each thread in its CTA."""
        _, rows, length = self.shape
        return np.arange(rows * length).reshape(1, rows, length)

    def _lane_of_warp(self) -> Any:
        """Return the index of each thread in its warp."""
        length = self.shape[2]
        # Rows of 48 threads, say, begin within a warp, so the lane depends on the row, too.
        if length % WARP:
            return self._threads() % WARP
        return np.arange(length).reshape(1, 1, length) % WARP

    def _thread_coordinate(self, axis: int) -> Any:
        """Return a coordinate of each thread in its CTA."""
        block = self.geometry.block
        _, rows, length = self.shape
        if length != block[0] or not axis:
            along = self._threads() if length != block[0] else np.arange(length).reshape(1, 1, -1)
            return self._coordinate(along, block, axis)
        return self._coordinate(np.arange(rows).reshape(1, rows, 1) * length, block, axis)

    @staticmethod
    def _coordinate(index: Any, shape: tuple[int, int, int], axis: int) -> Any:
        """Return a coordinate of a linear index in a shape; x runs fastest."""
        if shape[axis] == 1:
            return np.uint32(0)
        stride = shape[0] if axis == 1 else shape[0] * shape[1] if axis == 2 else 1  # noqa: PLR2004
        value = index // stride if stride > 1 else index
        # The modulo is needed only where a further axis makes the index run on.
        if any(extent > 1 for extent in shape[axis + 1 :]):
            value = value % shape[axis]
        elif axis == 0:
            value = value % shape[0] if shape[1] * shape[2] > 1 else value
        return value.astype(np.uint32) if value.ndim else np.uint32(value)


_WORKSPACE: Final = {"%envreg1": 32, "%envreg2": 0}
"""The registers with the address of the workspace of a grid, and its bits that are left out.

CUDA's cooperative groups read them so, as nvcc 13.0 compiles `grid.sync()`.
"""

_VOLATILE: Final = frozenset(
    {
        "%envreg1",
        "%envreg2",
        "%clock",
        "%clock_hi",
        "%clock64",
        "%globaltimer",
        "%globaltimer_lo",
        "%globaltimer_hi",
    }
)
"""Special registers whose value changes at every read, or from launch to launch."""

_BATCH_INDEPENDENT: Final = ("%tid", "%ntid", "%nctaid", "%lane", "%warpid", "%cluster_")
"""Prefixes of special registers whose values are the same in all batches."""

_FIXED: Final = {
    "%smid": np.uint32(0),
    "%nsmid": np.uint32(1),
    "%gridid": np.uint64(1),
    "%current_graph_exec": np.uint64(0),
}
