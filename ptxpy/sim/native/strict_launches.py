"""Strict launches of compiled kernels: those that no access makes suspicious need no interpreter.

Compiled code notes who accesses what (`strict_records.py`), and stops at the first access that may
be a fault of strict mode. Memory is then set back, and the interpreter runs the launch in strict
mode from the start: it finds the fault, and names it, or finds none.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.compile.site import UnsupportedInstructionError
from ptxpy.sim.machine.address_space import FIRST_ADDRESS
from ptxpy.sim.native.launches import CompiledKernel, run, translate
from ptxpy.sim.native.strict_filter import StrictFilter, granule_of
from ptxpy.sim.native.strict_records import UNSET

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.launch_request import NewOutput
    from ptxpy.sim.loaded_module import LoadedModule, Outcome
    from ptxpy.sim.machine.geometry import Geometry
    from ptxpy.sim.machine.global_memory import Memory

__all__ = ["StrictShadow", "run_filtered", "translated_strictly"]

_NEW_FILL: Final = 0xFF
"""The bytes of new outputs, which are NaNs where they are floats."""
_RECORD_BYTES: Final = 4
_WORD: Final = 4


class StrictShadow:
    """The records of a strict launch, and what new outputs it has."""

    def __init__(self, memory: Memory, granule: int, outputs: Sequence[NewOutput]) -> None:
        """Begin without accesses; new outputs have no contents, and are filled with ones."""
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


def translated_strictly(loaded: LoadedModule, name: str) -> tuple[CompiledKernel | str, int]:
    """Return a kernel with its filter as LLVM IR, or why it is left to the interpreter.

    The second result is the bytes of a granule of memory.
    """
    key = f"{name} strictly"
    found = loaded.compiled_kernels.get(key)
    if found is None:
        granule = 0
        try:
            loaded.prepare(name)
            granule = granule_of(loaded.program.routines[name])
            found = translate(loaded, name, StrictFilter(granule)), granule
        except UnsupportedInstructionError as error:
            found = str(error), granule
        loaded.compiled_kernels[key] = found
    return found


def run_filtered(
    loaded: LoadedModule,
    kernel: str,
    parameters: bytes,
    geometry: Geometry,
    *,
    outputs: Sequence[NewOutput] = (),
    **options: Any,
) -> tuple[Outcome | None, str, StrictShadow | None]:
    """Run a kernel compiled, in strict mode; see `launches.run`.

    Args:
        loaded: The module.
        kernel: The symbol of the kernel.
        parameters: The bytes of the parameters.
        geometry: The shape of the launch.
        outputs: The new outputs of the launch.
        options: As for `launches.run`.

    Returns the outcome of a launch without suspicious accesses, "", and what it has accessed. If
    the interpreter has to run the launch these are None, with the reason; memory is then as it was.
    """
    found, granule = translated_strictly(loaded, kernel)
    if isinstance(found, str):
        return None, found, None
    try:
        shadow = StrictShadow(loaded.memory, granule, outputs)
    except MemoryError:
        return None, "no room for the records of strict mode", None
    outcome, reason = run(loaded, kernel, parameters, geometry, strict=(found, shadow), **options)
    return outcome, reason, None if outcome is None else shadow
