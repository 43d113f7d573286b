"""Instructions against the instruction table."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ptxpy.check.checker import Checker, Scope
from ptxpy.ir import nodes as n
from ptxpy.isa.targets import Target, Version, parse_target, parse_version

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ptxpy.isa.verdict import Problem

__all__ = ["Finding", "check_module", "platform_of"]


class Finding(NamedTuple):
    """An instruction that the table does not allow."""

    function: str
    """The function that it stands in."""
    instruction: n.Instruction
    problem: Problem


def platform_of(module: n.Module) -> tuple[Version | None, Target | None]:
    """Return the version and target that a module names; `ValueError` when one does not exist."""
    version = target = None
    for item in module.body:
        if type(item) is n.Version:
            version = parse_version(item.number)
        elif type(item) is n.Target and target is None:
            target = parse_target(item.names[0])
    return version, target


def check_module(
    module: n.Module, version: Version | None = None, target: Target | None = None
) -> Iterator[Finding]:
    """Yield the instructions of a module that the table does not allow, in order.

    Names that are not declared are taken for whatever is needed; so are the version and the
    target, when they are None.
    """
    checker = Checker(version, target)
    scope = Scope(checker)
    scope.declare(*module.body)
    for function in module.functions:
        if function.body is not None:
            inner = Scope(checker, scope)
            inner.names.parameters(function)
            for instruction, problem in _body(function.body, inner):
                yield Finding(function.name.name, instruction, problem)


def _body(statements: Iterable[n.Node], scope: Scope) -> Iterator[tuple[n.Instruction, Problem]]:
    statements = tuple(statements)
    scope.declare(*statements)
    checker, code = scope.checker, scope.code
    for statement in statements:
        if type(statement) is n.Instruction:
            _, opcode, modifiers, operands, _, _ = statement
            allowed = checker.allowed((opcode, modifiers))
            signature = tuple([code(operand) for operand in operands])
            if signature in allowed:
                continue
            actual = [scope.operand(operand) for operand in operands]
            problem = checker.problem(opcode, modifiers, actual)
            if problem is None:
                allowed.add(signature)
            else:
                yield statement, problem
        elif type(statement) is n.Scope:
            yield from _body(statement.body, Scope(checker, scope))
