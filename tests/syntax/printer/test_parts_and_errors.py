"""Parts of a module as text, and what is said of input that is no module."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ptxpy
from ptxpy import ir
from ptxpy.passes import instrument

TEXT = """\
.version 8.0
.target sm_80
.address_size 64

.visible .entry k(.param .u32 n)
{
    .reg .b32 %r<3>;
    ld.param.u32 %r1, [n]; // the size
    @%p1 add.u32 %r2, %r1, 1;
    ret;
}
"""
MODULE = ptxpy.parse(TEXT)
NUMBER: Any = 1
NAME: Any = "a"


def instruction(*operands: Any, modifiers: Any = (".u32",)) -> ir.Instruction:
    """Return an instruction, right or wrong."""
    return ir.Instruction(None, "add", modifiers, operands)


def module(statement: ir.Instruction) -> ir.Module:
    """Return a module with an instruction."""
    (kernel,) = MODULE.kernels
    return MODULE.replace(body=(kernel.replace(body=(statement,)),))


def test_parts() -> None:
    """A function, each of its statements and their operands are text by themselves."""
    (kernel,) = MODULE.kernels
    assert ptxpy.emit(kernel).splitlines() == TEXT.splitlines()[4:]
    assert [ptxpy.emit(statement) for statement in kernel.body or ()] == [
        ".reg .b32 %r<3>;",
        "ld.param.u32 %r1, [n];",
        "@%p1 add.u32 %r2, %r1, 1;",
        "ret;",
    ]
    load = (kernel.body or ())[1]
    assert isinstance(load, ir.Instruction)
    assert [ptxpy.emit(operand) for operand in load.operands] == ["%r1", "[n]"]
    assert ptxpy.emit_bytes(load) == b"ld.param.u32 %r1, [n];"


@pytest.mark.parametrize("wrap", [module, lambda statement: statement], ids=["module", "alone"])
@pytest.mark.parametrize(
    ("statement", "kind", "message"),
    [
        (instruction("%r1"), TypeError, r"Instruction.operands holds '%r1', .*write ir.Register"),
        (
            instruction(ir.Literal(NUMBER)),
            TypeError,
            r"Literal.text is 1, .*write ir.Literal\('1'\)",
        ),
        (
            instruction(ir.Register("%r1"), ir.Register("%r2"), ir.Address(NAME)),
            TypeError,
            "Address.base is 'a'",
        ),
        (instruction(modifiers=("u32",)), ValueError, r"'u32' of add is no modifier: write '.u32'"),
        (instruction(modifiers=".u32"), TypeError, r"write \('.u32',\)"),
        (instruction(modifiers=[".u32"]), TypeError, r"write a tuple"),
    ],
)
def test_wrong_fields(wrap: Any, statement: Any, kind: type[Exception], message: str) -> None:
    """A wrong field of a node is named, with what to write."""
    with pytest.raises(kind, match=message):
        ptxpy.emit(wrap(statement))


def test_what_is_no_node() -> None:
    """Whatever else is given is named, with what to give."""
    given: Any = "x"
    with pytest.raises(TypeError, match=r"given a str: parse\(…\) makes a module"):
        ptxpy.emit(given)
    given = instrument(MODULE)
    with pytest.raises(TypeError, match=r"given Instrumented: write emit\(….module\)"):
        ptxpy.emit(given)
    given = "x"
    with pytest.raises(TypeError, match="to_python takes a module"):
        ptxpy.to_python(given)
    given = Path("scale.ptx")
    with pytest.raises(TypeError, match=r"parse\(path.read_bytes\(\)\)"):
        ptxpy.parse(given)
