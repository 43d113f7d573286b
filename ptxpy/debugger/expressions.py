"""Expressions about a held kernel: `%r5`, `i * 4 == n`, `acc[3]`, `shared[0x40].f32`.

An expression is parsed by `ast` after the signs of PTX have been replaced, and evaluated here, node
by node, for many threads at once; no part is ever executed as Python.
"""

from __future__ import annotations

import ast
import operator
import re
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.isa import TYPES, nearest
from ptxpy.sim import decode, format_bits

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["SPACES", "Expression", "ExpressionError", "Names", "Place", "Typed"]

SPACES: Final = ("shared", "global", "local", "generic", "tensor")
"""The names of memories, which are subscripted by an address."""

_MAX_CHARACTERS: Final = 500
_MAX_BITS: Final = 1 << 16
"""No integer gets more bits: `1 << (1 << 60)` would take all memory."""
_FLOATS: Final = {"f16", "bf16", "f32", "tf32", "f64"}


class ExpressionError(ValueError):
    """An expression that is wrong, with a caret below its place."""

    def __init__(self, message: str, text: str = "", column: int = -1) -> None:
        """Keep the message; `column` is the place in the text, from 0."""
        self.message = message
        where = f"\n    {text}\n    {' ' * column}^" if text and column >= 0 else ""
        super().__init__(message + where)


class Typed(NamedTuple):
    """A value in each of some threads."""

    type: str
    """A PTX type, whose bits `bits` has; or `number`."""
    bits: Any
    """An array with an element for each thread: bits of an unsigned type or, of a `number`,
    integers, floats or booleans."""

    @property
    def values(self) -> Any:
        """The numbers: an array of integers, of floats or of booleans."""
        return self.bits if self.type == "number" else _decoded(self.type, self.bits)

    def text(self, index: int) -> str:
        """Return the text of the value in a thread, given its index among the threads."""
        held = self.bits[index]
        if self.type != "number":
            return format_bits(self.type, int(held))
        if isinstance(held, bool | np.bool_):
            return str(bool(held)).lower()
        return f"{float(held):.9g}" if isinstance(held, float | np.floating) else str(int(held))


class Place(NamedTuple):
    """Memory that an expression means: its bytes can be watched."""

    space: str
    addresses: Any
    """The address in each thread."""
    type: str


class Names(Protocol):
    """The meaning of the names of an expression in some threads."""

    count: int
    """How many threads there are."""

    def register(self, name: str, lane: int | None) -> Typed | None:
        """Return a register or a special register (`%tid.x`); None for no such register.

        It is that of all threads, or that of one lane of their warp.
        """

    def is_register(self, name: str) -> bool:
        """Return whether a name is that of a register in the PTX."""

    def variable(self, name: str) -> Place | None:
        """Return where a parameter or a variable is; None for no such name."""

    def array(self, name: str) -> Place | None:
        """Return the first element of a variable, or of the array to which a parameter points."""

    def load(self, place: Place) -> Typed:
        """Return the contents of memory; raises `ExpressionError`."""

    def known(self) -> list[str]:
        """Return the names that there are, for advice."""


_TOKEN: Final = re.compile(
    r"(?P<register>%[A-Za-z_$][\w$]*)|(?P<word>[A-Za-z_$][\w$]*)|(?P<number>\.?\d[\w.]*)"
    r"|(?P<logic>&&|\|\||!(?!=))|(?P<space>\s+)|(?P<other>.)",
    re.ASCII | re.DOTALL,
)
_DEREFERENCED: Final = re.compile(r"(?:^|[-+*/(=<>&|!])\s*\*\s*([A-Za-z_$][\w$]*)", re.ASCII)
"""A name behind the sign by which C and gdb follow a pointer: `*x`."""
_LOGIC: Final = {"&&": " and ", "||": " or ", "!": " not "}

_BINARY: Final[Mapping[type, Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}
_COMPARE: Final[Mapping[type, Callable[[Any, Any], Any]]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


class Expression:
    """A parsed expression, which can be evaluated wherever a kernel is held.

    >>> str(Expression("%r1 + 1 == 3 && tid < 4"))
    '%r1 + 1 == 3 && tid < 4'
    """

    def __init__(self, text: str) -> None:
        """Parse an expression; raises `ExpressionError`."""
        self.text = text.strip()
        if not self.text:
            message = "an expression is expected, such as %r5 or shared[0x40].f32"
            raise ExpressionError(message)
        if len(self.text) > _MAX_CHARACTERS:
            message = f"an expression of more than {_MAX_CHARACTERS} characters"
            raise ExpressionError(message)
        self._spelled: dict[str, str] = {}
        """The names of PTX, by the names that stand for them in the parsed text."""
        self._columns: list[int] = []
        """For each character of the parsed text, its place in the text."""
        parsed = self._replaced()
        try:
            # Python's parser reads text of a stranger here, which is at most 500 characters long.
            self._tree = ast.parse(parsed, mode="eval").body
        except SyntaxError as error:
            at = self._column((error.offset or 1) - 1)
            message = "this is no expression"
            pointer = _DEREFERENCED.search(self.text)
            if pointer is not None:
                message += f": what {pointer[1]} points to is {pointer[1]}[0]"
            raise ExpressionError(message, self.text, at) from None
        except (ValueError, MemoryError, RecursionError):
            message = "this is no expression"
            raise ExpressionError(message, self.text, 0) from None

    def __str__(self) -> str:
        """Return the text."""
        return self.text

    def _replaced(self) -> str:
        """Return the text with names that Python does not have replaced."""
        parts: list[str] = []
        after_operand = False
        for match in _TOKEN.finditer(self.text):
            kind, text = match.lastgroup, match.group()
            if kind == "register" and after_operand:
                # Behind an operand the sign is that of the remainder: `tid %r1` is `tid % r1`.
                self._put(parts, "%", match.start())
                self._put(parts, self._standing_for(text[1:]), match.start() + 1)
            elif kind == "register" or (kind == "word" and ("$" in text or _is_keyword(text))):
                self._put(parts, self._standing_for(text), match.start())
            elif kind == "logic":
                self._put(parts, _LOGIC[text], match.start())
            else:
                self._put(parts, text, match.start())
            if kind != "space":
                after_operand = kind in ("register", "word", "number") or text in ")]"
        text = "".join(parts)
        # Python takes space at the begin for indentation, as in ` not p`.
        self._columns = self._columns[len(text) - len(text.lstrip()) :]
        return text.lstrip()

    def _put(self, parts: list[str], text: str, column: int) -> None:
        parts.append(text)
        self._columns += [column] * len(text)

    def _standing_for(self, name: str) -> str:
        found = f"n_{len(self._spelled)}"
        while found in self.text:
            found += "_"
        self._spelled[found] = name
        return found

    def _column(self, at: int) -> int:
        return self._columns[at] if at < len(self._columns) else len(self.text)

    # ---------------------------------------------------------------------- evaluation

    def evaluate(self, names: Names) -> Typed:
        """Return the value in each thread; raises `ExpressionError`."""
        try:
            with np.errstate(all="ignore"):
                found = self._value(self._tree, names)
        except RecursionError:
            message = "an expression that is nested too deeply"
            raise ExpressionError(message) from None
        except (OverflowError, ZeroDivisionError, MemoryError) as error:
            raise ExpressionError(str(error)) from None
        return found._replace(bits=np.broadcast_to(found.bits, (names.count,)))

    def holds(self, names: Names) -> Any:
        """Return for each thread whether the value is true, that is not 0."""
        values = self.evaluate(names).values
        return np.array(values, bool) if values.dtype == object else values.astype(bool)

    def unknown(self, names: Names) -> list[str]:
        """Return the names in the expression that mean nothing."""
        found: dict[str, None] = {}
        # `threadIdx.x` is one name, if it is one at all.
        components = {
            id(node.value)
            for node in ast.walk(self._tree)
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and names.register(f"{self._spelling(node.value)}.{node.attr}", None) is not None
        }
        for node in ast.walk(self._tree):
            if not isinstance(node, ast.Name) or id(node) in components:
                continue
            name = self._spelling(node)
            is_known = names.register(name, None) is not None or names.variable(name) is not None
            if not is_known and name not in SPACES:
                found[name] = None
        return [*found]

    def place(self, names: Names) -> Place | None:
        """Return the memory that the expression means; None if it is a value."""
        return self._place(self._tree, names)

    def _fail(self, node: ast.expr, message: str) -> ExpressionError:
        return ExpressionError(message, self.text, self._column(node.col_offset))

    def _spelling(self, node: ast.Name) -> str:
        return self._spelled.get(node.id, node.id)

    def _value(self, node: ast.expr, names: Names) -> Typed:
        place = self._place(node, names)
        if place is not None:
            return self._loaded(node, place, names)
        if isinstance(node, ast.Constant):
            if isinstance(node.value, bool | int | float) and abs(node.value) < 1 << 64:
                return Typed("number", np.array([node.value]))
            raise self._fail(node, "only numbers of at most 64 bits are constants here")
        if isinstance(node, ast.Name):
            return self._named(node, names)
        if isinstance(node, ast.Attribute):
            return self._attribute(node, names)
        if isinstance(node, ast.Subscript):
            return self._element(node, names)
        if isinstance(node, ast.UnaryOp):
            return self._unary(node, names)
        if isinstance(node, ast.BinOp):
            return self._binary(node, names)
        if isinstance(node, ast.BoolOp):
            held = [_truth(self._value(each, names)) for each in node.values]
            joined = held[0]
            for each in held[1:]:
                joined = joined & each if isinstance(node.op, ast.And) else joined | each
            return Typed("number", joined)
        if isinstance(node, ast.Compare):
            return self._comparison(node, names)
        text = "an expression has names, numbers, operators, [ ] and types such as .f32"
        raise self._fail(node, text)

    def _loaded(self, node: ast.expr, place: Place, names: Names) -> Typed:
        try:
            return names.load(place)
        except ExpressionError as error:
            raise self._fail(node, error.message) from None

    def _place(self, node: ast.expr, names: Names) -> Place | None:
        """Return the memory that a node means; None if it is none."""
        if isinstance(node, ast.Attribute) and node.attr in TYPES:
            inner = self._place(node.value, names)
            return None if inner is None else inner._replace(type=node.attr)
        if isinstance(node, ast.Name):
            name = self._spelling(node)
            return None if names.register(name, None) is not None else names.variable(name)
        if not isinstance(node, ast.Subscript):
            return None
        if isinstance(node.value, ast.Name) and self._spelling(node.value) in SPACES:
            addresses = _integers(self._value(node.slice, names))
            if addresses is None:
                raise self._fail(node.slice, "an address is an integer")
            return Place(self._spelling(node.value), addresses, "b32")
        if isinstance(node.value, ast.Name):
            name = self._spelling(node.value)
            # `%r5[3]` is lane 3 of a register; a name that a source gives both a register and the
            # array to which that points means the array.
            array = None if names.is_register(name) else names.array(name)
        else:
            array = self._place(node.value, names)
        index = None if array is None else _integers(self._value(node.slice, names))
        if array is None or index is None:
            return None
        size = TYPES[array.type].bits // 8
        return array._replace(addresses=array.addresses + index * size)

    def _named(self, node: ast.Name, names: Names) -> Typed:
        name = self._spelling(node)
        found = names.register(name, None)
        if found is None:
            close = nearest(name, {*names.known()})
            hint = f"; did you mean {' or '.join(close)}?" if close else ""
            raise self._fail(node, f"no register, parameter or variable {name}{hint}")
        return found

    def _attribute(self, node: ast.Attribute, names: Names) -> Typed:
        if isinstance(node.value, ast.Name):
            component = names.register(f"{self._spelling(node.value)}.{node.attr}", None)
            if component is not None:
                return component
        if node.attr not in TYPES:
            close = nearest(node.attr, {*TYPES})
            hint = f"; did you mean .{close[0]}?" if close else ""
            raise self._fail(node, f"no type or component .{node.attr}{hint}")
        held = self._value(node.value, names)
        bits = held.bits
        if held.type == "number":
            if node.attr in _FLOATS or bits.dtype.kind == "f":
                raise self._fail(node, "a type behind a number says how its bits are read: "
                                       "only integers have bits here")  # fmt: skip
            bits = np.array([int(each) & ((1 << 64) - 1) for each in bits], np.uint64)
        return Typed(node.attr, bits)

    def _element(self, node: ast.Subscript, names: Names) -> Typed:
        """Return a register in another lane: `%r5[3]`."""
        lane = _integers(self._value(node.slice, names))
        if not isinstance(node.value, ast.Name) or lane is None or len({*lane.tolist()}) != 1:
            raise self._fail(node, "[ ] is for a lane of a register, an array, or a memory")
        number = int(lane[0])
        if not 0 <= number < 32:  # noqa: PLR2004 - lanes of a warp
            raise self._fail(node.slice, "a warp has the lanes 0 to 31")
        found = names.register(self._spelling(node.value), number)
        return self._named(node.value, names) if found is None else found

    def _unary(self, node: ast.UnaryOp, names: Names) -> Typed:
        held = self._value(node.operand, names)
        if isinstance(node.op, ast.Not):
            return Typed("number", ~_truth(held))
        values = held.values
        if isinstance(node.op, ast.Invert):
            if values.dtype.kind == "b":
                return Typed("number", ~values)
            if values.dtype.kind == "f":
                raise self._fail(node, "~ is for integers")
            return Typed("number", ~values)
        values = values.astype(np.int64) if values.dtype.kind == "b" else values
        return Typed("number", -values if isinstance(node.op, ast.USub) else values)

    def _binary(self, node: ast.BinOp, names: Names) -> Typed:
        left, right = self._value(node.left, names).values, self._value(node.right, names).values
        left, right = _number(left), _number(right)
        kinds = {left.dtype.kind, right.dtype.kind}
        simple = _BINARY.get(type(node.op))
        if simple is not None:
            if "f" in kinds and isinstance(node.op, ast.BitAnd | ast.BitOr | ast.BitXor):
                raise self._fail(node, "this operator is for integers")
            return Typed("number", simple(left, right))
        if isinstance(node.op, ast.Div):
            return Typed("number", left.astype(float) / right.astype(float))
        if isinstance(node.op, ast.FloorDiv | ast.Mod):
            if (right == 0).any():
                raise self._fail(node, "a division by 0")
            return Typed("number", left // right if isinstance(node.op, ast.FloorDiv)
                         else left % right)  # fmt: skip
        if isinstance(node.op, ast.LShift | ast.RShift) and "f" not in kinds:
            if not all(0 <= each < 64 for each in right.tolist()):  # noqa: PLR2004 - bits
                raise self._fail(node, "a shift is by 0 to 63")
            is_left = isinstance(node.op, ast.LShift)
            return Typed("number", left << right if is_left else left >> right)
        raise self._fail(node, "this operator is not known here")

    def _comparison(self, node: ast.Compare, names: Names) -> Typed:
        left = self._value(node.left, names).values
        result = np.array([True])
        for how, each in zip(node.ops, node.comparators, strict=True):
            right = self._value(each, names).values
            compare = _COMPARE.get(type(how))
            if compare is None:
                raise self._fail(node, "this comparison is not known here")
            result = result & np.asarray(compare(left, right), bool)
            left = right
        return Typed("number", result)


def _is_keyword(word: str) -> bool:
    # `and`, `or` and `not` are operators here as in Python.
    return word in ("is", "in", "lambda", "if", "else", "global", "nonlocal", "await", "yield")


def _truth(held: Typed) -> Any:
    return np.asarray(held.values != 0, bool)


def _number(values: Any) -> Any:
    return values.astype(np.int64) if values.dtype.kind == "b" else values


def _integers(held: Typed) -> Any:
    """Return integers as an array; None if a value is something else."""
    values = _number(held.values)
    return None if values.dtype.kind == "f" else values


def _decoded(type_: str, bits: Any) -> Any:
    """Return the numbers that bits are in a type."""
    kind = TYPES[type_]
    if kind.kind == "pred":
        return np.asarray(bits, bool)
    if kind.lanes > 1 or kind.bits > 64:  # noqa: PLR2004 - an integer of NumPy
        return np.array([int(each) for each in bits], object)
    if type_ in _FLOATS:
        return np.array([decode(type_, int(each)) for each in bits], float)
    held = bits.astype(np.uint64)
    if kind.bits < 64:  # noqa: PLR2004 - as above
        held = held & np.uint64((1 << kind.bits) - 1)
    values = held.astype(np.int64)
    if kind.kind == "signed" and kind.bits < 64:  # noqa: PLR2004 - as above
        sign = np.int64(1 << (kind.bits - 1))
        return (values ^ sign) - sign
    if kind.kind != "signed" and (values < 0).any():
        # The upper half of 64 unsigned bits has no place among NumPy's signed integers.
        return np.array([int(each) for each in held], object)
    return values
