"""The types of C++ expressions, given those of the names in them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Protocol

from ptxpy.inline_ptx.scalar_types import VECTOR_ELEMENTS, arithmetic_result, scalar

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

    from ptxpy.inline_ptx.cuda_grammar import Source

__all__ = ["Names", "expression_type"]

MAX_DEPTH: Final = 20
"""The depth of an expression to which types are followed."""
_RESULTS: Final = {
    "__cvta_generic_to_shared": "size_t",
    "__float_as_uint": "unsigned",
    "__float_as_int": "int",
    "__uint_as_float": "float",
    "__int_as_float": "float",
    "__double_as_longlong": "long long",
    "__longlong_as_double": "double",
    "__half_as_ushort": "unsigned short",
    "__half_as_short": "short",
    "__bfloat16_as_ushort": "unsigned short",
}
"""The types of CUDA's own functions."""


class Names(Protocol):
    """The names that are visible at a place."""

    def declared(self, name: str) -> str | None:
        """Return the type of a variable, or None."""

    def resolved(self, type_: str) -> str | None:
        """Return a type without aliases, or None if it is not known."""


def expression_type(names: Names, source: Source, node: Node) -> str | None:
    """Return the type of an expression, or None if it is not known."""
    return _Typing(names, source).of(node)


class _Typing:
    """The types of the parts of one expression."""

    def __init__(self, names: Names, source: Source) -> None:
        self.names = names
        self.source = source
        self.depth = 0

    def of(self, node: Node | None) -> str | None:
        """Return the type of an expression, or None."""
        method = _METHODS.get("" if node is None else node.type)
        if node is None or method is None or self.depth > MAX_DEPTH:
            return None
        self.depth += 1
        found = method(self, node)
        self.depth -= 1
        return found

    def field(self, node: Node, name: str) -> str | None:
        """Return the type of a part of an expression, or None."""
        return self.of(node.child_by_field_name(name))

    def text(self, node: Node | None) -> str:
        """Return the text of a node; empty without one."""
        return "" if node is None else self.source.text(node)

    def written(self, node: Node | None) -> str | None:
        """Return a type that the source spells out, or None."""
        text = self.text(node)
        return None if not text or "<" in text or "(" in text else self.names.resolved(text)

    def identifier(self, node: Node) -> str | None:
        return self.names.declared(self.text(node))

    def parenthesized(self, node: Node) -> str | None:
        return self.of(node.named_child(0)) if node.named_child_count == 1 else None

    def number(self, node: Node) -> str | None:
        return _number_type(self.text(node))

    def character(self, node: Node) -> str | None:
        return "char" if self.text(node).startswith("'") else None

    def boolean(self, _: Node) -> str | None:
        return "bool"

    def size(self, _: Node) -> str | None:
        return "size_t"

    def cast(self, node: Node) -> str | None:
        return self.written(node.child_by_field_name("type"))

    def subscript(self, node: Node) -> str | None:
        return _element(self.field(node, "argument"))

    def pointer(self, node: Node) -> str | None:
        inner = self.field(node, "argument")
        if self.text(node.child_by_field_name("operator")) == "&":
            return f"{inner or 'void'}*"
        return _element(inner)

    def unary(self, node: Node) -> str | None:
        if self.text(node.child_by_field_name("operator")) == "!":
            return "bool"
        inner = self.field(node, "argument")
        return inner and arithmetic_result(inner, "int")

    def assignment(self, node: Node) -> str | None:
        return self.field(node, "left") or self.field(node, "argument")

    def binary(self, node: Node) -> str | None:
        operator = self.text(node.child_by_field_name("operator"))
        if operator in {"==", "!=", "<", ">", "<=", ">=", "&&", "||"}:
            return "bool"
        left = self.field(node, "left")
        if operator in {"<<", ">>"}:
            return left and arithmetic_result(left, "int")
        return arithmetic_result(left, self.field(node, "right"))

    def conditional(self, node: Node) -> str | None:
        left = self.field(node, "consequence")
        right = self.field(node, "alternative")
        return left if left == right else arithmetic_result(left, right)

    def member(self, node: Node) -> str | None:
        inner = self.field(node, "argument")
        if inner is None or self.text(node.child_by_field_name("field")) not in _MEMBERS:
            return None
        return VECTOR_ELEMENTS.get(inner.rstrip("*"))

    def call(self, node: Node) -> str | None:
        name = self.text(node.child_by_field_name("function"))
        cast = _CAST.fullmatch(name)
        if cast is not None:
            text = cast[1]
            return None if "<" in text or "(" in text else self.names.resolved(text)
        if name in _RESULTS:
            return _RESULTS[name]
        found = self.names.resolved(name) if name and "<" not in name else None
        return found if scalar(found) is not None else None


_MEMBERS: Final = frozenset("xyzw")
_CAST: Final = re.compile(
    r"(?:[\w:]*::)?(?:static_cast|reinterpret_cast|const_cast|bit_cast)\s*<(.*)>", re.DOTALL
)
_METHODS: Final[dict[str, Callable[[_Typing, Node], str | None]]] = {
    "identifier": _Typing.identifier,
    "parenthesized_expression": _Typing.parenthesized,
    "number_literal": _Typing.number,
    "char_literal": _Typing.character,
    "true": _Typing.boolean,
    "false": _Typing.boolean,
    "sizeof_expression": _Typing.size,
    "cast_expression": _Typing.cast,
    "compound_literal_expression": _Typing.cast,
    "subscript_expression": _Typing.subscript,
    "pointer_expression": _Typing.pointer,
    "unary_expression": _Typing.unary,
    "assignment_expression": _Typing.assignment,
    "update_expression": _Typing.assignment,
    "binary_expression": _Typing.binary,
    "conditional_expression": _Typing.conditional,
    "field_expression": _Typing.member,
    "call_expression": _Typing.call,
}


def _element(type_: str | None) -> str | None:
    if type_ is None or not type_.endswith("*"):
        return None
    return type_[:-1]


_INTEGER: Final = re.compile(r"(0[xX][0-9a-fA-F']+|0[bB][01']+|[0-9']+)([uUlLzZ]*)")
_FLOAT: Final = re.compile(
    r"(?:[0-9']*\.?[0-9']*(?:[eE][+-]?\d+)?|0[xX][0-9a-fA-F.]+[pP][+-]?\d+)([fFlL]?)"
)
_FLOAT_TYPES: Final = {"": "double", "f": "float"}


def _number_type(text: str) -> str | None:
    """Return the type of a number, by its suffix and size; `long` where that is 8 bytes."""
    integer = _INTEGER.fullmatch(text)
    if integer is None:
        number = _FLOAT.fullmatch(text)
        return None if number is None else _FLOAT_TYPES.get(number[1].lower())
    digits, suffix = integer[1].replace("'", ""), integer[2].lower()
    if "z" in suffix:
        return "size_t"
    if "l" in suffix:
        return "long long" if suffix.count("l") > 1 else "long"
    is_octal = digits.startswith("0") and digits.isdecimal()
    try:
        value = int(digits, 8 if is_octal else 0)
    except ValueError:
        return None
    unsigned = "u" in suffix or (value >= _SIGN and digits.startswith("0"))
    if value >= 2 * _SIGN or (value >= _SIGN and not unsigned):
        return "long long"
    return "unsigned" if unsigned else "int"


_SIGN: Final = 1 << 31
