"""The law of names: whatever the variables of an imported program are called, its PTX is the same.

A name in the margin, and not the name of the variable, says which register a value has. `_` is no
variable: it is the sink of PTX.
"""

from __future__ import annotations

import re
from pathlib import Path
from zlib import crc32

import pytest

import ptxpy
from tests.dsl.margins.renaming import renamed, renamed_everywhere, variables, with_letters
from tests.patience import IS_PATIENT

CORPUS = Path(__file__).parents[3] / "corpus"
FILES = (
    "nvcc/calls.sm_75.ptx",
    "nvcc/histogram.sm_90a.ptx",
    "nvcc/reduce.sm_90a.ptx",
    "nvcc/switches.sm_80.ptx",
    "triton/softmax_sm_90a.ptx",
    "llvmlite/vectors_sm_100a_O2.ptx",
    "numba/warp_sum_sm_90.ptx",
    "cutedsl/matmul_hopper_sm_90a.ptx",
)
ALL = sorted(
    str(path.relative_to(CORPUS))
    for path in CORPUS.glob("*/*.ptx")
    if path.parent.name != "handwritten" and path.stat().st_size < 60_000
)
"""Files of which the renamed program is emitted in a second at most."""


@pytest.mark.parametrize("name", ALL if IS_PATIENT else FILES)
def test_all_variables_can_be_renamed_together(name: str) -> None:
    """A program without a name that it was imported with gives the same PTX."""
    module = ptxpy.parse((CORPUS / name).read_bytes())
    program = with_letters(ptxpy.to_python(module))
    assert ptxpy.emit(ptxpy.from_python(program)) == ptxpy.emit(module)


@pytest.mark.parametrize("name", ["nvcc/histogram.sm_90a.ptx", "llvmlite/vectors_sm_100a_O2.ptx"])
def test_each_variable_can_be_renamed_alone(name: str) -> None:
    """A new name for one variable leaves the names of the others true."""
    module = ptxpy.parse((CORPUS / name).read_bytes())
    program, expected = ptxpy.to_python(module), ptxpy.emit(module)
    for old, places in variables(program):
        other = renamed(program, dict.fromkeys(places, (old, "other")))
        assert ptxpy.emit(ptxpy.from_python(other)) == expected, old


IMPORTED = sorted(path.stem for path in (CORPUS / "imported").glob("*.py"))
NAMES_OF_A_FILE = 4
"""How many names are renamed in each file, unless there is time for all."""


@pytest.mark.parametrize("name", IMPORTED)
def test_a_word_can_be_renamed_wherever_it_stands(name: str) -> None:
    """Whatever an editor renames with a variable, margins and rows in comments say the same."""
    program = (CORPUS / "imported" / f"{name}.py").read_text(encoding="utf-8")
    expected = ptxpy.emit(ptxpy.from_python(program))
    # Names of declared files are prefixes in PTX as well: `p, r = reg.bulk(p=3, r=9)`.
    files = {
        word
        for each in re.findall(r"reg\.bulk\(([^()]*)\)", program)
        for word in re.findall(r"(\w+)=", each)
    }
    words = sorted({old for old, _ in variables(program)} - files)
    # Names that end in numbers may be registers of a margin: these come first.
    words.sort(key=lambda word: (not word[-1].isdigit(), crc32(word.encode())))
    half = NAMES_OF_A_FILE // 2
    for word in words if IS_PATIENT else {*words[:half], *words[-half:]}:
        other = renamed_everywhere(program, word, "other_name")
        assert ptxpy.emit(ptxpy.from_python(other)) == expected, word
