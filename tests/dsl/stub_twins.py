"""Right and wrong calls of every form of the instruction table, for type checkers.

A right call has operands of the kinds that the table asks for. Its wrong twins have a modifier or
an opcode that there is not, one that the form excludes, an operand too few or too many, a predicate
where a number is wanted, a value of another size, a float for an integer, or the other way round.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple

from ptxpy.dialect.spelling import attribute
from ptxpy.dsl.namespaces.ptx_namespace import PTX
from ptxpy.dsl.tracing.instructions import HELPERS
from ptxpy.isa import destinations
from ptxpy.isa.conditions import Binding
from ptxpy.isa.legality import arrangements, present_operands, rule_problem
from ptxpy.isa.matching import matches
from ptxpy.isa.notation import Element, Form, Slot, modifiers_of
from ptxpy.isa.operand_constraints import OperandConstraint
from ptxpy.isa.table import all_opcodes, entries
from ptxpy.isa.type_compatibility import Actual
from ptxpy.isa.types import TYPES


class Twin(NamedTuple):
    """A call, and what is wrong about it."""

    call: str
    wrong: str
    """The error that a checker must find; empty for a right call."""


class _Instruction(NamedTuple):
    form: Form
    modifiers: tuple[str, ...]
    slots: tuple[Slot, ...]
    binding: Binding


NUMBER, PREDICATE, ADDRESS, VECTOR, CONSTANT = "n", "p", "[x, 4]", "(n, n)", "1"
VALUES: Final = {
    "u16": "h",
    "u32": NUMBER,
    "u64": "x",
    "f16": "fh",
    "f32": "f",
    "f64": "fd",
    "b16": "bh",
    "b32": "b",
    "b64": "bd",
    "b128": "bq",
}
"""Operands: the parameters of the function that the calls are in, values by their types."""

_STATEMENTS: Final = frozenset(dir(PTX))

_MOST: Final = 4
"""How many instructions of a form are tried at most, besides what each of its modifiers needs."""


def twins(opcode: str) -> Iterator[Twin]:
    """Yield the calls of an opcode."""
    for entry in entries(opcode):
        for form in entry.forms:
            found = [*_instructions(form)]
            for each in found:
                yield Twin(_call(each, explicit=True), "")
                yield Twin(_call(each, explicit=True, last=True), "")
                if not _is_hidden(each):
                    yield Twin(_call(each, explicit=False), "")
            if found:
                yield from _wrong(found[0])


def _wrong(right: _Instruction) -> Iterator[Twin]:
    """Yield the wrong twins of an instruction."""
    opcode, modifiers = right.form.opcode, right.modifiers
    operands = _operands(right)
    chain = _chain(modifiers)
    name = f"ptx.inst.{attribute(opcode)}"
    given = ", ".join(operands)
    yield Twin(f"{name}{chain}.s33({given})", "unknown modifier")
    yield Twin(f"ptx.inst.{opcode}x{chain}({given})", "unknown opcode")
    counts = _counts(opcode, modifiers)
    few = ", ".join(operands[: min(counts) - 1])
    if min(counts) > 0:
        yield Twin(f"{name}{chain}({few})", "too few operands")
    many = ", ".join([*operands, *[NUMBER] * (max(counts) + 1 - len(operands))])
    yield Twin(f"{name}{chain}({many})", "too many operands")
    excluded = _excluded(opcode, modifiers)
    if excluded is not None:
        yield Twin(f"{name}{_chain(excluded)}({given})", "excluded modifier")
    yield Twin(f"{name}{chain}({', '.join([*operands, f'when={NUMBER}'])})", "number for guard")
    for at, operand in enumerate(operands):
        other = NUMBER if operand == PREDICATE else PREDICATE
        is_value = operand in (PREDICATE, *VALUES.values())
        if is_value and not _may_be(opcode, modifiers, len(operands), at, other):
            changed = ", ".join([*operands[:at], other, *operands[at + 1 :]])
            wrong = "predicate for number" if other == PREDICATE else "number for predicate"
            yield Twin(f"{name}{chain}({changed})", wrong)
        for value, wrong in _of_other_types(right, at):
            changed = ", ".join([*operands[:at], value, *operands[at + 1 :]])
            yield Twin(f"{name}{chain}({changed})", wrong)


def _of_other_types(right: _Instruction, at: int) -> Iterator[tuple[str, str]]:
    """Yield a value of another size, and one of another kind, that no form takes in a place."""
    found = []
    for match in matches(right.form.opcode, right.modifiers):
        for slots in _present(match.form, match.binding):
            if len(slots) != len(right.slots):
                continue
            if slots[at].shape in ("address", "vector", "pair"):
                return
            binding = _with(match.binding, slots)
            found.append((match.form.constraint_of(slots[at].name, binding), binding))
    parts = [part for constraint, _ in found for part in (constraint, *constraint.parts)]
    if any(part.base in ("any", "func", "label") or part.text == "sink" for part in parts):
        return  # it may be anything
    taken = {name for name in VALUES for each, known in found if _fits(each, name, known)}
    sizes = {TYPES[name].bits for name in taken}
    others = [name for name in ("u16", "u32", "u64") if TYPES[name].bits not in sizes]
    if taken and others:
        yield VALUES[others[0]], "value of another size"
    # Checkers do not know the kinds of wider registers, types that must be exact, nor `.bf16` and
    # `.tf32` from other floats.
    types = [TYPES[name] for each, known in found for name in each.type_names(known)]
    if (
        len(sizes) != 1
        or any(part.base != "type" or part.flags & {"relaxed", "exact"} for part in parts)
        or any(not kind.fundamental and kind.lanes == 1 for kind in types)
    ):
        return
    (bits,) = sizes
    for other, wrong in ((f"f{bits}", "float for integer"), (f"u{bits}", "integer for float")):
        if other in VALUES and other not in taken:
            yield VALUES[other], wrong


def _instructions(form: Form) -> Iterator[_Instruction]:
    """Yield instructions of a form, which have each of its modifiers at least once if it can be."""
    seen: set[str] = set()
    tried = 0
    for modifiers, classes in _choices(form, form.elements):
        if any(attribute(modifier[1:]) is None for modifier in modifiers):
            continue
        if {*modifiers} <= seen and tried >= _MOST:
            continue
        binding = Binding(frozenset(modifiers), classes)
        for slots in _present(form, binding):
            seen |= {*modifiers}
            tried += 1
            yield _Instruction(form, modifiers, slots, _with(binding, slots))
            break
        if tried > _MOST * len({*modifiers_of(form, form.elements)}) + _MOST:
            return


def _choices(
    form: Form, elements: tuple[Element, ...]
) -> Iterator[tuple[tuple[str, ...], dict[str, str]]]:
    """Yield modifiers of a form with the values of its classes."""
    options: list[list[tuple[tuple[str, ...], dict[str, str]]]] = []
    for element in elements:
        if isinstance(element, tuple):
            options.append([((), {}), *_choices(form, element)])
        elif element in form.classes:
            options.append([((value,), {element: value}) for value in form.classes[element]])
        else:
            options.append([((element,), {})])
    # One element is varied at a time first, as all combinations may be very many.
    base = [option[0] for option in options]
    varied = [
        [*base[:at], value, *base[at + 1 :]]
        for at, option in enumerate(options)
        for value in option[1:]
    ]
    combined = (list(each) for _, each in zip(range(2_000), product(*options), strict=False))
    for chosen in (base, *varied, *combined):
        made = tuple(modifier for words, _ in chosen for modifier in words)
        yield made, {name: value for _, classes in chosen for name, value in classes.items()}


def _present(form: Form, binding: Binding) -> Iterator[tuple[Slot, ...]]:
    """Yield the operands of a form that its rules allow with some modifiers."""
    required = sum(not slot.optional for slot in form.slots)
    for count in range(required, len(form.slots) + 1):
        for slots in arrangements(form.slots, count):
            if rule_problem(form, _with(binding, slots)) is None:
                yield slots


def _with(binding: Binding, slots: tuple[Slot, ...]) -> Binding:
    return binding._replace(operands=present_operands(slots))


def _counts(opcode: str, modifiers: tuple[str, ...]) -> list[int]:
    """Return how many operands the forms that fit take."""
    return [
        len(slots)
        for match in matches(opcode, modifiers)
        for slots in _present(match.form, match.binding)
    ]


def _excluded(opcode: str, modifiers: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the modifiers with another one of the opcode, which no form allows together."""
    words = {
        modifier
        for entry in entries(opcode)
        for form in entry.forms
        for modifier in modifiers_of(form, form.elements)
        if attribute(modifier[1:]) is not None
    }
    for word in sorted(words - {*modifiers}):
        for at in range(len(modifiers), -1, -1):
            made = (*modifiers[:at], word, *modifiers[at:])
            if not _counts(opcode, made):
                return made
    return None


def _may_be(opcode: str, modifiers: tuple[str, ...], count: int, at: int, operand: str) -> bool:
    """Return whether a form takes a predicate, or a number, in a place."""
    wanted = {operand} if operand == PREDICATE else {*VALUES.values()}
    return any(
        not wanted.isdisjoint(_kinds(match.form, slots[at], _with(match.binding, slots)))
        for match in matches(opcode, modifiers)
        for slots in _present(match.form, match.binding)
        if len(slots) == count
    )


def _is_hidden(each: _Instruction) -> bool:
    """Return whether the name is another thing in `ptx`: a helper, or a statement."""
    opcode = each.form.opcode
    return opcode + "".join(each.modifiers) in HELPERS or (attribute(opcode) or "") in _STATEMENTS


def _call(each: _Instruction, *, explicit: bool, last: bool = False) -> str:
    operands = _operands(each, last=last)
    if not explicit:
        operands = operands[destinations(each.form.opcode, each.modifiers) :]
    start = "ptx.inst" if explicit else "ptx"
    return f"{start}.{attribute(each.form.opcode)}{_chain(each.modifiers)}({', '.join(operands)})"


def _chain(modifiers: tuple[str, ...]) -> str:
    return "".join(f".{attribute(modifier[1:])}" for modifier in modifiers)


def _operands(each: _Instruction, *, last: bool = False) -> list[str]:
    """Return operands of the first type that each slot takes, or of the last."""
    return [[*_kinds(each.form, slot, each.binding)][-last] for slot in each.slots]


def _kinds(form: Form, slot: Slot, binding: Binding) -> dict[str, None]:
    """Return the operands that a slot takes, the usual one first."""
    if slot.shape == "address":
        return {ADDRESS: None}
    if slot.shape == "vector":
        return {VECTOR: None}
    if slot.shape == "pair":
        return {'ptx.pair("a", "b")': None, NUMBER: None, PREDICATE: None}
    return dict.fromkeys(_of_constraint(form.constraint_of(slot.name, binding), binding))


def _of_constraint(constraint: OperandConstraint, binding: Binding) -> Iterator[str]:
    base = constraint.base
    if base == "or":
        for part in constraint.parts:
            yield from _of_constraint(part, binding)
    elif base == "vec" and constraint.is_single(binding):
        yield from _of_constraint(constraint.parts[0], binding)
    elif base in ("vec", "list"):
        yield VECTOR
    elif base == "type":
        names = constraint.type_names(binding)
        fitting = [name for name in VALUES if _fits(constraint, name, binding)]
        if "pred" in names:
            yield PREDICATE
        if {*names} != {"pred"} or not names:
            yield from (VALUES[name] for name in fitting) if fitting else (NUMBER,)
    elif base == "pred":
        yield PREDICATE
    elif base == "addr":
        yield ADDRESS
    elif base == "imm":
        yield CONSTANT
    elif base == "var":
        yield '"name"'
    else:  # names, of which a checker knows nothing
        yield from ('"name"', PREDICATE, NUMBER)


def _fits(constraint: OperandConstraint, name: str, binding: Binding) -> bool:
    """Return whether a register of a type, which holds a value of it, is taken."""
    return constraint.accepts(Actual("register", name, value_type=name), binding)


def every_twin() -> Iterator[Twin]:
    """Yield the calls of all opcodes."""
    for opcode in all_opcodes():
        yield from twins(opcode)
