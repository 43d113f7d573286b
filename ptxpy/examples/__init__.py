"""Kernels to learn from: `python -m ptxpy.examples.NAME` runs one and checks it against NumPy."""
