"""Tests of the integration of Triton; they need the `triton` package, but no GPU."""
