"""Constructors of operands for which Python has no notation."""

from __future__ import annotations

from typing import Any

from ptxpy.dsl.values.operand_conversion import number, operand, operands, plain_name
from ptxpy.dsl.values.types import name_node, specifier
from ptxpy.ir import nodes as n

UNARY_OPERATORS = frozenset({"-", "+", "!", "~"})
"""Unary operators of constant expressions (PTX ISA 4.5.4)."""
BINARY_OPERATORS = frozenset(
    "* / % + - << >> < <= > >= == != & ^ | && || =".split()  # noqa: SIM905 - as the manual lists them
)
"""Binary operators of constant expressions (PTX ISA 4.5.4)."""


class Expressions:
    """Constructors of operands, part of the namespace `ptx`."""

    inf = float("inf")
    """Infinity: `0f7F800000`, or `0d7FF0000000000000` in an instruction with `.f64`."""

    def register(self, name: str) -> n.Register:
        """Return the register of a name that is not declared here: `ptx.register("acc")`."""
        return n.Register(name_node(name).name)

    def symbol(self, name: str) -> n.Symbol:
        """Return the symbol of a name; a string means the same unless it names a register."""
        return n.Symbol(plain_name(name))

    def literal(self, text: str) -> n.Literal:
        """Return a number as it is spelled: `ptx.literal("0xFFU")`."""
        return number(text)

    def hex(
        self, value: int, *, digits: int = 1, upper: bool = True, unsigned: bool = False
    ) -> n.Literal:
        """Return a hexadecimal number: `ptx.hex(0x7F, digits=8)` is `0x0000007F`."""
        text = f"{abs(value):0{digits}{'X' if upper else 'x'}}"
        return number(f"{'-' if value < 0 else ''}0x{text}{'U' if unsigned else ''}")

    def unary(self, operator: str, value: Any) -> n.Unary:
        """Return an operator before an operand: `ptx.unary("!", p)`."""
        if operator not in UNARY_OPERATORS:
            msg = f"not an operator: {operator!r}"
            raise ValueError(msg)
        return n.Unary(operator, operand(value))

    def binary(self, left: Any, operator: str, right: Any) -> n.Binary:
        """Return a constant expression: `ptx.binary(3, "+", 4)`."""
        if operator not in BINARY_OPERATORS:
            msg = f"not an operator: {operator!r}"
            raise ValueError(msg)
        return n.Binary(operand(left), operator, operand(right))

    def conditional(self, condition: Any, chosen: Any, otherwise: Any) -> n.Conditional:
        """Return `condition ? chosen : otherwise`."""
        return n.Conditional(*operands((condition, chosen, otherwise)))

    def parenthesized(self, value: Any) -> n.Parenthesized:
        """Return an operand in parentheses."""
        return n.Parenthesized(operand(value))

    def cast(self, kind: str, value: Any) -> n.Cast:
        """Return `(.s64)value`: `ptx.cast("s64", 1)`."""
        return n.Cast(specifier("." + kind).name, operand(value))

    def apply(self, function: Any, argument: Any) -> n.Apply:
        """Return `generic(x)` or a mask, `0xff(x)`."""
        return n.Apply(operand(function), operand(argument))

    def pair(self, first: Any, second: Any) -> n.Pair:
        """Return `first|second`."""
        return n.Pair(*operands((first, second)))

    def vector(self, *elements: Any) -> n.Vector:
        """Return `{a, b}`; a tuple means the same."""
        return n.Vector(operands(elements))

    def subscript(self, base: Any, index: Any) -> n.Subscript:
        """Return `base[index]`."""
        return n.Subscript(operand(base), operand(index))

    def address(self, base: Any, *coordinates: Any, offset: Any = None) -> n.Address:
        """Return `[base+offset, coordinates…]`; a list is the shorter notation."""
        return n.Address(
            operand(base), None if offset is None else operand(offset), operands(coordinates)
        )

    def component(self, base: Any, name: str) -> n.Component:
        """Return a component of a vector: `ptx.component(v, "x")` is `v.x`."""
        return n.Component(operand(base), plain_name(name))

    def ranged(self, name: str, count: int | n.Literal) -> n.Ranged:
        """Return the labels `L<4>` in a list of branch targets."""
        return n.Ranged(n.Symbol(plain_name(name)), operand(count))
