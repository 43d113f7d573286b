"""Strict launches of compiled kernels: those that no access makes suspicious need no interpreter.

Compiled code notes who accesses what (`strict_records.py`), and stops at the first access that may
be a fault of strict mode. Memory is then set back, and the interpreter runs the launch in strict
mode from the start: it finds the fault, and names it, or finds none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ptxpy.sim.compile.site import UnsupportedInstructionError
from ptxpy.sim.native.launches import CompiledKernel, run, translate
from ptxpy.sim.native.strict_filter import StrictFilter, granule_of
from ptxpy.sim.native.strict_memory import StrictShadow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.launch_request import NewOutput
    from ptxpy.sim.loaded_module import LoadedModule, Outcome
    from ptxpy.sim.machine.geometry import Geometry
    from ptxpy.sim.machine.global_memory import UninitialisedWords

__all__ = ["run_filtered", "translated_strictly"]


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
    uninitialised: Sequence[UninitialisedWords] = (),
    **options: Any,
) -> tuple[Outcome | None, str, StrictShadow | None]:
    """Run a kernel compiled, in strict mode; see `launches.run`.

    Args:
        loaded: The module.
        kernel: The symbol of the kernel.
        parameters: The bytes of the parameters.
        geometry: The shape of the launch.
        outputs: The new outputs of the launch.
        uninitialised: The words of global memory to which nothing has been written.
        options: As for `launches.run`.

    Returns the outcome of a launch without suspicious accesses, "", and its records. If
    the interpreter has to run the launch these are None, with the reason; memory is then as it was.
    """
    found, granule = translated_strictly(loaded, kernel)
    if isinstance(found, str):
        return None, found, None
    try:
        shadow = StrictShadow(loaded.memory, granule, outputs, uninitialised)
    except MemoryError:
        return None, "no room for the records of strict mode", None
    outcome, reason = run(loaded, kernel, parameters, geometry, strict=(found, shadow), **options)
    return outcome, reason, None if outcome is None else shadow
