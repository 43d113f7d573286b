"""Triton's kernels: in the simulator, without a GPU, and edited kernels in their place.

The guide is `ptxpy/integrations/README.md`. Triton is imported when it is used.
"""

from ptxpy.integrations.triton.errors import OverrideError, StaleOverrideWarning, TritonError
from ptxpy.integrations.triton.simulation import simulate, simulated

__all__ = [
    "OverrideError",
    "StaleOverrideWarning",
    "TritonError",
    "simulate",
    "simulated",
]
