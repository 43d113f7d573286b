"""`cp.async`, copies of 4, 8 or 16 bytes: made when their thread waits for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ptxpy.sim.errors import Fault
from ptxpy.sim.races.stores import check_overwritten
from ptxpy.sim.semantics.memory import access

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.races.detector import Strict

__all__ = ["WordCopies"]

_ALL = 1 << 62


class _Copies(NamedTuple):
    """What lanes copy with one instruction."""

    make: Callable[..., None]
    """Makes the copy, given the machine, the target, source, size, valid bytes, guard and lanes."""
    target: Any
    """An address for each lane; so with the sources and valid bytes."""
    source: Any
    size: int
    valid: Any
    lanes: Any
    groups: Any
    """The number of each one's group in its thread."""
    words: Any
    """The words of shared memory that are written to, [lane, word]."""
    statement: int

    @property
    def name(self) -> str:
        """What it is called."""
        return "a cp.async"

    @property
    def wait(self) -> str:
        """What completes it."""
        return "cp.async.wait_group"

    def touches(self, word: int, *, write: bool) -> bool:
        """Return whether it writes to a word."""
        return write and bool((self.words == word).any())

    def settle(self, strict: Strict) -> None:
        """Make the copies of its lanes, though they have not waited."""
        strict.words.left(self.lanes)

    def part(self, chosen: Any) -> _Copies:
        """Return what some lanes copy, by their positions."""
        return self._replace(
            target=self.target[chosen],
            source=self.source[chosen],
            valid=self.valid[chosen],
            lanes=self.lanes[chosen],
            groups=self.groups[chosen],
            words=self.words[chosen],
        )


class WordCopies:
    """The copies of a batch that are under way."""

    def __init__(self, strict: Strict) -> None:
        """Begin without any."""
        self._strict = strict
        self._groups = np.zeros(strict.machine.count, np.int64)
        """How many groups each lane has closed."""

    def start(
        self, make: Callable[..., None], target: Any, source: Any, size: int, valid: Any,
        guard: Any, lanes: Any,
    ) -> None:  # fmt: skip
        """Start copies, lane by lane."""
        strict = self._strict
        machine = strict.machine
        chosen = strict.chosen(guard, lanes)
        if not len(chosen):
            return
        number = machine.count if lanes is None else len(lanes)
        where: Any = slice(None)
        if guard is not None:
            where = np.broadcast_to(guard, (number,)).nonzero()[0]
        target, source, valid = (
            np.broadcast_to(each, (number,))[where] for each in (target, source, valid)
        )
        _, index = access.locate(machine, "shared", target, f"V{size}", size, chosen, write=True)
        index = np.broadcast_to(index, chosen.shape)
        words = (index * (size // 4))[:, None] + np.arange(size // 4)
        check_overwritten(strict, words, chosen)
        groups = self._groups[chosen]
        self._launch(_Copies(make, target, source, size, valid, chosen, groups, words, strict.at))

    def _launch(self, copies: _Copies) -> None:
        shadow = self._strict.shared
        shadow.landing[copies.words] += np.uint8(1)
        shadow.busy += 1
        self._strict.flights.others[id(copies)] = copies

    def _land(self, copies: _Copies) -> None:
        shadow = self._strict.shared
        shadow.landing[copies.words] -= np.uint8(1)
        shadow.busy -= 1
        del self._strict.flights.others[id(copies)]

    def commit(self, guard: Any, lanes: Any) -> None:
        """Close the groups of lanes."""
        self._groups[self._strict.chosen(guard, lanes)] += 1

    def wait(self, most: int, guard: Any, lanes: Any) -> None:
        """Make what is in all groups of lanes but the last ones; with -1 all copies."""
        self._finish(self._strict.chosen(guard, lanes), most)

    def left(self, lanes: Any) -> None:
        """Make all copies of lanes whose threads end."""
        self._finish(lanes, -1)

    def _finish(self, lanes: Any, most: int) -> None:
        strict = self._strict
        under_way = [each for each in strict.flights.others.values() if type(each) is _Copies]
        if not under_way:
            return
        last = np.full(len(self._groups), -1, np.int64)
        last[lanes] = _ALL if most < 0 else self._groups[lanes] - most - 1
        for copies in under_way:
            done = copies.groups <= last[copies.lanes]
            if not done.any():
                continue
            self._land(copies)
            if not done.all():
                self._launch(copies.part(~done))
                self._make(copies.part(done))
            else:
                self._make(copies)

    def _make(self, copies: _Copies) -> None:
        strict = self._strict
        at, strict.at = strict.at, copies.statement
        target, source, valid = copies.target, copies.source, copies.valid
        if (valid == valid[0]).all():
            valid = valid[0]
        machine = strict.machine
        try:
            copies.make(machine, target, "global", source, copies.size, valid, None, copies.lanes)
        except Fault as wrong:
            wrong.ordinal = copies.statement
            raise
        strict.at = at
