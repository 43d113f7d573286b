"""Counts in messages: a number with its noun, and the verb that follows."""

from __future__ import annotations

__all__ = ["are", "format_count"]


def format_count(number: int | None, noun: str) -> str:
    """Return `1 kernel`, `21,402 instructions`, or of None `an unknown number of kernels`.

    >>> format_count(1, "kernel"), format_count(None, "byte")
    ('1 kernel', 'an unknown number of bytes')
    """
    if number is None:
        return f"an unknown number of {noun}s"
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def are(number: int) -> str:
    """Return the verb of a count: `is` of one, `are` of others."""
    return "is" if number == 1 else "are"
