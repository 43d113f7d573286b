"""From PTX text to the IR."""

from __future__ import annotations

from ptxpy.ir import nodes as n
from ptxpy.syntax.errors import Problem, PtxSyntaxError, ShapeError
from ptxpy.syntax.parser import read_module
from ptxpy.syntax.reader import UnreadableError
from ptxpy.syntax.recover import Tolerant, parse_tolerant

__all__ = ["Problem", "PtxSyntaxError", "Tolerant", "parse", "parse_tolerant"]


def parse(source: str | bytes, filename: str = "<ptx>") -> n.Module:
    """Parse PTX into its IR; `emit` gives the same text back, byte for byte.

    Raises `PtxSyntaxError`, which names every error with line, column and the tokens expected.
    """
    text = source if isinstance(source, str) else source.decode("utf-8", "surrogateescape")
    try:
        return read_module(text)
    except (UnreadableError, ShapeError):
        from ptxpy.syntax.diagnose import diagnose  # noqa: PLC0415 - only for files with errors

        raise diagnose(text, filename) from None
