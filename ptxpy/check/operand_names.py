"""The names of registers and symbols in operands."""

from __future__ import annotations

from ptxpy.ir import nodes as n
from ptxpy.ir.layout import walk

__all__ = ["names_in"]


def names_in(operands: tuple[n.Operand, ...], names: list[str]) -> None:
    """Add the names of registers and symbols in operands to a list, in order."""
    for operand in operands:
        kind = type(operand)
        if kind is n.Literal:
            continue
        if kind is n.Register or kind is n.Symbol:
            names.append(operand[0])
        elif kind is n.Vector:
            names_in(operand[0], names)
        elif kind is n.Address:
            base, offset, coordinates = operand
            plain = offset is None or type(offset) is n.Literal
            if plain and type(base) is n.Register and not coordinates:
                names.append(base[0])
            else:
                _walk(operand, names)
        else:
            _walk(operand, names)


def _walk(operand: n.Node, names: list[str]) -> None:
    names += [
        node[0] for node in walk(operand) if type(node) is n.Register or type(node) is n.Symbol
    ]
