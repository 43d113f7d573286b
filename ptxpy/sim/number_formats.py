"""The floating-point formats narrower than `.f32`, as plain data (PTX ISA 9.0, section 5.2.3)."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from ptxpy._records import NamedTuple

__all__ = ["BY_NAME", "OOB_NAN", "Format", "element"]


class _Fields(NamedTuple):
    """The parameters of a format."""

    name: str
    exponent_bits: int
    fraction_bits: int
    maximum: int
    """Code of the largest finite number."""
    infinity: int | None
    nan: int | None
    """Code of the NaN that instructions give, whose sign bit is clear."""
    padding: int = 0
    """Zero bits below the fraction: a `.tf32` is held as the `.f32` of its value."""


class Format(_Fields):
    """A binary format of a sign, an exponent and a fraction.

    Its *code* is the unsigned integer of these bits, without padding.
    """

    @property
    def bits(self) -> int:
        """Size of a code."""
        return 1 + self.exponent_bits + self.fraction_bits

    @cached_property
    def bias(self) -> int:
        """The bias of the exponent."""
        return (1 << (self.exponent_bits - 1)) - 1

    @property
    def one(self) -> int:
        """Code of 1.0."""
        return self.bias << self.fraction_bits

    @property
    def sign(self) -> int:
        """The mask of the sign bit."""
        return 1 << (self.bits - 1)

    @property
    def smallest_normal(self) -> int:
        """Code of the smallest positive normal number."""
        return 1 << self.fraction_bits

    @property
    def has_f32_exponent(self) -> bool:
        """Whether its exponents are those of `.f32`."""
        return self.exponent_bits == 8  # noqa: PLR2004 - bits of the exponent of .f32


BY_NAME: Final = {
    row.name: row
    for row in (
        Format("f16", 5, 10, 0x7BFF, 0x7C00, 0x7FFF),
        Format("bf16", 8, 7, 0x7F7F, 0x7F80, 0x7FFF),
        Format("tf32", 8, 10, 0x3FBFF, 0x3FC00, 0x3FFFF, 13),
        # Formats of 8 bits and fewer deviate from IEEE 754: `e4m3` has a NaN and no infinity, those
        # of 4 and 6 bits have neither.
        Format("e4m3", 4, 3, 0x7E, None, 0x7F),
        Format("e5m2", 5, 2, 0x7B, 0x7C, 0x7F),
        Format("e2m3", 2, 3, 0x1F, None, None),
        Format("e3m2", 3, 2, 0x1F, None, None),
        Format("e2m1", 2, 1, 0x7, None, None),
    )
}
"""The formats, by the name of a PTX type of one element without its dot."""

OOB_NAN: Final = 0x7FF7
"""The NaN that `fma.oob` takes for zero, in `.f16` and `.bf16`.

Bulk copies of tensors fill with it beyond their bounds. The manual does not document its bits.
"""


def element(name: str) -> tuple[str, int]:
    """Return the element type of a packed type, by name, and the number of its elements."""
    base, x, count = name.rpartition("x")
    return (base, int(count)) if x and count in {"2", "4"} else (name, 1)
