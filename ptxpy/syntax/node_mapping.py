"""From the rules of grammar/ptx.lark to the nodes of the IR: the result of each rule.

`RULES` has an entry for each rule (or alias `-> name`) of the grammar, in its order. A rule takes
its children, which are tokens and the results of the rules below it, and returns the template of a
node. Most are lines of the table: the class of the node, then each of its fields. The others are
the functions above.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, TypeAlias

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.syntax.ir_templates import (
    BEFORE,
    BODY,
    CLOSING,
    WITHIN,
    Build,
    Deferred,
    RegisterName,
    RegisterText,
    Template,
    Text,
)

Children: TypeAlias = Sequence[Any]
Rule: TypeAlias = Callable[[Children], Template]

_LAYOUT = (BEFORE, WITHIN)


def node_mapping() -> SimpleNamespace:
    """Return the rules as Lark takes them: an object with a function for each rule."""
    return SimpleNamespace(**RULES)


# ----------------------------------------------------------------------- fields of nodes


def node(cls: type[n.Node], *fields: Rule) -> Rule:
    """Return a rule that builds a node; each field is taken from the children."""
    return lambda children: Build(cls, tuple([field(children) for field in fields]))


def statement(cls: type[n.Node], *fields: Rule) -> Rule:
    """Return a rule that builds a statement: a node that ends with its layout."""
    return lambda children: Build(cls, (*[field(children) for field in fields], *_LAYOUT))


def child(position: int) -> Rule:
    """Return the result of a child."""
    return lambda children: children[position]


def children_from(position: int) -> Rule:
    """Return the results of the children from one onwards."""
    return lambda children: tuple(children[position:])


def text(position: int) -> Rule:
    """Return the text of a token."""
    return lambda children: _text(children[position])


def texts(children: Children) -> Template:
    """Return the texts of all children, which are tokens."""
    return tuple(map(_text, children))


def action(function: str, position: int = 0) -> Rule:
    """Return the result of a semantic action on the text of a token."""
    return lambda children: Deferred(function, (_text(children[position]),))


def register(position: int) -> Rule:
    """Return the register that a token is."""
    return lambda children: RegisterText(str(children[position]))


def name(position: int) -> Rule:
    """Return a name that is never a register: of a function, an alias, a label."""
    return lambda children: _name(children[position])


def none(_children: Children) -> Template:
    """Return nothing: the field is not written."""
    return None


def unary(operator: str) -> Rule:
    """Return a rule for an operator with one operand."""
    return lambda children: Build(n.Unary, (operator, children[0]))


def binary(operator: str) -> Rule:
    """Return a rule for an operator with two operands."""
    return lambda children: Build(n.Binary, (children[0], operator, children[1]))


class Part(NamedTuple):
    """The result of a rule that is not a node; its parent finds it by its name."""

    name: str
    values: tuple[Any, ...]


def part(part_name: str) -> Rule:
    """Return a rule whose children are a part of its parent's result."""
    return lambda children: Part(part_name, tuple(children))


def _text(token: Any) -> Text | RegisterName:  # noqa: ANN401 - a token of Lark's
    # `%done` in the place of a name reads as a register, and is one name with its percent sign.
    return RegisterName(str(token)) if token.type == "REGISTER" else Text(str(token))


def _name(template: Template) -> Template:
    # What is called or branched to is a symbol, even if a register has the same name.
    if isinstance(template, Deferred) and template.function == "bare":
        return Build(n.Symbol, template.arguments)
    return template


def _without(children: Children, part_name: str) -> tuple[list[Any], tuple[Any, ...] | None]:
    """Return the children without the part of a name, and that part if it is there."""
    for position, found in enumerate(children):
        if isinstance(found, Part) and found.name == part_name:
            return [*children[:position], *children[position + 1 :]], found.values
    return list(children), None


def _leading(children: Children, *terminals: str) -> tuple[tuple[Text, ...], list[Any]]:
    """Return the texts of the first children, tokens of terminals, and the other children."""
    count = 0
    while count < len(children) and getattr(children[count], "type", None) in terminals:
        count += 1
    return texts(children[:count]), list(children[count:])


# ----------------------------------------------------------------------- rules of their own


def _function_head(children: Children) -> Template:
    linkage, children = _leading(children, "LINKAGE")
    kind, *children = children
    children, returns = _without(children, "returns")
    children, parameters = _without(children, "parameters")
    # Attributes come before the name, and a pragma may come after the parameters.
    attributes = tuple(c for c in children if isinstance(c, Build) and c.cls is n.Attributes)
    function, *directives = map(_without_layout, children[len(attributes) :])
    head = (linkage, _text(kind), attributes, returns, function, parameters, tuple(directives))
    return Build(n.Function, (*head, BODY, True, *_LAYOUT, CLOSING))


def _without_layout(template: Template) -> Template:
    """Return a pragma that is part of a function's head without its layout: that is the head's."""
    if isinstance(template, Build) and template.cls is n.Pragma:
        return Build(n.Pragma, (template.values[0], None, None))
    return template


def _function_declaration(children: Children) -> Template:
    (head,) = children
    return Build(
        # A declaration has no body, and no gap before a closing brace.
        n.Function,
        tuple(None if value in (BODY, CLOSING) else value for value in head.values),
    )


def _unended_declaration(children: Children) -> Template:
    values = _function_declaration(children).values
    semicolon = n.Function.fields.index("semicolon")
    return Build(n.Function, (*values[:semicolon], False, *values[semicolon + 1 :]))


def _definition(children: Children) -> Template:
    head, body = children
    return Build(head.cls, tuple(body if value is BODY else value for value in head.values))


def _parameter(children: Children) -> Template:
    *specifiers, declarator = children
    return Build(n.Parameter, (tuple(specifiers), _declared(declarator, specifiers)))


def _variable(children: Children) -> Template:
    linkage, children = _leading(children, "LINKAGE")
    specifiers = [found for found in children if found.cls is not n.Declarator]
    declarators = [found for found in children if found.cls is n.Declarator]
    declared = tuple(_declared(declarator, specifiers) for declarator in declarators)
    return Build(n.Variable, (linkage, tuple(specifiers), declared, *_LAYOUT))


def _declared(declarator: Build, specifiers: Sequence[Build]) -> Build:
    """Return a declarator whose name is a register's when its state space is `.reg`."""
    declared = declarator.values[0]
    # Whether a declared name is a register depends on its text's state space, so this waits for the
    # texts.
    if isinstance(declared, Deferred):
        spaces = [found.values[0] for found in specifiers if found.cls is n.Specifier]
        declared = Deferred("declared", (*declared.arguments, *spaces))
    return Build(n.Declarator, (declared, *declarator.values[1:]))


def _declarator(children: Children) -> Template:
    children, count = _without(children, "range")
    declared, *dimensions = children
    return Build(n.Declarator, (declared, count and count[0], tuple(dimensions), None))


def _initialized(children: Children) -> Template:
    declarator, initializer = children
    return Build(n.Declarator, (*declarator.values[:3], initializer))


def _call_prototype(children: Children) -> Template:
    label, *children = children
    children, returns = _without(children, "returns")
    children, parameters = _without(children, "parameters")
    function, *directives = map(_without_layout, children)
    fields = (label.values[0], returns, _name(function), parameters, tuple(directives))
    return Build(n.CallPrototype, (*fields, *_LAYOUT))


def _target_list(children: Children) -> Template:
    label, directive, *targets = children
    fields = (label.values[0], _text(directive), tuple(map(_name, targets)))
    return Build(n.TargetList, (*fields, *_LAYOUT))


def _instruction(children: Children) -> Template:
    children, guard = _without(children, "guard")
    opcode, *operands = children
    return Build(n.Instruction, (guard and guard[0], *opcode.values, tuple(operands), *_LAYOUT))


def _opcode(children: Children) -> Template:
    words = texts(children)
    # An opcode that reads like a register, `%op.f32`, keeps its percent sign; its modifiers are
    # tokens of their own.
    if isinstance(words[0], RegisterName):
        return Part("opcode", (words[0], Deferred("bare_modifiers", words[1:])))
    return Part("opcode", (Deferred("opcode", words[:1]), Deferred("modifiers", words)))


def _guard(*, negated: bool) -> Rule:
    return lambda children: Part("guard", (Build(n.Guard, (children[0], negated)),))


def _call(children: Children) -> Template:
    children, guard = _without(children, "guard")
    words, children = _leading(children, "CALL", "DOTTED_CALL", "DOTNAME", "STATE_SPACE", "LINKAGE")
    # `call (ret), f, (args)` returns values; without parentheses the first child is the target.
    returns = children.pop(0).values if isinstance(children[0], Part) else None
    target = children.pop(0)
    children, arguments = _without(children, "arguments")
    prototype = _name(children[0]) if children else None
    fields = (guard and guard[0], Deferred("modifiers", words), returns, target, arguments)
    return Build(n.Call, (*fields, prototype, *_LAYOUT))


def _location(children: Children) -> Template:
    children, inlined = _without(children, "inlined")
    file, line, *column = children
    found = column[0] if column else None
    return Build(n.Location, (file, line, found, inlined and inlined[0], *_LAYOUT))


def _inlined(children: Children) -> Template:
    _function_name, function, *offset, _inlined_at, file, line, column = children
    found = offset[0] if offset else None
    return Part("inlined", (Build(n.InlinedAt, (_name(function), found, file, line, column)),))


def _address(children: Children) -> Template:
    first, *rest = children
    # Only the outermost plus is the offset: `[a+4]` has one, and `[a+4+4]` has `a+4` as its base.
    if isinstance(first, Build) and first.cls is n.Binary and first.values[1] == "+":
        return Build(n.Address, (first.values[0], first.values[2], tuple(rest)))
    return Build(n.Address, (first, None, tuple(rest)))


def _either(children: Children) -> Template:
    """Return a pair of two destinations, `%r1|%p1` or `{%f1, %f2}|%p1`, or else an operator."""
    left, right = children
    # `a|b` is a pair for registers and names, and a constant expression for numbers.
    if _may_be_destination(left) and _may_be_destination(right):
        return Build(n.Pair, (left, right))
    return binary("|")(children)


def _may_be_destination(template: Template) -> bool:
    if isinstance(template, Build):
        if template.cls is n.Unary:
            return bool(template.values[0] == "!") and _may_be_destination(template.values[1])
        return template.cls is n.Vector
    return isinstance(template, RegisterText) or (
        isinstance(template, Deferred) and template.function == "bare"
    )


def _minus(children: Children) -> Template:
    """Return a negative number, or else an operator."""
    (operand,) = children
    # `-1` is one literal in the IR, so that a number and its sign are compared as one.
    if isinstance(operand, Deferred) and operand.function == "literal":
        return Deferred("negative", operand.arguments)
    return unary("-")(children)


# ----------------------------------------------------------------------- the mapping

RULES: dict[str, Rule] = {
    # whole files
    "module": children_from(0),
    "function_definition": _definition,
    "section_definition": _definition,
    "body": children_from(0),
    "scope": node(n.Scope, child(0), none, none),
    "section_body": children_from(0),
    # module level
    "version": statement(n.Version, text(0)),
    "target": statement(n.Target, texts),
    "address_size": statement(n.AddressSize, child(0)),
    "file": statement(n.File, child(0), action("unquoted", 1), children_from(2), none),
    "file_in_directory": statement(
        n.File, child(0), action("unquoted", 2), children_from(3), action("unquoted", 1)
    ),
    "alias": statement(n.Alias, name(0), name(1)),
    "unended_declaration": _unended_declaration,
    "function_declaration": _function_declaration,
    "function_head": _function_head,
    "returns": part("returns"),
    "parameters": part("parameters"),
    "parameter": _parameter,
    "directive": node(n.TuningDirective, text(0), children_from(1)),
    "variable": _variable,
    "specifier": node(n.Specifier, text(0)),
    "align": node(n.Align, child(0)),
    "attributes": node(n.Attributes, children_from(0)),
    "attribute": node(n.Attribute, text(0), none),
    "attribute_arguments": node(n.Attribute, text(0), children_from(1)),
    "initialized": _initialized,
    "declarator": _declarator,
    "range": part("range"),
    "dimension": lambda children: Build(n.Dimension, (children[0] if children else None,)),
    "setting": binary("="),
    # debug sections
    "section_head": lambda children: Build(
        n.Section, (_text(children[0]), BODY, *_LAYOUT, CLOSING)
    ),
    "data": statement(n.Data, text(0), children_from(1)),
    # statements
    "label": lambda children: Build(n.Label, (children[0].values[0], *_LAYOUT)),
    "call_prototype": _call_prototype,
    "target_list": _target_list,
    "ranged": node(n.Ranged, name(0), child(1)),
    "instruction": _instruction,
    "opcode": _opcode,
    "guard": _guard(negated=False),
    "guard_not": _guard(negated=True),
    "bare_register": node(n.Register, text(0)),
    "call": _call,
    "arguments": part("arguments"),
    "location": _location,
    "inlined": _inlined,
    "section_symbol": node(n.Symbol, text(0)),
    "pragma": statement(
        n.Pragma, lambda children: tuple(Deferred("unquoted", (_text(c),)) for c in children)
    ),
    # operands
    "address_component": node(n.Component, child(0), action("undot", 1)),
    "vector": node(n.Vector, children_from(0)),
    "address": _address,
    "conditional": node(n.Conditional, child(0), child(1), child(2)),
    "binary_logical_or": binary("||"),
    "binary_logical_and": binary("&&"),
    "binary_or": _either,
    "binary_xor": binary("^"),
    "binary_and": binary("&"),
    "binary_equal": binary("=="),
    "binary_unequal": binary("!="),
    "binary_less": binary("<"),
    "binary_less_equal": binary("<="),
    "binary_greater": binary(">"),
    "binary_greater_equal": binary(">="),
    "binary_left": binary("<<"),
    "binary_right": binary(">>"),
    "binary_plus": binary("+"),
    "binary_minus": binary("-"),
    "binary_times": binary("*"),
    "binary_divide": binary("/"),
    "binary_modulo": binary("%"),
    "unary_minus": _minus,
    "unary_plus": unary("+"),
    "unary_not": unary("!"),
    "unary_complement": unary("~"),
    "cast": node(n.Cast, text(0), child(1)),
    "parenthesized": node(n.Parenthesized, child(0)),
    "apply": node(n.Apply, child(0), child(1)),
    "subscript": node(n.Subscript, child(0), child(1)),
    "register": register(0),
    "component": node(n.Component, register(0), action("undot", 1)),
    "spaced_component": node(n.Component, action("bare", 0), action("undot", 1)),
    "dotted": action("dotted"),
    "symbol": action("bare"),
    "any_name": node(n.Symbol, text(0)),
    "number": action("literal"),
}
