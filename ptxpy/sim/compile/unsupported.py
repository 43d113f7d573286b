"""The error of instructions for which no code can be generated."""

from __future__ import annotations

__all__ = ["UnsupportedInstructionError"]


class UnsupportedInstructionError(Exception):
    """An instruction or operand that is not simulated, found before a kernel runs.

    A launch collects these errors, and raises one `UnsupportedError` for all of them.
    """
