"""Calls of device functions: `r[22] = mix(v, r[19])`."""

from __future__ import annotations

from typing import Any

from ptxpy import isa
from ptxpy.dialect import element_type, result_of, sequence_of, signature_of
from ptxpy.dsl.namespaces.statements import Statements
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.instructions import Operation
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.values.operand_conversion import LoadedValue, Register, operand
from ptxpy.ir import nodes as n

_STATEMENTS = Statements()


class Result(PendingResult):
    """The load of a call's result: a float register is loaded as a float."""

    kind: str
    """The type of the result."""

    def bind(self, destination: Any, declared: str = "", storage: str = "") -> None:
        """Bind the destination, and load a value of its type."""
        loaded = element_type(self.kind, declared)
        if loaded != self.kind:
            self.operation = Operation("ld", (".param", f".{loaded}"))
        super().bind(destination, declared, storage)


def call(
    target: n.Symbol, function: n.Function, arguments: tuple[Any, ...], sequence: int | None
) -> PendingResult | None:
    """Emit a call sequence, and return the pending result if there is one.

    `sequence` sets the index of the call sequence. Raises `TypeError` for a function whose
    parameters or results are not scalars, and for a wrong number of arguments.
    """
    signature = signature_of(function)
    if signature is None:
        msg = (
            f"{target.name}: only functions with scalar parameters and results can be called "
            "like this; use ptx.callseq and ptx.call"
        )
        raise TypeError(msg)
    if len(arguments) != len(signature.parameters):
        count = len(signature.parameters)
        msg = f"{target.name} takes {count} argument{'s' * (count != 1)}, not {len(arguments)}"
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
        pending = Result(operation, (address,), None, writes, None, None)
        pending.kind = signature.result
        body = trace.function_body()
        pending.scope = body.scope
        if body.function.margins is not None:
            body.function.margins.take(pending)
        body.append(pending)
        return pending


def _as_register(value: Any) -> Any:
    return value.register() if isinstance(value, PendingResult | LoadedValue) else value
