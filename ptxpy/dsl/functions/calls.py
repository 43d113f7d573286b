"""Calls of device functions: `r[22] = mix(v, r[19])`."""

from __future__ import annotations

from typing import Any

from ptxpy import isa
from ptxpy.dsl.namespaces.statements import Statements
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.instructions import Operation
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.values.operand_conversion import Register, operand
from ptxpy.ir import nodes as n
from ptxpy.lift.calls import element_type, result_of, sequence_of, signature_of

_STATEMENTS = Statements()


class Result(PendingResult):
    """The load of a call's result: a float register is loaded as a float."""

    kind: str
    """The type of the result."""

    def bind(self, destination: Any, declared: str = "", storage: str = "") -> None:
        """Fill the destination."""
        found = element_type(self.kind, declared)
        if found != self.kind:
            self.operation = Operation("ld", (".param", f".{found}"))
        super().bind(destination, declared, storage)


def call(
    target: n.Symbol, function: n.Function, arguments: tuple[Any, ...], sequence: int | None
) -> PendingResult | None:
    """Emit a call sequence, and return the destination of its result if there is one.

    `sequence` sets the number of the call sequence. Raises `TypeError` for a function whose
    parameters or results are not scalars, and for a wrong number of arguments.
    """
    signature = signature_of(function)
    if signature is None:
        msg = f"{target.name} takes or gives more than scalars; call it with ptx.callseq, ptx.call"
        raise TypeError(msg)
    if len(arguments) != len(signature.parameters):
        wanted = len(signature.parameters)
        msg = f"{target.name} takes {wanted} argument{'s' * (wanted != 1)}, not {len(arguments)}"
        raise TypeError(msg)
    form = trace.function_body().module.style.call_form
    registers = [*map(_as_register, arguments)]
    typed = [
        (
            operand(argument, double=kind.endswith("64")),
            argument.declared if isinstance(argument, Register) else "",
        )
        for kind, argument in zip(signature.parameters, registers, strict=True)
    ]
    with _STATEMENTS.callseq(sequence):
        stored = iter(registers)
        for node in sequence_of(form, target, signature, typed):
            if type(node) is n.Instruction:
                address, value = node.operands
                source = next(stored)
                source = source if isinstance(source, Register) else value
                Operation(node.opcode, node.modifiers)(address, source)
            else:
                trace.record(node, None, None)
        if signature.result is None:
            return None
        opcode, modifiers, address = result_of(form, signature.result)
        operation = Operation(opcode, modifiers)
        writes = isa.destinations(opcode, modifiers)
        place = Result(operation, (address,), None, writes, None, None)
        place.kind = signature.result
        place.scope = trace.function_body().scope
        trace.function_body().append(place)
        return place


def _as_register(value: Any) -> Any:
    return value.register() if isinstance(value, PendingResult) else value
