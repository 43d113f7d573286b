"""What Lark's parser yields for a statement: a template of its IR, with tokens to be filled in.

A template depends on the *types* of the tokens alone, never on their texts, so that one parse
serves every statement of the same shape. Whatever depends on a text is a `Deferred` function
(`ptxpy.syntax.fill`), evaluated when the template is filled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from ptxpy.ir import nodes as n


class Text(NamedTuple):
    """The text of a token, by the token's number within the statement."""

    token: str


class RegisterText(NamedTuple):
    """The register node of a token."""

    token: str


class RegisterName(NamedTuple):
    """The name, percent sign included, in a token that reads like a register: `%done:`."""

    token: str


class Build(NamedTuple):
    """A node with the given fields."""

    cls: type[n.Node]
    values: tuple[Any, ...]


class Deferred(NamedTuple):
    """A function of `ptxpy.syntax.fill` applied to texts."""

    function: str
    arguments: tuple[Any, ...]


class Slot(NamedTuple):
    """A value that the parser supplies for each statement: its layout, or its body."""

    name: str


Template: TypeAlias = Any

BEFORE = Slot("before")
WITHIN = Slot("within")
BODY = Slot("body")
CLOSING = Slot("closing")
_LAYOUT = (BEFORE, WITHIN)


def _texts(tokens: list[Any]) -> tuple[Any, ...]:
    return tuple(
        RegisterName(str(token)) if token.type == "REGISTER" else Text(str(token))
        for token in tokens
    )


class _Marked(NamedTuple):
    """A part of a rule that its parent tells apart by kind."""

    kind: str
    values: tuple[Any, ...]


def _split(children: list[Any], kind: str) -> tuple[list[Any], tuple[Any, ...] | None]:
    """Take the marked part of a kind out of a rule's children, if it is there."""
    for position, child in enumerate(children):
        if isinstance(child, _Marked) and child.kind == kind:
            return children[:position] + children[position + 1 :], child.values
    return children, None


def _leading(children: list[Any], terminal: str) -> tuple[tuple[Text, ...], list[Any]]:
    """Split the tokens of one terminal off the front of a rule's children."""
    count = 0
    while count < len(children) and _is(children[count], terminal):
        count += 1
    return _texts(children[:count]), children[count:]


def _is(child: object, *terminals: str) -> bool:
    return isinstance(child, str) and child.type in terminals  # type: ignore[attr-defined]


def _marker(kind: str) -> Callable[[Any, list[Any]], _Marked]:
    return lambda _self, children: _Marked(kind, tuple(children))


def _binary(operator: str) -> Callable[[Any, list[Any]], Build]:
    def build(_self: object, children: list[Any]) -> Build:
        left, right = children
        if operator == "|" and _names(left) and _names(right):
            return Build(n.Pair, (left, right))
        return Build(n.Binary, (left, operator, right))

    return build


def _names(template: Template) -> bool:
    """Whether a template can be one of the two destinations in `%r1|%p1`, `{%f1, %f2}|%p1`."""
    if isinstance(template, Build):
        if template.cls is n.Unary:
            return bool(template.values[0] == "!") and _names(template.values[1])
        return template.cls is n.Vector
    return isinstance(template, RegisterText) or (
        isinstance(template, Deferred) and template.function == "bare"
    )


def _unary(operator: str) -> Callable[[Any, list[Any]], Build]:
    return lambda _self, children: Build(n.Unary, (operator, children[0]))


class TemplateTransformer:
    """Turns Lark's parse of the grammar into templates, rule by rule."""

    # ----------------------------------------------------------------- operands

    def register(self, children: list[Any]) -> Template:
        return RegisterText(str(children[0]))

    def component(self, children: list[Any]) -> Template:
        base, name = children
        return Build(n.Component, (RegisterText(str(base)), Deferred("undot", (Text(str(name)),))))

    def spaced_component(self, children: list[Any]) -> Template:
        base, name = children
        return Build(
            n.Component,
            (Deferred("bare", (Text(str(base)),)), Deferred("undot", (Text(str(name)),))),
        )

    def address_component(self, children: list[Any]) -> Template:
        base, name = children
        return Build(n.Component, (base, Deferred("undot", (Text(str(name)),))))

    def dotted(self, children: list[Any]) -> Template:
        return Deferred("dotted", _texts(children))

    def symbol(self, children: list[Any]) -> Template:
        return Deferred("bare", _texts(children))

    def any_name(self, children: list[Any]) -> Template:
        return Build(n.Symbol, _texts(children))

    def bare_register(self, children: list[Any]) -> Template:
        return Build(n.Register, _texts(children))

    def number(self, children: list[Any]) -> Template:
        return Deferred("literal", _texts(children))

    def unary_minus(self, children: list[Any]) -> Template:
        (operand,) = children
        if isinstance(operand, Deferred) and operand.function == "literal":
            return Deferred("negative", operand.arguments)
        return Build(n.Unary, ("-", operand))

    unary_plus = _unary("+")
    unary_not = _unary("!")
    unary_complement = _unary("~")
    binary_logical_or = _binary("||")
    binary_logical_and = _binary("&&")
    binary_or = _binary("|")
    binary_xor = _binary("^")
    binary_and = _binary("&")
    binary_equal = _binary("==")
    binary_unequal = _binary("!=")
    binary_less = _binary("<")
    binary_less_equal = _binary("<=")
    binary_greater = _binary(">")
    binary_greater_equal = _binary(">=")
    binary_left = _binary("<<")
    binary_right = _binary(">>")
    binary_plus = _binary("+")
    binary_minus = _binary("-")
    binary_times = _binary("*")
    binary_divide = _binary("/")
    binary_modulo = _binary("%")
    setting = _binary("=")

    def conditional(self, children: list[Any]) -> Template:
        return Build(n.Conditional, tuple(children))

    def cast(self, children: list[Any]) -> Template:
        return Build(n.Cast, (Text(str(children[0])), children[1]))

    def parenthesized(self, children: list[Any]) -> Template:
        return Build(n.Parenthesized, tuple(children))

    def apply(self, children: list[Any]) -> Template:
        return Build(n.Apply, tuple(children))

    def subscript(self, children: list[Any]) -> Template:
        return Build(n.Subscript, tuple(children))

    def ranged(self, children: list[Any]) -> Template:
        return Build(n.Ranged, (_plain(children[0]), children[1]))

    def vector(self, children: list[Any]) -> Template:
        return Build(n.Vector, (tuple(children),))

    def address(self, children: list[Any]) -> Template:
        first, *rest = children
        if isinstance(first, Build) and first.cls is n.Binary and first.values[1] == "+":
            return Build(n.Address, (first.values[0], first.values[2], tuple(rest)))
        return Build(n.Address, (first, None, tuple(rest)))

    # ----------------------------------------------------------------- statements

    def guard(self, children: list[Any]) -> Template:
        return _Marked("guard", (Build(n.Guard, (children[0], False)),))

    def guard_not(self, children: list[Any]) -> Template:
        return _Marked("guard", (Build(n.Guard, (children[0], True)),))

    def opcode(self, children: list[Any]) -> Template:
        texts = _texts(children)
        if isinstance(texts[0], RegisterName):
            modifiers = Deferred("bare_modifiers", texts[1:])
            return _Marked("opcode", (texts[0], modifiers))
        return _Marked("opcode", (Deferred("opcode", texts[:1]), Deferred("modifiers", texts)))

    def instruction(self, children: list[Any]) -> Template:
        children, guard = _split(children, "guard")
        opcode = children[0].values
        return Build(n.Instruction, (guard and guard[0], *opcode, tuple(children[1:]), *_LAYOUT))

    arguments = _marker("arguments")

    def call(self, children: list[Any]) -> Template:
        children, guard = _split(children, "guard")
        words: tuple[Text, ...] = (Text(str(children[0])),)
        children = children[1:]
        while _is(children[0], "DOTNAME", "STATE_SPACE", "LINKAGE"):
            words = (*words, Text(str(children.pop(0))))
        returns = children.pop(0).values if isinstance(children[0], _Marked) else None
        target = children.pop(0)
        children, arguments = _split(children, "arguments")
        prototype = _plain(children[0]) if children else None
        return Build(
            n.Call,
            (
                guard and guard[0],
                Deferred("modifiers", words),
                returns,
                target,
                arguments,
                prototype,
                *_LAYOUT,
            ),
        )

    def label(self, children: list[Any]) -> Template:
        return Build(n.Label, (children[0].values[0], *_LAYOUT))

    def target_list(self, children: list[Any]) -> Template:
        name, directive, *targets = children
        return Build(
            n.TargetList,
            (
                name.values[0],
                Text(str(directive)),
                tuple(_plain(target) for target in targets),
                *_LAYOUT,
            ),
        )

    def call_prototype(self, children: list[Any]) -> Template:
        name, *children = children
        children, returns = _split(children, "returns")
        children, parameters = _split(children, "parameters")
        function, *directives = map(_bare_layout, children)
        return Build(
            n.CallPrototype,
            (
                name.values[0],
                returns,
                _plain(function),
                parameters,
                tuple(directives),
                *_LAYOUT,
            ),
        )

    def inlined(self, children: list[Any]) -> Template:
        numbers = children[-3:]
        function = _plain(children[1])
        offset = children[2] if len(children) == 7 else None  # noqa: PLR2004
        return _Marked("inlined", (Build(n.InlinedAt, (function, offset, *numbers)),))

    def location(self, children: list[Any]) -> Template:
        children, inlined = _split(children, "inlined")
        column = children[2] if len(children) > 2 else None  # noqa: PLR2004
        return Build(
            n.Location, (children[0], children[1], column, inlined and inlined[0], *_LAYOUT)
        )

    def pragma(self, children: list[Any]) -> Template:
        return Build(
            n.Pragma, (tuple(Deferred("unquoted", (text,)) for text in _texts(children)), *_LAYOUT)
        )

    # ----------------------------------------------------------------- declarations

    def specifier(self, children: list[Any]) -> Template:
        return Build(n.Specifier, _texts(children))

    def align(self, children: list[Any]) -> Template:
        return Build(n.Align, tuple(children))

    def attribute(self, children: list[Any]) -> Template:
        return Build(n.Attribute, (Text(str(children[0])), None))

    def attribute_arguments(self, children: list[Any]) -> Template:
        return Build(n.Attribute, (Text(str(children[0])), tuple(children[1:])))

    def attributes(self, children: list[Any]) -> Template:
        return Build(n.Attributes, (tuple(children),))

    range = _marker("range")

    def dimension(self, children: list[Any]) -> Template:
        return _Marked("dimension", (Build(n.Dimension, (children[0] if children else None,)),))

    def declarator(self, children: list[Any]) -> Template:
        children, count = _split(children, "range")
        name, *dimensions = children
        return Build(
            n.Declarator,
            (name, count and count[0], tuple(d.values[0] for d in dimensions), None),
        )

    def initialized(self, children: list[Any]) -> Template:
        declarator, initializer = children
        return Build(n.Declarator, (*declarator.values[:3], initializer))

    def parameter(self, children: list[Any]) -> Template:
        *specifiers, declarator = children
        return Build(n.Parameter, (tuple(specifiers), _declared(declarator, specifiers)))

    def variable(self, children: list[Any]) -> Template:
        linkage, children = _leading(children, "LINKAGE")
        specifiers = [part for part in children if part.cls is not n.Declarator]
        declarators = [part for part in children if part.cls is n.Declarator]
        return Build(
            n.Variable,
            (
                linkage,
                tuple(specifiers),
                tuple(_declared(declarator, specifiers) for declarator in declarators),
                *_LAYOUT,
            ),
        )

    # ----------------------------------------------------------------- module level

    returns = _marker("returns")
    parameters = _marker("parameters")

    def directive(self, children: list[Any]) -> Template:
        name, *values = children
        return Build(n.TuningDirective, (Text(str(name)), tuple(values)))

    def function_head(self, children: list[Any]) -> Template:
        linkage, children = _leading(children, "LINKAGE")
        kind, *children = children
        children, returns = _split(children, "returns")
        children, parameters = _split(children, "parameters")
        attributes = tuple(c for c in children if isinstance(c, Build) and c.cls is n.Attributes)
        name, *directives = map(_bare_layout, children[len(attributes) :])
        return Build(
            n.Function,
            (
                linkage,
                Text(str(kind)),
                attributes,
                returns,
                name,
                parameters,
                tuple(directives),
                BODY,
                True,
                *_LAYOUT,
                CLOSING,
            ),
        )

    def function_declaration(self, children: list[Any]) -> Template:
        (head,) = children
        return Build(
            n.Function, tuple(None if value in (BODY, CLOSING) else value for value in head.values)
        )

    def unended_declaration(self, children: list[Any]) -> Template:
        declaration = self.function_declaration(children)
        at = n.Function.fields.index("semicolon")
        values = declaration.values
        return Build(n.Function, (*values[:at], False, *values[at + 1 :]))

    def version(self, children: list[Any]) -> Template:
        return Build(n.Version, (*_texts(children), *_LAYOUT))

    def target(self, children: list[Any]) -> Template:
        return Build(n.Target, (_texts(children), *_LAYOUT))

    def address_size(self, children: list[Any]) -> Template:
        return Build(n.AddressSize, (*children, *_LAYOUT))

    def file(self, children: list[Any]) -> Template:
        number, name, *details = children
        return Build(
            n.File,
            (
                number,
                Deferred("unquoted", (Text(str(name)),)),
                tuple(details),
                *_LAYOUT,
            ),
        )

    def alias(self, children: list[Any]) -> Template:
        return Build(n.Alias, (_plain(children[0]), _plain(children[1]), *_LAYOUT))

    # ----------------------------------------------------------------- debug sections

    def section_symbol(self, children: list[Any]) -> Template:
        return Build(n.Symbol, _texts(children))

    def data(self, children: list[Any]) -> Template:
        kind, *values = children
        return Build(n.Data, (Text(str(kind)), tuple(values), *_LAYOUT))

    def section_head(self, children: list[Any]) -> Template:
        return Build(n.Section, (Text(str(children[0])), BODY, *_LAYOUT, CLOSING))

    # ----------------------------------------------------------------- whole files

    def body(self, children: list[Any]) -> Template:
        return tuple(children)

    section_body = body

    def scope(self, children: list[Any]) -> Template:
        return Build(n.Scope, (children[0], None, None))

    def function_definition(self, children: list[Any]) -> Template:
        head, body = children
        return Build(head.cls, tuple(body if value is BODY else value for value in head.values))

    section_definition = function_definition

    def module(self, children: list[Any]) -> Template:
        return tuple(children)


def _plain(name: Template) -> Template:
    """A name that is never a register: a function, an alias, a label."""
    if isinstance(name, Deferred) and name.function == "bare":
        return Build(n.Symbol, name.arguments)
    return name


def _bare_layout(part: Template) -> Template:
    """A pragma that is part of a function's head: its gaps are the head's."""
    if isinstance(part, Build) and part.cls is n.Pragma:
        return Build(n.Pragma, (part.values[0], None, None))
    return part


def _declared(declarator: Build, specifiers: list[Any]) -> Build:
    """A declarator whose name is a register's when its state space is `.reg`."""
    name = declarator.values[0]
    if isinstance(name, Deferred):
        spaces = [part.values[0] for part in specifiers if part.cls is n.Specifier]
        name = Deferred("declared", (*name.arguments, *spaces))
    return Build(n.Declarator, (name, *declarator.values[1:]))
