"""Reading and writing files by the names that the user gave; `-` is standard input or output."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from ptxpy.cli.command_errors import CommandError
from ptxpy.cli.console import printable, write_stderr, write_stdout_bytes

STANDARD: Final = "-"
"""The name of standard input or output."""

MAX_METADATA_BYTES: Final = 1 << 20
"""Metadata of Triton has 2 kB; a larger file is something else."""


def display(name: str) -> str:
    """Return the name of a file for messages."""
    return "<stdin>" if name == STANDARD else printable(name)


def plain(name: str) -> str:
    """Return the name of a file for programs, unchanged, so that they can open it."""
    return "<stdin>" if name == STANDARD else name


def read(name: str) -> bytes:
    """Return the bytes of a file; raise `CommandError` if it cannot be read."""
    if name == STANDARD and sys.stdin is None:
        message = "standard input is closed"
        raise CommandError(message)
    try:
        return sys.stdin.buffer.read() if name == STANDARD else Path(name).read_bytes()
    except (OSError, ValueError) as error:
        raise _failure(name, error) from None


def find(names: Iterable[str]) -> list[str]:
    """Return the files for a list of names: directories are searched for `*.ptx`.

    Each file is returned once. Directories whose name starts with a dot are skipped. Raises
    `CommandError` if a directory has no such file; whether a file exists is not tested here.
    """
    found: dict[str, None] = {}
    for name in names:
        if name == STANDARD or not Path(name).is_dir():
            found[name] = None
            continue
        inside = sorted(_walk(name))
        if not inside:
            message = f"{display(name)}: no .ptx files in this directory"
            raise CommandError(message)
        found.update(dict.fromkeys(inside))
    return list(found)


def kernel_of_folder(name: str) -> str | None:
    """Return the PTX file of a folder of Triton's cache; None for any other folder or name.

    Such a folder has one PTX file, and metadata of the same name beside it.
    """
    folder = Path(name)
    found = list(folder.glob("*.ptx")) if name != STANDARD and folder.is_dir() else []
    if len(found) != 1 or not found[0].with_suffix(".json").is_file():
        return None
    return str(found[0])


def metadata_beside(name: str) -> bytes:
    """Return the metadata that lies beside a PTX file in Triton's cache; empty if there is none."""
    path = Path(name).with_suffix(".json")
    if name == STANDARD or not name.endswith(".ptx"):
        return b""
    try:
        return path.read_bytes() if path.stat().st_size <= MAX_METADATA_BYTES else b""
    except OSError:
        return b""


def _walk(directory: str) -> Iterator[str]:
    def fail(error: OSError) -> None:
        raise _failure(str(error.filename or directory), error)

    for folder, folders, files in os.walk(directory, onerror=fail):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (str(Path(folder, name)) for name in files if name.endswith(".ptx"))


class Output(NamedTuple):
    """The output file of a command, or standard output."""

    path: Path | None
    """The file, with symbolic links resolved; `None` for standard output."""
    force: bool
    """Whether a file that exists may be replaced."""

    @classmethod
    def checked(cls, name: str, *, force: bool, source: str) -> Output:
        """Return the output of a name; raise `CommandError` early if it cannot be written.

        `source` is the input, which must not be overwritten.
        """
        if name == STANDARD:
            return cls(None, force)
        try:
            output = cls(Path(name).resolve(), force)
            output._check()
            if source != STANDARD and _same(Path(source), Path(name)):
                message = f"{display(name)}: is the input"
                raise CommandError(message)
        except (OSError, RuntimeError, ValueError) as error:
            raise _failure(name, error) from None
        return output

    def read(self) -> bytes:
        """Return the present contents of the file; empty if it does not exist."""
        if self.path is None or not self.path.exists():
            return b""
        return read(str(self.path))

    def write(self, data: bytes) -> None:
        """Write the whole result; on failure leave the file unchanged and raise `CommandError`.

        A file that has these contents already is not written, and is reported as unchanged.
        """
        if self.path is None:
            write_stdout_bytes(data)
            return
        try:
            self._check()
            if self.path.exists() and not self.path.is_file():
                self.path.write_bytes(data)  # a device or pipe: nothing to replace
            elif self._holds(data):
                write_stderr(f"{display(str(self.path))}: unchanged")
            else:
                _replace(self.path, data)
        except OSError as error:
            raise _failure(str(self.path), error) from None

    def _holds(self, data: bytes) -> bool:
        """Return whether the file has these contents; else raise `CommandError` without `force`."""
        if self.path is None or not self.path.exists():
            return False
        if self.path.stat().st_size == len(data) and self.path.read_bytes() == data:
            return True
        if not self.force:
            message = (
                f"{display(str(self.path))}: exists already, and differs; --force overwrites it"
            )
            raise CommandError(message)
        return False

    def _check(self) -> None:
        path = self.path
        if path is None or not path.exists():
            return
        if path.is_dir():
            message = f"{display(str(path))}: is a directory"
            raise CommandError(message)
        if not os.access(path, os.W_OK):
            message = f"{display(str(path))}: is read-only"
            raise CommandError(message)


def _same(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and one.is_file() and one.samefile(other)


def _replace(path: Path, data: bytes) -> None:
    """Replace a file atomically, by a temporary file in the same directory."""
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


def _failure(name: str, error: Exception) -> CommandError:
    reason = error.strerror if isinstance(error, OSError) else None
    return CommandError(f"{display(name)}: {(reason or str(error) or 'cannot be used').lower()}")
