"""A statement split into its text without names and the names in it.

Two statements are equal up to renaming if their texts are equal and their names correspond. A
constant has a canonical form: one text for all constants of equal value in a type.
"""

from __future__ import annotations

import math
import struct
from functools import lru_cache
from typing import Any, Final

from ptxpy._records import NamedTuple
from ptxpy.ir import LAYOUT_FIELDS, NODES
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES, constant_types

__all__ = ["CONSTANTS", "NAME", "Speller", "Spelling", "canonical_constant", "constant_type_of"]

NAME: Final = "\0"
"""The placeholder of a name. No token of PTX contains it."""

_END: Final = "\1"
"""The separator of the parts of a text. No token of PTX contains it."""


class Spelling(NamedTuple):
    """A statement or operand. Two with equal texts differ at most in names."""

    text: str
    names: tuple[str, ...]
    """The names in the order of tokens, with repetitions."""


_NAME_FIELDS: Final[dict[type, tuple[str, ...]]] = {
    n.Label: ("name",),
    n.TargetList: ("name",),
    n.CallPrototype: ("name",),
}
"""Fields that contain a name as a string, by class."""


def _kept(cls: type[n.Node]) -> tuple[tuple[int, bool], ...]:
    """Return, for each field of a class except layout, its index and whether it is a name."""
    words = _NAME_FIELDS.get(cls, ())
    return tuple(
        (position, name in words)
        for position, name in enumerate(cls.fields)
        if name not in LAYOUT_FIELDS
    )


_FIELDS: Final = {cls: _kept(cls) for cls in NODES}


class Speller:
    """Splits nodes into text and names. Operands are cached, as most occur many times."""

    def __init__(self) -> None:
        """Begin with an empty cache."""
        self._operands: dict[str, dict[n.Node, Spelling]] = {}

    def spell(self, node: n.Node) -> Spelling:
        """Return the spelling of a statement, a part of a statement, or an operand.

        Layout is left out. Constants have a canonical form, and an offset of 0 is left out.
        """
        if type(node) is not n.Instruction:
            return _spell(node)
        guard, opcode, modifiers, operands, _, _ = node
        # The type decides what a constant is: `-1` is another number in `.u32` than in `.u64`.
        type_ = constant_type_of(opcode, modifiers)
        known = self._operands.setdefault(type_, {})
        texts = [opcode, *modifiers]
        names: tuple[str, ...] = ()
        parts = operands if guard is None else (guard, *operands)
        for operand in parts:
            found = known.get(operand)
            if found is None:
                found = known[operand] = _spell(operand, type_)
            texts.append(found.text)
            names += found.names
        return Spelling(_END.join(texts), names)


def _spell(node: n.Node, type_: str = "") -> Spelling:
    texts: list[str] = []
    names: list[str] = []
    # The type of an instruction is that of each element: `{0f3F800000, %f1}`.
    if type(node) is n.Vector and type_:
        texts.append("Vector")
        for element in node.elements:
            _write(element, texts, names, type_)
    else:
        _write(node, texts, names, type_)
    return Spelling(_END.join(texts), tuple(names))


def _write(node: n.Node, texts: list[str], names: list[str], type_: str = "") -> None:
    kind = type(node)
    # `WARP_SZ` is no name but a constant, equal to 32.
    if kind is n.Register or (kind is n.Symbol and node[0] != "WARP_SZ"):
        texts.append(NAME)
        names.append(node[0])
        return
    if kind in CONSTANTS:
        text = canonical_constant(node, type_)
        if text is not None:
            texts.append(text)
            return
    # `[%rd1+0]` and `[%rd1]` are one address.
    if kind is n.Address and node[1] is not None and canonical_constant(node[1], "") == "0":
        node = n.Address(node[0], None, node[2])
    texts.append(kind.__name__)
    for position, is_name in _FIELDS[kind]:
        value: Any = node[position]
        if is_name:
            texts.append(NAME)
            names.append(value)
        else:
            _write_value(value, texts, names)


def _write_value(value: Any, texts: list[str], names: list[str]) -> None:  # noqa: ANN401
    if isinstance(value, n.Node):
        _write(value, texts, names)
    elif type(value) is tuple:
        texts.append("(")
        for part in value:
            _write_value(part, texts, names)
        texts.append(")")
    else:
        texts.append(repr(value))


CONSTANTS: Final = frozenset({n.Literal, n.Symbol, n.Parenthesized, n.Unary, n.Binary})
"""The node classes that may be constants; a symbol is a constant if it is `WARP_SZ`."""

_WARP_SIZE: Final = 32
_INTEGER_LIMIT: Final = 1 << 63
MAX_LITERAL_CHARACTERS: Final = 40
_INTEGER_BITS: Final = 64
_BYTE: Final = 8


@lru_cache(maxsize=1 << 12)
def constant_type_of(opcode: str, modifiers: tuple[str, ...]) -> str:
    """Return the type of all constants of an instruction; "" if they have different types."""
    types = {word[1:] for word in modifiers if word[1:] in TYPES}
    only = types.pop() if len(types) == 1 else ""
    if not only or not TYPES[only].fundamental or only == "pred":
        return ""
    return only if constant_types(opcode, modifiers) <= {only} else ""


def canonical_constant(node: n.Node, type_: str) -> str | None:
    """Return the canonical form of a constant, or None if the node is not a known constant.

    `type_` is the type of the constant, or "" if it is unknown.
    """
    kind = type(node)
    if kind is n.Literal:
        return _of_literal(node[0], type_)
    value = _value(node)
    return None if value is None else _of_integer(value, type_)


def _value(node: n.Node) -> int | None:
    """Return the value of a constant expression that does not depend on signedness, or None."""
    kind = type(node)
    if kind is n.Literal:
        text = node[0]
        # The suffix `U` makes an expression unsigned, so that its value depends on signedness.
        if len(text) > MAX_LITERAL_CHARACTERS or text[-1] in "uU":
            return None
        value = n.Literal(text).value if text.lower().lstrip("- ")[:2] not in ("0f", "0d") else 0.0
        return _within(value) if isinstance(value, int) else None
    if kind is n.Symbol:
        return _WARP_SIZE if node[0] == "WARP_SZ" else None
    if kind is n.Parenthesized:
        return _value(node[0])
    if kind is n.Unary:
        inner = _value(node[1])
        return (
            None if inner is None else _within({"-": -inner, "+": inner, "~": ~inner}.get(node[0]))
        )
    if kind is n.Binary:
        left = _value(node[0])
        right = None if left is None else _value(node[2])
        return None if left is None or right is None else _within(_binary(left, node[1], right))
    return None


def _within(value: int | None) -> int | None:
    return value if value is not None and -_INTEGER_LIMIT <= value < _INTEGER_LIMIT else None


def _binary(left: int, operator: str, right: int) -> int | None:
    if operator == "<<":
        return left << right if 0 <= right < _INTEGER_BITS else None
    return {
        "+": left + right,
        "-": left - right,
        "*": left * right,
        "&": left & right,
        "|": left | right,
        "^": left ^ right,
    }.get(operator)


@lru_cache(maxsize=1 << 14)
def _of_literal(text: str, type_: str) -> str:
    lower = text.lower()
    if lower.lstrip("- ")[:2] in ("0f", "0d"):
        if lower[0] != "0":
            return lower
        data = bytes.fromhex(lower[2:])
        if type_ and TYPES[type_].kind == "bits":
            is_whole = TYPES[type_].bits == _BYTE * len(data)
            return str(int.from_bytes(data, "big")) if is_whole else lower
        (value,) = struct.unpack(">f" if lower[1] == "f" else ">d", data)
        # In .f64 and in parentheses, ptxas gives 0f… another value than its bits.
        is_exact = math.isnan(value) or (lower[1] == "f" and type_ != "f32")
        return lower if is_exact else _of_float(value, type_)
    try:
        value = n.Literal(text).value
    except (ValueError, OverflowError):
        return lower
    if isinstance(value, float):
        return _of_float(value, type_)
    return _of_integer(value, type_)


def _of_integer(value: int, type_: str) -> str:
    """Return an integer as the bits of its type, or unchanged without a type."""
    if type_ and TYPES[type_].kind != "float":
        value &= (1 << TYPES[type_].bits) - 1
    return str(value)


def _of_float(value: float, type_: str) -> str:
    """Return a floating-point value as the bits of its type, or of a double."""
    if type_ == "f32":
        try:
            return f"0f{struct.pack('>f', value).hex()}"
        except OverflowError:
            return f"0f{'ff' if value < 0 else '7f'}800000"
    return f"0d{struct.pack('>d', value).hex()}"
