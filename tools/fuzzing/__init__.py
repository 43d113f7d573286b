"""Looks for PTX that does not come back: generated, mutated, re-spaced, edited as Python."""
