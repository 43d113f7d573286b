"""From the IR to PTX text, with the places of statements in the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._faces import lazy_names
from ptxpy.ir import nodes as n
from ptxpy.syntax.printer.printer import TOO_DEEP, print_module, print_part

if TYPE_CHECKING:
    from ptxpy.syntax.printer.source_map import Focus, Lines, Place, Positions, positions

__getattr__ = lazy_names(
    __name__,
    {"ptxpy.syntax.printer.source_map": "Focus Lines Place Positions positions"},
)

__all__ = ["Focus", "Lines", "Place", "Positions", "emit", "emit_bytes", "positions"]


def emit(module: n.Node) -> str:
    """Return the PTX text of a module, or of one function, statement or operand.

    Bytes that are not UTF-8 are surrogate escapes. A node other than a module has the layout of the
    style `plain` unless it has its own, and no white space around it.

    Raises:
        TypeError: It is no node, or a node in it has a field of a wrong type.
        ValueError: A name, number, opcode or modifier in it is more than one token of PTX, a gap is
            more than white space and comments, or an expression nests deeper than 64.

    >>> from ptxpy import ir
    >>> emit(ir.Instruction(None, "mov", (".u32",), (ir.Register("%r1"), ir.Literal("7"))))
    'mov.u32 %r1, 7;'
    """
    try:
        return print_module(module) if type(module) is n.Module else print_part(module)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        msg = _explained(module)
        if msg is None:
            raise
        raise TypeError(msg) from error


def _explained(given: object) -> str | None:
    """Return the mistake of a node that cannot be printed; None if there is none."""
    if isinstance(given, n.Node):
        from ptxpy.ir import find_wrong_field  # noqa: PLC0415 - an error

        return find_wrong_field(given)
    kind = type(given).__name__
    if isinstance(given, str | bytes):
        return f"emit takes a node, and was given a {kind}: parse(…) makes a module of text"
    if isinstance(getattr(given, "module", None), n.Module):
        return f"emit takes a node of ptxpy.ir, and was given {kind}: write emit(….module)"
    return f"emit takes a node of ptxpy.ir, a module or a part of one, and was given {kind}"


def emit_bytes(module: n.Node) -> bytes:
    """Return the PTX text of a module as the bytes of a file; see `emit`."""
    return emit(module).encode("utf-8", "surrogateescape")
