"""Decompression of entries, bounded by the size that an entry says it has."""

from __future__ import annotations

import sys
from typing import Final

__all__ = ["BinaryFormatError", "decompress"]

MAX_ENTRY_BYTES: Final = 1 << 28
"""The largest entry that is decompressed."""


class BinaryFormatError(ValueError):
    """A container is damaged, or is of a form that is not known."""


def decompress(data: memoryview, compression: str, size: int, place: str) -> bytes:
    """Return decompressed bytes; raises `BinaryFormatError` unless they are `size` bytes.

    Args:
        data: The bytes as stored.
        compression: `lz4` for a block, `zstd` for a frame, empty for none.
        size: The bytes when decompressed.
        place: Where they lie, for messages.
    """
    if not compression:
        return bytes(data)
    if size > MAX_ENTRY_BYTES:
        message = f"{place}: an entry of {size:,} bytes, more than {MAX_ENTRY_BYTES:,}"
        raise BinaryFormatError(message)
    try:
        found = _lz4(data, size) if compression == "lz4" else _zstd(data, size)
    except ValueError as error:
        message = f"{place}: the {compression} data are damaged: {error}"
        raise BinaryFormatError(message) from None
    if len(found) != size:
        message = f"{place}: {len(found):,} bytes when decompressed, where the entry says {size:,}"
        raise BinaryFormatError(message)
    return found


def _lz4(data: memoryview, size: int) -> bytes:
    import lz4.block  # noqa: PLC0415 - only for what is compressed so

    try:
        found: bytes = lz4.block.decompress(data, uncompressed_size=size)
    except lz4.block.LZ4BlockError as error:
        raise ValueError(str(error)) from None
    return found


def _zstd(data: memoryview, size: int) -> bytes:
    if sys.version_info >= (3, 14):
        from compression import zstd  # noqa: PLC0415 - only for what is compressed so
    else:
        from backports import zstd  # noqa: PLC0415

    try:
        return zstd.ZstdDecompressor().decompress(data, max_length=size + 1)
    except zstd.ZstdError as error:
        raise ValueError(str(error)) from None
