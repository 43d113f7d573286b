"""The resources of a multiprocessor, by architecture."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["shared_limit"]

_SHARED_KIB: Final = {
    70: 96,
    72: 96,
    75: 64,
    80: 163,
    86: 99,
    87: 163,
    89: 99,
    90: 227,
    100: 227,
    101: 227,
    103: 227,
    110: 227,
    120: 99,
    121: 99,
}
"""The most KiB of shared memory of a CTA, by architecture, for those with more than 48 (CUDA C++
Programming Guide, "Technical Specifications per Compute Capability")."""

_DEFAULT_SHARED_KIB: Final = 48
_FIRST_ARCHITECTURE_WITH_MORE: Final = 70


def shared_limit(target: str) -> int | None:
    """Return the most bytes of shared memory that a CTA of a target can have; None if unknown."""
    match = re.match(r"sm_(\d{1,4})", target)
    architecture = int(match[1]) if match else 0
    kib = _SHARED_KIB.get(
        architecture, _DEFAULT_SHARED_KIB if architecture < _FIRST_ARCHITECTURE_WITH_MORE else None
    )
    return None if kib is None else kib << 10
