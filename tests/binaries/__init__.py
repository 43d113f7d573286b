"""Tests of ptxpy.binaries."""
