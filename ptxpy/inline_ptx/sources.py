"""The check of a source file in any language that has inline PTX."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from ptxpy._extras import MissingPackageError
from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from ptxpy.check import Located
    from ptxpy.inline_ptx.blocks import Blocks
    from ptxpy.isa import Target, Version

__all__ = ["CUDA_SUFFIXES", "CheckedSource", "check_source", "is_cuda"]

CUDA_SUFFIXES: Final = frozenset(
    (".cu", ".cuh", ".h", ".hh", ".hpp", ".hxx", ".inl", ".ipp", ".cc", ".cpp", ".cxx")
)
"""The ends of the names of files in C++, with CUDA or without."""


class CheckedSource(NamedTuple):
    """The result of checking a source file."""

    found: tuple[Located, ...]
    """The diagnostics, in the order of lines."""
    blocks: Blocks
    """The inline PTX: blocks that were checked, and those that were skipped."""


def check_source(
    source: bytes,
    *,
    filename: str = "",
    version: Version | None = None,
    target: Target | None = None,
    ignores_idle: bool = True,
) -> CheckedSource:
    """Check the inline PTX of a source file, which is not executed.

    Args:
        source: The file.
        filename: Its name. One that ends in `.py` is Python, any other CUDA C++, whose included
            files are searched for in its folder and those above.
        version: The version of PTX to check against; None for any.
        target: The target to check against; None for those that the conditions around each block
            let through.
        ignores_idle: Whether a comment that ignores nothing is reported.

    Raises `MissingPackageError` for C++ without the packages of the extra `inline`.
    """
    from ptxpy.check import apply_ignores  # noqa: PLC0415 - loads slowly
    from ptxpy.inline_ptx.checker import check_blocks  # noqa: PLC0415 - loads slowly

    if PurePath(filename).suffix == ".py":
        from ptxpy.inline_ptx.python_blocks import (  # noqa: PLC0415 - loads slowly
            find_python_blocks,
        )

        blocks = find_python_blocks(source)
    else:
        try:
            from ptxpy.inline_ptx.cuda_blocks import find_blocks  # noqa: PLC0415 - of an extra
        except ModuleNotFoundError as error:
            if error.name not in {"tree_sitter", "tree_sitter_cuda"}:
                raise
            purpose = "inline PTX in C++ is found by tree-sitter, which is not installed"
            raise MissingPackageError(purpose, "inline") from None

        blocks = find_blocks(source, filename)
    text = source.decode("utf-8", "surrogateescape").removeprefix("\ufeff")
    found = check_blocks(blocks, text, version=version, target=target) if blocks.found else []
    mark = "#" if PurePath(filename).suffix == ".py" else "//"
    # Of a program that is executed, the diagnostics of its lines are not known here.
    is_whole = ignores_idle and not blocks.unreadable
    return CheckedSource(apply_ignores(found, text, mark, is_whole=is_whole), blocks)


def is_cuda(name: str) -> bool:
    """Return whether a file is C++, by its name."""
    return PurePath(name).suffix.lower() in CUDA_SUFFIXES
