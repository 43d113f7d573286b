"""Allocators by the names of TileLang's `language.allocate`, on the level of PTX.

| Function | What it returns |
|---|---|
| `alloc_shared` | an array in shared memory (`SharedAlloc`) |
| `alloc_local` | registers by index, or `.local` memory (`LocalBuffer`) |
| `alloc_fragment` | registers that hold an array between the threads of a CTA (`Fragment`) |
| `alloc_var` | a register |
| `alloc_barrier` | an mbarrier that is ready, or several |
| `alloc_tmem` | columns of tensor memory (`TensorBuffer`) |
| `alloc_reducer` | registers that are reduced over a CTA (`Reducer`) |
| `alloc_descriptor` and its kin | a register for a matrix or instruction descriptor |
| `empty` | an array of NumPy for a kernel to fill |

A dtype is a name, such as `"float32"`, `"bfloat16"`, `"int8"`, `"bool"` or `"float8_e4m3"`, or a
type of ptxpy's. What the functions emit is emitted for all threads that come by: call them where
all threads of the CTA do.
"""

from ptxpy.dsl.tilelang.allocate.descriptors import (
    DescKind,
    alloc_descriptor,
    alloc_tcgen05_instr_desc,
    alloc_tcgen05_instruction_desc,
    alloc_tcgen05_smem_desc,
    alloc_wgmma_desc,
)
from ptxpy.dsl.tilelang.allocate.fragments import Fragment, Layout, alloc_fragment
from ptxpy.dsl.tilelang.allocate.host import empty
from ptxpy.dsl.tilelang.allocate.local import LocalBuffer, alloc_local, alloc_var
from ptxpy.dsl.tilelang.allocate.reducers import Reducer, alloc_reducer
from ptxpy.dsl.tilelang.allocate.shared import alloc_barrier, alloc_shared
from ptxpy.dsl.tilelang.allocate.tensor_memory import TensorBuffer, alloc_tmem

__all__ = [
    "DescKind",
    "Fragment",
    "Layout",
    "LocalBuffer",
    "Reducer",
    "TensorBuffer",
    "alloc_barrier",
    "alloc_descriptor",
    "alloc_fragment",
    "alloc_local",
    "alloc_reducer",
    "alloc_shared",
    "alloc_tcgen05_instr_desc",
    "alloc_tcgen05_instruction_desc",
    "alloc_tcgen05_smem_desc",
    "alloc_tmem",
    "alloc_var",
    "alloc_wgmma_desc",
    "empty",
]
