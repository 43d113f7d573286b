"""Inline PTX of CUDA and Python sources: found, checked, reported at its place in the source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._faces import lazy_names

if TYPE_CHECKING:
    from ptxpy.inline_ptx.blocks import Block, Skipped
    from ptxpy.inline_ptx.python_sites import has_sites
    from ptxpy.inline_ptx.sources import check_source, is_cuda

__getattr__ = lazy_names(
    __name__,
    {
        "ptxpy.inline_ptx.blocks": "Block Skipped",
        "ptxpy.inline_ptx.python_sites": "has_sites",
        "ptxpy.inline_ptx.sources": "check_source is_cuda",
    },
)

__all__ = ["Block", "Skipped", "check_source", "has_sites", "is_cuda"]
