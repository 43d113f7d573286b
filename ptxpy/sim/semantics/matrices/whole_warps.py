"""Instructions of complete warps: the warps that run them, and their guards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.errors import FaultError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.machine.machine import Machine

__all__ = ["WARP", "run_guarded", "spread", "warps_of"]

WARP: Final = 32


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
        kinds: The NumPy types of what it gives; other lanes get zeros.
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
