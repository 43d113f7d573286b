"""How a command ends, and the exception that ends it."""

from __future__ import annotations

from typing import Final

FINE: Final = 0
"""All is well."""

WRONG: Final = 1
"""The input has an error, or does not come back."""

UNABLE: Final = 2
"""The command could not do its work: bad usage, a file that cannot be read or written."""


def internal(error: Exception) -> str:
    """Return the line for the user about an error of ptxpy itself."""
    cause = f"{type(error).__name__}: {error}".partition("\n")[0]
    return f"internal error: {cause} (please report it; PTXPY_DEBUG=1 shows the traceback)"


class Failure(Exception):  # noqa: N818 - a way to end a command, with one line for the user
    """A command cannot go on; the message is for the user."""

    is_located = False
    """Whether the message says file and line itself, so that the command's name is not needed."""

    def __init__(self, message: str, status: int = UNABLE) -> None:
        """Keep the message, and the exit status."""
        super().__init__(message)
        self.status = status
