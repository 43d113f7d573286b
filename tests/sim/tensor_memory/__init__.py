"""Tensor memory and tcgen05, each form against a reference that is written element by element."""
