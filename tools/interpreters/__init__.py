"""Finds the Pythons that the project promises, and tries it on each."""
