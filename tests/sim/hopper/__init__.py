"""Kernels for Hopper on the CPU, against NumPy."""
