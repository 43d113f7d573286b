"""Tests of the styles."""
