"""Groups of asynchronous operations: how many are committed, and how many waited for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.races.in_flight import Lack

if TYPE_CHECKING:
    from ptxpy.sim.races.state import RaceState

__all__ = ["OperationGroups"]

MAX_PENDING_GROUPS: Final = 7
"""The most groups that `wgmma.wait_group` can leave in flight."""


class OperationGroups:
    """The groups that lanes, or warpgroups, have committed and waited for."""

    def __init__(self, state: RaceState, count: int, family: str, suffix: str = "") -> None:
        """Create counts of zero for `count` lanes or warpgroups.

        Args:
            state: The state.
            count: How many there are.
            family: The first part of the mnemonics: `cp.async`.
            suffix: Modifiers of both instructions: `.sync.aligned`.
        """
        self._state = state
        self._family, self._suffix = family, suffix
        self.committed = np.zeros(count, np.int64)
        """How many groups each has committed."""
        self._committed_at = np.full(count, -1, np.int64)
        """The statement of the last commit of each."""
        self._waited_at = np.full(count, -1, np.int64)
        """The statement of the last wait of each for all groups."""
        self._waited = np.zeros(count, np.int64)
        """The time of that wait."""

    def commit(self, who: Any) -> None:
        """Commit a group of some lanes or warpgroups."""
        self.committed[who] += 1
        self._committed_at[who] = self._state.at

    def wait(self, who: Any, pending: int) -> None:
        """Record a wait of lanes or warpgroups for all groups but the last `pending` ones."""
        # Only a wait for all groups would have covered an operation that was committed too late.
        if pending <= 0:
            self._waited_at[who] = self._state.at
            self._waited[who] = self._state.log.now

    def pending(self, who: int, group: int) -> int:
        """Return how many groups a wait may leave in flight now that is to cover a group."""
        later = int(self.committed[who]) - 1 - group
        return min(max(0, later), MAX_PENDING_GROUPS)

    def lack(self, who: int, group: int, began: int, *, at_end: bool = False) -> Lack:
        """Return the wait or commit that an operation in flight lacks.

        Args:
            who: The lane or warpgroup that has begun it.
            group: The index of its group.
            began: The time at which it has begun.
            at_end: Whether the thread ends, so that its reads alone are to be complete.
        """
        commit, wait = f"{self._family}.commit_group", f"{self._family}.wait_group"
        closing = f"{commit}{self._suffix};"
        # A wait for all groups would be right as well, and would end the overlap of a pipeline.
        left = 0 if at_end else self.pending(who, group)
        waiting = f"{wait}{'.read' if at_end else self._suffix} {left};"
        if group < self.committed[who]:
            name, what, since = wait, waiting, int(self._committed_at[who])
        # A wait came after the operation began, but did not cover it, as its group was still open.
        elif self._waited[who] >= began:
            return Lack(commit, (f"{closing} before {{}}", (int(self._waited_at[who]),)))
        else:
            name, what = f"{commit} with {wait}", f"{closing} {waiting}"
            since = self._state.log.statement(began)
        return Lack(name, (f"{what} after {{}}{', by the same thread' * at_end}", (since,)))
