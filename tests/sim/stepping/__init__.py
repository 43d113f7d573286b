"""Launches that are followed instruction by instruction."""
