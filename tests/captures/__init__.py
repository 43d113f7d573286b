"""Tests of ptxpy.captures."""
