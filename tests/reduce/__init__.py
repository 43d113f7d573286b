"""Reduction of modules."""
