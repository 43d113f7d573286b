"""Tests of the names of registers."""
