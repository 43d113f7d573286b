"""Constant expressions that mix integers and floating-point values, or hold names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NoReturn

from ptxpy.check.diagnostic import Diagnostic
from ptxpy.ir import nodes as n
from ptxpy.ir import operand_tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ptxpy.check.context import ModuleContext
    from ptxpy.syntax import Focus

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
    # Names are looked for in instructions alone: those of initial values have a rule of their own.
    if sort is n.Instruction:
        for position, operand in enumerate(statement.operands):  # type: ignore[attr-defined]
            if type(operand) not in _NAMES:
                yield from _reported(operand, ordinal, ("operand", position), of_code=True)
    elif sort is n.Call:
        for operand in statement.arguments or ():  # type: ignore[attr-defined]
            yield from _reported(operand, ordinal, None)  # names are left to the rule on calls
    elif sort is n.Variable:
        for declarator in statement.declarators:  # type: ignore[attr-defined]
            focus = ("name", declarator.name.name)
            yield from _reported(declarator.initializer, ordinal, focus)


def _reported(
    operand: n.Operand | None, ordinal: int, focus: Focus | None, *, of_code: bool = False
) -> Iterator[Diagnostic]:
    try:
        _kind(operand)
        if of_code:
            _find_names(operand)
    except _WrongError as wrong:
        message, help_ = wrong.args
        yield Diagnostic(_CODE, message, ordinal, focus, help_)


class _WrongError(Exception):
    """An invalid expression: a message and help."""


def _refuse(message: str, help_: str = "") -> NoReturn:
    raise _WrongError(message, help_)


def _find_names(operand: n.Operand | None) -> None:
    """Refuse names in an expression of an instruction, except as `x+4`, `-x` and `!x` have them.

    `x-4` and `4+x` are left to the rule on offsets, `~x` to that on instructions. An element,
    `x[i]`, is in no expression; `-x[i]` is left to the rule on instructions.
    """
    # Operands within vectors and addresses are expressions of their own.
    for part in _operands(operand):
        if type(operand) is n.Vector and type(part) is n.Binary:
            _refuse_names(part, part.operator)
        _find_names(part)
    if type(operand) is n.Address and type(operand.offset) not in {*_NAMES, n.Component}:
        _refuse_names(operand.offset, "+")
    parts = _operators(operand)
    if type(operand) is n.Binary and operand.operator in "+-":
        # `x-4` and `4+x` have a rule of their own; a name after a minus sign, `4-x`, is refused
        # here.
        passed = len(parts) if operand.operator == "+" else 1
        parts = tuple(
            part for at, part in enumerate(parts) if at >= passed or type(part[1]) not in _NAMES
        )
    if type(operand) is n.Unary:
        kinds = {*_NAMES, n.Component, n.Subscript}
        parts = tuple(part for part in parts if type(part[1]) not in kinds)
    for at, (operator, part) in enumerate(parts):
        _refuse_names(part, operator, leads=not at and type(operand) in (n.Binary, n.Conditional))


def _refuse_names(node: n.Operand | None, operator: str, *, leads: bool = False) -> None:
    """Refuse the names in an operand of an operator; `leads` allows the first one in `x+4<<1`."""
    if node is not None and (
        type(node) in (n.Component, n.Subscript) or (type(node) in _NAMES and not _kind(node))
    ):
        name = _spelled(node)
        if operator == "()":
            message = f"only constants may be in parentheses, not {name}"
            _refuse(message, f"write {name} without them")
        help_ = "compute it with an instruction before"
        if type(node) is n.Subscript and type(node.index) is n.Literal and operator == "+":
            help_ = f"write {_spelled(node.base)}+n, with n in bytes"
        _refuse(f"{operator} takes constants, not {name}", help_)
    leads = leads and type(node) in (n.Binary, n.Conditional)
    # Only the leftmost name of a chain may stay: `x+4<<1` begins with `x+4`.
    for at, (inner, part) in enumerate(_operators(node)):
        if not (leads and not at and inner == "+" and type(part) in _NAMES):
            _refuse_names(part, inner, leads=leads and not at)


def _spelled(node: n.Operand) -> str:
    return "".join(text for _, text in operand_tokens(node))


def _operands(node: n.Operand | None) -> tuple[n.Operand, ...]:
    """Return the operands in a vector, a pair or an address; an offset is not among them."""
    if type(node) is n.Vector:
        return node.elements
    if type(node) is n.Pair:
        return node.first, node.second
    if type(node) is n.Subscript:
        return node.base, node.index
    return (node.base, *node.coordinates) if type(node) is n.Address else ()


def _operators(node: n.Operand | None) -> tuple[tuple[str, n.Operand], ...]:
    """Return the operands of an operator, each with its spelling."""
    if type(node) is n.Binary:
        return (node.operator, node.left), (node.operator, node.right)
    if type(node) is n.Conditional:
        return ("?:", node.condition), ("?:", node.chosen), ("?:", node.otherwise)
    if type(node) is n.Unary:
        return ((node.operator, node.operand),)
    if type(node) is n.Cast:
        return ((f"({node.type})", node.operand),)
    return (("()", node.operand),) if type(node) is n.Parenthesized else ()


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
        # ptxas does not take `-0f3F800000`, so the sign goes into the highest bit.
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
    # In parentheses ptxas takes `0f3F800000` for a value.
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
    if not left and right in ("float", "bits") and operator == "+":
        _refuse("an offset must be an integer, not a floating-point value")
    # A name in a sum makes an address of it, and no constant.
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


def _subscript(node: n.Subscript) -> str:
    _kind(node.index)
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
    n.Subscript: _subscript,
    n.Address: _address,
}
