"""Statements that are one call each, such as `r[22] = mix(v, r[19])` for a call sequence.

Most functions write a node into a writer; `layout` are the arguments for its layout.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ptxpy.codegen.declarations import (
    directives_expression,
    parameter_expression,
    variable_call,
)
from ptxpy.codegen.operand_expressions import (
    Scope,
    expression,
    guard_expression,
    names_label,
)
from ptxpy.codegen.writer import Writer
from ptxpy.dialect import Signature, attribute, element_type, result_of, sequence_of, vocabulary
from ptxpy.ir import nodes as n
from ptxpy.pytree import quoted
from ptxpy.pytree import tree as t


def call_statement(
    writer: Writer, node: n.Scope, block: t.Block, sequence: int | None
) -> t.Statement | None:
    """Return the call that emits a call sequence, or None if the sequence is not canonical.

    Args:
        writer: The writer, outside the sequence.
        node: The sequence.
        block: The Python of its statements.
        sequence: Its number, if the program has to say it.
    """
    call = next((item for item in node.body if type(item) is n.Call), None)
    if call is None or type(call.target) is not n.Symbol:
        return None
    signature = writer.program.signatures.get(call.target.name)
    name = writer.scope.globals.get(call.target.name)
    # A symbol of the function itself hides that of the module.
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
    """Return the arguments, and whether there is a result, if they make the same sequence."""
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
    # A store that passes no parameter, or a missing one, makes another sequence of it.
    if len(arguments) != len(signature.parameters):
        return None
    typed = [(argument, _declared(writer, argument)) for argument in arguments]
    wanted = sequence_of(form, target, signature, typed)
    # The gap before the first statement has the mark of the sequence.
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


Layout = Sequence[t.Keyword]


def variable(writer: Writer, node: n.Variable, layout: Layout) -> None:
    """Write a declaration of variables."""
    call = variable_call(node, writer.program.uses)
    only = node.declarators[0] if len(node.declarators) == 1 else None
    if only is not None and type(only.name) is n.Symbol:
        name = only.name.name
        symbols = writer.scope.symbols
        short = writer.program.short(name)
        if name not in symbols and short.isidentifier() and writer.namer.free(short):
            symbols[name] = writer.namer.name(short)
            writer.scope.changed()
        if name in symbols:
            writer.assign(symbols[name], call, layout)
            return
    writer.call(call, layout)


def label(writer: Writer, node: n.Label, layout: Layout) -> None:
    """Write a label."""
    symbol = writer.scope.symbol(node.name)
    if names_label(symbol):
        writer.use("L")
    else:
        symbol = quoted(node.name)
    writer.call(t.Call(vocabulary.LABEL, (symbol,)), layout)


def call(writer: Writer, node: n.Call, layout: Layout) -> None:
    """Write a call."""
    scope = writer.scope
    words = [attribute(modifier[1:]) for modifier in node.modifiers]
    path: t.Expression = ".".join(["ptx.call", *(word for word in words if word)])
    if not all(words):
        path = t.Element("ptx.call", quoted("".join(node.modifiers)))
    parts = [expression(node.target, scope)]
    if node.arguments is not None:
        parts.append(_operands(writer.scope, node.arguments))
    if node.returns is not None:
        parts.append(t.Keyword("returns", _operands(writer.scope, node.returns)))
    if node.prototype is not None:
        parts.append(t.Keyword("prototype", quoted(node.prototype.name)))
    if node.guard is not None:
        word = "unless" if node.guard.negated else "when"
        parts.append(t.Keyword(word, guard_expression(node.guard, scope)))
    writer.call(t.Call(path, tuple(parts)), layout)


def _operands(scope: Scope, operands: Sequence[n.Operand]) -> t.Expression:
    return t.Tuple(tuple([expression(operand, scope) for operand in operands]))


def location(writer: Writer, node: n.Location, layout: Layout) -> None:
    """Write `.loc`."""
    parts = [expression(part, writer.scope) for part in (node.file, node.line)]
    parts.append("None" if node.column is None else expression(node.column, writer.scope))
    inlined = node.inlined
    if inlined is not None:
        function: t.Expression = quoted(inlined.function.name)
        if inlined.offset is not None:
            function = t.Tuple((function, expression(inlined.offset, writer.scope)))
        position = (inlined.file, inlined.line, inlined.column)
        parts.append(t.Keyword("function", function))
        parts.append(t.Keyword("inlined_at", _operands(writer.scope, position)))
    writer.call(t.Call(vocabulary.LOC, tuple(parts)), layout)


def pragma(writer: Writer, node: n.Pragma, layout: Layout) -> None:
    """Write `.pragma`."""
    writer.call(t.Call(vocabulary.PRAGMA, tuple(map(quoted, node.strings))), layout)


def targets(writer: Writer, node: n.TargetList, layout: Layout) -> None:
    """Write a list of branch or call targets."""
    parts = [expression(each, writer.scope) for each in node.targets]
    if any(map(names_label, parts)):
        writer.use("L")
    from ptxpy.codegen.switch_tables import targets_call  # noqa: PLC0415 - seldom needed

    writer.call(targets_call(node, parts), layout)


def prototype(writer: Writer, node: n.CallPrototype, layout: Layout) -> None:
    """Write a call prototype."""
    parts: list[t.Expression] = [quoted(node.name)]
    if node.parameters is not None:
        parts.append(_types(writer.program.uses, node.parameters))
    if node.returns is not None:
        parts.append(t.Keyword("returns", _types(writer.program.uses, node.returns)))
    if node.function.name != "_":
        parts.append(t.Keyword("function", quoted(node.function.name)))
    if node.directives:
        directives = directives_expression(node.directives, writer.program.uses)
        parts.append(t.Keyword("directives", directives))
    writer.call(t.Call(vocabulary.PROTOTYPE, tuple(parts)), layout)


def _types(uses: set[str], parameters: Sequence[n.Parameter]) -> t.Expression:
    return t.Tuple(tuple([parameter_expression(p, "_", uses) for p in parameters]))


def function(writer: Writer, node: n.Function, layout: Layout) -> None:
    """Write the declaration of a function."""
    writer.call(writer.program.extern_call(node), layout)


def alias(writer: Writer, node: n.Alias, layout: Layout) -> None:
    """Write `.alias`."""
    names = (quoted(node.name.name), quoted(node.target.name))
    writer.call(t.Call(vocabulary.ALIAS, names), layout)


def data(writer: Writer, node: n.Data, layout: Layout) -> None:
    """Write a line of a debug section."""
    text = writer.program.lifting.text_of(node)
    values = [expression(value, writer.scope) for value in node.values] if text is None else [text]
    writer.call(t.Call(f"d.{node.type[1:]}", tuple(values)), layout)


STATEMENTS: dict[type, Callable[[Any, Any, Layout], None]] = {
    n.Variable: variable,
    n.Label: label,
    n.Call: call,
    n.Location: location,
    n.Pragma: pragma,
    n.TargetList: targets,
    n.CallPrototype: prototype,
    n.Function: function,
    n.Alias: alias,
    n.Data: data,
}
"""The function that writes a statement of a body, by the statement's class."""
