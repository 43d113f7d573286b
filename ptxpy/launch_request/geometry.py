"""Grid, block, cluster and shared memory of a launch, and the limits of a target for them."""

from __future__ import annotations

import re
from functools import lru_cache
from math import prod
from operator import index
from typing import TYPE_CHECKING, Final, SupportsIndex, TypeAlias

from ptxpy._records import NamedTuple
from ptxpy.isa import shared_limit
from ptxpy.launch_request.errors import LaunchError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.launch_request.signature import Dim3, Signature

__all__ = [
    "MAX_PORTABLE_CTAS_PER_CLUSTER",
    "Extents",
    "Geometry",
    "Limits",
    "check_limits",
    "check_programmatic",
    "extents",
    "geometry_of",
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
        message = f"programmatic dependent launches must have sm_90 or newer, got {limits.where}"
        raise LaunchError(message)


Extents: TypeAlias = "int | Sequence[int]"
"""One to three extents, as a caller writes them: `8`, `(8,)`, `(8, 4)`, `(8, 4, 1)`."""

_AXES: Final = "xyz"


class Geometry(NamedTuple):
    """Numbers of threads, blocks and clusters of a launch, and its dynamic shared memory."""

    grid: Dim3
    """Extents in CTAs."""
    block: Dim3
    """Extents of a CTA in threads."""
    cluster: Dim3 | None
    """Extents of a cluster in CTAs; None for a launch without clusters."""
    shared_bytes: int
    """Dynamic shared memory per CTA, in bytes."""


def extents(what: str, given: Extents) -> Dim3:
    """Return three extents, with 1 for those that are not given; `what` names them in messages."""
    # The most frequent form, without the checks of sequences. A `bool` is no `int` here.
    if type(given) is int and given > 0:
        return given, 1, 1
    try:
        numbers = [given] if isinstance(given, SupportsIndex) else given
        values = [index(value) for value in numbers]
    except TypeError:
        message = f"{what} is {given!r}; expected one to three integers: {what}=(8, 4, 1)"
        raise LaunchError(message) from None
    if not 1 <= len(values) <= len(_AXES):
        message = f"{what} has {len(values)} extents, {given!r}; expected one to three"
        raise LaunchError(message)
    if any(value < 1 for value in values):
        message = f"{what} is {given!r}; each extent must be at least 1"
        raise LaunchError(message)
    x, y, z = [*values, 1, 1][:3]
    return x, y, z


def geometry_of(
    signature: Signature,
    grid: Extents | None,
    block: Extents | None,
    cluster: Extents | None,
    shared_bytes: int,
) -> Geometry:
    """Return the geometry of a launch, with defaults from the directives of the kernel.

    The grid is given in CTAs, or in clusters if the kernel has `.blocksareclusters`. Raises
    `LaunchError` if a value is missing, or contradicts a directive.
    """
    name = signature.name
    if grid is None:
        message = f"{name} needs a grid, the number of blocks: grid=(x, y, z)"
        raise LaunchError(message)
    if block is None and signature.block is None:
        message = f"{name} needs a block, its number of threads: block=(x, y, z)"
        raise LaunchError(message)
    made = Geometry(
        extents("grid", grid),
        signature.block if block is None else extents("block", block),  # type: ignore[arg-type]
        signature.cluster if cluster is None else extents("cluster", cluster),
        _bytes(shared_bytes),
    )
    if signature.blocks_are_clusters:
        if made.cluster is None:
            message = f"{name} has .blocksareclusters, which needs .reqnctapercluster"
            raise LaunchError(message)
        # From here on all grids are in CTAs, and checks and back ends need not tell.
        x, y, z = (clusters * size for clusters, size in zip(made.grid, made.cluster, strict=True))
        made = made._replace(grid=(x, y, z))
    _check_block(signature, made.block)
    _check_cluster(signature, made)
    return made


def _bytes(given: int) -> int:
    try:
        value = index(given)
    except TypeError:
        value = -1
    if value < 0:
        message = f"shared_bytes is {given!r}; expected a number of bytes, 0 or more"
        raise LaunchError(message)
    return value


def _check_block(signature: Signature, block: Dim3) -> None:
    if signature.block is not None and block != signature.block:
        message = f"block is {block}; {signature.name} requires {signature.block}, by its .reqntid"
        raise LaunchError(message)
    if signature.threads is not None and prod(block) > signature.threads:
        message = (
            f"block {block} has {prod(block)} threads; "
            f"{signature.name} takes at most {signature.threads}, by its .maxntid"
        )
        raise LaunchError(message)


def _check_cluster(signature: Signature, made: Geometry) -> None:
    name, cluster = signature.name, made.cluster
    if cluster is None:
        if signature.explicit_cluster:
            message = f"{name} needs a cluster, by its .explicitcluster: cluster=(x, y, z)"
            raise LaunchError(message)
        return
    if signature.cluster is not None and cluster != signature.cluster:
        message = (
            f"cluster is {cluster}; {name} requires {signature.cluster}, by its .reqnctapercluster"
        )
        raise LaunchError(message)
    if signature.cluster_rank is not None and prod(cluster) > signature.cluster_rank:
        message = (
            f"cluster {cluster} has {prod(cluster)} CTAs; "
            f"{name} takes at most {signature.cluster_rank}, by its .maxclusterrank"
        )
        raise LaunchError(message)
    for axis, blocks, size in zip(_AXES, made.grid, cluster, strict=True):
        # The driver takes no grid with a part of a cluster.
        if blocks % size:
            message = (
                f"grid {made.grid} has {blocks} blocks in {axis}, "
                f"which is not a multiple of the {size} of cluster {cluster}"
            )
            raise LaunchError(message)


def check_limits(signature: Signature, made: Geometry, limits: Limits) -> None:
    """Raise `LaunchError` if a launch exceeds the limits of a device."""
    (x, y, z), (width, height, depth) = made.block, limits.block
    (columns, rows, layers), (most_columns, most_rows, most_layers) = made.grid, limits.grid
    # Nearly all launches are within the limits: one expression finds that out, without loops.
    if (
        x * y * z <= limits.threads
        and x <= width
        and y <= height
        and z <= depth
        and columns <= most_columns
        and rows <= most_rows
        and layers <= most_layers
        and (made.cluster is None or prod(made.cluster) <= limits.cluster)
        and (limits.shared is None or signature.shared + made.shared_bytes <= limits.shared)
    ):
        return
    # A limit is exceeded: the checks one by one, for the message.
    for what, given, most in (
        ("grid", made.grid, limits.grid),
        ("block", made.block, limits.block),
    ):
        for axis, extent, largest in zip(_AXES, given, most, strict=True):
            if extent > largest:
                message = f"{what} is {given}; its {axis} is at most {largest:,}"
                raise LaunchError(message)
    if prod(made.block) > limits.threads:
        message = (
            f"block {made.block} has {prod(made.block):,} threads; "
            f"a block has at most {limits.threads:,}"
        )
        raise LaunchError(message)
    if made.cluster is not None and prod(made.cluster) > limits.cluster:
        there = f"at most {limits.cluster}" if limits.cluster else "no clusters, as before sm_90"
        message = (
            f"cluster {made.cluster} has {prod(made.cluster)} CTAs; {limits.where} has {there}"
        )
        raise LaunchError(message)
    needed = signature.shared + made.shared_bytes
    if limits.shared is not None and needed > limits.shared:
        message = (
            f"{signature.name} needs {needed:,} bytes of shared memory: {signature.shared:,} of "
            f"its own and shared_bytes={made.shared_bytes:,}; {limits.where} has {limits.shared:,}"
        )
        raise LaunchError(message)
