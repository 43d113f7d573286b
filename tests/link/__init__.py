"""Linking of several units."""
