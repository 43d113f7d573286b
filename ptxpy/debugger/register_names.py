"""Names for registers: those that the Python of a kernel gives, or that an import would."""

from __future__ import annotations

import ast
from functools import cached_property
from typing import TYPE_CHECKING, cast

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES, destinations
from ptxpy.naming import context_of, suggest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ptxpy.launch_request import ModuleSource
    from ptxpy.naming import Context
    from ptxpy.sim import Routine

__all__ = ["RegisterNames"]


class _Named(NamedTuple):
    """A name that a register has for a part of a function."""

    name: str
    register: str
    first: int
    """The index of the statement behind which the register has the name."""
    line: int = 0
    """The line of Python that gives it; 0 for none."""
    calls: tuple[int, ...] = ()
    """The lines of the calls of Python functions that led to the statement, the innermost first."""


class RegisterNames:
    """The names of the registers of a module, function by function, place by place."""

    def __init__(self, source: ModuleSource) -> None:
        """Take a module; names are found when they are first asked for."""
        self._source = source
        self._found: dict[str, list[_Named]] = {}

    def at(self, routine: Routine, statement: int) -> dict[str, str | float]:
        """Return the registers by the names that they have at a statement of a function.

        A parameter of a Python function is the register, or the number, that the call passes.
        """
        named = self._found.get(routine.name)
        if named is None:
            named = self._found[routine.name] = [*self._names_of(routine)]
        # Of two registers with one name, the one counts that got it last; one whose name no other
        # takes keeps it, though its value is not read any more.
        found: dict[str, str | float] = {
            each.name: each.register for each in named if each.first < statement
        }
        ordinals = routine.code.ordinals
        if self._source.python is None or not statement < len(ordinals):
            return found
        ordinal, lines = ordinals[statement], self._source.python[2]
        if ordinal < min(len(self._source.calls), len(lines)):
            line, calls = lines[ordinal], self._source.calls[ordinal]
            before = [each for each in named if each.first < statement]
            own = self._passed(line, calls, before)
            called = self._function_at(line) if calls else None
            # What is passed but not known is not what a variable of the same name elsewhere is.
            for parameter in called.args.args if called is not None else ():
                found.pop(parameter.arg, None)
            found |= {name: value for name, value in own.items() if value is not None}
        return found

    def _passed(
        self, line: int, calls: tuple[int, ...], named: list[_Named]
    ) -> dict[str, str | float | None]:
        """Return the names of a function of Python that calls have led to a line of.

        They are its parameters and, before them, the names that it has assigned to; the value of a
        name is None if it is not known.
        """
        called = self._function_at(line)
        # Only lines above are of this call for certain: others may be of an earlier one from the
        # same line, or of an earlier turn of a loop.
        in_loop = called is not None and any(
            isinstance(each, ast.For | ast.While) and each.lineno <= line <= (each.end_lineno or 0)
            for each in ast.walk(called)
        )
        own: dict[str, str | float | None] = {}
        for each in named:
            if each.calls != calls:
                continue
            if not calls or each.line < line:
                own[each.name] = each.register
            elif in_loop:
                own[each.name] = None
        if not calls or called is None:
            return own
        call = self._call_at(calls[0], called.name)
        if call is None:
            return own
        outer = self._passed(calls[0], calls[1:], named)
        parameters = [each.arg for each in called.args.args]
        given = [*zip(parameters, call.args, strict=False)]
        given += [(each.arg, each.value) for each in call.keywords if each.arg is not None]
        # A default counts where the call gives nothing: it comes last.
        defaults = called.args.defaults
        given += zip(parameters[len(parameters) - len(defaults) :], defaults, strict=True)
        seen: set[str] = set()
        for name, argument in given:
            if isinstance(argument, ast.Starred):
                break
            if name in seen:
                continue
            seen.add(name)
            passed: str | float | None = _number(argument)
            if passed is None and isinstance(argument, ast.Name):
                passed = outer.get(argument.id)
            if passed is not None:
                own.setdefault(name, passed)
        return own

    def _function_at(self, line: int) -> ast.FunctionDef | None:
        """Return the function of Python that a line is in."""
        for node in self._nodes:
            if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0):
                return node
        return None

    def _call_at(self, line: int, name: str) -> ast.Call | None:
        """Return the call of a function on a line; None if there is none, or there are several."""
        found = [
            node
            for node in self._nodes
            if isinstance(node, ast.Call)
            and node.lineno <= line <= (node.end_lineno or 0)
            and isinstance(node.func, ast.Name)
            and node.func.id == name
        ]
        return found[0] if len(found) == 1 else None

    def _names_of(self, routine: Routine) -> Iterator[_Named]:
        if self._source.python is not None:
            yield from self._python_names(routine)
            return
        context = self._contexts.get(routine.name)
        found = suggest(routine.function, context).names
        for register, each in sorted(found.items(), key=lambda item: item[1].span.first):
            yield _Named(each.name, register, each.span.first)

    @cached_property
    def _contexts(self) -> Mapping[str, Context]:
        return context_of(self._source.module)

    @cached_property
    def _nodes(self) -> list[ast.AST]:
        """The nodes of the Python."""
        assert self._source.python is not None  # noqa: S101 - asked before
        try:
            return [*ast.walk(ast.parse(self._source.python[1]))]
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return []

    @cached_property
    def _targets(self) -> dict[int, ast.expr]:
        """The targets of the assignments in the Python, by the lines of the statement."""
        found: dict[int, ast.expr] = {}
        for node in self._nodes:
            target: ast.expr | None = None
            if not isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr):
                continue
            if isinstance(node, ast.Assign):
                # `i = r[10] = ptx.mad…` names the register too: the name is what is asked for.
                names = [each for each in node.targets if isinstance(each, ast.Name | ast.Tuple)]
                target = names[0] if names else None
            else:
                target = node.target
            if target is not None:
                for line in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                    found[line] = target
        return found

    def _python_names(self, routine: Routine) -> Iterator[_Named]:
        """Yield the names of the results of assignments: the last instruction of a line has it."""
        assert self._source.python is not None  # noqa: S101 - asked before
        lines = self._source.python[2]
        code = routine.code
        instructions = [
            (index, statement, lines[code.ordinals[index]])
            for index, statement in enumerate(code.statements)
            if type(statement) is n.Instruction and code.ordinals[index] < len(lines)
        ]
        for (index, statement, line), (_, _, following) in zip(
            instructions, [*instructions[1:], (0, None, 0)], strict=True
        ):
            target = self._targets.get(line)
            if line == following or target is None:
                continue
            ordinal = code.ordinals[index]
            calls = self._source.calls[ordinal] if ordinal < len(self._source.calls) else ()
            for name, register in _pairs(target, statement):
                yield _Named(name, register, index, line, calls)


def _number(argument: ast.expr) -> float | None:
    """Return the number that an argument is, `127` or `-1` or `u32(2)`; None for another."""
    if isinstance(argument, ast.Call) and len(argument.args) == 1:
        is_typed = isinstance(argument.func, ast.Name) and argument.func.id in TYPES
        return _number(argument.args[0]) if is_typed else None
    if isinstance(argument, ast.UnaryOp) and isinstance(argument.op, ast.USub):
        number = _number(argument.operand)
        return None if number is None else -number
    if isinstance(argument, ast.Constant) and type(argument.value) in (int, float):
        return cast("float", argument.value)
    return None


def _pairs(target: ast.expr, statement: n.Instruction) -> Iterator[tuple[str, str]]:
    """Yield the names in the target of an assignment with the registers that it writes."""
    if not destinations(statement.opcode, statement.modifiers) or not statement.operands:
        return
    operand = statement.operands[0]
    parts = (
        operand.elements
        if isinstance(operand, n.Vector)
        else (operand.first, operand.second) if isinstance(operand, n.Pair) else (operand,)
    )
    targets = target.elts if isinstance(target, ast.Tuple) else [target]
    if len(targets) != len(parts):
        return
    for each, part in zip(targets, parts, strict=True):
        if isinstance(each, ast.Name) and isinstance(part, n.Register | n.Symbol):
            yield each.id, part.name
