"""Tests of ptxpy.dsl."""
