"""What a multiprocessor has, by architecture."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["shared_limit"]

_SHARED: Final = {
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
"""KiB of shared memory that a CTA can have, by architecture, where it is more than 48 (CUDA C++
Programming Guide, "Technical Specifications per Compute Capability")."""

_PLAIN_SHARED: Final = 48
_FIRST_WITH_MORE: Final = 70


def shared_limit(target: str) -> int | None:
    """Return the bytes of shared memory that a CTA of a target can have, None if not known."""
    match = re.match(r"sm_(\d{1,4})", target)
    number = int(match[1]) if match else 0
    kib = _SHARED.get(number, _PLAIN_SHARED if number < _FIRST_WITH_MORE else None)
    return None if kib is None else kib << 10
