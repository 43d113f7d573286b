"""Tests of ptxpy.ir."""
