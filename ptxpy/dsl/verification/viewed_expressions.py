"""Operators of a kernel's text with a view in them, for messages alone.

A message about an operator on a register of bits says what to write instead in the author's own
words: for `x.f32 * y + z` that is `(x.f32 * y).f32 + z`.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final, cast

from ptxpy.dialect import BINARY, COMPARISONS, VIEWS
from ptxpy.dsl.tracing.calling_expressions import calling_expressions, calling_frame, expressions_at
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.tracing.trace import current
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.dsl.tracing.source_lines import CodeLocation

__all__ = ["float_problem", "viewed_here"]

_ORDINALS: Final = ("first", "second")

_NUMBERED: Final = ("f32", "f64")
"""The types of floats that PTX has constants of, and that it divides."""

_SYMBOLS: Final[dict[type[ast.AST], str]] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.Mod: "%",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}
_FLOAT_OPERATORS: Final = (ast.Add, ast.Sub, ast.Mult, ast.Div)


class _Written:
    """An operator as the author has written it, its operands in the order of the text."""

    def __init__(self, nodes: Sequence[ast.AST], symbol: str) -> None:
        """Take the expressions around an operator, the innermost first, and its symbol.

        `ValueError` if the text has another operator there.
        """
        node = nodes[0] if nodes else None
        self.target: ast.expr | None = None
        """The target of `target += x`; None for an operator that does not assign."""
        if isinstance(node, ast.AugAssign):
            self.target = node.target
            made = ast.BinOp(node.target, node.op, node.value)
            nodes = [made]
        else:
            made = cast("ast.BinOp", node)
        self.node: ast.expr = made
        self.outer = [*nodes[1:]]
        self.operands = _operands(made)
        shown = _symbol(made)
        # Python turns `3 < x` into `x > 3`.
        is_mirrored = isinstance(node, ast.Compare) and (
            shown != symbol or isinstance(node.left, ast.Constant)
        )
        # The sum of a negative number stands for `x - 1`.
        is_same = shown == symbol or (shown, symbol) == ("-", "+")
        if not self.operands or not (is_mirrored or is_same):
            raise ValueError(symbol)
        self.is_mirrored = is_mirrored

    def place(self, at: int) -> int:
        """Return the place in the text of an operand of the instruction."""
        return 1 - at if self.is_mirrored else at

    def viewed(self, place: int, kind: str, numbers: Sequence[bool]) -> ast.expr:
        """Return the operator with a view of the operand at a place, and floats for numbers."""
        parts = [
            _as_float(part) if is_number and kind in _NUMBERED else part
            for part, is_number in zip(self.operands, numbers, strict=True)
        ]
        parts[place] = ast.Attribute(parts[place], kind)
        if _symbol(self.node) == "%" and kind in _NUMBERED:
            return _remainder(parts, place, kind)
        return _with_operands(self.node, parts)

    def text(self, made: ast.expr, *, is_set: bool) -> str:
        """Return the text of the operator with a view, and of the assignment that it is."""
        text = ast.unparse(made)
        if self.target is None:
            return text
        target = ast.unparse(self.target)
        return f"{target}.set({text})" if is_set else f"{target} = {text}"

    def around(self, made: ast.expr, kind: str) -> ast.expr:
        """Return the sums and products around the operator, each with a view of its result."""
        inner: ast.AST = self.node
        for each in self.outer:
            if not isinstance(each, ast.BinOp) or not isinstance(each.op, _FLOAT_OPERATORS):
                break
            parts = [each.left, each.right]
            place = 0 if each.left is inner else 1
            other = parts[1 - place]
            view = other.attr if isinstance(other, ast.Attribute) else ""
            if view in VIEWS and view != kind:
                break
            if isinstance(other, ast.Constant) and kind in _NUMBERED:
                parts[1 - place] = _as_float(other)
            parts[place] = made if view == kind else ast.Attribute(made, kind)
            inner, made = each, _with_operands(each, parts)
        return made


def _operands(node: ast.AST | None) -> list[ast.expr]:
    """Return the operands of an operator in the order of the text; none for anything else."""
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    if isinstance(node, ast.Compare) and len(node.comparators) == 1:
        return [node.left, *node.comparators]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return [node.operand]
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("max", "min")
        and len(node.args) == 1
    ):
        return [node.func.value, *node.args]
    return []


def _with_operands(node: ast.expr, parts: list[ast.expr]) -> ast.expr:
    """Return an operator with other operands."""
    if isinstance(node, ast.BinOp):
        return ast.BinOp(parts[0], node.op, parts[1])
    if isinstance(node, ast.Compare):
        return ast.Compare(parts[0], node.ops, parts[1:])
    if isinstance(node, ast.UnaryOp):
        return ast.UnaryOp(node.op, parts[0])
    func = cast("ast.Attribute", cast("ast.Call", node).func)
    return ast.Call(ast.Attribute(parts[0], func.attr), parts[1:], [])


def _symbol(node: ast.AST) -> str:
    """Return the symbol of an operator, `neg` of a minus, and the name of a method."""
    if isinstance(node, ast.BinOp):
        return _SYMBOLS.get(type(node.op), "")
    if isinstance(node, ast.Compare):
        return _SYMBOLS.get(type(node.ops[0]), "")
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr
    return "neg" if isinstance(node, ast.UnaryOp) else ""


def _as_float(node: ast.expr) -> ast.expr:
    """Return a number of Python as a float: 3 as 3.0, and `n` as `float(n)`."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return ast.UnaryOp(node.op, _as_float(node.operand))
    if isinstance(node, ast.Constant):
        return ast.Constant(float(node.value)) if type(node.value) is int else node
    return ast.Call(ast.Name("float"), [node], [])


def _remainder(parts: Sequence[ast.expr], place: int, kind: str) -> ast.expr:
    """Return the remainder of floats, for which PTX has no instruction (`fmod` of C)."""
    x, y = parts
    truncate = ast.parse(f"ptx.cvt.rzi.{kind}.{kind}", mode="eval").body
    quotient = ast.Attribute(ast.Call(truncate, [ast.BinOp(x, ast.Div(), y)], []), kind)
    product: ast.expr = ast.BinOp(quotient, ast.Mult(), y)
    return ast.BinOp(x, ast.Sub(), product if place == 0 else ast.Attribute(product, kind))


def _symbol_of(operator: PendingResult) -> str:
    """Return the symbol of the operator that has emitted an instruction."""
    if operator.opcode == "setp":
        return next(key for key, name in COMPARISONS.items() if f".{name}" == operator.modifiers[0])
    return next((key for key, name in BINARY.items() if name == operator.opcode), operator.opcode)


def _generic(symbol: str) -> ast.expr:
    """Return an operator without an author's text, with operands that are called x and y."""
    texts = {"neg": "-x", "max": "x.max(y)", "min": "x.min(y)"}
    return ast.parse(texts.get(symbol, f"x {symbol} y"), mode="eval").body


def _find(nodes: Sequence[ast.AST], symbol: str) -> _Written:
    try:
        return _Written(nodes, symbol)
    except ValueError:
        return _Written([_generic(symbol)], symbol)


def float_problem(
    location: CodeLocation | None, operator: PendingResult, at: int, kind: str
) -> str:
    """Return the message for an operator on integers whose operand at a place is a float."""
    symbol = _symbol_of(operator)
    written = _find([] if location is None else expressions_at(*location), symbol)
    place = written.place(at)
    numbers = [type(each) is n.Literal for each in operator.sources]
    if written.is_mirrored:
        numbers.reverse()
    is_set = operator.in_place
    integer = operator.modifiers[-1][1:]
    bits = written.viewed(place, integer, numbers)
    meant = f"{written.text(bits, is_set=is_set)} where the bits of the float are meant"
    # The other formats have neither constants nor a division.
    if kind in _NUMBERED or not (any(numbers) or symbol in ("/", "%")):
        floats = written.around(written.viewed(place, kind, numbers), kind)
        forms = _other_divisions(written, kind)
        meant = f"{written.text(floats, is_set=is_set)}{forms}, or {meant}"
    else:
        meant = f"{meant}, or convert it first, ptx.cvt.f32.{kind}(…)"
    which = f"its {_ORDINALS[place]} operand" if len(numbers) > 1 else "its operand"
    return (
        f"{ast.unparse(written.node)} would be {operator.describe()}, of integers, and {which} "
        f"is a .{kind} in a register of bits: write {meant}"
    )


def viewed_here(symbol: str, at: int, kind: str, *, is_set: bool, integer: str = "") -> str:
    """Return the operator that Python is computing with a view of an operand; "" if unreadable.

    The other operand is a number with a point. `is_set` says that the view is of a register that
    is declared to change. An operand that is an `integer` of some type is converted to a float,
    and a register that is declared to change keeps an integer.
    """
    try:
        written = _Written(calling_expressions(calling_frame()), symbol)
    except ValueError:
        return ""
    place = written.place(at)
    if integer:
        written.operands[place] = _called(f"cvt.rn.{kind}.{integer}", written.operands[place])
    made = written.viewed(place, kind, [False, False])
    forms = "" if integer else _other_divisions(written, kind)
    made = written.around(made, kind)
    if integer and is_set:
        made = _called(f"cvt.rzi.{integer}.{kind}", made)
    return written.text(made, is_set=is_set) + forms


def _called(opcode: str, operand: ast.expr) -> ast.expr:
    """Return the call of an instruction with one operand."""
    return ast.Call(ast.parse(f"ptx.{opcode}", mode="eval").body, [operand], [])


def _other_divisions(written: _Written, kind: str) -> str:
    """Return the other instructions that divide floats, in brackets; empty if that is no division.

    An operator is the one that rounds correctly, and takes longest. Where the function has divided
    by another one, that is meant.
    """
    if kind != "f32" or _symbol(written.node) != "/":
        return ""
    body = current()
    statements = [] if body is None else body.statements
    used = [
        "".join(each.modifiers)
        for each in statements
        if type(each) is PendingResult and each.opcode == "div" and each.modifiers[-1] == ".f32"
    ]
    forms = [*dict.fromkeys(each for each in used if not each.startswith(".rn"))]
    known = f"{', '.join(f'div{each}' for each in forms)} elsewhere" if forms else ""
    operands = ", ".join(map(ast.unparse, written.operands))
    calls = [f"ptx.div{each}({operands})" for each in forms or (".full.f32", ".approx.f32")]
    which = f"this function has {known}" if known else "less exact and quicker"
    return f" (div.rn.f32; {which}: {' or '.join(calls)})"
