"""The meaning of instructions."""
