"""Kernels on JAX arrays, on the CPUs that JAX has."""
