"""Statements that are one call each, whatever stands around them.

Every function writes a node into a writer; `arguments` are those for its layout.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ptxpy.codegen.declarations import directives_text, parameter_text, variable_text
from ptxpy.codegen.operand_expressions import Scope, expression, guard_text, tuple_text
from ptxpy.codegen.python_lines import Writer
from ptxpy.codegen.wrap import quoted, quoted_bytes
from ptxpy.dsl.spelling import attribute
from ptxpy.ir import nodes as n


def variable(writer: Writer, node: n.Variable, arguments: str) -> None:
    """Write a declaration of variables."""
    text = variable_text(node, writer.program.uses)
    only = node.declarators[0] if len(node.declarators) == 1 else None
    if only is not None and type(only.name) is n.Symbol:
        name = only.name.name
        symbols = writer.scope.symbols
        short = writer.program.short(name)
        if name not in symbols and short.isidentifier() and writer.namer.free(short):
            symbols[name] = writer.namer.name(short)
            writer.scope.changed()
        if name in symbols:
            text = f"{symbols[name]} = {text}"
    writer.statement(text, arguments)


def label(writer: Writer, node: n.Label, arguments: str) -> None:
    """Write a label."""
    writer.statement(f"ptx.label({_label_text(writer, node.name)}", arguments)


def _label_text(writer: Writer, name: str) -> str:
    text = writer.scope.symbol(name)
    if text.startswith("L["):
        writer.use("L")
        return text
    return quoted(name)


def call(writer: Writer, node: n.Call, arguments: str) -> None:
    """Write a call."""
    scope = writer.scope
    words = [attribute(modifier[1:]) for modifier in node.modifiers]
    path = ".".join(["ptx.call", *(word for word in words if word)])
    if not all(words):
        path = f"ptx.call[{quoted(''.join(node.modifiers))}]"
    parts = [expression(node.target, scope)]
    if node.arguments is not None:
        parts.append(_operands(writer.scope, node.arguments))
    if node.returns is not None:
        parts.append(f"returns={_operands(writer.scope, node.returns)}")
    if node.prototype is not None:
        parts.append(f"prototype={quoted(node.prototype.name)}")
    if node.guard is not None:
        word = "unless" if node.guard.negated else "when"
        parts.append(f"{word}={guard_text(node.guard, scope)}")
    writer.statement(f"{path}({', '.join(parts)}", arguments)


def _operands(scope: Scope, operands: Sequence[n.Operand]) -> str:
    parts = [expression(operand, scope) for operand in operands]
    return tuple_text(parts)


def location(writer: Writer, node: n.Location, arguments: str) -> None:
    """Write `.loc`."""
    texts = [expression(part, writer.scope) for part in (node.file, node.line)]
    texts.append("None" if node.column is None else expression(node.column, writer.scope))
    inlined = node.inlined
    if inlined is not None:
        function = quoted(inlined.function.name)
        if inlined.offset is not None:
            function = f"({function}, {expression(inlined.offset, writer.scope)})"
        position = ", ".join(
            expression(part, writer.scope) for part in (inlined.file, inlined.line, inlined.column)
        )
        texts += [f"function={function}", f"inlined_at=({position})"]
    writer.statement(f"ptx.loc({', '.join(texts)}", arguments)


def pragma(writer: Writer, node: n.Pragma, arguments: str) -> None:
    """Write `.pragma`."""
    writer.statement(f"ptx.pragma({', '.join(map(quoted, node.strings))}", arguments)


def targets(writer: Writer, node: n.TargetList, arguments: str) -> None:
    """Write a list of branch or call targets."""
    parts = [quoted(node.name)] + [expression(t, writer.scope) for t in node.targets]
    if any(part.startswith("L[") for part in parts):
        writer.use("L")
    kind = node.directive.removeprefix(".").removesuffix("targets")
    writer.statement(f"ptx.targets({', '.join(parts)}, kind={quoted(kind)}", arguments)


def prototype(writer: Writer, node: n.CallPrototype, arguments: str) -> None:
    """Write a call prototype."""
    parts = [quoted(node.name)]
    if node.parameters is not None:
        parts.append(_types(writer.program.uses, node.parameters))
    if node.returns is not None:
        parts.append(f"returns={_types(writer.program.uses, node.returns)}")
    if node.function.name != "_":
        parts.append(f"function={quoted(node.function.name)}")
    if node.directives:
        parts.append(f"directives={directives_text(node.directives, writer.program.uses)}")
    writer.statement(f"ptx.prototype({', '.join(parts)}", arguments)


def _types(uses: set[str], parameters: Sequence[n.Parameter]) -> str:
    parts = [parameter_text(p, "_", uses) for p in parameters]
    return tuple_text(parts)


def function(writer: Writer, node: n.Function, arguments: str) -> None:
    """Write the declaration of a function."""
    writer.statement(writer.program.extern_text(node), arguments)


def alias(writer: Writer, node: n.Alias, arguments: str) -> None:
    """Write `.alias`."""
    names = f"{quoted(node.name.name)}, {quoted(node.target.name)}"
    writer.statement(f"ptx.alias({names}", arguments)


def data(writer: Writer, node: n.Data, arguments: str) -> None:
    """Write a line of a debug section."""
    text = _text(node) if writer.program.rows else None
    values = text or ", ".join(expression(value, writer.scope) for value in node.values)
    writer.statement(f"d.{node.type[1:]}({values}", arguments)


_CHARACTERS = {str(code): chr(code) for code in range(32, 127)}
_MIN_TEXT_LENGTH = 2


def _text(node: n.Data) -> str | None:
    """Return the values of a line as text, if they are some."""
    characters = [
        _CHARACTERS.get(value.text) if type(value) is n.Literal else None for value in node.values
    ]
    if node.type != ".b8" or len(characters) < _MIN_TEXT_LENGTH or None in characters:
        return None
    return quoted_bytes("".join(map(str, characters)).encode())


STATEMENTS: dict[type, Callable[[Any, Any, str], None]] = {
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
