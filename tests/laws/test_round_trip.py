"""PTX to Python and back: equal IR, the same text, and the same Python again."""

from __future__ import annotations

import pytest
from fuzzing.respace import check_respaced, respaced
from hypothesis import given

import ptxpy
from ptxpy.ir import nodes as n
from ptxpy.ir.layout import without_layout
from tests.laws.strategies import CORPUS_SOURCES, SEEDS, SOURCES, randomly


def parsed(source: bytes) -> n.Module | None:
    """Return the module, or `None` for what is no PTX."""
    try:
        return ptxpy.parse(source)
    except ptxpy.PtxSyntaxError:
        return None


@given(SOURCES)
def test_parsed_and_traced_ir_are_equal(source: bytes) -> None:
    """Parser and tracer build the same IR, and both give the text back."""
    module = parsed(source)
    if module is None:
        return
    assert ptxpy.emit_bytes(module) == source
    traced = ptxpy.from_python(ptxpy.to_python(module, flat=True))
    assert traced == module
    assert ptxpy.emit_bytes(traced) == source


@given(SOURCES)
def test_python_is_a_fixed_point(source: bytes) -> None:
    """The Python of what Python describes is the same text."""
    module = parsed(source)
    if module is None:
        return
    python = ptxpy.to_python(module, flat=True)
    assert ptxpy.to_python(ptxpy.from_python(python), flat=True) == python


@given(SOURCES)
def test_emitting_is_a_fixed_point(source: bytes) -> None:
    """What was emitted without layout is read as the same nodes, and emitted as the same text."""
    module = parsed(source)
    if module is None:
        return
    bare = without_layout(module)
    text = ptxpy.emit(bare)
    again = ptxpy.parse(text)
    assert without_layout(again).body == bare.body
    assert ptxpy.emit(again) == text


@given(CORPUS_SOURCES, SEEDS)
def test_respacing(source: bytes, seed: int) -> None:
    """Other white space and comments between the tokens: the same nodes, both ways identical."""
    check_respaced(source, respaced(source, randomly(seed)))


@given(SOURCES)
def test_text_and_bytes_are_one(source: bytes) -> None:
    """Text and bytes are parsed alike."""
    module = parsed(source)
    text = source.decode("utf-8", "surrogateescape")
    if module is None:
        with pytest.raises(ptxpy.PtxSyntaxError):
            ptxpy.parse(text)
    else:
        assert ptxpy.parse(text) == module
        assert ptxpy.emit(module) == text
