"""Tests of `ptxpy.executors`."""
