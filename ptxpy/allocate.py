"""Allocators by the names of TileLang's `language.allocate`, on the level of PTX.

| Function | Its result |
|---|---|
| `alloc_shared` | an array in shared memory (`SharedAlloc`) |
| `alloc_local` | registers by index, or `.local` memory (`LocalBuffer`) |
| `alloc_fragment` | an array in the registers of all threads of a CTA (`Fragment`) |
| `alloc_var` | a register |
| `alloc_barrier` | an mbarrier that is ready, or several |
| `alloc_tmem` | columns of tensor memory (`TensorBuffer`) |
| `alloc_reducer` | registers that are reduced over a CTA (`Reducer`) |
| `alloc_descriptor` and its kin | a register for a matrix or instruction descriptor |
| `empty` | an array of NumPy for a kernel to fill |

A dtype is a name, such as `"float32"`, `"bfloat16"`, `"int8"`, `"bool"` or `"float8_e4m3"`, or a
type of ptxpy's. All threads of the CTA must execute the instructions that the functions emit.
"""

from ptxpy.dsl.tilelang.fragments import Fragment, Layout, alloc_fragment
from ptxpy.dsl.tilelang.memory import TensorBuffer, alloc_barrier, alloc_shared, alloc_tmem, empty
from ptxpy.dsl.tilelang.reducers import Reducer, alloc_reducer
from ptxpy.dsl.tilelang.registers import (
    DescKind,
    LocalBuffer,
    alloc_descriptor,
    alloc_local,
    alloc_tcgen05_instr_desc,
    alloc_tcgen05_instruction_desc,
    alloc_tcgen05_smem_desc,
    alloc_var,
    alloc_wgmma_desc,
)

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
