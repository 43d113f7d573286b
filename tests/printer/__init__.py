"""Tests of ptxpy.printer."""
