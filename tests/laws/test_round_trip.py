"""PTX to Python and back: equal IR, the same text, and the same Python again.

Flat and lifted, which is what users see.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from fuzzing.respace import check_respaced, respaced
from fuzzing.sources import ROOT, SMALL, corpus
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
def test_lifted_ir_is_equal(source: bytes) -> None:
    """Operators, structure, names and loops give the same IR and text, layout included."""
    module = parsed(source)
    if module is None:
        return
    for roll in (True, False):
        traced = ptxpy.from_python(ptxpy.to_python(module, roll=roll), check=False)
        assert traced == module
        assert ptxpy.emit_bytes(traced) == source


@given(SOURCES)
def test_lifted_python_is_a_fixed_point(source: bytes) -> None:
    """The Python of the PTX that Python emits is the same text."""
    module = parsed(source)
    if module is None:
        return
    python = ptxpy.to_python(module)
    emitted = ptxpy.emit_bytes(ptxpy.from_python(python, check=False))
    assert ptxpy.to_python(ptxpy.parse(emitted)) == python


@given(SOURCES)
def test_lifting_changes_nothing(source: bytes) -> None:
    """The module is as it was, and lifted again it gives the same Python."""
    module, again = parsed(source), parsed(source)
    if module is None or again is None:
        return
    python = ptxpy.to_python(module)
    assert module == again
    assert ptxpy.emit_bytes(module) == source
    assert ptxpy.to_python(module) == python
    assert ptxpy.to_python(again) == python


@pytest.mark.parametrize("flat", [True, False], ids=["flat", "lifted"])
def test_python_is_the_same_in_every_process(flat: bool) -> None:
    """Nothing depends on the order of a set."""
    paths = [str(path) for path in corpus(SMALL)[::12]]
    program = (
        "import sys, hashlib, ptxpy\n"
        "for path in sys.argv[2:]:\n"
        "    module = ptxpy.parse(open(path, 'rb').read())\n"
        "    python = ptxpy.to_python(module, flat=sys.argv[1] == 'True')\n"
        "    print(path, hashlib.sha256(python.encode('utf-8', 'surrogateescape')).hexdigest())\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program, str(flat), *paths],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
    assert len(outputs.pop().splitlines()) == len(paths) > 5


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
