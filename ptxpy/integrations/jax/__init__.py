"""Kernels in JAX: eager calls, `jax.jit`, `jax.vmap` and `jax.shard_map`, on CPUs and CUDA GPUs."""

from ptxpy.integrations.jax.calls import call

__all__ = ["call"]
