"""Examples of every node class: printed, parsed, visited, transformed, stripped."""

from __future__ import annotations

from collections import Counter
from typing import TypeVar

import pytest

from ptxpy import ir
from ptxpy.ir.node_children import NODES
from ptxpy.ir.tokens import tokens
from ptxpy.syntax.parser import read_module
from ptxpy.syntax.printer import emit
from tests.ir.support import Case, cases, tokens_of

N = TypeVar("N", bound=ir.Node)

each_case = pytest.mark.parametrize("case", cases(), ids=str)


class Recorder(ir.Visitor):
    """Records every node it visits."""

    def __init__(self) -> None:
        """Start with an empty list."""
        self.seen: list[ir.Node] = []

    def generic_visit(self, node: ir.Node) -> None:
        """Record a node of any class."""
        self.seen.append(node)
        super().generic_visit(node)


class Copier(ir.Transformer):
    """Replaces every node by an equal copy."""

    def generic_visit(self, node: N) -> N:
        """Copy a node of any class."""
        return super().generic_visit(node).replace()


def test_every_class_has_examples() -> None:
    """Every node class has at least two examples."""
    count = Counter(case.cls for case in cases())
    assert [cls.__name__ for cls in NODES if count[cls] < 2] == []
    assert set(count) == set(NODES)


@each_case
def test_the_class_occurs(case: Case) -> None:
    """An example contains a node of its class."""
    assert case.cls in map(type, ir.walk(case.module))


@each_case
def test_bytes_come_back(case: Case) -> None:
    """Printing restores the parsed text."""
    assert emit(case.module) == case.text


@each_case
def test_without_layout(case: Case) -> None:
    """Without layout the tokens are the same, and they are parsed to the same nodes."""
    stripped = ir.without_layout(case.module)
    assert list(ir.gaps(stripped)) == []
    printed = emit(stripped)
    assert tokens_of(printed) == tokens_of(case.text)
    assert read_module(printed) == stripped


@each_case
def test_visitor_changes_nothing(case: Case) -> None:
    """A visitor sees each node once, in the order of `walk`."""
    module = case.module
    twin = case.module
    recorder = Recorder()
    recorder.visit(module)
    assert list(map(id, recorder.seen)) == list(map(id, ir.walk(module)))
    assert module == twin


@each_case
def test_transformer_keeps_what_is_unchanged(case: Case) -> None:
    """A transformer without methods returns the same object."""
    module = case.module
    assert ir.Transformer().visit(module) is module


@each_case
def test_transformer_rebuilds_what_is_changed(case: Case) -> None:
    """A transformer that copies all nodes returns an equal tree without shared nodes."""
    module = case.module
    copied = Copier().visit(module)
    assert copied == module
    assert emit(copied) == case.text
    assert not set(map(id, ir.walk(copied))) & set(map(id, ir.walk(module)))


@each_case
def test_each_node_may_stand_alone(case: Case) -> None:
    """Visitors and walks can start at any node."""
    for node in ir.walk(case.module):
        assert ir.Transformer().visit(node) is node
        assert Copier().visit(node) == node
        assert eval(repr(node), vars(ir)) == node  # noqa: S307 - our own text


@each_case
def test_children_come_in_the_order_of_tokens(case: Case) -> None:
    """The leaves of a statement occur among its tokens in the order of `walk`."""
    for statement in ir.statements(case.module):
        head = statement.replace(body=()) if "body" in statement.fields else statement
        if type(statement) is ir.Function and statement.body is None:
            head = statement
        spelled = "".join(text for _, text in tokens(head))
        position = 0
        for node in ir.walk(head):
            if isinstance(node, ir.Register | ir.Symbol | ir.Specifier | ir.TuningDirective):
                text = node.name
            elif isinstance(node, ir.Literal):
                text = node.text
            else:
                continue
            position = spelled.index(text, position) + len(text)
