"""The memory of the host that the compiled code of a launch uses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.native.barriers import BARRIER_BYTES, RANK_SHIFT
from ptxpy.sim.native.layout import CONTEXT, CONTEXT_BYTES, EXITED, FRAME_HEAD, STARTS, TID
from ptxpy.sim.native.lowering.memory import SITE_BYTES
from ptxpy.sim.native.vector_builder import LANES

if TYPE_CHECKING:
    from ptxpy.sim.machine.geometry import Geometry

__all__ = ["MAX_KEPT_BYTES", "Workspace", "frames_of", "put"]

MAX_KEPT_BYTES: Final = 1 << 22
"""The most bytes of a workspace that is kept for the next launch."""

_ALIGNMENT: Final = 64
"""The bytes of a line of the cache of a processor."""
_BARRIER_STRIDE: Final = -(-BARRIER_BYTES // _ALIGNMENT) * _ALIGNMENT
"""The bytes from the barriers of a CTA to those of the next."""


class Workspace:
    """Contexts, frames and memories of the CTAs that run side by side.

    Launches in a loop are alike, so that one can have the workspace of the last one: `begin` clears
    the parts that a launch does not clear itself.
    """

    def __init__(
        self,
        geometry: Geometry,
        frames: np.ndarray[Any, Any],
        *,
        shared_bytes: int,
        local_bytes: int,
        sites: int,
        blocks: int,
        memories: tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]] | None = None,
    ) -> None:
        """Make the workspace.

        Args:
            geometry: The shape of the launch.
            frames: The frames of the warps, of the shape (CTAs, bytes of a CTA).
            shared_bytes: The bytes of shared memory of a CTA.
            local_bytes: The bytes of local memory of a thread.
            sites: The number of accesses of the kernel.
            blocks: The number of its blocks.
            memories: The shared and local memory of the CTAs; by default they are made.
        """
        beside = len(frames)
        self.frames = frames
        if memories is None:
            shared = aligned(beside * _rounded(max(1, shared_bytes)))
            local = aligned(beside * _rounded(local_bytes * geometry.padded))
        else:
            shared, local = memories
        self._memories = shared, local
        self.barriers = aligned(_BARRIER_STRIDE * beside).reshape(beside, _BARRIER_STRIDE)
        """The barriers of each CTA, as bytes."""
        self.counters = _rows(beside, blocks)
        self._sites = _rows(beside, sites * (SITE_BYTES // 8))
        self.contexts = _rows(beside, -(-CONTEXT_BYTES // 8))
        each, size = np.arange(beside), geometry.cluster_size
        self.shared_memories = np.zeros((beside, 2), np.int64)
        """For each CTA the address of its shared memory, 0 where all its threads have ended; and
        whether another CTA has accessed it, without a word to it since."""
        self.shared_memories[:, 0] = shared.ctypes.data + each * (len(shared) // beside)
        warps = geometry.padded // LANES
        put(
            self.contexts, shared_bytes=shared_bytes, local_bytes=local_bytes, warps=warps,
            frame_bytes=frames.shape[1] // warps, threads=geometry.padded,
            cta_threads=geometry.threads,
            shared=shared.ctypes.data + each * (len(shared) // beside),
            local=local.ctypes.data + each * (len(local) // beside),
            frames=frames.ctypes.data + each * frames.strides[0],
            barriers=self.barriers.ctypes.data + each * _BARRIER_STRIDE,
            cluster_size=size, explicit_cluster=size > 1 or geometry.explicit_cluster,
            cluster_memories=self.shared_memories.ctypes.data + 16 * (each - each % size),
            shared_low=each % size << RANK_SHIFT,
            sites=self._sites.ctypes.data + each * self._sites.strides[0],
            counters=self.counters.ctypes.data + each * self.counters.strides[0],
        )  # fmt: skip
        numbers = self.contexts.view(np.int32)
        shapes = {
            "ntid": geometry.block, "nctaid": geometry.grid, "cluster": geometry.cluster,
            "nclusterid": geometry.clusters,
        }  # fmt: skip
        for name, values in shapes.items():
            for axis, value in zip("xyz", values, strict=True):
                numbers[:, CONTEXT[f"{name}.{axis}"] // 4] = value
        self._pristine = self.contexts.copy()

    @property
    def bytes(self) -> int:
        """How many bytes it has."""
        parts = (self.frames, *self._memories, self.counters, self._sites, self.contexts)
        return sum(each.nbytes for each in parts)

    def begin(self) -> None:
        """Clear all that a launch leaves; a CTA clears its memories and registers as it begins."""
        self.contexts[:] = self._pristine
        self.counters.fill(0)
        self._sites.fill(0)


def put(contexts: np.ndarray[Any, Any], **words: Any) -> None:
    """Set words of all contexts, by their names in `CONTEXT`."""
    for name, value in words.items():
        contexts[:, CONTEXT[name] // 8] = value


def _rounded(size: int) -> int:
    return -(-size // _ALIGNMENT) * _ALIGNMENT


def _rows(count: int, words: int) -> np.ndarray[Any, Any]:
    """Return rows of words, all zero. No two have a line of the cache of a processor in common."""
    return np.zeros((count, _rounded(8 * words + _ALIGNMENT) // 8), np.int64)


def aligned(size: int) -> np.ndarray[Any, Any]:
    """Return bytes that begin at a multiple of 64, all zero."""
    data = np.zeros(size + _ALIGNMENT, np.uint8)
    start = -data.ctypes.data % _ALIGNMENT
    return data[start : start + size]


def frames_of(geometry: Geometry, size: int, ctas: int) -> np.ndarray[Any, Any]:
    """Return the frames of the warps of CTAs, with the parts that are the same for each CTA.

    A frame has `size` bytes; the array has the shape (CTAs, bytes of a CTA).
    """
    warps = geometry.padded // LANES
    frames = aligned(size * warps * ctas)
    head = frames.reshape(ctas, warps, size)[:, :, :FRAME_HEAD]
    threads = np.arange(geometry.padded, dtype=np.int64)
    x, y, _ = geometry.block
    for axis, values in enumerate((threads % x, threads // x % y, threads // (x * y))):
        start = TID + 4 * LANES * axis
        words = values.astype(np.uint32).reshape(warps, LANES)
        head[:, :, start : start + 4 * LANES] = words.view(np.uint8)
    starts = np.where(threads < geometry.threads, 0, EXITED).astype(np.uint32)
    head[:, :, STARTS : STARTS + 4 * LANES] = starts.reshape(warps, LANES).view(np.uint8)
    return frames.reshape(ctas, warps * size)
