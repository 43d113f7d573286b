"""Tests of `tools/gpu_check`."""
