"""Tests of ptxpy in the frameworks that its users have; each is an extra."""
