"""Reading and writing files by the names that the user gave; `-` is standard input or output."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.cli.command_errors import CommandError
from ptxpy.cli.console import printable, write_stderr, write_stdout_bytes

STANDARD: Final = "-"
"""The name of standard input or output."""

MEMBER: Final = "::"
"""Between the name of a binary and that of a text in it: `libx.so::1.sm_90a.ptx`."""

_STARTS_OF_BINARIES: Final = (b"\x7f", b"P", b"M", b"!")
"""First bytes of ELF, zip, containers, PE and archives, with which no PTX begins."""
_START_BYTES: Final = 8
"""How many bytes tell a binary from text that begins with the same letter: `MIT License`."""

_PACKED: Final = {
    b"\x1f\x8b": "gzip",
    b"\xfd7zXZ": "xz",
    b"BZh": "bzip2",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"7z\xbc\xaf": "7-Zip",
}
"""First bytes of packed files, whose contents are not searched, and the names of the packers."""
_TAR: Final = slice(257, 262)

MAX_METADATA_BYTES: Final = 1 << 20
"""Metadata of Triton has 2 kB; a larger file is something else."""


def display(name: str) -> str:
    """Return the name of a file for messages."""
    return "<stdin>" if name == STANDARD else printable(name)


def plain(name: str) -> str:
    """Return the name of a file for programs, unchanged, so that they can open it."""
    return "<stdin>" if name == STANDARD else name


def read(name: str) -> bytes:
    """Return the bytes of a file, or the PTX of a binary; raise `CommandError` if there is none.

    A binary is an executable, a library, a wheel and so on; `libx.so::1.sm_90a.ptx` is one of its
    texts.
    """
    if name == STANDARD:
        return _read_standard_input()
    # PTX is spared the search for texts.
    if _may_be_binary(name):
        from ptxpy.cli import embedded_texts  # noqa: PLC0415 - only for binaries

        chosen = embedded_texts.resolve(name)
        if chosen != name or _is_member(name):
            return embedded_texts.read_text(chosen)
    try:
        data = Path(name).read_bytes()
    except (OSError, ValueError) as error:
        raise _failure(name, error) from None
    packer = next((found for start, found in _PACKED.items() if data.startswith(start)), None)
    # A tar file has its mark in the first header, after the name and the numbers.
    if packer is not None or data[_TAR] == b"ustar":
        message = f"{display(name)}: is packed by {packer or 'tar'}; unpack it first"
        raise CommandError(message)
    return data


def resolve(name: str, kernel: str | None = None, arch: str | None = None) -> str:
    """Return the name of the text that a command takes of a binary; other names as they are.

    Raises `CommandError` if there is none that has the kernel, or several that differ.
    """
    if not _may_be_binary(name):
        return name
    from ptxpy.cli import embedded_texts  # noqa: PLC0415 - only for binaries

    return embedded_texts.resolve(name, kernel, arch)


def texts_in(name: str, kernel: str | None = None, arch: str | None = None) -> list[str] | None:
    """Return the names of the texts that a binary holds; None for any other file.

    Raises `CommandError` if it holds none.
    """
    if not _may_be_binary(name):
        return None
    from ptxpy.cli import embedded_texts  # noqa: PLC0415 - only for binaries

    return embedded_texts.texts_in(name, kernel, arch)


def split(name: str) -> tuple[str, str]:
    """Return the binary and the text of `libx.so::1.sm_90a.ptx`; the text is empty for others."""
    path, _, word = name.partition(MEMBER) if _is_member(name) else (name, "", "")
    return path, word


def _may_be_binary(name: str) -> bool:
    """Whether a file begins like a binary, or a name is that of a text in one."""
    if name == STANDARD:
        return False
    try:
        if _is_member(name):
            return True
        if not Path(name).is_file():
            return False  # of a pipe, nothing may be read twice
        with Path(name).open("rb") as file:
            start = file.read(_START_BYTES)
        return _is_binary(start)
    except (OSError, ValueError):
        return False


def _is_binary(data: bytes) -> bool:
    # One byte spares PTX the module on binaries.
    if data[:1] not in _STARTS_OF_BINARIES:
        return False
    from ptxpy.binaries import is_binary  # noqa: PLC0415 - only for binaries

    return is_binary(data)


def _is_member(name: str) -> bool:
    # A file whose own name has `::` is that file.
    return MEMBER in name and not Path(name).exists() and Path(name.partition(MEMBER)[0]).is_file()


def _read_standard_input() -> bytes:
    if sys.stdin is None:
        message = "standard input is closed"
        raise CommandError(message)
    try:
        data = sys.stdin.buffer.read()
    except (OSError, ValueError) as error:
        raise _failure(STANDARD, error) from None
    if _is_binary(data):
        message = "standard input is a binary; give its name, since it has to be searched"
        raise CommandError(message)
    return data


def find(
    names: Iterable[str],
    kernel: str | None = None,
    arch: str | None = None,
    *,
    others: Callable[[str], bool] | None = None,
) -> list[str]:
    """Return the files for a list of names: directories are searched for PTX and binaries.

    Files for which `others` is true are found there as well.

    Of a binary, the texts that it holds are returned, `libx.so::1.sm_90a.ptx`. Each file is
    returned once. Directories whose name starts with a dot are skipped. Raises `CommandError` if a
    directory has nothing. Whether a file can be read, and has PTX, shows when it is read.
    """
    found: dict[str, None] = {}
    for name in names:
        # Standard input is no folder, even if one is called `-`.
        if name == STANDARD or not Path(name).is_dir():
            found.update(dict.fromkeys(_texts_named(name, kernel, arch)))
            continue
        inside = [
            text
            for file in _files_in(name)
            for text in (
                [file] if others is not None and others(file) else _texts_of(file, kernel, arch)
            )
        ]
        if not inside:
            message = f"{display(name)}: no .ptx files in this directory, and no binary with PTX"
            raise CommandError(message)
        found.update(dict.fromkeys(inside))
    return list(found)


def _files_in(directory: str) -> Iterator[str]:
    """Yield the files in a directory; of links to one file, only the first."""
    seen: set[str] = set()
    for file in sorted(_walk(directory)):
        # Links to one file, as package managers make them, would be checked twice.
        real = os.path.realpath(file)
        if real not in seen:
            seen.add(real)
            yield file


def _texts_named(name: str, kernel: str | None, arch: str | None) -> list[str]:
    """Return the texts of a binary; the name itself of other files, and of one that has none."""
    try:
        return texts_in(name, kernel, arch) or [name]
    except CommandError:
        # Without a choice of kernels, reading the file says what is wrong with it.
        if kernel is arch is None:
            return [name]
        raise


def _texts_of(file: str, kernel: str | None, arch: str | None) -> list[str]:
    """Return the PTX of a file in a directory: itself, those of a binary, none of other files.

    A file of PTX has no kernel and no target to choose it by.
    """
    beside = Path(file).with_suffix(".ptx")
    if file.endswith(".ptx") and kernel is arch is None:
        return [file]
    if Path(file).is_file() and not os.access(file, os.R_OK):
        return [file]  # reading it says why
    if not file.endswith(".ptx") and (not _may_be_binary(file) or beside.exists()):
        return []  # the cubin of a compiler's cache lies beside its PTX
    from ptxpy.cli import embedded_texts  # noqa: PLC0415 - only for binaries

    return embedded_texts.texts_among_files(file, kernel, arch)


def kernel_of_folder(name: str) -> str | None:
    """Return the PTX file of a folder of Triton's cache; None for any other folder or name.

    Such a folder has one PTX file, and metadata of the same name beside it.
    """
    folder = Path(name)
    found = list(folder.glob("*.ptx")) if name != STANDARD and folder.is_dir() else []
    # A folder with several kernels is no entry of the cache.
    if len(found) != 1 or not found[0].with_suffix(".json").is_file():
        return None
    return str(found[0])


def metadata_beside(name: str) -> bytes:
    """Return the metadata beside a PTX file in Triton's cache; empty if there is none."""
    path = Path(name).with_suffix(".json")
    if name == STANDARD or not name.endswith(".ptx"):
        return b""
    try:
        # The size is looked at before the file is read: a name may be shared with some large data.
        return path.read_bytes() if path.stat().st_size <= MAX_METADATA_BYTES else b""
    except OSError:
        return b""


def _walk(directory: str) -> Iterator[str]:
    def fail(error: OSError) -> None:
        raise _failure(str(error.filename or directory), error)

    for folder, folders, files in os.walk(directory, onerror=fail):
        # Folders such as `.git` and `.venv` are not meant by the name of a directory.
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (str(Path(folder, name)) for name in files)


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
            # A link is followed, so that it still is one after the file is replaced.
            output = cls(Path(name).resolve(), force)
            output._check()
            # The input may be given by another name, or by a link.
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
        # What is there is a program, whatever it looks like: no PTX is looked for in it.
        try:
            return self.path.read_bytes()
        except OSError as error:
            raise _failure(str(self.path), error) from None

    def write(self, data: bytes) -> None:
        """Write the whole result; on failure leave the file unchanged and raise `CommandError`.

        A file that has these contents already is not written, and is reported as unchanged.
        """
        if self.path is None:
            write_stdout_bytes(data)
            return
        try:
            # The file may have appeared or changed since the first check.
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
        # The sizes are compared first, which spares reading a large file.
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
    # The temporary file is in the same folder, since a file cannot be moved atomically to another
    # disk.
    temporary = path.with_name(f".ptxpy-{os.urandom(8).hex()}")
    try:
        with temporary.open("xb") as file:
            file.write(data)
        if path.exists():
            # A replaced file keeps its permissions.
            temporary.chmod(stat.S_IMODE(path.stat().st_mode))
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            # Nothing is left behind after an error, or after Ctrl-C.
            temporary.unlink()
        raise


def _failure(name: str, error: Exception) -> CommandError:
    reason = error.strerror if isinstance(error, OSError) else None
    return CommandError(f"{display(name)}: {(reason or str(error) or 'cannot be used').lower()}")
