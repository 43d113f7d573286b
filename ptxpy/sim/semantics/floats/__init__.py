"""Floating-point instructions: pure functions on NumPy values, exact to the bit."""
