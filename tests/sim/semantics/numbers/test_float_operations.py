"""Every floating-point instruction of the table has a function, and no other instruction."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
import pytest

from ptxpy.isa.notation import Element, Form
from ptxpy.isa.table import all_opcodes, chapters, entries
from ptxpy.sim.semantics.floats.float_operations import operation

DTYPES = {".f32": np.float32, ".f64": np.float64, ".f32x2": np.uint64, ".f16": np.uint16}
DTYPES |= {".bf16": np.uint16}


def spellings(elements: tuple[Element, ...], form: Form) -> Iterator[tuple[str, ...]]:
    """Return all sequences of modifiers that a form allows."""
    choices: list[list[tuple[str, ...]]] = []
    for element in elements:
        if isinstance(element, tuple):
            choices.append([(), *spellings(element, form)])
        else:
            choices.append([(name,) for name in form.classes.get(element, (element,))])
    for parts in itertools.product(*choices):
        yield tuple(itertools.chain(*parts))


def instructions() -> Iterator[tuple[str, tuple[str, ...], int]]:
    """Return opcode, modifiers and number of sources of all floating-point instructions."""
    for opcode in all_opcodes():
        for entry, chapter in zip(entries(opcode), chapters(opcode), strict=True):
            if chapter == "float" or entry.section.startswith("9.7.5."):
                for form in entry.forms:
                    for modifiers in spellings(form.elements, form):
                        if not modifiers[-1].endswith("x4") and modifiers != (modifiers[-1],) * 2:
                            yield opcode, modifiers, len(form.slots) - 1


INSTRUCTIONS = sorted(set(instructions()))


def test_all_forms() -> None:
    """What the instruction table lists can be computed, to a value of the right type."""
    assert len(INSTRUCTIONS) > 250
    for opcode, modifiers, count in INSTRUCTIONS:
        compute = operation(opcode, modifiers)
        if opcode == "testp" and len(modifiers) == 1:
            assert compute is None
            continue
        assert compute is not None, (opcode, modifiers)
        kind = modifiers[-1]
        sources = [DTYPES[kind](1)] * count
        if len(modifiers) > 1 and modifiers[-2] == ".f32":
            kind = ".f32"
            sources[-1] = np.float32(1)
        with np.errstate(all="ignore"):
            result = compute(*sources)
        assert isinstance(result, np.generic)
        assert result.dtype == (np.bool_ if opcode == "testp" else DTYPES[kind]), (
            opcode,
            modifiers,
        )


@pytest.mark.parametrize(
    ("opcode", "modifiers"),
    [
        ("add", ".s32"),
        ("add", ".f16x2"),
        ("mul", ".lo.u32"),
        ("cvt", ".rn.f32.f64"),
        ("mov", ".f32"),
        ("setp", ".lt.s32"),
        ("set", ".lt.f32.u32"),
        ("slct", ".f32.s32"),
        ("testp", ".f32"),
        ("bra", ""),
    ],
)
def test_others(opcode: str, modifiers: str) -> None:
    """Instructions on other types are not found here."""
    assert operation(opcode, tuple("." + name for name in modifiers.split(".")[1:])) is None


def test_multiply_add_is_fused() -> None:
    """Mad is fma, with or without a rounding (PTX ISA 9.7.3.7)."""
    assert operation("mad", (".rn", ".f32")) is operation("fma", (".rn", ".f32"))
    assert operation("mad", (".f64",)) is operation("fma", (".rn", ".f64"))
