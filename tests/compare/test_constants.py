"""Constants are equal if and only if they have one value in one type; ptxas agrees."""

from __future__ import annotations

import itertools
import subprocess
from pathlib import Path

import pytest

import ptxpy
from ptxpy.compare import compare
from tests.check.cases import PTXAS

KERNEL = """\
.version 9.0
.target sm_90
.address_size 64
.visible .entry k(.param .b64 out)
{
    .reg .b16 %h<3>; .reg .b32 %r<3>; .reg .b64 %rd<3>; .reg .f32 %f<3>; .reg .f64 %fd<3>;
    .reg .pred %p;
    ld.param.u64 %rd1, [out];
"""

CASES = [
    # a statement with @ for the constant, and groups of equal values
    (
        "st.global.f32 [%rd1], @;",
        "1.0 0f3F800000 0f3f800000 10e-1 0d3FF0000000000000 | 0.1 0f3DCCCCCD | -1.0 0fBF800000",
    ),
    (
        "st.global.f32 [%rd1], @;",
        "0.0 0f00000000 | -0.0 0f80000000 | 16777217.0 0f4B800000 | 1e39 0f7F800000",
    ),
    ("mov.f32 %f1, @; st.global.f32 [%rd1], %f1;", "1.0 0f3F800000 | 0f7FC00000 | 0f7FFFFFFF"),
    ("st.global.v2.f32 [%rd1], {@, 2.0};", "1.0 0f3F800000 | 2.0 0f40000000"),
    (
        "mov.f64 %fd1, @; st.global.f64 [%rd1], %fd1;",
        "1.0 0d3FF0000000000000 | 0f3F800000 | 0.1 0d3FB999999999999A | 0d3FB99999A0000000",
    ),
    (
        "mov.u32 %r1, @; st.global.u32 [%rd1], %r1;",
        "1 0x1 1U 01 4294967297 | -1 4294967295 ~0 | 0 -0 4294967296 | 32 WARP_SZ 16+16 040 1<<5",
    ),
    ("mov.b32 %r1, @; st.global.u32 [%rd1], %r1;", "0f3F800000 0x3F800000 1065353216 | 1"),
    (
        "mov.b64 %rd2, @; st.global.u64 [%rd1], %rd2;",
        "0d3FF0000000000000 0x3FF0000000000000 | -1 0xFFFFFFFFFFFFFFFF | 4294967295",
    ),
    ("st.global.u8 [%rd1], @;", "1 257 | -1 255 65535"),
    (
        "ld.global.u32 %r1, [%rd1]; add.u32 %r1, %r1, @; st.global.u32 [%rd1], %r1;",
        "1 0x1U | -1 4294967295 | 32 WARP_SZ",
    ),
    ("ld.global.u32 %r1, [%rd1+@]; st.global.u32 [%rd1], %r1;", "4 0x4 4U (4) 2*2 | -4 -0x4"),
    # the constant has another type than the instruction
    ("ld.global.b32 %r1, [%rd1]; shl.b32 %r1, %r1, @; st.global.b32 [%rd1], %r1;", "5 0x5 5U | 37"),
    (
        "ld.global.u16 %h1, [%rd1]; mad.wide.u16 %r1, %h1, 3, @; st.global.u32 [%rd1], %r1;",
        "-1 | 65535 0xFFFF",
    ),
]


def _source(statement: str, constant: str) -> str:
    return f"{KERNEL}    {statement.replace('@', constant)}\n    ret;\n}}\n"


def _groups(text: str) -> list[list[str]]:
    return [group.split() for group in text.split("|")]


@pytest.mark.parametrize(("statement", "values"), CASES)
def test_constants(statement: str, values: str) -> None:
    """Two constants are equal if and only if they belong to one group."""
    named = [(number, v) for number, group in enumerate(_groups(values)) for v in group]
    for (one, a), (other, b) in itertools.combinations(named, 2):
        modules = [ptxpy.parse(_source(statement, constant)) for constant in (a, b)]
        assert compare(*modules).equal is (one == other), (a, b)


@pytest.mark.skipif(PTXAS is None, reason="needs ptxas")
@pytest.mark.parametrize(("statement", "values"), CASES)
def test_ptxas_agrees(statement: str, values: str, tmp_path: Path) -> None:
    """Its output is the same for all constants of a group, and differs between groups."""
    made = [{_assembled(_source(statement, v), tmp_path) for v in g} for g in _groups(values)]
    assert all(len(code) == 1 for code in made)
    assert len(set.union(*made)) == len(made)


def _assembled(source: str, folder: Path) -> bytes:
    (folder / "a.ptx").write_text(source, encoding="utf-8")
    command = [PTXAS or "ptxas", "-arch", "sm_90", "a.ptx", "-o", "a.cubin"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return (folder / "a.cubin").read_bytes()
