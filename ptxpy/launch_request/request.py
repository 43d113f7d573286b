"""`LaunchRequest`: a checked launch, as a back end receives it; the options of strict mode."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypeAlias

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.launch_request.geometry import Geometry
    from ptxpy.launch_request.module_source import ModuleSource
    from ptxpy.launch_request.packing import Arguments
    from ptxpy.launch_request.signature import Signature
    from ptxpy.launch_request.textures import Reference

__all__ = ["LaunchRequest", "NewOutput", "StrictMode", "StrictOptions", "strict_options"]

StrictMode: TypeAlias = """
bool | Literal["collect", "fences", "collect,fences", "fences,collect"]
"""
"""Strict mode: off, stop at the first fault (True), collect all faults, or ask for fences that
compilers leave out, too; options are separated by commas."""


class NewOutput(NamedTuple):
    """A new array that a kernel is to fill: its elements are undefined before the launch."""

    name: str
    address: int
    """Its address in this process; for the simulator, its address there."""
    shape: tuple[int, ...]
    """The extents in the order of memory."""
    itemsize: int
    is_reversed: bool
    """Whether `shape` has its dimensions in reverse, as for a column-major matrix."""


class StrictOptions(NamedTuple):
    """The options of strict mode."""

    collect: bool = False
    """Whether the launch continues after a fault."""
    fences: bool = False
    """Whether a missing `tcgen05.fence` is a fault, a missing `fence.mbarrier_init` before a
    relaxed barrier of the cluster, and a missing `fence.proxy.async` between reads and a copy that
    overwrites the same memory."""
    outputs: tuple[NewOutput, ...] = ()
    """The arrays of which each element is expected to be written."""


def strict_options(mode: StrictMode | StrictOptions) -> StrictOptions:
    """Return the options of a value of `strict`; raise `ValueError` for an unknown word."""
    if isinstance(mode, StrictOptions):
        return mode
    words = mode.split(",") if isinstance(mode, str) else []
    # A word that is given twice is an error, too: `collect,collect`.
    if len({*words} & {"collect", "fences"}) < len(words):
        message = (
            f"strict={mode!r} is not valid; expected True, False, 'collect', 'fences' or "
            "'collect,fences'"
        )
        raise ValueError(message)
    return StrictOptions("collect" in words, "fences" in words)


class LaunchRequest(NamedTuple):
    """A checked launch.

    A back end gives each of `arguments.memories` an address, writes these addresses to the
    `pointers` of the parameter buffer, and runs all threads. When it returns, writable memories
    hold the results of the kernel.
    """

    source: ModuleSource
    """The module; a back end may cache compiled code under this object."""
    signature: Signature
    """The kernel."""
    arguments: Arguments
    geometry: Geometry
    stream: int = 0
    """The driver's handle of the stream; unused on the CPU."""
    device: int = 0
    """The number of the GPU; unused on the CPU."""
    references: Mapping[str, Reference] = MappingProxyType({})
    """The textures, samplers and surfaces of the module's variables, by name (PTX ISA 5.3)."""
    strict: StrictMode | StrictOptions = False
    """Whether to detect races, missing waits and other faults; on the CPU only."""
    cooperative: bool = False
    """Whether all CTAs are resident at the same time, so that they may wait for each other."""
    programmatic: bool = False
    """Whether the kernel may begin before the one before it in its stream has ended, and waits for
    it by `griddepcontrol.wait`; the simulator runs one after the other."""

    @property
    def driver_geometry(self) -> Geometry:
        """The geometry for the driver: without a cluster size that the kernel itself requires.

        The driver reads that size from the cubin, and takes no other. With `.blocksareclusters`,
        the grid is in clusters.
        """
        geometry, required = self.geometry, self.signature.cluster
        grid, cluster = geometry.grid, geometry.cluster
        if self.signature.blocks_are_clusters and cluster is not None:
            x, y, z = (blocks // size for blocks, size in zip(grid, cluster, strict=True))
            grid = x, y, z
        return geometry._replace(grid=grid, cluster=None if required is not None else cluster)
