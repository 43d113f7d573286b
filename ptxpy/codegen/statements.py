"""Statements that are one call each, whatever stands around them.

Every function writes a node into a writer; `layout` are the arguments for its layout.
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
from ptxpy.dialect import attribute, vocabulary
from ptxpy.ir import nodes as n
from ptxpy.pytree import quoted
from ptxpy.pytree import tree as t

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
    parts = [quoted(node.name), *[expression(each, writer.scope) for each in node.targets]]
    if any(map(names_label, parts)):
        writer.use("L")
    kind = node.directive.removeprefix(".").removesuffix("targets")
    writer.call(t.Call(vocabulary.TARGETS, (*parts, t.Keyword("kind", quoted(kind)))), layout)


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
"""What writes a statement of a body, by its class."""
