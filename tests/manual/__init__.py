"""Tests of tools/manual."""
