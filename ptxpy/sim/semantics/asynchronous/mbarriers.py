"""mbarrier objects in shared memory, which count arrivals and bytes (PTX ISA 9.7.13.15)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._counts import format_count
from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.address_space import SHARED_WINDOW
from ptxpy.sim.machine.mbarrier_words import (
    COUNT,
    LIVE,
    MAX_COUNT,
    PARITY,
    describe_mbarrier,
    pack,
    unpack,
)
from ptxpy.sim.pieces import Await
from ptxpy.sim.semantics.memory import access

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine

__all__ = [
    "arrive",
    "arrive_once",
    "check",
    "check_live",
    "complete",
    "complete_together",
    "initialise",
    "invalidate",
    "pending_count",
    "transact",
    "wait",
    "words_at",
]

_ONE: Final = np.uint64(1)


def _update(machine: Machine, words: Any, places: Any, state: tuple[Any, Any, Any, Any]) -> None:
    """Write words of objects; objects with nothing pending enter the next phase."""
    pending, expected, tx, parity = state
    waits = machine.waits
    waits.events += 1
    done = (pending == 0) & (tx == 0)
    words[places] = pack(np.where(done, expected, pending), expected, tx, parity ^ done)
    if not done.any():
        return
    if machine.access_hooks is not None:
        machine.access_hooks.mbarrier_phases(places[done])
    waits.phase_ends(places[done])


# ----------------------------------------------------------------------- places


def _locate(
    machine: Machine, space: str, address: Any, guard: Any, lanes: Any, *, own_only: bool = False
) -> tuple[Any, Any, Any, Any]:
    """Return the words of shared memory, and each lane's index there, position and own index.

    With `own_only` an object is in the memory of the lane's CTA, also if its address is generic.
    """
    number = machine.count if lanes is None else len(lanes)
    where = np.arange(number) if guard is None else np.broadcast_to(guard, (number,)).nonzero()[0]
    own = where if lanes is None else lanes[where]
    each = np.broadcast_to(address, (number,))[where]
    if space == "generic":
        if len(each) and access.space_of(each) != "cluster":
            text = f"mbarrier at the generic address {int(each[0]):#x}, not in shared memory"
            raise FaultError(text, int(own[0]), "address")
        each = each - np.uint64(SHARED_WINDOW)
        space = "shared" if own_only else "cluster"
    words, index = access.locate(machine, space, each, "u8", 8, own, write=True)
    return words, np.broadcast_to(index, where.shape), where, own


def _live_words(machine: Machine, words: Any, index: Any, own: Any) -> Any:
    """Return the words of objects; raise `FaultError` for a word that is not an object."""
    held = words[index]
    dead = (held & LIVE) == 0
    if dead.any():
        position = int(dead.argmax())
        raise _dead(machine, int(index[position]), int(own[position]))
    return held


def check_live(machine: Machine, word: int, lane: int) -> None:
    """Raise `FaultError` if a 64-bit word of shared memory is not an object."""
    if not machine.view("shared", "u8")[word] & LIVE:
        raise _dead(machine, word, lane)


def _dead(machine: Machine, word: int, lane: int) -> FaultError:
    name = describe_mbarrier(machine, word)
    text = f"no mbarrier object: {name} was not initialised, or it was invalidated"
    return FaultError(text, lane)


def _values(machine: Machine, value: Any, lanes: Any, where: Any) -> Any:
    number = machine.count if lanes is None else len(lanes)
    return np.broadcast_to(value, (number,))[where].astype(np.int64)


# ------------------------------------------------------------------- operations


def initialise(
    machine: Machine, space: str, address: Any, count: Any, guard: Any, lanes: Any
) -> None:
    """Initialise objects with the number of arrivals of each phase: 1 to `MAX_COUNT`."""
    words, index, where, own = _locate(machine, space, address, guard, lanes, own_only=True)
    _check_unused(machine, index, own, "initialised")
    counts = _values(machine, count, lanes, where)
    wrong = (counts < 1) | (counts > MAX_COUNT)
    if wrong.any():
        position = int(wrong.argmax())
        text = (
            f"an mbarrier for {int(counts[position])} arrivals; 1 to {MAX_COUNT:,} can be awaited"
        )
        raise FaultError(text, int(own[position]))
    zero = np.zeros_like(counts)
    words[index] = pack(counts, counts, zero, zero)
    machine.waits.ended.difference_update(index.tolist())
    if machine.access_hooks is not None:
        machine.access_hooks.mbarriers_initialized(index, own)
    machine.waits.events += 1


def invalidate(machine: Machine, space: str, address: Any, guard: Any, lanes: Any) -> None:
    """Invalidate objects: their memory may be used for other data."""
    words, index, _, own = _locate(machine, space, address, guard, lanes, own_only=True)
    _live_words(machine, words, index, own)
    _check_unused(machine, index, own, "invalidated")
    words[index] = 0
    if machine.access_hooks is not None:
        machine.access_hooks.mbarriers_invalidated(index, own)


def _check_unused(machine: Machine, index: Any, own: Any, what: str) -> None:
    """Raise `FaultError` if a thread waits at an object."""
    parked = machine.waits.parked
    if not parked:
        return
    for word, lane in zip(index, own, strict=True):
        if int(word) in parked:
            number = sum(len(each.lanes) for each in parked[int(word)])
            name = describe_mbarrier(machine, int(word))
            text = f"the mbarrier {name} is {what} while threads wait at it: {number:,}"
            raise FaultError(text, int(lane))


def check(machine: Machine, space: str, address: Any, guard: Any, lanes: Any) -> None:
    """Raise `FaultError` if an address is not that of an object."""
    words, index, _, own = _locate(machine, space, address, guard, lanes)
    _live_words(machine, words, index, own)


def arrive(
    machine: Machine,
    space: str,
    address: Any,
    count: Any,
    tx: Any,
    drop: bool,  # noqa: FBT001
    complete: bool,  # noqa: FBT001
    guard: Any,
    lanes: Any,
    wanted: bool = True,  # noqa: FBT001, FBT002
) -> Any:
    """Arrive at objects, lane by lane, and return the state before each arrival.

    Args:
        machine: The machine.
        space: `shared`, `cluster` or `generic`.
        address: An address for each lane.
        count: The number of arrivals of each lane.
        tx: The increment of the tx-count before the arrival of each lane.
        drop: Whether later phases expect fewer arrivals by these.
        complete: Whether the arrivals may complete a phase.
        guard: Which lanes arrive; None for all. Others get zeros.
        lanes: The indices of the lanes that run; None for all.
        wanted: Whether the states are asked for; None is returned if they are not.
    """
    number = machine.count if lanes is None else len(lanes)
    words, index, where, own = _locate(machine, space, address, guard, lanes)
    states = np.zeros(number, np.uint64) if wanted else None
    if not len(where):
        return states
    if machine.access_hooks is not None:
        machine.access_hooks.mbarrier_arrivals(index, own)
    counts, added = (_values(machine, value, lanes, where) for value in (count, tx))
    if (index[1:] < index[:-1]).any():
        # Lanes at one object must be adjacent, and stay in their order, for the sums below.
        order = np.argsort(index, kind="stable")
        index, where, own = index[order], where[order], own[order]
        counts, added = counts[order], added[order]
    first = np.append(True, index[1:] != index[:-1])
    starts = first.nonzero()[0]
    places = index[starts]
    totals = np.add.reduceat(counts, starts)
    held = unpack(_live_words(machine, words, places, own[starts]))
    if machine.access_hooks is not None and (totals > held[0]).any():
        machine.access_hooks.mbarrier_overflow(places)
        # The hooks may have completed phases to make room for the arrivals.
        held = unpack(words[places])
    pending, expected, held_tx, parity = held
    if (totals > pending).any() or (counts < 1).any():
        for position, word in enumerate(index):  # A phase ends among the arrivals.
            before = _arrive_once(
                machine,
                words,
                int(word),
                (int(counts[position]), int(added[position])),
                int(own[position]),
                drop=drop,
                complete=complete,
                together=int(((index == word) & (own >> 5 == own[position] >> 5)).sum()),
            )
            if states is not None:
                states[where[position]] = before
        return states
    if states is not None:
        states[where] = _before(held, counts, added, starts, drop=drop)
    left = pending - totals
    tx_now = held_tx + np.add.reduceat(added, starts)
    _check_tx(machine, tx_now, places, own)
    if not complete and (left == 0).any():
        position = int((left == 0).argmax())
        raise _completes(machine, int(places[position]), int(own[starts[position]]))
    now = (left, expected - totals if drop else expected, tx_now, parity)
    _update(machine, words, places, now)
    return states


def words_at(machine: Machine, space: str, address: Any, guard: Any, lanes: Any) -> tuple[Any, Any]:
    """Return the indices of objects among the 64-bit words of shared memory, and their lanes.

    The arguments are those of `check`; lanes whose guard does not hold are left out.
    """
    _, index, _, own = _locate(machine, space, address, guard, lanes)
    return index, own


def arrive_once(machine: Machine, word: int, lane: int) -> None:
    """Arrive at one object, given its index among the 64-bit words, on behalf of a lane."""
    if machine.access_hooks is not None:
        machine.access_hooks.mbarrier_arrivals(np.array([word]), np.array([lane]))
    check_live(machine, word, lane)
    words = machine.view("shared", "u8")
    _arrive_once(machine, words, word, (1, 0), lane, drop=False, complete=True)


def _before(
    held: tuple[Any, Any, Any, Any], counts: Any, added: Any, starts: Any, *, drop: bool
) -> Any:
    """Return the state before each arrival, from the states of objects and their first lanes."""
    sizes = np.diff(np.append(starts, len(counts)))
    pending, expected, tx, parity = (np.repeat(each, sizes) for each in held)
    came, raised = np.cumsum(counts) - counts, np.cumsum(added) - added
    came -= np.repeat(came[starts], sizes)
    raised -= np.repeat(raised[starts], sizes)
    return pack(pending - came, expected - came if drop else expected, tx + raised, parity)


def _arrive_once(
    machine: Machine,
    words: Any,
    index: int,
    given: tuple[int, int],
    lane: int,
    *,
    drop: bool,
    complete: bool,
    together: int = 1,
) -> Any:
    """Arrive for one lane: `given` is its count, and its increment of the tx-count.

    `together` is the number of lanes of its warp that arrive with it.
    """
    word = words[index : index + 1]
    before = word[0].copy()
    pending, expected, tx, parity = unpack(word)
    count, added = given
    left = pending - count
    if count < 1 or left[0] < 0:
        name = describe_mbarrier(machine, index)
        text = (
            f"{format_count(count, 'arrival')} at the mbarrier {name}, "
            f"which awaits {int(pending[0])} now"
        )
        if together > 1:
            text += (
                f": {together} threads of this warp arrive at once, and a phase awaits "
                f"{format_count(int(expected[0]), 'arrival')}; let one of them arrive, by "
                "elect.sync or its lane, or initialise it with their number"
            )
        raise FaultError(text, lane)
    if not complete and not left[0]:
        raise _completes(machine, index, lane)
    tx = tx + added
    _check_tx(machine, tx, (index,), (lane,))
    now = (left, expected - count if drop else expected, tx, parity)
    _update(machine, words, np.array([index]), now)
    return before


def _completes(machine: Machine, word: int, lane: int) -> FaultError:
    name = describe_mbarrier(machine, word)
    text = f"an arrival with .noComplete that completes the phase of the mbarrier {name}"
    return FaultError(text, lane)


def _check_tx(machine: Machine, tx: Any, places: Any, own: Any) -> None:
    if (np.abs(tx) > MAX_COUNT).any():
        position = int(np.abs(tx).argmax())
        raise _too_many(machine, int(tx[position]), int(places[position]), int(own[0]))


def _too_many(machine: Machine, tx: int, word: int, lane: int) -> FaultError:
    name = describe_mbarrier(machine, word)
    text = f"a tx-count of {tx:,} of the mbarrier {name}; {MAX_COUNT:,} is the most"
    return FaultError(text, lane)


def transact(machine: Machine, space: str, address: Any, tx: Any, guard: Any, lanes: Any) -> None:
    """Add to the tx-counts of objects: expected bytes, or negative numbers of completed bytes."""
    words, index, where, own = _locate(machine, space, address, guard, lanes)
    if not len(where):
        return
    _live_words(machine, words, index, own)
    if machine.access_hooks is not None:
        machine.access_hooks.mbarrier_arrivals(index, own)
    places, group = np.unique(index, return_inverse=True)
    pending, expected, held, parity = unpack(words[places])
    # Several lanes may add to one object: `held[group] += …` would count one of them.
    np.add.at(held, group, _values(machine, tx, lanes, where))
    _check_tx(machine, held, places, own)
    _update(machine, words, places, (pending, expected, held, parity))


def complete(machine: Machine, index: int, size: int, lane: int) -> None:
    """Perform complete-tx on one object, given its index among the 64-bit words.

    This is `transact` for one object, without arrays.
    """
    words = machine.view("shared", "u8")
    word = int(words[index])
    if not word >> 63:
        raise _dead(machine, index, lane)
    # Python's integers are quicker for one word than NumPy's arrays. The tx-count is signed, in 21
    # bits.
    pending, expected = word & MAX_COUNT, word >> 20 & MAX_COUNT
    tx = ((word >> 40 & 0x1FFFFF) ^ 0x100000) - 0x100000 - size
    if tx < -MAX_COUNT:
        raise _too_many(machine, tx, index, lane)
    parity = word >> 61 & 1
    if not pending and not tx:
        pending, parity = expected, parity ^ 1
    bits = pending | expected << 20 | (tx & 0x1FFFFF) << 40 | parity << 61 | 1 << 63
    words[index] = bits
    waits = machine.waits
    waits.events += 1
    if machine.access_hooks is not None and parity != word >> 61 & 1:
        machine.access_hooks.mbarrier_phases((index,))
    if parity != word >> 61 & 1:
        waits.phase_ends((index,))


def complete_together(machine: Machine, index: Any, size: int) -> None:
    """Perform complete-tx of `size` bytes on several objects, in no fixed order.

    An object may occur several times; its tx-count must allow it.
    """
    words = machine.view("shared", "u8")
    places, counts = np.unique(index, return_counts=True)
    pending, expected, held, parity = unpack(words[places])
    _update(machine, words, places, (pending, expected, held - counts * size, parity))


def wait(
    machine: Machine,
    space: str,
    address: Any,
    phase: Any,
    parity: bool,  # noqa: FBT001
    guard: Any,
    lanes: Any,
) -> Any:
    """Return for each lane whether a phase is complete, or an `Await` if some lanes must wait.

    The phase is given by a state that an arrival returned, or by its parity: then it is the
    current phase, or the one before. A test fails only after waiting as long as other threads
    could make progress.
    """
    number = machine.count if lanes is None else len(lanes)
    words, index, where, own = _locate(machine, space, address, guard, lanes, own_only=True)
    held = _live_words(machine, words, index, own)
    parities = np.broadcast_to(phase, (number,))[where].astype(np.uint64)
    parities = parities & _ONE if parity else parities >> PARITY & _ONE
    # The parity changes when a phase completes: the phase that is tested is over if it differs.
    passed = (held >> PARITY & _ONE) != parities
    fails = False
    if machine.access_hooks is not None:
        fails = machine.access_hooks.mbarrier_tests(index, own, passed)
        passed = (words[index] >> PARITY & _ONE) != parities
    waits = machine.waits
    if not passed.all():
        blocked = ~passed
        # A wait that has timed out fails, and does not start again.
        if waits.marked:
            blocked &= ~waits.have_expired(own)
        if blocked.any() and not fails:
            everyone = np.zeros(number, bool)
            everyone[where] = blocked
            return Await(everyone, index[blocked])
    if machine.access_hooks is not None and passed.any():
        machine.access_hooks.mbarriers_passed(index[passed], own[passed])
    if waits.marked:
        waits.record_test(own, passed)
    if len(where) == number:
        return passed
    result = np.zeros(number, bool)
    result[where] = passed
    return result


def pending_count(state: Any) -> Any:
    """Return the pending arrivals of a state, as `uint32`."""
    return (state & COUNT).astype(np.uint32)
