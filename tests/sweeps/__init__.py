"""Tests of `ptxpy.sweep`."""
