"""Probes of the table: instructions that a form allows, and others that nearly fit it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Final, NamedTuple

from isa_prover.spelling import WRONG, Speller, near_constants
from ptxpy.isa.conditions import Binding
from ptxpy.isa.legality import is_gone
from ptxpy.isa.notation import Element, Form, Slot
from ptxpy.isa.targets import TARGETS, VERSIONS, Target, has_feature, parse_target

LATEST: Final = VERSIONS[-1]
MODERN: Final = tuple(
    parse_target(name)
    for name in (
        *("sm_75", "sm_80", "sm_89", "sm_90", "sm_90a", "sm_100", "sm_100a", "sm_100f"),
        *("sm_103a", "sm_107a", "sm_107f", "sm_110a", "sm_120", "sm_120a", "sm_121f"),
    )
)
"""The targets that valid probes are for."""
OLDER: Final = tuple(
    parse_target(name) for name in TARGETS if not name.startswith("sm_101") and name != "sm_88"
)
"""Those whose lack of a feature near-misses ask for."""

_TRIES: Final = 400
_TYPES: Final = (".u16", ".s32", ".u64", ".b32", ".f32", ".f16", ".bf16x2", ".b8", ".f64", ".pred")


class Probe(NamedTuple):
    """A statement for ptxas and the table to judge."""

    statement: str
    form: Form
    sort: str
    """``valid``, or the mutated part: ``modifier``, ``operand``, ``version``, ``target``."""
    version: str
    target: str


class Choice(NamedTuple):
    """A form with its classes and optional parts decided."""

    modifiers: tuple[str, ...]
    binding: Binding


def probes(form: Form, random: Random, valid: int, near: int) -> Iterator[Probe]:
    """Yield at least ``valid`` instructions of a form and ``near`` near-misses."""
    choices = _choices(form, random, valid)
    if not choices:
        return
    for choice in choices:
        target = _target_for(form, choice.binding, random)
        if target is not None:
            operands = _operands(form, choice, random)
            yield _probe(form, choice.modifiers, operands, "valid", LATEST, target)
    for index in range(near):
        choice = random.choice(choices)
        yield from _near_miss(form, choice, random, index)
    for choice in choices[: max(3, len(choices) // 8)]:
        yield from _boundaries(form, choice, random)


def valid_probes(
    form: Form, random: Random, count: int, targets: tuple[Target, ...]
) -> Iterator[Probe]:
    """Yield at least ``count`` instructions of a form, as far as one of the targets has them."""
    for choice in _choices(form, random, count):
        fitting = [target for target in targets if _allowed(form, choice.binding, target)]
        if fitting:
            operands = _operands(form, choice, random)
            yield _probe(form, choice.modifiers, operands, "valid", LATEST, fitting[0])


def one_probe(form: Form, random: Random, targets: Sequence[Target]) -> Probe | None:
    """Return an instruction of a form for the first of the targets that has it, if one is found."""
    for _ in range(_TRIES):
        choice = _choice(form, random)
        fitting = choice and [each for each in targets if _allowed(form, choice.binding, each)]
        if choice and fitting:
            operands = _operands(form, choice, random)
            return _probe(form, choice.modifiers, operands, "valid", LATEST, fitting[0])
    return None


def _choices(form: Form, random: Random, wanted: int) -> list[Choice]:
    """Choose alternatives so that each occurs, and each pair that the rules allow."""
    found: dict[tuple[tuple[str, ...], frozenset[str]], Choice] = {}
    unseen_hits = 0
    pairs: set[tuple[str, str]] = set()
    kept: list[Choice] = []
    for attempt in range(_TRIES * 5):
        choice = _choice(form, random)
        if choice is None:
            continue
        key = (choice.modifiers, choice.binding.operands)
        facts = sorted({*choice.modifiers, *choice.binding.operands})
        new = set(combinations(facts, 2)) | {(fact, "") for fact in facts}
        fresh = not new <= pairs
        if fresh or (key not in found and len(kept) < wanted):
            pairs |= new
            kept.append(choice)
            unseen_hits = 0
        else:
            unseen_hits += 1
        found[key] = choice
        if unseen_hits > _TRIES and attempt > _TRIES:
            break
    while kept and len(kept) < wanted:
        kept.append(random.choice(kept))
    return kept


def _choice(form: Form, random: Random) -> Choice | None:
    classes: dict[str, str] = {}
    modifiers = tuple(_modifiers(form, form.elements, classes, random))
    present = frozenset(name for name in _optional_names(form.slots) if random.random() < 0.5)
    present |= _required_names(form.slots)
    binding = Binding(frozenset(modifiers), classes, present)
    for rule in form.rules:
        if rule.condition.holds(binding) and rule.fact.holds(binding) is not rule.is_required:
            # An optional operand that a modifier asks for is put in; anything else is tried anew.
            names = {fact.name for facts in rule.fact.alternatives for fact in facts}
            optional = names & set(_optional_names(form.slots))
            if not optional:
                return None
            changed = present | optional if rule.is_required else present - optional
            binding = binding._replace(operands=frozenset(changed))
            present = binding.operands
    for rule in form.rules:
        if rule.condition.holds(binding) and rule.fact.holds(binding) is not rule.is_required:
            return None
    return Choice(modifiers, binding)


def _modifiers(
    form: Form, elements: tuple[Element, ...], classes: dict[str, str], random: Random
) -> Iterator[str]:
    for element in elements:
        if isinstance(element, tuple):
            if random.random() < 0.5:
                yield from _modifiers(form, element, classes, random)
        elif element in form.classes:
            classes[element] = random.choice(form.classes[element])
            yield classes[element]
        else:
            yield element


def _required_names(slots: tuple[Slot, ...]) -> frozenset[str]:
    return frozenset(
        name
        for slot in slots
        if not slot.optional
        for name in (slot.name, *_required_names(slot.parts))
        if name
    )


def _optional_names(slots: tuple[Slot, ...]) -> Iterator[str]:
    for slot in slots:
        if slot.optional and slot.name:
            yield slot.name
        if slot.suffix and slot.shape == "address":
            yield slot.suffix
        if slot.negatable == "-":
            yield f"-{slot.name}"
        yield from _optional_names(slot.parts)
        if slot.optional and not slot.name:
            yield from (part.name for part in slot.parts)


def _operands(form: Form, choice: Choice, random: Random) -> list[str]:
    speller = Speller(random, form, choice.binding)
    present = choice.binding.operands
    return [speller.slot(slot, present) for slot in form.slots if _is_present(slot, present)]


def _is_present(slot: Slot, present: frozenset[str]) -> bool:
    if not slot.optional:
        return True
    names = [slot.name] if slot.name else [part.name for part in slot.parts]
    return any(name in present for name in names)


def _target_for(form: Form, binding: Binding, random: Random) -> Target | None:
    fitting = [target for target in MODERN if _allowed(form, binding, target)]
    return random.choice(fitting) if fitting else None


def _allowed(form: Form, binding: Binding, target: Target) -> bool:
    return all(
        (gate.until and not is_gone(gate, LATEST, target))
        or (not gate.until and not gate.targets)
        or not gate.condition.holds(binding)
        or (not gate.until and any(has_feature(target, needed) for needed in gate.targets))
        for gate in form.gates
    )


def _probe(
    form: Form,
    modifiers: tuple[str, ...],
    operands: list[str],
    sort: str,
    version: tuple[int, int],
    target: Target,
) -> Probe:
    name = form.opcode + "".join(modifiers)
    statement = f"{name} {', '.join(operands)};" if operands else f"{name};"
    sampler = any("samplerref" in kind.text for _, kind, _ in form.constraints)
    options = ", texmode_independent" if sampler else ""
    return Probe(statement, form, sort, f"{version[0]}.{version[1]}", f"{target}{options}")


def _near_miss(form: Form, choice: Choice, random: Random, index: int) -> Iterator[Probe]:
    target = _target_for(form, choice.binding, random)
    if target is None:
        return
    operands = _operands(form, choice, random)
    if index % 3 == 0:
        modifiers = _changed_modifiers(form, choice.modifiers, random)
        if modifiers != choice.modifiers:
            yield _probe(form, modifiers, operands, "modifier", LATEST, target)
        return
    changed = _changed_operands(form, choice, operands, random)
    if changed != operands:
        yield _probe(form, choice.modifiers, changed, "operand", LATEST, target)


def _changed_modifiers(form: Form, modifiers: tuple[str, ...], random: Random) -> tuple[str, ...]:
    made = [*modifiers]
    others = [value for values in form.classes.values() for value in values] + [*_TYPES]
    action = random.randrange(5)
    if action == 0 and len(made) > 1:
        at = random.randrange(len(made) - 1)
        made[at], made[at + 1] = made[at + 1], made[at]
    elif action == 1 and made:
        del made[random.randrange(len(made))]
    elif action == 2 and made:
        made.insert(random.randrange(len(made) + 1), random.choice(made))
    elif action == 3 and made:
        made[random.randrange(len(made))] = random.choice(others)
    else:
        made.insert(random.randrange(len(made) + 1), random.choice(others))
    return tuple(made)


def _changed_operands(form: Form, choice: Choice, operands: list[str], random: Random) -> list[str]:
    made = [*operands]
    action = random.randrange(6)
    if action == 0 and made:
        made.pop(random.randrange(len(made)))
    elif action == 1:
        made.insert(random.randrange(len(made) + 1), random.choice(("%b32_9", "%b64_9", "3")))
    elif action == 2:
        slots = [slot for slot in form.slots if _is_present(slot, choice.binding.operands)]
        places = [
            (index, value)
            for index, slot in enumerate(slots)
            if slot.shape == "plain"
            for value in near_constants(form.constraint_of(slot.name, choice.binding))
        ]
        if places:
            index, value = random.choice(places)
            made[index] = str(value)
    elif made:
        made[random.randrange(len(made))] = random.choice(WRONG)
    return made


def _boundaries(form: Form, choice: Choice, random: Random) -> Iterator[Probe]:
    """Yield the instruction at the first version and targets that allow it, and before them."""
    gates = [gate for gate in form.gates if gate.condition.holds(choice.binding)]
    target = _target_for(form, choice.binding, random)
    if not gates or target is None:
        return
    operands = _operands(form, choice, random)
    for gate in gates:
        if gate.until and gate.version != VERSIONS[0]:
            last = VERSIONS[VERSIONS.index(gate.version) - 1]
            for pick in (target, *gate.targets[:1]):
                yield _probe(form, choice.modifiers, operands, "version", last, pick)
                yield _probe(form, choice.modifiers, operands, "version", gate.version, pick)
    first = max((gate.version for gate in gates if not gate.until), default=VERSIONS[0])
    position = VERSIONS.index(first)
    for version in VERSIONS[max(0, position - 1) : position + 1]:
        # ptxas may mind a target that the version does not have, so one is taken that it has.
        having = [
            target
            for target in (*MODERN, *OLDER)
            if TARGETS[str(target)] <= version and _allowed(form, choice.binding, target)
        ]
        if having:
            pick = random.choice(having)
            yield _probe(form, choice.modifiers, operands, "version", version, pick)
    allowed = [target for target in OLDER if _allowed(form, choice.binding, target)]
    refused = [target for target in OLDER if target not in allowed]
    picks = {allowed[0], random.choice(allowed)} if allowed else set()
    if refused:
        below = [target for target in refused if not allowed or target < allowed[0]]
        picks |= {(below or refused)[-1], random.choice(refused)}
    for pick in sorted(picks):
        yield _probe(form, choice.modifiers, operands, "target", LATEST, pick)
