"""Limits of the size of launches for the memory consistency model."""

from __future__ import annotations

from typing import Final

__all__ = ["Effort", "TooLargeError"]

_MAX_EFFORT: Final = 50_000
"""The most choices that are tried for a launch; each takes a millisecond or less."""


class TooLargeError(Exception):
    """Raised when a launch is too large for the model, or has operations that it does not cover."""


class Effort:
    """Counts the choices that are tried: of writes to read from, and of orders."""

    def __init__(self) -> None:
        """None has been tried."""
        self._left = _MAX_EFFORT

    def spend(self) -> None:
        """Count one.

        Raises:
            TooLargeError: They are too many.
        """
        self._left -= 1
        if self._left < 0:
            message = (
                f"it has more than {_MAX_EFFORT:,} choices of writes that reads take their values "
                "from, and of orders of writes and fences"
            )
            raise TooLargeError(message)
