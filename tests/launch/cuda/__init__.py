"""Tests of running kernels on a GPU, which here is emulated."""
