"""Tests of the TileLang names."""
