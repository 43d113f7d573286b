"""From the IR to PTX text, with the places of statements in the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._faces import lazy_names
from ptxpy.ir import nodes as n
from ptxpy.syntax.printer.printer import print_module

if TYPE_CHECKING:
    from ptxpy.syntax.printer.source_map import Focus, Lines, Place, Positions, positions

__getattr__ = lazy_names(
    __name__,
    {"ptxpy.syntax.printer.source_map": "Focus Lines Place Positions positions"},
)

__all__ = ["Focus", "Lines", "Place", "Positions", "emit", "emit_bytes", "positions"]


def emit(module: n.Module) -> str:
    """Return the PTX text of a module; bytes that are not UTF-8 are surrogate escapes."""
    return print_module(module)


def emit_bytes(module: n.Module) -> bytes:
    """Return the PTX text of a module as the bytes of a file."""
    return print_module(module).encode("utf-8", "surrogateescape")
