"""Entries of the instruction table as Markdown: instructions, directives, special registers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy._records import NamedTuple
from ptxpy.isa import (
    DIRECTIVES,
    SpecialRegister,
    Target,
    Version,
    describe,
    entries,
    entry_effects,
    example_lines,
    matches,
    trait_sentence,
)

if TYPE_CHECKING:
    from ptxpy.isa import Directive, Entry, Form, Match, Problem, Slot

__all__ = [
    "Signature",
    "describe_directive",
    "describe_instruction",
    "describe_special",
    "problem_of",
    "signatures_of",
]

MAX_FORMS: Final = 6
"""The most forms that are shown of an instruction."""
MAX_ENTRIES: Final = 4
"""The most entries that are shown of an opcode without modifiers."""
MAX_WORDS: Final = 24
"""The most modifiers of one class that are shown."""


def describe_instruction(
    opcode: str,
    modifiers: tuple[str, ...],
    version: Version | None = None,
    target: Target | None = None,
) -> str:
    """Return the forms, meaning, versions and targets of an instruction; empty if unknown.

    Args:
        opcode: The opcode.
        modifiers: Its modifiers, each with its dot. Those that no form has are ignored.
        version: The version of PTX of the file, to name its lacks.
        target: The target of the file.
    """
    every = entries(opcode)
    if not every:
        return ""
    exact = {match.form.syntax for match in matches(opcode, modifiers)}
    # While an instruction is being written, it may still become any form with these modifiers.
    forms = exact or {
        form.syntax
        for entry in every
        for form in entry.forms
        if {*modifiers} <= {*isa.modifiers_of(form, form.elements)}
    }
    fitting = [
        entry for entry in every if any(form.syntax in forms for form in entry.forms)
    ] or _nearest(every, opcode, modifiers)
    parts = [_entry(entry, forms) for entry in fitting[:MAX_ENTRIES]]
    if len(fitting) > MAX_ENTRIES:
        rest = ", ".join(f"`{entry.name}`" for entry in fitting[MAX_ENTRIES:])
        parts.append(f"Also: {rest}")
    problem = problem_of(opcode, modifiers, version, target) if exact else None
    if problem is not None:
        parts.append(f"**{problem.message}**")
    return "\n\n---\n\n".join(parts)


def problem_of(
    opcode: str, modifiers: tuple[str, ...], version: Version | None, target: Target | None
) -> Problem | None:
    """Return the error of an instruction whatever its operands are; None if there may be none."""
    problem = isa.check_legality(opcode, modifiers, None, version, target)
    # Modifiers that a form has may need an operand, which is not known here.
    if problem is None or (problem.rule == "modifier" and matches(opcode, modifiers)):
        return None
    return problem


def _nearest(every: tuple[Entry, ...], opcode: str, modifiers: tuple[str, ...]) -> list[Entry]:
    """Return the entries whose names the modifiers begin or continue."""
    written = opcode + "".join(modifiers)
    below = [entry for entry in every if f"{written}.".startswith(f"{entry.name}.")]
    above = [entry for entry in every if f"{entry.name}.".startswith(f"{written}.")]
    longest = max((entry.name for entry in below), key=len, default="")
    return [entry for entry in below if entry.name == longest] or above or list(every)


def _entry(entry: Entry, forms: set[str]) -> str:
    described = describe(entry)
    lines = [f"**{entry.name}** {entry.meaning} *(PTX ISA {entry.section})*", ""]
    python = described.example.python
    lines += [described.text, "", "```ptx", *example_lines(described.example)[: -len(python)]]
    lines += ["```", "```python", *python, "```", "", "```text"]
    shown = [form for form in entry.forms if not forms or form.syntax in forms]
    lines += [" ".join(form.syntax.split()) for form in shown[:MAX_FORMS]]
    if len(shown) > MAX_FORMS:
        lines.append(f"… {len(shown) - MAX_FORMS} more forms")
    classes: dict[str, tuple[str, ...]] = {}
    for form in shown[:MAX_FORMS]:
        classes |= form.classes
    for name, words in classes.items():
        more = " …" if len(words) > MAX_WORDS else ""
        lines.append(f"    {name} = {{ {', '.join(words[:MAX_WORDS])}{more} }}")
    lines.append("```")
    gates = dict.fromkeys(text for form in shown for text in _gates(form))
    if gates:
        lines.append("; ".join(gates))
    effects = [f"- {trait_sentence(trait, '`{}`'.format)}" for trait in entry_effects(entry)]
    if effects:
        lines += ["", *effects]
    return "\n".join(lines)


def _gates(form: Form) -> list[str]:
    """Return the versions and targets that a form needs, in words."""
    found = []
    for gate in form.gates:
        version = f"PTX {gate.version[0]}.{gate.version[1]}"
        targets = f" on {' or '.join(map(str, gate.targets))}" if gate.targets else ""
        condition = f" with `{gate.condition}`" if gate.condition.alternatives else ""
        word = "until" if gate.until else "since"
        found.append(f"{word} {version}{targets}{condition}")
    return found


def describe_special(special: SpecialRegister, name: str) -> str:
    """Return the type and meaning of a special register."""
    components = f" with components {' '.join(f'.{c}' for c in special.components)}"
    shown = components if special.components else ""
    since = f"since PTX {special.version[0]}.{special.version[1]}"
    target = f" on sm_{special.target}" if special.target else ""
    return (
        f"**{name}** `.{special.type}`{shown}: {special.meaning} *(PTX ISA {special.section})*\n\n"
        f"{since}{target}"
    )


def describe_directive(name: str) -> str:
    """Return the syntax and meaning of a directive; empty for an unknown one."""
    found: Directive | None = DIRECTIVES.get(name)
    if found is None:
        return ""
    target = f" on sm_{found.target}" if found.target else ""
    return (
        f"**{name}** {found.meaning} *(PTX ISA {found.section})*\n\n```text\n{found.syntax}\n```\n"
        f"since PTX {found.version[0]}.{found.version[1]}{target}"
    )


class Signature(NamedTuple):
    """The operands of one form of an instruction."""

    label: str
    """The instruction with the names of its operands."""
    operands: tuple[tuple[int, int], ...]
    """Where each operand is in the label."""
    requirements: tuple[str, ...]
    """The requirement on each operand, in words."""
    meaning: str


def signatures_of(opcode: str, modifiers: tuple[str, ...]) -> list[Signature]:
    """Return the forms that modifiers fit, with their operands; all forms if none fits.

    >>> signatures_of("mad", (".lo", ".s32"))[0].label
    'mad.lo.s32 d, a, b, c'
    """
    name = opcode + "".join(modifiers)
    found: dict[str, Signature] = {}
    for match in matches(opcode, modifiers):
        signature = _signature(name, match)
        found.setdefault(signature.label, signature)
    return list(found.values())


def _signature(name: str, match: Match) -> Signature:
    form = match.form
    label = name
    spans: list[tuple[int, int]] = []
    requirements: list[str] = []
    for number, slot in enumerate(form.slots):
        label += ", " if number else " "
        start = len(label)
        label += _spelled(slot)
        spans.append((start, len(label)))
        requirements.append(_required(match, slot))
    meaning = next((entry.meaning for entry in entries(form.opcode) if form in entry.forms), "")
    return Signature(label, tuple(spans), tuple(requirements), meaning)


def _spelled(slot: Slot) -> str:
    """Return a slot as the manual writes it."""
    parts = [_spelled(part) for part in slot.parts]
    text = {
        "address": f"[{', '.join(parts)}]",
        "vector": f"{{{', '.join(parts)}}}",
        "pair": "|".join(parts),
    }.get(slot.shape, slot.name)
    # A negation may be written, an operand may be left out: the manual has both in braces.
    text = f"{{{slot.negatable}}}{text}" if slot.negatable else text
    return f"{{{text}}}" if slot.optional else text


def _required(match: Match, slot: Slot) -> str:
    names = [part.name for part in slot.parts if part.name] or [slot.name]
    found = []
    for name in names:
        if name and any(each == name for each, _, _ in match.form.constraints):
            constraint = match.form.constraint_of(name, match.binding)
            found.append(f"{name}: {constraint.describe(match.binding)}")
    return "; ".join(found)
