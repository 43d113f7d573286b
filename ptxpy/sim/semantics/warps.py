"""Collectives of a warp: shuffles, votes, matches, reductions (PTX ISA 9.7.9.6, 9.7.13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ptxpy.sim.machine.machine import Machine

__all__ = [
    "WARP",
    "activemask",
    "ballot",
    "elect",
    "groups",
    "lanes_ready",
    "match",
    "meet",
    "members_of",
    "reduce_",
    "reduce_floats",
    "shuffle",
    "vote",
]

WARP: Final = 32
FULL: Final = 0xFFFFFFFF


def lanes_ready(machine: Machine, ended: Any, mask: Any, guard: Any, lanes: Any) -> Any:
    """Return, for each lane that has arrived, whether all threads of its mask have arrived.

    Args:
        machine: The machine.
        ended: For each lane of the batch, whether its thread has ended.
        mask: The member mask of each lane.
        guard: Which lanes run the instruction; None for all.
        lanes: The indices of the lanes that have arrived; None for all.

    Returns None if all are ready. Lanes whose guard is false do not wait.
    """
    if lanes is None:
        return None
    here = np.zeros(machine.count, bool)
    here[lanes] = True
    # Nobody waits for threads that have ended.
    present = here | ended
    if present.all():
        return None
    masks = np.broadcast_to(mask, (len(lanes),)).astype(np.uint32)
    if guard is not None:
        # A lane whose guard is false waits for nobody.
        masks = np.where(guard, masks, np.uint32(0))
    ready = masks & ~ballot(present)[lanes // WARP] == 0
    return None if ready.all() else ready


def meet(machine: Machine, mask: Any, guard: Any, lanes: Any, following: int) -> int:
    """Return the piece after a `bar.warp.sync` if no lane has to wait there, else 0.

    No piece that follows another one has the index 0.
    """
    if lanes is None:
        alone = guard is None or bool(guard.all())
    else:
        alone = lanes_ready(machine, machine.ended, mask, guard, lanes) is None
        alone = alone and (guard is None or bool(guard.all()))
    if not alone or machine.waits_at_warp_barriers:
        return 0
    if machine.hooks is not None:
        machine.hooks.warps_converge(guard, lanes)
    return following


def _spread(machine: Machine, value: Any, lanes: Any, kind: Any = None) -> Any:
    """Return a value as an array with an element for each lane of the batch."""
    if lanes is None:
        return value if value.ndim else np.full(machine.count, value)
    found = np.zeros(machine.count, kind or value.dtype)
    found[lanes] = value
    return found


def members_of(machine: Machine, mask: Any, guard: Any, lanes: Any) -> Any:
    """Return, for each lane of the batch, whether it is a member of the collective."""
    here = np.zeros(machine.count, bool)
    if guard is None:
        here[slice(None) if lanes is None else lanes] = True
    else:
        here[slice(None) if lanes is None else lanes] = guard
    if mask.ndim or int(mask) != FULL:
        masks = _spread(machine, mask, lanes).astype(np.uint32)
        here &= (masks >> machine.lane_of_warp.astype(np.uint32)) & np.uint32(1) != 0
    return here


def shuffle(
    machine: Machine, mode: str, value: Any, b: Any, c: Any, mask: Any, guard: Any, lanes: Any
) -> tuple[Any, Any]:
    """Return the value that each lane receives, and whether its source was in its segment."""
    lane = machine.lane_of_warp
    everyone = _spread(machine, value, lanes)
    # PTX takes `b` modulo 32; `c` has the clamp in bits 0 to 4 and the segment mask in 8 to 12.
    by = (_spread(machine, b, lanes) if b.ndim else b).astype(np.int64) & 31
    clamp = (_spread(machine, c, lanes) if c.ndim else c).astype(np.int64)
    segment = (clamp >> 8) & 31
    limit = (lane & segment) | (clamp & 31 & ~segment)
    if mode == "up":
        source = lane - by
        inside = source >= limit
    elif mode == "down":
        source = lane + by
        inside = source <= limit
    elif mode == "bfly":
        source = lane ^ by
        inside = source <= limit
    else:
        source = (lane & segment) | (by & ~segment)
        inside = source <= limit
    # A lane whose source is outside of its segment gets its own value.
    source = np.where(inside, source, lane) + (machine.lanes - lane)
    del mask, guard
    result = everyone[source]
    inside = np.broadcast_to(inside, result.shape)
    return (result, inside) if lanes is None else (result[lanes], inside[lanes])


def ballot(flags: Any) -> Any:
    """Return, for each warp, the lanes for which flags hold, as bits.

    >>> [bin(each) for each in ballot(np.arange(64) % 32 < 3)]
    ['0b111', '0b111']
    """
    return np.packbits(flags.reshape(-1, WARP), axis=1, bitorder="little").view(np.uint32)[:, 0]


def groups(machine: Machine, mask: Any, guard: Any, lanes: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the groups of lanes of each warp that have the same member mask.

    A group is two arrays with a row per warp and a column per lane: the lanes with the mask, and
    the members among these lanes. The first groups of all warps are yielded together, then the
    second groups, and so on.
    """
    members = members_of(machine, mask, guard, lanes).reshape(-1, WARP)
    if not mask.ndim:
        yield np.ones_like(members), members
        return
    left = members_of(machine, np.uint32(FULL), guard, lanes).reshape(-1, WARP)
    masks = _spread(machine, mask, lanes).astype(np.uint32).reshape(-1, WARP)
    rows = np.arange(len(masks))
    while True:
        # The first lane that is left names the next mask.
        same = left & (masks == masks[rows, left.argmax(axis=1)][:, None])
        yield same, same & members
        left &= ~same
        if not left.any():
            return


def _agree_in_groups(
    machine: Machine, mask: Any, guard: Any, lanes: Any, agree: Callable[[Any], Any]
) -> Any:
    """Return, for each lane that runs, the result of its group.

    Args:
        machine: The machine.
        mask: The member mask of each lane.
        guard: Which lanes run the instruction; None for all.
        lanes: The indices of the lanes that have arrived; None for all.
        agree: Returns, for the members of a group in each warp, a value for each warp (a column)
            or for each lane.
    """
    found: Any = None
    for same, members in groups(machine, mask, guard, lanes):
        value = agree(members)
        found = (
            np.broadcast_to(value, same.shape) if found is None else np.where(same, value, found)
        )
    flat = found.reshape(-1)
    return flat if lanes is None else flat[lanes]


def vote(machine: Machine, mode: str, predicate: Any, mask: Any, guard: Any, lanes: Any) -> Any:
    """Return the result of the vote of each group."""
    given = _spread(machine, predicate, lanes, bool).reshape(-1, WARP)

    def agree(members: Any) -> Any:
        yes = ballot(given & members)[:, None]
        if mode == "ballot":
            return yes
        if mode == "any":
            return yes != 0
        everyone = yes == ballot(members)[:, None]
        # `.uni` also holds where no predicate does.
        return everyone if mode == "all" else everyone | (yes == 0)

    return _agree_in_groups(machine, mask, guard, lanes, agree)


def activemask(machine: Machine, guard: Any, lanes: Any) -> Any:
    """Return the mask of the threads of each warp that run the instruction."""
    found = np.repeat(ballot(members_of(machine, np.uint32(FULL), guard, lanes)), WARP)
    return found if lanes is None else found[lanes]


def elect(machine: Machine, mask: Any, guard: Any, lanes: Any) -> tuple[Any, Any]:
    """Return the lowest member of each group, and whether each lane is it."""
    leader = _agree_in_groups(
        machine, mask, guard, lanes, lambda members: members.argmax(axis=1)[:, None]
    ).astype(np.uint32)
    lane = machine.lane_of_warp if lanes is None else machine.lane_of_warp[lanes]
    return leader, lane == leader


def match(
    machine: Machine, mode: str, value: Any, mask: Any, guard: Any, lanes: Any
) -> tuple[Any, Any]:
    """Return which members have the same value, and for `all` whether all have."""
    values = _spread(machine, value, lanes).reshape(-1, WARP)

    def alike(members: Any) -> Any:
        equal = (values[:, :, None] == values[:, None, :]) & members[:, None, :]
        return np.packbits(equal, axis=2, bitorder="little").view(np.uint32)[:, :, 0]

    if mode == "any":
        masks = _agree_in_groups(machine, mask, guard, lanes, alike)
        return masks, masks

    def everyone(members: Any) -> Any:
        named = ballot(members)[:, None]
        same = ((alike(members) == named) | ~members).all(axis=1)[:, None]
        return np.where(same, named, np.uint32(0))

    masks = _agree_in_groups(machine, mask, guard, lanes, everyone)
    return masks, masks != 0


_REDUCTIONS: Final[dict[str, Callable[..., Any]]] = {
    "add": np.add.reduce,
    "min": np.minimum.reduce,
    "max": np.maximum.reduce,
    "and": np.bitwise_and.reduce,
    "or": np.bitwise_or.reduce,
    "xor": np.bitwise_xor.reduce,
}


def reduce_(machine: Machine, mode: str, value: Any, mask: Any, guard: Any, lanes: Any) -> Any:
    """Return the reduction over the members of each group."""
    values = _spread(machine, value, lanes).reshape(-1, WARP)
    limits = np.iinfo(values.dtype)
    identities = {"min": limits.max, "max": limits.min, "and": -1 if limits.min else limits.max}
    identity = np.array(identities.get(mode, 0), values.dtype)
    reduction = _REDUCTIONS[mode]

    def agree(members: Any) -> Any:
        # Lanes that are no members must not change the result.
        filled = np.where(members, values, identity)
        return reduction(filled, axis=1, dtype=values.dtype)[:, None]

    return _agree_in_groups(machine, mask, guard, lanes, agree)


_SIGN: Final = np.uint32(1 << 31)
_INFINITY: Final = np.uint32(0x7F800000)
_NAN: Final = np.uint32(0x7FFFFFFF)
_ALL: Final = np.uint32(FULL)


def reduce_floats(
    machine: Machine, flags: frozenset[str], value: Any, mask: Any, guard: Any, lanes: Any
) -> Any:
    """Return the least or largest number of the members of each warp, as `uint32`.

    Args:
        machine: The machine.
        flags: `min` or `max`; `abs` for the absolute values; `NaN` if one NaN is enough for the
            result to be NaN, else NaNs do not count unless there is nothing else.
        value: The bits of the numbers; -0 is less than +0.
        mask: The member mask of each lane.
        guard: Which lanes run the instruction; None for all.
        lanes: The indices of the lanes that have arrived; None for all.
    """
    bits = _spread(machine, value, lanes).reshape(-1, WARP)
    if "abs" in flags:
        bits = bits & ~_SIGN
    numbers = bits & ~_SIGN <= _INFINITY
    # As integers in the order of the numbers: negative ones complemented, the others above them.
    ordered = np.where(bits & _SIGN, ~bits, bits | _SIGN)
    identity, reduction = (
        (_ALL, np.minimum.reduce) if "min" in flags else (np.uint32(0), np.maximum.reduce)
    )

    def agree(members: Any) -> Any:
        counted = members & numbers
        found = reduction(np.where(counted, ordered, identity), axis=1)
        found = np.where(found & _SIGN, found & ~_SIGN, ~found)
        none = (members & ~numbers).any(axis=1) if "NaN" in flags else ~counted.any(axis=1)
        return np.where(none, _NAN, found)[:, None]

    return _agree_in_groups(machine, mask, guard, lanes, agree)
