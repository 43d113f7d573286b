"""Loads, stores and atomic operations, with every address checked."""
