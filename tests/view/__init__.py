"""Tests of ptxpy.view."""
