"""Kernels compiled to machine code by LLVM: see README.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._faces import lazy_names

if TYPE_CHECKING:
    from ptxpy.sim.native.launches import run
    from ptxpy.sim.native.strict_launches import run_filtered
    from ptxpy.sim.native.strict_tiers import run_strictly_in_tiers
    from ptxpy.sim.native.tiers import run_in_tiers

# What only asks where the cache is must not need llvmlite.
__getattr__ = lazy_names(
    __name__,
    {
        "ptxpy.sim.native.launches": "run",
        "ptxpy.sim.native.strict_launches": "run_filtered",
        "ptxpy.sim.native.strict_tiers": "run_strictly_in_tiers",
        "ptxpy.sim.native.tiers": "run_in_tiers",
    },
)

__all__ = ["run", "run_filtered", "run_in_tiers", "run_strictly_in_tiers"]
