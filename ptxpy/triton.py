"""Triton's kernels: in the simulator, without a GPU, and edited kernels in their place.

The guide is `ptxpy/integrations/README.md`. Triton is imported when it is used.
"""

from ptxpy.integrations.triton.errors import OverrideError, StaleOverrideWarning, TritonError
from ptxpy.integrations.triton.origins import export
from ptxpy.integrations.triton.overrides import Override, override
from ptxpy.integrations.triton.simulation import Simulated, simulate, simulated
from ptxpy.integrations.triton.specializations import Specialization

__all__ = [
    "Override",
    "OverrideError",
    "Simulated",
    "Specialization",
    "StaleOverrideWarning",
    "TritonError",
    "export",
    "override",
    "simulate",
    "simulated",
]
