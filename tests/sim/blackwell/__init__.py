"""Kernels for Blackwell, on the CPU, against NumPy."""
