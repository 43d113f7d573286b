"""Launches of CUTLASS's kernels, as `record.py` has recorded them."""
