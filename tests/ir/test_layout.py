"""Traversals, and removal of layout."""

from __future__ import annotations

from typing import TypeVar

import pytest

from ptxpy import ir
from ptxpy.ir.layout import LAYOUT_FIELDS
from ptxpy.syntax.parser import read_module
from tests.ir.support import Case, cases

N = TypeVar("N", bound=ir.Node)

TEXT = """\
// header
.version 8.0
.target sm_90
.address_size 64
.entry k( ) .pragma "p"; // head
{ a: { b: { mov.u32 %r1 , 1; } } c:
  ret; // last
}
.section .debug_x { d: .b8 1 }
// end
"""


def test_statements_come_before_their_bodies() -> None:
    """Statements at every depth are yielded."""
    found = list(ir.statements(read_module(TEXT)))
    names = [type(node).__name__ for node in found]
    assert names == [
        *("Version", "Target", "AddressSize", "Function", "Label", "Scope", "Label", "Scope"),
        *("Instruction", "Label", "Instruction", "Section", "Label", "Data"),
    ]


def test_walk_is_in_the_order_of_tokens() -> None:
    """A node comes before its descendants."""
    call = ir.Call(
        ir.Guard(ir.Register("%p1")),
        (".uni",),
        (ir.Symbol("r"),),
        ir.Symbol("f"),
        (ir.Vector((ir.Literal("1"), ir.Literal("2"))),),
        ir.Symbol("p"),
    )
    shown = [getattr(node, "name", getattr(node, "text", "-")) for node in ir.walk(call)]
    assert shown == ["-", "-", "%p1", "r", "f", "-", "1", "2", "p"]


def test_walk_goes_to_any_depth() -> None:
    """A walk does not recurse, so that nesting may be deep."""
    operand: ir.Operand = ir.Literal("1")
    for _ in range(100_000):
        operand = ir.Parenthesized(operand)
    assert sum(1 for _ in ir.walk(operand)) == 100_001
    while isinstance(operand, ir.Parenthesized):  # to free it does recurse
        operand = operand.operand


def test_gaps() -> None:
    """The gaps before, within and after statements are yielded."""
    scope = ir.Scope((ir.Label("a", "\n", ("", " ")), ir.Label("b")), "\t", " ")
    assert list(ir.gaps(scope)) == ["\t", " ", "\n", "", " "]


def test_without_layout() -> None:
    """All gaps are removed, and nothing else is."""
    module = read_module(TEXT)
    stripped = ir.without_layout(module)
    assert list(ir.gaps(module))
    assert not list(ir.gaps(stripped))
    words = [value for node in ir.walk(module) for value in kept(node)]
    assert words == [value for node in ir.walk(stripped) for value in kept(node)]


def kept(node: ir.Node) -> list[object]:
    """Return the class of a node and its words."""
    values = [
        value
        for name, value in zip(node.fields, node, strict=True)
        if name not in LAYOUT_FIELDS and isinstance(value, str | bool)
    ]
    return [type(node), *values]


@pytest.mark.parametrize("case", cases(), ids=str)
def test_without_layout_reaches_every_node(case: Case) -> None:
    """Only bodies and directives contain nodes with layout, on which `without_layout` relies."""

    class Fill(ir.Transformer):
        def generic_visit(self, node: N) -> N:
            node = super().generic_visit(node)
            fills = {"before": " ", "within": (" ",), "closing": " "}
            return node.replace(**{k: v for k, v in fills.items() if k in node.fields})

    filled = Fill().visit(case.module)
    assert list(ir.gaps(filled))
    assert not list(ir.gaps(ir.without_layout(filled)))
    assert ir.without_layout(filled) == ir.without_layout(case.module)


def test_a_pragma_of_a_head_has_no_gaps_of_its_own() -> None:
    """The gaps of a head belong to the function."""
    function = read_module('.entry k() .pragma "p"; { ret; }').functions[0]
    assert function.directives == (ir.Pragma(("p",)),)


def test_operands_have_no_layout() -> None:
    """A node without layout is returned unchanged."""
    operand = ir.Address(ir.Register("%r1"))
    assert ir.without_layout(operand) is operand
    label = ir.Label("a")
    assert ir.without_layout(label) is label
