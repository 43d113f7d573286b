"""Instructions of complete warps and warpgroups: the ones that run, and their guards.

A warpgroup is four adjacent warps; the index of the first is a multiple of four.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.sim.errors import FaultError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.machine.machine import Machine

__all__ = [
    "WARP",
    "WARPGROUP",
    "Warpgroups",
    "first_values",
    "lanes_ready",
    "numbers_of",
    "run_guarded",
    "spread",
    "warpgroups_of",
    "warps_of",
]

WARP: Final = 32

WARPGROUP: Final = 128
"""Threads of a warpgroup."""


def warps_of(machine: Machine, lanes: Any) -> int:
    """Return how many warps run; raise `FaultError` if one is incomplete, as for `.aligned`.

    Args:
        machine: The machine.
        lanes: The lanes that run, in order; None for all.
    """
    if lanes is None:
        return machine.count // WARP
    count, rest = divmod(len(lanes), WARP)
    if not rest:
        first, last = lanes[::WARP], lanes[WARP - 1 :: WARP]
        if not ((first % WARP != 0) | (last - first != WARP - 1)).any():
            return count
    # Some warp is incomplete: find it for the message.
    members = np.bincount(lanes // WARP, minlength=1)
    broken = int(np.flatnonzero((members != 0) & (members != WARP))[0])
    text = (
        f"a matrix instruction needs all {WARP} threads of a warp, and {members[broken]} of them "
        "are here"
    )
    raise FaultError(text, int(lanes[np.flatnonzero(lanes // WARP == broken)[0]]))


def spread(value: Any, warps: int) -> Any:
    """Return a value with an element for each lane, as (warps, 32)."""
    return np.broadcast_to(value, (warps * WARP,)).reshape(warps, WARP)


def run_guarded(
    machine: Machine,
    guard: Any,
    lanes: Any,
    kinds: tuple[str, ...],
    operation: Callable[..., tuple[Any, ...]],
    sources: tuple[tuple[Any, ...], ...],
) -> tuple[Any, ...]:
    """Run an instruction in the warps whose guard holds; it must be the same in all their lanes.

    Args:
        machine: The machine.
        guard: Which of the lanes run it.
        lanes: The lanes that come, None for all.
        kinds: The NumPy types of the results; other lanes get zeros.
        operation: Takes the machine, the lanes that run it, and groups of sources.
        sources: The groups of sources.
    """
    number = machine.count if lanes is None else len(lanes)
    chosen = np.broadcast_to(guard, (number,)).nonzero()[0]
    if not len(chosen):
        return tuple([np.zeros(1, kind)[0] for kind in kinds])
    if len(chosen) == number:
        warps_of(machine, lanes)
        return operation(machine, lanes, *sources)
    inner = chosen if lanes is None else lanes[chosen]
    warps_of(machine, inner)
    taken = [
        tuple([value[chosen] if value.ndim else value for value in group]) for group in sources
    ]
    results = []
    for kind, part in zip(kinds, operation(machine, inner, *taken), strict=True):
        whole = np.zeros(number, kind)
        whole[chosen] = part
        results.append(whole)
    return tuple(results)


class Warpgroups(NamedTuple):
    """The warpgroups that run an instruction."""

    numbers: Any
    """The index in the batch of each warpgroup."""
    ctas: Any
    """The index in the batch of the CTA of each warpgroup."""
    first: Any
    """The first lane of each warpgroup."""

    @property
    def total(self) -> int:
        """The number of warpgroups."""
        return len(self.numbers)


def numbers_of(machine: Machine, lanes: Any) -> Any:
    """Return the index in the batch of the warpgroup of each lane."""
    each = -(-machine.geometry.padded // WARPGROUP)
    return machine.cta_of[lanes] * each + machine.thread_of[lanes] // WARPGROUP


def warpgroups_of(machine: Machine, lanes: Any) -> Warpgroups:
    """Return the warpgroups of lanes; raise `FaultError` if one is not complete.

    Args:
        machine: The machine.
        lanes: The lanes that run, in order; None for all.
    """
    every = machine.lanes if lanes is None else lanes
    if not len(every) % WARPGROUP:
        first, last = every[::WARPGROUP], every[WARPGROUP - 1 :: WARPGROUP]
        # In order and without gaps, 128 lanes are adjacent: the first and the last tell.
        crooked = (last - first != WARPGROUP - 1) | (machine.thread_of[first] % WARPGROUP != 0)
        if not (crooked | (machine.cta_of[first] != machine.cta_of[last])).any():
            return Warpgroups(numbers_of(machine, first), machine.cta_of[first], first)
    numbers = numbers_of(machine, every)
    members = np.bincount(numbers)
    broken = int(np.flatnonzero((members != 0) & (members != WARPGROUP))[0])
    text = (
        f"wgmma needs all {WARPGROUP} threads of a warpgroup, and {members[broken]} of them "
        "are here"
    )
    raise FaultError(text, int(every[np.argmax(numbers == broken)]))


def lanes_ready(machine: Machine, ended: Any, guard: Any, lanes: Any) -> Any:
    """Return, for each lane that has arrived, whether all threads of its warpgroup have arrived.

    None for yes, else for each lane that has come whether its warpgroup is complete.

    Args:
        machine: The machine.
        ended: For each lane of the batch whether its thread has ended.
        guard: Which lanes run the instruction; None for all.
        lanes: The indices of the lanes that have arrived; None for all.
    """
    if lanes is None:
        return None
    # Nobody waits for threads that have ended.
    here = ended.copy()
    here[lanes] = True
    if here.all():
        return None
    absent = numbers_of(machine, np.flatnonzero(~here))
    ready = ~np.isin(numbers_of(machine, lanes), absent)
    if guard is not None:
        # A lane whose guard is false waits for nobody.
        ready |= ~np.broadcast_to(guard, len(lanes))
    return None if ready.all() else ready


def first_values(value: Any, groups: Warpgroups, what: str) -> Any:
    """Return the value of a register in each warpgroup; raise `FaultError` if threads differ.

    Args:
        value: A scalar, or an array with an element for each lane that runs.
        groups: The warpgroups.
        what: The name of the register, for the message.
    """
    if not value.ndim:
        return np.full(groups.total, value)
    parts = value.reshape(-1, WARPGROUP)
    first = parts[:, 0]
    same = parts == first[:, None]
    if not same.all():
        number, thread = (int(each) for each in np.argwhere(~same)[0])
        text = (
            f"{what} is not the same in all threads of a warpgroup: "
            f"{_format(first[number])} in its first, {_format(parts[number, thread])} in this one"
        )
        raise FaultError(text, int(groups.first[number]) + thread)
    return np.ascontiguousarray(first)


def _format(value: Any) -> str:
    return str(bool(value)).lower() if value.dtype == bool else f"{int(value):#x}"
