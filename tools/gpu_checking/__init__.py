"""Comparing the simulator with a GPU: instructions, kernels, loading, and what launches cost."""
