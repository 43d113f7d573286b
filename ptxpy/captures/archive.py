"""Reading and writing the file of a captured launch: a zip file with a manifest."""

from __future__ import annotations

import io
import os
import zipfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from ptxpy._counts import format_count
from ptxpy._records import NamedTuple
from ptxpy.captures.contents import Contents
from ptxpy.captures.manifest import CaptureError, Manifest, read_manifest, write_manifest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = [
    "MANIFEST",
    "PTX",
    "Capture",
    "is_capture",
    "ptx_replacer",
    "read_capture",
    "write_capture",
]

MANIFEST: Final = "ptxpy_capture.json"
PTX: Final = "kernel.ptx"

MAX_MANIFEST_BYTES: Final = 1 << 28
MAX_PTX_BYTES: Final = 1 << 28
MAX_STORED_BYTES: Final = 1 << 32
"""The most bytes of all parts that are read."""

_LEVEL: Final = 1
"""The level of compression: nearly as small as possible, at the rate of a disk."""
_ZIP: Final = b"PK\x03\x04"


class Capture(NamedTuple):
    """A captured launch: its manifest, its PTX, and the bytes of its allocations."""

    manifest: Manifest
    ptx: bytes
    before: tuple[Contents, ...]
    """The bytes of each allocation before the launch that were not zero."""
    after: tuple[Contents, ...]
    """The bytes of each allocation that the launch has changed."""


def is_capture(path: str | os.PathLike[str]) -> bool:
    """Whether a file is a captured launch, by its manifest."""
    try:
        # `zipfile` also reads archives that are appended to other files, to executables for
        # example: these are no captures.
        with Path(path).open("rb") as file:
            if file.read(len(_ZIP)) != _ZIP:
                return False
        with zipfile.ZipFile(path) as archive:
            archive.getinfo(MANIFEST)
    except (OSError, KeyError, ValueError, NotImplementedError, zipfile.BadZipFile):
        return False
    return True


def write_capture(path: Path, capture: Capture) -> int:
    """Write a captured launch to a new file, and return the size of the file in bytes.

    The parts that the manifest has are those of the contents. Raises `OSError`; the file is then
    removed.
    """
    manifest = capture.manifest._replace(
        allocations=tuple(
            each._replace(before=_bounds(before), after=_bounds(after))
            for each, before, after in zip(
                capture.manifest.allocations, capture.before, capture.after, strict=True
            )
        )
    )
    # Written beside the target and linked at the end: a file with the name of a capture is
    # complete.
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with zipfile.ZipFile(temporary, "x", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL) as archive:
            _write(archive, MANIFEST, [write_manifest(manifest)])
            _write(archive, PTX, [capture.ptx])
            for folder, contents in (("before", capture.before), ("after", capture.after)):
                for number, each in enumerate(contents):
                    if each.runs:
                        parts = [data.data for _, data in each.runs]
                        _write(archive, f"{folder}/{number}.bin", parts)
        os.link(temporary, path)  # fails if there is such a file
    finally:
        temporary.unlink(missing_ok=True)
    return path.stat().st_size


def _bounds(contents: Contents) -> tuple[tuple[int, int], ...]:
    return tuple((offset, len(data)) for offset, data in contents.runs)


def _write(archive: zipfile.ZipFile, name: str, parts: Sequence[bytes | memoryview]) -> None:
    """Write a member, without the time of day: equal launches give equal files."""
    info = zipfile.ZipInfo(name)
    info.compress_type = zipfile.ZIP_DEFLATED
    info._compresslevel = _LEVEL  # type: ignore[attr-defined]  # noqa: SLF001 - public from 3.13 on
    with archive.open(info, "w", force_zip64=True) as stream:
        for part in parts:
            stream.write(part)


def ptx_replacer(path: str | os.PathLike[str]) -> Callable[[bytes], bytes]:
    """Return a function from PTX to the file of a captured launch with it, all else as in a file.

    Raises as `read_capture` does.
    """
    read_capture(path)
    rest = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(rest, "w") as new:
        for info in old.infolist():
            # The bytes of memory are packed once, and not for each PTX.
            if info.filename != PTX:
                new.writestr(info, old.read(info), zipfile.ZIP_DEFLATED, _LEVEL)
    held = rest.getvalue()

    def replaced(ptx: bytes) -> bytes:
        made = io.BytesIO(held)
        with zipfile.ZipFile(made, "a", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL) as archive:
            _write(archive, PTX, [ptx])
        return made.getvalue()

    return replaced


def read_capture(path: str | os.PathLike[str]) -> Capture:
    """Return the captured launch of a file.

    Raises `CaptureError` for a file that is not valid, with the reason, and `OSError`.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            return _read(archive)
    except CaptureError as error:
        message = f"{os.fspath(path)}: {error}"
        raise CaptureError(message) from None
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        KeyError,
        NotImplementedError,
        RuntimeError,
    ) as error:
        message = f"{os.fspath(path)}: is no captured launch, or a damaged one: {error}"
        raise CaptureError(message) from None


def _read(archive: zipfile.ZipFile) -> Capture:
    manifest = read_manifest(_member(archive, MANIFEST, None, MAX_MANIFEST_BYTES))
    ptx = _member(archive, PTX, None, MAX_PTX_BYTES)
    # A small file can claim to unpack to any size, so sizes are checked before anything is
    # unpacked.
    stored = sum(length for each in manifest.allocations for _, length in each.before + each.after)
    if stored > MAX_STORED_BYTES:
        message = f"it has {stored:,} bytes of memory, more than {MAX_STORED_BYTES:,}"
        raise CaptureError(message)
    before, after = (
        tuple(
            _contents(archive, f"{folder}/{number}.bin", getattr(each, folder))
            for number, each in enumerate(manifest.allocations)
        )
        for folder in ("before", "after")
    )
    return Capture(manifest, ptx, before, after)


def _contents(archive: zipfile.ZipFile, name: str, bounds: tuple[tuple[int, int], ...]) -> Contents:
    if not bounds:
        return Contents()
    size = sum(length for _, length in bounds)
    data = np.frombuffer(_member(archive, name, size, size), np.uint8)
    runs = []
    at = 0
    for offset, length in bounds:
        runs.append((offset, data[at : at + length]))
        at += length
    return Contents(tuple(runs))


def _member(archive: zipfile.ZipFile, name: str, size: int | None, most: int) -> bytes:
    """Return the bytes of a member, which are `size`, and at most `most`."""
    try:
        info = archive.getinfo(name)
    except KeyError:
        message = f"it has no {name}"
        raise CaptureError(message) from None
    if info.file_size > most or size not in (None, info.file_size):
        message = (
            f"{name}: {format_count(info.file_size, 'byte')}, where "
            f"the manifest has {size or most:,}"
        )
        raise CaptureError(message)
    with archive.open(info) as stream:
        # One byte more than the directory says shows a member that is longer.
        data = stream.read(info.file_size + 1)
    if len(data) != info.file_size:
        message = (
            f"{name}: {format_count(len(data), 'byte')}, where the zip file has {info.file_size:,}"
        )
        raise CaptureError(message)
    return data
