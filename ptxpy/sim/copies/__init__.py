"""Asynchronous copies: bulk copies, and those of boxes of tensors."""
