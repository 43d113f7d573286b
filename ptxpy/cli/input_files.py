"""A file that a worker takes: by its name, or by its contents where the worker has other files."""

from __future__ import annotations

from typing import NamedTuple

from ptxpy.cli import files
from ptxpy.cli.command_errors import CommandError

__all__ = ["InputFile", "take_file"]


class InputFile(NamedTuple):
    """A file of a command that works on several."""

    name: str
    source: bytes | None = None
    """Its contents; None if the worker reads it."""
    failure: str = ""
    """Why it cannot be read, if that is known already."""

    @property
    def shown(self) -> str:
        """The name for messages."""
        return files.display(self.name)

    def read(self) -> bytes:
        """Return the contents; raise `CommandError` if the file cannot be read."""
        if self.failure:
            raise CommandError(self.failure)
        return files.read(self.name) if self.source is None else self.source


def take_file(name: str, *, contents: bool) -> InputFile:
    """Return a file for a worker, with its contents if the worker cannot read it itself.

    Only this process can read standard input.
    """
    if not contents and name != files.STANDARD:
        return InputFile(name)
    try:
        return InputFile(name, files.read(name))
    except CommandError as error:
        return InputFile(name, failure=str(error))
