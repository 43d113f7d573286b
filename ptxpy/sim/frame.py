"""A function that is being run: what its registers hold, and where it goes back to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ptxpy.sim.program import Routine

__all__ = ["Frame", "placed"]


class Frame(list[Any]):
    """What each register holds, by slot, and behind them the number of lanes.

    A register is a NumPy scalar while all lanes hold the same, else an array with an element a
    lane. Lanes that call a function at the same place share its frame.
    """

    __slots__ = ("back", "dynamic", "local", "order", "outer", "routine", "stack")

    local: np.uint64
    """Where the local variables of the function begin, in the local memory of each lane."""
    stack: np.ndarray[Any, Any] | None
    """Bytes that each lane has on the stack behind them; None while none has any."""
    dynamic: int
    """The most of them that any lane has had."""
    order: tuple[int, ...]
    """The pieces that end with the calls that led here."""

    def __hash__(self) -> int:  # type: ignore[override]
        """Frames are told apart by identity."""
        return id(self)

    def __eq__(self, other: object) -> bool:
        """Frames are told apart by identity."""
        return self is other

    def __ne__(self, other: object) -> bool:
        """Frames are told apart by identity."""
        return self is not other

    def __init__(
        self, routine: Routine, kinds: list[str], lanes: int, outer: Frame | None, back: int
    ) -> None:
        """Begin with zeros.

        Args:
            routine: The function.
            kinds: The NumPy type of each slot.
            lanes: How many lanes the batch has.
            outer: The frame of the caller.
            back: The number of the piece behind the call.
        """
        super().__init__([_ZEROS[kind] for kind in kinds])
        self.append(lanes)
        self.routine = routine
        self.outer = outer
        self.back = back
        self.stack = None
        self.dynamic = 0
        depth = 0
        if outer is not None:
            depth = int(outer.local) + outer.routine.local_bytes + outer.dynamic
        self.local = np.uint64(depth)
        self.order = () if outer is None else (*outer.order, back - 1)


def placed(frame: list[Any], slot: int, value: Any, lanes: Any) -> None:
    """Let a register hold something for some lanes."""
    held = frame[slot]
    if held.ndim:
        held = held.copy()
    elif not value.ndim and held == value:
        return
    else:
        held = np.full(frame[-1], held)
    held[lanes] = value
    frame[slot] = held


_ZEROS = {kind: np.zeros(1, kind)[0] for kind in ("?", "u1", "u2", "u4", "u8")}
