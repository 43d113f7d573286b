"""Files that may hold PTX: executables, libraries, objects, archives, zip files, and folders."""

from __future__ import annotations

import lzma
import mmap
import re
import struct
import tempfile
import zipfile
import zlib
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from ptxpy._counts import format_count
from ptxpy._records import NamedTuple
from ptxpy.binaries.containers import MAGIC, MAX_ENTRIES, BinaryFormatError, Entry, scan_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Found", "is_binary", "scan"]

MAX_MEMBER_BYTES: Final = 4 << 30
"""The largest member of a zip file that is looked into."""

MAX_UNPACKED_BYTES: Final = 16 << 30
"""How much of a zip file, and of those in it, is unpacked."""

MAX_TEXT_BYTES: Final = 1 << 28
"""The largest member of a zip file that is read as PTX."""

MAX_NESTING: Final = 2
"""How deep zip files in zip files are looked into."""

_ELF: Final = b"\x7fELF"
_ZIP: Final = b"PK\x03\x04"
_STARTS: Final = (_ELF, _ZIP, MAGIC, b"!<arch>\n", b"PK\x05\x06")
_DOS: Final = b"MZ"
_CHUNK: Final = 1 << 20
_TARGET: Final = re.compile(rb"^[ \t]*\.target\s+(sm_\w{1,8})", re.MULTILINE)
_VERSION: Final = re.compile(rb"^[ \t]*\.version\s+(\d{1,2})\.(\d{1,2})", re.MULTILINE)

_ZIP_ERRORS: Final = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error),
    *(OSError, RuntimeError, EOFError, ValueError, IndexError, OverflowError),
)
"""The errors of damaged zip files; `NotImplementedError` is a `RuntimeError`."""

_ELF_64: Final = b"\x7fELF\x02\x01"
_SECTIONS: Final = slice(40, 48)
"""Where the header of an ELF file says where its sections are described."""

_CUDA: Final = 190
"""The machine of cubins in the header of an ELF file."""
_MACHINE: Final = slice(18, 20)
_ABI_VERSION: Final = 8
_FLAGS: Final = slice(48, 52)
_SHIFTED_ARCHITECTURE: Final = 8
"""Since this version of the ABI, the architecture is in the second byte of the flags."""


class Found(NamedTuple):
    """An entry, and the member of a zip file or folder in which it was found."""

    member: str
    """Its path in the zip file or folder; empty for a file that is none."""
    entry: Entry


def is_binary(start: bytes) -> bool:
    """Whether a file, given its first 8 bytes or more, may hold PTX without being PTX."""
    # Of the numbers that follow in a program for Windows, the upper bytes are 0; in text none is.
    return start.startswith(_STARTS) or (start.startswith(_DOS) and 0 in start[:8])


def scan(path: Path) -> Iterator[Found]:
    """Yield the entries of a file, or of all files in a folder that are binaries.

    The file is mapped. Members of zip files are unpacked one at a time to a temporary file, and
    their PTX is kept in another one, until all have been looked into.

    Raises `BinaryFormatError` for damaged containers and zip files, and `OSError`.
    """
    if not path.is_dir():
        yield from _scan_file(path, str(path))
        return
    seen: set[Path] = set()
    for each in sorted(path.rglob("*")):
        if not each.is_file() or each.resolve() in seen or not _is_binary_file(each):
            continue
        seen.add(each.resolve())  # a library has several names that are links
        member = each.relative_to(path).as_posix()
        for found in _scan_file(each, str(each)):
            yield Found("/".join(filter(None, [member, found.member])), found.entry)


def _is_binary_file(path: Path) -> bool:
    with path.open("rb") as file:
        return is_binary(file.read(8))


def _scan_file(path: Path, name: str) -> Iterator[Found]:
    with path.open("rb") as file:
        if file.read(len(_ZIP)) == _ZIP:
            with tempfile.TemporaryFile() as kept:
                unpacking = _Unpacking(kept)
                unpacking.scan(file, name)
                yield from unpacking.entries()
            return
        for entry in _scan_binary(file, name):
            yield Found("", entry)


def _scan_binary(file: IO[bytes], name: str) -> Iterator[Entry]:
    """Yield the entries of a file that is no zip file."""
    file.seek(0)
    # A cubin is an ELF file as a whole, and in no container.
    start = file.read(64)
    cubin = _cubin(start, name)
    if cubin is not None:
        yield cubin
        return
    if len(start) < len(MAGIC):
        return
    with _mapped(file) as data:
        yield from scan_bytes(data, name)
        sections = int.from_bytes(start[_SECTIONS], "little")
        # The sections are described at the end of an ELF file, so a file that was cut off has none.
        if start.startswith(_ELF_64) and sections > len(data):
            message = (
                f"{name}: the file is cut off: it has "
                f"{format_count(len(data), 'byte')}, and should have more "
                f"than {sections:,}"
            )
            raise BinaryFormatError(message)


@contextmanager
def _mapped(file: IO[bytes]) -> Iterator[mmap.mmap]:
    """Map a file; entries that are still in use keep it mapped."""
    data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    try:
        yield data
    finally:
        with suppress(BufferError):  # an entry refers to it, and unmaps it when it goes
            data.close()


class _Kept(NamedTuple):
    """An entry of a member, and where its data are kept."""

    member: str
    entry: Entry
    offset: int
    size: int


class _Unpacking:
    """Members of a zip file, and of zip files in it, that are unpacked and looked into."""

    def __init__(self, kept: IO[bytes]) -> None:
        self.kept = kept
        """The file that takes the data of entries that are PTX."""
        self.found: list[_Kept] = []
        self.unpacked = 0
        """How many bytes have been unpacked."""

    def entries(self) -> Iterator[Found]:
        """Yield the entries found."""
        # The file is mapped after all members were looked into, so entries need not be copied.
        self.kept.write(b"\0")  # an empty file cannot be mapped
        self.kept.flush()
        with _mapped(self.kept) as data:
            view = memoryview(data)
            for member, entry, offset, size in self.found:
                yield Found(member, entry._replace(data=view[offset : offset + size]))

    def scan(self, file: IO[bytes], name: str, member: str = "", depth: int = 0) -> None:
        """Find the entries of the members of a zip file, such as a wheel."""
        # A zip file in a zip file may contain itself, by a trick.
        if depth == MAX_NESTING:
            return
        try:
            with zipfile.ZipFile(file) as archive:
                for info in archive.infolist():
                    if not info.is_dir():
                        inner = "/".join(filter(None, [member, info.filename]))
                        self._scan_member(archive, info, f"{name}/{info.filename}", inner, depth)
        except BinaryFormatError:
            raise
        except _ZIP_ERRORS as error:
            message = f"{name}: the zip file is damaged, or not of a kind that can be read: {error}"
            raise BinaryFormatError(message) from None

    def _scan_member(
        self, archive: zipfile.ZipFile, info: zipfile.ZipInfo, place: str, member: str, depth: int
    ) -> None:
        is_text = info.filename.endswith(".ptx")
        limit = MAX_TEXT_BYTES if is_text else MAX_MEMBER_BYTES
        with archive.open(info) as stream, tempfile.TemporaryFile() as copy:
            # The first chunk says whether the rest is worth unpacking.
            chunk = stream.read(_CHUNK)
            if not is_text and not is_binary(chunk):
                return
            self._unpack(chunk, stream, copy, place, limit)
            if is_text:
                self._keep(member, text_entry(copy.read(), place))
            elif chunk.startswith(_ZIP):
                self.scan(copy, place, member, depth + 1)
            else:
                for entry in _scan_binary(copy, place):
                    self._keep(member, entry)

    def _keep(self, member: str, entry: Entry) -> None:
        """Keep an entry, with its data if it is PTX."""
        if len(self.found) == MAX_ENTRIES:
            message = f"{entry.filename}: more than {MAX_ENTRIES:,} entries in a zip file"
            raise BinaryFormatError(message)
        # Only PTX is read later: of others the facts suffice.
        size = len(entry.data) if entry.is_ptx else 0
        without = entry._replace(data=memoryview(b""))
        self.found.append(_Kept(member, without, self.kept.tell(), size))
        self.kept.write(entry.data[:size])

    def _unpack(
        self, chunk: bytes, stream: IO[bytes], copy: IO[bytes], place: str, limit: int
    ) -> None:
        """Write a member, of which the first bytes have been read, to a file."""
        size = 0
        while chunk:
            size += len(chunk)
            # Sizes in the directory of a zip file may be wrong, so bytes are counted as they come.
            self.unpacked += len(chunk)
            if size > limit:
                message = f"{place}: a member of more than {limit:,} bytes"
                raise BinaryFormatError(message)
            if self.unpacked > MAX_UNPACKED_BYTES:
                message = f"{place}: the zip file has more than {MAX_UNPACKED_BYTES:,} bytes"
                raise BinaryFormatError(message)
            copy.write(chunk)
            chunk = stream.read(_CHUNK)
        copy.seek(0)


def text_entry(text: bytes, name: str) -> Entry:
    """Return the entry that a file is which is PTX itself."""
    target = _TARGET.search(text)
    version = _VERSION.search(text)
    arch = target[1].decode() if target else ""
    numbers = (int(version[1]), int(version[2])) if version else (0, 0)
    return Entry("PTX", arch, numbers, "", "", len(text), 0, "", memoryview(text), name)


def _cubin(start: bytes, name: str) -> Entry | None:
    """Return the entry that a file is as a whole, if it is a cubin."""
    if not start.startswith(_ELF) or len(start) < _FLAGS.stop:
        return None
    if int.from_bytes(start[_MACHINE], "little") != _CUDA:
        return None
    flags = int.from_bytes(start[_FLAGS], "little")
    # The position of the architecture in the flags depends on the version of the ABI.
    shift = 8 if start[_ABI_VERSION] >= _SHIFTED_ARCHITECTURE else 0
    arch = f"sm_{flags >> shift & 0xFF}"
    return Entry("cubin", arch, (0, 0), "", "", 0, 0, "", memoryview(b""), name)
