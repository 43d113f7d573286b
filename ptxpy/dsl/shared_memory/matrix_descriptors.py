"""Descriptors of 64 bits for matrices in shared memory, and of 32 bits for tcgen05.mma.

Those of wgmma are in PTX ISA 9.7.15.5.1.2, those of tcgen05 in 9.7.16.4.1 and 9.7.16.4.2. A
descriptor is a constant and an address, of which 14 bits in units of 16 bytes count.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ptxpy.dsl.shared_memory.addresses import address_register
from ptxpy.dsl.shared_memory.handles import SharedAlloc, SharedObject, SharedSlice
from ptxpy.dsl.shared_memory.location_checks import check_location
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.values.operand_conversion import Register
from ptxpy.dsl.values.operators import View, operation
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES
from ptxpy.isa.swizzles import TCGEN05_CODES, WGMMA_CODES, Swizzle

MASKED_DESC_B128: Final = 0x4000004000010000
"""A K-major tile in stripes of 128 bytes, for wgmma."""

TCGEN05_MASKED_DESC_B128: Final = 0x4000404000010000
"""The same for tcgen05."""

MAX_ENCODED_OFFSET: Final = 0x3FFFF
"""The largest byte offset of a descriptor: 14 bits in units of 16 bytes."""
_START_BITS: Final = 14
_BASE_OFFSET_END: Final = 8
"""One more than the largest base offset, of 3 bits."""
_DESCRIPTOR_BITS: Final = 64


def encoded(offset: int, what: str) -> int:
    """Return a byte offset as descriptors hold it, in 14 bits; `ValueError` where it is not one."""
    if type(offset) is not int or not 0 <= offset <= MAX_ENCODED_OFFSET or offset % 16:
        largest = MAX_ENCODED_OFFSET & ~15
        msg = f"the {what} is a multiple of 16 bytes up to {largest:,}, not {offset!r}"
        raise ValueError(msg)
    return offset >> 4


def swizzle_code(swizzle: int | str | None, codes: Mapping[str, int]) -> int:
    """Return the number of a swizzle: one of the numbers, or a name like `"128B"`."""
    if swizzle is None:
        return 0
    if type(swizzle) is str and swizzle in codes:
        return codes[swizzle]
    if isinstance(swizzle, int) and swizzle in codes.values():
        return int(swizzle)
    known = ", ".join(f"{code} ({name})" for name, code in codes.items())
    msg = f"the swizzle is one of {known}, not {swizzle!r}"
    raise ValueError(msg)


def wgmma_constant(leading: int, stride: int, swizzle: int | str, base_offset: int = 0) -> int:
    """Return a descriptor for wgmma without its address; offsets are bytes."""
    return (
        encoded(leading, "leading dimension byte offset") << 16
        | encoded(stride, "stride dimension byte offset") << 32
        | _base(base_offset) << 49
        | swizzle_code(swizzle, WGMMA_CODES) << 62
    )


def tcgen05_constant(  # noqa: PLR0913, PLR0917 - the fields that there are
    leading: int,
    stride: int,
    swizzle: int | str,
    version: int = 1,
    base_offset: int = 0,
    lbo_mode: int = 0,
) -> int:
    """Return a descriptor for tcgen05 without its address; offsets are bytes."""
    if version != 1:
        msg = f"bits 46 to 48 of a descriptor for tcgen05 are 1, not {version!r}"
        raise ValueError(msg)
    if lbo_mode not in (0, 1):
        msg = f"lbo_mode is 0 for a byte offset and 1 for an address, not {lbo_mode!r}"
        raise ValueError(msg)
    return (
        encoded(leading, "leading dimension byte offset") << 16
        | encoded(stride, "stride dimension byte offset") << 32
        | version << 46
        | _base(base_offset) << 49
        | lbo_mode << 52
        | swizzle_code(swizzle, TCGEN05_CODES) << 61
    )


def _base(offset: int) -> int:
    if type(offset) is not int or not 0 <= offset < _BASE_OFFSET_END:
        msg = f"the base offset is a number from 0 to 7, not {offset!r}"
        raise ValueError(msg)
    return offset


def declared_type(value: Any) -> str:
    """Return the type with which a register is declared, "" where that is not known."""
    if isinstance(value, PendingResult):
        value = value.register()
    return value.declared if isinstance(value, Register | View) else ""


def is_wide(value: Any) -> bool | None:
    """Say whether a register has 64 bits; None where its type is not known."""
    kind = TYPES.get(declared_type(value))
    return None if kind is None else kind.bits == _DESCRIPTOR_BITS


def described(address: Any, constant: int, offset: int = 0) -> Register:
    """Return a b64 register with a descriptor of an address, plus `offset` bytes.

    Emits `mov.u32` (or what else the address takes), `bfe.u32` for its 14 bits, `cvt.u64.u32` and
    `or.b64`. `ValueError` where the address is known not to be a multiple of 16.
    """
    bits = operation("bfe.u32")(_address(address, offset), 4, _START_BITS)
    return _completed(bits, constant)


def masked(address: Any, offset: int, mask: int, constant: int) -> Register:
    """Return a b64 register: `(address + offset & mask) >> 4 | constant`.

    Emits `and.b32`, `shr.u32`, `cvt.u64.u32` and `or.b64` after the address has been computed.
    """
    for name, value, bits in (("mask", mask, 32), ("constant", constant, 64)):
        if type(value) is not int or not 0 <= value < 1 << bits:
            msg = f"the {name} of a descriptor is a number of {bits} bits, not {value!r}"
            raise ValueError(msg)
    kept = operation("and.b32")(_address(address, offset), mask)
    return _completed(operation("shr.u32")(kept, 4), constant)


def advanced(descriptor: Any, offset: int) -> Any:
    """Return a descriptor in a register, `offset` bytes further: `add.s64`; for 0 as it is."""
    if not offset:
        return descriptor
    return operation("add.s64")(descriptor, encoded(offset, "offset of a descriptor"))


def _address(address: Any, offset: int) -> Any:
    if type(offset) is not int:
        msg = f"a descriptor's offset is a number of bytes known while tracing, not {offset!r}"
        raise TypeError(msg)
    known = offset + (address.start if isinstance(address, SharedObject) else 0)
    if known % 16 or known < 0:
        msg = f"a descriptor's address is a multiple of 16: {address!r} and {offset} bytes is not"
        raise ValueError(msg)
    check_location(address, "a descriptor", align=16)
    if is_wide(address):
        address = operation("cvt.u32.u64")(address)
    return address_register(address, offset)


def _completed(bits: Any, constant: int) -> Register:
    wide = operation("cvt.u64.u32")(bits)
    found: Register = operation("or.b64")(wide, n.Literal(f"0x{constant:016X}")).register()
    return found


def check_pattern(address: Any, offset: int, swizzle: Swizzle) -> None:
    """Raise `ValueError` where a descriptor is known to begin within a swizzle's pattern."""
    if not isinstance(address, SharedObject) or type(offset) is not int or not swizzle.width:
        return
    start = address.start + offset
    period = swizzle.pattern_bytes
    if start % period >= swizzle.width:
        msg = (
            f"a swizzle of {swizzle.width} bytes repeats every {period}: a descriptor with the "
            f"base offset 0 begins in the first row of a pattern, not at byte {start} of the "
            "variable"
        )
        raise ValueError(msg)


def array_of(value: Any) -> tuple[SharedAlloc, tuple[int, ...]] | None:
    """Return the array that a value is or is a stage of, and the shape of the value."""
    if isinstance(value, SharedAlloc):
        return value, value.shape
    if isinstance(value, SharedSlice):
        return value.alloc, value.alloc.shape[1:]
    return None
