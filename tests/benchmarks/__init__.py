"""Tests of `tools/benchmarks`."""
