"""From PTX text to the IR."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._faces import lazy_names
from ptxpy.ir import nodes as n
from ptxpy.syntax.errors import Problem, PtxSyntaxError, ShapeError
from ptxpy.syntax.parser import read_module
from ptxpy.syntax.reader import UnreadableError


def parse(source: str | bytes, filename: str = "<ptx>") -> n.Module:
    """Parse PTX into its IR; `emit` gives the same text back, byte for byte.

    Raises `PtxSyntaxError`, which names every error with line, column and the tokens expected, and
    `TypeError` for anything but text and bytes, such as a path.
    """
    if not isinstance(source, str | bytes):
        kind = type(source).__name__
        hint = "; write parse(path.read_bytes())" if hasattr(source, "read_bytes") else ""
        msg = f"parse takes the text of a module, a str or bytes, not {kind}{hint}"
        raise TypeError(msg)
    text = source if isinstance(source, str) else source.decode("utf-8", "surrogateescape")
    try:
        return read_module(text)
    except (UnreadableError, ShapeError):
        from ptxpy.syntax.diagnose import diagnose  # noqa: PLC0415 - only for files with errors

        error = diagnose(text, filename)
        if "\n" not in text and text.endswith(".ptx"):
            error.add_note("parse takes the text of a module: parse(Path(…).read_bytes())")
        raise error from None


if TYPE_CHECKING:
    from ptxpy.syntax.errors import excerpt, listed
    from ptxpy.syntax.learned_forms import FORMS_KIND, MAX_FORMS_BYTES
    from ptxpy.syntax.printer import emit, emit_bytes
    from ptxpy.syntax.printer.source_map import Focus, Lines, Positions, positions
    from ptxpy.syntax.recover import Tolerant, parse_tolerant
    from ptxpy.syntax.scanning import Token, scan
    from ptxpy.syntax.statements import parse_statements

__getattr__ = lazy_names(
    __name__,
    {
        "ptxpy.syntax.errors": "excerpt listed",
        "ptxpy.syntax.learned_forms": "FORMS_KIND MAX_FORMS_BYTES",
        "ptxpy.syntax.printer": "emit emit_bytes",
        "ptxpy.syntax.printer.source_map": "Focus Lines Positions positions",
        "ptxpy.syntax.recover": "Tolerant parse_tolerant",
        "ptxpy.syntax.scanning": "Token scan",
        "ptxpy.syntax.statements": "parse_statements",
    },
)

__all__ = [
    "FORMS_KIND",
    "MAX_FORMS_BYTES",
    "Focus",
    "Lines",
    "Positions",
    "Problem",
    "PtxSyntaxError",
    "ShapeError",
    "Token",
    "Tolerant",
    "UnreadableError",
    "emit",
    "emit_bytes",
    "excerpt",
    "listed",
    "parse",
    "parse_statements",
    "parse_tolerant",
    "positions",
    "read_module",
    "scan",
]
