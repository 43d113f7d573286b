"""Property-based search for PTX that is not reproduced: generated, mutated, re-spaced, edited."""
