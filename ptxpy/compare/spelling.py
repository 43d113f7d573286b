"""A statement split into its text without names and the names in it.

Two statements are equal up to renaming if their texts are equal and their names correspond.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ptxpy.compare.constants import CONSTANTS, canonical_constant, constant_type_of
from ptxpy.ir import nodes as n
from ptxpy.ir.layout import LAYOUT_FIELDS
from ptxpy.ir.visitors import NODES

__all__ = ["NAME", "Speller", "Spelling"]

NAME: Final = "\0"
"""The placeholder of a name. No token of PTX contains it."""

_END: Final = "\1"
"""The separator of the parts of a text. No token of PTX contains it."""


class Spelling(NamedTuple):
    """A statement or operand. Two of them with equal texts differ at most in names."""

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
    if type(node) is n.Vector and type_:
        texts.append("Vector")
        for element in node.elements:
            _write(element, texts, names, type_)
    else:
        _write(node, texts, names, type_)
    return Spelling(_END.join(texts), tuple(names))


def _write(node: n.Node, texts: list[str], names: list[str], type_: str = "") -> None:
    kind = type(node)
    if kind is n.Register or (kind is n.Symbol and node[0] != "WARP_SZ"):
        texts.append(NAME)
        names.append(node[0])
        return
    if kind in CONSTANTS:
        text = canonical_constant(node, type_)
        if text is not None:
            texts.append(text)
            return
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
