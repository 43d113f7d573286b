"""Containers as compilers make them, for tests."""

from __future__ import annotations

import struct
import sys
from typing import Final

import lz4.block

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

PTX: Final = 1
CUBIN: Final = 2
LZ4: Final = 0x2000
ZSTD: Final = 0x8000
SUFFIX_A: Final = 0x100000


def entry(
    data: bytes, *, kind: int = PTX, arch: int = 80, compression: int = 0, suffix: int = 0
) -> bytes:
    """Return an entry of a container, with the name `kernel.cu`."""
    stored = data
    if compression == LZ4:
        stored = lz4.block.compress(data, store_size=False)
    elif compression == ZSTD:
        stored = zstd.compress(data)
    padded = stored + bytes(-len(stored) % 8)
    name = b"kernel.cu\0".ljust(16, b"\0")
    header = struct.pack(
        "<HHIQIIHHIIIQQQ",
        kind,
        0x0101,
        64 + len(name),
        len(padded),
        len(stored) if compression else 0,
        0,
        0,
        9,
        arch,
        64,
        len(name),
        compression | suffix | 1,
        0,
        len(data) if compression else 0,
    )
    return header + name + padded


def container(*entries: bytes) -> bytes:
    """Return a container."""
    body = b"".join(entries)
    return b"\x50\xed\x55\xba" + struct.pack("<HHQ", 1, 16, len(body)) + body
