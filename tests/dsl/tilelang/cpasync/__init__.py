"""Tests of ptxpy.cpasync."""
