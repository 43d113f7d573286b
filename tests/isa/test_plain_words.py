"""The table in words: nothing of its notation is left, and nothing is lost."""

from __future__ import annotations

import re
from contextlib import suppress
from random import Random

import pytest

from ptxpy.isa import (
    Entry,
    all_entries,
    all_opcodes,
    availability,
    entries,
    operand_words,
    rule_words,
    trait_sentence,
)
from ptxpy.isa.conditions import Binding
from ptxpy.isa.plain_words import _reachable
from ptxpy.isa.table import all_traits

NOTATION = re.compile(
    r"\b(reg|imm|addr|strict|exact|relaxed|sink|inout|sreg|vec|lead|provenance|wide)\b(?![:.=-])"
    r"|\bno \.|[=&{}]|\d\.\.\d"
)


def said(entry: Entry) -> list[str]:
    """Return all that is said of the forms of an entry."""
    texts = []
    for group in entry.groups:
        for row in operand_words(group.forms):
            texts += [row.text, row.condition]
        texts += [text for row in availability(group.forms) for text in row]
        texts += [rule_words(rule) for form in group.forms for rule in form.rules]
    return texts


@pytest.mark.parametrize("entry", all_entries(), ids=lambda entry: f"{entry.name}-{entry.section}")
def test_no_notation_is_left(entry: Entry) -> None:
    """No word of the table's own, but for names of modifiers and arithmetic."""
    for text in said(entry):
        # `.relaxed`, `.exact`: modifiers, which the manual has.
        plain = re.sub(r"\.[\w:]+", "", text)
        assert not NOTATION.search(plain), text


@pytest.mark.parametrize("entry", all_entries(), ids=lambda entry: f"{entry.name}-{entry.section}")
def test_every_operand_is_said(entry: Entry) -> None:
    """Each operand of each form has a row, and each requirement."""
    for group in entry.groups:
        names = {name for row in operand_words(group.forms) for name in row.name.split(", ")}
        for form in group.forms:
            slots = [*form.slots, *(part for slot in form.slots for part in slot.parts)]
            said_ones = {slot.name for slot in slots if slot.name and not slot.name.isdigit()}
            assert said_ones <= names
        versions = {row.version for row in availability(group.forms)}
        assert len(versions) >= 1


@pytest.mark.parametrize(
    ("opcode", "name", "text", "condition"),
    [
        ("shl", "b", "register or constant of .u32", ""),
        ("elect", "d", "result: register of .u32, or _ to drop it", ""),
        ("setp", "p", "result: predicate, or _ to drop it", ""),
        ("ldmatrix", "p", "address in .ss", ""),
        ("createpolicy", "a", "generic address", ""),
    ],
)
def test_words(opcode: str, name: str, text: str, condition: str) -> None:
    """Of operands of several kinds."""
    rows = [row for e in entries(opcode) for g in e.groups for row in operand_words(g.forms)]
    found = [(row.text, row.condition) for row in rows if name in row.name.split(", ")]
    assert (text, condition) in found, found


def test_a_constraint_that_is_never_reached_is_not_said() -> None:
    """D of mma has words for each of its types, and none for a type that it cannot have."""
    mma, *_ = entries("mma")
    rows = [row for group in mma.groups[1:2] for row in operand_words(group.forms)]
    of_d = [row for row in rows if "d" in row.name.split(", ")]
    assert of_d
    assert all(row.condition for row in of_d)


@pytest.mark.parametrize("entry", all_entries(), ids=lambda entry: f"{entry.name}-{entry.section}")
def test_no_constraint_that_counts_is_left_out(entry: Entry) -> None:
    """Of instructions with random modifiers, each constraint that is looked at is said."""
    random = Random(1)  # noqa: S311 - samples, no secrets
    for form in entry.forms:
        optional = {name for name in form.classes if name not in form.elements}
        for _ in range(20):
            classes = {
                name: random.choice(values)
                for name, values in form.classes.items()
                if name not in optional or random.random() < 0.5
            }
            fixed = {word for word in form.elements if isinstance(word, str)}
            binding = Binding(frozenset({*classes.values(), *fixed}), classes)
            for name in {operand for operand, _, _ in form.constraints}:
                with suppress(LookupError):
                    found = form.constraint_of(name, binding)
                    assert found in [each for each, _ in _reachable(form, name)], name


def test_every_trait_is_a_sentence() -> None:
    """None has a place left to fill in."""
    sentences = [
        trait_sentence(trait, "<{}>".format)
        for opcode in all_opcodes()
        for traits in all_traits(opcode)
        for trait in traits
    ]
    assert sentences
    assert not [each for each in sentences if re.search(r"[{}]|  |<>", each)]
    assert "reads memory at <a>" in sentences
