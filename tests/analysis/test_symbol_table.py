"""Names and ranges of names: what they refer to, at each point of a function."""

from __future__ import annotations

import pytest

import ptxpy
from ptxpy.analysis import SymbolTable, flatten, register_table
from ptxpy.ir import nodes as n

DECLARED = ".reg .b32 %r<10>;\n.reg .b64 %r1<10>;\n.reg .pred p<3>;\n.reg .f32 %r12;\n"

CASES = {
    "%r": None,
    "%r0": "b32",
    "%r9": "b32",
    "%r10": None,
    "%r12": "f32",
    "%r19": None,
    "%r00": "b32",
    "%r09": "b32",
    "%r010": None,
    "%r012": None,
    "%r" + "0" * 5000 + "7": "b32",
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
    """A name of a range is its prefix and a number below its count; zeros before it do not count.

    The number is all of the digits, so that `%r1<10>` declares nothing.
    """
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


def test_leading_zeros_name_the_same_register() -> None:
    """`%r07` is `%r7`, also in an inner scope."""
    body = ".reg .b32 %r<8>;\nmov.b32 %r07, 1;\n{\nadd.s32 %r1, %r7, %r007;\n}\n"
    module = ptxpy.parse(f".version 9.0\n.target sm_90\n.func f()\n{{\n{body}}}\n")
    table, accesses = register_table(flatten(module.functions[0]))
    assert table.names == ["%r7", "%r1"]
    assert [each.reads for each in accesses if each.reads] == [(0, 0)]


def test_positions() -> None:
    """A statement sees what is declared before it, further out if need be, and all labels."""
    body = ".reg .b32 %r<8>;\n{\nmov.b32 %r7, 1;\n.reg .b64 %r7;\nmov.b64 %r7, 1;\nL:\n}\n"
    module = ptxpy.parse(f".version 9.0\n.target sm_90\n.func f()\n{{\n{body}}}\n")
    code = flatten(module.functions[0])
    names = code.levels[1].names
    assert [
        None if found is None else (found.level, found.actual.type)
        for found in (names.declaration_before("%r7", place, 0) for place in range(5))
    ] == [(0, "b32"), (0, "b32"), (1, "b64"), (1, "b64"), (1, "b64")]
    label = names.declaration_before("L", 0, 0)
    assert label is not None
    assert label.kind == "label"
    assert code.levels[0].names.local("L") is None
