"""The memory of the records of a strict launch."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.machine.address_space import FIRST_ADDRESS
from ptxpy.sim.native.strict_records import UNSET

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.launch_request import NewOutput
    from ptxpy.sim.machine.global_memory import Memory, UninitialisedWords

__all__ = ["StrictShadow"]

_NEW_FILL: Final = 0xFF
"""The bytes of new outputs, which are NaNs where they are floats."""
_RECORD_BYTES: Final = 4
_WORD: Final = 4


class StrictShadow:
    """The records of a strict launch, and its new outputs."""

    def __init__(
        self,
        memory: Memory,
        granule: int,
        outputs: Sequence[NewOutput],
        uninitialised: Sequence[UninitialisedWords] = (),
    ) -> None:
        """Begin without accesses.

        New outputs have no contents, and are filled with ones; uninitialised words have none.
        """
        self.granule = granule
        self._outputs = outputs
        self._memory = memory
        self._bytes = memory.used()
        count = -(-self._bytes // granule)
        self.written: Any = np.zeros(count, np.uint32)
        self._read = np.zeros(count, np.uint32)
        self._shared: Any = None
        for each in outputs:
            self._of(each)[:] = UNSET
            start = each.address
            memory.bytes[start : start + prod(each.shape) * each.itemsize] = _NEW_FILL
        width = _WORD // granule
        for part in uninitialised:
            first = (part.start - FIRST_ADDRESS) // granule
            records = self.written[first : first + width * len(part.words)]
            records.reshape(-1, width)[part.words] = UNSET

    def _of(self, output: NewOutput) -> Any:
        """Return the records of writes to an output."""
        first = (output.address - FIRST_ADDRESS) // self.granule
        count = -(-prod(output.shape) * output.itemsize // self.granule)
        return self.written[first : first + count]

    def words(self, shared_bytes: int) -> dict[str, int]:
        """Return words of the context of a launch with so much shared memory (see `layout.py`)."""
        count = -(-shared_bytes // self.granule)
        self._shared = np.zeros((2, count), np.uint32)
        before = FIRST_ADDRESS // self.granule * _RECORD_BYTES
        return {
            "strict": 1, "ticks": 0, "epoch": 0, "cta_epoch": 0,
            "written": self.written.ctypes.data - before, "read": self._read.ctypes.data - before,
            "shadow_start": FIRST_ADDRESS, "shadow_bytes": self._bytes,
            "shared_written": self._shared[0].ctypes.data,
            "shared_read": self._shared[1].ctypes.data,
            "shared_shadow_bytes": count * _RECORD_BYTES,
        }  # fmt: skip

    def objection(self) -> str:
        """Return why the interpreter has to run a launch that has ended; empty if it has not to."""
        if any((self._of(each) == UNSET).any() for each in self._outputs):
            return "elements of a new output that no thread writes, which the interpreter names"
        return ""

    def written_words(self) -> Any:
        """Return for each word of global memory whether the launch has written to it."""
        found = (self.written != 0) & (self.written != UNSET)
        width = _WORD // self.granule
        found = np.append(found, np.zeros(-len(found) % width, bool))
        return found.reshape(-1, width).any(axis=1)
