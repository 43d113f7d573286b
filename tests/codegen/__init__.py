"""Tests of ptxpy.codegen."""
