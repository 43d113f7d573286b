"""Shared memory, as an import path: `from ptxpy.smem import apply_swizzle`.

The module is the namespace `ptxpy.smem` itself: an import binds that object.
"""

from sys import modules

from ptxpy.dsl import smem
from ptxpy.dsl.shared_memory.handles import MbarrierArray, MbarrierRef, SharedAlloc, SharedSlice

alloc = smem.alloc
alloc_with_layout = smem.alloc_with_layout
apply_swizzle = smem.apply_swizzle
base = smem.base
load = smem.load
mbarrier = smem.mbarrier
store = smem.store
wgmma_tile = smem.wgmma_tile

__all__ = [
    "MbarrierArray",
    "MbarrierRef",
    "SharedAlloc",
    "SharedSlice",
    "alloc",
    "alloc_with_layout",
    "apply_swizzle",
    "base",
    "load",
    "mbarrier",
    "store",
    "wgmma_tile",
]

modules[__name__] = smem  # type: ignore[assignment]  # an object with the same names
