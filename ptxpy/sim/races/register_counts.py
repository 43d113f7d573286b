"""`setmaxnreg` (PTX ISA 9.7.19.5): which warps execute it, and whether a CTA has the registers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.analysis import registers_at_entry
from ptxpy.sim.races.faults import make_fault

if TYPE_CHECKING:
    from ptxpy.sim.pieces import Routine
    from ptxpy.sim.races.state import RaceState

__all__ = ["RegisterCounts"]

_WARP: Final = 32
_WARPGROUP: Final = 4
"""The warps of a warpgroup."""


class RegisterCounts:
    """How many registers the warps of a batch have asked for."""

    def __init__(self, state: RaceState, kernel: Routine) -> None:
        """Create the record of a batch, in which no warp has asked for any.

        Args:
            state: The state of the launch.
            kernel: The kernel, whose directives say how many registers a thread starts with.
        """
        self._state = state
        self._kernel = kernel.function
        shape = state.machine.ctas, -1
        self._executions = np.zeros(state.clocks.warps, np.int64).reshape(shape)
        """How often each warp has executed a `setmaxnreg`; which does not count, as the warps of
        a warpgroup may be at different ones in code of compilers."""
        self._last = np.zeros_like(self._executions)
        """The ordinal of the last one of each warp."""
        self._counts = np.zeros_like(self._executions)
        """The registers of a thread that it asked for."""

    def set(self, count: int, guard: Any, lanes: Any) -> None:
        """Record a `setmaxnreg`; report one that only part of a warp executes."""
        state = self._state
        machine = state.machine
        selected = state.select_lanes(guard, lanes)
        warps = np.unique(selected // _WARP)
        self._executions.reshape(-1)[warps] += 1
        self._last.reshape(-1)[warps] = state.at
        self._counts.reshape(-1)[warps] = count
        here = np.zeros(machine.count, bool)
        here[selected] = True
        absent = ~(here | machine.ended).reshape(-1, _WARP)
        broken = absent.any(axis=1) & here.reshape(-1, _WARP).any(axis=1)
        if broken.any():
            warp = int(broken.argmax())
            lane = _WARP * warp + int(here.reshape(-1, _WARP)[warp].argmax())
            number = int(absent[warp].sum())
            text = f"an instruction for whole warps, and {number} threads of this one are elsewhere"
            state.report(make_fault(state, "part of a warp", text, lane))

    def end(self) -> None:
        """Report warpgroups of which a part has executed a `setmaxnreg`, and CTAs that lack some.

        Which warp asks first is a matter of chance, so only the counts at the end are compared
        with what the threads of the CTA started with.
        """
        if not self._executions.any():
            return
        # The last warps of a CTA may be fewer than a warpgroup.
        ctas, warps = self._executions.shape
        whole = self._executions[:, : warps // _WARPGROUP * _WARPGROUP]
        groups = whole.reshape(ctas, -1, _WARPGROUP)
        uneven = (groups.min(axis=-1) != groups.max(axis=-1)).nonzero()
        if len(uneven[0]):
            cta, group = int(uneven[0][0]), int(uneven[1][0])
            some = groups[cta, group]
            text = (
                "setmaxnreg is for all warps of a warpgroup, and of the four of this one "
                f"{int((some == some.max()).sum())} have executed it more often than others"
            )
            self._report(cta, _WARPGROUP * group + int(some.argmax()), "part of a warpgroup", text)
        entry = registers_at_entry(self._kernel)
        if entry is None:
            return
        counts = np.where(self._executions > 0, self._counts, entry)
        missing = (counts.sum(axis=1) > entry * warps).nonzero()[0]
        if len(missing):
            cta = int(missing[0])
            text = (
                f"the warps of the CTA ask for {_WARP * int(counts[cta].sum()):,} registers in "
                f"all, and it has {_WARP * warps * entry:,}, {entry} for each thread: a "
                "setmaxnreg.inc waits for ever; ask for fewer here, or give more back with "
                "setmaxnreg.dec in other warps"
            )
            self._report(cta, int(counts[cta].argmax()), "too many registers", text)

    def _report(self, cta: int, warp: int, kind: str, text: str) -> None:
        state = self._state
        state.at = int(self._last[cta, warp])
        lane = (cta * self._last.shape[1] + warp) * _WARP
        state.report(make_fault(state, kind, text, lane))
