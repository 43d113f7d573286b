"""Strict mode: faults that it names, and kernels that it does not accuse."""
