"""Tests of the emulated device and of `ptxpy exec`."""
