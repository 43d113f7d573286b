"""Warpgroups: four warps, the first of which has a number that is a multiple of four."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from ptxpy.sim.errors import FaultError

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine

__all__ = ["WARPGROUP", "Warpgroups", "assembled", "first_values", "numbers_of", "warpgroups_of"]

WARPGROUP: Final = 128
"""Threads of a warpgroup."""


class Warpgroups(NamedTuple):
    """The warpgroups that run an instruction."""

    numbers: Any
    """The number of each in the batch."""
    ctas: Any
    """The CTA that each belongs to, by its number in the batch."""
    first: Any
    """The first lane of each."""

    @property
    def total(self) -> int:
        """How many they are."""
        return len(self.numbers)


def numbers_of(machine: Machine, lanes: Any) -> Any:
    """Return the number in the batch of the warpgroup of each lane."""
    each = -(-machine.geometry.padded // WARPGROUP)
    return machine.cta_of[lanes] * each + machine.thread_of[lanes] // WARPGROUP


def warpgroups_of(machine: Machine, lanes: Any) -> Warpgroups:
    """Return the warpgroups of lanes; `FaultError` when one is not whole.

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


def assembled(machine: Machine, ended: Any, guard: Any, lanes: Any) -> Any:
    """Return whether all threads have come to an instruction of the warpgroups that have begun to.

    None for yes, else for each lane that has come whether its warpgroup is complete.

    Args:
        machine: The machine.
        ended: For each lane of the batch whether its thread has ended.
        guard: Which lanes run the instruction; None for all.
        lanes: Which lanes have come; None for all.
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
    """Return what a register holds in each warpgroup; `FaultError` when its threads differ.

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
            f"{_shown(first[number])} in its first, {_shown(parts[number, thread])} in this one"
        )
        raise FaultError(text, int(groups.first[number]) + thread)
    return np.ascontiguousarray(first)


def _shown(value: Any) -> str:
    return str(bool(value)).lower() if value.dtype == bool else f"{int(value):#x}"
