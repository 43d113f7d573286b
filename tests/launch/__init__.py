"""Tests of loading and launching kernels."""
