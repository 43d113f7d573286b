"""The matrices that products of `wgmma` read from shared memory, as words of memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.races.advice import between
from ptxpy.sim.races.copies_in_flight import FENCE
from ptxpy.sim.races.epochs import ALL_BYTES, ASYNC, LANE_SHIFT, OBJECT, UNSET
from ptxpy.sim.races.faults import fault, place, race
from ptxpy.sim.races.happens_before import unordered
from ptxpy.sim.races.shadow_memory import WORD, runs
from ptxpy.sim.races.vector_clocks import CLASSES
from ptxpy.sim.semantics.matrices.descriptors import UNIT, places
from ptxpy.sim.semantics.matrices.wgmma import blocks

if TYPE_CHECKING:
    from ptxpy.sim.races.detector import Strict
    from ptxpy.sim.semantics.matrices.wgmma import Gathered

__all__ = ["Tile", "Tiles"]

_KEPT: Final = 64
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

    def _part(self, strict: Strict, array: Any) -> Any:
        """Return the words, [CTA, word], of an array of the shadow: a view if possible."""
        self._stride = strict.machine.shared_stride // WORD
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

    def mark(self, strict: Strict, change: int) -> None:
        """Count one reader under way more, or less."""
        shadow = strict.shared
        self._stride = strict.machine.shared_stride // WORD
        shadow.leaving.reshape(-1, self._stride)[self._index()] += np.uint8(change & 0xFF)
        shadow.busy += change

    def stamp(self, strict: Strict) -> None:
        """Remember that it has been read."""
        classes = CLASSES + strict.products.classes(self._lanes)
        records = self._own | np.uint64(strict.journal.now << 32 | ASYNC)
        records |= classes.astype(np.uint64)
        view = strict.shared.read.reshape(-1, self._stride)
        view[self._index()] = records[:, None]

    def check(self, strict: Strict, what: str) -> None:
        """Report where it must not be read now."""
        shadow = strict.shared
        if shadow.busy:
            landing = self._part(strict, shadow.landing)
            for each in landing.reshape(-1).nonzero()[0].tolist():
                at, position = self._where(each)
                lane = int(self._lanes[position])
                strict.flights.landing(shadow, np.array([at]), np.array([lane]), f"read by {what}")
        written = self._part(strict, shadow.written)
        width = written.shape[1]
        records, starts = runs(written.reshape(-1))
        lanes = self._lanes[starts // width]
        if (records & _UNSET).any():
            at, position = self._where(int(starts[((records & _UNSET) != 0).argmax()]))
            strict.unset(place(strict, shadow, at), int(self._lanes[position]))
        bad = self._unordered(strict, records, lanes)
        if len(bad):
            at, position = self._where(int(starts[bad[0]]))
            lane, record = int(self._lanes[position]), int(records[bad[0]])
            strict.report(race(strict, shadow, at, record, lane, (f"read by {what}", "write")))
        numbers = (records >> np.uint64(32)).astype(np.int64)
        plain = ((records & _PLAIN) == 0) & (numbers > strict.journal.began)
        if plain.any():
            self._check_fence(strict, (records, numbers, lanes, starts), plain, what)

    def _unordered(self, strict: Strict, records: Any, lanes: Any) -> Any:
        """Return where nothing orders a write before any of the four warps."""
        bad: Any = None
        for warp in range(_WARPS):
            lane = lanes + 32 * warp
            own = lane.astype(np.uint64) << LANE_SHIFT
            found = unordered(strict, records, own, lane, _ALL)
            bad = found if bad is None else np.intersect1d(bad, found)
            if not len(bad):
                break
        return bad

    def _check_fence(
        self, strict: Strict, what_is_there: tuple[Any, Any, Any, Any], plain: Any, what: str
    ) -> None:
        """Report where threads have written, and no fence of the async proxy followed."""
        records, numbers, lanes, starts = what_is_there
        fences = strict.flights.fences
        writers = ((records >> np.uint64(17)) & np.uint64(0x7FFF)).astype(np.int64)
        late = fences[np.where(plain, writers, 0)]
        for warp in range(_WARPS):
            late = np.maximum(late, fences[(lanes >> 5) + warp])
        bad = (plain & (numbers > late)).nonzero()[0]
        if len(bad):
            at, position = self._where(int(starts[bad[0]]))
            made = strict.journal.access(strict.machine, int(records[bad[0]]))
            text = (
                f"{what} reads {place(strict, strict.shared, at)}, which {made.thread} has "
                "written, without a fence.proxy.async in between"
            )
            earlier = (("the write was", made.statement),)
            missing = between(strict, FENCE, made.statement)
            lane = int(self._lanes[position])
            strict.report(fault(strict, "missing fence", text, lane, earlier, missing))

    def _where(self, position: int) -> tuple[int, int]:
        """Return the word of the batch's shared memory at a position, and which CTA it is of."""
        cta, word = divmod(position, len(self._all_words))
        return int(self._all_ctas[cta]) * self._stride + int(self._all_words[word]), cta


class Tiles:
    """The tiles of products; stages of a pipeline come again, so the last ones are kept."""

    def __init__(self, strict: Strict) -> None:
        """Begin without any."""
        self._strict = strict
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
            if len(self._known) >= _KEPT:
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
            units = np.unique(places(self._strict.machine, one, row[None], block))
            words = (units[:, None] * (UNIT // WORD) + np.arange(UNIT // WORD)).reshape(-1)
            ctas, lanes = groups.ctas[chosen], groups.first[chosen]
            while len(ctas):  # a CTA may have several warpgroups that read the same
                first = np.append(True, ctas[1:] != ctas[:-1])
                found.append(Tile(words, ctas[first], lanes[first]))
                ctas, lanes = ctas[~first], lanes[~first]
        return found
