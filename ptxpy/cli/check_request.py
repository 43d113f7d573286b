"""What `ptxpy check` is asked of a file, and what it finds."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from ptxpy.check.report import Rest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.assemble import Resources
    from ptxpy.check import Located
    from ptxpy.isa.targets import Target, Version

__all__ = ["Request", "Result"]


class Request(NamedTuple):
    """What to look for."""

    version: Version | None
    """The version of PTX to judge by; None for the file's own."""
    target: Target | None
    assemble: bool
    """Whether ptxas is asked too."""
    settings: Mapping[str, Any] = MappingProxyType({})
    """Dimensions and template parameters of the kernels of Python files."""


class Result(NamedTuple):
    """What has been found in a file."""

    found: tuple[Located, ...]
    resources: tuple[Resources, ...]
    """What the kernels need, if the file was assembled."""
    assembler: str
    """Name and version of the assembler, if it was asked."""
    rest: Rest = Rest()
    """What else was found."""
