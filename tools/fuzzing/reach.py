"""What the statements of a module say, whatever its labels are called.

A branch is known by the statement that it reaches, not by the name of a label, and layout does not
count: two modules can be held against each other where an edit has renumbered basic blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from ptxpy.dialect.positions import mark_of, named_marks
from ptxpy.ir import nodes as n
from ptxpy.ir.layout import walk, without_layout
from ptxpy.styles.kinds import BLOCK_LABEL


class Said(NamedTuple):
    """What a statement says."""

    depth: int
    """How many braces are open around it."""
    text: object
    """The statement without layout, body and the names of labels."""
    targets: tuple[tuple[int, ...], ...] = ()
    """For each label that it names, which of the statements follow where that label stands."""


class _Statement(NamedTuple):
    scopes: tuple[int, ...]
    """The function that it stands in, and the scopes, the innermost last."""
    node: n.Node


_Labels: TypeAlias = dict[tuple[int, str], list[int]]
"""Which statements follow where a label of a scope stands, by the scope and its name."""


def _none(_number: int) -> bool:
    return False


def said(
    module: n.Module, skipped: Callable[[int], bool], reading: Callable[[int], bool] = _none
) -> list[Said]:
    """Return what the statements of a module say, but for some of them.

    `skipped` is asked for each statement, by its number in the order of `ptxpy.ir.statements`.
    Where `reading` says so, an instruction says its opcode, not its operands.
    Labels of basic blocks say nothing by themselves, nor do those that debug information could
    name and does not.
    """
    marks = named_marks(module)
    kept: list[_Statement] = []
    labels: _Labels = {}
    for number, statement in enumerate(_flat(module)):
        node = statement.node
        if type(node) is n.Label and statement.scopes:
            labels.setdefault((statement.scopes[-1], node.name), []).append(len(kept))
            if BLOCK_LABEL.match(node.name) or (mark_of(node) and node.name not in marks):
                continue
        if not skipped(number):
            read = _operation(node) if reading(number) else node
            kept.append(statement._replace(node=read))
    return [_said(statement, labels) for statement in kept]


def _operation(node: n.Node) -> n.Node:
    """Return an instruction with nothing but its opcode."""
    return node.replace(operands=(), guard=None) if type(node) is n.Instruction else node


def _flat(module: n.Module) -> Iterator[_Statement]:
    """Yield the statements of a module, each before those of its body."""
    opened = 0
    stack = [_Statement((), item) for item in module.body[::-1]]
    while stack:
        statement = stack.pop()
        yield statement
        node = statement.node
        if isinstance(node, n.Function | n.Scope | n.Section):
            opened += 1
            scopes = (*statement.scopes, opened)
            stack += [_Statement(scopes, item) for item in (node.body or ())[::-1]]


def _said(statement: _Statement, labels: _Labels) -> Said:
    node = statement.node
    depth = len(statement.scopes)
    if isinstance(node, n.Function | n.Scope | n.Section):
        node = node.replace(body=())
    node = without_layout(node)
    if type(node) is n.Label:
        return Said(depth, node)
    places = {
        symbol.name: tuple(found)
        for symbol in walk(node)
        if type(symbol) is n.Symbol and (found := _places(symbol.name, statement, labels))
    }
    if not places:
        return Said(depth, node)
    return Said(depth, _unnamed(node, {*places}), tuple(places.values()))


def _places(name: str, statement: _Statement, labels: _Labels) -> list[int]:
    """Return where the label of a name stands, seen from a statement."""
    inside_out = (labels.get((scope, name)) for scope in reversed(statement.scopes))
    return next((found for found in inside_out if found), [])


def _unnamed(value: object, names: set[str]) -> object:
    """Return a node, or what is in one, with all labels called the same."""
    if type(value) is n.Symbol:
        return n.Symbol("_") if value.name in names else value
    if isinstance(value, n.Node):
        return (type(value).__name__, *(_unnamed(part, names) for part in value))
    if isinstance(value, tuple):
        return tuple(_unnamed(part, names) for part in value)
    return value


def faults(module: n.Module) -> int:
    """Return how often an assembler would say that a label is missing, or stands in two places."""
    found = said(module, lambda _number: False)
    doubled = sum(len(places) > 1 for each in found for places in each.targets)
    return doubled + sum(_is_missing(each.text) for each in found)


def _is_missing(text: object) -> bool:
    """Return whether what a statement says names a label that is not there."""
    if type(text) is n.Instruction:
        return text.opcode == "bra" and type(text.operands[0]) is n.Symbol
    if type(text) is n.TargetList:
        return True
    if isinstance(text, tuple) and text[0] == n.TargetList.__name__:
        return any(type(part) is n.Symbol and part.name != "_" for part in text[3])
    return False


def difference(before: Sequence[Said], after: Sequence[Said]) -> str:
    """Say where two modules part, or nothing where they say the same."""
    for at, (one, other) in enumerate(zip(before, after, strict=False)):
        if one != other:
            return f"statement {at} {_shown(one)} became {_shown(other)}"
    if len(before) != len(after):
        longer = max(before, after, key=len)
        extra = _shown(longer[min(len(before), len(after))])
        return f"{len(before)} statements became {len(after)}: {extra}"
    return ""


def _shown(found: Said) -> str:
    return f"{str(found.text)[:150]!a} -> {found.targets}" if found.targets else f"{found.text!a}"
