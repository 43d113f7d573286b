"""Checks of the instructions of a module against the instruction table."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ptxpy.analysis import SymbolTable, bodies, flatten
from ptxpy.check.checker import Checker, OperandScope
from ptxpy.ir import nodes as n

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
            yield index, problem
