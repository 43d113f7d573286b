"""What a back end is asked to run."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.launch.arguments.packing import Arguments
    from ptxpy.launch.arguments.signature import Signature
    from ptxpy.launch.arguments.textures import Reference
    from ptxpy.launch.request.geometry import Geometry
    from ptxpy.launch.request.module_source import ModuleSource

__all__ = ["LaunchRequest", "StrictMode"]

StrictMode: TypeAlias = "bool | Literal['collect']"
"""Whether strict mode ends a launch at the first fault, or gathers all."""


class LaunchRequest(NamedTuple):
    """A launch that was checked.

    A back end gives each of `arguments.memories` an address, fills the buffer's `pointers` with
    them, runs all threads, and leaves in writable memories what the kernel wrote, when it returns.
    """

    source: ModuleSource
    """The module; what is made of it can be kept by this object."""
    signature: Signature
    """The kernel."""
    arguments: Arguments
    geometry: Geometry
    stream: int = 0
    """The number of the stream; a CPU has none."""
    device: int = 0
    """The number of the GPU; a CPU has none."""
    references: Mapping[str, Reference] = MappingProxyType({})
    """What the opaque variables of the module refer to, by name (PTX ISA 5.3)."""
    strict: StrictMode = False
    """Whether races, missing waits and the like are looked for: on the CPU only."""
