"""Tests of what follows from a function's code: control flow, liveness, resources."""
