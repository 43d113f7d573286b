"""The cache of assembled cubins, in a folder of the user.

The name of a file is the hash of everything that determines the cubin. The file contains a hash of
its own contents, and a damaged file is ignored. Anyone who can write to the folder controls the
code on the GPU, so a folder that others can write to is not used.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ptxpy.assemble import Assembly, Message, Resources

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["MAX_CACHE_BYTES", "VARIABLE", "CachedCubin", "CubinCache", "cache_folder", "key_of"]

VARIABLE: Final = "PTXPY_CUBIN_CACHE"
"""The environment variable that names the folder, or turns the cache `off`."""

MAX_CACHE_BYTES: Final = 1 << 30
"""Maximum total size of the files; the least recently used are removed."""

_FORMAT: Final = b"ptxpy cubin 1\n"
_SUFFIX: Final = ".cubin"
_DIGEST: Final = hashlib.sha256().digest_size


def cache_folder() -> Path | None:
    """Return the folder for this user; None if the cache is off."""
    named = os.environ.get(VARIABLE)
    if named:
        return None if named.lower() == "off" else Path(named).absolute()
    try:
        if sys.platform == "win32":
            return Path(os.environ.get("LOCALAPPDATA") or Path.home(), "ptxpy", "cubins")
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Caches" / "ptxpy" / "cubins"
        base = Path(os.environ.get("XDG_CACHE_HOME", ""))
        # A relative `XDG_CACHE_HOME` is to be ignored (XDG base directory specification).
        return (base if base.is_absolute() else Path.home() / ".cache") / "ptxpy" / "cubins"
    except RuntimeError:  # no home
        return None


def key_of(parts: Iterable[bytes]) -> str:
    """Return the key for a cubin that these inputs determine."""
    digest = hashlib.sha256(_FORMAT)
    for part in parts:
        # With their lengths, since `a` and `bc` must differ from `ab` and `c`.
        digest.update(len(part).to_bytes(8, "little") + part)
    return digest.hexdigest()


class CachedCubin(NamedTuple):
    """A file of the cache."""

    path: Path
    size: int
    """Bytes."""
    used: float
    """When it was last used, in seconds since 1970."""


class CubinCache:
    """The cubins in a folder. File errors are ignored: they make a miss."""

    def __init__(self, folder: Path) -> None:
        """Use a folder, which is created when a cubin is first stored."""
        self.folder = folder

    def find(self, key: str) -> Assembly | None:
        """Return the assembly stored under a key; None if there is none, or the file is damaged."""
        path = self.folder / f"{key}{_SUFFIX}"
        if not self._is_ours():
            return None
        try:
            data = path.read_bytes()
        except OSError:
            return None
        found = _decoded(data)
        with contextlib.suppress(OSError):
            if found is None:
                path.unlink()
            else:
                # The time of the last use decides what is removed; file systems often keep no
                # access times.
                os.utime(path)
        return found

    def store(self, key: str, assembly: Assembly) -> None:
        """Store an assembly under a key, atomically."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not self._is_ours():
                return
            # In the same folder, as only renaming within a file system is atomic.
            handle, name = tempfile.mkstemp(prefix=f"{key}.", suffix=".tmp", dir=self.folder)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(_encoded(assembly))
                os.replace(name, self.folder / f"{key}{_SUFFIX}")  # noqa: PTH105 - a str
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise
            self._prune()
        except OSError:
            return

    def problem(self) -> str:
        """Return why the folder is not used, in words; empty if it is, or does not exist."""
        if not self.folder.is_symlink() and not self.folder.exists():
            return ""
        if self._is_ours():
            return ""
        if self.folder.is_symlink() or not self.folder.is_dir():
            return f"{self.folder} is not used: it is no folder"
        return f"{self.folder} is not used: others have access to it; chmod 700, or chown it"

    def entries(self) -> list[CachedCubin]:
        """Return the cubins, the least recently used first; none if the folder is not used."""
        if not self._is_ours():
            return []
        found = []
        for path in self.folder.glob(f"*{_SUFFIX}"):
            with contextlib.suppress(OSError):
                status = path.lstat()
                if stat.S_ISREG(status.st_mode):
                    found.append(CachedCubin(path, status.st_size, status.st_mtime))
        return sorted(found, key=lambda each: each.used)

    def clear(self) -> tuple[int, int]:
        """Remove all cubins; return how many, and their bytes."""
        removed = 0, 0
        for each in self.entries():
            with contextlib.suppress(OSError):
                each.path.unlink()
                removed = removed[0] + 1, removed[1] + each.size
        return removed

    def _is_ours(self) -> bool:
        """Return whether the folder is one that nobody else can write to."""
        try:
            # Not `stat`: a symbolic link could be turned to another folder between check and use.
            status = self.folder.lstat()
        except OSError:
            return False
        if not stat.S_ISDIR(status.st_mode):
            return False
        if sys.platform == "win32":
            return True
        return status.st_uid == os.getuid() and not status.st_mode & 0o077

    def _prune(self) -> None:
        """Remove the least recently used files until the size limit holds."""
        files = []
        with os.scandir(self.folder) as entries:
            for entry in entries:
                with contextlib.suppress(OSError):
                    status = entry.stat(follow_symlinks=False)
                    files.append((status.st_mtime_ns, status.st_size, entry.path))
        total = sum(size for _, size, _ in files)
        # By time, the oldest first.
        for _, size, path in sorted(files):
            if total <= MAX_CACHE_BYTES:
                return
            Path(path).unlink(missing_ok=True)
            total -= size


def _encoded(assembly: Assembly) -> bytes:
    """Return the contents of a file: the format, a hash of the rest, a line of JSON, the cubin."""
    facts = {
        "arch": assembly.arch,
        "assembler": assembly.assembler,
        "kernels": [list(kernel) for kernel in assembly.kernels],
        "messages": [list(message) for message in assembly.messages],
    }
    rest = json.dumps(facts).encode("ascii") + b"\n" + assembly.cubin
    return _FORMAT + hashlib.sha256(rest).digest() + rest


def _decoded(data: bytes) -> Assembly | None:
    """Return the assembly in a file; None if it is damaged, or of another format."""
    start = len(_FORMAT) + _DIGEST
    rest = data[start:]
    if data[:start] != _FORMAT + hashlib.sha256(rest).digest():
        return None
    header, _, cubin = rest.partition(b"\n")
    facts: dict[str, Any] = json.loads(header)
    return Assembly(
        cubin,
        facts["arch"],
        tuple(Resources(*kernel) for kernel in facts["kernels"]),
        tuple(Message(*message) for message in facts["messages"]),
        facts["assembler"],
    )
