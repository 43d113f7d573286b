"""Tests of ptxpy.allocate."""
