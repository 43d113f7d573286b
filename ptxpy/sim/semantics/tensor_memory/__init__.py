"""Tensor memory, and the matrix products of single threads: `tcgen05` (PTX ISA 9.7.16)."""
