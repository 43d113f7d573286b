"""The types with which an undeclared register would match its use."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ptxpy.analysis import SymbolTable
from ptxpy.check.operand_lookup import operand_of
from ptxpy.check.rules.addresses import is_wide
from ptxpy.ir import nodes as n
from ptxpy.isa import traits
from ptxpy.isa.legality import check_legality

if TYPE_CHECKING:
    from ptxpy.check.context import FunctionContext

__all__ = ["fitting_type", "usual_type"]

_PREFIX: Final = re.compile(r"%?([a-z]*)")
_USUAL: Final = {"rd": "b64", "fd": "f64", "f": "f32", "rs": "b16", "p": "pred", "r": "b32"}
_TYPES: Final = ("b32", "b64", "pred", "b16", "f32", "f64", "b128")
_FLOATS: Final = {"b32": ".f32", "b64": ".f64"}


def usual_type(name: str) -> str:
    """Return the type that compilers give to registers of this name: `b64` for `%rd1`."""
    match = _PREFIX.match(name)
    return _USUAL.get(match[1] if match else "", "b32")


def fitting_type(function: FunctionContext, index: int, name: str) -> str:
    """Return the type with which a register would match the statement at an index.

    The usual type of the name is preferred, and is the result if no type matches. The type of a
    generic address or an address in global memory is `b64`.
    """
    usual = usual_type(name)
    statement = function.code.statements[index]
    if type(statement) is not n.Instruction:
        return usual
    guard, opcode, modifiers, operands, _, _ = statement
    if guard is not None and getattr(guard.register, "name", "") == name:
        return "pred"
    outer = function.code.levels[function.code.scopes[index]].names
    context = function.module
    if (
        is_wide(modifiers)
        and not traits(opcode, modifiers).is_asynchronous
        and any(
            type(operand) is n.Address and getattr(operand.base, "name", "") == name
            for operand in operands
        )
    ):
        usual = "b64"
    for kind in (usual, *_TYPES):
        names = SymbolTable(outer)
        declarator = n.Declarator(n.Register(name))
        words = (n.Specifier(".reg"), n.Specifier(f".{kind}"))
        names.declare([n.Variable((), words, (declarator,))])
        actual = tuple(operand_of(operand, names) for operand in operands)
        if check_legality(opcode, modifiers, actual, context.version, context.target) is None:
            floats = _FLOATS.get(kind, "")
            return floats[1:] if floats in modifiers else kind
    return usual
