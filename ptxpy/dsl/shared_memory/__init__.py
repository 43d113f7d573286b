"""Shared memory: allocations, addresses, layouts and matrix descriptors."""
