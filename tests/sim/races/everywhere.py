"""A fixture with which tests of kernels run twice, the second time in strict mode.

No kernel that is right may be accused. Those that are not right are listed here, with their fault.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from ptxpy.sim import SimulationError
from ptxpy.sim.loaded_module import LoadedModule
from ptxpy.sim.races.runs import run_strictly

if TYPE_CHECKING:
    from ptxpy.sim.loaded_module import Outcome

__all__ = ["strictly"]

_WRONG: Final = {
    # All threads of a CTA do `managed_counter++`, and only one of the additions stays.
    "test_nvcc_calls.py::test_tables": "data race in global memory, the variable managed_counter",
    # Elements of arrays are added up of which some have no values.
    "test_nvcc_calls.py::test_local_arrays": "a read of local memory",
    # All 40 threads add to the same words.
    "test_nvcc_switches.py::test_barrier_with_a_vote[3": "data race in global memory",
    # `__syncwarp(0xffff)` by all threads of a warp.
    "test_nvcc_warps.py::test_votes": "does not name the thread itself",
    # Nothing is stored to the operands in shared memory.
    "test_small_kernels.py::test_multiply[": "which nothing has been written to",
    # All threads add to the first element, to which the first one stores without a barrier.
    "test_nvcc.py::test_bulk_copy[nvcc/hopper.sm_90a": "an atomic operation, and nothing orders it",
    # Without optimisation, nvcc moves accumulators between wgmma.fence and wgmma, and behind that;
    # ptxas then makes products one after the other (PTX ISA 9.7.15.6.1 forbids the accesses).
    "test_nvcc.py::test_gemm[64-128-2-nvcc/hopper.sm_90a.debug.ptx": "without a wgmma.fence",
    "test_nvcc.py::test_gemm[192-256-7-nvcc/hopper.sm_90a.debug.ptx": "without a wgmma.fence",
}
"""For tests by the beginnings of their names, part of the message."""


@pytest.fixture(autouse=True, params=["plain", "strict"])
def strictly(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run kernels as they are, then in strict mode."""
    if request.param == "plain":
        return
    run = LoadedModule.run
    name = request.node.nodeid.replace("strict-", "")
    wrong = next((text for begin, text in _WRONG.items() if begin in name), None)
    if wrong is not None:
        mark = pytest.mark.xfail(raises=SimulationError, strict=True, reason=wrong)
        request.node.add_marker(mark)

    def launch(loaded: LoadedModule, *arguments: Any, **options: Any) -> Outcome:
        try:
            hooks = options.pop("hooks", None)
            if hooks is not None:
                return run(loaded, *arguments, hooks=hooks, **options)
            return run_strictly(loaded, *arguments, **options)
        except SimulationError as error:
            if wrong is not None and wrong not in str(error):
                pytest.fail(f"another fault: {error}")
            raise

    monkeypatch.setattr(LoadedModule, "run", launch)
    # A launch that is compiled is not one of this function.
    monkeypatch.setenv("PTXPY_ENGINE", "interpreted")
