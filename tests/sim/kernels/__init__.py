"""Kernels of the corpus, run on the CPU and compared with NumPy."""
