"""The operations of a group's statements, one a statement, in any spelling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.dialect import vocabulary
from ptxpy.pytree import tree as t

__all__ = ["Operation", "is_position", "operations", "written"]


class Operation(NamedTuple):
    """An operation: its target, its name and its operands, without views and copies."""

    target: t.Expression
    name: str
    """An operator, `+`, or the words of an opcode without its type: `mul.hi`."""
    operands: tuple[t.Expression, ...]
    is_signed: bool = False
    """Whether the instruction's type or the view of an operand says so."""
    width: int = 32
    """The bits of the instruction's type."""


_OPERATORS: Final = {
    "add": "+",
    "sub": "-",
    "mul.lo": "*",
    "shl": "<<",
    "shr": ">>",
    "and": "&",
    "or": "|",
    "xor": "^",
    "setp.eq": "==",
    "setp.ne": "!=",
    "setp.lt": "<",
}
_TYPES: Final = {f"{kind}{width}": width for kind in "usbf" for width in (16, 32, 64)}
_BINARY: Final = frozenset(_OPERATORS.values())
_LAYOUT: Final = frozenset({"before", "within"})
_IGNORED: Final = frozenset({"rn", "ftz", "sync"})


def operations(body: Sequence[t.Statement]) -> Iterator[tuple[t.Statement, Operation | None]]:
    """Yield the statements of a block, each with its operation; positions and copies are left out.

    A use of a copy counts as a use of its source.
    """
    copies: dict[t.Expression, t.Expression] = {}

    def known(key: t.Expression) -> t.Expression:
        key = key.value if isinstance(key, t.View) else key
        while isinstance(key, str | t.Register) and key in copies:
            key = copies[key]
        return key

    for statement in body:
        if is_position(statement):
            continue
        target, value = written(statement)
        found = None if target is None else _operation(target, value)
        if found is None or found.name == "mov":
            if found is None or target is None or not isinstance(statement, t.Assign):
                yield statement, None
            else:
                copies[target] = known(found.operands[0])
            continue
        yield statement, found._replace(operands=tuple([known(each) for each in found.operands]))


def _operation(target: t.Expression, value: t.Expression) -> Operation | None:
    if isinstance(value, t.Binary):
        views = [each.name for each in (value.left, value.right) if isinstance(each, t.View)]
        # A view as `s32` makes a shift or a comparison signed.
        is_signed = any(name[:1] == "s" for name in views)
        return Operation(target, value.operator, (value.left, value.right), is_signed)
    if isinstance(value, t.View | str | int | t.Hexadecimal | t.Spelled | t.Register):
        return Operation(target, "mov", (value,))
    operands = _operands(value)
    name = str(value.function) if isinstance(value, t.Call) else ""
    if not operands or not (name in _TYPES or name.startswith("ptx.")):
        return None
    if name in _TYPES:
        return Operation(target, "mov", operands)
    words = name.split(".")[1:]
    kind = next((word for word in reversed(words) if word in _TYPES), "b32")
    kept = ".".join([word for word in words if word not in _TYPES and word not in _IGNORED])
    name = _OPERATORS.get(kept, kept)
    if name in _BINARY and len(operands) != 2:  # noqa: PLR2004 - what was written may have others
        return None
    return Operation(target, name, operands, kind[0] == "s", _TYPES[kind])


def _operands(value: t.Expression) -> tuple[t.Expression, ...]:
    """Return the operands of a call, without layout; nothing if it has other options."""
    if not isinstance(value, t.Call):
        return ()
    options = [each.name for each in value.arguments if isinstance(each, t.Keyword)]
    if not _LAYOUT.issuperset(options):
        return ()
    return tuple([each for each in value.arguments if not isinstance(each, t.Keyword)])


def written(statement: t.Statement) -> tuple[t.Expression | None, t.Expression]:
    """Return the target of a statement, the first part of several, and the value; or None."""
    if isinstance(statement, t.Assign):
        target = statement.targets[0]
        return (target.elements[0] if isinstance(target, t.Tuple) else target), statement.value
    if isinstance(statement, t.Evaluate) and isinstance(statement.value, t.Call):
        name = str(statement.value.function)
        # `x.set(value)` writes the register that `x` names.
        if name.endswith(".set"):
            return name.removesuffix(".set"), statement.value.arguments[0]
    return None, ""


def is_position(statement: t.Statement) -> bool:
    """Return whether a statement is a source position."""
    value = statement.value if isinstance(statement, t.Evaluate) else ""
    return isinstance(value, t.Call) and value.function in (vocabulary.AT, vocabulary.MARK)
