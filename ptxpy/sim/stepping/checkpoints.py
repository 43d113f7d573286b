"""Checkpoints of a launch: the state of a batch between two instructions, which can be put back.

The state is that of the scheduler, the machine and global memory. It is put back into the objects
of the present batch, as other parts of the simulator refer to these.
"""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from ptxpy.sim.machine.scheduler import Scheduler
    from ptxpy.sim.machine.snapshots import Contents, Snapshot

__all__ = ["Checkpoint", "put_back", "take_checkpoint"]


class Checkpoint(NamedTuple):
    """The state of a launch at a position."""

    position: int
    """How many pieces had begun; see `LaunchStepper.count`."""
    first: int
    """The index of the first CTA of the batch."""
    roots: tuple[Any, ...]
    """The objects whose state it is: those of the batch that it was taken of."""
    shared: tuple[Any, ...]
    """The objects outside of the state to which it refers."""
    states: tuple[dict[str, Any], ...]
    """The attributes of each root."""
    memory: Contents
    more: Any
    """Whatever else belongs to the position."""


def _roots(scheduler: Scheduler) -> tuple[Any, ...]:
    machine = scheduler.machine
    return (scheduler, machine, machine.pending, machine.grid_launches, scheduler.steps)


def _shared(scheduler: Scheduler) -> tuple[Any, ...]:
    """Return the objects outside of the state to which it refers."""
    machine = scheduler.machine
    pieces: Any = scheduler.pieces
    return (
        machine.memory, machine.geometry, machine.output, machine.references, machine.opaque,
        machine.shared_variables, machine.shared_names, machine.clock, machine.out_of_bounds_boxes,
        machine.hooks, None if machine.hooks is None else machine.hooks.stepper,
        pieces, pieces.program, *dict.fromkeys(pieces.program.owners),
    )  # fmt: skip


def take_checkpoint(
    scheduler: Scheduler, memory: Snapshot, position: int, more: object = None
) -> Checkpoint:
    """Return a checkpoint of a batch that is held before an instruction.

    Args:
        scheduler: The scheduler of the batch.
        memory: The snapshot of memory from the begin of the launch.
        position: How many pieces have begun, the next one left out.
        more: Whatever else belongs to the position; it is copied.
    """
    scheduler.forget_splits()
    machine = scheduler.machine
    machine.forget_views()
    roots = _roots(scheduler)
    shared = _shared(scheduler)
    memo = {id(each): each for each in (*roots, *shared)}
    states, others = deepcopy((tuple(vars(root) for root in roots), more), memo)
    return Checkpoint(position, machine.first, roots, shared, states, memory.take(), others)


def put_back(checkpoint: Checkpoint, scheduler: Scheduler, memory: Snapshot) -> Any:
    """Give a batch the state of a checkpoint, and return its further values.

    The scheduler has to be left, and then to go on by `Scheduler.resume`.
    """
    roots = _roots(scheduler)
    # References to the objects of that time become references to those of the present batch.
    old, new = (*checkpoint.roots, *checkpoint.shared), (*roots, *_shared(scheduler))
    memo = {id(before): now for before, now in zip(old, new, strict=True)}
    states, more = deepcopy((checkpoint.states, checkpoint.more), memo)
    for root, state in zip(roots, states, strict=True):
        vars(root).clear()
        vars(root).update(state)
    memory.put(checkpoint.memory)
    return more
