"""Named numbers of the namespace `ptx`: `ptx.LOG2E`, `ptx.FULL_MASK`, `ptx.EVICT_FIRST`."""

from __future__ import annotations

from typing import Final

from ptxpy.isa.named_values import CACHE_POLICIES, CONSTANTS, FULL_MASK, GENERATORS

NUMBERS: Final[dict[str, int | float]] = {
    **CONSTANTS,
    **CACHE_POLICIES,
    **GENERATORS,
    "FULL_MASK": FULL_MASK,
}
"""The number of each name."""


class NamedNumbers:
    """The named numbers, part of the namespace `ptx`; as operands they are plain numbers."""

    PI: float
    """The ratio of a circle's circumference to its diameter."""
    E: float
    """The base of natural logarithms."""
    LN2: float
    """The natural logarithm of 2."""
    LN10: float
    """The natural logarithm of 10."""
    LOG2E: float
    """The logarithm of e to the base 2: `ex2(x * LOG2E)` is e to the power of x."""
    LOG10E: float
    """The logarithm of e to the base 10."""
    FLT_MAX: float
    """The largest finite number of 32 bits."""
    DBL_MAX: float
    """The largest finite number of 64 bits."""
    LN2_F64_2: float
    """The second of two numbers of 64 bits that LN2 is the sum of."""
    LOG2E_F32_2: float
    """The second of two numbers of 32 bits that LOG2E is the sum of."""
    HALF_PI_F32_1: float
    """The first of three numbers of 32 bits that half of PI is the sum of."""
    HALF_PI_F32_2: float
    """The second of them."""
    HALF_PI_F32_3: float
    """The third of them."""
    HALF_PI_F64_2: float
    """The second of three numbers of 64 bits that half of PI is the sum of; the first is PI / 2."""
    HALF_PI_F64_3: float
    """The third of them."""
    EVICT_NORMAL: int
    """The cache policy of L2 that has no preference, 64 bits."""
    EVICT_FIRST: int
    """The cache policy of L2 that evicts lines first."""
    EVICT_LAST: int
    """The cache policy of L2 that evicts lines last."""
    FULL_MASK: int
    """The mask of members that has all threads of a warp: -1."""
    PHILOX_M0: int
    """The first multiplier of the generator Philox 4x32."""
    PHILOX_M1: int
    """Its second multiplier."""
    PHILOX_W0: int
    """What is added to its first key in each round."""
    PHILOX_W1: int
    """What is added to its second key in each round."""
    PCG_MULTIPLIER: int
    """The multiplier of the generator PCG with 32 bits of state."""
    PCG_INCREMENT: int
    """Its increment."""
    PCG_OUTPUT_MULTIPLIER: int
    """The multiplier of its output permutation."""


for _name, _number in NUMBERS.items():
    setattr(NamedNumbers, _name, _number)
