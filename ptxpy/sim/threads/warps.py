"""What the threads of a warp do together: shuffles, votes, matches (PTX ISA 9.7.9.6, 9.7.13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.threads.machine import Machine

__all__ = [
    "activemask",
    "assembled",
    "elect",
    "match",
    "reduce_",
    "reduce_floats",
    "shuffle",
    "vote",
]

WARP: Final = 32
FULL: Final = 0xFFFFFFFF


def assembled(machine: Machine, ended: Any, mask: Any, guard: Any, lanes: Any) -> bool:
    """Return whether all threads that an instruction names have come to it.

    Args:
        machine: The machine.
        ended: For each lane of the batch whether its thread has ended.
        mask: The member mask of each lane.
        guard: Which lanes run the instruction; None for all.
        lanes: Which lanes have come; None for all.
    """
    if lanes is None:
        return True
    here = np.zeros(machine.count, bool)
    here[lanes] = True
    present = here | ended
    if present.all():
        return True
    wanted = np.zeros(machine.count // WARP, np.uint32)
    masks = np.broadcast_to(mask, (len(lanes),)).astype(np.uint32)
    if guard is not None:
        masks = np.where(guard, masks, np.uint32(0))
    np.bitwise_or.at(wanted, lanes // WARP, masks)
    held = np.packbits(present.reshape(-1, WARP), axis=1, bitorder="little").view(np.uint32)[:, 0]
    return not (wanted & ~held).any()


def _spread(machine: Machine, value: Any, lanes: Any, kind: Any = None) -> Any:
    """Return a value with an element for each lane of the batch."""
    if lanes is None:
        return value if value.ndim else np.full(machine.count, value)
    found = np.zeros(machine.count, kind or value.dtype)
    found[lanes] = value
    return found


def _members(machine: Machine, mask: Any, guard: Any, lanes: Any) -> Any:
    """Return for each lane of the batch whether it takes part."""
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
    """Return what each lane gets from another one, and whether that was in its segment."""
    lane = machine.lane_of_warp
    everyone = _spread(machine, value, lanes)
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
    source = np.where(inside, source, lane) + (machine.lanes - lane)
    del mask, guard
    result = everyone[source]
    inside = np.broadcast_to(inside, result.shape)
    return (result, inside) if lanes is None else (result[lanes], inside[lanes])


def _ballot(flags: Any) -> Any:
    return np.packbits(flags.reshape(-1, WARP), axis=1, bitorder="little").view(np.uint32)[:, 0]


def _result(value: Any, lanes: Any) -> Any:
    """Return a value of each warp for the lanes that run."""
    found = np.repeat(value, WARP)
    return found if lanes is None else found[lanes]


def vote(machine: Machine, mode: str, predicate: Any, mask: Any, guard: Any, lanes: Any) -> Any:
    """Return what the threads of each warp agree on."""
    members = _members(machine, mask, guard, lanes)
    yes = _ballot(_spread(machine, predicate, lanes, bool) & members)
    if mode == "ballot":
        return _result(yes, lanes)
    everyone = _ballot(members)
    agreed = {"all": yes == everyone, "any": yes != 0, "uni": (yes == everyone) | (yes == 0)}
    return _result(agreed[mode], lanes)


def activemask(machine: Machine, guard: Any, lanes: Any) -> Any:
    """Return which threads of each warp run the instruction."""
    return _result(_ballot(_members(machine, np.uint32(FULL), guard, lanes)), lanes)


def elect(machine: Machine, mask: Any, guard: Any, lanes: Any) -> tuple[Any, Any]:
    """Return the lowest member of each warp, and which lane that is."""
    members = _members(machine, mask, guard, lanes).reshape(-1, WARP)
    leader = np.repeat(members.argmax(axis=1), WARP)
    chosen = machine.lane_of_warp == leader
    leader = leader.astype(np.uint32)
    return (leader, chosen) if lanes is None else (leader[lanes], chosen[lanes])


def match(
    machine: Machine, mode: str, value: Any, mask: Any, guard: Any, lanes: Any
) -> tuple[Any, Any]:
    """Return which members have the same value, and for `all` whether all have."""
    members = _members(machine, mask, guard, lanes).reshape(-1, WARP)
    values = _spread(machine, value, lanes).reshape(-1, WARP)
    equal = (values[:, :, None] == values[:, None, :]) & members[:, None, :]
    masks = np.packbits(equal, axis=2, bitorder="little").view(np.uint32)[:, :, 0]
    everyone = np.packbits(members, axis=1, bitorder="little").view(np.uint32)
    same = masks == everyone
    if mode == "all":
        same = np.repeat((same | ~members).all(axis=1), WARP).reshape(same.shape)
        masks = np.where(same, everyone, np.uint32(0))
    masks, same = masks.reshape(-1), same.reshape(-1)
    return (masks, same) if lanes is None else (masks[lanes], same[lanes])


_REDUCTIONS: Final[dict[str, Callable[..., Any]]] = {
    "add": np.add.reduce,
    "min": np.minimum.reduce,
    "max": np.maximum.reduce,
    "and": np.bitwise_and.reduce,
    "or": np.bitwise_or.reduce,
    "xor": np.bitwise_xor.reduce,
}


def reduce_(machine: Machine, mode: str, value: Any, mask: Any, guard: Any, lanes: Any) -> Any:
    """Return the reduction over the members of each warp."""
    members = _members(machine, mask, guard, lanes).reshape(-1, WARP)
    values = _spread(machine, value, lanes).reshape(-1, WARP)
    limits = np.iinfo(values.dtype)
    neutral = {"min": limits.max, "max": limits.min, "and": -1 if limits.min else limits.max}
    filled = np.where(members, values, np.array(neutral.get(mode, 0), values.dtype))
    return _result(_REDUCTIONS[mode](filled, axis=1, dtype=values.dtype), lanes)


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
        lanes: Which lanes have come; None for all.
    """
    members = _members(machine, mask, guard, lanes).reshape(-1, WARP)
    bits = _spread(machine, value, lanes).reshape(-1, WARP)
    if "abs" in flags:
        bits = bits & ~_SIGN
    nans = members & (bits & ~_SIGN > _INFINITY)
    # In the order of numbers: negative ones turned, the others above them.
    order = np.where(bits & _SIGN, ~bits, bits | _SIGN)
    least = "min" in flags
    order = np.where(members & ~nans, order, _ALL if least else np.uint32(0))
    found = (np.minimum if least else np.maximum).reduce(order, axis=1)
    found = np.where(found & _SIGN, found & ~_SIGN, ~found)
    none = nans.any(axis=1) if "NaN" in flags else ~(members & ~nans).any(axis=1)
    return _result(np.where(none, _NAN, found), lanes)
