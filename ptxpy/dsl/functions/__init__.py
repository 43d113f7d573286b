"""Kernels and device functions: decorators, parameters, heads, bodies, calls."""
