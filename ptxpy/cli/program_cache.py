"""The cache of imported programs, in a folder of the user.

A program follows from the PTX, the options, and the code that makes it; the key is a hash of all
three. A file has the text of a program that was proved, and the messages about it. Whoever can
write to the folder decides the result of imports, so a folder that others have access to is not
used (`ptxpy._user_cache`).
"""

from __future__ import annotations

import os
import sys
import time
import zlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import ptxpy
from ptxpy._loading import STARTED
from ptxpy._user_cache import UserCache, cache_folder, key_of
from ptxpy.cli.program_jobs import ProvenProgram

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.cli.program_jobs import ProgramJob

__all__ = [
    "MAX_PROGRAM_BYTES",
    "MAX_WRITTEN_BYTES",
    "NOT_FOR_IMPORTS",
    "PROGRAMS_KIND",
    "WRITTEN_KIND",
    "CachedImport",
    "package_hash",
    "store_written",
    "written_program",
]

PROGRAMS_KIND: Final = "programs"
"""The folder, and the suffix of its files."""

WRITTEN_KIND: Final = "written"
"""The folder of what imports have written, by file: it tells edits from what has changed since."""

MAX_WRITTEN_BYTES: Final = 32 << 20

MAX_PROGRAM_BYTES: Final = 256 << 20
"""Maximum total size of the files; the least recently used are removed."""

MIN_SOURCE_BYTES: Final = 16_384
"""Smaller files are imported in less time than the hash of the package is worth."""

NOT_FOR_IMPORTS: Final = frozenset(
    {
        "captures",
        "emulation",
        "examples",
        "interposer",
        "notebook",
        "sim",
        "sweeps",
        "view",
    }
)
"""The packages that an import does not load, so that a program does not depend on them."""


class CachedImport:
    """The place of one import in the cache."""

    def __init__(self, job: ProgramJob, source: bytes) -> None:
        """Take a job, and the contents of its file."""
        self._size = len(source)
        self._files: UserCache | None = None
        folder = cache_folder(PROGRAMS_KIND)
        form = job.form
        # More is said of these than is kept, or they depend on other files.
        if form.report or form.source or not form.margins:
            return
        if folder is None or not job.cached or self._size < MIN_SOURCE_BYTES:
            return
        package = package_hash()
        if package is None:
            return
        self._files = UserCache(folder, PROGRAMS_KIND, MAX_PROGRAM_BYTES)
        # The origin of a kernel has its name.
        name = Path(job.file.name).stem if job.metadata else ""
        parts = [
            package,
            repr(form).encode(),
            source,
            job.metadata,
            name.encode("utf-8", "surrogateescape"),
        ]
        self._key = self._unedited = key_of(parts)
        self._previous = job.previous
        if job.previous is not None:
            out = job.out.encode("utf-8", "surrogateescape")
            written = [] if job.written is None else [job.written]
            self._key = key_of([*parts, out, job.previous, *written])

    def find(self) -> ProvenProgram | None:
        """Return the program, if it is in the cache."""
        started = time.perf_counter()
        if self._files is None:
            return None
        data = self._files.find(self._key)
        if data is None and self._key != self._unedited:
            # A program that nobody has edited since it was imported has no names to be kept.
            data = self._files.find(self._unedited)
            if data is not None and data.partition(b"\n")[2] != self._previous:
                data = None
        return None if data is None else _decoded(data, self._size, started)

    def store(self, program: ProvenProgram) -> None:
        """Keep a program."""
        # A package that changes while it runs has a hash, but which of its texts have been run?
        if self._files is not None and package_hash.__wrapped__() == package_hash():
            self._files.store(self._key, _encoded(program))


def _encoded(program: ProvenProgram) -> bytes:
    """Return the contents of a file: a line of JSON, the text of the program."""
    import json  # noqa: PLC0415 - not needed where the cache is off

    facts = {
        "remarks": program.remarks,
        "kernels": program.kernels,
        "instructions": program.instructions,
        "unnamed": program.unnamed,
    }
    return json.dumps(facts).encode("ascii") + b"\n" + program.python.encode()


def _decoded(data: bytes, size: int, started: float) -> ProvenProgram | None:
    """Return the program in a file; `None` if it has none."""
    import json  # noqa: PLC0415 - as above

    header, _, python = data.partition(b"\n")
    try:
        facts = json.loads(header)
        return ProvenProgram(
            python.decode(),
            (),
            tuple(map(str, facts["remarks"])),
            size,
            int(facts["kernels"]),
            int(facts["instructions"]),
            time.perf_counter() - started,
            str(facts["unnamed"]),
        )
    except (ValueError, KeyError, TypeError):
        return None


def written_program(path: Path) -> bytes | None:
    """Return the program that an import wrote into a file, which may have been edited since."""
    folder = cache_folder(WRITTEN_KIND)
    if folder is None:
        return None
    data = UserCache(folder, WRITTEN_KIND, MAX_WRITTEN_BYTES).find(_key_of_file(path))
    try:
        return None if data is None else zlib.decompress(data)
    except zlib.error:
        return None


def store_written(path: Path, program: bytes) -> None:
    """Put the program on record that an import has written into a file."""
    folder = cache_folder(WRITTEN_KIND)
    if folder is not None:
        files = UserCache(folder, WRITTEN_KIND, MAX_WRITTEN_BYTES)
        files.store(_key_of_file(path), zlib.compress(program))


def _key_of_file(path: Path) -> str:
    return key_of([os.fsencode(path.absolute())])


@cache
def package_hash() -> bytes | None:
    """Return a hash of all that makes programs: this package, Python, and Lark.

    The contents are read, and not the times: those of two releases may be equal, as packages are
    built reproducibly. `None` if the code that runs is not known: if a file has changed since the
    process started, or the package is no folder.
    """
    from importlib.util import find_spec  # noqa: PLC0415 - as above

    root = Path(ptxpy.__file__).parent
    lark = find_spec("lark")
    # In a checkout the grammar is beside the package.
    others = [str(root.parent / "grammar" / "ptx.lark"), lark.origin if lark is not None else None]
    parts = [f"{sys.implementation.name} {sys.version}".encode()]
    try:
        found = _files_of(str(root), NOT_FOR_IMPORTS)
        for path in [*found, *(path for path in others if path and Path(path).is_file())]:
            # The time of the last change of a file cannot be set, other than that of its contents.
            if os.stat(path).st_ctime > STARTED:  # noqa: PTH116 - a thousand files
                return None
            with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - as above
                parts += (path.encode("utf-8", "surrogateescape"), file.read())
    except OSError:
        return None
    return bytes.fromhex(key_of(parts))


def _files_of(folder: str, left_out: frozenset[str]) -> Iterator[str]:
    """Yield the files in a folder, in a fixed order, but those of some packages and of Python."""
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if entry.is_dir():
            if entry.name != "__pycache__" and entry.name not in left_out:
                yield from _files_of(entry.path, frozenset())
        else:
            yield entry.path
