"""Tensor maps as bytes: an encoding of ptxpy's own, as NVIDIA's is not public.

All fields are in the 128 bytes, so that copies work, and `tensormap.replace` too. From byte 0 on: a
word by which a map is known; rank - 1, element type, interleave, swizzle, its atomicity, fill, L2
promotion and mode, a byte each, numbered as `tensormap.replace` does (PTX ISA 9.7.9.26); from 16
the address; from 24 dims and from 64 strides in 64 bits each; from 96 the box, or channels and
pixels, in 16 bits each; from 106 the element strides in bytes; from 112 the lower and from 118 the
upper corner of im2col in 16 bits each.

The simulator reads and replaces the fields; it, emulated programs and JAX's launches encode them.
The rules of the fields are those of `tensor_layouts`.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from ptxpy.isa import STANDARD_SWIZZLES, SWIZZLES
from ptxpy.launch_request.tensor_layouts import (
    L2_PROMOTIONS,
    TENSOR_FILLS,
    TENSOR_INTERLEAVES,
    TENSOR_TYPES,
    Im2col,
    TensorLayout,
    find_layout_problem,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "TENSOR_MAP_FIELDS",
    "TENSOR_MAP_MARK",
    "decode_tensor_map",
    "encode_tensor_map",
    "tensor_map_field",
]

_MAGIC: Final = 0x50414D54
TENSOR_MAP_MARK: Final = _MAGIC.to_bytes(4, "little")
"""The first bytes of a tensor map."""

_HEAD: Final = struct.Struct("<I8B4xQ")
_WIDE: Final = struct.Struct("<5Q4Q")
_NARROW: Final = struct.Struct("<5H5Bx3h3h4x")

_SWIZZLES: Final = {(each.mode, each.atomicity): each for each in SWIZZLES}

TENSOR_MAP_FIELDS: Final = {
    "global_address": (16, "Q"),
    "rank": (4, "B"),
    "box_dim": (96, "H"),
    "global_dim": (24, "Q"),
    "global_stride": (64, "Q"),
    "element_stride": (106, "B"),
    "elemtype": (5, "B"),
    "interleave_layout": (6, "B"),
    "swizzle_mode": (7, "B"),
    "swizzle_atomicity": (8, "B"),
    "fill_mode": (9, "B"),
}
"""The position and the format of each field of `tensormap.replace`."""


def encode_tensor_map(layout: TensorLayout, address: int) -> bytes:
    """Return the bytes of a tensor map for a tensor at an address of the simulator's memory."""
    rank = len(layout.dims)
    columns = layout.columns
    head = _HEAD.pack(
        _MAGIC,
        rank - 1,
        TENSOR_TYPES.index(layout.element),
        TENSOR_INTERLEAVES.index(layout.interleave),
        layout.swizzle.mode,
        layout.swizzle.atomicity,
        TENSOR_FILLS.index(layout.fill),
        L2_PROMOTIONS.index(layout.l2_promotion),
        columns is not None,
        address,
    )
    wide = _WIDE.pack(*_pad(layout.dims, 5, 1), *_pad(layout.strides, 4, 0))
    lower, upper = ((), ()) if columns is None else (columns.lower, columns.upper)
    narrow = _NARROW.pack(
        *_pad(layout.box, 5, 1),
        *_pad(layout.steps, 5, 1),
        *_pad(lower, 3, 0),
        *_pad(upper, 3, 0),
    )
    return head + wide + narrow


def _pad(values: Sequence[int], count: int, filler: int) -> tuple[int, ...]:
    return (*values, *(filler,) * (count - len(values)))


def decode_tensor_map(data: bytes) -> tuple[TensorLayout, int] | str:
    """Return the layout and the address of a tensor map, or a message why it is invalid."""
    magic, last, element, interleave, mode, atom, fill, l2, im2col, address = _HEAD.unpack(
        data[:24]
    )
    if magic != _MAGIC:
        return "no tensor map; a launch takes a ptxpy.TensorMap"
    rank = last + 1
    # Only the swizzle of 128 bytes has several atomicities.
    swizzle = _SWIZZLES.get((mode, atom if mode == STANDARD_SWIZZLES[128].mode else 0))
    if element >= len(TENSOR_TYPES) or swizzle is None or interleave >= len(TENSOR_INTERLEAVES):
        return f"elemtype {element}, swizzle {mode}, atomicity {atom}, interleave {interleave}"
    wide, narrow = _WIDE.unpack(data[24:96]), _NARROW.unpack(data[96:])
    columns = None
    if im2col:
        spatial = rank - 2
        columns = Im2col(narrow[10 : 10 + spatial], narrow[13 : 13 + spatial], *narrow[:2])
    layout = TensorLayout(
        TENSOR_TYPES[element],
        wide[:rank],
        wide[5 : 4 + rank],
        narrow[: 2 if im2col else rank],
        narrow[5 : 5 + rank],
        TENSOR_INTERLEAVES[interleave],
        swizzle,
        TENSOR_FILLS[fill & 1],
        L2_PROMOTIONS[l2 & 3],
        columns,
    )
    return find_layout_problem(layout, address) or (layout, address)


def tensor_map_field(field: str, ordinal: int) -> slice:
    """Return which bytes have a field of `TENSOR_MAP_FIELDS`, of a dimension if it has several."""
    start, kind = TENSOR_MAP_FIELDS[field]
    size = struct.calcsize(kind)
    return slice(start + ordinal * size, start + (ordinal + 1) * size)
