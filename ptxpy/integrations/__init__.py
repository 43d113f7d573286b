"""Frameworks whose arrays, compilers and graphs ptxpy works with: a package for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._faces import lazy_names

if TYPE_CHECKING:
    from ptxpy.integrations.triton.origins import origin_line, origin_of_metadata

__getattr__ = lazy_names(
    __name__,
    {
        "ptxpy.integrations.triton.origins": "origin_line origin_of_metadata",
    },
)

__all__ = ["origin_line", "origin_of_metadata"]
