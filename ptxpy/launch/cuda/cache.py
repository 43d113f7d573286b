"""The cache of assembled cubins, in a folder of the user.

Anyone who can write to the folder controls the code on the GPU, so a folder that others have access
to is not used (`ptxpy._user_cache`).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from ptxpy import _user_cache
from ptxpy._user_cache import UserCache, key_of
from ptxpy.assemble import Assembly, Message, Resources

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["MAX_CACHE_BYTES", "VARIABLE", "CubinCache", "cache_folder", "key_of"]

VARIABLE: Final = "PTXPY_CUBIN_CACHE"
"""The environment variable that names the folder, or turns the cache `off`."""

MAX_CACHE_BYTES: Final = 1 << 30
"""Maximum total size of the files; the least recently used are removed."""


def cache_folder() -> Path | None:
    """Return the folder for this user; None if the cache is off."""
    return _user_cache.cache_folder("cubins", VARIABLE)


class CubinCache:
    """The cubins in a folder. File errors are ignored: they make a miss."""

    def __init__(self, folder: Path) -> None:
        """Use a folder, which is created when a cubin is first stored."""
        self.files = UserCache(folder, "cubin", MAX_CACHE_BYTES)
        """The files of the cubins."""

    def find(self, key: str) -> Assembly | None:
        """Return the assembly stored under a key; None if there is none, or the file is damaged."""
        data = self.files.find(key)
        return None if data is None else _decoded(data)

    def store(self, key: str, assembly: Assembly) -> None:
        """Store an assembly under a key, atomically."""
        facts = {
            "arch": assembly.arch,
            "assembler": assembly.assembler,
            "kernels": [list(kernel) for kernel in assembly.kernels],
            "messages": [list(message) for message in assembly.messages],
        }
        self.files.store(key, json.dumps(facts).encode("ascii") + b"\n" + assembly.cubin)


def _decoded(data: bytes) -> Assembly:
    """Return the assembly in a file."""
    header, _, cubin = data.partition(b"\n")
    facts: dict[str, Any] = json.loads(header)
    return Assembly(
        cubin,
        facts["arch"],
        tuple(Resources(*kernel) for kernel in facts["kernels"]),
        tuple(Message(*message) for message in facts["messages"]),
        facts["assembler"],
    )
