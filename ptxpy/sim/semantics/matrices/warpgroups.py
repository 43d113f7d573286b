"""Warpgroups: four adjacent warps, of which the first has an index that is a multiple of four."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from ptxpy.sim.errors import FaultError

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine

__all__ = ["WARPGROUP", "Warpgroups", "first_values", "lanes_ready", "numbers_of", "warpgroups_of"]

WARPGROUP: Final = 128
"""Threads of a warpgroup."""


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
    here = ended.copy()
    here[lanes] = True
    if here.all():
        return None
    absent = numbers_of(machine, np.flatnonzero(~here))
    ready = ~np.isin(numbers_of(machine, lanes), absent)
    if guard is not None:
        ready |= ~np.broadcast_to(guard, len(lanes))
    return None if ready.all() else ready


def first_values(value: Any, groups: Warpgroups, what: str) -> Any:
    """Return the value of a register in each warpgroup; raise `FaultError` if threads differ.

    Args:
        value: A scalar, or an array with an element for each lane that runs.
        groups: The warpgroups.
        what: What the register is, for the message.
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
