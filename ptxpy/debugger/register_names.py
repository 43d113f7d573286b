"""Names for registers: those that the Python of a kernel gives, or that an import would."""

from __future__ import annotations

import ast
from functools import cached_property
from typing import TYPE_CHECKING

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.isa import destinations
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


class RegisterNames:
    """The names of the registers of a module, function by function, place by place."""

    def __init__(self, source: ModuleSource) -> None:
        """Take a module; names are found when they are first asked for."""
        self._source = source
        self._found: dict[str, list[_Named]] = {}

    def at(self, routine: Routine, statement: int) -> dict[str, str]:
        """Return the registers by the names that they have at a statement of a function."""
        named = self._found.get(routine.name)
        if named is None:
            named = self._found[routine.name] = [*self._names_of(routine)]
        # Of two registers with one name, the one counts that got it last; one whose name no other
        # takes keeps it, though its value is not read any more.
        return {each.name: each.register for each in named if each.first < statement}

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
    def _targets(self) -> dict[int, ast.expr]:
        """The targets of the assignments in the Python, by the lines of the statement."""
        assert self._source.python is not None  # noqa: S101 - asked before
        try:
            tree = ast.parse(self._source.python[1])
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return {}
        found: dict[int, ast.expr] = {}
        for node in ast.walk(tree):
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
            for name, register in _pairs(target, statement):
                yield _Named(name, register, index)


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
