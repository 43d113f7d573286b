"""Conversions between number formats: pure functions on NumPy values, exact to the bit."""
