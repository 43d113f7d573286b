"""Caches on disk, in folders of the user: where they are, and how they are kept.

The name of a file is the hash of all that determines its contents. A file has a hash of its own
contents, so a damaged one is ignored. Whoever can write to a folder decides its contents, so
a folder that others have access to is not used. Writers do not wait for each other: a file is
replaced as a whole.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["OFF", "VARIABLE", "CachedFile", "UserCache", "cache_folder", "default_folder", "key_of"]

VARIABLE: Final = "PTXPY_CACHE"
"""The environment variable that names the folder of all caches, or turns them `off`."""

OFF: Final = "off"

_DIGEST: Final = 32
"""Bytes of a hash."""


def cache_folder(kind: str, variable: str = "") -> Path | None:
    """Return the folder of one kind of cache for this user; `None` if it is off.

    An environment variable of its own, if it has one, goes before `PTXPY_CACHE`.
    """
    own = os.environ.get(variable) if variable else None
    shared = os.environ.get(VARIABLE)
    named = own or shared
    if named:
        if named.lower() == OFF:
            return None
        return Path(named).absolute() if own else Path(named, kind).absolute()
    try:
        return default_folder() / kind
    except RuntimeError:  # no home
        return None


def default_folder() -> Path:
    """Return where caches are if nothing says otherwise; raises `RuntimeError` without a home."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home(), "ptxpy")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "ptxpy"
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    # A relative `XDG_CACHE_HOME` is to be ignored (XDG base directory specification).
    return (base if base.is_absolute() else Path.home() / ".cache") / "ptxpy"


def key_of(parts: Iterable[bytes]) -> str:
    """Return the key of the contents that these inputs determine."""
    import hashlib  # noqa: PLC0415 - loads slowly, and is not needed where caches are off

    digest = hashlib.sha256()
    for part in parts:
        # With their lengths, since `a` and `bc` must differ from `ab` and `c`.
        digest.update(len(part).to_bytes(8, "little") + part)
    return digest.hexdigest()


def _hashed(data: bytes) -> bytes:
    import hashlib  # noqa: PLC0415 - as above

    return hashlib.sha256(data).digest()


class CachedFile(NamedTuple):
    """A file of a cache."""

    path: Path
    size: int
    """Bytes."""
    used: float
    """When it was last used, in seconds since 1970."""


class UserCache:
    """Bytes by key, as files of a folder. File errors are ignored: they make a miss."""

    def __init__(self, folder: Path, kind: str, limit: int) -> None:
        """Use a folder, which is created when something is first stored.

        Args:
            folder: The folder.
            kind: The suffix of the files, without its dot; it is the first line of each, too.
            limit: The maximum total size of the files; the least recently used are removed.
        """
        self.folder = folder
        self.limit = limit
        self._suffix = f".{kind}"
        self._format = f"ptxpy {kind} 1\n".encode()

    def find(self, key: str) -> bytes | None:
        """Return the bytes stored under a key; `None` if there are none, or they are damaged."""
        path = self.folder / f"{key}{self._suffix}"
        if not self._is_ours():
            return None
        try:
            # A larger file is none that was stored here.
            if path.stat().st_size > self.limit + len(self._format) + _DIGEST:
                return None
            data = path.read_bytes()
        except OSError:
            return None
        start = len(self._format) + _DIGEST
        rest = data[start:]
        found = data[:start] == self._format + _hashed(rest)
        with contextlib.suppress(OSError):
            if found:
                # The time of the last use decides what is removed; file systems often keep no
                # access times.
                os.utime(path)
            else:
                path.unlink()
        return rest if found else None

    def store(self, key: str, data: bytes) -> None:
        """Store bytes under a key, atomically."""
        if len(data) > self.limit:
            return
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not self._is_ours():
                return
            # In the same folder, as only renaming within a file system is atomic.
            temporary = self.folder / f"{key}.{os.urandom(8).hex()}.tmp"
            try:
                with temporary.open("xb") as file:
                    temporary.chmod(0o600)
                    file.write(self._format + _hashed(data) + data)
                temporary.replace(self.folder / f"{key}{self._suffix}")
            except BaseException:
                temporary.unlink(missing_ok=True)
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

    def entries(self) -> list[CachedFile]:
        """Return the files, the least recently used first; none if the folder is not used."""
        if not self._is_ours():
            return []
        found = []
        for path in self.folder.glob(f"*{self._suffix}"):
            with contextlib.suppress(OSError):
                status = path.lstat()
                if stat.S_ISREG(status.st_mode):
                    found.append(CachedFile(path, status.st_size, status.st_mtime))
        return sorted(found, key=lambda each: each.used)

    def clear(self) -> tuple[int, int]:
        """Remove all files of the cache; return how many, and their bytes."""
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
            if total <= self.limit:
                return
            Path(path).unlink(missing_ok=True)
            total -= size
