"""Matrices in the registers of warps: fragments, products, and their ways to and from memory."""
