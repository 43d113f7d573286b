"""Tests of ptxpy.launch_request."""
