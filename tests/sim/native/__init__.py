"""Tests of `ptxpy.sim.native`."""
