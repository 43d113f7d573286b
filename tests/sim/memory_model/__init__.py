"""The memory consistency model."""
