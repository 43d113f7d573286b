"""With which type a register that is not declared would fit where it is used."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ptxpy.analysis import SymbolTable
from ptxpy.check.operand_lookup import operand_of
from ptxpy.check.rules.address_sizes import is_wide
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
    """Return the type that compilers give registers of a name: `b64` for `%rd1`."""
    match = _PREFIX.match(name)
    return _USUAL.get(match[1] if match else "", "b32")


def fitting_type(function: FunctionContext, index: int, name: str) -> str:
    """Return the type with which a register would fit the statement of an index.

    It is the usual one of its name where that fits, or where none does; of an address in global
    memory and of a generic one it is `b64`.
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
