"""Kernels in JAX: their handles in programs, and the foreign function that launches them.

A kernel of tensors needs nothing of this: it is called with JAX arrays, `c = gemm(a, b)`, eager or
in `jax.jit`. Here are the parts of such calls, for PTX of any origin:

    handle = get_cubin_registry().register(ptx, "saxpy")
    add_scalar_param_to_shim(handle, value_bits=1000, size_bytes=4)
    y = call_kernel_via_ffi(x, cubin_handle=handle, out_specs=[Tile("N", f32)], …)

The names are those of `pyptx.jax_support`. There is no compiled shim: XLA calls a function of
Python, through ctypes. JAX is imported when it is used. The guide is
`ptxpy/integrations/README.md`.
"""

from ptxpy.integrations.jax.ptx_launches import (
    add_scalar_param_to_shim,
    add_tma_spec_to_shim,
    call_kernel_via_ffi,
    compile_ptx_to_cubin,
    register_launch_config,
)
from ptxpy.integrations.jax.registration import (
    ensure_ffi_registered,
    set_mock_ffi_callback,
    shim_is_available,
    shim_load_error,
)
from ptxpy.integrations.jax.registry import CubinRecord, CubinRegistry, get_cubin_registry
from ptxpy.integrations.jax.tensor_map_blobs import (
    synthesize_tma_descriptor,
    synthesize_tma_descriptor_3d,
)

__all__ = [
    "CubinRecord",
    "CubinRegistry",
    "add_scalar_param_to_shim",
    "add_tma_spec_to_shim",
    "call_kernel_via_ffi",
    "compile_ptx_to_cubin",
    "ensure_ffi_registered",
    "get_cubin_registry",
    "register_launch_config",
    "set_mock_ffi_callback",
    "shim_is_available",
    "shim_load_error",
    "synthesize_tma_descriptor",
    "synthesize_tma_descriptor_3d",
]
