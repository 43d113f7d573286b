"""Matrices in shared memory that `tcgen05` instructions find by a descriptor (PTX ISA 9.7.16.4.1).

The fields are those of `wgmma`, but for the swizzle in bits 61 to 63, a constant 1 in bits 46 to 48
(Triton leaves it 0), and the mode of the leading dimension in bit 52. Byte offsets count from the
start address; a swizzle exchanges bytes by the bits of their address in shared memory.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.isa import LINE_BYTES, MATRIX_SWIZZLES, TCGEN05_CODES, UNIT_BYTES, Swizzle
from ptxpy.sim.errors import FaultError
from ptxpy.sim.semantics.matrices.descriptors import DescriptorFields, OperandTile, unit_offsets

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine

__all__ = ["read", "units_of"]

_NAMES: Final = {code: name for name, code in TCGEN05_CODES.items()}
_RESERVED: Final = ((14, 15), (30, 31), (53, 60))
_ATOM_32: Final = "128B_BASE32B"
_START_MASK: Final = 0x3FFF


class _Layout(NamedTuple):
    """The constant fields of a descriptor."""

    leading: int
    """In bytes; in the absolute mode the address of the bytes after the first 128 of a row."""
    stride: int
    swizzle: Swizzle
    absolute: bool


@lru_cache(maxsize=1024)
def _layout(constant: int) -> _Layout:
    """Return the fields of a descriptor without its start address; `ValueError` for a wrong one."""
    for first, last in _RESERVED:
        held = constant >> first & (1 << last - first + 1) - 1
        if held:
            msg = f"bits {first} to {last} are reserved and hold {held:#x}, not 0"
            raise ValueError(msg)
    version = constant >> 46 & 7
    # Triton leaves 0 where the manual has 1.
    if version > 1:
        msg = f"bits 46 to 48, which are 1, hold {version}"
        raise ValueError(msg)
    base = constant >> 49 & 7
    if base:
        msg = f"bits 49 to 51, the base offset, hold {base}; only 0 can be simulated"
        raise ValueError(msg)
    name = _NAMES.get(constant >> 61 & 7)
    if name is None:
        known = ", ".join(f"{code} ({each})" for code, each in _NAMES.items())
        msg = f"bits 61 to 63, the swizzle, hold {constant >> 61 & 7}; known are {known}"
        raise ValueError(msg)
    absolute = bool(constant >> 52 & 1)
    if absolute and name != "128B":
        msg = "bit 52, the absolute mode of the leading dimension, takes the 128-byte swizzle"
        raise ValueError(msg)
    return _Layout(
        (constant >> 16 & _START_MASK) * UNIT_BYTES,
        (constant >> 32 & _START_MASK) * UNIT_BYTES,
        MATRIX_SWIZZLES[name],
        absolute,
    )


@lru_cache(maxsize=4096)
def units_of(tile: OperandTile, descriptor: int) -> Any:
    """Return the index in shared memory of each unit of 16 bytes of a tile.

    They are [row, unit along K], or [index along K, unit along the rows] of a tile whose rows are
    neighbours. Raises `ValueError`, which names the field, for a descriptor that is wrong.
    """
    # Descriptors along K differ in their starts alone: the other fields are decoded once.
    layout = _layout(descriptor & ~_START_MASK)
    start = descriptor & _START_MASK
    swizzle = layout.swizzle
    width = swizzle.width or UNIT_BYTES
    if swizzle.atom > UNIT_BYTES:
        units = start + _atoms_of_32(tile, layout)
    else:
        if tile.major != "K" and tile.size == 4:  # noqa: PLR2004 - bytes
            msg = (
                "bits 61 to 63, the swizzle, are not 1: a matrix of 32-bit elements whose rows are "
                "along M or N takes the 128-byte swizzle with atoms of 32 bytes"
            )
            raise ValueError(msg)
        fields = DescriptorFields(layout.leading, layout.stride, width)
        length = tile.octets if tile.major == "K" else min(width, tile.extent * tile.size)
        if width != UNIT_BYTES and not layout.absolute:
            at = start * UNIT_BYTES
            if length > width:
                msg = (
                    f"bits 61 to 63 say a swizzle with rows of {width} bytes, and the product "
                    f"takes {length} bytes along {'K' if tile.major == 'K' else 'M or N'}"
                )
                raise ValueError(msg)
            if at % width + length > width:
                msg = (
                    f"the start address {at:#x} is misaligned: from there {length} bytes do not "
                    f"fit in a row of {width} bytes of the swizzle"
                )
                raise ValueError(msg)
        units = start + unit_offsets(tile, fields)[0]
        if layout.absolute:
            if tile.major != "K":
                msg = "bit 52, the absolute mode of the leading dimension, takes a K-major matrix"
                raise ValueError(msg)
            per_line = LINE_BYTES // UNIT_BYTES
            along = start % per_line + np.arange(tile.octets // UNIT_BYTES)
            second = along >= per_line
            row = np.arange(tile.extent)[:, None]
            base = (
                layout.leading // UNIT_BYTES
                + row // 8 * (layout.stride // UNIT_BYTES)
                + row % 8 * per_line
            )
            units = np.where(second, base + along - per_line, units)
    # A swizzle goes by addresses in shared memory, so the start has been added before.
    units = swizzle.permute_units(units)
    units.setflags(write=False)
    return units


def _atoms_of_32(tile: OperandTile, layout: _Layout) -> Any:
    """Return the offsets of a tile of 32-bit elements with rows along M or N, in units."""
    if tile.major == "K" or tile.size != 4:  # noqa: PLR2004 - bytes
        msg = (
            "bits 61 to 63 say the 128-byte swizzle with atoms of 32 bytes, which is for matrices "
            "of 32-bit elements whose rows are along M or N"
        )
        raise ValueError(msg)
    row = np.arange(tile.octets // tile.size)[:, None]
    unit = np.arange(tile.extent * tile.size // UNIT_BYTES)
    per_line = LINE_BYTES // UNIT_BYTES
    around = row // 4 * (layout.stride // UNIT_BYTES) + row % 4 * per_line
    return around + unit // per_line * (layout.leading // UNIT_BYTES) + unit % per_line


@lru_cache(maxsize=1024)
def _joined(tile: OperandTile, descriptors: tuple[int, ...]) -> tuple[Any, int]:
    """Return the units of several steps along K, and the greatest unit."""
    parts = [units_of(tile, each) for each in descriptors]
    units = np.concatenate(parts, axis=1 if tile.major == "K" else 0)
    units.setflags(write=False)
    return units, int(units.max())


def read(
    machine: Machine, cta: int, tile: OperandTile, descriptors: tuple[int, ...], lane: int
) -> Any:
    """Return the bytes of a tile, for one or more descriptors that follow each other along K.

    They are [row, byte along K], or [index along K, byte along the rows] of a tile whose rows are
    neighbours.

    Raises:
        FaultError: A descriptor is wrong, or the tile reaches outside of shared memory.
    """
    try:
        units, last = _joined(tile, descriptors)
    except ValueError as error:
        raise _wrong(tile, descriptors, lane, str(error)) from None
    if (last + 1) * UNIT_BYTES > machine.shared_bytes:
        text = (
            f"the tile reaches to byte {(last + 1) * UNIT_BYTES:#x} of {machine.shared_bytes:#x} "
            "bytes of shared memory: the start address, or one of the byte offsets, is wrong"
        )
        raise _wrong(tile, descriptors, lane, text)
    per_cta = machine.shared_stride // UNIT_BYTES
    memory = machine.view("shared", "c16")[cta * per_cta : (cta + 1) * per_cta]
    return memory.take(units).view(np.uint8)


def _wrong(tile: OperandTile, descriptors: tuple[int, ...], lane: int, text: str) -> FaultError:
    # Of several descriptors the message names the wrong one, if only one is.
    found = descriptors[0]
    for each in descriptors:
        try:
            units_of(tile, each)
        except ValueError:
            found = each
            break
    return FaultError(f"the matrix descriptor {found:#018x} of {tile.name}: {text}", lane)
