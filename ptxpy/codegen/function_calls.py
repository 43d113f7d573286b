"""Calls of device functions: `r[22] = mix(v, r[19])` where the call sequence is canonical."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.codegen.operand_expressions import expression
from ptxpy.dialect import Signature, element_type, result_of, sequence_of
from ptxpy.ir import nodes as n
from ptxpy.pytree import tree as t

if TYPE_CHECKING:

    from ptxpy.codegen.writer import Writer


def call_statement(
    writer: Writer, node: n.Scope, block: t.Block, sequence: int | None
) -> t.Statement | None:
    """Return the call that emits a call sequence, or None where it is not canonical.

    Args:
        writer: The writer, outside the sequence.
        node: The sequence.
        block: What has been written for its statements.
        sequence: Its number, where it has to be said.
    """
    call = next((item for item in node.body if type(item) is n.Call), None)
    if call is None or type(call.target) is not n.Symbol:
        return None
    signature = writer.program.signatures.get(call.target.name)
    name = writer.scope.globals.get(call.target.name)
    if signature is None or name is None or call.target.name in writer.scope.symbols:
        return None
    if len(block) != len(node.body) or _has_layout(block[0]):
        return None  # there are comments, or blank lines
    if any(map(_is_unchecked, block)):
        return None  # the instruction table does not allow what is stored
    found = _taken_apart(writer, node, call.target, signature)
    if found is None:
        return None
    stored, writes = found
    arguments = [expression(argument, writer.scope) for argument in stored]
    if sequence is not None:
        arguments.append(t.Keyword("sequence", sequence))
    made = t.Call(name, tuple(arguments))
    last = block[-1]
    return _assignment(last, made, signature) if writes else t.Evaluate(made)


def _assignment(last: t.Statement, made: t.Call, signature: Signature) -> t.Statement:
    """Return the statement that gives the result of a call to the register that is loaded."""
    if type(last) is not t.Assign:
        return t.Evaluate(made)
    # The names that the load gives its register stand on its left side.
    statement = t.Assign(last.targets, made)
    load = last.instruction
    if load is not None and load.modifiers[-1] == f".{signature.result}":
        # A float in a function that says bits would be loaded as bits without its register.
        statement.instruction, statement.makers = load, (load,)
    return statement


def _has_layout(statement: t.Statement) -> bool:
    return any(
        type(part) is t.Keyword and part.name == "before"
        for head in t.head_expressions(statement)
        for part in t.walk_expression(head)
    )


def _is_unchecked(statement: t.Statement) -> bool:
    """Return whether a statement calls an instruction by its text: `ptx["name"](…)`."""
    return any(
        type(part) is t.Element and part.base in ("ptx", "ptx.inst")
        for head in t.head_expressions(statement)
        for part in t.walk_expression(head)
    )


def _taken_apart(
    writer: Writer, node: n.Scope, target: n.Symbol, signature: Signature
) -> tuple[list[n.Operand], bool] | None:
    """Return the arguments, and whether there is a result, if a sequence is what they make."""
    form = writer.layout.style.call_form
    scope = writer.scope
    body = list(node.body)
    arguments = [
        item.operands[1]
        for item in body
        if type(item) is n.Instruction
        and item.opcode == "st"
        and len(item.operands) == 2  # noqa: PLR2004
    ]
    if len(arguments) != len(signature.parameters):
        return None
    typed = [(argument, _declared(writer, argument)) for argument in arguments]
    wanted = sequence_of(form, target, signature, typed)
    body[0] = body[0].replace(before=None)
    if signature.result is None:
        return (arguments, False) if body == wanted else None
    load = body.pop()
    if type(load) is not n.Instruction or body != wanted or not load.operands:
        return None
    result = load.operands[0]
    if type(result) is not n.Register:
        return None
    kind = element_type(signature.result, _declared(writer, result))
    opcode, modifiers, address = result_of(form, kind)
    indexed = scope.indexed(result.name)
    if indexed is None or load != n.Instruction(None, opcode, modifiers, (result, address)):
        return None
    return arguments, True


def _declared(writer: Writer, operand: n.Operand) -> str:
    return (writer.scope.declared(operand.name) or "") if type(operand) is n.Register else ""
