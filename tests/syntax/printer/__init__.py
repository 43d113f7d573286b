"""Tests of ptxpy.syntax.printer."""
