"""Shared memory: what is allocated there, its addresses and its layouts."""
