"""Constant expressions that mix integers and floating-point values, or have no value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NoReturn

from ptxpy.check.diagnostic import Diagnostic
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ptxpy.check.context import ModuleContext
    from ptxpy.syntax.printer import Focus

__all__ = ["check_constants"]

_CODE: Final = "PTX027"
_OF_INTEGERS: Final = frozenset({"%", "<<", ">>", "&", "|", "^", "&&", "||", "~", "!"})
_ARITHMETIC: Final = frozenset("+-*/")
_SIGN: Final = 1 << 31
_CASTS: Final = frozenset({".s64", ".u64"})
_NAMES: Final = frozenset({n.Register, n.Symbol})


def check_constants(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report constant expressions whose operands do not match their operators."""
    for ordinal, item in context.items:
        yield from _statement(item, ordinal)
    for function in context.functions:
        code = function.code
        for ordinal, statement in zip(code.ordinals, code.statements, strict=True):
            yield from _statement(statement, ordinal)


def _statement(statement: n.Node, ordinal: int) -> Iterator[Diagnostic]:
    sort = type(statement)
    if sort is n.Instruction:
        for position, operand in enumerate(statement.operands):  # type: ignore[attr-defined]
            if type(operand) not in _NAMES:
                yield from _reported(operand, ordinal, ("operand", position))
    elif sort is n.Call:
        for operand in statement.arguments or ():  # type: ignore[attr-defined]
            yield from _reported(operand, ordinal, None)
    elif sort is n.Variable:
        for declarator in statement.declarators:  # type: ignore[attr-defined]
            focus = ("name", declarator.name.name)
            yield from _reported(declarator.initializer, ordinal, focus)


def _reported(operand: n.Operand | None, ordinal: int, focus: Focus | None) -> Iterator[Diagnostic]:
    try:
        _kind(operand)
    except _WrongError as wrong:
        message, help_ = wrong.args
        yield Diagnostic(_CODE, message, ordinal, focus, help_)


class _WrongError(Exception):
    """An invalid expression: a message and help."""


def _refuse(message: str, help_: str = "") -> NoReturn:
    raise _WrongError(message, help_)


def _kind(node: n.Operand | None) -> str:
    """Return the kind of a constant expression, or "" if the node is not a constant.

    The kinds are `integer`, `float`, and `bits` for an unparenthesised number like 0f3F800000.
    """
    reader = _READERS.get(type(node))
    return "" if reader is None else reader(node)


def _literal(node: n.Literal) -> str:
    text = node.text.lower()
    digits = text.lstrip("- ")
    if digits[:2] == "0f":
        if text != digits:
            flipped = f"{int.from_bytes(bytes.fromhex(digits[2:])) ^ _SIGN:08X}"
            _refuse(f"{digits[:2]}{digits[2:].upper()} takes no sign", f"write 0f{flipped}")
        return "bits"
    if digits[:2] == "0d":
        return "float"
    return "float" if digits[:2] != "0x" and ("." in digits or "e" in digits) else "integer"


def _symbol(node: n.Symbol) -> str:
    return "integer" if node.name == "WARP_SZ" else ""


def _parenthesized(node: n.Parenthesized) -> str:
    return _kind(node.operand).replace("bits", "float")


def _operand(node: n.Operand) -> str:
    """Return the kind of an operator's operand."""
    kind = _kind(node)
    if kind == "bits":
        text = node.text if type(node) is n.Literal else "0f…"
        _refuse(f"{text} takes no operator", "write it in decimal")
    return kind


def _integer(operator: str, kind: str) -> str:
    if kind == "float":
        _refuse(f"{operator} takes integers, not floating-point values")
    return kind


def _unary(node: n.Unary) -> str:
    kind = _operand(node.operand)
    return _integer(node.operator, kind) if node.operator in _OF_INTEGERS else kind


def _binary(node: n.Binary) -> str:
    left, right = _operand(node.left), _operand(node.right)
    operator = node.operator
    if not left or not right:
        return ""
    if left != right:
        _refuse(f"{operator} takes two integers or two floating-point values, not one of each")
    if operator in _OF_INTEGERS:
        _integer(operator, left)
    return left if operator in _ARITHMETIC else "integer"


def _conditional(node: n.Conditional) -> str:
    parts = (node.condition, node.chosen, node.otherwise)
    kinds = [_integer("?:", _operand(part)) for part in parts]
    return "" if "" in kinds else "integer"


def _cast(node: n.Cast) -> str:
    kind = _operand(node.operand)
    if kind and node.type not in _CASTS:
        _refuse(f"there is no conversion to {node.type}", "write (.s64) or (.u64)")
    return _integer(f"({node.type})", kind)


def _vector(node: n.Vector) -> str:
    for element in node.elements:
        if type(element) not in _NAMES:
            _kind(element)
    return ""


def _address(node: n.Address) -> str:
    for part in (node.base, *node.coordinates):
        _kind(part)
    if _kind(node.offset) in ("float", "bits"):
        _refuse("an offset must be an integer, not a floating-point value")
    return ""


_READERS: Final[dict[type, Callable[[Any], str]]] = {
    n.Literal: _literal,
    n.Symbol: _symbol,
    n.Parenthesized: _parenthesized,
    n.Unary: _unary,
    n.Binary: _binary,
    n.Conditional: _conditional,
    n.Cast: _cast,
    n.Vector: _vector,
    n.Address: _address,
}
