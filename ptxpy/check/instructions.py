"""Instructions against the instruction table."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ptxpy.check.names import Names
from ptxpy.check.operands import operand_of
from ptxpy.ir import nodes as n
from ptxpy.isa.targets import Target, Version, parse_target, parse_version
from ptxpy.isa.verdict import Problem, problem_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Finding", "check_module", "instruction_problem"]


class Finding(NamedTuple):
    """An instruction that the table does not allow."""

    function: str
    """The function that it stands in."""
    instruction: n.Instruction
    problem: Problem


def instruction_problem(
    instruction: n.Instruction,
    names: Names,
    version: Version | None = None,
    target: Target | None = None,
) -> Problem | None:
    """Return why the table does not allow an instruction, or None.

    Names that are not declared are taken for whatever is needed.
    """
    operands = tuple([operand_of(operand, names) for operand in instruction.operands])
    return problem_of(instruction.opcode, instruction.modifiers, operands, version, target)


def check_module(module: n.Module) -> Iterator[Finding]:
    """Yield the instructions of a module that the table does not allow, in order.

    `ValueError` when the module's version or target does not exist.
    """
    version, target = _platform(module)
    names = Names()
    names.declare(module.body)
    for function in module.functions:
        if function.body is not None:
            inner = Names(names)
            inner.parameters(function)
            for instruction, problem in _body(function.body, inner, version, target):
                yield Finding(function.name.name, instruction, problem)


def _platform(module: n.Module) -> tuple[Version | None, Target | None]:
    version = target = None
    for item in module.body:
        if type(item) is n.Version:
            version = parse_version(item.number)
        elif type(item) is n.Target and target is None:
            target = parse_target(item.names[0])
    return version, target


def _body(
    statements: Iterable[n.Node], names: Names, version: Version | None, target: Target | None
) -> Iterator[tuple[n.Instruction, Problem]]:
    statements = tuple(statements)
    names.declare(statements)
    for statement in statements:
        if type(statement) is n.Instruction:
            problem = instruction_problem(statement, names, version, target)
            if problem is not None:
                yield statement, problem
        elif type(statement) is n.Scope:
            yield from _body(statement.body, Names(names), version, target)
