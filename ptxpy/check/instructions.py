"""Checks of the instructions of a module against the instruction table."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ptxpy.analysis import SymbolTable, bodies, flatten
from ptxpy.check.checker import Checker, OperandScope
from ptxpy.ir import nodes as n
from ptxpy.isa import traits
from ptxpy.isa.actual_operands import Actual

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.analysis import Code
    from ptxpy.isa.legality import Problem
    from ptxpy.isa.targets import Target, Version

__all__ = ["Finding", "check_module", "problems"]


class Finding(NamedTuple):
    """An instruction that the table does not allow."""

    function: str
    """The name of the function that contains it."""
    instruction: n.Instruction
    problem: Problem
    ordinal: int
    """The ordinal of the instruction among `ptxpy.ir.statements` of the module."""


def check_module(
    module: n.Module, version: Version | None = None, target: Target | None = None
) -> Iterator[Finding]:
    """Yield the instructions of a module that the table does not allow, in order.

    Undeclared names are accepted as any operand. A version or target of None allows any.
    """
    names = SymbolTable()
    names.declare(module.body)
    for body in bodies(module):
        code = flatten(body.function, body.ordinal, names)
        for index, problem in problems(code, version, target):
            instruction = code.statements[index]
            yield Finding(body.function.name.name, instruction, problem, code.ordinals[index])


def problems(
    code: Code, version: Version | None, target: Target | None
) -> Iterator[tuple[int, Problem]]:
    """Yield the index and problem of each instruction of a function that is not allowed."""
    checker = Checker(version, target)
    scopes: list[OperandScope] = []
    for level in code.levels:
        outer = scopes[level.outer] if level.outer >= 0 else None
        scopes.append(OperandScope(checker, outer, level.names))
    for index, (statement, at) in enumerate(zip(code.statements, code.scopes, strict=True)):
        if type(statement) is n.Instruction:
            _, opcode, modifiers, operands, _, _ = statement
            allowed = checker.allowed((opcode, modifiers))
            scope = scopes[at]
            signature = tuple(map(scope.code, operands))
            if signature in allowed:
                continue
            actual = [scope.operand(operand) for operand in operands]
            problem = checker.problem(opcode, modifiers, actual)
            if problem is None:
                allowed.add(signature)
                continue
            other = _read_otherwise(opcode, modifiers, operands, actual)
            if other is not None:
                problem = checker.problem(opcode, modifiers, other)
            if problem is not None:
                yield index, problem


def _read_otherwise(
    opcode: str,
    modifiers: tuple[str, ...],
    operands: tuple[n.Operand, ...],
    actual: list[Actual],
) -> list[Actual] | None:
    """Return the operands of an instruction in the notation of PTX 1, or None.

    There the address of a load or store may be written without brackets: `x[4]`.
    """
    known = traits(opcode, modifiers)
    if known.has_size_of_type and known.accesses[0].kind != "atomic":
        place = known.accesses[0].position
    elif known.copies:
        place = known.copies[0]
    else:
        return None
    if not 0 <= place < len(operands):
        return None
    node, found = operands[place], actual[place]
    if known.copies:
        # %gridid had 32 bits before PTX 3.0 (PTX ISA 10.10).
        if type(node) is not n.Register or node.name != "%gridid" or found.kind != "special":
            return None
        found = found._replace(type="u32")
    elif type(node) is n.Subscript and found.kind == "symbol":
        found = Actual("address", space=found.space, value=False, parts=(found,))
    else:
        return None
    return [*actual[:place], found, *actual[place + 1 :]]
