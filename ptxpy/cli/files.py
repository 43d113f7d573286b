"""Reading and writing files as the user named them; `-` is standard input or output."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from ptxpy.cli.console import printable, say, show_bytes
from ptxpy.cli.failure import Failure

STANDARD: Final = "-"
"""The name of standard input or output."""


def display(name: str) -> str:
    """Return the name of a file for messages."""
    return "<stdin>" if name == STANDARD else printable(name)


def plain(name: str) -> str:
    """Return the name of a file for programs: as it is, so that they find it."""
    return "<stdin>" if name == STANDARD else name


def read(name: str) -> bytes:
    """Return the bytes of a file; `Failure` when they cannot be had."""
    if name == STANDARD and sys.stdin is None:
        message = "standard input is closed"
        raise Failure(message)
    try:
        return sys.stdin.buffer.read() if name == STANDARD else Path(name).read_bytes()
    except (OSError, ValueError) as error:
        raise _failure(name, error) from None


def find(names: Iterable[str]) -> list[str]:
    """Return the files that names stand for: directories are walked for `*.ptx`.

    Each comes once. Directories whose name starts with a dot are not entered. `Failure` when a
    directory holds none; a file that does not exist is found missing by who reads it.
    """
    found: dict[str, None] = {}
    for name in names:
        if name == STANDARD or not Path(name).is_dir():
            found[name] = None
            continue
        inside = sorted(_walk(name))
        if not inside:
            message = f"{display(name)}: no .ptx files in this directory"
            raise Failure(message)
        found.update(dict.fromkeys(inside))
    return list(found)


def _walk(directory: str) -> Iterator[str]:
    def fail(error: OSError) -> None:
        raise _failure(str(error.filename or directory), error)

    for folder, folders, files in os.walk(directory, onerror=fail):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (str(Path(folder, name)) for name in files if name.endswith(".ptx"))


class Output(NamedTuple):
    """Where the result goes."""

    path: Path | None
    """The file, symbolic links followed; `None` is standard output."""
    force: bool
    """Whether a file that exists may be replaced."""

    @classmethod
    def checked(cls, name: str, *, force: bool, source: str) -> Output:
        """Return the output of that name; `Failure` if it is already clear that it won't do.

        `source` is the input, which must not be overwritten.
        """
        if name == STANDARD:
            return cls(None, force)
        try:
            output = cls(Path(name).resolve(), force)
            output._check()
            if source != STANDARD and _same(Path(source), Path(name)):
                message = f"{display(name)}: is the input"
                raise Failure(message)
        except (OSError, RuntimeError, ValueError) as error:
            raise _failure(name, error) from None
        return output

    def read(self) -> bytes:
        """Return what the file holds now: nothing when it does not exist."""
        if self.path is None or not self.path.exists():
            return b""
        return read(str(self.path))

    def write(self, data: bytes) -> None:
        """Write the whole result, or leave things as they were and raise `Failure`.

        A file that holds just this is left alone, and that is said.
        """
        if self.path is None:
            show_bytes(data)
            return
        try:
            self._check()
            if self.path.exists() and not self.path.is_file():
                self.path.write_bytes(data)  # a device or pipe: nothing to replace
            elif self._holds(data):
                say(f"{display(str(self.path))}: unchanged")
            else:
                _replace(self.path, data)
        except OSError as error:
            raise _failure(str(self.path), error) from None

    def _holds(self, data: bytes) -> bool:
        """Whether the file holds just this; `Failure` where it must not be replaced by it."""
        if self.path is None or not self.path.exists():
            return False
        if self.path.stat().st_size == len(data) and self.path.read_bytes() == data:
            return True
        if not self.force:
            message = (
                f"{display(str(self.path))}: exists already, and differs; --force overwrites it"
            )
            raise Failure(message)
        return False

    def _check(self) -> None:
        path = self.path
        if path is None or not path.exists():
            return
        if path.is_dir():
            message = f"{display(str(path))}: is a directory"
            raise Failure(message)
        if not os.access(path, os.W_OK):
            message = f"{display(str(path))}: is read-only"
            raise Failure(message)


def _same(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and one.is_file() and one.samefile(other)


def _replace(path: Path, data: bytes) -> None:
    """Write through a temporary file in the same directory, which then takes the name."""
    temporary = path.with_name(f".ptxpy-{os.urandom(8).hex()}")
    try:
        with temporary.open("xb") as file:
            file.write(data)
        if path.exists():
            temporary.chmod(stat.S_IMODE(path.stat().st_mode))
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def _failure(name: str, error: Exception) -> Failure:
    reason = error.strerror if isinstance(error, OSError) else None
    return Failure(f"{display(name)}: {(reason or str(error) or 'cannot be used').lower()}")
