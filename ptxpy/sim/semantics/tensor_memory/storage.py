"""Elements of A and B as they are stored, decoded to `float32`, which holds them exactly.

Elements of 4 and 6 bits are stored in three ways (PTX ISA 9.7.16.3): with 16 of them in the first
bytes of each 16 (`padded`), one in each byte (`bytes`), or two in a byte (`packed`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import numpy as np

from ptxpy.sim.number_formats import BY_NAME
from ptxpy.sim.semantics.conversions.widening import widener
from ptxpy.sim.semantics.matrices.elements import unpadded
from ptxpy.sim.semantics.matrices.wgmma_elements import decode as decode_words

__all__ = ["decode", "storage_of"]

_BYTE_SHIFT: Final = {4: 2, 6: 1}
"""How far up elements of 4 and 6 bits are in a byte of their own."""


def storage_of(kind: str, type_: str, *, in_tensor_memory: bool) -> str:
    """Return how elements of a type are stored: `plain`, `padded`, `bytes` or `packed`."""
    layout = BY_NAME.get(type_)
    if layout is None or layout.bits >= 8:  # noqa: PLR2004 - bits of a byte
        return "plain"
    if kind in ("mxf4", "mxf4nvf4"):
        return "packed"
    return "bytes" if in_tensor_memory else "padded"


@lru_cache(maxsize=64)
def _table(type_: str, storage: str) -> Any:
    """Return the value of each byte, or of its two halves."""
    layout = BY_NAME[type_]
    codes = np.arange(256, dtype=np.uint16)
    mask = (1 << layout.bits) - 1
    with np.errstate(all="ignore"):
        value = widener(type_)
        if storage == "packed":
            both = np.stack([codes & 15, codes >> 4], axis=-1)
            table = value(both.astype(np.uint8)).astype(np.float32)
        else:
            shift = _BYTE_SHIFT[layout.bits] if storage == "bytes" else 0
            table = value((codes >> shift & mask).astype(np.uint8)).astype(np.float32)
    table.setflags(write=False)
    return table


def decode(type_: str, storage: str, octets: Any) -> Any:
    """Return the elements that bytes hold along the last axis, of multiples of 16 bytes."""
    if storage == "plain":
        return decode_words(type_, octets.view(np.uint32))
    if storage == "padded":
        octets = unpadded(octets, BY_NAME[type_].bits)
    found = _table(type_, storage).take(octets, axis=0)
    return found.reshape(*octets.shape[:-1], -1) if storage == "packed" else found
