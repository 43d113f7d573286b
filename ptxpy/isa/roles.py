"""Roles of operands: the destination of an instruction, and the type of register that it takes.

Python shows the destination of an instruction left of ``=``. The role of each operand follows from
the instruction table (`ptxpy.isa.table`): from the first form that fits the modifiers and writes
its first operand.

An instruction has at most one destination. It is always the first operand, and it may consist of
several registers, a vector ``{a, b}`` or a pair ``d|p``. Other operands that an instruction writes
(`explicit_writes`) count as sources. So does an operand that it both reads and writes: the
accumulator of ``wgmma.mma_async`` is shared by all the instructions of its group, and an assignment
would suggest that each instruction defines it anew.

Every function takes an opcode and its modifiers, each with its dot: ``"mad"`` and
``(".lo", ".s32")``, ``"mbarrier"`` and ``(".arrive", ".shared::cta", ".b64")``. Results are cached,
so that a repeated call costs a dictionary lookup. An unknown opcode has no destination; all its
operands count as sources.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal

from ptxpy._records import NamedTuple
from ptxpy.isa.conditions import count
from ptxpy.isa.matching import matches
from ptxpy.isa.table import all_opcodes, entries
from ptxpy.isa.types import TYPES, register_class

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.isa.matching import Match
    from ptxpy.isa.notation import Form, Slot
    from ptxpy.isa.operand_constraints import OperandConstraint

__all__ = [
    "DestinationKind",
    "allows_predicate",
    "destination_arity",
    "destinations",
    "explicit_writes",
    "is_known",
    "needs_predicate",
    "opcodes",
    "part_types",
    "read_modify_writes",
    "result_type",
    "value_type",
]

DestinationKind = Literal["none", "scalar", "vector", "pair"]
"""The form of a destination: none, a register, a vector ``{a, b}``, or a pair ``d|p``."""


def destinations(opcode: str, modifiers: Sequence[str]) -> int:
    """Return how many leading operands are destinations.

    Returns:
        1 or 0; 0 also for an opcode that is not in the table.
    """
    return _role(opcode, tuple(modifiers)).destinations


def destination_arity(opcode: str, modifiers: Sequence[str]) -> tuple[int, DestinationKind]:
    """Return how many registers the destination consists of, and its form.

    - ``(4, "vector")`` for ``ld.global.v4.f32``: exactly four registers in braces, of which
      some may be the sink ``_``;
    - ``(2, "pair")`` for ``setp.lt.s32``: a register, or that and a predicate after ``|``;
    - ``(2, "vector")`` for ``mov`` with a bit type, which may unpack a register into its
      halves. Only the program shows whether it does, and it may also unpack into four;
    - ``(1, "scalar")`` for a single register, which may have braces of its own (Triton
      writes ``ld.global.b32 { %r1 }, …``); ``(0, "none")`` without a destination;
    - ``(0, "vector")`` when the modifiers that would give the length are missing or new;
    - as without it for a vector before an optional predicate (``tex``, `allows_predicate`).
    """
    role = _role(opcode, tuple(modifiers))
    return role.arity, role.kind


def result_type(opcode: str, modifiers: Sequence[str]) -> str | None:
    """Return the class of a fresh register for the destination.

    Returns:
        ``pred``, ``b8``, ``b16``, ``b32``, ``b64``, ``b128``, ``f32`` or ``f64``: the class in
        which NVVM would declare it (recent LLVM declares ``b32`` and ``b64`` for ``f32`` and
        ``f64`` too, which assembles as well). For a vector it is the class of each element, for
        a pair that of the first part (the second is a predicate), for ``mov`` that of the whole.
        None when there is no destination or no type among the modifiers.
    """
    return _role(opcode, tuple(modifiers)).result


def value_type(opcode: str, modifiers: Sequence[str]) -> str:
    """Return the type of the value that an instruction produces, without its dot.

    It is more specific than `result_type`: ``s32`` for ``add.s32``, ``f16x2`` for ``add.f16x2``,
    ``u32`` for ``popc.b64``. If a load extends its value (PTX ISA 9.4.1), it is the type of the
    register, ``u16`` for ``ld.u8``. It is untyped, as ``b32``, if the instruction moves or combines
    bits, and "" if there is no destination or the type is unknown.
    """
    return _role(opcode, tuple(modifiers)).value


def part_types(opcode: str, modifiers: Sequence[str]) -> tuple[str, ...]:
    """Return the class of each register of a destination that consists of several.

    Returns:
        As many classes as `destination_arity` counts: ``("b32", "pred")`` for ``shfl.sync``,
        ``("b32", "b32")`` for ``mov.b64``. Empty if `result_type` is None.
    """
    return _role(opcode, tuple(modifiers)).parts


def allows_predicate(opcode: str, modifiers: Sequence[str]) -> bool:
    """Return whether ``|`` and a predicate may follow the destination."""
    return _role(opcode, tuple(modifiers)).predicate


def needs_predicate(opcode: str, modifiers: Sequence[str]) -> bool:
    """Return whether ``|`` and a predicate must follow the destination: ``elect.sync d|p``."""
    first = [match.form.slots[0] for match in matches(opcode, tuple(modifiers)) if match.form.slots]
    return bool(first) and all(
        slot.shape == "pair" and not any(part.optional for part in slot.parts) for slot in first
    )


def explicit_writes(opcode: str, modifiers: Sequence[str]) -> tuple[int, ...]:
    """Return the positions of operands that are written but are not the destination.

    Positions are indices into all operands. Some of these operands are optional (the report of
    ``mbarrier.try_wait``): an address at such a position is only read.
    """
    return _role(opcode, tuple(modifiers)).writes


def read_modify_writes(opcode: str, modifiers: Sequence[str]) -> tuple[int, ...]:
    """Return the positions of operands that are read and written: accumulators."""
    return _role(opcode, tuple(modifiers)).read_modify_writes


def is_known(opcode: str) -> bool:
    """Return whether the table has an opcode, given without modifiers."""
    return opcode in all_opcodes()


def opcodes() -> frozenset[str]:
    """Return all base opcodes of the table."""
    return frozenset(all_opcodes())


class _Role(NamedTuple):
    """The results of all the functions above for one opcode with its modifiers."""

    destinations: int
    arity: int
    kind: DestinationKind
    result: str | None
    parts: tuple[str, ...]
    predicate: bool
    writes: tuple[int, ...]
    read_modify_writes: tuple[int, ...] = ()
    value: str = ""


_NONE: Final = _Role(0, 0, "none", None, (), predicate=False, writes=())
_CACHE_SIZE: Final = 1 << 14  # real programs have some 1,200 distinct forms; hostile ones any


@lru_cache(maxsize=_CACHE_SIZE)
def _role(opcode: str, modifiers: tuple[str, ...]) -> _Role:
    """Find the form of an instruction and derive the roles of its operands."""
    found = matches(opcode, modifiers)
    roles = [_role_in(match, kind) for match in found if (kind := _destination(match)) is not None]
    if not found:
        # table.
        # No form fits: the role is probable if all forms have a destination of one shape.
        forms = [form for entry in entries(opcode) for form in entry.forms]
        shapes = {_written_shape(form) for form in forms}
        if len(shapes) != 1 or shapes == {""}:
            return _NONE
        types = [modifier[1:] for modifier in modifiers if modifier[1:] in TYPES]
        result = register_class(types[-1]) if types else None
        value = (
            types[-1] if result and TYPES[types[-1]].bits == TYPES[result].bits else result or ""
        )
        if shapes == {"pair"}:
            pair = (result, "pred") if result else ()
            return _Role(1, 2, "pair", result, pair, predicate=True, writes=(), value=value)
        parts = (result,) if result else ()
        return _Role(1, 1, "scalar", result, parts, predicate=False, writes=(), value=value)
    if not roles:
        return _NONE._replace(
            writes=_writes(found[0], 0), read_modify_writes=_read_modify_writes(found[0])
        )
    # If forms differ (mov.b64 may unpack), take the one with most registers, and the class of the
    # unsplit register.
    most = max(roles, key=lambda role: (role.arity, role.kind == "scalar"))
    least = min(roles, key=lambda role: role.arity)
    return most._replace(result=least.result, value=least.value)


def _written_shape(form: Form) -> str:
    """Return how a form writes its destination: a register, one with a predicate; "" if neither."""
    slot = form.slots[0] if form.slots else None
    if slot is None or slot.shape not in ("plain", "pair"):
        return ""
    name = slot.parts[0].name if slot.shape == "pair" else slot.name
    kinds = [kind for each, kind, _ in form.constraints if each == name]
    if slot.shape == "pair" and any(kind.base != "type" for kind in kinds):
        return ""
    return slot.shape if any(kind.writes_only for kind in kinds) else ""


def _role_in(match: Match, kind: OperandConstraint) -> _Role:
    slot = match.form.slots[0]
    predicate = slot.shape == "pair"
    vector = next((part for part in _alternatives(kind) if part.base == "vec"), None)
    # Without the modifier `.v4` a vector form has a single register.
    if vector is not None and vector.is_single(match.binding):
        kind, vector = vector.parts[0], None
    scalar = next((part for part in _alternatives(kind) if part.base != "vec"), None)
    element = None if vector is None else _class(vector.parts[0], match)
    result = element if scalar is None else _class(scalar, match)
    value = _value(vector.parts[0] if scalar is None and vector else scalar, match, result)
    writes = _writes(match, 1)
    if vector is not None and (scalar is None or vector.length != "1"):
        length = count(vector.length, match.binding)
        parts = (element,) * length if element is not None else ()
        return _Role(
            1, length, "vector", result, parts, predicate=predicate, writes=writes, value=value
        )
    if predicate:
        parts = (result, "pred") if result is not None else ()
        return _Role(1, 2, "pair", result, parts, predicate=True, writes=writes, value=value)
    parts = (result,) if result is not None else ()
    return _Role(1, 1, "scalar", result, parts, predicate=False, writes=writes, value=value)


def _alternatives(kind: OperandConstraint) -> tuple[OperandConstraint, ...]:
    return kind.parts if kind.base == "or" else (kind,)


def _destination(match: Match) -> OperandConstraint | None:
    """Return the constraint on the first operand if it is the only result and not read."""
    if not match.form.slots:
        return None
    slot = match.form.slots[0]
    # An address in the first place is read: the instruction stores.
    if slot.shape in ("address", "vector"):
        return None
    kind = _constraint_on(match, slot.parts[0] if slot.shape == "pair" else slot)
    is_named = any(part.base != "type" or part.types for part in _alternatives(kind))
    has_more_results = kind.base == "vec" and 1 in _writes(match, 1)
    return kind if kind.writes_only and is_named and not has_more_results else None


def _constraint_on(match: Match, slot: Slot) -> OperandConstraint:
    return match.form.constraint_of(slot.name, match.binding)


def _writes(match: Match, first: int) -> tuple[int, ...]:
    """Return the positions of the written operands, beginning at position `first`."""
    return tuple(
        position
        for position, slot in enumerate(match.form.slots)
        if position >= first and slot.shape not in ("address", "vector")
        for part in (slot.parts or (slot,))[:1]
        if _is_written(_constraint_on(match, part))
    )


def _read_modify_writes(match: Match) -> tuple[int, ...]:
    return tuple(
        position
        for position, slot in enumerate(match.form.slots)
        if slot.shape == "plain" and "inout" in _constraint_on(match, slot).flags
    )


def _is_written(kind: OperandConstraint) -> bool:
    return kind.written and (kind.base != "type" or bool(kind.types))


def _type(kind: OperandConstraint, match: Match) -> str:
    """Return the type of an operand, preferably one that the modifiers name; "" for none."""
    known = [name for name in kind.type_names(match.binding) if name in TYPES]
    # A modifier names the type that the program uses, the others are only possible.
    named = [name for name in known if f".{name}" in match.binding.modifiers]
    return (named or known or [""])[0]


def _value(kind: OperandConstraint | None, match: Match, result: str | None) -> str:
    """Return the type of the value that an operand of a class receives."""
    if kind is None or kind.base != "type" or result is None or result[0] != "b":
        return result or ""
    name = _type(kind, match)
    entry, bits = TYPES[name], TYPES[result].bits
    if entry.bits == bits:
        return name
    sign = {"unsigned": "u", "signed": "s"}.get(entry.kind, "b")
    return f"{sign}{bits}"


def _class(kind: OperandConstraint, match: Match) -> str | None:
    """Return the class of a fresh register for an operand."""
    if kind.base == "pred":
        return "pred"
    if kind.base != "type":
        return None
    name = _type(kind, match)
    if not name:
        return None
    first = next((m[1:] for m in match.modifiers if m[1:] in TYPES), "")
    if first in ("f32", "f64") and name == f"b{TYPES[first].bits}":
        return first
    if "relaxed" in kind.flags or name in ("pred", "f32", "f64"):
        return register_class(name)
    return f"b{max(8, TYPES[name].bits)}"
