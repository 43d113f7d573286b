"""Tests of ptxpy.highlighting."""
