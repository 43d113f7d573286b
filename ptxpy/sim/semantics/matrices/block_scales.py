"""The scale factors of an `mma` with `.block_scale` (PTX ISA 9.7.14.3).

Each row of A, and each column of B, has one, two or four factors of 8 bits, one for each block of
its columns (rows). They are in the registers of some lanes: for row m of A, of the four lanes that
hold it, lane 2 * thread-id + m / 8; for column n of B, of the four lanes that hold it, the one that
the thread-id names. The byte-id names the first byte of the register.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.sim.errors import FaultError
from ptxpy.sim.semantics.conversions.widening import scale_values
from ptxpy.sim.semantics.matrices.whole_warps import WARP, spread

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine

__all__ = ["SCALED_KINDS", "BlockScales", "block_scales_of"]

_BYTES: Final = 4
_GROUP: Final = 8
_THREADS: Final = 4
_THREAD_IDS: Final = {"a": 2, "b": _THREADS}
_DEFAULT_BLOCKS: Final = {".kind::mxf8f6f4": 1, ".kind::mxf4": 2}
_BLOCKS: Final = {".scale_vec::1X": 1, ".scale_vec::2X": 2, ".scale_vec::4X": 4}


class BlockScales(NamedTuple):
    """Which scale factors A and B have."""

    type: str
    """`ue8m0` or `ue4m3`."""
    blocks: int
    """The blocks of a row of A, or of a column of B."""

    @property
    def byte_ids(self) -> range:
        """The values of a byte-id."""
        return range(0, _BYTES, self.blocks)

    def thread_ids(self, side: str) -> range:
        """Return the values of the thread-id of a side, `a` or `b`."""
        return range(_THREAD_IDS[side])

    def gather(self, side: str, words: Any, byte: Any, thread: Any, warps: int) -> Any:
        """Return the scale factors as `float64`.

        They are [block of 8 rows, warp, row of 8, block] of A, and [warp, column, block] of B.

        Args:
            side: `a` or `b`.
            words: A register for each lane, or one for all.
            byte: The byte-id of each lane, or one for all; that of the first lane of a warp counts.
            thread: The thread-id, in the same form.
            warps: How many warps.
        """
        # Four lanes have each of 8 rows (columns); the thread-id chooses one of them, or two for 16
        # rows.
        lanes = spread(words, warps).reshape(warps, _GROUP, _THREADS)
        wide = _THREADS // _THREAD_IDS[side]
        first = spread(thread, warps)[:, :1].astype(np.intp) * wide
        which = first[:, :, None] + np.arange(wide)
        held = np.take_along_axis(lanes, np.broadcast_to(which, (warps, _GROUP, wide)), axis=2)
        octets = np.ascontiguousarray(held).view(np.uint8).reshape(warps, _GROUP, wide, _BYTES)
        start = spread(byte, warps)[:, :1, None, None].astype(np.intp)
        place = np.broadcast_to(start + np.arange(self.blocks), (*octets.shape[:3], self.blocks))
        factors = scale_values(self.type).take(np.take_along_axis(octets, place, axis=3))
        return factors.transpose(2, 0, 1, 3) if side == "a" else factors[:, :, 0]

    def apply(self, values: Any, factors: Any) -> Any:
        """Return A or B, with columns in their natural order, times its scale factors."""
        parts = values.reshape(*values.shape[:-1], self.blocks, -1)
        return (parts * factors[..., None]).reshape(values.shape)

    def check(self, machine: Machine, lanes: Any, side: str, byte: Any, thread: Any) -> None:
        """Raise `FaultError` for a byte-id or thread-id from registers that selects nothing."""
        for name, value, choices in (
            ("byte-id", byte, self.byte_ids),
            ("thread-id", thread, self.thread_ids(side)),
        ):
            each = np.broadcast_to(value, (machine.count if lanes is None else len(lanes),))
            # `gather` takes the id of the first lane of a warp, so the others must have the same.
            wrong = ~np.isin(each, choices) | (each != np.repeat(each[::WARP], WARP))
            if wrong.any():
                position = int(wrong.argmax())
                text = (
                    f"the {name}-{side} is {each[position]}; it has to be one of "
                    f"{', '.join(map(str, choices))}, the same in all threads of a warp"
                )
                raise FaultError(text, position if lanes is None else int(lanes[position]))


SCALED_KINDS: Final = {
    ".kind::mxf8f6f4": (BlockScales("ue8m0", 1),),
    ".kind::mxf4": (BlockScales("ue8m0", 2),),
    ".kind::mxf4nvf4": (
        BlockScales("ue8m0", 2),
        BlockScales("ue8m0", 4),
        BlockScales("ue4m3", 4),
    ),
}
"""The kinds of `mma` that scale blocks, and the scale factors that each may have."""


def block_scales_of(modifiers: tuple[str, ...]) -> BlockScales | None:
    """Return which scale factors an `mma` has; None if it has none, or there are no such."""
    kind = next((word for word in modifiers if word in SCALED_KINDS), "")
    type_ = next((word[1:] for word in modifiers if word in (".ue8m0", ".ue4m3")), "")
    size = next((word for word in modifiers if word.startswith(".scale_vec::")), None)
    blocks = _DEFAULT_BLOCKS.get(kind, 0) if size is None else _BLOCKS.get(size, 0)
    found = BlockScales(type_, blocks)
    return found if ".block_scale" in modifiers and found in SCALED_KINDS.get(kind, ()) else None
