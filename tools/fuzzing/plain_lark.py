"""Plain Lark, from the text of a whole file to IR: slow, and the reference for the parser."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from ptxpy.ir import nodes as n
from ptxpy.syntax.bare_registers import NO_NAMES, Names
from ptxpy.syntax.ir_templates import (
    BODY,
    Build,
    Deferred,
    RegisterName,
    RegisterText,
    Slot,
    Template,
    Text,
)
from ptxpy.syntax.lark_parser import make_parser
from ptxpy.syntax.node_factories import ACTIONS, FillError
from ptxpy.syntax.node_mapping import node_mapping
from ptxpy.syntax.statement import names_after, problem_of

if TYPE_CHECKING:
    from lark import Lark


@cache
def module_parser() -> Lark:
    """Return Lark's parser for whole files."""
    return make_parser(["module"], node_mapping())


def read_plainly(text: str) -> tuple[n.Node, ...]:
    """Return the statements of a module without layout, read by plain Lark and nothing else.

    Raises `lark.UnexpectedInput` for text that the grammar does not have.
    """
    return _evaluate_body(module_parser().parse(text), NO_NAMES)


def _evaluate_body(templates: Template, names: Names) -> tuple[n.Node, ...]:
    found = []
    for template in templates:
        node = _evaluate(template, names)
        problem = problem_of(node)
        if problem is not None:
            raise FillError(problem)
        found.append(node)
        # The registers that a function's head declares are names in its own body alone.
        changed = names_after(node, names)
        if changed is not None and not isinstance(node, n.Function):
            names = changed
    return tuple(found)


def _evaluate(
    template: Template, names: Names
) -> Any:  # noqa: ANN401 - a node, or what a field of one holds
    if isinstance(template, Build):
        return _build(template, names)
    if isinstance(template, RegisterText):
        return n.Register(template.token)
    if isinstance(template, RegisterName | Text):
        return template.token
    if isinstance(template, Deferred):
        texts = [_evaluate(argument, names) for argument in template.arguments]
        return ACTIONS[template.function](*texts, names)
    if isinstance(template, Slot):
        return None
    if type(template) is tuple:
        return tuple(_evaluate(item, names) for item in template)
    return template


def _build(template: Build, names: Names) -> n.Node:
    """Evaluate a node; the statements of a body see the names that its head declares."""
    cls = template.cls
    if cls not in (n.Scope, n.Function, n.Section) or BODY in template.values:
        return cls(*(_evaluate(value, names) for value in template.values))
    at = cls.fields.index("body")
    values = list(template.values)
    body = values[at]
    if body is None:
        return cls(*(_evaluate(value, names) for value in values))
    values[at] = ()
    head = cls(*(_evaluate(value, names) for value in values))
    # A scope sees the names around it; a section has no registers.
    inner = names if cls is n.Scope else NO_NAMES
    if cls is n.Function:
        inner = names_after(head, names) or NO_NAMES
    return head.replace(body=_evaluate_body(body, inner))
