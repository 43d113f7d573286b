"""The tokens of a statement, in order, each with the role that determines the gap before it.

This is the only definition of the text of a node. The printer joins the tokens with gaps, the
parser checks its result against them, and styles predict a gap from a role
(`ptxpy.ir.token_roles`). For a node with a body, the tokens end with its opening brace, or with the
semicolon of a declaration.

The first token of a statement has the role `lead`: the gap before it is the statement's `before`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ptxpy.ir import nodes as n
from ptxpy.ir.node import Node

Tokens = list[tuple[str, str]]
"""Pairs (role, text)."""


def tokens(statement: Node) -> Tokens:
    """Return the (role, text) pairs of a statement without its body.

    Raises `TypeError` for a node that is not a statement.
    """
    out: Tokens = []
    # The lookup is by the very class, as node classes have no subclasses of their own.
    try:
        spell = _STATEMENTS[type(statement)]
    except KeyError:
        msg = f"not a statement: {type(statement).__name__}"
        raise TypeError(msg) from None
    spell(statement, out)
    # Every way to spell a statement begins with some role; the gap before its first token is
    # `before`.
    out[0] = ("lead", out[0][1])
    return out


def operand_tokens(operand: n.Operand, role: str = "operand") -> Tokens:
    """Return the (role, text) pairs of one operand, whose first token has the given role."""
    out: Tokens = []
    _operand(operand, out, role)
    return out


# --------------------------------------------------------------------------- operands


def _operand(operand: n.Operand, out: Tokens, role: str) -> None:
    kind = type(operand)
    if kind is n.Register or kind is n.Symbol:
        out.append((role, operand.name))  # type: ignore[union-attr, arg-type]
    elif kind is n.Literal:
        text = operand.text  # type: ignore[union-attr]
        # The lexer reads a sign as a token of its own, so a gap may follow it.
        if text[0] == "-":
            out.append((role, "-"))
            out.append(("unary", text[1:]))
        else:
            out.append((role, text))
    else:
        _COMPOUND[kind](operand, out, role)


def _component(operand: n.Component, out: Tokens, role: str) -> None:
    _operand(operand.base, out, role)
    out.append(("component", "." + operand.component))


def _unary(operand: n.Unary, out: Tokens, role: str) -> None:
    out.append((role, operand.operator))
    _operand(operand.operand, out, "unary")


def _binary(operand: n.Binary, out: Tokens, role: str) -> None:
    _operand(operand.left, out, role)
    out.append(("operator", operand.operator))
    _operand(operand.right, out, "operator.right")


def _conditional(operand: n.Conditional, out: Tokens, role: str) -> None:
    _operand(operand.condition, out, role)
    out.append(("conditional", "?"))
    _operand(operand.chosen, out, "conditional")
    out.append(("conditional", ":"))
    _operand(operand.otherwise, out, "conditional")


def _parenthesized(operand: n.Parenthesized, out: Tokens, role: str) -> None:
    out.append((role, "("))
    _operand(operand.operand, out, "first")
    out.append(("close", ")"))


def _cast(operand: n.Cast, out: Tokens, role: str) -> None:
    out.append((role, "("))
    out.append(("first", operand.type))
    out.append(("close", ")"))
    _operand(operand.operand, out, "cast")


def _apply(operand: n.Apply, out: Tokens, role: str) -> None:
    _operand(operand.function, out, role)
    out.append(("apply", "("))
    _operand(operand.argument, out, "first")
    out.append(("close", ")"))


def _pair(operand: n.Pair, out: Tokens, role: str) -> None:
    _operand(operand.first, out, role)
    out.append(("pair", "|"))
    _operand(operand.second, out, "pair")


def _vector(operand: n.Vector, out: Tokens, role: str) -> None:
    out.append((role, "{"))
    _listed(operand.elements, out, "vector.first", "element")
    out.append(("vector.close", "}"))


def _subscript(operand: n.Subscript, out: Tokens, role: str) -> None:
    _operand(operand.base, out, role)
    out.append(("subscript", "["))
    _operand(operand.index, out, "first")
    out.append(("close", "]"))


def _ranged(operand: n.Ranged, out: Tokens, role: str) -> None:
    _operand(operand.name, out, role)
    out.append(("range", "<"))
    _operand(operand.count, out, "first")
    out.append(("range", ">"))


def _address(operand: n.Address, out: Tokens, role: str) -> None:
    out.append((role, "["))
    _operand(operand.base, out, "address.base")
    if operand.offset is not None:
        out.append(("offset", "+"))
        _operand(operand.offset, out, "offset.value")
    for coordinate in operand.coordinates:
        out.append(("comma", ","))
        _operand(coordinate, out, "coordinate")
    out.append(("address.close", "]"))


def _listed(operands: Iterable[n.Operand], out: Tokens, first: str, role: str) -> None:
    for position, operand in enumerate(operands):
        if position:
            out.append(("comma", ","))
        _operand(operand, out, role if position else first)


_COMPOUND: dict[type, Callable[[Any, Tokens, str], None]] = {
    n.Component: _component,
    n.Unary: _unary,
    n.Binary: _binary,
    n.Conditional: _conditional,
    n.Parenthesized: _parenthesized,
    n.Cast: _cast,
    n.Apply: _apply,
    n.Pair: _pair,
    n.Vector: _vector,
    n.Subscript: _subscript,
    n.Ranged: _ranged,
    n.Address: _address,
}

# --------------------------------------------------------------------------- statements


def _guard(guard: n.Guard | None, out: Tokens) -> str:
    """Add the tokens of a guard; return the role of the token after it."""
    if guard is None:
        return "lead"
    out.append(("lead", "@"))
    if guard.negated:
        out.append(("guard", "!"))
    # The register is next to `@` or `!`, and has the role that keeps it so.
    _operand(guard.register, out, "guard")
    return "guarded"


def _instruction(statement: n.Instruction, out: Tokens) -> None:
    out.append((_guard(statement.guard, out), statement.opcode))
    out.extend([("modifier", modifier) for modifier in statement.modifiers])
    _listed(statement.operands, out, "operands", "operand")
    out.append(("semicolon", ";"))


def _call(statement: n.Call, out: Tokens) -> None:
    out.append((_guard(statement.guard, out), "call"))
    out.extend([("modifier", modifier) for modifier in statement.modifiers])
    if statement.returns is not None:
        out.append(("call.returns", "("))
        _listed(statement.returns, out, "first", "operand")
        out.append(("close", ")"))
        out.append(("comma", ","))
        _operand(statement.target, out, "call.target")
    else:
        # Without returns, the gap before the target follows an opcode and not a comma.
        _operand(statement.target, out, "call.target.only")
    if statement.arguments is not None:
        out.append(("comma", ","))
        out.append(("call.arguments", "("))
        _listed(statement.arguments, out, "call.first", "call.argument")
        out.append(("call.close", ")"))
    if statement.prototype is not None:
        out.append(("comma", ","))
        _operand(statement.prototype, out, "call.prototype")
    out.append(("call.semicolon", ";"))


def _label(statement: n.Label, out: Tokens) -> None:
    out.append(("lead", statement.name))
    out.append(("colon", ":"))


def _specifiers(specifiers: tuple[n.AnySpecifier, ...], out: Tokens, role: str) -> None:
    for specifier in specifiers:
        kind = type(specifier)
        if kind is n.Specifier:
            out.append((role, specifier.name))  # type: ignore[union-attr]
        elif kind is n.Align:
            out.append((role, ".align"))
            _operand(specifier.bytes, out, "align")  # type: ignore[union-attr]
        else:
            _attributes(specifier, out, role)  # type: ignore[arg-type]
        role = "specifier"


def _attributes(attributes: n.Attributes, out: Tokens, role: str) -> None:
    out.append((role, ".attribute"))
    out.append(("attribute", "("))
    for position, attribute in enumerate(attributes.attributes):
        if position:
            out.append(("comma", ","))
        out.append(("operand" if position else "first", attribute.name))
        if attribute.arguments is not None:
            out.append(("attribute", "("))
            _listed(attribute.arguments, out, "first", "operand")
            out.append(("close", ")"))
    out.append(("close", ")"))


def _declarator(declarator: n.Declarator, out: Tokens, role: str) -> None:
    _operand(declarator.name, out, role)
    if declarator.range is not None:
        out.append(("range", "<"))
        _operand(declarator.range, out, "first")
        out.append(("range", ">"))
    for dimension in declarator.dimensions:
        out.append(("dimension", "["))
        if dimension.size is not None:
            _operand(dimension.size, out, "first")
        out.append(("close", "]"))
    if declarator.initializer is not None:
        out.append(("equals", "="))
        _initializer(declarator.initializer, out, "initializer")


def _initializer(operand: n.Operand, out: Tokens, role: str) -> None:
    """Add the tokens of the value of a variable, whose lists have other roles than vectors."""
    if type(operand) is not n.Vector:
        _operand(operand, out, role)
        return
    out.append((role, "{"))
    append, literal, separator = out.append, n.Literal, ("comma", ",")
    element = "value.first"
    for value in operand.elements:
        if element == "value":
            append(separator)
        if type(value) is literal and value.text[0] != "-":  # a table has thousands
            append((element, value.text))
        else:
            _initializer(value, out, element)
        element = "value"
    out.append(("value.close", "}"))


def _variable(statement: n.Variable, out: Tokens) -> None:
    out.extend([("linkage", word) for word in statement.linkage])
    _specifiers(statement.specifiers, out, "specifier")
    for position, declarator in enumerate(statement.declarators):
        if position:
            out.append(("comma", ","))
            role = "operand"
        elif declarator.name.name.startswith("%"):
            role = "declarator.register"
        else:
            role = "declarator" + statement.space
        _declarator(declarator, out, role)
    out.append(("semicolon", ";"))


def _parameters(parameters: tuple[n.Parameter, ...], out: Tokens, role: str) -> None:
    for position, parameter in enumerate(parameters):
        if position:
            out.append(("comma", ","))
        _specifiers(parameter.specifiers, out, f"{role}.next" if position else role)
        _declarator(parameter.declarator, out, "parameter.name")
    # Styles break the lines between parameters, but not between empty parentheses.
    empty = "" if parameters else ".empty"
    out.append((f"{role}.close{empty}", ")"))


def _directives(
    directives: tuple[n.TuningDirective | n.Pragma, ...], out: Tokens, role: str
) -> None:
    for directive in directives:
        if type(directive) is n.Pragma:
            _pragma(directive, out, role)
        else:
            out.append((role, directive.name))  # type: ignore[union-attr]
            _listed(directive.values, out, "directive.value", "directive.next")  # type: ignore[union-attr]


def _function(statement: n.Function, out: Tokens) -> None:
    out.extend([("linkage", word) for word in statement.linkage])
    out.append(("kind", statement.kind))
    for attributes in statement.attributes:
        _attributes(attributes, out, "specifier")
    if statement.returns is not None:
        out.append(("returns", "("))
        _parameters(statement.returns, out, "return")
        out.append(("function.name", statement.name.name))
    else:
        out.append((f"function.name{statement.kind}", statement.name.name))
    declared = "declared." if statement.body is None else ""
    if statement.parameters is not None:
        out.append((f"{declared}parameters", "("))
        _parameters(statement.parameters, out, "parameter")
    _directives(statement.directives, out, "directive")
    # The semicolon of a declaration may be absent: then nothing ends it.
    if statement.body is None:
        if statement.semicolon:
            out.append(("declared.semicolon", ";"))
    else:
        out.append(("function.open", "{"))


def _prototype(statement: n.CallPrototype, out: Tokens) -> None:
    out.append(("lead", statement.name))
    out.append(("colon", ":"))
    out.append(("prototype", ".callprototype"))
    if statement.returns is not None:
        out.append(("prototype.returns", "("))
        _parameters(statement.returns, out, "prototype.return")
    out.append(("prototype.function", statement.function.name))
    if statement.parameters is not None:
        out.append(("prototype.parameters", "("))
        _parameters(statement.parameters, out, "prototype.parameter")
    _directives(statement.directives, out, "prototype.directive")
    out.append(("prototype.semicolon", ";"))


def _target_list(statement: n.TargetList, out: Tokens) -> None:
    out.append(("lead", statement.name))
    out.append(("colon", ":"))
    out.append(("targets", statement.directive))
    _listed(statement.targets, out, "targets.first", "targets.next")
    out.append(("semicolon", ";"))


def _location(statement: n.Location, out: Tokens) -> None:
    out.append(("lead", ".loc"))
    _operand(statement.file, out, "location.file")
    _operand(statement.line, out, "location")
    if statement.column is not None:
        _operand(statement.column, out, "location")
    inlined = statement.inlined
    if inlined is not None:
        out.append(("comma", ","))
        out.append(("location", "function_name"))
        _operand(inlined.function, out, "location")
        if inlined.offset is not None:
            out.append(("location.plus", "+"))
            _operand(inlined.offset, out, "location.offset")
        out.append(("comma", ","))
        out.append(("location", "inlined_at"))
        for literal in (inlined.file, inlined.line, inlined.column):
            _operand(literal, out, "location")


def _pragma(statement: n.Pragma, out: Tokens, role: str = "lead") -> None:
    out.append((role, ".pragma"))
    for position, text in enumerate(statement.strings):
        if position:
            out.append(("comma", ","))
        out.append(("operand" if position else "pragma", f'"{text}"'))
    out.append(("semicolon", ";"))


def _version(statement: n.Version, out: Tokens) -> None:
    out.append(("lead", ".version"))
    out.append(("word", statement.number))


def _target(statement: n.Target, out: Tokens) -> None:
    out.append(("lead", ".target"))
    for position, name in enumerate(statement.names):
        if position:
            out.append(("comma", ","))
        out.append(("operand" if position else "word", name))


def _address_size(statement: n.AddressSize, out: Tokens) -> None:
    out.append(("lead", ".address_size"))
    _operand(statement.bits, out, "word")


def _file(statement: n.File, out: Tokens) -> None:
    out.append(("lead", ".file"))
    _operand(statement.number, out, "file.number")
    if statement.directory is not None:
        out.append(("file.name", f'"{statement.directory}"'))
    out.append(("file.name", f'"{statement.name}"'))
    for detail in statement.details:
        out.append(("comma", ","))
        _operand(detail, out, "operand")


def _alias(statement: n.Alias, out: Tokens) -> None:
    out.append(("lead", ".alias"))
    _operand(statement.name, out, "word")
    out.append(("comma", ","))
    _operand(statement.target, out, "operand")
    out.append(("semicolon", ";"))


def _data(statement: n.Data, out: Tokens) -> None:
    out.append(("lead", statement.type))
    _listed(statement.values, out, "data", "data.next")


def _section(statement: n.Section, out: Tokens) -> None:
    out.append(("lead", ".section"))
    out.append(("section.name", statement.name))
    out.append(("section.open", "{"))


def _scope(_statement: n.Scope, out: Tokens) -> None:
    out.append(("lead", "{"))


_STATEMENTS: dict[type, Callable[[Any, Tokens], None]] = {
    n.Instruction: _instruction,
    n.Call: _call,
    n.Label: _label,
    n.Variable: _variable,
    n.Scope: _scope,
    n.Location: _location,
    n.Pragma: _pragma,
    n.CallPrototype: _prototype,
    n.TargetList: _target_list,
    n.Version: _version,
    n.Target: _target,
    n.AddressSize: _address_size,
    n.File: _file,
    n.Alias: _alias,
    n.Data: _data,
    n.Section: _section,
    n.Function: _function,
}
