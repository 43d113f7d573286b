"""The exit statuses of commands, and the exception that ends a command."""

from __future__ import annotations

from typing import Final

EXIT_OK: Final = 0
"""Success."""

EXIT_PROBLEMS: Final = 1
"""The input has errors, differs, or is not reproduced."""

EXIT_UNABLE: Final = 2
"""The command could not run: wrong usage, or a file that cannot be read or written."""


def internal_error(error: BaseException) -> str:
    """Return the message about an error of ptxpy itself, or of a package that is not there."""
    from ptxpy._extras import explain_import_error  # noqa: PLC0415 - only for an error

    if missing := explain_import_error(error):
        return missing
    cause = f"{type(error).__name__}: {error}".partition("\n")[0]
    return f"internal error: {cause} (please report it; PTXPY_DEBUG=1 shows the traceback)"


class CommandError(Exception):
    """An error that ends a command, with a message for the user."""

    is_located = False
    """Whether the message begins with file and line, and not with the name of the command."""

    def __init__(self, message: str, status: int = EXIT_UNABLE) -> None:
        """Store the message and the exit status."""
        super().__init__(message)
        self.status = status
