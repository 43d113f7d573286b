"""A node whose text is more than one token of PTX is refused when it is printed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ptxpy import emit, ir, parse
from ptxpy.syntax.printer.printer import MAX_DEPTH
from ptxpy.syntax.shapes import MAX_NESTING

TEXT = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k() {
  .reg .b32 %r<4>;
  mov.u32 %r1, 7;
  add.s32 %r2, %r1, %r1;
  ret;
}
"""
R, L = ir.Register, ir.Literal
D, A, B = R("%r2"), R("%r1"), L("3")


def changed(change: Callable[[ir.Instruction], Any]) -> ir.Module:
    """Return the module with another statement in the place of its sum."""

    class Change(ir.Transformer):
        def visit_Instruction(self, node: ir.Instruction) -> Any:  # noqa: N802 - of the visitor
            return change(node) if node.opcode == "add" else node

    return Change().visit(parse(TEXT))


def nested(depth: int) -> ir.Operand:
    """Return a number in brackets."""
    found: ir.Operand = L("1")
    for _ in range(depth):
        found = ir.Parenthesized(found)
    return found


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "a register": ({"operands": (R("%r1; bar.sync 0"), A, B)}, "'%r1; bar.sync 0' is no register"),
    "two registers": ({"operands": (R("%r1 %r2"), A, B)}, "'%r1 %r2' is no register"),
    "two in an address": (
        {"operands": (D, ir.Address(R("%r1,%r2"), L("-4"), ()))},
        "'%r1,%r2' is no register",
    ),
    "a sum": ({"operands": (D, A, ir.Symbol("x+4"))}, "'x+4' is no symbol"),
    "a difference": ({"operands": (D, R("%r1-1"), B)}, "'%r1-1' is no register"),
    "no register": ({"operands": (R(""), A, B)}, "'' is no register"),
    "a line": ({"operands": (D, R("%r1\n"), B)}, "is no register"),
    "two numbers": ({"operands": (D, A, L("1, 2"))}, "'1, 2' is no literal"),
    "a comment": ({"operands": (D, A, L("1 // x"))}, "is no literal"),
    "an address": ({"operands": (D, ir.Address(R("%r1;"), L("4"), ()))}, "is no register"),
    "an offset": ({"operands": (D, ir.Address(A, L("4]"), ()))}, "'4]' is no literal"),
    "a vector": ({"operands": (ir.Vector((R("%r1}"), A)), A)}, "is no register"),
    "an operator": ({"operands": (D, ir.Unary("-1; x", A))}, "'-1; x' in a node Unary has to be"),
    "an opcode": ({"opcode": "bar.sync 0; add"}, "is no opcode"),
    "a modifier": ({"modifiers": (".s32 %r9,",)}, "is no modifier"),
    "a guard": ({"guard": ir.Guard(R("%p1 ret; @%p1"), negated=False)}, "is no register"),
    "a gap before": ({"before": "; ret;"}, "a gap may only contain white space and comments"),
    "a gap within": ({"within": ("\t", "", ";", "", "", "")}, "a gap may only contain white space"),
    "a deep expression": ({"operands": (D, A, nested(65))}, "nested deeper than 64"),
    "a very deep expression": ({"operands": (D, A, nested(9_000))}, "nested deeper than 64"),
}


@pytest.mark.parametrize("name", WRONG)
def test_more_than_a_token_is_refused(name: str) -> None:
    """The sentence names the text; nothing else is printed in its place."""
    fields, message = WRONG[name]
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - looked at below
        emit(changed(lambda node: node.replace(**fields)))
    assert message in str(caught.value)


def test_a_label_is_one_name() -> None:
    """A label with a line of its own in it would be other statements."""
    with pytest.raises(ValueError, match="in a node Label has to be one token of PTX"):
        emit(changed(lambda node: (ir.Label("A:\nbar.sync 0;\nB"), node)))


@pytest.mark.parametrize(
    "fields",
    [
        {"operands": [D, A, B]},
        {"modifiers": [".s32"]},
        {"operands": (ir.Vector([A, D]), A)},  # type: ignore[arg-type]
    ],
)
def test_a_list_is_no_tuple(fields: dict[str, Any]) -> None:
    """A list would make nodes that are equal to none: it is refused where it is printed."""
    node = ir.Instruction(None, "add", (".s32",), (D, A, B)).replace(**fields)
    for part in (changed(lambda _: node), node):
        with pytest.raises(TypeError, match="write a tuple"):
            emit(part)


def test_expressions_nest_as_deep_as_text_may() -> None:
    """What the parser takes is printed: a number counts as a level of its own."""
    assert MAX_DEPTH + 1 == MAX_NESTING
    text = emit(changed(lambda node: node.replace(operands=(D, A, nested(MAX_DEPTH)))))
    assert emit(parse(text)) == text
