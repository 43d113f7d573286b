"""The lines as which a diff shows statements, parameters and directives, whatever their layout."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from ptxpy.ir import LAYOUT_FIELDS, tokens
from ptxpy.ir import nodes as n
from ptxpy.styles import find_style

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["format_head", "format_line", "rename_node"]

N = TypeVar("N", bound=n.Node)

_STYLE: Final = find_style("ptxpy")
_INDENT: Final = "    "
_NAME_FIELDS: Final = frozenset({n.Label, n.TargetList, n.CallPrototype})
"""The node classes whose field `name` is a string."""


def rename_node(node: N, name: Callable[[str], str]) -> N:
    """Return a node without layout and bodies, with each name replaced by `name(…)`."""
    cls = type(node)
    if cls is n.Register or cls is n.Symbol:
        return cls(name(node[0]))
    if cls is n.Literal:
        return node
    values: list[Any] = []
    for field, value in zip(cls.fields, node, strict=True):
        if field in LAYOUT_FIELDS:
            values.append(None)
        elif field == "name" and cls in _NAME_FIELDS:
            values.append(name(value))
        elif field == "body":
            values.append(None)
        else:
            values.append(_value(value, name))
    return cls(*values)


def _value(value: Any, name: Callable[[str], str]) -> Any:  # noqa: ANN401
    if isinstance(value, n.Node):
        return rename_node(value, name)
    if type(value) is tuple:
        return tuple([_value(part, name) for part in value])
    return value


def format_line(node: n.Node, name: Callable[[str], str]) -> str:
    """Return a statement, parameter or directive as a line; a function without its parameters."""
    if type(node) is n.Label:
        return f"{name(node.name)}:"
    if type(node) is n.Function:
        head = node.replace(returns=None, parameters=None, directives=(), body=None)
        return _format(rename_node(head, name)).removesuffix(";").rstrip()
    if type(node) is n.Parameter:
        variable = n.Variable((), node.specifiers, (node.declarator,))
        return _INDENT + _format(rename_node(variable, name)).removesuffix(";")
    if type(node) is n.TuningDirective:
        call = n.Instruction(None, node.name, (), node.values)
        return _INDENT + _format(rename_node(call, name)).removesuffix(";")
    return _INDENT + _format(rename_node(node, name))


def format_head(function: n.Function, name: Callable[[str], str]) -> str:
    """Return the head of a function as a line, including its parameters and directives."""
    return _format(rename_node(function.replace(body=None), name))


def _format(node: n.Node) -> str:
    spelled = tokens(node)
    gaps = _STYLE.predict_inner_gaps(spelled, asm=False)
    parts = [spelled[0][1]]
    for gap, (_, text) in zip(gaps, spelled[1:], strict=True):
        parts += [gap, text]
    return " ".join("".join(parts).split())
