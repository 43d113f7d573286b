"""Numbers that have names: constants of mathematics, cache policies, generators, masks.

A float here is the number of 64 bits that is nearest to the constant; rounded to 32 bits it is the
nearest of these, too. `NAME_F32_2` is the second part of a constant that is the sum of several
numbers of 32 bits, as argument reductions use them (Cody and Waite).

`tensormap.replace` takes numbers for the fields of a tensor map (PTX ISA 9.7.9.26).
"""

from __future__ import annotations

import math
import sys
from typing import Final

from ptxpy.isa.swizzles import SWIZZLES, WGMMA_CODES

__all__ = [
    "CACHE_POLICIES",
    "CONSTANTS",
    "FULL_MASK",
    "GENERATORS",
    "OPCODE_NUMBERS",
    "TENSOR_MAP_CODES",
    "WARP_LANES",
    "segment_clamp",
    "tensor_map_code",
]

CONSTANTS: Final = {
    "PI": math.pi,
    "E": math.e,
    "LN2": math.log(2),
    "LN10": math.log(10),
    "LOG2E": math.log2(math.e),
    "LOG10E": math.log10(math.e),
    "FLT_MAX": float.fromhex("0x1.fffffep+127"),
    "DBL_MAX": sys.float_info.max,
    "LN2_F64_2": float.fromhex("0x1.abc9e3b39803fp-56"),
    "LOG2E_F32_2": float.fromhex("0x1.4ae0c0p-26"),
    "HALF_PI_F32_1": float.fromhex("0x1.921fb4p+0"),
    "HALF_PI_F32_2": float.fromhex("0x1.4442d0p-24"),
    "HALF_PI_F32_3": float.fromhex("0x1.84698ap-48"),
    "HALF_PI_F64_2": float.fromhex("0x1.1a62633145c00p-54"),
    "HALF_PI_F64_3": float.fromhex("0x1.b839a252049c0p-104"),
}
"""Constants of mathematics and the parts of some; the largest floats."""

CACHE_POLICIES: Final = {
    "EVICT_NORMAL": 0x1000000000000000,
    "EVICT_FIRST": 0x12F0000000000000,
    "EVICT_LAST": 0x14F0000000000000,
}
"""Cache policies of L2, as `createpolicy` makes them. The names are those of CUTLASS
(`CacheHintSm90`); the manual calls the bits opaque (PTX ISA 9.7.9.18)."""

GENERATORS: Final = {
    "PHILOX_M0": 0xD2511F53,
    "PHILOX_M1": 0xCD9E8D57,
    "PHILOX_W0": 0x9E3779B9,
    "PHILOX_W1": 0xBB67AE85,
    "PCG_MULTIPLIER": 747796405,
    "PCG_INCREMENT": 2891336453,
    "PCG_OUTPUT_MULTIPLIER": 277803737,
}
"""Constants of generators of random numbers: Philox 4x32 (Salmon and others, 2011), PCG (O'Neill,
2014) with 32 bits of state."""

OPCODE_NUMBERS: Final = {
    **{f"wgmma.SWIZZLE_{name}": code for name, code in WGMMA_CODES.items()},
    "wgmma.MASKED_DESC_B128": 0x4000004000010000,
    "tcgen05.BLACKWELL_MASKED_DESC_B128": 0x4000404000010000,
}
"""Numbers under the name of an opcode: codes of swizzles in matrix descriptors of wgmma, and the
constant bits of descriptors of K-major tiles of bf16 with rows of 128 bytes and their swizzle."""

FULL_MASK: Final = -1
"""The mask of members that has all threads of a warp."""

WARP_LANES: Final = 32
"""The threads of a warp, on all architectures so far."""
_SEGMENT_BIT: Final = 8
_LAST_LANE: Final = WARP_LANES - 1


def segment_clamp(width: int, *, up: bool = False) -> int:
    """Return the operand c of `shfl` for segments of lanes (PTX ISA 9.7.9.6).

    Args:
        width: Lanes of a segment: a power of two up to 32.
        up: Whether the mode is `.up`, which stops at the first lane of a segment.
    """
    # A power of two has a single bit.
    if type(width) is not int or not 1 <= width <= WARP_LANES or width & (width - 1):
        msg = f"a segment has 1, 2, 4, 8, 16 or 32 lanes, not {width!r}"
        raise ValueError(msg)
    # Bits 8 to 12 mask the lanes of a segment, bits 0 to 4 are the last lane to read from.
    return (WARP_LANES - width) << _SEGMENT_BIT | (0 if up else _LAST_LANE)


TENSOR_MAP_CODES: Final = {
    "elemtype": (
        "u8",
        "u16",
        "u32",
        "s32",
        "u64",
        "s64",
        "f16",
        "f32",
        "f32.ftz",
        "f64",
        "bf16",
        "tf32",
        "tf32.ftz",
        "b4x16",
        "b4x16_p64",
        "b6x16_p32",
    ),
    "interleave_layout": ("none", "16B", "32B"),
    "swizzle_mode": tuple([swizzle.name for swizzle in SWIZZLES[:4]]),
    "swizzle_atomicity": ("16B", "32B", "32B+8B_flip", "64B"),
    "fill_mode": ("zeros", "nan"),
}
"""The names of the values of each field, by their numbers."""


def tensor_map_code(field: str, name: str) -> int:
    """Return the number of a value; `ValueError`, with the known ones, for another name."""
    names = TENSOR_MAP_CODES.get(field)
    if names is None:
        msg = f"no field {field!r} with names; there are {', '.join(TENSOR_MAP_CODES)}"
        raise ValueError(msg)
    if name not in names:
        msg = f"{field} must be one of {', '.join(names)}, got {name!r}"
        raise ValueError(msg)
    return names.index(name)
