"""Registers with descriptors of matrices in shared memory (`ptxpy.isa.matrix_descriptors`).

A descriptor is a constant and an address, of which 14 bits in units of 16 bytes count.
"""

from __future__ import annotations

from typing import Any, Final

from ptxpy.dsl.shared_memory.addresses import address_register, check_location, find_location
from ptxpy.dsl.shared_memory.handles import SharedAlloc, SharedObject, SharedSlice, StageAddress
from ptxpy.dsl.tracing.pending_results import PendingResult, ResultPart
from ptxpy.dsl.values.operand_conversion import CONVERTERS, Register
from ptxpy.dsl.values.operators import View, operation
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES, Swizzle, encode_offset

MASKED_DESC_B128: Final = 0x4000004000010000
"""A K-major tile in stripes of 128 bytes, for wgmma."""

TCGEN05_MASKED_DESC_B128: Final = 0x4000404000010000
"""The same for tcgen05."""

_START_BITS: Final = 14
_DESCRIPTOR_BITS: Final = 64


def declared_type(value: Any) -> str:
    """Return the type with which a register is declared, "" if that is not known."""
    if isinstance(value, PendingResult):
        value = value.register()
    return value.declared if isinstance(value, Register | View) else ""


def is_wide(value: Any) -> bool | None:
    """Say whether a register has 64 bits; None where its type is not known."""
    kind = TYPES.get(declared_type(value))
    return None if kind is None else kind.bits == _DESCRIPTOR_BITS


class TileDescriptor(Register):
    """A descriptor in a register, of which the tile in shared memory is known."""

    __slots__ = ("distance", "tile")

    def __init__(
        self, register: Register, tile: SharedObject | StageAddress, distance: int
    ) -> None:
        """Take the register, the tile, and the bytes from its start to the descriptor's address."""
        super().__init__(register.node, register.declared, register.storage)
        self.tile = tile
        self.distance = distance

    def __repr__(self) -> str:
        """Show register and tile."""
        return f"<descriptor of {self.tile!r} in {self.node.name}>"


CONVERTERS[TileDescriptor] = CONVERTERS[Register]


def described(address: Any, constant: int, offset: int = 0) -> Register:
    """Return a b64 register with a descriptor of an address, plus `offset` bytes.

    Emits `mov.u32` (or the instructions that compute the address), `bfe.u32` for its 14 bits,
    `cvt.u64.u32` and `or.b64`. `ValueError` where the address is known not to be a multiple of 16.
    """
    # The field has bits 4 to 17 of the address, which are enough for 256 KiB.
    bits = operation("bfe.u32")(_address(address, offset), 4, _START_BITS)
    return _completed(bits, constant)


def masked(address: Any, offset: int, mask: int, constant: int) -> Register:
    """Return a b64 register: `(address + offset & mask) >> 4 | constant`.

    Emits `and.b32`, `shr.u32`, `cvt.u64.u32` and `or.b64` after the address has been computed.
    """
    for name, value, bits in (("mask", mask, 32), ("constant", constant, 64)):
        if type(value) is not int or not 0 <= value < 1 << bits:
            msg = f"the {name} of a descriptor must be a number of {bits} bits, got {value!r}"
            raise ValueError(msg)
    kept = operation("and.b32")(_address(address, offset), mask)
    return _completed(operation("shr.u32")(kept, 4), constant)


def advanced(descriptor: Any, offset: int) -> Any:
    """Return a descriptor in a register, `offset` bytes further: `add.s64`; for 0 as it is.

    A negative offset leads back.
    """
    if not offset:
        return descriptor
    back = type(offset) is int and offset < 0
    encoded = encode_offset(-offset if back else offset, "offset of a descriptor")
    # The address is the lowest field of a descriptor, so a sum moves it and leaves the others.
    return operation("add.s64")(descriptor, -encoded if back else encoded)


def _address(address: Any, offset: int) -> Any:
    if type(offset) is not int:
        msg = f"a descriptor's offset must be a number of bytes known while tracing, got {offset!r}"
        raise TypeError(msg)
    known = offset + (address.start if isinstance(address, SharedObject) else 0)
    # An address in a register may be in the middle of its array, and an offset lead back.
    is_free = isinstance(address, PendingResult | ResultPart | Register | View)
    if known % 16 or (known < 0 and not is_free):
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
    place = find_location(address)
    if place is None or type(offset) is not int or not swizzle.width:
        return
    period = swizzle.pattern_bytes
    # Of a stage that the device chooses, the place in the pattern is known if all begin alike.
    if place.stride % period:
        return
    start = place.offset + offset
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
    if isinstance(value, StageAddress):
        return value.alloc, value.shape
    return None


def array_around(value: Any) -> SharedAlloc | None:
    """Return the array that a value is, is a stage of, or is an address in, if it is known."""
    known = array_of(value)
    if known is not None:
        return known[0]
    stage = value.stage if isinstance(value, PendingResult) else None
    # Bytes that were allocated without a swizzle may be parted by the program itself.
    found = None if stage is None else stage.alloc
    return found if found is not None and found.swizzle not in (None, "NONE") else None
