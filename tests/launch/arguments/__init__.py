"""Tests of what a launch consists of."""
