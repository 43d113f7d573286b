"""The request and the result of the check of one file."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from ptxpy.check.report import HiddenCounts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.assemble import Resources
    from ptxpy.check import Located
    from ptxpy.inline_ptx.blocks import Skipped
    from ptxpy.isa.targets import Target, Version

__all__ = ["InlinePtx", "Request", "Result"]


class Request(NamedTuple):
    """The options of a check."""

    version: Version | None
    """The PTX version to check for; None for the file's own."""
    target: Target | None
    assemble: bool
    """Whether to run the assembler as well."""
    settings: Mapping[str, Any] = MappingProxyType({})
    """Dimensions and template parameters of the kernels of Python files."""
    runnable: frozenset[str] = frozenset()
    """The Python files that may be executed: those that are named, unless --no-run is given."""


class InlinePtx(NamedTuple):
    """The inline PTX of a source file."""

    blocks: int
    """The number of blocks that were checked."""
    skipped: tuple[Skipped, ...] = ()
    """Those that could not be."""


class Result(NamedTuple):
    """The diagnostics of a file."""

    found: tuple[Located, ...]
    resources: tuple[Resources, ...]
    """The resources of its kernels, if the file was assembled."""
    assembler: str
    """Name and version of the assembler, if it was run."""
    rest: HiddenCounts = HiddenCounts()
    """The numbers of diagnostics beyond the limit."""
    inline_ptx: InlinePtx | None = None
    """What was checked of a source file; None of other files."""
