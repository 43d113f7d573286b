"""Swizzles: how tensor copies and matrix instructions permute shared memory (PTX ISA 5.5.7).

Shared memory is divided into lines of 128 bytes, and each line into atoms of 16 bytes or more. A
swizzle permutes the atoms of a line by the index of the line: atom `a` of line `l` is stored at
index `a ^ (l % n)`, if a row of the pattern has `n` atoms. In an address, bits of the line index
are combined into bits of the atom index by exclusive or, so that a swizzle is its own inverse.
"""

from __future__ import annotations

from typing import Final, Protocol, Self, TypeVar

from ptxpy._records import NamedTuple

__all__ = [
    "LINE_BYTES",
    "MATRIX_SWIZZLES",
    "MAX_PATTERN_BYTES",
    "NO_SWIZZLE",
    "STANDARD_SWIZZLES",
    "SWIZZLES",
    "TCGEN05_CODES",
    "UNIT_BYTES",
    "WGMMA_CODES",
    "Swizzle",
    "standard_swizzle",
]

LINE_BYTES: Final = 128
"""Bytes of a line, within which atoms are permuted."""
UNIT_BYTES: Final = 16
"""Bytes of the smallest atom, and the unit of addresses in matrix descriptors."""
MAX_PATTERN_BYTES: Final = 1024
"""Bytes after which every swizzle repeats."""

_LINE_SHIFT: Final = LINE_BYTES.bit_length() - 1
_UNIT_SHIFT: Final = UNIT_BYTES.bit_length() - 1
_PATTERN_ROWS: Final = 8
_FLIP_SHIFT: Final = 4
"""The distance from the lowest bit of the line index to the bit that selects a half of 16 bytes."""


class _Bits(Protocol):
    """An integer, or an array of integers."""

    def __and__(self, other: int, /) -> Self:
        """Return the bits that both have."""

    def __xor__(self, other: Self, /) -> Self:
        """Return the bits of one part."""

    def __rshift__(self, other: int, /) -> Self:
        """Return the bits moved down."""


_Address = TypeVar("_Address", bound=_Bits)


class Swizzle(NamedTuple):
    """A permutation of the atoms in each line of 128 bytes."""

    name: str
    """The name in the driver's enumeration `CUtensorMapSwizzle`, or `none`."""
    width: int
    """Bytes of a row of the pattern, and the most bytes of a row of a box; 0 for no swizzle."""
    atom: int
    """Bytes that are moved together."""
    mode: int
    """The encoding of `.swizzle_mode` (PTX ISA 9.7.9.26)."""
    atomicity: int = 0
    """The encoding of `.swizzle_atomicity`."""
    flip: bool = False
    """Whether the halves of 16 bytes are exchanged in every other line."""

    @property
    def pattern_bytes(self) -> int:
        """Bytes after which the pattern repeats, 8 rows; also the alignment of a tile."""
        return _PATTERN_ROWS * self.width

    @property
    def unit(self) -> int:
        """Bytes that stay together in memory: an atom's, or 8 where halves are exchanged."""
        return UNIT_BYTES // 2 if self.flip else UNIT_BYTES

    @property
    # The bits of the line are combined into those of the atom, so they are moved down to them.
    def mask(self) -> int:
        """The bits of the line index in an address, which are combined into lower bits."""
        return (self.width // self.atom - 1) << _LINE_SHIFT if self.width else 0

    @property
    def shift(self) -> int:
        """The distance by which the bits of `mask` are shifted down, to those of the atom index."""
        return _LINE_SHIFT + 1 - self.atom.bit_length() if self.width else 0

    def permute(self, address: _Address) -> _Address:
        """Return the swizzled address of an unswizzled one; applied twice it is the identity."""
        # Exclusive or with bits that stay the same undoes itself.
        swizzled = address ^ ((address & self.mask) >> self.shift)
        return swizzled ^ ((address & LINE_BYTES) >> _FLIP_SHIFT) if self.flip else swizzled

    def permute_units(self, units: _Address) -> _Address:
        """Return the same for addresses that count units of 16 bytes."""
        return units ^ ((units & (self.mask >> _UNIT_SHIFT)) >> self.shift)


NO_SWIZZLE: Final = Swizzle("none", 0, 0, 0)
"""Rows of a tile one after another, as in `.swizzle_mode` 0."""

SWIZZLES: Final = (
    NO_SWIZZLE,
    Swizzle("32B", 32, 16, 1),
    Swizzle("64B", 64, 16, 2),
    Swizzle("128B", 128, 16, 3),
    Swizzle("128B_ATOM_32B", 128, 32, 3, 1),
    Swizzle("128B_ATOM_32B_FLIP_8B", 128, 32, 3, 2, flip=True),
    Swizzle("128B_ATOM_64B", 128, 64, 3, 3),
)
"""All swizzles of a tensor map."""

STANDARD_SWIZZLES: Final = {each.width: each for each in SWIZZLES[:4]}
"""The swizzles with atoms of 16 bytes, by the bytes of a row; 0 for none."""

MATRIX_SWIZZLES: Final = {
    "NONE": NO_SWIZZLE,
    "32B": STANDARD_SWIZZLES[32],
    "64B": STANDARD_SWIZZLES[64],
    "128B": STANDARD_SWIZZLES[128],
    "128B_BASE32B": SWIZZLES[4],
}
"""The swizzles of matrix descriptors, by name."""

WGMMA_CODES: Final = {"NONE": 0, "128B": 1, "64B": 2, "32B": 3}
"""Bits 62 and 63 of a matrix descriptor of wgmma (PTX ISA 9.7.15.5.1.2)."""

TCGEN05_CODES: Final = {"NONE": 0, "128B_BASE32B": 1, "128B": 2, "64B": 4, "32B": 6}
"""Bits 61 to 63 of a matrix descriptor of tcgen05 (PTX ISA 9.7.16.4.1)."""


def standard_swizzle(name: object) -> Swizzle:
    """Return a swizzle with atoms of 16 bytes by its name; None and `"NONE"` stand for none.

    Raises `ValueError` for another name.
    """
    if name is None:
        return NO_SWIZZLE
    found = MATRIX_SWIZZLES.get(name) if type(name) is str else None
    if found is None or found.atom > UNIT_BYTES:
        msg = f"a swizzle must be '32B', '64B', '128B' or None, not {name!r}"
        raise ValueError(msg)
    return found
