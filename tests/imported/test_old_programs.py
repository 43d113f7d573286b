"""Programs of ten producers, imported when there was one dialect: they emit what they emitted.

`dialect_1` is kept as it is: nothing writes these files anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import ptxpy

CORPUS = Path(__file__).parents[2] / "corpus"
FOLDER = Path(__file__).parent / "dialect_1"
PROGRAMS = sorted(path.name.removesuffix(".py.txt") for path in FOLDER.glob("*.py.txt"))

EDITS = {
    "triton.softmax_sm_90a": ("r37 = tid << 2\n", "place = tid << 3  #: r37\n", "r37"),
    "numba.histogram_sm_89": (
        "fd1 = ptx.cvt.f64.f32(quotient)",
        "wide = ptx.cvt.f64.f32(quotient)  #: fd1",
        "fd1",
    ),
    "handwritten.isa_1_4": ("ptx.ld.global_.f32([rd[4], 0])", "ptx.ld.global_.f32([rd[4]])", ""),
}
"""By program: a part of it, what an author has written there, and the register that got a name."""

CHANGED = {
    "triton.softmax_sm_90a": [("shl.b32 \t%r37, %r36, 2;", "shl.b32 \t%r37, %r36, 3;")],
    "numba.histogram_sm_89": [],
    "handwritten.isa_1_4": [("[%rd4+0]", "[%rd4]")],
}
"""The lines of PTX that change with these edits: before and after."""


def test_there_are_ten() -> None:
    """Each producer of the corpus has one."""
    assert len({name.partition(".")[0] for name in PROGRAMS}) == 10


def source_of(name: str) -> bytes:
    """Return the file from which a program was imported."""
    producer, _, stem = name.partition(".")
    return (CORPUS / producer / f"{stem}.ptx").read_bytes()


@pytest.mark.parametrize("name", PROGRAMS)
def test_an_old_program(name: str) -> None:
    """A program that states no dialect gives the bytes of its file."""
    python = (FOLDER / f"{name}.py.txt").read_text(encoding="utf-8")
    assert "dialect=" not in python
    assert ptxpy.emit_bytes(ptxpy.from_python(python)) == source_of(name)


@pytest.mark.parametrize("name", EDITS)
def test_an_edited_old_program(name: str) -> None:
    """Its edits change the lines that they are about."""
    python = (FOLDER / f"{name}.py.txt").read_text(encoding="utf-8")
    before, after, register = EDITS[name]
    assert python.count(before) == 1
    edited = python.replace(before, after)
    if register:
        own = after.partition(" = ")[0]
        head, _, rest = edited.partition(after)
        edited = head + after + rest.replace(f" {register} ", f" {own} ")
        edited = edited.replace(f"({register} ", f"({own} ").replace(f"({register})", f"({own})")
        edited = edited.replace(f"({register},", f"({own},").replace(f" {register},", f" {own},")
    expected = source_of(name).decode()
    for old, new in CHANGED[name]:
        assert expected.count(old) == 1
        expected = expected.replace(old, new)
    assert ptxpy.emit(ptxpy.from_python(edited)) == expected
