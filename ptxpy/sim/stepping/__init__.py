"""Launches that are held between two instructions, and the state of a batch while it is held."""
