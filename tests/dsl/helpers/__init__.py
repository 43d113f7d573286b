"""Tests of ptxpy.dsl.helpers."""
