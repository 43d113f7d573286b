"""The limits of launches: threads, clusters and shared memory."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.isa.resources import shared_limit
from ptxpy.launch_request.errors import LaunchError

if TYPE_CHECKING:
    from ptxpy.launch_request.signature import Dim3

__all__ = [
    "MAX_PORTABLE_CTAS_PER_CLUSTER",
    "Limits",
    "check_programmatic",
    "limits_of_target",
    "max_cluster",
]

MAX_PORTABLE_CTAS_PER_CLUSTER: Final = 8
"""CTAs per cluster that every GPU with clusters supports; some support 16."""

MAX_CTAS_PER_CLUSTER: Final = 16
"""CTAs per cluster of a kernel that opts in to non-portable cluster sizes."""

FIRST_CLUSTER_ARCHITECTURE: Final = 90
"""The first architecture with clusters: `sm_90`."""


class Limits(NamedTuple):
    """The limits of a device for a launch."""

    where: str
    """The device or target, for messages: ``sm_90a``, ``cuda:0 (NVIDIA H200)``."""
    shared: int | None
    """Shared memory per CTA in bytes, static and dynamic together; None if unknown."""
    cluster: int = 0
    """CTAs per cluster; 0 without support for clusters."""
    threads: int = 1024
    """Threads per CTA."""
    block: Dim3 = (1024, 1024, 64)
    """Extents of a CTA in threads."""
    grid: Dim3 = (2**31 - 1, 65535, 65535)
    """Extents of a grid in CTAs."""


@lru_cache(maxsize=64)
def limits_of_target(target: str) -> Limits:
    """Return the limits of the architecture that a `.target` names: ``sm_90a``."""
    match = re.match(r"sm_(\d{1,4})", target)
    number = int(match[1]) if match else 0
    return Limits(
        target or "a module without .target",
        shared_limit(target),
        max_cluster(number),
    )


def max_cluster(architecture: int) -> int:
    """Return the maximum number of CTAs per cluster of an architecture, 90 for `sm_90`."""
    return MAX_CTAS_PER_CLUSTER if architecture >= FIRST_CLUSTER_ARCHITECTURE else 0


def check_programmatic(limits: Limits) -> None:
    """Raise `LaunchError` for a device without programmatic dependent launches.

    They came with clusters (CUDA C++ programming guide, programmatic dependent launch).
    """
    if not limits.cluster:
        message = f"programmatic dependent launches need sm_90, not {limits.where}"
        raise LaunchError(message)
