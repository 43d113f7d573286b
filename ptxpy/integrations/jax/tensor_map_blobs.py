"""Descriptions of tensor maps that a kernel of the registry takes, by the address of their bytes.

A map of a launch is made from the address of the buffer that XLA passes, for each launch anew, so
that launches at the same time do not share one.
"""

from __future__ import annotations

import ctypes
from threading import Lock
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

from ptxpy.dsl import DTYPES, Layout, Tile, element_bytes
from ptxpy.integrations.jax.structs import XLA_TYPES, XlaBuffer
from ptxpy.launch import tensor_map
from ptxpy.launch_request import TENSOR_MAP_BYTES, encode_tensor_map

if TYPE_CHECKING:
    from ptxpy.dsl import Type

__all__ = [
    "TensorMapBlob",
    "find_blob",
    "synthesize_tma_descriptor",
    "synthesize_tma_descriptor_3d",
]

_MAX_BOX: Final = 256
"""Elements of a box in each dimension, at most."""
_DEFAULT_ROWS: Final = 64
_ALIGNMENT: Final = 64
_NULL_DEVICE_BLOB: Final = 0


class TensorMapBlob:
    """The description of a tensor map, with its 128 bytes in host memory."""

    def __init__(self, tile: Tile, placeholder: int) -> None:
        """Make the bytes of a map for a tensor at an address."""
        self.tile = tile
        self._memory = ctypes.create_string_buffer(TENSOR_MAP_BYTES + _ALIGNMENT)
        begin = ctypes.addressof(self._memory)
        # The driver wants maps at multiples of 64 bytes, so some are left over for that.
        self.address = begin + -begin % _ALIGNMENT
        """The address of the bytes, a multiple of 64."""
        names = DTYPES[tile.dtype.fundamental]
        number = next(number for number, (name, _) in XLA_TYPES.items() if name in names)
        shape = tile.resolve_shape({})
        array = XlaBuffer(placeholder, shape, number).on_gpu(column_major=tile.layout is Layout.COL)
        layout = tensor_map("descriptor", tile, array, {}).layout
        ctypes.memmove(self.address, encode_tensor_map(layout, placeholder), TENSOR_MAP_BYTES)

    def __bytes__(self) -> bytes:
        """Return the 128 bytes."""
        return ctypes.string_at(self.address, TENSOR_MAP_BYTES)

    def __repr__(self) -> str:
        """Show the tensor."""
        return f"<tensor map of {self.tile!r}>"


_blobs: Final[WeakValueDictionary[int, TensorMapBlob]] = WeakValueDictionary()
_lock: Final = Lock()


def find_blob(address: int) -> TensorMapBlob:
    """Return the description whose bytes are at an address; raise `ValueError` if there is none."""
    with _lock:
        # Maps are found by their address, since that is what the caller passes on.
        found = _blobs.get(int(address))
    if found is None:
        msg = (
            f"{address:#x} is not the host_blob_ptr of a tensor map that is still alive; keep the "
            "host_tmap that synthesize_tma_descriptor returns"
        )
        raise ValueError(msg)
    return found


def synthesize_tma_descriptor(
    shape: tuple[int, ...],
    dtype: Type,
    layout: Layout,
    box_shape: tuple[int, ...] | None = None,
    placeholder_ptr: int = 0,
) -> tuple[TensorMapBlob, int, int]:
    """Describe a tensor map for `add_tma_spec_to_shim`.

    Args:
        shape: The dimensions of the tensor, the outermost first.
        dtype: The type of its elements, as `ptxpy.bf16`.
        layout: Its layout, with the swizzle of the box in shared memory.
        box_shape: The box of a copy; by default up to 64 rows of up to a line of the swizzle, or of
            256 elements without one.
        placeholder_ptr: The address in the bytes. Launches make maps of their own, with the address
            of their buffer.

    Returns the description, which must be kept as long as the next value is used; the address of
    its 128 bytes in host memory, in the encoding of the simulator; and 0, for there is no shared
    copy on the GPU that launches would write to at the same time.

    Raises `ValueError` for a box or a tensor that TMA cannot copy.
    """
    if box_shape is None:
        # One copy moves at most a line of the swizzle along the last dimension.
        columns = layout.span // element_bytes(dtype) or _MAX_BOX
        *outer, last = shape
        rows = [1] * (len(outer) - 1) + [min(outer[-1], _DEFAULT_ROWS)] if outer else []
        box_shape = (*rows, min(last, columns))
    tile = Tile(*map(int, shape), dtype, layout, tma_box=tuple(map(int, box_shape)))
    return _keep(TensorMapBlob(tile, placeholder_ptr))


def synthesize_tma_descriptor_3d(
    height: int,
    width: int,
    dtype: Type,
    box_major: int,
    box_minor: int,
    *,
    swizzle_128b: bool = True,
    padding: bool = False,
    placeholder_ptr: int = 0,
) -> tuple[TensorMapBlob, int, int]:
    """Describe a map of a matrix as (width / 64, height, 64) for `add_tma_spec_to_shim`.

    One copy moves rows of more than 64 elements, which is more than a line of the swizzle.

    Args:
        height: Rows of the matrix.
        width: Columns of the matrix, a multiple of 64.
        dtype: The type of its elements, as `ptxpy.bf16`.
        box_major: Rows of a box.
        box_minor: Columns of a box, a multiple of 64.
        swizzle_128b: Whether the box is swizzled in lines of 128 bytes, else not at all.
        padding: Whether rows of a box have 72 elements in place of 64.
        placeholder_ptr: As in `synthesize_tma_descriptor`, which says what is returned and raised.
    """
    layout = Layout.TMA_128B if swizzle_128b else Layout.ROW
    box = (int(box_major), int(box_minor))
    tile = Tile(
        int(height), int(width), dtype, layout, tma_box=box, tma_rank=3, tma_padding=padding
    )
    return _keep(TensorMapBlob(tile, placeholder_ptr))


def _keep(made: TensorMapBlob) -> tuple[TensorMapBlob, int, int]:
    with _lock:
        _blobs[made.address] = made
    return made, made.address, _NULL_DEVICE_BLOB
