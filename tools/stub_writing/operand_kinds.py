"""What an operand of a form may be in Python, and what the instruction returns.

A kind is the name of a type of `ptxpy/dsl/namespaces/operand_stubs.pyi`; an operand that may be
several things has several kinds.
"""

from __future__ import annotations

from typing import Final

from ptxpy.isa.conditions import Binding
from ptxpy.isa.notation import Form, Slot
from ptxpy.isa.operand_constraints import OPAQUE, OperandConstraint
from ptxpy.isa.types import TYPES

NUMBER: Final = "N"
"""A number of Python, or a value of the device that is no predicate."""
NUMBERS: Final = (
    NUMBER,
    *("B16", "B32", "B64", "B128", "I16", "I32", "I64", "F16", "F32", "F64"),
    *("E16", "E32", "E64", "W32", "W64", "W128"),
)
"""The same of a size in bits: `B` of any type, `I` an integer, `F` a float, `E` bits that may be
either, as packed types are; `W` of at least this size."""
CONSTANT: Final = "C"
"""A number that is known while a kernel is traced."""
PREDICATE: Final = "P"
ADDRESS: Final = "A"
VECTOR: Final = "V"
ANYTHING: Final = "Any"

Kinds = frozenset[str]

_PLAIN: Final = {
    "any": ANYTHING,
    "func": ANYTHING,
    "imm": CONSTANT,
    "label": ANYTHING,
    "list": VECTOR,
    "pred": PREDICATE,
    "targets": ANYTHING,
    "var": NUMBER,
    **dict.fromkeys(OPAQUE, NUMBER),
}
"""The kinds of constraints whose operands are the same whatever the modifiers."""


def kinds_of(form: Form, slot: Slot, binding: Binding) -> Kinds:
    """Return what an operand in a slot may be."""
    if slot.shape == "address":
        return frozenset({ADDRESS})
    if slot.shape == "vector":
        return frozenset({VECTOR})
    if slot.shape == "pair":
        return frozenset({ANYTHING})
    return _kinds(form.constraint_of(slot.name, binding), binding)


def _kinds(constraint: OperandConstraint, binding: Binding) -> Kinds:
    if constraint.base == "or":
        found: Kinds = frozenset()
        for part in constraint.parts:
            # A name is text, or the handle of a variable: each kind of number includes both.
            found |= frozenset() if part.base in _NAMES else _kinds(part, binding)
        if not found:
            return frozenset({NUMBER})
        return found - {CONSTANT} if any(each in NUMBERS for each in found) else found
    if constraint.base == "vec":
        element = _kinds(constraint.parts[0], binding)
        # A vector of one may have braces: `{%r1}`.
        return element | {VECTOR} if constraint.is_single(binding) else frozenset({VECTOR})
    if constraint.base == "type":
        return frozenset(
            _number_kind(name, constraint.flags) for name in _types(constraint, binding)
        )
    if constraint.base == "addr":
        return frozenset({ADDRESS})
    return frozenset({_PLAIN[constraint.base]})


def _types(constraint: OperandConstraint, binding: Binding) -> tuple[str, ...]:
    """Return the types of an operand, without their dots; an empty one is not known."""
    return constraint.type_names(binding) or ("",)


def _number_kind(name: str, flags: frozenset[str]) -> str:
    """Return the kind of an operand of a type: a letter and the size, or that of any number."""
    kind = TYPES.get(name)
    if name == "pred":
        return PREDICATE
    if kind is None or kind.bits < _SMALLEST:  # several registers hold less than 16 bits
        return NUMBER
    if "relaxed" in flags:
        return f"W{kind.bits}" if kind.bits > _SMALLEST else NUMBER
    if kind.lanes > 1 and kind.bits < _LARGEST:
        return f"E{kind.bits}"
    if kind.kind == "bits":
        return f"B{kind.bits}"
    return f"{'F' if kind.kind == 'float' else 'I'}{kind.bits}"


_SMALLEST: Final = 16
_LARGEST: Final = 128
_NAMES: Final = frozenset({"func", "label", "targets", "var"})


def result_of(form: Form, binding: Binding) -> str:
    """Return the class of the value of an instruction; empty if it has no destination."""
    if not form.slots:
        return ""
    slot = form.slots[0]
    if slot.shape in ("address", "vector"):
        return ""
    first = slot.parts[0] if slot.shape == "pair" else slot
    constraint = form.constraint_of(first.name, binding)
    parts = constraint.parts if constraint.base == "or" else (constraint,)
    is_named = any(part.base != "type" or part.types for part in parts)
    if not (constraint.writes_only and is_named):
        return ""
    second = form.slots[1] if constraint.base == "vec" and len(form.slots) > 1 else None
    # With a second result, all operands are given: `tcgen05.ld.red d, redval, [t]`.
    if second is not None and second.name and form.constraint_of(second.name, binding).written:
        return ""
    single = [
        part.parts[0] if part.base == "vec" else part
        for part in parts
        if part.base != "vec" or part.is_single(binding)
    ]
    if not single:
        return "Parts" if slot.shape == "pair" else "Vector"
    is_predicate = all(_kinds(part, binding) == {PREDICATE} for part in single)
    if slot.shape == "pair":
        return "Predicate" if is_predicate else "NumberOrParts"
    if len(single) < len(parts):
        return "NumberOrParts"
    return "Predicate" if is_predicate else _number_result(single, binding)


def _number_result(parts: list[OperandConstraint], binding: Binding) -> str:
    """Return the class of a value that is no predicate: by its size alone.

    Where floats are in registers of `.b32`, as in LLVM's PTX, integer instructions take them.
    """
    types = {name for part in parts for name in _types(part, binding)}
    sizes = {_number_kind(name, frozenset()).strip("BEFIN") for name in types}
    return f"Number{min(sizes)}" if len(sizes) == 1 else "Number"


def facts_of(form: Form) -> tuple[frozenset[str], frozenset[tuple[str, str]], frozenset[str]]:
    """Return what of the modifiers decides on rules and operands of a form.

    These are modifiers, classes with one of their values, and classes whose presence counts.
    """
    conditions = [condition for rule in form.rules for condition in (rule.fact, rule.condition)] + [
        condition for _, _, condition in form.constraints
    ]
    facts = {
        fact
        for condition in conditions
        for alternative in condition.alternatives
        for fact in alternative
    }
    values = {(fact.name, fact.value) for fact in facts if fact.value}
    names = {fact.name for fact in facts if not fact.value}
    for _, constraint, _ in form.constraints:
        for part in (constraint, *constraint.parts):
            names |= {part.length} if part.length.startswith(".") else set()
            values |= {
                (name, value)
                for name in part.types
                if name in form.classes
                for value in form.classes[name]
            }
    present = {name for name in names if name in form.classes}
    return frozenset(names - present), frozenset(values), frozenset(present)
