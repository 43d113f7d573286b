"""What ranges of names declare."""

from __future__ import annotations

import pytest

import ptxpy
from ptxpy.analysis import SymbolTable
from ptxpy.ir import nodes as n

DECLARED = ".reg .b32 %r<10>;\n.reg .b64 %r1<10>;\n.reg .pred p<3>;\n.reg .f32 %r7;\n"

CASES = {
    "%r": None,
    "%r0": "b32",
    "%r9": "b32",
    "%r7": "f32",
    "%r10": "b64",
    "%r19": "b64",
    "%r00": None,
    "%r01": None,
    "%r105": None,
    "%r20": None,
    "p2": "pred",
    "p3": None,
    "2": None,
    "": None,
    "%r" + "9" * 5000: None,
    "%r1" + "0" * 5000: None,
    "%r\N{ARABIC-INDIC DIGIT ONE}": None,
}


@pytest.mark.parametrize("name", CASES, ids=lambda name: name[:8])
def test_own(name: str) -> None:
    """A name of a range is its prefix and a number below its count, without zeros before it."""
    module = ptxpy.parse(f".version 9.0\n.target sm_90\n.func f()\n{{\n{DECLARED}}}\n")
    body = module.functions[0].body
    assert body is not None
    names = SymbolTable()
    names.declare(body)
    found = names.own(name)
    assert (None if found is None else found.type) == CASES[name]


def test_a_range_of_too_many() -> None:
    """A count that cannot be read declares nothing."""
    names = SymbolTable()
    count = n.Literal("9" * 5000)
    declarator = n.Declarator(n.Register("%r"), count)
    names.declare([n.Variable((), (n.Specifier(".reg"), n.Specifier(".b32")), (declarator,))])
    assert names.own("%r0") is None
