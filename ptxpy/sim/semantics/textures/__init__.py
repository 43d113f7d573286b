"""Textures, samplers and surfaces."""
