"""When the bytes of a CTA's shared memory are read and written, and by which instructions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.sim.machine.address_space import LOCAL_WINDOW, SHARED_WINDOW
from ptxpy.sim.observe.logical_clock import select_values

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.observe.instruction_sites import Access, InstructionSite
    from ptxpy.sim.observe.observer import Lanes
    from ptxpy.sim.observe.source_lines import Source

__all__ = ["SharedSpan", "SharedSpans"]

_LIMIT: Final = 20_000
_COPIES: Final = {"load": "copy in", "store": "copy out"}


class SharedSpan(NamedTuple):
    """An access to shared memory by the threads of a CTA that execute an instruction together."""

    time: int
    """The logical time of the last access."""
    first: int
    """The first byte that is accessed, from the beginning of the CTA's shared memory."""
    last: int
    """The last byte; not all between must be accessed."""
    kind: str
    """`load`, `store`, `atomic`; `copy in` or `copy out` for a bulk copy, as it is issued."""
    line: int
    """The line of PTX."""


class SharedSpans:
    """Records the accesses to the shared memory of one CTA.

    What `wgmma` and `tcgen05` read through descriptors is not among them.
    """

    def __init__(self, source: Source, limit: int = _LIMIT) -> None:
        """Create a record without spans."""
        self.found: list[SharedSpan] = []
        self.reached = False
        """Whether there were more than the limit."""
        self._source = source
        self._limit = limit
        self._cta = -1
        self._machine: Machine
        self._targets: dict[int, int] = {}

    def begin(self, machine: Machine, cta: int) -> None:
        """Begin a batch; `cta` is the index of the CTA in it, -1 if it is not in it."""
        self._machine = machine
        self._cta = cta
        self._targets = {}

    def step(
        self,
        site: InstructionSite,
        group: Lanes,
        guard: Any,
        addresses: tuple[Any, ...],
        times: Any,
    ) -> None:
        """Record an instruction; times are those of all warps of the batch before it."""
        if self._cta < 0:
            return
        if site.copy is not None:
            address = site.address(addresses, site.copy.target)
            if address is not None:
                numbers, at = select_values(group, guard, address)
                # The size of a copy is known when it is issued, lane by lane, which `copy` is
                # called for.
                self._targets = dict(zip(numbers.tolist(), at.tolist(), strict=True))
            return
        for access in site.accesses:
            address = site.address(addresses, access.operand)
            if address is not None and access.space in ("shared", "cluster", "generic"):
                numbers, at = select_values(group, guard, address)
                self._access(site, access, numbers, at, times)

    def _access(
        self, site: InstructionSite, access: Access, numbers: Any, at: Any, times: Any
    ) -> None:
        if 0 < access.lanes < 32:  # noqa: PLR2004 - lanes of a warp
            gives_address = numbers % 32 < access.lanes
            numbers, at = numbers[gives_address], at[gives_address]
        if access.space == "generic":
            here = (at >= SHARED_WINDOW) & (at < LOCAL_WINDOW)
            numbers, at = numbers[here], at[here] - np.uint64(SHARED_WINDOW)
        if not len(numbers) or not access.size:
            return
        stride = self._machine.shared_stride
        places = self._machine.shared_index(at, numbers).astype(np.int64)
        # With `mapa`, a thread of another CTA of the cluster can access this memory, and ours
        # another one.
        is_own = places // stride == self._cta
        if is_own.any():
            places = places[is_own] - self._cta * stride
            last = int(places.max()) + access.size - 1
            # The instruction itself takes one unit, which the clock has not counted yet.
            time = int(times[numbers[is_own] // 32].max()) + 1
            self._add(SharedSpan(time, int(places.min()), last, access.kind, self._line(site)))

    def copy(self, site: InstructionSite, lane: int, size: int, time: int) -> None:
        """Record that a lane has issued a bulk copy of a number of bytes."""
        target = self._targets.get(lane)
        kind = _COPIES.get(site.copy.kind) if site.copy is not None else None
        if self._cta < 0 or target is None or kind is None or not size:
            return
        lanes = np.array([lane])
        address = np.array([target - (SHARED_WINDOW if target >= SHARED_WINDOW else 0)], np.uint64)
        stride = self._machine.shared_stride
        cta, first = divmod(int(self._machine.shared_index(address, lanes)[0]), stride)
        if cta == self._cta:
            self._add(SharedSpan(time, first, first + size - 1, kind, self._line(site)))

    def _line(self, site: InstructionSite) -> int:
        return self._source.location(site.ordinal).line

    def _add(self, span: SharedSpan) -> None:
        if len(self.found) < self._limit:
            self.found.append(span)
        else:
            self.reached = True
