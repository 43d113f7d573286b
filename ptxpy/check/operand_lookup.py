"""Lookup of operands: the kind, type and value of an operand, from its node and declaration."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Final

from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES, UNKNOWN, Actual, lookup

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.analysis import SymbolTable

__all__ = ["operand_of"]

_SINK: Final = Actual("sink")
_WARP_SIZE: Final = Actual("integer", value=32)


def operand_of(node: n.Operand, names: SymbolTable) -> Actual:
    """Return the kind, type and value of an operand."""
    return _READERS.get(type(node), _unknown)(node, names)


def _unknown(_node: n.Operand, _names: SymbolTable) -> Actual:
    return UNKNOWN


def _register(node: n.Register, names: SymbolTable) -> Actual:
    found = names.find(node.name)
    if found is not None:
        return found
    special = lookup(node.name)
    if special is not None:
        # Special registers such as `%tid` may be read as a whole, whose four components are alike.
        narrow = (Actual("special", special.narrow_type),) if special.narrow_type else ()
        part = Actual("special", special.type, parts=narrow)
        return Actual("vector", special.type, parts=(part,) * 4) if special.components else part
    return UNKNOWN


def _symbol(node: n.Symbol, names: SymbolTable) -> Actual:
    if node.name == "_":
        return _SINK
    found = names.find(node.name)
    # A declared name hides the constant of PTX.
    if found is None and node.name == "WARP_SZ":
        return _WARP_SIZE
    return found or UNKNOWN


def _literal(node: n.Literal, _names: SymbolTable) -> Actual:
    try:
        value = node.value
    except (ValueError, OverflowError):
        return UNKNOWN
    if isinstance(value, int):
        return Actual("integer", value=value)
    prefix = node.text.lstrip("-")[:2].lower()
    return Actual("float", {"0f": "f32", "0d": "f64"}.get(prefix, ""))


def _component(node: n.Component, names: SymbolTable) -> Actual:
    base = operand_of(node.base, names)
    if base.kind == "address":
        return base._replace(suffix=f".{node.component}")
    if base.kind == "register" and base.type:
        return base._replace(suffix=f".{node.component}")
    # All components of a vector have the type of the first.
    if base.kind == "vector" and base.parts:
        return base.parts[0]
    return UNKNOWN


def _unary(node: n.Unary, names: SymbolTable) -> Actual:
    inner = operand_of(node.operand, names)
    if inner.kind == "integer":
        return inner._replace(value=int(_UNARY[node.operator](inner.value)))
    if inner.kind in ("register", "special", "symbol", "label", "function"):
        return Actual("minus" if node.operator == "-" else "not", parts=(inner,))
    return inner


def _binary(node: n.Binary, names: SymbolTable) -> Actual:
    left, right = operand_of(node.left, names), operand_of(node.right, names)
    if left.kind == right.kind == "integer":
        compute = _BINARY.get(node.operator)
        try:
            value = int(compute(left.value, right.value)) if compute else 0
        except (ZeroDivisionError, ValueError, OverflowError, MemoryError):
            # A shift by too many bits, or a division by zero, has no value that could be checked.
            return UNKNOWN
        return Actual("integer", value=value)
    if left.kind == right.kind == "float":
        return _of_floats(node)
    if left.kind == "symbol":
        return left._replace(value=1, parts=())
    # To ptxas, the sum of a name and a constant is an integer of any size.
    kind = TYPES.get(left.type)
    is_address = left.kind == "register" and kind is not None and kind.kind in _ADDRESS_KINDS
    return UNKNOWN if is_address or left.kind not in _NAMED else left


_ADDRESS_KINDS: Final = frozenset({"bits", "unsigned", "signed"})
_NAMED: Final = frozenset({"register", "label", "function"})


def _of_floats(node: n.Binary) -> Actual:
    """Return the result of an operator on two floating-point constants: a float, or 0 or 1."""
    if node.operator in _ARITHMETIC:
        return Actual("float")
    compute = _BINARY.get(node.operator)
    left, right = float_of(node.left), float_of(node.right)
    if compute is None or left is None or right is None:
        return UNKNOWN
    return Actual("integer", value=int(compute(left, right)))  # type: ignore[arg-type]


def float_of(node: n.Operand) -> float | None:
    """Return the value of a floating-point constant in double precision, as ptxas computes it."""
    if type(node) is n.Literal:
        value = node.value
        # In an expression, ptxas gives 0f… another value than its bits.
        is_single = node.text.lower().lstrip("-")[:2] == "0f"
        return None if is_single or isinstance(value, int) else float(value)
    if type(node) is n.Parenthesized:
        return float_of(node.operand)
    if type(node) is n.Unary:
        inner = float_of(node.operand)
        return None if inner is None or node.operator not in "+-" else _SIGNS[node.operator] * inner
    if type(node) is n.Binary and node.operator in _ARITHMETIC:
        left, right = float_of(node.left), float_of(node.right)
        if left is None or right is None or (node.operator == "/" and not right):
            return None
        return _ARITHMETIC[node.operator](left, right)
    return None


def _conditional(node: n.Conditional, names: SymbolTable) -> Actual:
    condition = operand_of(node.condition, names)
    if condition.kind != "integer":
        return UNKNOWN
    return operand_of(node.chosen if condition.value else node.otherwise, names)


def _cast(node: n.Cast, names: SymbolTable) -> Actual:
    """Return a constant converted to 64 bits, signed or unsigned (PTX ISA 4.5.5)."""
    inner = operand_of(node.operand, names)
    if inner.kind != "integer":
        return inner
    # Constants of PTX have 64 bits: the sign is that of the highest bit.
    value = inner.value & ((1 << 64) - 1)
    return inner._replace(value=value - (value >> 63 << 64) if node.type == ".s64" else value)


def _parenthesized(node: n.Parenthesized, names: SymbolTable) -> Actual:
    return operand_of(node.operand, names)


def _pair(node: n.Pair, names: SymbolTable) -> Actual:
    return Actual("pair", parts=(operand_of(node.first, names), operand_of(node.second, names)))


def _vector(node: n.Vector, names: SymbolTable) -> Actual:
    return Actual("vector", parts=tuple([operand_of(part, names) for part in node.elements]))


def _address(node: n.Address, names: SymbolTable) -> Actual:
    base = operand_of(node.base, names)
    parts = tuple([operand_of(part, names) for part in node.coordinates])
    return Actual("address", space=base.space, value=node.offset is not None, parts=(base, *parts))


def _subscript(node: n.Subscript, names: SymbolTable) -> Actual:
    base = operand_of(node.base, names)
    return base._replace(parts=(operand_of(node.index, names),)) if base.kind == "symbol" else base


_READERS: Final[dict[type, Callable[..., Actual]]] = {
    n.Register: _register,
    n.Symbol: _symbol,
    n.Literal: _literal,
    n.Component: _component,
    n.Unary: _unary,
    n.Binary: _binary,
    n.Cast: _cast,
    n.Conditional: _conditional,
    n.Parenthesized: _parenthesized,
    n.Pair: _pair,
    n.Vector: _vector,
    n.Address: _address,
    n.Subscript: _subscript,
}


def _shift(compute: Callable[[int, int], int]) -> Callable[[int, int], int]:
    """Return a shift that raises `ValueError` unless the count is from 0 to 63."""

    def shift(value: int, by: int) -> int:
        # Python's shifts have no limit: `1 << 10**9` would take all memory.
        if not 0 <= by < 64:  # noqa: PLR2004 - constants have 64 bits
            raise ValueError(by)
        return compute(value, by)

    return shift


def _quotient(a: int, b: int) -> int:
    """Return a quotient rounded towards zero, as in C."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


_SIGNS: Final = {"+": 1.0, "-": -1.0}
_ARITHMETIC: Final[dict[str, Callable[[float, float], float]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}
_UNARY: Final[dict[str, Callable[[int], int]]] = {
    "-": operator.neg,
    "+": operator.pos,
    "~": operator.invert,
    "!": operator.not_,
}
_BINARY: Final[dict[str, Callable[[int, int], int]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _quotient,
    "%": lambda a, b: a - b * _quotient(a, b),
    "<<": _shift(operator.lshift),
    ">>": _shift(operator.rshift),
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "&&": lambda a, b: bool(a) and bool(b),
    "||": lambda a, b: bool(a) or bool(b),
}
