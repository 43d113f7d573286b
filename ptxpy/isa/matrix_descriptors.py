"""Descriptors of matrices in shared memory, for wgmma and for tcgen05, and their fields.

Those of wgmma are in PTX ISA 9.7.15.5.1.2, those of tcgen05 in 9.7.16.4.1. A descriptor has 64
bits: an address, of which 14 bits in units of 16 bytes count, and constant fields.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.isa.swizzles import TCGEN05_CODES, UNIT_BYTES, WGMMA_CODES

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "MAX_ENCODED_OFFSET",
    "MatrixFields",
    "encode_offset",
    "read_tcgen05_descriptor",
    "read_wgmma_descriptor",
    "swizzle_code",
    "tcgen05_bits",
    "tcgen05_descriptor",
    "wgmma_descriptor",
]

MAX_ENCODED_OFFSET: Final = 0x3FFFF
"""The largest byte offset of a descriptor: 14 bits in units of 16 bytes."""

_OFFSET_MASK: Final = 0x3FFF
_LEADING_BIT: Final = 16
_STRIDE_BIT: Final = 32
_VERSION_BIT: Final = 46
_BASE_OFFSET_BIT: Final = 49
_BASE_OFFSET_END: Final = 8
"""One more than the largest base offset, of 3 bits."""
_LBO_MODE_BIT: Final = 52
_TCGEN05_SWIZZLE_BIT: Final = 61
_WGMMA_SWIZZLE_BIT: Final = 62
_DESCRIPTOR_END: Final = 1 << 64


class MatrixFields(NamedTuple):
    """The constant fields of a descriptor; offsets are bytes."""

    leading: int
    stride: int
    swizzle: str | int
    base_offset: int = 0
    lbo_mode: int = 0
    """Of tcgen05 alone: 0 if `leading` is an offset, 1 if it is an address."""
    version: int = 1
    """Of tcgen05 alone: 1 in the manual; Triton leaves it 0."""


def encode_offset(offset: int, what: str) -> int:
    """Return a byte offset as descriptors hold it, in 14 bits; `ValueError` if it does not fit."""
    if type(offset) is not int or not 0 <= offset <= MAX_ENCODED_OFFSET or offset % UNIT_BYTES:
        largest = MAX_ENCODED_OFFSET & ~(UNIT_BYTES - 1)
        msg = f"the {what} must be a multiple of 16 bytes up to {largest:,}, got {offset!r}"
        raise ValueError(msg)
    return offset // UNIT_BYTES


def swizzle_code(swizzle: int | str | None, codes: Mapping[str, int]) -> int:
    """Return the number of a swizzle: one of the numbers, or a name like `"128B"`."""
    # No swizzle is code 0 for both generations.
    if swizzle is None:
        return 0
    if type(swizzle) is str and swizzle in codes:
        return codes[swizzle]
    if isinstance(swizzle, int) and swizzle in codes.values():
        return int(swizzle)
    known = ", ".join(f"{code} ({name})" for name, code in codes.items())
    msg = f"the swizzle must be one of {known}, got {swizzle!r}"
    raise ValueError(msg)


def wgmma_descriptor(leading: int, stride: int, swizzle: int | str, base_offset: int = 0) -> int:
    """Return a descriptor for wgmma without its address; offsets are bytes."""
    return (
        _offsets(leading, stride)
        | _base(base_offset) << _BASE_OFFSET_BIT
        | swizzle_code(swizzle, WGMMA_CODES) << _WGMMA_SWIZZLE_BIT
    )


def tcgen05_descriptor(
    leading: int,
    stride: int,
    swizzle: int | str,
    version: int = 1,
    base_offset: int = 0,
    lbo_mode: int = 0,
) -> int:
    """Return a descriptor for tcgen05 without its address; offsets are bytes."""
    if version != 1:
        msg = f"bits 46 to 48 of a descriptor for tcgen05 must be 1, got {version!r}"
        raise ValueError(msg)
    return tcgen05_bits(MatrixFields(leading, stride, swizzle, base_offset, lbo_mode))


def tcgen05_bits(fields: MatrixFields) -> int:
    """Return a descriptor for tcgen05 without its address, of version 1 or 0."""
    if fields.lbo_mode not in (0, 1):
        msg = f"lbo_mode must be 0 for a byte offset or 1 for an address, got {fields.lbo_mode!r}"
        raise ValueError(msg)
    if fields.version not in (0, 1):
        msg = (
            f"the version of a descriptor must be 1, or 0 as Triton has it, got {fields.version!r}"
        )
        raise ValueError(msg)
    return (
        _offsets(fields.leading, fields.stride)
        | fields.version << _VERSION_BIT
        | _base(fields.base_offset) << _BASE_OFFSET_BIT
        | fields.lbo_mode << _LBO_MODE_BIT
        | swizzle_code(fields.swizzle, TCGEN05_CODES) << _TCGEN05_SWIZZLE_BIT
    )


def read_wgmma_descriptor(bits: int) -> MatrixFields | None:
    """Return the fields of a descriptor for wgmma without an address; None if it is not one."""
    if not 0 <= bits < _DESCRIPTOR_END:
        return None
    name = _name_of(bits >> _WGMMA_SWIZZLE_BIT, WGMMA_CODES)
    fields = _read(bits, name)
    # Bits that are no field must be as the encoder leaves them.
    known = wgmma_descriptor(fields.leading, fields.stride, name, fields.base_offset)
    return fields if known == bits else None


def read_tcgen05_descriptor(bits: int) -> MatrixFields | None:
    """Return the fields of a descriptor for tcgen05 without an address; None if it is not one."""
    if not 0 <= bits < _DESCRIPTOR_END:
        return None
    name = _name_of(bits >> _TCGEN05_SWIZZLE_BIT, TCGEN05_CODES)
    if not name:
        return None
    fields = _read(bits, name)._replace(
        lbo_mode=bits >> _LBO_MODE_BIT & 1, version=bits >> _VERSION_BIT & 1
    )
    # As for wgmma, encoding again finds stray bits.
    return fields if tcgen05_bits(fields) == bits else None


def _name_of(code: int, codes: Mapping[str, int]) -> str:
    return next((name for name, known in codes.items() if known == code), "")


def _read(bits: int, swizzle: str) -> MatrixFields:
    return MatrixFields(
        (bits >> _LEADING_BIT & _OFFSET_MASK) * UNIT_BYTES,
        (bits >> _STRIDE_BIT & _OFFSET_MASK) * UNIT_BYTES,
        swizzle,
        bits >> _BASE_OFFSET_BIT & _BASE_OFFSET_END - 1,
    )


def _offsets(leading: int, stride: int) -> int:
    return (
        encode_offset(leading, "leading dimension byte offset") << _LEADING_BIT
        | encode_offset(stride, "stride dimension byte offset") << _STRIDE_BIT
    )


def _base(offset: int) -> int:
    if type(offset) is not int or not 0 <= offset < _BASE_OFFSET_END:
        msg = f"the base offset must be a number from 0 to 7, got {offset!r}"
        raise ValueError(msg)
    return offset
