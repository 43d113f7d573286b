"""The instruction table in words: operands, conditions, rules and requirements of forms.

The names of operands, modifiers and types go through `mark`, with which Markdown puts them in
backquotes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from ptxpy._records import NamedTuple
from ptxpy.isa.operand_constraints import POWERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ptxpy.isa.conditions import Condition, Fact
    from ptxpy.isa.notation import Form, Gate, Rule, Slot
    from ptxpy.isa.operand_constraints import OperandConstraint
    from ptxpy.isa.targets import Target

__all__ = [
    "Availability",
    "OperandWords",
    "availability",
    "condition_words",
    "modifier_classes",
    "operand_words",
    "rule_words",
]

Mark: TypeAlias = Callable[[str], str]


class OperandWords(NamedTuple):
    """The requirement on an operand."""

    name: str
    """Its name in the manual; of several with the same words all, ``a, b``."""
    text: str
    """``register or constant of .type``, without its name."""
    condition: str
    """The condition of the requirement, ``with .sem``; empty for always."""


class Availability(NamedTuple):
    """A requirement of a form on the version of PTX and the target."""

    condition: str
    """The condition of the requirement, ``with .sem``; empty for always."""
    version: str
    """``PTX 8.0``, or ``until PTX 6.4`` for a form that this version removes."""
    targets: str
    """``sm_90 and later``."""


def plain(text: str) -> str:
    """Return code as it is."""
    return text


def modifier_classes(forms: Iterable[Form]) -> dict[str, tuple[str, ...]]:
    """Return the alternatives of each modifier class of some forms, in order."""
    return {name: values for form in forms for name, values in form.classes.items()}


def operand_words(forms: Sequence[Form], mark: Mark = plain) -> list[OperandWords]:
    """Return the requirements on the operands of forms that share their properties.

    >>> from ptxpy.isa import entries, operand_words
    >>> for row in operand_words(entries("shl")[0].forms):
    ...     print(f"{row.name}: {row.text}")
    d: result: register of .type
    a: register or constant of .type
    b: register or constant of .u32
    """
    rows: dict[tuple[str, str], dict[str, None]] = {}
    for form in forms:
        for slot in _plain_slots(form.slots):
            # A number in a form, as the 16 of `cp.async`, is itself.
            if not slot.name or slot.name.isdigit():
                continue
            end = "; may be left out" if slot.optional else ""
            for constraint, condition in _reachable(form, slot.name):
                said = (_constraint(constraint, mark) + end, condition_words(condition, mark))
                rows.setdefault(said, {})[slot.name] = None
    order = {name: at for at, name in enumerate(dict.fromkeys(_names(forms)))}
    found = [
        OperandWords(", ".join(names), text, condition) for (text, condition), names in rows.items()
    ]
    return sorted(found, key=lambda row: order[row.name.partition(", ")[0]])


def _names(forms: Iterable[Form]) -> Iterator[str]:
    return (slot.name for form in forms for slot in _plain_slots(form.slots))


def _reachable(form: Form, name: str) -> Iterator[tuple[OperandConstraint, Condition]]:
    """Yield the constraints on an operand, up to the one behind which none is looked at.

    That is one without a condition, or the last of those that have one for each value of a class.
    """
    seen: dict[str, set[str]] = {}
    for operand, constraint, condition in form.constraints:
        if operand != name:
            continue
        yield constraint, condition
        if not condition.alternatives:
            return
        for facts in condition.alternatives:
            if len(facts) == 1 and not facts[0].is_denied:
                fact = facts[0]
                for of in [fact.name] if fact.value else _classes_with(form, fact.name):
                    seen.setdefault(of, set()).add(fact.value or fact.name)
        # A class in a group may be absent.
        if any(
            seen.get(of, set()) >= {*form.classes[of]} for of in form.classes if of in form.elements
        ):
            return


def _classes_with(form: Form, modifier: str) -> list[str]:
    return [name for name, values in form.classes.items() if modifier in values]


def _plain_slots(slots: Iterable[Slot]) -> Iterator[Slot]:
    for slot in slots:
        yield slot
        yield from _plain_slots(slot.parts)


# -------------------------------------------------------------------------------- an operand


def _constraint(constraint: OperandConstraint, mark: Mark) -> str:
    """Return a constraint in words, with the direction of the operand: read, written or both."""
    flags = constraint.flags
    if constraint.base == "any" and not constraint.written:
        return "anything"
    said = _kind(constraint, mark)
    if not said:
        return mark("_")
    if "inout" in flags or any("inout" in part.flags for part in constraint.parts):
        said = f"read and written: {said}"
    elif constraint.written:
        said = f"result: {said}"
    if "sink" in flags or any("sink" in part.flags for part in constraint.parts):
        said += f", or {mark('_')} to drop it"
    return said


def _article(text: str) -> str:
    return f"an {text}" if text[0] in "aeiou" else f"a {text}"


def _kind(constraint: OperandConstraint, mark: Mark) -> str:
    base = constraint.base
    if base == "or":
        # Vectors of other lengths with the same elements are one alternative.
        lengths: dict[str, list[str]] = {}
        for part in constraint.parts:
            element = _kind(part.parts[0], mark) if part.base == "vec" else ""
            lengths.setdefault(element or _kind(part, mark), []).append(part.length)
        return " or ".join(
            _vector(element, counts, mark) if counts[0] else element
            for element, counts in _merged(lengths)
        )
    if base == "vec":
        return _vector(_kind(constraint.parts[0], mark), [constraint.length], mark)
    if base == "list":
        return f"in braces: {', '.join(_kind(part, mark) for part in constraint.parts)}"
    if base == "imm":
        return _constant(constraint)
    if base in ("addr", "var"):
        return _place(constraint, mark)
    if base == "type":
        return _value(constraint, mark)
    return _NOUNS[base]


_NOUNS: Final = {
    "any": "value",
    "pred": "predicate",
    "label": "label",
    "func": "function",
    "targets": "list of labels, by its name",
    "texref": "texture, by its name or in a 64-bit register",
    "samplerref": "sampler, by its name or in a 64-bit register",
    "surfref": "surface, by its name or in a 64-bit register",
}


def _value(constraint: OperandConstraint, mark: Mark) -> str:
    flags = constraint.flags
    types = _list([mark(name) for name in constraint.types], "or")
    if "sink" in flags and not constraint.types:
        return ""
    if "wide" in flags:
        types = f"twice the size of {types}"
    if "relaxed" in flags:
        types += " or wider"
    if "special" in flags:
        return f"special register of {types}"
    if "exact" in flags:
        return f"register declared {types}"
    if constraint.written or "reg" in flags:
        return f"register of {types}"
    if "sreg" in flags:
        return f"register, special register or constant of {types}"
    return f"register or constant of {types}"


def _constant(constraint: OperandConstraint) -> str:
    if constraint.values:
        return f"constant {_list([str(value) for value in constraint.values], 'or')}"
    low, high = constraint.low, constraint.high
    if low is None or high is None:
        return "constant"
    if low == high:
        return f"constant {low}"
    if constraint.step == POWERS:
        return f"constant, a power of two from {low} to {high}"
    if constraint.step > 1:
        return f"constant, a multiple of {constraint.step} from {low} to {high}"
    if high == low + 1:
        return f"constant {low} or {high}"
    return f"constant from {low} to {high}"


def _place(constraint: OperandConstraint, mark: Mark) -> str:
    spaces = _list([mark(name) for name in constraint.types], "or")
    if constraint.base == "addr":
        return f"address in {spaces}" if spaces else "generic address"
    return f"variable in {spaces}, by its name" if spaces else "variable, by its name"


def _vector(element: str, counts: list[str], mark: Mark) -> str:
    """Return a vector in words, which has one of some numbers of elements.

    A number is one, a modifier that says it, or arithmetic with these and the shape's m, n and k.
    """
    shown = _list([count if count.isdigit() else mark(count) for count in counts], "or")
    if counts[0][:1] == "." and counts[0][1:].isidentifier():
        return f"as many in braces as {shown} says, each {_article(element)}"
    return f"{shown} in braces, each {_article(element)}"


def _merged(lengths: dict[str, list[str]]) -> Iterator[tuple[str, list[str]]]:
    """Yield each kind with the lengths of its vectors; a scalar comes first, without a length."""
    for element, counts in lengths.items():
        if "" in counts:
            yield element, [""]
        if several := [count for count in counts if count]:
            yield element, several


# ------------------------------------------------------------------------------ conditions


def condition_words(condition: Condition, mark: Mark = plain) -> str:
    """Return a condition in words: ``with .f16 and .rn, or without .ftz``; empty for always."""
    if not condition.alternatives:
        return ""
    wanted = [[*facts] for facts in condition.alternatives]
    if all(len(facts) == 1 and not facts[0].is_denied for facts in wanted):
        if wanted[0][0].name[:1] == "-":
            return f"where {mark(wanted[0][0].name[1:])} is negated"
        return f"with {_list([_fact(facts[0], mark) for facts in wanted], 'or')}"
    return _list([_conjunction(facts, mark) for facts in wanted], "or", comma=True)


def _conjunction(facts: list[Fact], mark: Mark) -> str:
    present = [_fact(fact, mark) for fact in facts if not fact.is_denied]
    absent = [_fact(fact, mark) for fact in facts if fact.is_denied]
    said = [f"with {_list(present, 'and')}"] if present else []
    said += [f"without {_list(absent, 'or')}"] if absent else []
    return " ".join(said)


def _fact(fact: Fact, mark: Mark) -> str:
    if fact.value:
        return f"{mark(fact.value)} as {mark(fact.name)}"
    return mark(fact.name)


def rule_words(rule: Rule, mark: Mark = plain) -> str:
    """Return a rule in words: ``with .f64: .rn or .rz is required``."""
    facts = condition_words(rule.fact, mark).removeprefix("with ")
    verb = "is required" if rule.is_required else "is not allowed"
    when = condition_words(rule.condition, mark)
    return f"{when}: {facts} {verb}" if when else f"{facts} {verb}"


# ---------------------------------------------------------------------------- requirements


def availability(forms: Iterable[Form], mark: Mark = plain) -> list[Availability]:
    """Return the requirements of forms that share their properties, unconditional ones first.

    >>> from ptxpy.isa import availability, entries
    >>> availability(entries("elect")[0].forms)[0].targets
    'sm_90 and later'
    """
    rows = dict.fromkeys(_availability(gate, mark) for form in forms for gate in form.gates)
    return sorted(rows, key=lambda row: bool(row.condition))


def _availability(gate: Gate, mark: Mark) -> Availability:
    version = f"PTX {gate.version[0]}.{gate.version[1]}"
    return Availability(
        condition_words(gate.condition, mark),
        f"until {version}" if gate.until else version,
        _list([_target(target) for target in gate.targets], "or") or "all",
    )


def _target(target: Target) -> str:
    if target.variant == "a":
        return f"{target} alone"
    if target.variant == "f":
        return f"{target} and later of its family"
    return f"{target} and later"


def _list(words: list[str], last: str, *, comma: bool = False) -> str:
    """Return words as a list: ``a, b or c``."""
    words = [*dict.fromkeys(words)]
    if len(words) < 2:  # noqa: PLR2004 - a list of one has no "or"
        return "".join(words)
    return f"{', '.join(words[:-1])}{',' * comma} {last} {words[-1]}"
