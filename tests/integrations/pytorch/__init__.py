"""Tests of kernels with PyTorch tensors; they skip without PyTorch."""
