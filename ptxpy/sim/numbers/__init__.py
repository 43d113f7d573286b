"""What instructions compute: pure functions on NumPy values, exact to the bit."""
