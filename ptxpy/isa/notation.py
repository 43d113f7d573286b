"""The notation of the instruction table, which is the PTX ISA manual's where that has one.

An entry is a page of the manual::

    [add] 9.7.1.1 Add two integers.
        provenance a, b

    add.type       d, a, b;
    add{.sat}.s32  d, a, b;
        .type = { .u16, .u32, .u64, .s16, .s32, .s64 }
        ptx 1.0

    add.type       d, a, b;
        .type = { .u16x2, .s16x2 }
        ptx 8.0 sm_90

The indented lines below the head are the traits of the instruction
(`ptxpy.isa.trait_notation`). A form is at the start of a line and ends with ``;``. The
indented lines below one or several forms belong to all of them:

``.type = { .u16, .u32 }``
    A modifier class and its alternatives. A modifier of a form that is no class is itself.
``d, a: .type``
    What an operand must be (`ptxpy.isa.operand_constraints`). Without such a line ``d`` is
    ``out .type``, ``p`` and ``q`` are ``out pred`` when they come first, a bracketed operand is
    ``addr``, and any other is ``.type``, or the form's last type when it has no class of this name.
    The first line whose condition holds counts.
``ptx 8.0 sm_90a sm_100f``
    Needs this version of PTX and one of these targets (`ptxpy.isa.targets`). All such lines whose
    condition holds must be met.
``until 6.4 sm_70``
    Gone from this version of PTX on, where the target has one of these; from any without targets.
``not .ftz with .f64`` and ``need .rn, .rz with .f64``
    Modifiers that exclude or require each other, or an optional operand.
``lead 1``
    This number of modifiers after the dotted name is part of the instruction's name for ptxas,
    which is otherwise free about their order.

The condition (`ptxpy.isa.conditions`) follows ``with`` and may end any line but the first kind;
``-a`` is the fact that operand ``a`` is negated. In a form, ``{…}`` is optional: ``{.sat}``,
``{, cache-policy}``, ``d{|p}``, ``{!}c``, ``{-}c``, ``a{.asel}``. A set in the value of a suffix
class stands for each of its characters: ``.h[0-3][0-3]``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from ptxpy._records import NamedTuple
from ptxpy.isa.conditions import Condition, parse_condition
from ptxpy.isa.operand_constraints import parse_constraint
from ptxpy.isa.targets import Target, Version, parse_target, parse_version
from ptxpy.isa.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.isa.conditions import Binding
    from ptxpy.isa.operand_constraints import OperandConstraint

__all__ = ["Entry", "Form", "FormGroup", "Gate", "NotationError", "Rule", "Slot", "parse_entry"]


class NotationError(ValueError):
    """The table contains text that its notation does not allow."""


class Slot(NamedTuple):
    """A place for an operand in a form."""

    name: str
    """Its name in the manual; empty for a pair or a list, which have parts."""
    shape: str
    """``plain``, ``address`` (its parts are base and coordinates), ``pair`` or ``vector``."""
    parts: tuple[Slot, ...] = ()
    optional: bool = False
    negatable: str = ""
    """``!`` or ``-`` if the operand may be negated with it, else empty."""
    suffix: str = ""
    """A suffix, or a class of suffixes: ``.unified`` of an address, ``.asel`` of a register."""
    requires_suffix: bool = False
    """Whether the suffix is mandatory."""


Element: TypeAlias = "str | tuple[Element, ...]"
"""A modifier or modifier class of a form; a tuple is an optional group."""


class Gate(NamedTuple):
    """The version and targets that a form requires if a condition holds."""

    version: Version
    targets: tuple[Target, ...]
    """Targets one of which is required; empty for any target."""
    condition: Condition
    until: bool = False
    """Whether the form is removed, not introduced, by this version on these targets."""


class Rule(NamedTuple):
    """Facts that must hold, or must not hold, if a condition holds."""

    fact: Condition
    is_required: bool
    """Whether the facts must hold; else they must not."""
    condition: Condition

    def __str__(self) -> str:
        """Return the rule as the table writes it."""
        condition = f" with {self.condition}" if self.condition.alternatives else ""
        return f"{'need' if self.is_required else 'not'} {self.fact}{condition}"


class Form(NamedTuple):
    """One form of an instruction."""

    name: str
    """The dotted name of its entry."""
    syntax: str
    """The line of the table."""
    opcode: str
    elements: tuple[Element, ...]
    """The modifiers, including those in the dotted name."""
    slots: tuple[Slot, ...]
    classes: dict[str, tuple[str, ...]]
    constraints: tuple[tuple[str, OperandConstraint, Condition], ...]
    gates: tuple[Gate, ...]
    rules: tuple[Rule, ...]
    lead: int
    """How many leading modifiers have a fixed position, including those in the dotted name."""

    def constraint_of(self, name: str, binding: Binding) -> OperandConstraint:
        """Return the constraint on the operand of a name, given the modifiers."""
        # The first constraint whose condition holds counts, so special cases come before general
        # ones.
        for operand, constraint, condition in self.constraints:
            if operand == name and condition.holds(binding):
                return constraint
        msg = f"{self.syntax}: operand {name} must have a constraint"
        raise LookupError(msg)


def modifiers_of(form: Form, elements: tuple[Element, ...]) -> Iterator[str]:
    """Yield the modifiers, dot included, that elements of a form may be."""
    for element in elements:
        if isinstance(element, tuple):
            yield from modifiers_of(form, element)
        else:
            yield from form.classes.get(element, (element,))


class FormGroup(NamedTuple):
    """Forms that share their properties."""

    text: str
    """The text in the table."""
    forms: tuple[Form, ...]


class Entry(NamedTuple):
    """A page of the manual."""

    name: str
    section: str
    meaning: str
    forms: tuple[Form, ...]
    groups: tuple[FormGroup, ...]
    traits: str = ""
    """The lines below its head (`ptxpy.isa.trait_notation`)."""


_CLASS: Final = re.compile(r"(\.[\w:]+)\s*=\s*\{([^}]*)\}")
_KIND: Final = re.compile(r"([\w-]+(?:\s*,\s*[\w-]+)*)\s*:\s+(.*)")
_MODIFIER: Final = re.compile(r"\.[\w:]+")
_OPERAND_PART: Final = re.compile(r"\s*(\{[-!]\}|\{\s*,|\{\||[\[\]{}|,]|\.\w+|[\w-]+)")
_OPERAND: Final = re.compile(r"[\w-]+")
_SPACE: Final = re.compile(r"\s")
_GOES_ON: Final = re.compile(r"\s+(?:\.|\{\.)")
_SENSE: Final = {"need": True, "not": False}
_PROPERTIES: Final = frozenset({"ptx", "until", "need", "not", "lead"})


def parse_entry(name: str, section: str, meaning: str, text: str) -> Entry:
    """Parse an entry; `NotationError` names the form that is invalid."""
    groups: list[FormGroup] = []
    lines = text.splitlines()
    for syntaxes, properties, (start, end) in _groups(lines):
        try:
            forms = tuple(_group(name, syntaxes, properties))
        except ValueError as error:
            msg = f"[{name}] {syntaxes[0]}: {error}"
            raise NotationError(msg) from error
        groups.append(FormGroup("\n".join(lines[start:end]).strip("\n"), forms))
    every = tuple(form for block in groups for form in block.forms)
    return Entry(name, section, meaning, every, tuple(groups))


def _groups(lines: list[str]) -> Iterator[tuple[list[str], list[str], tuple[int, int]]]:
    """Yield forms with the properties below them, and the range of their lines."""
    start = 0
    syntaxes: list[str] = []
    properties: list[str] = []
    pending = ""
    for index, raw in enumerate(lines):
        # Comments of the table begin with `#`.
        line = raw.partition("#")[0].rstrip()
        if not line:
            continue
        indented = line[0].isspace()
        # A form after properties begins a new group.
        if not pending and not indented and properties:
            yield syntaxes, properties, (start, index)
            syntaxes, properties, start = [], [], index
        pending = f"{pending} {line.strip()}" if pending else line.strip()
        if indented and is_property(pending):
            # A class or a condition may be continued on the next line.
            goes_on = pending.count("{") > pending.count("}") or pending[-1] in ",&"
        else:
            goes_on = not pending.endswith(";")
        if goes_on:
            continue
        (properties if not pending.endswith(";") else syntaxes).append(pending)
        pending = ""
    if pending:
        msg = f"unfinished: {pending!r}"
        raise NotationError(msg)
    if syntaxes:
        yield syntaxes, properties, (start, len(lines))


def is_property(text: str) -> bool:
    """Return whether a line is a property, not the continuation of a form."""
    if _CLASS.match(text) or text.startswith(".") or _KIND.match(text):
        return True
    return text.split(maxsplit=1)[0] in _PROPERTIES


def _group(name: str, syntaxes: list[str], properties: list[str]) -> Iterator[Form]:
    classes: dict[str, tuple[str, ...]] = {}
    constraints: list[tuple[str, OperandConstraint, Condition]] = []
    gates: list[Gate] = []
    rules: list[Rule] = []
    # The modifiers in the dotted name, such as `.async` of `cp.async`, come first anyway.
    lead = name.count(".")
    for line in properties:
        if match := _CLASS.fullmatch(line):
            classes[match[1]] = tuple(match[2].replace(",", " ").split())
            continue
        body, _, condition_text = line.partition(" with ")
        condition = parse_condition(condition_text)
        head, _, rest = body.partition(" ")
        if head == "lead":
            lead += int(rest)
        elif head in ("ptx", "until"):
            gates.append(_gate(rest, condition)._replace(until=head == "until"))
        elif head in _SENSE:
            rules.append(Rule(parse_condition(rest), _SENSE[head], condition))
        elif match := _KIND.fullmatch(body):
            kind = parse_constraint(match[2].strip())
            constraints += [(operand.strip(), kind, condition) for operand in match[1].split(",")]
        else:
            msg = f"not a property: {line!r}"
            raise ValueError(msg)
    gates_of_group, rules_of_group = tuple(gates), tuple(rules)
    for syntax in syntaxes:
        form = _form(name, syntax, classes, constraints)
        yield form._replace(gates=gates_of_group, rules=rules_of_group, lead=lead)


def _gate(text: str, condition: Condition) -> Gate:
    version, *targets = text.split()
    return Gate(parse_version(version), tuple(map(parse_target, targets)), condition)


def _form(
    name: str,
    syntax: str,
    classes: dict[str, tuple[str, ...]],
    constraints: list[tuple[str, OperandConstraint, Condition]],
) -> Form:
    """Return a form without its gates and rules."""
    head, _, tail = _split(syntax.removesuffix(";"))
    opcode = name.partition(".")[0]
    if not head.startswith(name):
        msg = f"a form of {name} must begin with {name}"
        raise ValueError(msg)
    slots = _slots(tail)
    elements = _elements(head[len(opcode) :])
    modifiers = tuple(_flatten(elements))
    declared = {operand for operand, _, _ in constraints}
    used = {part.name for slot in slots for part in (slot, *slot.parts) if part.name}
    suffixes = {part.suffix for slot in slots for part in (slot, *slot.parts)}
    every = [*constraints]
    for position, slot in enumerate(slots):
        for operand, text in _defaults(slot, position, _default_type(modifiers)):
            # A default is needed where all constraints are conditional, for when none holds.
            if operand not in declared or all(
                condition.alternatives for known, _, condition in constraints if known == operand
            ):
                every.append((operand, parse_constraint(text), Condition()))
    return Form(
        name,
        syntax.removesuffix(";").rstrip(),
        opcode,
        elements,
        slots,
        # A group declares classes that only some of its forms use.
        {name: values for name, values in classes.items() if name in {*modifiers, *suffixes}},
        tuple(kind for kind in every if kind[0] in used),
        gates=(),
        rules=(),
        lead=0,
    )


def _split(syntax: str) -> tuple[str, str, str]:
    """Split a form after its modifiers, which may continue on the next line."""
    for space in _SPACE.finditer(syntax):
        position = space.start()
        before = syntax[:position]
        # Spaces within braces are part of an optional modifier.
        if before.count("{") == before.count("}") and not _GOES_ON.match(syntax, position):
            return before, " ", syntax[position:].strip()
    return syntax, "", ""


def _elements(text: str) -> tuple[Element, ...]:
    stack: list[list[Element]] = [[]]
    position = 0
    while position < len(text):
        character = text[position]
        # The stack has a list for each brace that is open.
        if character == "{":
            stack.append([])
        elif character == "}":
            group = tuple(stack.pop())
            stack[-1].append(group)
        elif match := _MODIFIER.match(text, position):
            stack[-1].append(match[0])
            position = match.end()
            continue
        elif not character.isspace():
            msg = f"not a modifier: {text[position:]!r}"
            raise ValueError(msg)
        position += 1
    if len(stack) != 1:
        msg = f"braces do not match: {text!r}"
        raise ValueError(msg)
    return tuple(stack[0])


# Most forms have the operands of many others, as `d, a, b`.
@lru_cache(maxsize=4096)
def _slots(text: str) -> tuple[Slot, ...]:
    tokens: list[str] = []
    position = 0
    while position < len(text):
        match = _OPERAND_PART.match(text, position)
        if match is None:
            msg = f"not an operand: {text[position:]!r}"
            raise ValueError(msg)
        # `{, x}` begins an optional operand, whatever the space in it.
        tokens.append("{," if match[1].startswith("{") and match[1].endswith(",") else match[1])
        position = match.end()
    slots = tuple(_slot_list(tokens, ""))
    if tokens:
        msg = f"unexpected {tokens[0]!r} in {text!r}"
        raise ValueError(msg)
    return slots


def _slot_list(tokens: list[str], end: str) -> Iterator[Slot]:
    """Yield the operands up to a closing bracket, or to the end."""
    while tokens and tokens[0] != end:
        first = tokens[0]
        if first == ",":
            tokens.pop(0)
        elif first == "{,":
            tokens.pop(0)
            for slot in _slot_list(tokens, "}"):
                yield slot._replace(optional=True)
            _expect(tokens, "}")
        else:
            yield _slot(tokens)


def _slot(tokens: list[str]) -> Slot:
    first = tokens.pop(0)
    if first == "{":
        parts = tuple(_slot_list(tokens, "}"))
        _expect(tokens, "}")
        return Slot("", "vector", parts)
    if first == "[":
        parts = tuple(_slot_list(tokens, "]"))
        _expect(tokens, "]")
        suffix, requires_suffix = _suffix(tokens)
        return Slot("", "address", parts, suffix=suffix, requires_suffix=requires_suffix)
    negatable = ""
    # `{!}p` may be negated: the sign is part of the slot and no token of the operand.
    if first in ("{!}", "{-}"):
        negatable = first[1]
        first = tokens.pop(0)
    if not _OPERAND.fullmatch(first):
        msg = f"unexpected {first!r}"
        raise ValueError(msg)
    suffix, requires_suffix = _suffix(tokens)
    slot = Slot(first, "plain", negatable=negatable, suffix=suffix, requires_suffix=requires_suffix)
    # `d|p` has two destinations, and `d{|p}` may have one.
    if tokens[:1] == ["|"] or tokens[:1] == ["{|"]:
        optional = tokens.pop(0) == "{|"
        second = Slot(tokens.pop(0), "plain", optional=optional)
        if optional:
            _expect(tokens, "}")
        return Slot("", "pair", (slot, second))
    return slot


def _suffix(tokens: list[str]) -> tuple[str, bool]:
    """Consume a suffix; return it and whether it is mandatory."""
    if tokens and tokens[0].startswith("."):
        return tokens.pop(0), True
    if tokens[:1] == ["{"] and len(tokens) > 1 and tokens[1].startswith("."):
        suffix = tokens[1]
        del tokens[:2]
        _expect(tokens, "}")
        return suffix, False
    return "", False


def _expect(tokens: list[str], expected: str) -> None:
    if not tokens or tokens.pop(0) != expected:
        msg = f"expected {expected!r}"
        raise ValueError(msg)


def _flatten(elements: tuple[Element, ...]) -> Iterator[str]:
    for element in elements:
        if isinstance(element, tuple):
            yield from _flatten(element)
        else:
            yield element


def _default_type(elements: tuple[str, ...]) -> str:
    """Return the default constraint on an operand: the type of the form, or ``any`` without one."""
    if ".type" in elements:
        return ".type"
    return next((name for name in reversed(elements) if name[1:] in TYPES), "any")


def _defaults(slot: Slot, position: int, default: str) -> Iterator[tuple[str, str]]:
    """Yield the names of the operands of a slot, each with its default constraint."""
    if slot.shape == "address":
        # The base of an address has rules of its own, and the other parts are operands.
        yield slot.parts[0].name, "addr"
        slots = slot.parts[1:]
    else:
        slots = slot.parts or (slot,)
    for part in slots:
        if part.name == "_":
            yield part.name, "sink"
        elif part.name in ("p", "q") and position == 0:
            yield part.name, "out sink pred"
        elif part.name == "d":
            yield part.name, f"out {default}"
        else:
            yield part.name, default
