"""Counts in messages: a number with its noun, and the verb that follows."""

from __future__ import annotations

__all__ = ["are", "format_count"]


def format_count(number: int, noun: str) -> str:
    """Return `1 kernel`, `2 kernels`, `21,402 instructions`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def are(number: int) -> str:
    """Return the verb of a count: `is` of one, `are` of others."""
    return "is" if number == 1 else "are"
