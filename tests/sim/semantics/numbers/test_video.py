"""Video instructions against Python's integers, in all their forms."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from ptxpy.sim.numpy_types import KINDS
from ptxpy.sim.semantics.integers.video import video_operation
from tests.sim.reference import video as reference
from tests.sim.semantics.numbers.forms import modifiers_of

COMMON = ("vadd", "vsub", "vabsdiff", "vmin", "vmax", "vset")
SCALAR = (*COMMON, "vshl", "vshr", "vmad")
SIMD = [f"{name}{lanes}" for name in (*COMMON, "vavrg") for lanes in (2, 4)]

Form = tuple[str, tuple[str, ...]]

SCALAR_FORMS = [(opcode, modifiers) for opcode in SCALAR for modifiers in modifiers_of(opcode)]
SIMD_FORMS = [(opcode, modifiers) for opcode in SIMD for modifiers in modifiers_of(opcode)]

PARTS = ("", ".b0", ".b1", ".b2", ".b3", ".h0", ".h1")
MASKS = {
    "2": ("", ".h0", ".h1", ".h10"),
    "4": ("", ".b0", ".b1", ".b3", ".b20", ".b31", ".b310", ".b321", ".b3210"),
}
EDGES = (
    *(0, 1, 2, 31, 32, 33, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000),
    *(0x80000001, 0xFFFFFFFE, 0xFFFFFFFF, 0x80808080, 0x7F7F7F7F, 0x7FFF8000, 0xFF00FF00),
)


def is_name(form: object) -> str | None:
    """Name a form as PTX does."""
    return form[0] + "".join(form[1]) if isinstance(form, tuple) else None


def registers(generator: np.random.Generator, count: int) -> list[tuple[int, int, int]]:
    """Return the three sources of an instruction: edge values and random ones."""
    rows = []
    for _ in range(count):
        words = generator.integers(0, 1 << 32, 3) >> generator.integers(0, 32, 3)
        edges = generator.choice(EDGES, 3)
        mixed = np.where(generator.random(3) < 0.6, edges, words)
        rows.append((int(mixed[0]), int(mixed[1]), int(mixed[2])))
    return rows


def source_types(form: Form) -> tuple[list[str], str]:
    """Return the types of a, b and c, and that of d."""
    types = [modifier[1:] for modifier in form[1] if modifier in (".u32", ".s32")]
    if form[0].startswith("vset"):
        types.insert(0, "u32")
    return [*types[1:], types[0]], types[0]


def column(values: list[int], name: str) -> np.ndarray[Any, Any]:
    """Return registers as an instruction of a type reads them."""
    return np.array(values, "u4").view(KINDS[name])


def check(
    form: Form,
    selectors: tuple[str, ...],
    rows: Sequence[tuple[int, ...]],
    wanted: list[int],
) -> None:
    """Compare an operation with what is wanted, on vectors, scalars, and both."""
    operation = video_operation(*form, selectors)
    assert operation is not None
    types, result = source_types(form)
    columns = [column([row[index] for row in rows], types[index]) for index in range(len(rows[0]))]
    with np.errstate(all="ignore"):
        got = operation(*columns)
        assert got.dtype == np.dtype(KINDS[result])
        assert got.view("u4").tolist() == wanted
        first = [source[0] for source in columns]
        lone = operation(*first)
        assert lone.dtype == got.dtype
        assert np.ndim(lone) == 0
        assert int(lone.view("u4")) == wanted[0]
        for index in range(len(first)):
            mixed = [*first[:index], np.full(3, first[index]), *first[index + 1 :]]
            assert (operation(*mixed).view("u4") == wanted[0]).all()


@pytest.mark.parametrize("form", SCALAR_FORMS, ids=is_name)
def test_scalar(form: Form) -> None:
    """Scalar video instructions give what the manual says, with all selectors."""
    generator = np.random.default_rng(zlib.crc32(repr(form).encode()))
    joins = {".add", ".min", ".max"} & set(form[1])
    for _ in range(6):
        target, a_part, b_part = (str(text) for text in generator.choice(PARTS, 3))
        c_part = ""
        if form[0] == "vmad":
            target = ""
            if ".po" not in form[1]:
                negation = int(generator.integers(5))
                a_part = "-" * (negation in (1, 3)) + a_part
                b_part = "-" * (negation in (2, 3)) + b_part
                c_part = "-" * (negation == 4)
        elif joins:
            target = ""
        has_c = form[0] == "vmad" or joins or target or generator.random() < 0.2
        rows = [row if has_c else row[:2] for row in registers(generator, 16)]
        selectors = (target, a_part, b_part, c_part)
        wanted = [reference.scalar(*form, selectors, row) for row in rows]
        check(form, selectors, rows, wanted)


@pytest.mark.parametrize("form", SIMD_FORMS, ids=is_name)
def test_simd(form: Form) -> None:
    """SIMD video instructions give what the manual says, with all masks and selectors."""
    generator = np.random.default_rng(zlib.crc32(repr(form).encode()))
    lanes = int(form[0][-1])
    letter = "h" if lanes == 2 else "b"
    for _ in range(6):
        mask = str(generator.choice(MASKS[form[0][-1]]))
        a_part, b_part = (
            f".{letter}" + "".join(map(str, generator.integers(0, 2 * lanes, lanes)))
            for _ in range(2)
        )
        if generator.random() < 0.3:
            a_part = b_part = ""
        selectors = (mask, a_part, b_part)
        rows = registers(generator, 16)
        wanted = [reference.simd(*form, selectors, row) for row in rows]
        check(form, selectors, rows, wanted)


@pytest.mark.parametrize(
    ("opcode", "modifiers", "selectors"),
    [
        ("vadd", (".s32", ".f32", ".s32"), ("", "", "")),
        ("vadd", (".s32", ".s32"), ("", "", "")),
        ("vadd", (".s32", ".s32", ".s32"), ("", "-", "-")),
        ("vadd", (".s32", ".s32", ".s32", ".shr7"), ("", "", "")),
        ("vadd2", (".s32", ".s32", ".s32"), ("", ".h4", "")),
        ("vadd2", (".s32", ".s32", ".s32"), (".h", "", "")),
        ("vadd4", (".s32", ".s32", ".s32"), (".b12", "", "")),
        ("vset4", (".s32", ".s32"), ("", "", "")),
        ("vmad", (".s32", ".s32", ".s32", ".min"), ("", "", "")),
        ("vote", (".all",), ()),
    ],
)
def test_others_have_no_operation(
    opcode: str, modifiers: tuple[str, ...], selectors: tuple[str, ...]
) -> None:
    """What PTX does not have has no operation."""
    assert video_operation(opcode, modifiers, selectors) is None
