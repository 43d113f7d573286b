"""How large a launch may be."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.isa.resources import shared_limit

if TYPE_CHECKING:
    from ptxpy.launch.arguments.signature import Dim3

__all__ = ["PORTABLE_CLUSTER", "Limits", "limits_of_target"]

PORTABLE_CLUSTER: Final = 8
"""CTAs of a cluster that every GPU with clusters has room for; some have for 16."""

_LARGEST_CLUSTER: Final = 16
_CLUSTERS_SINCE: Final = 90


class Limits(NamedTuple):
    """What a device can launch."""

    where: str
    """What has these limits, for messages: ``sm_90a``, ``cuda:0 (NVIDIA H200)``."""
    shared: int | None
    """Bytes of shared memory of a CTA, static and dynamic; None where they are not known."""
    cluster: int = 0
    """CTAs of a cluster; 0 where there are no clusters."""
    threads: int = 1024
    """Threads of a CTA."""
    block: Dim3 = (1024, 1024, 64)
    """Extents of a CTA."""
    grid: Dim3 = (2**31 - 1, 65535, 65535)
    """Extents of a grid."""


@lru_cache(maxsize=64)
def limits_of_target(target: str) -> Limits:
    """Return the limits of the architecture that a `.target` names: ``sm_90a``."""
    match = re.match(r"sm_(\d{1,4})", target)
    number = int(match[1]) if match else 0
    return Limits(
        target or "a module without .target",
        shared_limit(target),
        _LARGEST_CLUSTER if number >= _CLUSTERS_SINCE else 0,
    )
