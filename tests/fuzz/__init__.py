"""Tests of the fuzzer, and a short run of it."""
