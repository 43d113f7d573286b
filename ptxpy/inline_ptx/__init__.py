"""Inline PTX of CUDA and Python sources: found, checked, reported at its place in the source."""
