"""Accesses at constant offsets from a variable that are out of bounds or misaligned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ptxpy.analysis.storage import constant, parameters_of, returns_of
from ptxpy.ir import nodes as n
from ptxpy.isa import traits
from ptxpy.isa.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.analysis.storage import Storage
    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.check.declarations import Declaration
    from ptxpy.check.diagnostic import Diagnostic

__all__ = ["static_access"]

_OUTSIDE, _MISALIGNED = "PTX036", "PTX037"
_VECTORS: Final = {".v2": 2, ".v4": 4, ".v8": 8}


class _Access(NamedTuple):
    """An access at a constant offset to a variable."""

    storage: Storage
    offset: int
    size: int


def static_access(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report accesses beyond their variable, and accesses not aligned to their size."""
    sizes: dict[tuple[str, ...], int] = {}
    for function in context.functions:
        code = function.code
        known: dict[tuple[str, int], Storage | None] = {}
        for index, statement in enumerate(code.statements):
            if type(statement) is not n.Instruction:
                continue
            access = _access(function, index, statement, known, sizes)
            if access is not None:
                yield from _problems(function, index, access)


def _access(
    function: FunctionContext,
    index: int,
    statement: n.Instruction,
    known: dict[tuple[str, int], Storage | None],
    sizes: dict[tuple[str, ...], int],
) -> _Access | None:
    found = traits(statement.opcode, statement.modifiers)
    if not found.has_size_of_type:
        return None
    at = found.accesses[0].position
    if not 0 <= at < len(statement.operands):
        return None
    address = statement.operands[at]
    if type(address) is not n.Address or type(address.base) is not n.Symbol:
        return None
    offset = 0 if address.offset is None else _offset(address.offset)
    level, name = function.code.scopes[index], address.base.name
    key = (name, level)
    if key not in known:
        known[key] = _storage(function, index, name, level)
    storage = known[key]
    if offset is None or storage is None or storage.size is None:
        return None
    size = sizes.get(statement.modifiers)
    if size is None:
        size = sizes[statement.modifiers] = _size(statement.modifiers)
    return _Access(storage, offset, size) if size else None


def _offset(operand: n.Operand) -> int | None:
    if type(operand) is n.Literal and operand.text.startswith("-"):
        value = constant(n.Literal(operand.text[1:]))
        return None if value is None else -value
    if type(operand) is n.Unary and operand.operator == "-":
        value = constant(operand.operand)
        return None if value is None else -value
    return constant(operand)


def _storage(function: FunctionContext, index: int, name: str, level: int) -> Storage | None:
    """Return the variable or parameter of a name, if this module determines its size."""
    declared = function.declared.find(name, level, index)
    if declared is None or declared.kind not in ("variable", "parameter"):
        return None
    node: Any = declared.node
    if type(node) is n.Variable:
        if ".extern" in node.linkage or ".weak" in node.linkage or ".common" in node.linkage:
            return None
        return declared.storage()
    own = function.function
    return _parameter(declared, (*parameters_of(own), *returns_of(own)))


def _parameter(declared: Declaration, storages: tuple[Storage, ...]) -> Storage | None:
    return next((storage for storage in storages if storage.name == declared.name), None)


def _size(modifiers: tuple[str, ...]) -> int:
    """Return the size of an access in bytes, or 0 if it is unknown."""
    kinds = [word[1:] for word in modifiers if word[1:] in TYPES]
    if not kinds:
        return 0
    size = TYPES[kinds[-1]].bits // 8
    for word in modifiers:
        size *= _VECTORS.get(word, 1)
    return size


def _problems(function: FunctionContext, index: int, access: _Access) -> Iterator[Diagnostic]:
    (name, space, *_), offset, size = access
    bytes_ = access.storage.size or 0
    focus = ("name", name)
    last = offset + size
    if offset < 0 or last > bytes_:
        message = f"bytes {offset} to {last - 1} are outside of {name}, which has {bytes_}"
        yield function.report(_OUTSIDE, index, message, focus)
        return
    alignment = min(access.storage.alignment, size)
    if offset % size or (alignment < size and space != "param"):
        message = f"an access of {size} bytes at {name}+{offset} is not aligned to {size}"
        help_ = ""
        if not offset % size:
            message += f"; {name} is aligned to {access.storage.alignment}"
            help_ = f"declare it with .align {size}"
        yield function.report(_MISALIGNED, index, message, focus, help_)
