"""Instructions against the instruction table."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ptxpy.analysis import Names, bodies, flatten
from ptxpy.check.checker import Checker, Scope
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.analysis import Code
    from ptxpy.isa.targets import Target, Version
    from ptxpy.isa.verdict import Problem

__all__ = ["Finding", "check_module", "problems"]


class Finding(NamedTuple):
    """An instruction that the table does not allow."""

    function: str
    """The function that it stands in."""
    instruction: n.Instruction
    problem: Problem
    ordinal: int
    """Its number among `ptxpy.ir.statements` of the module."""


def check_module(
    module: n.Module, version: Version | None = None, target: Target | None = None
) -> Iterator[Finding]:
    """Yield the instructions of a module that the table does not allow, in order.

    Names that are not declared are taken for whatever is needed; so are the version and the
    target, when they are None.
    """
    names = Names()
    names.declare(module.body)
    for body in bodies(module):
        code = flatten(body.function, body.ordinal, names)
        for index, problem in problems(code, version, target):
            instruction = code.statements[index]
            yield Finding(body.function.name.name, instruction, problem, code.ordinals[index])


def problems(
    code: Code, version: Version | None, target: Target | None
) -> Iterator[tuple[int, Problem]]:
    """Yield the index of each instruction of a function that is not allowed, and why."""
    checker = Checker(version, target)
    scopes: list[Scope] = []
    for level in code.levels:
        outer = scopes[level.outer] if level.outer >= 0 else None
        scopes.append(Scope(checker, outer, level.names))
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
            else:
                yield index, problem
