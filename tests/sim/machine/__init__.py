"""The machine: scheduling, barriers, limits."""
