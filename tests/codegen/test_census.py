"""The census of generated programs: what counts as lifted, left, written out, and trivia."""

from __future__ import annotations

import textwrap

import pytest

import ptxpy
from ptxpy.codegen.census import Program, Written, program_of, source_of, why_left
from ptxpy.lift.structure import DEEPEST


def census(body: str, before: str = "") -> Program:
    """Count a program whose only kernel has that body."""
    lines = ["from ptxpy import L, at, kernel, mark, module, ptx, reg, u32, var", "", before]
    lines += ["@kernel", "def k(param: u32):", textwrap.indent(textwrap.dedent(body), "    ")]
    return program_of("\n".join(lines) + "\n")


def written(body: str, before: str = "") -> Written:
    """Count the kernel of such a program."""
    (found,) = census(body, before).functions
    return found


LIFTED = (
    "r[1] = r[2] + 5",
    "r[1] = r[2].u32 < 5",
    "r[1] = ~r[2]",
    "r[1] = -5",
    "r[1] = 5",
    "f[1] = f[2]",
    "r[1] = f[2].b32",
    "r[1] = table",
    "tid = r[1] = r[2]",
    "r[1] += 4",
    "helper(r[1], 4)",
    "r[22] = helper(v, r[19])",
    "r[1], r[2] = helper(v)",
)
LEFT = {
    "r[1] = ptx.ld.global_.u32([rd[1]])": "ld",
    "r[1] = ptx.special.tid.x()": "special",
    "r[1] = ptx.special.tid.x": "special",
    "tid = r[1] = ptx.special.tid.x()": "special",
    "ptx.st.global_.u32([rd[1]], r[1])": "st",
    "ptx.inst.mapa.u32(x, r[1])": "mapa",
    'ptx["mad.lo.s32"](r[1])': "mad",
    'r[1] = ptx.inst["and.b32"](r[1], 2)': "and",
    "r[1:3] = ptx.ld.v2.u32([rd[1]])": "ld",
    "ptx.and_.b32(x, y, z)": "and",
    "ptx.bra(L[5])": "bra",
    "ptx.ret()": "ret",
    'ptx.call["call.uni"](f)': "call",
    "tile.store(r[1])": "store",
    "x = ptx.mov.b32(r[1])": "mov",
}
STEERING = (
    "block.leave(when=p[1])",
    "block.leave(when=p[1], next=True)",
    "loop.again()",
    "ptx.next_block()",
)
SILENT = (
    "ptx.comment('x')",
    "ptx.blank()",
    "ptx.label(L[4])",
    "ptx.loc(1, 2, 3)",
    "ptx.pragma('nounroll')",
    "at(12, 26)",
    "ptx.at(12, 26)",
    "at(12, 26, mark=True)",
    "mark()",
    "p, r = reg.bulk(p=2, r=3)",
    "x = reg.scalar(u32, 'x')",
    "buffer = var('shared', u32[4], 'buffer')",
    "pass",
    "x = r[1]",
    "nothing()",
)
HELPERS = """
def helper(a, b):
    with ptx.asm():
        ptx.bar.sync(0)


def nothing():
    with ptx.asm():
        pass

"""


@pytest.mark.parametrize("line", LIFTED)
def test_lifted(line: str) -> None:
    """Operators, moves, views and calls by name."""
    found = written(line, HELPERS)
    assert (found.statements, found.lifted, found.opcodes.total()) == (1, 1, 0)


@pytest.mark.parametrize(("line", "opcode"), LEFT.items())
def test_left(line: str, opcode: str) -> None:
    """Calls of `ptx`, with the opcode; a special register is one of them."""
    found = written(line, HELPERS)
    assert (found.statements, found.lifted, dict(found.opcodes)) == (1, 0, {opcode: 1})


@pytest.mark.parametrize("line", STEERING)
def test_steering(line: str) -> None:
    """Branches of blocks and loops are neither operators nor left."""
    found = written(line, HELPERS)
    assert (found.statements, found.lifted, found.opcodes.total()) == (1, 0, 0)


@pytest.mark.parametrize("line", SILENT)
def test_silent(line: str) -> None:
    """What emits no instruction does not count at all."""
    assert written(line, HELPERS).statements == 0


HEADS = {
    "ptx.unless(p[1])": 1,
    "ptx.if_(p[1], two_way=True)": 1,
    "ptx.else_(block)": 1,
    "ptx.block() as block": 1,
    "ptx.loop() as loop": 1,
    "ptx.case(r[1])": 1,
    "ptx.scope()": 0,
    "ptx.callseq()": 0,
    "L[4]": 0,
}


@pytest.mark.parametrize(("head", "count"), HEADS.items())
def test_heads(head: str, count: int) -> None:
    """The heads of blocks count as instructions, those of scopes do not."""
    found = written(f"with {head}:\n    r[1] = 2")
    assert (found.statements, found.lifted) == (1 + count, 1)


LABELS = {
    "ptx.label(L[4])": "4",
    "ptx.label('$L__tmp3')": "$L__tmp3",
    "with L[4]:\n    pass": "4",
    "with ptx.block(end=7) as block:\n    pass": "7",
    "with ptx.block(end='DONE') as block:\n    pass": "DONE",
    "with ptx.unless(p[1], end=7):\n    pass": "7",
    "with ptx.loop(7) as loop:\n    pass": "7",
    "with ptx.loop(label='LOOP') as loop:\n    pass": "LOOP",
    "with ptx.else_(end=9):\n    pass": "9",
    "block.leave(when=p[1], next=9)": "9",
    "ptx.next_block(9)": "9",
}
NO_LABELS = (
    "with ptx.block() as block:\n    pass",
    "with ptx.loop(block) as loop:\n    pass",
    "with ptx.else_(block):\n    pass",
    "with ptx.asm(begin='', end=''):\n    pass",
    "ptx.comment('x', mark='//')",
    "block.leave(when=p[1], next=True)",
    "at(1, 2, mark=True)",
    "at(1, 2, mark=9)",
    "mark()",
    "mark('func_begin', 9)",
    "ptx.bra(L[5])",
)


@pytest.mark.parametrize(("text", "name"), LABELS.items())
def test_labels(text: str, name: str) -> None:
    """Labels count where their names or numbers stand."""
    found = written(text)
    assert (found.labels, [*found.places]) == (1, [name])
    assert found.block_labels == name.isdecimal()


@pytest.mark.parametrize("text", NO_LABELS)
def test_no_labels(text: str) -> None:
    """Labels that nothing names do not count, nor do references."""
    assert written(text).labels == 0


def test_repetition() -> None:
    """What stands in loops of Python counts as often as it is emitted."""
    found = written("""
        for i in range(4):
            r[i] = 2
            for j in (1, 5):
                r[2] = ptx.abs.s32(r[j])
        """)
    assert (found.statements, found.lifted, dict(found.opcodes)) == (12, 4, {"abs": 8})


def test_names() -> None:
    """Registers count that got a name, each once."""
    found = written("""
        tid = r[1] = ptx.special.tid.x()
        n = r[2] = ptx.ld.param.u32([param])
        other = r[1] = n + 1
        x = r[4]
        """)
    assert found.named == {"r[1]", "r[2]"}


def test_what_keeps_operators_away() -> None:
    """Guards and layout count where an operator or a move would stand."""
    found = written("""
        r[1] = ptx.add.s32(r[1], 1, when=p[1])
        r[1] = ptx.mov.b32(r[2], before=" ")
        r[1] = ptx.ld.u32([r[2]], when=p[1])
        """)
    assert (found.guarded, found.spaced) == (1, 1)


def test_lines() -> None:
    """Bodies of functions count, and the whole; sections by themselves; trivia by lines."""
    program = program_of(textwrap.dedent("""
            from ptxpy import kernel, module, ptx, section

            module("plain", version="9.0")


            def helper():
                with ptx.asm(end=" "):
                    ptx.blank()


            ptx.comment("a comment")


            @kernel
            def k():
                ptx.ret(
                    before=" ",
                )
                helper()


            with section(".debug") as d:
                d.b8(1)
            """).lstrip())
    assert (program.body_lines, program.lines, program.section_lines) == (6, 23, 2)
    assert program.trivia == 4


LEFT_BRANCHES = """
with ptx.block() as block:
    ptx.bra(L[1])
    with ptx.loop(1) as loop:
        ptx.bra(L[2], when=p[1])
        ptx.bra(L[3])
    ptx.label(L[2])
ptx.label(L[3])
ptx.bra(L[4])
with ptx.loop(5) as loop:
    ptx.label(L[4])
helper(r[1], 3)
for i in range(3):
    ptx.bra("elsewhere")
"""


def test_why_branches_are_left() -> None:
    """The reason is what can be seen in the text; branches count as often as they are emitted."""
    helper = "def helper(a, b):\n    ptx.label('x')\n    ptx.bra('x')\n\n"
    program = census(LEFT_BRANCHES, helper)
    (function,) = program.functions
    assert why_left(program, function, frozenset({"$L__BB0_3"})) == {
        "across another region": 3,
        "into another region": 1,
        "shared with a jump table": 1,
        "to no label in sight": 3,
    }
    assert sum(len(part.bare) for part in program.every()) == 6


def test_too_deep() -> None:
    """A branch over many blocks is left because they nest too deep."""
    heads = [f"{'    ' * depth}with ptx.block() as b{depth}:" for depth in range(DEEPEST)]
    lines = ["ptx.bra(L[1])", *heads, "    " * DEEPEST + "pass", "ptx.label(L[1])"]
    program = census("\n".join(lines))
    assert why_left(program, program.functions[0], frozenset()) == {"too deep": 1}


SOURCE = b"""\
.version 9.0
.target sm_90
.address_size 64
.visible .entry k()
{
.reg .b32 %r<9>;
.reg .pred %p<3>;
ts: .branchtargets $L__BB0_1, $L__BB0_2;
mov.u32 %r1, %tid.x;
{
@%p1 bra $L__BB0_1;
ld.global.v2.u32 {%r2, %r3}, [%r4];
setp.lt.s32 %p1|%p2, %r1, 0;
}
$L__BB0_1:
$L__tmp0:
st.global.u32 [%r5], %r6;
call (%r7), f, (%r8);
brx.idx %r1, ts;
$L__BB0_2:
ret;
}
"""


def test_source() -> None:
    """Of the IR, everything counts, in scopes too; registers, where they are written."""
    (function,) = ptxpy.parse(SOURCE).functions
    found = source_of(function)
    assert (found.name, found.instructions, found.branches, found.indirect) == ("k", 8, 1, 1)
    assert (found.labels, found.block_labels, found.registers) == (3, 2, 6)
    assert found.listed == {"$L__BB0_1", "$L__BB0_2"}
