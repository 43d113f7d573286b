"""Legality: whether the table allows an instruction, and the forms that it allows instead."""

from __future__ import annotations

import re
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Final

from ptxpy._counts import format_count
from ptxpy._records import NamedTuple
from ptxpy.isa.matching import Match, matches, reach
from ptxpy.isa.suggest import format_choice, format_words, nearest, nearest_shapes
from ptxpy.isa.table import all_opcodes, entries
from ptxpy.isa.targets import TARGETS, has_feature, parse_target
from ptxpy.isa.traits import traits
from ptxpy.isa.type_compatibility import Actual
from ptxpy.isa.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ptxpy.isa.conditions import Binding
    from ptxpy.isa.notation import Form, Gate, Slot
    from ptxpy.isa.targets import Target, Version

__all__ = ["USUAL_MODIFIERS", "Problem", "check_legality", "completions"]


MAX_ALTERNATIVES: Final = 4
"""The most modifiers that are offered in the place where one is missing."""
MAX_WORDS: Final = 40
"""The most modifiers that a message lists."""
MAX_WORDS_OF_MANY: Final = 8
"""How many it lists of more than these."""


class Problem(NamedTuple):
    """The reason why the table does not allow an instruction."""

    rule: str
    """``opcode``, ``modifier``, ``version`` or ``target``; for operands ``count``, ``kind``,
    ``type``, ``space`` or ``immediate``."""
    message: str
    """An error and the allowed forms, without the location."""
    position: int = -1
    """The index of the operand, or for ``modifier`` of the modifier; -1 for neither."""
    wanted: tuple[str, ...] = ()
    """The required types, without their dots, if a type is wrong; else empty."""
    version: Version | None = None
    """The first version that has the instruction, if that is later than the module's."""
    nearest: tuple[str, ...] = ()
    """Words that may be meant by an unknown opcode or modifier, the likeliest first."""
    lowest: tuple[bool, int] = (False, 0)
    """Of ``target``: whether the first target that has it needs a later version, and its number."""


def check_legality(
    opcode: str,
    modifiers: tuple[str, ...],
    operands: tuple[Actual, ...] | None,
    version: Version | None = None,
    target: Target | None = None,
) -> Problem | None:
    """Return the error of an instruction, or None.

    Args:
        opcode: The base opcode: ``mad``.
        modifiers: The modifiers, with their dots.
        operands: The operands, or None to look at the modifiers alone.
        version: The module's version of PTX, or None for any.
        target: The module's target, or None for any.
    """
    found = matches(opcode, modifiers)
    if not found:
        return _modifier_problem(opcode, modifiers, version or _NEWEST, target)
    # `x[i]` is an address where the instruction accesses memory.
    if operands is not None and any(each.kind == "symbol" and each.parts for each in operands):
        elements = traits(opcode, modifiers).elements
        operands = tuple(
            (
                Actual("address", space=each.space, parts=(each,))
                if at in elements and each.kind == "symbol" and each.parts
                else each
            )
            for at, each in enumerate(operands)
        )
    first: Problem | None = None
    meant = found[0].form
    for match in found:
        problem = _match_problem(match, operands, version, target)
        if problem is None:
            return None
        # Of several forms, the one that fits up to the latest rule is probably meant; of those that
        # later targets have, the one that comes first.
        if (
            first is None
            or _RANKS[problem.rule] > _RANKS[first.rule]
            or (problem.rule == first.rule == "target" and problem.lowest < first.lowest)
        ):
            first, meant = problem, match.form
    if first is None or operands is None or first.rule not in {"target", "version"}:
        return first
    # Where the number of inputs chooses between forms, it belongs to the name of this one.
    counts = {len(match.form.slots) for match in found} - {len(meant.slots)}
    name = opcode + "".join(modifiers)
    # A modifier that is the reason says it all.
    is_plain = first.message.startswith(f"{name} needs ")
    if (
        is_plain
        and counts
        and not any(slot.optional for slot in meant.slots)
        and len(operands) not in counts
    ):
        # The table calls a result d, as the manual does.
        has_result = meant.slots[:1] and meant.slots[0].name == "d"
        noun = "input" if has_result else "operand"
        written = f"{name} with {format_count(len(meant.slots) - bool(has_result), noun)}"
        return first._replace(message=first.message.replace(name, written, 1))
    return first


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
    # Optional operands may be left out in several ways: each is tried.
    for slots in arrangements(form.slots, len(operands)):
        found = set()
        for slot, actual in zip(slots, operands, strict=True):
            # A negated operand is a fact of its own, which rules may refer to as `-a`.
            if actual.kind == "minus":
                found.add(f"-{slot.name}")
            if slot.shape == "pair" and actual.kind == "pair":
                found.add(slot.parts[1].name)
            if slot.shape == "address" and actual.kind == "address":
                found.update(part.name for part in slot.parts[1 : len(actual.parts)])
                if actual.suffix:
                    found.add(actual.suffix)
        present = binding._replace(operands=present_operands(slots) | frozenset(found))
        problem = (
            _surplus_problem(form, slots, binding, present)
            or rule_problem(form, present)
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


def arrangements(slots: tuple[Slot, ...], length: int) -> Iterator[tuple[Slot, ...]]:
    """Yield each choice of slots that omits optional operands and has the given length."""
    optional = [index for index, slot in enumerate(slots) if slot.optional]
    absent = len(slots) - length
    if 0 <= absent <= len(optional):
        # Operands at the end are left out first.
        for left_out in combinations(reversed(optional), absent):
            yield tuple(slot for index, slot in enumerate(slots) if index not in left_out)


def rule_problem(form: Form, binding: Binding) -> Problem | None:
    for rule in form.rules:
        if rule.condition.holds(binding) and rule.fact.holds(binding) is not rule.is_required:
            condition = f" with {rule.condition}" if rule.condition.alternatives else ""
            verb = "needs" if rule.is_required else "cannot be combined with"
            return Problem("modifier", f"{form.name}{condition} {verb} {rule.fact}")
    return None


def _surplus_problem(
    form: Form, slots: tuple[Slot, ...], binding: Binding, present: Binding
) -> Problem | None:
    """Return the problem of an operand that only goes with a modifier which is not there."""
    problem = rule_problem(form, present)
    # The operands are to blame only if the modifiers alone break no rule.
    if problem is None or rule_problem(form, binding) is not None:
        return None
    for slot in reversed(slots):
        without = tuple(each for each in slots if each is not slot)
        left = binding._replace(operands=present_operands(without))
        if slot.optional and rule_problem(form, left) is None:
            message = f"{_count_problem(form, len(slots), len(without)).message}; {problem.message}"
            return Problem("count", message)
    return None


def _gate_problem(
    match: Match, binding: Binding, version: Version | None, target: Target | None
) -> Problem | None:
    form = match.form
    name = form.opcode + "".join(match.modifiers)
    gates = [gate for gate in form.gates if gate.condition.holds(binding)]
    for gate in gates:
        # A removed form is reported before what it would need.
        if gate.until and is_gone(gate, version, target):
            major, minor = gate.version
            where = f" for {' or '.join(map(str, gate.targets))}" if gate.targets else ""
            removed = f"was removed in PTX {major}.{minor}{where}"
            missing = _missing_modifier(form.opcode, match.modifiers, version, target)
            if not missing:
                return Problem("version", f"{name} {removed}")
            more = missing.more(form)
            text = f"{name} {missing.lacks}, without which it {removed}: {missing.advice}{more}"
            return Problem("version", text)
    gates = [gate for gate in gates if not gate.until]
    for gate in gates:
        if target is not None and gate.targets and not _supported(gate, target):
            needed = [*_platforms(gate, gates, version)]
            text = f"{name}{_condition_of(gate)} needs {' or '.join(text for _, text in needed)}"
            return Problem("target", text, lowest=min(lowest for lowest, _ in needed))
    # The latest of all versions that are needed is the one to ask for.
    latest = max(gates, key=lambda gate: gate.version, default=None)
    if latest is not None and version is not None and version < latest.version:
        major, minor = latest.version
        text = f"{name}{_condition_of(latest)} needs PTX {major}.{minor}"
        return Problem("version", text, version=latest.version)
    return None


def _condition_of(gate: Gate) -> str:
    return f" with {gate.condition}" if gate.condition.alternatives else ""


def _platforms(
    gate: Gate, gates: list[Gate], version: Version | None
) -> Iterator[tuple[tuple[bool, int], str]]:
    """Yield the targets that meet a gate and all others, with a version where a later one is due.

    Before the text come whether it names a version, and the number of the target.

    If none of the targets that the gate names meets the others, the first that does is yielded.
    """
    others = [each for each in gates if each.targets]
    every = [parse_target(name) for name in TARGETS]
    fitting = [
        [target for target in choice if all(_supported(each, target) for each in others)]
        for choice in (gate.targets, every)
    ]
    # None of the named targets may meet the other gates: then the first one that does is named.
    for target in fitting[0] or fitting[1][:1] or gate.targets:
        due = max([*(each.version for each in gates), TARGETS.get(str(target), (1, 0))])
        late = version is not None and version < due
        text = f"{target} with PTX {due[0]}.{due[1]}" if late else str(target)
        yield (late, target.number), text


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
    kind = form.constraint_of(slot.name, binding)
    # `!p` and `-a` are read as the operand itself where the form allows the negation.
    if actual.kind == _NEGATIONS.get(slot.negatable):
        actual = actual.parts[0]
    if actual.kind == "register" and (actual.suffix or slot.requires_suffix):
        if not _selects(form, slot, actual.suffix):
            shown = actual.suffix or "no selector"
            allowed = format_words(form.classes.get(slot.suffix, (slot.suffix,))) or "no selector"
            return _Fault("kind", f"{slot.name} takes {allowed}, not {shown}")
        actual = actual._replace(suffix="")
    if kind.accepts(actual, binding):
        return None
    # A number in a form, as the 16 of `cp.async`, is the operand and no name of one.
    name = "this operand" if slot.name.isdigit() else slot.name
    message = f"{name} must be {kind.describe(binding)}, not {actual.describe()}"
    wanted = kind.wanted_types(binding)
    return _Fault(kind.fault(actual), message, wanted)


_NEGATIONS = {"!": "not", "-": "minus"}


def _selects(form: Form, slot: Slot, suffix: str) -> bool:
    if not suffix or not slot.suffix:
        return not suffix and not slot.requires_suffix
    return any(
        # `.h[0-3]` stands for four suffixes.
        re.fullmatch(value.replace(".", r"\."), suffix) if "[" in value else value == suffix
        for value in form.classes.get(slot.suffix, (slot.suffix,))
    )


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
    # A tensor map has coordinates in place of an offset.
    if actual.value and (len(slot.parts) > 1 or opaque):
        return _Fault("kind", f"[{names}] cannot have an offset")
    needed = sum(not part.optional for part in slot.parts)
    if not needed <= len(actual.parts) <= len(slot.parts):
        noun = "part" if needed == 1 else "parts"
        return _Fault("count", f"[{names}] must have {needed} {noun}, not {len(actual.parts)}")
    faults = (
        _slot_fault(form, part, value, binding)
        for part, value in zip(slot.parts, actual.parts, strict=False)
    )
    return next(filter(None, faults), None)


def _syntax_of(form: Form) -> str:
    return " ".join(form.syntax.split())


def _count_problem(form: Form, given: int, most: int = 0) -> Problem:
    required = sum(not slot.optional for slot in form.slots)
    most = most or len(form.slots)
    wanted = str(required) if required == most else f"{required} to {most}"
    plural = "operand" if wanted == "1" else "operands"
    return Problem("count", f"{_syntax_of(form)}: takes {wanted} {plural}, not {given}")


def _modifier_problem(
    opcode: str, modifiers: tuple[str, ...], version: Version | None, target: Target | None
) -> Problem:
    name = opcode + "".join(modifiers)
    if not entries(opcode):
        close = tuple(
            sorted(nearest(opcode, all_opcodes()), key=partial(_misfit, opcode, modifiers))
        )
        hint = f" (did you mean {format_choice(close)}?)" if close else ""
        first, dot, rest = opcode.partition(".")
        if dot and entries(first):
            dotted = ", ".join(f"'.{part}'" for part in rest.split("."))
            hint = f" (modifiers are no part of it: opcode='{first}', modifiers=({dotted},))"
        return Problem("opcode", f"unknown opcode {opcode}{hint}", nearest=close)
    # The longest prefix that some form accepts shows where the modifiers go wrong.
    fitting, expected, is_complete = reach(opcode, modifiers)
    prefix = opcode + "".join(modifiers[:fitting])
    ends = "nothing more" if is_complete else ""
    if fitting == len(modifiers):
        words = format_choice(tuple(expected))
        return Problem("modifier", f"{name} is incomplete; it continues with {words}")
    wrong = modifiers[fitting]
    if wrong in modifiers[:fitting] and not expected:
        return Problem("modifier", f"{name}: {wrong} occurs twice", fitting)
    # `mul.s32` lacks `.lo`: a missing modifier explains a wrong one after it.
    missing = _missing_modifier(opcode, modifiers, version, target)
    if missing:
        usual = missing.modifiers[missing.position]
        ranked = sorted(missing.words, key=lambda word: word != usual)[:MAX_ALTERNATIVES]
        written = tuple(f"{word}{modifiers[missing.position]}" for word in ranked)
        message = f"{name} {missing.lacks}: {missing.advice}"
        return Problem("modifier", message, missing.position, nearest=written)
    shapes = nearest_shapes(wrong, expected)
    akin = shapes[:MAX_ALTERNATIVES] or tuple(
        word
        for word in (_SYNONYMS.get(wrong, ""), *nearest(wrong, expected))
        if word in expected and _are_akin(wrong, word)
    )
    hint = f" (did you mean {' or '.join(dict.fromkeys(akin[:2]))}?)" if akin else ""
    choice = f"one of {format_words(expected)}" if expected else ""
    # Of the many shapes of a product, the nearest are enough.
    if len(expected) > MAX_WORDS:
        shown = tuple(dict.fromkeys((*shapes, *akin, *expected)))[:MAX_WORDS_OF_MANY]
        choice = f"one of {format_words(shown)} and {len(expected) - len(shown)} more"
    allowed = " or ".join(part for part in (choice, ends) if part)
    # Without a near word, a modifier too many may be the mistake: `cvt.rn.f64.f32`.
    right = None if akin else _without_contradiction(opcode, modifiers, fitting, version, target)
    advice = f": write {opcode}{''.join(right)}" if right else ""
    message = f"{prefix} has no {wrong}{hint}; {allowed}{advice}"
    return Problem("modifier", message, fitting, nearest=tuple(dict.fromkeys(akin)))


def _misfit(wrong: str, modifiers: tuple[str, ...], opcode: str) -> tuple[bool, bool]:
    """Return how little an opcode fits in the place of a wrong one: `add` fits that of `ad.s32`."""
    fitting, _, is_complete = reach(opcode, modifiers)
    return not (is_complete and fitting == len(modifiers)), opcode[0] != wrong[0]


USUAL_MODIFIERS: Final = (".rn", ".lo", ".rzi", ".rni", ".approx", ".sync")
"""The modifiers that are meant most often where one of several is missing, by preference.

`.lo` and `.rzi` are the product and the cast of C, `.rn` is the rounding of its operators.
"""

_NEWEST: Final = (99, 0)
"""A version after all others, for instructions that no module holds."""

_REASONS: Final = {
    frozenset({".hi", ".lo", ".wide"}): ".lo is * of C, .wide the whole product",
    frozenset({".rni", ".rzi", ".rmi", ".rpi"}): ".rzi rounds towards zero, as a cast of C",
}
"""Why a modifier is suggested, by the alternatives."""

_SYNONYMS: Final = {
    ".int": ".s32",
    ".int32": ".s32",
    ".i32": ".s32",
    ".int64": ".s64",
    ".i64": ".s64",
    ".i16": ".s16",
    ".uint": ".u32",
    ".uint32": ".u32",
    ".uint64": ".u64",
    ".bool": ".pred",
    ".float": ".f32",
    ".float32": ".f32",
    ".double": ".f64",
    ".float64": ".f64",
    ".half": ".f16",
    ".float16": ".f16",
    ".bfloat16": ".bf16",
    ".fp32": ".f32",
    ".xor": ".bfly",
    ".butterfly": ".bfly",
    ".less": ".lt",
    ".greater": ".gt",
    ".equal": ".eq",
    ".trunc": ".rzi",
    ".round": ".rni",
    ".floor": ".rmi",
    ".ceil": ".rpi",
    ".nearest": ".rn",
    ".low": ".lo",
    ".high": ".hi",
}
"""The words of PTX for words of other languages."""


class _Missing(NamedTuple):
    """A modifier that an instruction lacks."""

    position: int
    words: tuple[str, ...]
    """The alternatives, the usual one first."""
    opcode: str
    modifiers: tuple[str, ...]
    """The modifiers with the first of the words."""

    @property
    def lacks(self) -> str:
        """The missing operand, in words."""
        listed = format_words(self.words)
        return f"lacks one of {listed}" if len(self.words) > 1 else f"lacks {listed}"

    @property
    def advice(self) -> str:
        """What to write."""
        reason = _REASONS.get(frozenset(self.words), "")
        return f"write {self.opcode}{''.join(self.modifiers)}" + (f" ({reason})" if reason else "")

    def more(self, form: Form) -> str:
        """Return which operands the form with the modifier takes and another one does not."""
        found = matches(self.opcode, self.modifiers)[0].form
        known = {slot.name for slot in form.slots}
        names = [each.name for each in found.slots if not each.optional and each.name not in known]
        return f", which takes {' and '.join(filter(None, names))} too" if any(names) else ""


def _missing_modifier(
    opcode: str, modifiers: tuple[str, ...], version: Version | None, target: Target | None
) -> _Missing | None:
    """Return a single missing modifier, and its alternatives: `.lo` of `mul.s32`."""
    for index in range(len(modifiers)):
        # A modifier can be missing only where all before it fit.
        fitting, expected, _ = reach(opcode, modifiers[:index])
        if fitting < index:
            break
        words = tuple(
            word
            for word in expected
            if word not in modifiers
            and _is_allowed(opcode, (*modifiers[:index], word, *modifiers[index:]), version, target)
        )
        if words:
            known = () if ".eq" in words else USUAL_MODIFIERS  # `.lo` of `setp` is a comparison
            usual = next((word for word in known if word in words), words[0])
            return _Missing(index, words, opcode, (*modifiers[:index], usual, *modifiers[index:]))
    return None


def _is_allowed(
    opcode: str, modifiers: tuple[str, ...], version: Version | None, target: Target | None
) -> bool:
    """Return whether some form has the modifiers, for a version and a target."""
    return any(
        rule_problem(match.form, match.binding) is None
        and not any(
            gate.until and gate.condition.holds(match.binding) and is_gone(gate, version, target)
            for gate in match.form.gates
        )
        for match in matches(opcode, modifiers)
    )


def _are_akin(wrong: str, word: str) -> bool:
    """Return whether a word may stand for another: types only if both are integers or floats."""
    one, other = TYPES.get(wrong[1:]), TYPES.get(word[1:])
    if one is None or other is None:
        return True
    # `.f32` for `.s32` would change what the instruction computes.
    is_mixed = (one.kind == "float") != (other.kind == "float")
    return one.bits == other.bits and not (is_mixed and "bits" not in (one.kind, other.kind))


def _without_contradiction(
    opcode: str,
    modifiers: tuple[str, ...],
    wrong: int,
    version: Version | None,
    target: Target | None,
) -> tuple[str, ...] | None:
    """Return the modifiers with one left out or replaced, if they fit then: `cvt.f64.f32`."""
    # The modifier that does not fit is left out last, and not at all if it is a type.
    order = [*range(wrong), *([] if modifiers[wrong][1:] in TYPES else [wrong])]
    shorter = ((*modifiers[:at], *modifiers[at + 1 :]) for at in order)
    replaced = (
        (*modifiers[:at], word, *modifiers[at + 1 :])
        for at in order
        for word in (f"{modifiers[at]}i", *USUAL_MODIFIERS)  # `.rni` is `.rn` to an integer
        if modifiers[at] in _CHOICES or word == ".approx"
    )
    doubled = modifiers[wrong] in modifiers[:wrong]  # two equal types: to an integral value
    tried = (*replaced, *shorter) if doubled else (*shorter, *replaced)
    return next((each for each in tried if _is_allowed(opcode, each, version, target)), None)


_CHOICES: Final = frozenset(
    (
        *(".rn", ".rz", ".rm", ".rp", ".rni", ".rzi", ".rmi", ".rpi", ".approx", ".full"),
        *(".lo", ".hi", ".wide"),
    )
)
"""The modifiers that say how a result is rounded, or which part is wanted."""


def completions(
    modifiers: tuple[str, ...],
    words: Iterable[str],
    is_allowed: Callable[[tuple[str, ...]], bool],
) -> Iterator[tuple[str, ...]]:
    """Yield the modifiers with one of the words, or with two, put in where they fit."""
    # Two rounds suffice for instructions that lack two modifiers; the number of attempts grows with
    # each.
    tried: dict[tuple[str, ...], None] = {modifiers: None}
    for _ in range(2):
        tried = dict.fromkeys(
            (*each[:at], word, *each[at:])
            for each in tried
            for word in words
            if word not in each
            for at in range(len(each), -1, -1)
        )
        yield from filter(is_allowed, tried)
