"""Debug information is removed, and nothing else."""

from __future__ import annotations

import sys

import pytest

import ptxpy
from ptxpy.ir import gaps, statements
from ptxpy.ir import nodes as n
from ptxpy.passes import strip
from tests.passes.support import CORPUS, HEADER, Case, cases, machine_code

DEBUG = (n.Location, n.File, n.Section)

FILES = (
    "cutedsl/add_sm_120a.ptx",
    "handwritten/debug.ptx",
    "llvmlite/debug_info_sm_75.ptx",
    "numba/saxpy_debug_sm_90.ptx",
    "nvcc/calls.sm_80.debug.ptx",
    "nvcc/halves.sm_80.lineinfo.ptx",
    "nvcc/stencil.sm_80.source.ptx",
    "triton/atomics_sm_90a.ptx",
)


@pytest.mark.parametrize("case", cases("strip.txt"), ids=lambda case: case.title)
def test_what_goes(case: Case) -> None:
    """The results are those of the data file, byte for byte."""
    assert ptxpy.emit(strip(case.module)) == case.after


@pytest.mark.parametrize("name", FILES)
def test_nothing_of_it_is_left(name: str) -> None:
    """In files of all producers, all debug information and no code is removed."""
    module = ptxpy.parse((CORPUS / name).read_bytes())
    assert any(isinstance(node, DEBUG) for node in statements(module))
    stripped = strip(module)
    assert not any(isinstance(node, DEBUG) for node in statements(stripped))
    assert not any("debug" in node.names for node in stripped.body if type(node) is n.Target)
    kinds = (n.Instruction, n.Call, n.Variable, n.Function, n.Pragma, n.TargetList)
    before, after = (
        [type(node) for node in statements(each) if isinstance(node, kinds)]
        for each in (module, stripped)
    )
    assert before == after
    assert strip(stripped) is stripped
    text = ptxpy.emit(stripped)
    assert ptxpy.emit(ptxpy.parse(text)) == text
    assert not any(word in text for word in ("$L__tmp", ".loc\t", ".debug_", "func_begin"))


def test_nothing_to_strip() -> None:
    """A module without debug information is the same object."""
    module = ptxpy.parse((CORPUS / "nvcc" / "saxpy.sm_90a.ptx").read_bytes())
    assert strip(module) is module
    assert strip(module.replace(body=())).body == ()


def test_comments() -> None:
    """All comments except those of the style are removed; white space and tokens stay."""
    source = (
        f"{HEADER}// one\n.visible .entry /*two*/ k() // three\n{{\n"
        "    // four\n    mov/*five*/.u32 %r1, /*six*/ 2; // seven\n    // eight\n}\n// nine\n"
    )
    module = strip(ptxpy.parse(source), comments=False)
    assert ptxpy.emit(module) == (f"{HEADER}.visible .entry k()\n{{\n    mov .u32 %r1, 2;\n}}\n")
    assert strip(module, comments=False) is module
    corpus = ptxpy.parse((CORPUS / "handwritten" / "comments.ptx").read_bytes())
    assert any("//" in gap for gap in gaps(corpus))
    assert not any("/" in gap for gap in gaps(strip(corpus, comments=False)))


@pytest.mark.skipif(sys.platform == "darwin", reason="nvJitLink is not for macOS")
@pytest.mark.parametrize(
    "name",
    [
        "nvcc/halves.sm_80.lineinfo.ptx",
        "nvcc/stencil.sm_80.source.ptx",
        "triton/vector_add_sm_90a.ptx",
    ],
)
def test_the_code_stays_the_same(name: str) -> None:
    """The machine code of files with source locations but without `debug` is unchanged."""
    module = ptxpy.parse((CORPUS / name).read_bytes())
    assert strip(module) is not module
    assert machine_code(strip(module)) == machine_code(module)
