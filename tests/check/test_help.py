"""What help says of a register that is not declared: the type with which it fits."""

from __future__ import annotations

import pytest

import ptxpy
from ptxpy.check.diagnose import diagnose_module

FRAME = ".version 9.0\n.target sm_90\n.address_size 64\n.entry k() {{ {} ret; }}"

USES = (
    ("mov.u64 %rd1, 5;", ".b64 %rd1"),
    ("add.f32 %f1, 1.0, 1.0;", ".f32 %f1"),
    ("add.f64 %sum, 1.0, 1.0;", ".f64 %sum"),
    ("mov.b16 %rs1, 1;", ".b16 %rs1"),
    ("@%p1 trap;", ".pred %p1"),
    ("setp.eq.u32 %equal, 1, 1;", ".pred %equal"),
    ("mul.wide.u32 %product, 1, 2;", ".b64 %product"),
    ("add.u32 %rd4, 1, 2;", ".b32 %rd4"),
    ("st.global.u32 [%to], 1;", ".b64 %to"),
    ("st.shared.u32 [%to], 1;", ".b32 %to"),
)


@pytest.mark.parametrize(("statement", "declared"), USES)
def test_help_declares_a_fitting_register(statement: str, declared: str) -> None:
    """The instruction determines the type if the usual type of the name does not match."""
    found = [
        each
        for each in diagnose_module(ptxpy.parse(FRAME.format(statement)))
        if each.code == "PTX020"
    ]
    assert [each.help for each in found] == [f"declare it: .reg {declared};"]


def test_help_says_that_a_prefix_cannot_end_in_a_digit() -> None:
    """A range `%r1<10>` declares no name, as `%r12` could only be in a range `%r<…>`."""
    text = FRAME.format(".reg .b32 %r1<10>; mov.b32 %r12, 1;")
    (found,) = [each for each in diagnose_module(ptxpy.parse(text)) if each.code == "PTX020"]
    assert found.help == (
        ".reg .b32 %r1<10> declares no names, since its prefix ends in a digit: "
        "give it another prefix"
    )
    mended = text.replace("%r1<10>", "%r1_<10>").replace("%r12", "%r1_2")
    assert not [each for each in diagnose_module(ptxpy.parse(mended)) if each.code == "PTX020"]
