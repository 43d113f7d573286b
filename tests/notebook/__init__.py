"""Tests of ptxpy.notebook."""
