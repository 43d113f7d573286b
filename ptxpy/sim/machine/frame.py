"""An activation of a function: the values of its registers, and its return address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ptxpy.sim.machine.accumulators import Accumulator
    from ptxpy.sim.pieces import Routine

__all__ = ["Frame", "gather_lanes", "scatter_lanes"]


class Frame(list[Any]):
    """The value of each register, by slot.

    A register is a NumPy scalar while all lanes hold the same value, else an array, flat or shaped
    (see `Machine`). Lanes that call a function at the same place share its frame.
    """

    __slots__ = (
        "accumulators", "back", "dynamic", "lanes", "local", "order", "outer", "owned", "routine",
        "shape", "stack",
    )  # fmt: skip

    accumulators: dict[int, tuple[Accumulator, int]]
    """For registers held by an accumulator of `wgmma`: the accumulator, and their index in it."""

    owned: set[int]
    """The registers whose arrays are not shared, so that they may be changed in place."""

    local: np.uint64
    """The address of the local variables of the function in the local memory of each lane."""
    stack: np.ndarray[Any, Any] | None
    """The bytes that each lane has allocated with `alloca`; None while no lane has any."""
    dynamic: int
    """The largest number of such bytes that any lane has had."""
    order: tuple[int, ...]
    """The call stack: for each call, the piece that ends with it."""

    def __hash__(self) -> int:  # type: ignore[override]
        """Frames are compared by identity."""
        return id(self)

    def __eq__(self, other: object) -> bool:
        """Frames are compared by identity."""
        return self is other

    def __ne__(self, other: object) -> bool:
        """Frames are compared by identity."""
        return self is not other

    def __init__(
        self,
        routine: Routine,
        kinds: list[str],
        shape: tuple[int, int, int],
        outer: Frame | None,
        back: int,
    ) -> None:
        """Create a frame whose registers are zero.

        Args:
            routine: The function.
            kinds: The NumPy type of each slot.
            shape: The shape of the batch: its product is the number of lanes.
            outer: The frame of the caller.
            back: The index of the piece after the call.
        """
        super().__init__([_ZEROS[kind] for kind in kinds])
        self.shape = shape
        self.lanes = shape[0] * shape[1] * shape[2]
        self.owned = set()
        self.accumulators = {}
        self.routine = routine
        self.outer = outer
        self.back = back
        self.stack = None
        self.dynamic = 0
        depth = 0
        if outer is not None:
            # The frame follows the variables of its caller, and the largest `alloca` of any lane:
            # all lanes of a frame have one offset.
            depth = int(outer.local) + outer.routine.local_bytes + outer.dynamic
        self.local = np.uint64(depth)
        self.order = () if outer is None else (*outer.order, back - 1)


def scatter_lanes(frame: Frame, slot: int, value: Any, lanes: Any) -> None:
    """Assign a value to a register for some lanes."""
    held = frame[slot]
    if slot not in frame.owned:
        # A register of equal lanes is a scalar, which stays one if nothing changes; else it becomes
        # an array of its own, since arrays of registers may be shared.
        if not held.ndim:
            if not value.ndim and held == value:
                return
            held = np.full(frame.lanes, held)
        else:
            held = _flat(frame, held).copy()
        frame[slot] = held
        frame.owned.add(slot)
    held[lanes] = value


def gather_lanes(frame: Frame, slot: int, lanes: Any) -> Any:
    """Return the value of a register for some lanes."""
    held = frame[slot]
    if not held.ndim:
        return held
    # The flat array is kept, so that the next access needs no broadcast.
    if held.ndim > 1:
        held = frame[slot] = _flat(frame, held)
    return held[lanes]


def _flat(frame: Frame, held: Any) -> Any:
    """Return an array with one element per lane for a register that is not a scalar."""
    if held.size == frame.lanes:
        return held.reshape(-1)
    return np.broadcast_to(held, frame.shape).reshape(-1)


_ZEROS = {kind: np.zeros(1, kind)[0] for kind in ("?", "u1", "u2", "u4", "u8")}
