"""Calls of kernels with PyTorch tensors: eager, compiled, differentiable.

PyTorch is imported when a module of this package is first used, and not before.
"""
