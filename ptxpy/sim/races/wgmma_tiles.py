"""The matrices that `wgmma` reads from shared memory, as words of memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

import numpy as np

from ptxpy.sim.races.advice import FENCE, missing_between
from ptxpy.sim.races.epochs import ALL_BYTES, ASYNC, LANE_SHIFT, OBJECT, UNSET, lanes_of
from ptxpy.sim.races.faults import describe_place, make_fault, make_race
from ptxpy.sim.races.happens_before import find_unordered
from ptxpy.sim.races.in_flight_checks import check_written
from ptxpy.sim.races.shadow_memory import WORD, collapse_runs
from ptxpy.sim.races.vector_clocks import ASYNC_CLASSES
from ptxpy.sim.semantics.matrices.descriptors import UNIT, WIDTHS, places
from ptxpy.sim.semantics.matrices.wgmma import blocks
from ptxpy.sim.semantics.matrices.whole_warps import numbers_of

if TYPE_CHECKING:
    from ptxpy.sim.races.state import RaceState
    from ptxpy.sim.semantics.matrices.wgmma import Gathered

__all__ = ["Tile", "Tiles"]

_MAX_CACHED_KEYS: Final = 64
"""How many sets of tiles are cached, for the stages of a pipeline."""
_NOT_PLAIN: Final = np.uint64(ASYNC | OBJECT)
_UNSET: Final = np.uint64(UNSET)
_ALL: Final = np.uint64(ALL_BYTES)


class Tile:
    """The same words of the shared memory of several CTAs, read by one warpgroup of each CTA."""

    warps: ClassVar[int] = 4
    """How many warps read it together."""

    def __init__(self, words: Any, ctas: Any, lanes: Any, swizzle: int | None = None) -> None:
        """Take words of a CTA's memory, CTAs, and the first lane of the warpgroup of each.

        `swizzle` is that of the descriptors, in bytes of a row, 0 for none; None if it is unknown.
        """
        self._swizzle = swizzle
        low, high = int(words[0]), int(words[-1]) + 1
        # A slice is indexed without a copy, which matters as each `wgmma` looks at all words of its
        # tiles.
        self._words: Any = words if high - low > len(words) else slice(low, high)
        """A slice, or the indices in order."""
        first = int(ctas[0])
        self._ctas: Any = ctas
        if (ctas == np.arange(first, first + len(ctas))).all():
            self._ctas = slice(first, first + len(ctas))
        self._all_words, self._all_ctas = words, ctas
        self._lanes = lanes
        self._own = lanes.astype(np.uint64) << LANE_SHIFT
        self._stride = 0

    def _view(self, state: RaceState, array: Any) -> Any:
        """Return the words, [CTA, word], of an array of the shadow: a view if possible."""
        self._stride = state.machine.shared_stride // WORD
        return array.reshape(-1, self._stride)[self._index()]

    def _index(self) -> Any:
        words, ctas = self._words, self._ctas
        if isinstance(words, slice) or isinstance(ctas, slice):
            return ctas, words
        return ctas[:, None], words

    def covers(self, word: int) -> bool:
        """Return whether it contains a word of the shared memory of the batch."""
        cta, inner = divmod(word, self._stride)
        return bool((self._all_ctas == cta).any() and (self._all_words == inner).any())

    def mark(self, state: RaceState, change: int) -> None:
        """Add `change` to the number of its readers in flight."""
        shadow = state.shared_shadow
        self._stride = state.machine.shared_stride // WORD
        shadow.being_read.reshape(-1, self._stride)[self._index()] += np.uint8(change & 0xFF)
        shadow.uses_in_flight += change

    def classes(self, state: RaceState) -> Any:
        """Return the class of the operations that read it, in each CTA."""
        return numbers_of(state.machine, self._lanes) % ASYNC_CLASSES

    def record_read(self, state: RaceState) -> None:
        """Record that it has been read now."""
        classes = ASYNC_CLASSES + self.classes(state)
        records = self._own | np.uint64(state.log.now << 32 | ASYNC)
        records |= classes.astype(np.uint64)
        view = state.shared_shadow.read.reshape(-1, self._stride)
        view[self._index()] = records[:, None]

    def check(self, state: RaceState, what: str) -> None:
        """Report a read of the tile now that conflicts with a write."""
        shadow = state.shared_shadow
        if shadow.uses_in_flight:
            landing = self._view(state, shadow.being_written)
            # `check_written` completes the copy, so most of these words are free by the time their
            # turn comes.
            for each in landing.reshape(-1).nonzero()[0].tolist():
                at, position = self._locate(each)
                lane = int(self._lanes[position])
                check_written(state, np.array([at]), np.array([lane]), f"read by {what}")
        written = self._view(state, shadow.written)
        width = written.shape[1]
        records, starts = collapse_runs(written.reshape(-1))
        lanes = self._lanes[starts // width]
        if (records & _UNSET).any():
            at, position = self._locate(int(starts[((records & _UNSET) != 0).argmax()]))
            state.record_unset_read(describe_place(state, shadow, at), int(self._lanes[position]))
        if state.swizzled_copies and self._swizzle is not None:
            self._check_swizzle(state, records, lanes, starts, what)
        bad = self._find_unordered(state, records, lanes)
        if len(bad):
            at, position = self._locate(int(starts[bad[0]]))
            lane, record = int(self._lanes[position]), int(records[bad[0]])
            state.report(make_race(state, shadow, at, record, lane, (f"read by {what}", "write")))
        numbers = (records >> np.uint64(32)).astype(np.int64)
        plain = ((records & _NOT_PLAIN) == 0) & (numbers > state.log.began)
        if plain.any():
            self._check_fence(state, (records, numbers, lanes, starts), plain, what)

    def _check_swizzle(
        self, state: RaceState, records: Any, lanes: Any, starts: Any, what: str
    ) -> None:
        """Report a read by another swizzle than that with which a copy has written the words.

        Copies without a swizzle may bring words that are permuted in global memory already.
        """
        for position, time in enumerate((records >> np.uint64(32)).tolist()):
            written = state.swizzled_copies.get(time)
            if written is None or written == self._swizzle:
                continue
            at, _ = self._locate(int(starts[position]))
            of = f"a swizzle of {self._swizzle} bytes" if self._swizzle else "no swizzle"
            text = (
                f"{what} reads {describe_place(state, state.shared_shadow, at)} with {of}, and a "
                f"copy has written it with one of {written} bytes"
            )
            copy = state.log.statement(time)
            missing = (
                f"the swizzle of {written} bytes in the descriptor at {{}}, or that of the "
                "descriptor in the tensor map of {}"
            ), (state.at, copy)
            earlier = (("the copy was", copy),)
            fault = make_fault(state, "swizzle", text, int(lanes[position]), earlier, missing)
            state.report(fault)
            return

    def _find_unordered(self, state: RaceState, records: Any, lanes: Any) -> Any:
        """Return the positions of writes that do not happen before any of the four warps."""
        bad: Any = None
        for warp in range(self.warps):
            lane = lanes + 32 * warp
            own = lane.astype(np.uint64) << LANE_SHIFT
            found = find_unordered(state, records, own, lane, _ALL)
            bad = found if bad is None else np.intersect1d(bad, found)
            if not len(bad):
                break
        return bad

    def _check_fence(
        self, state: RaceState, writes: tuple[Any, Any, Any, Any], plain: Any, what: str
    ) -> None:
        """Report a write of a thread that is not followed by a fence of the async proxy."""
        records, numbers, lanes, starts = writes
        fences = state.in_flight.fences
        writers = lanes_of(records) >> 5
        # The fence may be executed by the writer, or by a warp of the warpgroup after it has
        # synchronised with the writer.
        late = fences[np.where(plain, writers, 0)]
        for warp in range(self.warps):
            late = np.maximum(late, fences[(lanes >> 5) + warp])
        bad = (plain & (numbers > late)).nonzero()[0]
        if len(bad):
            at, position = self._locate(int(starts[bad[0]]))
            writer = state.log.access(state.machine.geometry, int(records[bad[0]]))
            where = describe_place(state, state.shared_shadow, at)
            text = (
                f"{what} reads {where}, which {writer.thread} has "
                "written, without a fence.proxy.async in between"
            )
            earlier = (("the write was", writer.statement),)
            missing = missing_between(state, FENCE, writer.statement)
            lane = int(self._lanes[position])
            state.report(make_fault(state, "missing fence", text, lane, earlier, missing))

    def _locate(self, position: int) -> tuple[int, int]:
        """Return the word of shared memory at a position, and the position of its CTA."""
        cta, word = divmod(position, len(self._all_words))
        return int(self._all_ctas[cta]) * self._stride + int(self._all_words[word]), cta


class Tiles:
    """The tiles of `wgmma` operations; the last ones are cached, as pipeline stages recur."""

    def __init__(self, state: RaceState) -> None:
        """Create an empty cache."""
        self._state = state
        self._cache: dict[Any, list[Tile]] = {}

    def of(self, work: Gathered) -> list[Tile]:
        """Return the tiles that operations read."""
        left, right = blocks(work)
        found = []
        if work.left is not None:
            found += self._tiles(work, work.left, left)
        return found + self._tiles(work, work.right, right)

    def _tiles(self, work: Gathered, descriptors: Any, block: Any) -> list[Tile]:
        key = (block, descriptors.tobytes(), work.groups.numbers.tobytes())
        tiles = self._cache.get(key)
        if tiles is None:
            groups = work.groups
            # CTAs have the same layout of shared memory, so most have the same descriptors: a tile
            # serves all of them.
            rows, inverse = np.unique(descriptors, axis=0, return_inverse=True)
            inverse = inverse.reshape(-1)
            tiles = []
            for number, row in enumerate(rows):
                chosen = (inverse == number).nonzero()[0]
                one = type(groups)(*(each[chosen[:1]] for each in groups))
                units = np.unique(places(self._state.machine, one, row[None], block))
                words = (units[:, None] * (UNIT // WORD) + np.arange(UNIT // WORD)).reshape(-1)
                ctas, lanes = groups.ctas[chosen], groups.first[chosen]
                while len(ctas):  # several warpgroups of a CTA may read the same words
                    first = np.append(True, ctas[1:] != ctas[:-1])
                    tiles.append(Tile(words, ctas[first], lanes[first], _swizzle_of(row)))
                    ctas, lanes = ctas[~first], lanes[~first]
            # A dictionary keeps the order of insertion: the oldest key goes first.
            if len(self._cache) >= _MAX_CACHED_KEYS:
                del self._cache[next(iter(self._cache))]
            self._cache[key] = tiles
        return tiles


def _swizzle_of(descriptors: Any) -> int | None:
    """Return the bytes of a row of the swizzle of descriptors, 0 for none; None if they differ."""
    codes = {int(each) >> 62 for each in descriptors.reshape(-1)}
    if len(codes) > 1:
        return None
    width = WIDTHS[codes.pop()]
    return width if width > UNIT else 0
