"""A machine with tensors in its memory, and operations by one of its lanes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ptxpy.launch_request import TensorMap, encode_tensor_map
from ptxpy.sim.machine.geometry import Geometry
from ptxpy.sim.machine.global_memory import Memory
from ptxpy.sim.machine.machine import Machine
from ptxpy.sim.machine.mbarrier_waits import MbarrierWaits
from ptxpy.sim.machine.ready_groups import ReadyGroups
from ptxpy.sim.semantics.asynchronous import mbarriers, tensor_copies

BARRIER = 64 << 10
"""The address of the mbarrier."""


class Bench:
    """A few CTAs, whose first lanes copy."""

    def __init__(self, ctas: int = 1, cluster: int = 1) -> None:
        self.memory = Memory(1 << 33)
        geometry = Geometry((ctas, 1, 1), (32, 1, 1), (cluster, 1, 1))
        self.machine = Machine(geometry, self.memory, {}, {}, BARRIER + 8, 0, 0, ctas)
        self.machine.waits = MbarrierWaits(self.machine.count, ReadyGroups())
        self.machine.shared[:] = 0xEE
        self.own = np.array([0])
        words = self.machine.view("shared", "u8")
        stride = self.machine.shared_stride
        for cta in range(ctas):
            at = (cta * stride + BARRIER) >> 3
            words[at] = 1 << 63 | 1 << 20 | 1  # awaits one arrival

    def put(self, data: np.ndarray[Any, Any], *, writable: bool = True) -> int:
        """Return the address of a copy of an array in global memory."""
        raw = np.ascontiguousarray(data).reshape(-1).view(np.uint8)
        at = self.memory.allocate(len(raw), "the tensor", writable=writable)
        self.memory.bytes[at : at + len(raw)] = raw
        return at

    def map(self, made: TensorMap, address: int) -> int:
        """Return the address of a tensor map for a tensor at an address."""
        return self.put(np.frombuffer(encode_tensor_map(made.layout, address), np.uint8))

    def load(
        self,
        tensor_map: int,
        coordinates: Sequence[int],
        target: int = 0,
        *,
        mode: str = "tile",
        offsets: Sequence[int] = (),
        mask: int | None = None,
        barrier: int = BARRIER,
        own: bool = False,
    ) -> None:
        """Copy a box to shared memory."""
        tensor_copies.load(
            self.machine,
            mode,
            own,
            0,
            np.uint64(tensor_map),
            _words(coordinates),
            tuple(np.uint16(each) for each in offsets),
            np.uint64(target),
            np.uint64(barrier),
            None if mask is None else np.uint16(mask),
            None,
            self.own,
        )

    def store(
        self, tensor_map: int, coordinates: Sequence[int], source: int = 0, mode: str = "tile"
    ) -> None:
        """Copy a box from shared memory."""
        tensor_copies.store(
            self.machine,
            mode,
            np.uint64(tensor_map),
            _words(coordinates),
            np.uint64(source),
            None,
            self.own,
        )

    def reduce(self, tensor_map: int, coordinates: Sequence[int], operation: str) -> None:
        """Combine a box with that at address 0 of shared memory."""
        tensor_copies.reduce(
            self.machine,
            "tile",
            operation,
            np.uint64(tensor_map),
            _words(coordinates),
            np.uint64(0),
            None,
            self.own,
        )

    def shared(self, cta: int = 0) -> np.ndarray[Any, Any]:
        """Return the shared memory of a CTA, without the mbarrier."""
        start = cta * self.machine.shared_stride
        return self.machine.shared[start : start + BARRIER]

    def pending_bytes(self, cta: int = 0) -> int:
        """Return the tx-count of the mbarrier of a CTA, and set it to zero."""
        words = self.machine.view("shared", "u8")
        at = (cta * self.machine.shared_stride + BARRIER) >> 3
        tx = ((int(words[at]) >> 40 & 0x1FFFFF) ^ 0x100000) - 0x100000
        rank = cta % self.machine.geometry.cluster_size
        address = np.uint64(rank << 24 | BARRIER)
        lanes = np.array([cta * 32])
        mbarriers.transact(self.machine, "shared", address, np.int64(-tx), None, lanes)
        return tx


def _words(values: Sequence[int]) -> tuple[Any, ...]:
    return tuple(np.uint32(value & 0xFFFFFFFF) for value in values)
