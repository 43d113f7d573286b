"""`operator_of` and `opcode_of` are each other's inverse, over all opcodes that compilers write."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest
from fuzzing.sources import SMALL, corpus

from ptxpy.dialect.operators import (
    BINARY,
    COMPARISONS,
    UNARY,
    VIEWS,
    Operator,
    move_of,
    moved_by,
    opcode_of,
    operator_of,
)
from ptxpy.dsl.values.registers import PREFIXES
from ptxpy.isa.legality import check_legality
from ptxpy.isa.types import TYPES
from ptxpy.styles import Style, find_style

STYLES = ("ptxpy", "nvcc-13.0", "nvcc-13.0-blackwell", "llvm", "llvm-quiet")
SYMBOLS = (*BINARY, *COMPARISONS, *UNARY)
DECLARED = sorted({*PREFIXES.values(), "u16", "u32", "u64", "s16", "s32", "s64", "f16"})
ROOTS = sorted({*BINARY.values(), *UNARY.values()})

_INSTRUCTION = re.compile(r"^\s*(?:@!?[%\w]+\s+)?([a-z]\w*(?:\.[\w:]+)+)\s", re.MULTILINE)


def split(text: str) -> tuple[str, tuple[str, ...]]:
    """Return opcode and modifiers."""
    opcode, *modifiers = text.split(".")
    return opcode, tuple(f".{modifier}" for modifier in modifiers)


@cache
def opcodes() -> tuple[str, ...]:
    """Return opcodes with their modifiers: those of the corpus, and what is like them."""
    found = {
        match[1]
        for path in corpus(SMALL)
        for match in _INSTRUCTION.finditer(path.read_text(encoding="utf-8", errors="replace"))
    }
    for root, name in product(ROOTS, TYPES):
        found |= {f"{root}.{name}", f"{root}.rn.{name}", f"{root}.lo.{name}", f"{root}.sat.{name}"}
    found |= {f"setp.{test}.{name}" for test, name in product(COMPARISONS.values(), TYPES)}
    found |= {f"setp.{test}.{name}" for test, name in product(("ltu", "lo", "num"), TYPES)}
    found |= {"setp.lt.and.s32", "mul.wide.s32", "add.cc.u32", "add.f16x2", "div.full.f32"}
    return tuple(sorted(found))


def pairs() -> Iterator[tuple[str, str, Operator]]:
    """Yield opcodes and declared types of which there is an operator, in any style."""
    for name in STYLES:
        style = find_style(name)
        for opcode, declared in product(opcodes(), DECLARED):
            operator = operator_of(*split(opcode), declared, style)
            if operator is not None:
                yield opcode, declared, operator


def test_there_are_opcodes() -> None:
    """The corpus has many, and so have operators."""
    assert len(opcodes()) > 1000
    assert {split(opcode)[0] for opcode, _, _ in pairs()} == {*ROOTS, "setp"}


@pytest.mark.parametrize("name", STYLES)
def test_an_operator_emits_what_it_was_found_for(name: str) -> None:
    """From the instruction to the operator and back."""
    style = find_style(name)
    for opcode, declared in product(opcodes(), DECLARED):
        operator = operator_of(*split(opcode), declared, style)
        if operator is not None:
            assert opcode_of(operator.symbol, declared, operator.view, style) == opcode


@pytest.mark.parametrize("name", STYLES)
def test_an_operator_is_found_for_what_it_emits(name: str) -> None:
    """From the operator to the instruction and back; a view that says nothing is left out."""
    style = find_style(name)
    count = 0
    for symbol, declared, view in product(SYMBOLS, DECLARED, ("", *VIEWS)):
        opcode = opcode_of(symbol, declared, view, style)
        if opcode is None:
            continue
        count += 1
        operator = operator_of(*split(opcode), declared, style)
        plain = opcode_of(symbol, declared, "", style) == opcode
        assert operator == Operator(symbol, "" if plain else view)
    assert count > 500


def test_views_can_be_written() -> None:
    """Of instructions that the table allows, every view is an attribute of registers."""
    for opcode, declared, operator in pairs():
        if operator.view and check_legality(*split(opcode), None) is None:
            assert operator.view in VIEWS, (opcode, declared)


@pytest.mark.parametrize("name", STYLES)
def test_moves(name: str) -> None:
    """A view names what an assignment does not move by itself."""
    style = find_style(name)
    for declared, view in product(DECLARED, ("", *VIEWS)):
        opcode, modifiers = split(move_of(declared, view, style))
        assert opcode == "mov"
        found = moved_by(modifiers, declared, style)
        assert found is not None
        assert move_of(declared, found, style) == "mov" + "".join(modifiers)
        assert not found or found == view


@pytest.mark.parametrize(
    "opcode",
    [
        "add",
        "add.cc.u32",
        "add.rz.f32",
        "add.ftz.f32",
        "add.sat.s32",
        "div.approx.f32",
        "fma.rn.f32",
        "mul.hi.s32",
        "mul.wide.s32",
        "rem.f32",
        "setp.ltu.f32",
        "setp.lt.ftz.f32",
        "setp.lt.and.s32",
        "shl.u32",
        "shf.l.wrap.b32",
    ],
)
@pytest.mark.parametrize("declared", ["b32", "f32", "s32"])
def test_what_has_no_operator(opcode: str, declared: str) -> None:
    """Modifiers that no operator says, and instructions that have none."""
    for name in STYLES:
        assert operator_of(*split(opcode), declared, find_style(name)) is None


def emitted(symbol: str, declared: str, style: Style, view: str = "") -> str | None:
    """Return what an operator emits."""
    return opcode_of(symbol, declared, view, style)


def test_types_without_operators() -> None:
    """They emit nothing rather than something else."""
    style = find_style("ptxpy")
    assert emitted("+", "pred", style) is None
    assert emitted("<", "pred", style) is None
    assert emitted("&", "f32", style) is None
    assert emitted("%", "f32", style) is None
    assert emitted(">>", "f32", style) is None
    assert emitted("+", "b32", style, "b32") is None
    assert emitted("&", "b32", style, "u32") is None
    assert emitted("+", "nothing", style) is None
    assert emitted("<", "f32", style, "f16x2") is None
