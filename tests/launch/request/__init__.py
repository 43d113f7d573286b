"""Tests of ptxpy.launch.request."""
