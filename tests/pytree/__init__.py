"""The tree of a generated program, and its text."""
