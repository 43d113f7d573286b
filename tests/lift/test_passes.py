"""Each pass can be left out: what the others write gives the file back all the same."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import ptxpy
from ptxpy.lift.passes import ALL, PASSES, chosen

CORPUS = Path(__file__).parents[2] / "corpus"
LARGEST = 60_000
"""Bytes: larger files take long, and hold little that is new."""

SOURCES = {
    name: CORPUS / path
    for name, path in map(
        str.split, (CORPUS / "imported" / "sources.txt").read_text(encoding="utf-8").splitlines()
    )
    if (CORPUS / path).stat().st_size < LARGEST
}
SOURCES["vector_slices"] = Path(__file__).parent / "cases" / "vector_slices.ptx"


def test_there_are_sources() -> None:
    """Most of the imported files are small enough."""
    assert len(SOURCES) >= 9


@cache
def lifted(name: str) -> str:
    """Return the Python of a file with all passes."""
    return ptxpy.to_python(ptxpy.parse(SOURCES[name].read_bytes()))


@cache
def without(name: str, left_out: str) -> str:
    """Return the proven Python of a file without a pass."""
    return ptxpy.prove(SOURCES[name].read_bytes(), without=[left_out]).python


@pytest.mark.parametrize("left_out", PASSES)
@pytest.mark.parametrize("name", SOURCES)
def test_without_a_pass(name: str, left_out: str) -> None:
    """The proof compares text and IR."""
    assert without(name, left_out) == ptxpy.to_python(
        ptxpy.parse(SOURCES[name].read_bytes()), without=[left_out]
    )


@pytest.mark.parametrize("left_out", PASSES)
def test_a_pass_that_is_left_out_is_missed(left_out: str) -> None:
    """Some file is written otherwise without it."""
    assert any(without(name, left_out) != lifted(name) for name in SOURCES)


WRITTEN = {
    "control": ("with ptx.unless(", "with ptx.loop("),
    "stack": ("reg.stack(",),
    "positions": ("at(", "mark("),
    "roll": ("for i in range(",),
    "names": ("tid = r[",),
    "shared-memory": ("# ",),
    "fold": ("at.inlined(",),
    "numbers": ("ptx.FULL_MASK", "ptx.LOG2E", "ptx.wgmma.descriptor_bits("),
}
"""What only a pass writes."""


@pytest.mark.parametrize("left_out", WRITTEN)
@pytest.mark.parametrize("name", SOURCES)
def test_what_a_pass_writes_is_not_there_without_it(name: str, left_out: str) -> None:
    """Other passes do not do its work."""
    lines = [line.strip() for line in without(name, left_out).splitlines()]
    for text in WRITTEN[left_out]:
        assert not any(line.startswith(text) or f" = {text}" in line for line in lines)


def test_chosen() -> None:
    """All, none, or all but some; an unknown name is an error that lists those that there are."""
    assert chosen() == ALL == frozenset(PASSES)
    assert chosen(flat=True) == frozenset()
    assert chosen(roll=False) == ALL - {"roll"}
    assert chosen(without=["calls", "stack"]) == ALL - {"calls", "stack"}
    with pytest.raises(ValueError, match="no pass 'call'; there are operators control"):
        chosen(without=["call"])
