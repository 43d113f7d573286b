"""Instructions that the instruction table does not allow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.check.instructions import problems
from ptxpy.check.rules.constant_fragments import check_constant_fragments
from ptxpy.ir import nodes as n
from ptxpy.isa import traits
from ptxpy.isa.actual_operands import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.check.diagnostic import Diagnostic
    from ptxpy.isa.legality import Problem
    from ptxpy.syntax.printer import Focus

__all__ = ["check_instructions"]

_CODES: Final = {
    "opcode": "PTX010",
    "modifier": "PTX011",
    "count": "PTX012",
    "kind": "PTX013",
    "type": "PTX014",
    "space": "PTX015",
    "immediate": "PTX016",
    "version": "PTX017",
    "target": "PTX018",
}


def check_instructions(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report instructions that the table does not allow, and invalid guards."""
    for function in context.functions:
        wrong: set[int] = set()
        for index, problem in problems(function.code, context.version, context.target):
            wrong.add(index)
            if not _is_own_result(function, index, problem):
                yield _diagnostic(function, index, problem)
        for index, statement in enumerate(function.code.statements):
            if type(statement) is n.Instruction and index not in wrong:
                yield from check_constant_fragments(function, index, statement)
        yield from _guards(function)


def _is_own_result(function: FunctionContext, index: int, problem: Problem) -> bool:
    """Return whether a device function stores to its return value through a register.

    The table allows only names there, because registers in a kernel crash ptxas.
    """
    statement = function.code.statements[index]
    if problem.rule != "kind" or problem.position != 0 or function.is_kernel:
        return False
    address = statement.operands[0] if type(statement) is n.Instruction else None
    is_register = type(address) is n.Address and type(address.base) is n.Register
    accesses = traits(statement.opcode, statement.modifiers).accesses
    stores = any(access.writes and access.space == "param" for access in accesses)
    return is_register and stores


def _diagnostic(function: FunctionContext, index: int, problem: Problem) -> Diagnostic:
    focus: Focus = ("opcode",)
    if problem.position >= 0:
        focus = ("modifier" if problem.rule == "modifier" else "operand", problem.position)
    message, help_ = problem.message, ""
    module = function.module
    if problem.rule == "version" and module.version is not None:
        major, minor = module.version
        message += f"; the file is PTX {major}.{minor}"
    elif problem.rule == "target" and module.target is not None:
        message += f"; the file is for {module.target}"
    elif problem.rule not in ("opcode", "modifier", "version", "target"):
        # The message is the form in the table, a colon, and the requirement of an operand.
        syntax, _, message = message.rpartition(": ")
        help_ = f"the form is {syntax}" if syntax else ""
        if problem.rule == "count":
            statement = function.code.statements[index]
            message = f"{statement.opcode}{''.join(statement.modifiers)} {message}"
    return function.report(_CODES[problem.rule], index, message, focus, help_)


def _guards(function: FunctionContext) -> Iterator[Diagnostic]:
    code = function.code
    scopes: dict[tuple[int, str], str] = {}
    for index, statement in enumerate(code.statements):
        guard = getattr(statement, "guard", None)
        if guard is None or isinstance(guard.register, n.Component):
            continue
        name = guard.register.name
        level = code.scopes[index]
        kind = scopes.get((level, name))
        if kind is None:
            actual = code.levels[level].names.find(name) or UNKNOWN
            wrong = actual.kind != "unknown" and (actual.kind, actual.type) != ("register", "pred")
            kind = scopes[level, name] = actual.describe() if wrong else ""
        if kind:
            message = f"the guard {name} must be a predicate, not {kind}"
            yield function.report("PTX019", index, message, ("name", name))
