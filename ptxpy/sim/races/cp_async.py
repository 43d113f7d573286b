"""`cp.async`, copies of 4, 8 or 16 bytes: performed when their thread waits for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.address_space import FIRST_ADDRESS
from ptxpy.sim.races import dependent_grids
from ptxpy.sim.races.in_flight import Lack
from ptxpy.sim.races.operation_groups import OperationGroups
from ptxpy.sim.races.stores import check_writes
from ptxpy.sim.semantics.memory import access

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.races.state import RaceState

__all__ = ["WordCopiesInFlight"]

_ALL_GROUPS = 1 << 62


class _Copies(NamedTuple):
    """The copies that lanes start with one instruction."""

    effect: Callable[..., None]
    """Performs the copies, given machine, target, source, size, valid bytes, guard and lanes."""
    target: Any
    """An address for each lane."""
    source: Any
    """An address for each lane."""
    size: int
    valid: Any
    """How many bytes each lane copies; zeros follow."""
    lanes: Any
    groups: Any
    """For each lane, the index of the group of its copy in its thread."""
    words: Any
    """The words of shared memory that are written to, [lane, word]."""
    began: int
    """The time at which they have begun."""
    statement: int
    owner: WordCopiesInFlight

    @property
    def name(self) -> str:
        """Its name in messages, with its article."""
        return "a cp.async"

    def touches(self, word: int, *, write: bool) -> bool:
        """Return whether it writes to a word."""
        return write and bool((self.words == word).any())

    def lack(self, word: int, lane: int) -> Lack:
        """Return the missing wait before a use of a word that it writes to."""
        del lane
        which = int((self.words == word).any(axis=1).argmax())
        return self.owner.groups.lack(int(self.lanes[which]), int(self.groups[which]), self.began)

    def complete(self) -> None:
        """Perform the copies of its lanes, though they have not waited."""
        self.owner.end_threads(self.lanes)

    def of_lanes(self, chosen: Any) -> _Copies:
        """Return the copies of some lanes, given their positions."""
        return self._replace(
            target=self.target[chosen],
            source=self.source[chosen],
            valid=self.valid[chosen],
            lanes=self.lanes[chosen],
            groups=self.groups[chosen],
            words=self.words[chosen],
        )


class WordCopiesInFlight:
    """The copies of a batch that are in flight."""

    def __init__(self, state: RaceState) -> None:
        """Create an empty set."""
        self._state = state
        self.groups = OperationGroups(state, state.machine.count, "cp.async")
        """The groups of each lane."""

    def start(
        self,
        effect: Callable[..., None],
        operands: tuple[Any, Any, int, Any],
        guard: Any,
        lanes: Any,
    ) -> None:
        """Start copies, lane by lane; see `Hooks.word_copies_started`."""
        target, source, size, valid = operands
        state = self._state
        machine = state.machine
        chosen = state.select_lanes(guard, lanes)
        if not len(chosen):
            return
        # Operands are scalars or have an element for each lane that runs, guarded or not.
        number = machine.count if lanes is None else len(lanes)
        where: Any = slice(None)
        if guard is not None:
            where = np.broadcast_to(guard, (number,)).nonzero()[0]
        target, source, valid = (
            np.broadcast_to(each, (number,))[where] for each in (target, source, valid)
        )
        # A wrong address is a fault of this statement, not of the later wait.
        _, index = access.locate(machine, "shared", target, f"V{size}", size, chosen, write=True)
        index = np.broadcast_to(index, chosen.shape)
        # `index` counts elements of `size` bytes.
        words = (index * (size // 4))[:, None] + np.arange(size // 4)
        if state.grids.primary is not None:
            sources = (source.astype(np.int64) - FIRST_ADDRESS) // 4
            read = (sources[:, None] + np.arange(size // 4)).reshape(-1)
            dependent_grids.check(state, read, np.repeat(chosen, size // 4), write=False)
        check_writes(state, words, chosen)
        groups, began = self.groups.committed[chosen], state.log.add(state.at)
        given = (effect, target, source, size, valid, chosen, groups, words, began, state.at)
        self._begin(_Copies(*given, self))

    def _begin(self, copies: _Copies) -> None:
        shadow = self._state.shared_shadow
        shadow.being_written[copies.words] += np.uint8(1)
        shadow.uses_in_flight += 1
        self._state.in_flight.add(copies)

    def commit(self, guard: Any, lanes: Any) -> None:
        """Commit the groups of lanes."""
        self.groups.commit(self._state.select_lanes(guard, lanes))

    def wait(self, pending: int, guard: Any, lanes: Any) -> None:
        """Perform all groups of lanes but the last `pending` ones; with -1 all copies."""
        chosen = self._state.select_lanes(guard, lanes)
        self.groups.wait(chosen, pending)
        self._finish(chosen, pending)

    def end_threads(self, lanes: Any) -> None:
        """Perform all copies of lanes whose threads end."""
        self._finish(lanes, -1)

    def _finish(self, lanes: Any, pending: int) -> None:
        state = self._state
        in_flight = [each for each in state.in_flight.operations() if type(each) is _Copies]
        if not in_flight:
            return
        committed = self.groups.committed
        # The last group of each lane that is complete; -1 completes none, for lanes that do not
        # wait.
        last = np.full(len(committed), -1, np.int64)
        last[lanes] = _ALL_GROUPS if pending < 0 else committed[lanes] - pending - 1
        for copies in in_flight:
            done = copies.groups <= last[copies.lanes]
            if not done.any():
                continue
            shadow = self._state.shared_shadow
            shadow.being_written[copies.words] -= np.uint8(1)
            shadow.uses_in_flight -= 1
            self._state.in_flight.remove(copies)
            # Some lanes of the instruction have not waited: their copies go on as a record of their
            # own.
            if not done.all():
                self._begin(copies.of_lanes(~done))
                self._perform(copies.of_lanes(done))
            else:
                self._perform(copies)

    def _perform(self, copies: _Copies) -> None:
        state = self._state
        at, state.at = state.at, copies.statement
        target, source, valid = copies.target, copies.source, copies.valid
        if (valid == valid[0]).all():
            valid = valid[0]
        machine = state.machine
        try:
            copies.effect(machine, target, "global", source, copies.size, valid, None, copies.lanes)
        except FaultError as wrong:
            if wrong.ordinal is None:
                wrong.ordinal = copies.statement
            raise
        state.at = at
