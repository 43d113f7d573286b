"""Legality: whether the table allows an instruction, and what it allows instead."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from ptxpy.isa.actual_operands import Actual
from ptxpy.isa.matching import Match, matches, reach
from ptxpy.isa.suggest import format_words, nearest
from ptxpy.isa.table import all_opcodes, entries
from ptxpy.isa.targets import has_feature
from ptxpy.isa.traits import traits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.isa.conditions import Binding
    from ptxpy.isa.notation import Form, Gate, Slot
    from ptxpy.isa.targets import Target, Version

__all__ = ["Problem", "check_legality"]


class Problem(NamedTuple):
    """The reason why the table does not allow an instruction."""

    rule: str
    """``opcode``, ``modifier``, ``version`` or ``target``; for operands ``count``, ``kind``,
    ``type``, ``space`` or ``immediate``."""
    message: str
    """What is wrong and what is allowed, without the location."""
    position: int = -1
    """The index of the operand, or for ``modifier`` of the modifier; -1 for neither."""
    wanted: tuple[str, ...] = ()
    """The required types, without their dots, if a type is wrong; else empty."""
    version: Version | None = None
    """The first version that has the instruction, if that is later than the module's."""


def check_legality(
    opcode: str,
    modifiers: tuple[str, ...],
    operands: tuple[Actual, ...] | None,
    version: Version | None = None,
    target: Target | None = None,
) -> Problem | None:
    """Return what is wrong with an instruction, or None.

    Args:
        opcode: The base opcode: ``mad``.
        modifiers: The modifiers, with their dots.
        operands: The operands, or None to look at the modifiers alone.
        version: The module's version of PTX, or None for any.
        target: The module's target, or None for any.
    """
    found = matches(opcode, modifiers)
    if not found:
        return _modifier_problem(opcode, modifiers)
    if operands is not None and any(each.kind == "symbol" and each.parts for each in operands):
        operands = _with_addresses(opcode, modifiers, operands)
    first: Problem | None = None
    for match in found:
        problem = _match_problem(match, operands, version, target)
        if problem is None:
            return None
        if first is None or _RANKS[problem.rule] > _RANKS[first.rule]:
            first = problem
    return first


def _with_addresses(
    opcode: str, modifiers: tuple[str, ...], operands: tuple[Actual, ...]
) -> tuple[Actual, ...]:
    """Return the operands with addresses for elements of variables, where PTX 1 has them so."""
    elements = traits(opcode, modifiers).elements
    return tuple(
        (
            Actual("address", space=each.space, parts=(each,))
            if at in elements and each.kind == "symbol" and each.parts
            else each
        )
        for at, each in enumerate(operands)
    )


_RANKS = {
    "modifier": 0,
    "count": 1,
    "kind": 1,
    "type": 1,
    "space": 1,
    "immediate": 1,
    "version": 2,
    "target": 3,
}
"""How closely a form fits, by its first problem; the problem of the closest form is reported."""


def _match_problem(
    match: Match,
    operands: tuple[Actual, ...] | None,
    version: Version | None,
    target: Target | None,
) -> Problem | None:
    form, binding = match.form, match.binding
    if operands is None:
        return rule_problem(form, binding) or _gate_problem(match, binding, version, target)
    nearest_problem: Problem | None = None
    for slots in arrangements(form.slots, len(operands)):
        present = binding._replace(
            operands=present_operands(slots) | _present_parts(slots, operands)
        )
        problem = (
            rule_problem(form, present)
            or _operand_problem(form, slots, operands, present)
            or _gate_problem(match, present, version, target)
        )
        if problem is None:
            return None
        if nearest_problem is None or _RANKS[problem.rule] > _RANKS[nearest_problem.rule]:
            nearest_problem = problem
    return nearest_problem or _count_problem(form, len(operands))


def present_operands(slots: tuple[Slot, ...]) -> frozenset[str]:
    return frozenset(name for slot in slots for name in _names(slot))


def _names(slot: Slot) -> Iterator[str]:
    """Yield the names of the operands of a slot, except its optional parts."""
    if slot.name:
        yield slot.name
    for part in slot.parts:
        if not part.optional:
            yield from _names(part)


def _present_parts(slots: tuple[Slot, ...], operands: tuple[Actual, ...]) -> frozenset[str]:
    """Return the optional parts of pairs and addresses that are present."""
    found = set()
    for slot, actual in zip(slots, operands, strict=True):
        if actual.kind == "minus":
            found.add(f"-{slot.name}")
        if slot.shape == "pair" and actual.kind == "pair":
            found.add(slot.parts[1].name)
        if slot.shape == "address" and actual.kind == "address":
            found.update(part.name for part in slot.parts[1 : len(actual.parts)])
            if actual.suffix:
                found.add(actual.suffix)
    return frozenset(found)


def arrangements(slots: tuple[Slot, ...], length: int) -> Iterator[tuple[Slot, ...]]:
    """Yield each choice of slots that omits optional operands and has the given length."""
    optional = [index for index, slot in enumerate(slots) if slot.optional]
    absent = len(slots) - length
    if 0 <= absent <= len(optional):
        for left_out in combinations(reversed(optional), absent):
            yield tuple(slot for index, slot in enumerate(slots) if index not in left_out)


def rule_problem(form: Form, binding: Binding) -> Problem | None:
    for rule in form.rules:
        if rule.condition.holds(binding) and rule.fact.holds(binding) is not rule.is_required:
            condition = f" with {rule.condition}" if rule.condition.alternatives else ""
            verb = "needs" if rule.is_required else "cannot be combined with"
            return Problem("modifier", f"{form.name}{condition} {verb} {rule.fact}")
    return None


def _gate_problem(
    match: Match, binding: Binding, version: Version | None, target: Target | None
) -> Problem | None:
    form = match.form
    name = form.opcode + "".join(match.modifiers)
    for gate in form.gates:
        if not gate.condition.holds(binding):
            continue
        if gate.until:
            if is_gone(gate, version, target):
                major, minor = gate.version
                since = f"PTX {major}.{minor}"
                where = f" for {' or '.join(map(str, gate.targets))}" if gate.targets else ""
                return Problem("version", f"{name} was removed in {since}{where}")
            continue
        if target is not None and gate.targets and not _supported(gate, target):
            needed = " or ".join(map(str, gate.targets))
            with_ = f" with {gate.condition}" if gate.condition.alternatives else ""
            return Problem("target", f"{name}{with_} needs {needed}")
        if version is not None and version < gate.version:
            with_ = f" with {gate.condition}" if gate.condition.alternatives else ""
            major, minor = gate.version
            text = f"{name}{with_} needs PTX {major}.{minor}"
            return Problem("version", text, version=gate.version)
    return None


def is_gone(gate: Gate, version: Version | None, target: Target | None) -> bool:
    """Return whether an `until` line removes a form."""
    if version is None or version < gate.version:
        return False
    return not gate.targets or (target is not None and _supported(gate, target))


def _supported(gate: Gate, target: Target) -> bool:
    return any(has_feature(target, requirement) for requirement in gate.targets)


def _operand_problem(
    form: Form, slots: tuple[Slot, ...], operands: tuple[Actual, ...], binding: Binding
) -> Problem | None:
    for position, (slot, actual) in enumerate(zip(slots, operands, strict=True)):
        fault = _slot_fault(form, slot, actual, binding)
        if fault:
            message = f"{_syntax_of(form)}: {fault.message}"
            return Problem(fault.rule, message, position, fault.wanted)
    return None


class _Fault(NamedTuple):
    """The reason why an operand is not allowed."""

    rule: str
    message: str
    wanted: tuple[str, ...] = ()


def _slot_fault(form: Form, slot: Slot, actual: Actual, binding: Binding) -> _Fault | None:
    if actual.kind == "unknown":
        return None
    if slot.shape == "address":
        return _address_fault(form, slot, actual, binding)
    if slot.shape == "vector":
        return _vector_fault(form, slot, actual, binding)
    if slot.shape == "pair":
        return _pair_fault(form, slot, actual, binding)
    return _plain_fault(form, slot, actual, binding)


def _plain_fault(form: Form, slot: Slot, actual: Actual, binding: Binding) -> _Fault | None:
    kind = form.constraint_of(slot.name, binding)
    if actual.kind == _NEGATIONS.get(slot.negatable):
        actual = actual.parts[0]
    if actual.kind == "register" and (actual.suffix or slot.requires_suffix):
        if not _selects(form, slot, actual.suffix):
            shown = actual.suffix or "no selector"
            return _Fault("kind", f"{slot.name} takes {_selectors(form, slot)}, not {shown}")
        actual = actual._replace(suffix="")
    if kind.accepts(actual, binding):
        return None
    message = f"{slot.name} must be {kind.describe(binding)}, not {actual.describe()}"
    wanted = kind.type_names(binding) if kind.base == "type" else ()
    return _Fault(kind.fault(actual), message, wanted)


_NEGATIONS = {"!": "not", "-": "minus"}


def _selects(form: Form, slot: Slot, suffix: str) -> bool:
    if not suffix or not slot.suffix:
        return not suffix and not slot.requires_suffix
    return any(
        re.fullmatch(value.replace(".", r"\."), suffix) if "[" in value else value == suffix
        for value in form.classes.get(slot.suffix, (slot.suffix,))
    )


def _selectors(form: Form, slot: Slot) -> str:
    return format_words(form.classes.get(slot.suffix, (slot.suffix,))) or "no selector"


def _vector_fault(form: Form, slot: Slot, actual: Actual, binding: Binding) -> _Fault | None:
    names = ", ".join(part.name for part in slot.parts)
    if actual.kind != "vector" or len(actual.parts) != len(slot.parts):
        wanted = (
            f"{{{names}}} must be a vector of {len(slot.parts)} elements, not {actual.describe()}"
        )
        return _Fault("kind", wanted)
    faults = (
        _slot_fault(form, part, value, binding)
        for part, value in zip(slot.parts, actual.parts, strict=True)
    )
    return next(filter(None, faults), None)


def _pair_fault(form: Form, slot: Slot, actual: Actual, binding: Binding) -> _Fault | None:
    first, second = slot.parts
    if actual.kind == "pair":
        if all(part.kind == "sink" for part in actual.parts):
            return _Fault("kind", f"{first.name}|{second.name} cannot be _|_")
        return _slot_fault(form, first, actual.parts[0], binding) or _slot_fault(
            form, second, actual.parts[1], binding
        )
    if second.optional:
        return _slot_fault(form, first, actual, binding)
    return _Fault("kind", f"{first.name}|{second.name} must be a pair, not {actual.describe()}")


def _address_fault(form: Form, slot: Slot, actual: Actual, binding: Binding) -> _Fault | None:
    names = ", ".join(part.name for part in slot.parts)
    if actual.kind != "address":
        return _Fault("kind", f"[{names}] must be an address in brackets, not {actual.describe()}")
    if actual.suffix != slot.suffix and actual.suffix:
        return _Fault("kind", f"[{names}] cannot have {actual.suffix}")
    opaque = form.constraint_of(slot.parts[0].name, binding).is_opaque
    if actual.value and (len(slot.parts) > 1 or opaque):
        return _Fault("kind", f"[{names}] cannot have an offset")
    needed = sum(not part.optional for part in slot.parts)
    if not needed <= len(actual.parts) <= len(slot.parts):
        return _Fault("count", f"[{names}] must have {needed} parts, not {len(actual.parts)}")
    faults = (
        _slot_fault(form, part, value, binding)
        for part, value in zip(slot.parts, actual.parts, strict=False)
    )
    return next(filter(None, faults), None)


def _syntax_of(form: Form) -> str:
    return " ".join(form.syntax.split())


def _count_problem(form: Form, given: int) -> Problem:
    required = sum(not slot.optional for slot in form.slots)
    most = len(form.slots)
    wanted = str(required) if required == most else f"{required} to {most}"
    plural = "operand" if wanted == "1" else "operands"
    return Problem("count", f"{_syntax_of(form)}: takes {wanted} {plural}, not {given}")


def _modifier_problem(opcode: str, modifiers: tuple[str, ...]) -> Problem:
    name = opcode + "".join(modifiers)
    if not entries(opcode):
        known = format_words(nearest(opcode, all_opcodes()))
        hint = f"; the nearest is {known}" if known else ""
        return Problem("opcode", f"unknown opcode {opcode}{hint}")
    fitting, expected, is_complete = reach(opcode, modifiers)
    prefix = opcode + "".join(modifiers[:fitting])
    ends = "nothing more" if is_complete else ""
    if fitting == len(modifiers):
        return Problem(
            "modifier", f"{name} is incomplete; it continues with {format_words(expected)}"
        )
    wrong = modifiers[fitting]
    if wrong in modifiers[:fitting] and not expected:
        return Problem("modifier", f"{name}: {wrong} occurs twice", fitting)
    missing = _missing_modifier(opcode, modifiers)
    if missing:
        index, words = missing
        corrected = opcode + "".join((*modifiers[:index], words[0], *modifiers[index:]))
        choice = f"one of {format_words(words)}" if len(words) > 1 else words[0]
        return Problem("modifier", f"{name} lacks {choice}: write {corrected}", index)
    close = nearest(wrong, expected)
    hint = f" (did you mean {' or '.join(close[:2])}?)" if close else ""
    choice = f"one of {format_words(expected)}" if expected else ""
    allowed = " or ".join(part for part in (choice, ends) if part)
    return Problem("modifier", f"{prefix} has no {wrong}{hint}; {allowed}", fitting)


def _missing_modifier(
    opcode: str, modifiers: tuple[str, ...]
) -> tuple[int, tuple[str, ...]] | None:
    """Return the index of a single missing modifier, and its alternatives: `.lo` of `mul.s32`."""
    for index in range(len(modifiers)):
        fitting, expected, _ = reach(opcode, modifiers[:index])
        if fitting < index:
            break
        words = tuple(
            word
            for word in expected
            if word not in modifiers
            and any(
                rule_problem(match.form, match.binding) is None
                for match in matches(opcode, (*modifiers[:index], word, *modifiers[index:]))
            )
        )
        if words:
            return index, words
    return None
