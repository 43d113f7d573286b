"""What an operand of a form may be in Python, and what the instruction returns.

A kind is the name of a type of `ptxpy/dsl/namespaces/operand_stubs.pyi`; an operand that may be
several things has several kinds.
"""

from __future__ import annotations

from typing import Final

from ptxpy.isa.conditions import Binding
from ptxpy.isa.notation import Form, Slot
from ptxpy.isa.operand_constraints import OPAQUE, OperandConstraint

NUMBER: Final = "N"
"""A number of Python, or a value of the device that is no predicate."""
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
            # The name of a label or a function is text, as that of a variable.
            found |= {NUMBER} if part.base in _NAMES else _kinds(part, binding)
        return found - {CONSTANT} if NUMBER in found else found
    if constraint.base == "vec":
        element = _kinds(constraint.parts[0], binding)
        # A vector of one may have braces: `{%r1}`.
        return element | {VECTOR} if constraint.is_single(binding) else frozenset({VECTOR})
    if constraint.base == "type":
        types = [binding.classes.get(name, name) for name in constraint.types]
        found = frozenset({PREDICATE} if ".pred" in types else ())
        return found if types and {*types} == {".pred"} else found | {NUMBER}
    if constraint.base == "addr":
        return frozenset({ADDRESS})
    return frozenset({_PLAIN[constraint.base]})


_NAMES: Final = frozenset({"func", "label", "targets"})


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
    return "Predicate" if is_predicate else "Number"


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
            values |= {(name, ".pred") for name in part.types if name in form.classes}
    present = {name for name in names if name in form.classes}
    return frozenset(names - present), frozenset(values), frozenset(present)
