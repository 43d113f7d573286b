"""Checks of meaning: instructions when they are recorded, functions when they are traced."""
