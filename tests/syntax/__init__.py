"""Tests of ptxpy.syntax."""
