"""Operands as Python expressions."""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ptxpy import isa
from ptxpy.codegen.lifting import PLAIN, Lifting
from ptxpy.dialect import block_number, vocabulary
from ptxpy.dsl import float_text
from ptxpy.ir import nodes as n
from ptxpy.pytree import quoted
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.lift import Spellings
    from ptxpy.styles import Style

_NUMBERED = re.compile(r"(.*?[^0-9])(0|[1-9][0-9]{0,8})\Z")
# Python's `int` takes 4,300 digits at most.
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,4000})\Z")
_HEX = re.compile(r"(-?)0x([0-9A-Fa-f]+)(U?)\Z")
_BIT_FLOAT = re.compile(r"0(?:f[0-9A-F]{8}|d[0-9A-F]{16})\Z")

_INFINITIES = {
    "0f7F800000": "ptx.inf",
    "0fFF800000": "-ptx.inf",
    "0d7FF0000000000000": "ptx.inf",
    "0dFFF0000000000000": "-ptx.inf",
}

SLICED = 3
"""From this many registers in a row on, a slice is written."""


class Scope:
    """The meanings of the Python names in one generated function."""

    is_template = False
    """Whether it is that of a template, a function of inline assembly."""

    def __init__(
        self,
        labels: str | None,
        symbols: dict[str, str] | None = None,
        lifting: Lifting = PLAIN,
    ) -> None:
        """Take the prefix of the basic-block labels, if `L[n]` can be used, and global names."""
        self.lifting = lifting
        self.files: dict[str, str] = {}
        """Python name of each declared register file, by prefix."""
        self.counts: dict[str, int] = {}
        """The number of registers of each file that is plainly declared."""
        self.registers: dict[str, str] = {}
        """Python name of each declared single register."""
        self.symbols: dict[str, str] = {}
        """Python name of each symbol that is local to the function."""
        self.globals = symbols if symbols is not None else {}
        """Python name of each symbol of the module."""
        self.labels = labels
        self.numbered: frozenset[str] = frozenset()
        """The labels that are placed once, so that `L[n]` can name them."""
        self.uses_labels = False
        self.unchecked: frozenset[str] = frozenset()
        """Opcodes with modifiers that the instruction table does not allow here."""
        self.rows: dict[t.Expression, list[str]] = {}
        """Long lists of registers that templates are given, with the names that they have there."""
        self.style: Style | None = None
        """The style whose operators may be used."""
        self.loops = 0
        """How many loops are open: in one, no name of a parameter is given to a register."""
        self.index: int | None = None
        """The number of the function; None in a template, which declares no stack."""
        self.file = 1
        """The number of the file of positions that do not say theirs."""
        self.types: dict[str, str] = {}
        """The declared type, without its dot, of each register and file of this scope."""
        self.spellings: Spellings = {}
        """The meanings of literals, by the identity of the instruction."""
        self.spelled: Mapping[str, t.Expression] = {}
        """The meanings of literals in the instruction that is being written, by their texts."""
        self.float_readers: frozenset[int] = frozenset()
        """The identities of instructions on integers that read a float."""
        self.takes_bits = False
        """Whether the instruction that is being written is one of these."""
        self.rewritten: Counter[str] = Counter()
        """How often templates write a result again, by the register's name."""
        self._cache: dict[str, t.Expression] = {}
        self._indices: dict[str, tuple[str, int] | None] = {}

    def take_result(self, destination: n.Operand) -> str | None:  # noqa: ARG002
        """Return the name for a destination that is a value without a register of its own."""
        return None

    def own_name(self, name: str) -> str:
        """Return the Python name wanted for a register that is declared alone."""
        return name.removeprefix("%")

    def declared(self, name: str) -> str | None:
        """Return the type with which a register is declared, if Python has a handle for it."""
        if name in self.registers:
            return self.types.get(name)
        match = _NUMBERED.match(name)
        if match is None or match[1] not in self.files:
            return None
        return self.types.get(match[1])

    def changed(self) -> None:
        """Forget the registers that were looked up: a declaration has been added."""
        self._cache.clear()
        self._indices.clear()

    def indexed(self, name: str) -> tuple[str, int] | None:
        """Return the Python name of a register's file and its number, if it is in one."""
        if name not in self._indices:
            self._indices[name] = self._numbered(name)
        return self._indices[name]

    def _numbered(self, name: str) -> tuple[str, int] | None:
        match = _NUMBERED.match(name)
        if match is None:
            return None
        python = self.files.get(match[1])
        number = int(match[2])
        # `%r<4>` ends with `%r3`: a `%r7` beside it is something else.
        if python is None or number >= self.counts.get(match[1], number + 1):
            return None
        return python, number

    def register(self, name: str) -> t.Expression:
        """Return the expression for a register."""
        found = self._cache.get(name)
        if found is None:
            found = self._cache[name] = self._register(name)
        return found

    def _register(self, name: str) -> t.Expression:
        single = self.registers.get(name)
        if single is not None:
            return single
        indexed = self.indexed(name)
        if indexed is not None:
            return t.Register(*indexed)
        if not name.startswith("%"):
            return t.Call(vocabulary.REGISTER, (quoted(name),))
        plain = name[1:]
        if isa.is_special(name) and plain.isidentifier() and not plain.startswith("_"):
            return f"ptx.special.{plain}"
        return quoted(name)

    def symbol(self, name: str) -> t.Expression:
        """Return the expression for a symbol."""
        found = self.symbols.get(name) or self.globals.get(name)
        if found is not None:
            return found
        if name in self.numbered and self.labels is not None:
            number = block_number(name, self.labels)
            if number is not None:
                self.uses_labels = True
                return t.Element("L", number)
        return quoted(name)

    def vector(self, elements: Sequence[n.Operand]) -> t.Expression | None:
        """Return the slice for registers in a row, if they are."""
        return self.slice(elements) if len(elements) >= SLICED else None

    def slice(self, elements: Sequence[n.Operand]) -> t.Slice | None:
        """Return `f[1:5]` or `f[8:4:-1]` for registers of one file in a row."""
        first = self._indexed(elements[0])
        if first is None or len(elements) < 1:
            return None
        python, start = first
        step = 1
        for position, element in enumerate(elements[1:], 1):
            found = self._indexed(element)
            if found is None or found[0] != python:
                return None
            if position == 1:
                step = found[1] - start
                if step not in (1, -1):
                    return None
            if found[1] != start + step * position:
                return None
        stop = start + step * len(elements)
        # A slice down to register 0 has no end: `f[2:-1:-1]` would be empty.
        return t.Slice(python, start, stop if stop >= 0 else None, step)

    def starred(self, elements: Sequence[n.Operand], *, double: bool = False) -> list[t.Expression]:
        """Return the parts of a tuple; registers in a row are slices with a star."""
        parts: list[t.Expression] = []
        at = 0
        while at < len(elements):
            length = self._row_length(elements, at)
            row = self.slice(elements[at : at + length]) if length >= SLICED else None
            if row is not None:
                parts.append(t.Star(row))
            else:
                length = 1
                parts.append(expression(elements[at], self, double=double))
            at += length
        return parts

    def coordinates(self, operand: n.Vector) -> t.Expression:
        """Return the place of a box in a tensor: each of its numbers is a value of its own."""
        return t.Tuple(tuple([expression(each, self) for each in operand.elements]))

    def _row_length(self, elements: Sequence[n.Operand], at: int) -> int:
        """Return how many registers from one on are of one file and in a row."""
        first = self._indexed(elements[at])
        if first is None:
            return 1
        length = 1
        step = 0
        while at + length < len(elements):
            found = self._indexed(elements[at + length])
            if found is None or found[0] != first[0]:
                break
            if length == 1:
                step = found[1] - first[1]
            if step not in (1, -1) or found[1] != first[1] + step * length:
                break
            length += 1
        return length

    def _indexed(self, element: n.Operand) -> tuple[str, int] | None:
        return self.indexed(element.name) if type(element) is n.Register else None


def guard_expression(guard: n.Guard, scope: Scope) -> t.Expression:
    """Return the Python expression for the register of a guard.

    One that is declared as something else than a predicate is given by its name: the DSL refuses
    its handle.
    """
    register = guard.register
    if type(register) is n.Register and scope.declared(register.name) not in (None, "", "pred"):
        return quoted(register.name)
    return expression(register, scope)


def names_label(expression: t.Expression) -> bool:
    """Return whether an expression is a label by its number, `L[5]`."""
    return type(expression) is t.Element and expression.base == "L"


def expression(operand: n.Operand, scope: Scope, *, double: bool = False) -> t.Expression:
    """Return the Python expression that gives an operand back."""
    return _EXPRESSIONS[type(operand)](operand, scope, double)


def _register(operand: n.Register, scope: Scope, _double: bool) -> t.Expression:  # noqa: FBT001
    return scope.register(operand.name)


def _symbol(operand: n.Symbol, scope: Scope, _double: bool) -> t.Expression:  # noqa: FBT001
    return scope.symbol(operand.name)


def literal(text: str, *, double: bool = False) -> t.Expression:
    """Return the Python number, or the constructor, for a number as PTX spells it."""
    # `-0` is another text than `0`, and the same number.
    if _DECIMAL.match(text) and text != "-0":
        return int(text)
    if _BIT_FLOAT.match(text):
        shortest = (
            (_INFINITIES.get(text) or _shortest(text)) if (text[1] == "d") == double else None
        )
        if shortest is not None:
            return shortest
    match = _HEX.match(text)
    if match is not None:
        spelled = _hex(match)
        if spelled is not None:
            return spelled
    return t.Call(vocabulary.LITERAL, (quoted(text),))


def _hex(match: re.Match[str]) -> t.Expression | None:
    sign, digits, unsigned = match.groups()
    upper = digits.upper() == digits
    # Digits in both cases have no keyword to say so.
    if not upper and digits.lower() != digits:
        return None
    python = digits.upper().lstrip("0") or "0"
    arguments: list[t.Expression] = [f"{sign}0x{python}"]
    if len(digits) != len(python):
        arguments.append(t.Keyword("digits", len(digits)))
    if not upper:
        arguments.append(t.Keyword("upper", "False"))
    if unsigned:
        arguments.append(t.Keyword("unsigned", "True"))
    return t.Call(vocabulary.HEX, tuple(arguments)) if python != "0" or not sign else None


def _shortest(text: str) -> str | None:
    """Return the shortest decimal that packs to the same bits; `None` for inf and NaN."""
    if text[1] == "d":
        (value,) = struct.unpack(">d", bytes.fromhex(text[2:]))
        spelled = repr(value)
    else:
        (value,) = struct.unpack(">f", bytes.fromhex(text[2:]))
        # Nine digits tell all floats of 32 bits apart.
        spelled = next((s for s in (f"{value:.{p}g}" for p in range(6, 10)) if _packs(s, text)), "")
        if spelled and spelled.lstrip("-").isdigit():
            spelled += ".0"
    # `inf` and `nan` are no decimals.
    if not spelled or "n" in spelled:
        return None
    spelled = repr(float(spelled)) if _packs(repr(float(spelled)), text) else spelled
    spelled = spelled.replace("e+", "e")
    return spelled if _packs(spelled, text) else None


def _packs(spelled: str, text: str) -> bool:
    try:
        return float_text(float(spelled), double=text[1] == "d") == text
    except ValueError:
        return False


def _literal(operand: n.Literal, scope: Scope, double: bool) -> t.Expression:  # noqa: FBT001
    number = literal(operand.text, double=double)
    spelling = scope.spelled.get(operand.text)
    return number if spelling is None else t.Spelled(number, spelling)


def _component(operand: n.Component, scope: Scope, double: bool) -> t.Expression:  # noqa: FBT001
    base = expression(operand.base, scope, double=double)
    if (
        type(base) is str
        and base.startswith("ptx.special.")
        and operand.component in _components(operand.base)
    ):
        return f"{base}.{operand.component}"
    return t.Call(vocabulary.COMPONENT, (base, quoted(operand.component)))


def _vector(operand: n.Vector, scope: Scope, double: bool) -> t.Expression:  # noqa: FBT001
    elements = operand.elements
    if not elements:
        return t.Tuple(())
    sliced = scope.vector(elements)
    if sliced is not None:
        return sliced
    return t.Tuple(tuple(scope.starred(elements, double=double)))


def _address(operand: n.Address, scope: Scope, _double: bool) -> t.Expression:  # noqa: FBT001
    base, offset, coordinates = operand
    parts = [expression(base, scope)]
    if offset is not None:
        # Only a canonical decimal comes back from an `int` as it was.
        if type(offset) is not n.Literal or not _DECIMAL.match(offset.text) or offset.text == "-0":
            return _long_address(operand, scope)
        number = int(offset.text)
        # A zero is told apart from the one of an address that has no offset.
        parts.append(number or t.Spelled(0, "0"))
    elif not coordinates and scope.lifting.omits_zeros:
        # For passes an address without an offset has the offset 0, which is left out at the end.
        parts.append(0)
    elif coordinates and _is_number(coordinates[0]):
        # In `[x, 3]` the number is an offset: as a coordinate it takes the longer form.
        return _long_address(operand, scope)
    parts += [
        scope.coordinates(each) if type(each) is n.Vector else expression(each, scope)
        for each in coordinates
    ]
    return t.List(tuple(parts))


def _is_number(operand: n.Operand) -> bool:
    return type(operand) is n.Literal and _DECIMAL.match(operand.text) is not None


def _long_address(operand: n.Address, scope: Scope) -> t.Expression:
    parts = [expression(part, scope) for part in (operand.base, *operand.coordinates)]
    if operand.offset is not None:
        parts.append(t.Keyword("offset", expression(operand.offset, scope)))
    return t.Call(vocabulary.ADDRESS, tuple(parts))


def _call(function: str, *fields: str) -> Callable[[Any, Scope, bool], t.Expression]:
    """Return a function that writes a node as a call of a constructor with its fields."""

    def write(operand: n.Operand, scope: Scope, _double: bool) -> t.Expression:  # noqa: FBT001
        parts: list[t.Expression] = []
        for field in fields:
            value = getattr(operand, field)
            if isinstance(value, str):
                parts.append(quoted(value.removeprefix(".")))
            else:
                parts.append(expression(value, scope))
        return t.Call(f"ptx.{function}", tuple(parts))

    return write


def _ranged(operand: n.Ranged, scope: Scope, _double: bool) -> t.Expression:  # noqa: FBT001
    return t.Call(vocabulary.RANGED, (quoted(operand.name.name), expression(operand.count, scope)))


_EXPRESSIONS: dict[type, Callable[[Any, Scope, bool], t.Expression]] = {
    n.Register: _register,
    n.Symbol: _symbol,
    n.Literal: _literal,
    n.Component: _component,
    n.Vector: _vector,
    n.Address: _address,
    n.Unary: _call("unary", "operator", "operand"),
    n.Binary: _call("binary", "left", "operator", "right"),
    n.Conditional: _call("conditional", "condition", "chosen", "otherwise"),
    n.Parenthesized: _call("parenthesized", "operand"),
    n.Cast: _call("cast", "type", "operand"),
    n.Apply: _call("apply", "function", "argument"),
    n.Pair: _call("pair", "first", "second"),
    n.Subscript: _call("subscript", "base", "index"),
    n.Ranged: _ranged,
}


def _components(base: n.Operand) -> tuple[str, ...]:
    """Return the components of a special register: `x`, `y`, `z` and `w`, or none."""
    known = isa.lookup(base.name) if type(base) is n.Register else None
    return tuple("xyzw") if known is not None and known.components else ()
