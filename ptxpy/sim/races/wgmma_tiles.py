"""The matrices that products of `wgmma` read from shared memory, as words of memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.races.advice import FENCE, missing_between
from ptxpy.sim.races.epochs import ALL_BYTES, ASYNC, LANE_SHIFT, OBJECT, UNSET
from ptxpy.sim.races.faults import describe_place, make_fault, make_race
from ptxpy.sim.races.happens_before import unordered
from ptxpy.sim.races.in_flight_checks import check_written
from ptxpy.sim.races.shadow_memory import WORD, runs
from ptxpy.sim.races.vector_clocks import CLASSES
from ptxpy.sim.semantics.matrices.descriptors import UNIT, places
from ptxpy.sim.semantics.matrices.warpgroups import numbers_of
from ptxpy.sim.semantics.matrices.wgmma import blocks

if TYPE_CHECKING:
    from ptxpy.sim.races.state import RaceState
    from ptxpy.sim.semantics.matrices.wgmma import Gathered

__all__ = ["Tile", "Tiles"]

_MAX_KEPT_TILES: Final = 64
_WARPS: Final = 4
_PLAIN: Final = np.uint64(ASYNC | OBJECT)
_UNSET: Final = np.uint64(UNSET)
_ALL: Final = np.uint64(ALL_BYTES)


class Tile:
    """The same words of the shared memory of several CTAs, read by a warpgroup of each."""

    def __init__(self, words: Any, ctas: Any, lanes: Any) -> None:
        """Take words of a CTA's memory, CTAs, and the first lane of the warpgroup of each."""
        low, high = int(words[0]), int(words[-1]) + 1
        self._words: Any = words if high - low > len(words) else slice(low, high)
        """A slice, or the numbers in order."""
        first = int(ctas[0])
        self._ctas: Any = ctas
        if (ctas == np.arange(first, first + len(ctas))).all():
            self._ctas = slice(first, first + len(ctas))
        self._all_words, self._all_ctas = words, ctas
        self._lanes = lanes
        self._own = lanes.astype(np.uint64) << LANE_SHIFT
        self._stride = 0

    def _part(self, state: RaceState, array: Any) -> Any:
        """Return the words, [CTA, word], of an array of the shadow: a view if possible."""
        self._stride = state.machine.shared_stride // WORD
        return array.reshape(-1, self._stride)[self._index()]

    def _index(self) -> Any:
        words, ctas = self._words, self._ctas
        if isinstance(words, slice) or isinstance(ctas, slice):
            return ctas, words
        return ctas[:, None], words

    def covers(self, word: int) -> bool:
        """Return whether it has a word of the batch's shared memory."""
        cta, inner = divmod(word, self._stride)
        return bool((self._all_ctas == cta).any() and (self._all_words == inner).any())

    def mark(self, state: RaceState, change: int) -> None:
        """Count one reader in flight more, or less."""
        shadow = state.shared_shadow
        self._stride = state.machine.shared_stride // WORD
        shadow.being_read.reshape(-1, self._stride)[self._index()] += np.uint8(change & 0xFF)
        shadow.uses_in_flight += change

    def stamp(self, state: RaceState) -> None:
        """Remember that it has been read."""
        classes = CLASSES + numbers_of(state.machine, self._lanes) % CLASSES
        records = self._own | np.uint64(state.log.now << 32 | ASYNC)
        records |= classes.astype(np.uint64)
        view = state.shared_shadow.read.reshape(-1, self._stride)
        view[self._index()] = records[:, None]

    def check(self, state: RaceState, what: str) -> None:
        """Report where it must not be read now."""
        shadow = state.shared_shadow
        if shadow.uses_in_flight:
            landing = self._part(state, shadow.being_written)
            for each in landing.reshape(-1).nonzero()[0].tolist():
                at, position = self._where(each)
                lane = int(self._lanes[position])
                check_written(state, np.array([at]), np.array([lane]), f"read by {what}")
        written = self._part(state, shadow.written)
        width = written.shape[1]
        records, starts = runs(written.reshape(-1))
        lanes = self._lanes[starts // width]
        if (records & _UNSET).any():
            at, position = self._where(int(starts[((records & _UNSET) != 0).argmax()]))
            state.unset(describe_place(state, shadow, at), int(self._lanes[position]))
        bad = self._unordered(state, records, lanes)
        if len(bad):
            at, position = self._where(int(starts[bad[0]]))
            lane, record = int(self._lanes[position]), int(records[bad[0]])
            state.report(make_race(state, shadow, at, record, lane, (f"read by {what}", "write")))
        numbers = (records >> np.uint64(32)).astype(np.int64)
        plain = ((records & _PLAIN) == 0) & (numbers > state.log.began)
        if plain.any():
            self._check_fence(state, (records, numbers, lanes, starts), plain, what)

    def _unordered(self, state: RaceState, records: Any, lanes: Any) -> Any:
        """Return where nothing orders a write before any of the four warps."""
        bad: Any = None
        for warp in range(_WARPS):
            lane = lanes + 32 * warp
            own = lane.astype(np.uint64) << LANE_SHIFT
            found = unordered(state, records, own, lane, _ALL)
            bad = found if bad is None else np.intersect1d(bad, found)
            if not len(bad):
                break
        return bad

    def _check_fence(
        self, state: RaceState, what_is_there: tuple[Any, Any, Any, Any], plain: Any, what: str
    ) -> None:
        """Report where threads have written, and no fence of the async proxy followed."""
        records, numbers, lanes, starts = what_is_there
        fences = state.in_flight.fences
        writers = ((records >> np.uint64(17)) & np.uint64(0x7FFF)).astype(np.int64)
        late = fences[np.where(plain, writers, 0)]
        for warp in range(_WARPS):
            late = np.maximum(late, fences[(lanes >> 5) + warp])
        bad = (plain & (numbers > late)).nonzero()[0]
        if len(bad):
            at, position = self._where(int(starts[bad[0]]))
            made = state.log.access(state.machine, int(records[bad[0]]))
            where = describe_place(state, state.shared_shadow, at)
            text = (
                f"{what} reads {where}, which {made.thread} has "
                "written, without a fence.proxy.async in between"
            )
            earlier = (("the write was", made.statement),)
            missing = missing_between(state, FENCE, made.statement)
            lane = int(self._lanes[position])
            state.report(make_fault(state, "missing fence", text, lane, earlier, missing))

    def _where(self, position: int) -> tuple[int, int]:
        """Return the word of the batch's shared memory at a position, and which CTA it is of."""
        cta, word = divmod(position, len(self._all_words))
        return int(self._all_ctas[cta]) * self._stride + int(self._all_words[word]), cta


class Tiles:
    """The tiles of products; stages of a pipeline come again, so the last ones are kept."""

    def __init__(self, state: RaceState) -> None:
        """Begin without any."""
        self._state = state
        self._known: dict[Any, list[Tile]] = {}

    def of(self, work: Gathered) -> list[Tile]:
        """Return what products read."""
        left, right = blocks(work)
        found = []
        if work.left is not None:
            found += self._tiles(work, work.left, left)
        return found + self._tiles(work, work.right, right)

    def _tiles(self, work: Gathered, descriptors: Any, block: Any) -> list[Tile]:
        key = (block, descriptors.tobytes(), work.groups.numbers.tobytes())
        known = self._known.get(key)
        if known is None:
            known = self._find(work, descriptors, block)
            if len(self._known) >= _MAX_KEPT_TILES:
                del self._known[next(iter(self._known))]
            self._known[key] = known
        return known

    def _find(self, work: Gathered, descriptors: Any, block: Any) -> list[Tile]:
        groups = work.groups
        rows, inverse = np.unique(descriptors, axis=0, return_inverse=True)
        inverse = inverse.reshape(-1)
        found = []
        for number, row in enumerate(rows):
            chosen = (inverse == number).nonzero()[0]
            one = type(groups)(*(each[chosen[:1]] for each in groups))
            units = np.unique(places(self._state.machine, one, row[None], block))
            words = (units[:, None] * (UNIT // WORD) + np.arange(UNIT // WORD)).reshape(-1)
            ctas, lanes = groups.ctas[chosen], groups.first[chosen]
            while len(ctas):  # a CTA may have several warpgroups that read the same
                first = np.append(True, ctas[1:] != ctas[:-1])
                found.append(Tile(words, ctas[first], lanes[first]))
                ctas, lanes = ctas[~first], lanes[~first]
        return found
