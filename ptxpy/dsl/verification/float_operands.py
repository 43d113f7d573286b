"""Floats that an operator takes for integers, in modules whose values have no types.

Recent compilers keep floats in registers of bits, where an operator without a view is that of
integers: in `x.f32 * 2.0 + y` the sum would be `add.s32`. An operand that is a float for certain
(`ptxpy.dialect.FloatValues`) is refused, with the view to write. The function is looked at as a
whole, since a value gets its register after the operator that reads it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.dialect import FloatValues, float_parameters
from ptxpy.dsl.tracing.pending_results import PendingResult, ResultParts
from ptxpy.dsl.tracing.source_lines import attach_location
from ptxpy.dsl.tracing.trace import TraceError
from ptxpy.dsl.verification.viewed_expressions import float_problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ptxpy.dsl.tracing.source_lines import CodeLocation
    from ptxpy.dsl.tracing.trace import Body, RecordedStatement
    from ptxpy.ir import nodes as n

__all__ = ["check_float_operands"]


def check_float_operands(
    body: Body, function: n.Function, operators: Mapping[int, CodeLocation | None]
) -> None:
    """Raise `TraceError` for one of some operators on integers that reads a float.

    The operators are those of `FunctionTrace.integer_operators`.
    """
    floats = FloatValues(float_parameters(function))
    for statement in _statements(body):
        if type(statement) is PendingResult:
            operation, sources = statement.operation, statement.sources
            if floats.types and id(statement) in operators:
                found = floats.among(sources)
                if found is not None:
                    location = operators[id(statement)]
                    error = TraceError(float_problem(location, statement, *found))
                    attach_location(error, location)
                    raise error
            if statement.writes:
                destination = statement.destination
                if type(destination) is ResultParts:
                    destination = destination.lower()
                sources = (destination, *sources)
            floats.take(operation.opcode, operation.modifiers, sources)
        elif statement.node is not None:
            floats.take_statement(statement.node)


def _statements(body: Body) -> Iterator[RecordedStatement]:
    """Yield the statements of a body and of the scopes in it, in the order of the text."""
    for statement in body.statements:
        yield statement
        if statement.body is not None:
            yield from _statements(statement.body)
