"""The census of generated programs: what counts as lifted, left, written out, and trivia."""

from __future__ import annotations

import textwrap

import pytest

import ptxpy
from ptxpy.codegen.census import ProgramCensus, Written, program_of, source_of, why_left
from ptxpy.lift.structure import DEEPEST


def census(body: str, before: str = "") -> ProgramCensus:
    """Count a program whose only kernel has that body."""
    lines = ["from ptxpy import L, at, f32, kernel, mark, module, ptx, reg, s32, u32, var"]
    lines += ["", before]
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


# --------------------------------------------------------------------------- numbered tokens

FILES = "p, f, r, rd = reg.bulk(p=9, f=99, r=999, rd=9)"
NUMBERED = {
    "r[319] = r[259] + 24": 2,
    "mbarrier_wait(r[1], rd[2])": 2,
    "f[3 * i + 413] = ptx.max.f32(f[15 * i + 3], f[0])": 3,
    "f[4:8] = ptx.ld.v4.f32([rd[1], 16])": 2,
    "r[r[1]] = 4": 2,
    "tid = r[2] = ptx.special.tid.x()": 1,
    "r[1] = r[2].f32 * 3.0": 2,
    "r319 = rd4 + 24": 2,
    "x = ptx.mov.b32(r48)": 1,
    "mbar_9 = bars + 24": 1,
    "x = mbarrier_wait_2(bar)": 1,
    "x = bars + 24  #: r319": 0,
    "regs_10[3] = regs[i]": 2,
    "r[1] = param_3": 1,
    "x = table_2": 0,
    "device_2(x)": 0,
}
REAL_NAMES = (
    "x = log2(y)",
    "x2 = v0 + i1",
    "acc[3] = acc[i + 4]",
    "bars[stage].wait()",
    "ptx.label(L[4])",
    "x = u32(8192)",
    "y = x.f32 + coords0",
    "r = x",
    "b32_mask = r_3_values",
)
SHARED = """
table_2 = var("global", u32[4], "table_2")


def helper(rd1, x, r):
    r[3] = rd1 + x
    return x


@func
def device_2(r5: u32):
    x = r5
"""


def numbered(line: str) -> int:
    """Return how many numbered tokens a line of a kernel has."""
    lines = ["from ptxpy import L, func, kernel, log2, ptx, reg, u32, var", SHARED]
    lines += ["@kernel", "def k(param_3: u32):", f"    {FILES}", f"    {line}"]
    _, kernel = program_of("\n".join(lines) + "\n").functions
    return kernel.numbered


@pytest.mark.parametrize(("line", "count"), NUMBERED.items())
def test_numbered_tokens(line: str, count: int) -> None:
    """Elements of files, names of registers and counters count; margins and given names do not."""
    assert numbered(line) == count


@pytest.mark.parametrize("line", REAL_NAMES)
def test_names_with_digits(line: str) -> None:
    """Names that end in digits, indices, types and views are no numbers of registers."""
    assert numbered(line) == 0


def test_numbered_tokens_of_templates() -> None:
    """Bodies of templates count, once; parameters of theirs are the generator's choice."""
    lines = ["from ptxpy import func, kernel, reg, u32, var", SHARED, "@kernel", "def k():"]
    program = program_of("\n".join([*lines, f"    {FILES}", "    helper(1, 2, 3)"]) + "\n")
    assert program.templates["helper"].numbered == 2
    assert program.numbered == 2


def test_numbered_targets() -> None:
    """Parts of assignments and what is set count, in kernels and functions of the device."""
    found = written(f"""
        {FILES}
        r[1] = x = 5
        total.set(r[2])
        first, r5, _ = ptx.ld.v3.u32([p])
        x_3.value, y.value = step(x)
        r[7] += 1
        """)
    assert (found.numbered_targets, found.targets) == (4, 8)


# --------------------------------------------------------------------------- margins

MARGINS = {
    "x = u32(8192)  #: r316": (1, 1, {}),
    "x = y + 24  #: r319": (1, 1, {}),
    "r319 = y + 24": (1, 1, {}),
    "x = (a + 3) ^ (b << 2)  #: r1 r2 r3": (3, 3, {}),
    "helper(x, u32(8192))  #: r316": (2, 2, {}),
    "i = reg.from_(a * b + c, s32)  #: r9 r10": (2, 2, {}),
    "i = reg.from_(a, s32)  #: r9": (1, 1, {}),
    "i += stride": (1, 1, {}),
    "i += stride * 4": (2, 2, {}),
    "i.set(i + stride)": (1, 1, {}),
    "i.set(stride)": (1, 1, {}),
    "i.set(ptx.abs.s32(stride))": (1, 0, {"abs": 1}),
    "x = ptx.max.f32(a + b, c)  #: r1 r2": (2, 1, {"max": 1}),
    "x = at(1, 2)(a + b)  #: r1": (1, 1, {}),
    "at(1, 2)(ptx.st.global_.u32([x], y))": (1, 0, {"st": 1}),
    "at(1, 2)(helper(a, b + 1))  #: r1": (2, 2, {}),
    "acc = reg.run(f32, 64)  #: f1..64": (0, 0, {}),
    "acc[4 * i + 2] = a + (2 * i + 1)": (1, 1, {}),
    "a, b = u32(64), u32(0)  #: r1 r2": (2, 2, {}),
    "x = [ptx.neg.s32(a[i]) for i in range(4)]  #: r1..4": (4, 0, {"neg": 4}),
    "x = [a[i] + i for i in range(4)]  #: r1..4": (4, 4, {}),
    "x = y": (0, 0, {}),
    "x = ptx.special.tid.x": (1, 0, {"special": 1}),
    "ok, q = ptx.shfl.sync.b32(a, 1, 31, -1)  #: r1 p2": (1, 0, {"shfl": 1}),
    "r[1] = ptx.EVICT_FIRST": (1, 1, {}),
    "r[1] = ptx.LOG2E / 8": (1, 1, {}),
    "r[1] = ptx.wgmma.descriptor_bits(stride_byte_offset=1024) >> 32": (1, 1, {}),
    "r[1] = ptx.lut(lambda a, b, c: a | b & c)": (1, 1, {}),
    "desc = a | ptx.wgmma.descriptor_bits(stride_byte_offset=1024)": (1, 1, {}),
    "ptx.shfl.sync.bfly.b32(x, y, 1, ptx.shfl.clamp(8), ptx.FULL_MASK)": (1, 0, {"shfl": 1}),
    "x = ptx.special.ctaid.x() * n + ptx.special.tid.x()": (4, 2, {"special": 2}),
    "mean = at.inlined(66, 25)": (0, 0, {}),
    "mean(7, 2)": (0, 0, {}),
    "x = mean(7, 2)(a + b)": (1, 1, {}),
    "mean(7, 2).into('3:4/5')": (0, 0, {}),
    "x = at(7, 2).into('3:4/5')(a + b)": (1, 1, {}),
    "loop.again(when=i < n)  #: p1": (2, 1, {}),
    "ptx.st.global_.u32([x, 4 * 2], -ptx.inf)": (1, 0, {"st": 1}),
    "ptx.st.global_.u32(ptx.address(x, offset=ptx.hex(16)), y)": (1, 0, {"st": 1}),
}


@pytest.mark.parametrize(("line", "counts"), MARGINS.items())
def test_expressions_in_one_another(line: str, counts: tuple[int, int, dict[str, int]]) -> None:
    """Each operator, each constant and each call emits; numbers of Python do not."""
    program = census(f"for i in range(1):\n    {line}", HELPERS)
    (found,) = program.functions
    assert (found.statements, found.lifted, dict(found.opcodes)) == counts


def test_heads_with_expressions() -> None:
    """What is written in the head of a block is counted like any other expression."""
    found = written("with ptx.unless((i >= n) | done):  #: p1 p2\n    r[1] = 2")
    assert (found.statements, found.lifted) == (4, 3)


def test_heads_behind_positions() -> None:
    """A position does not hide what it is the position of."""
    found = written("with at(28, 18)(ptx.unless(p[1], end=7)):\n    at(1, 2)(ptx.ret())")
    assert (found.statements, found.labels, dict(found.opcodes)) == (2, 1, {"ret": 1})


def test_names_in_margins() -> None:
    """The last registers have the names; inner ones and `_` none, and a run has all of its."""
    found = written("""
        x = (a + 3) ^ 5  #: r1 r2
        y, z = ptx.shfl.sync.b32(a, 1, 31, -1)  #: r3 p4
        acc = reg.run(f32, 4)  #: f9..6/-1
        both = reg.run(f32, 4)  #: (f11..13/2 f20..22/2)
        w = a + 1  #: _
        wrapped = helper(
            a, u32(5)
        )  #: r7 r8
        f(u32(9))  #: r9
        # x = y  #: r10
        text = "a  #: r11"
        """)
    runs = {f"%f{i}" for i in (9, 8, 7, 6, 11, 13, 20, 22)}
    assert found.named == {"%r2", "%r3", "%p4", "%r8"} | runs


def test_lines_with_code() -> None:
    """Comments, blank lines and the docstring of a body are no code; closing brackets are."""
    assert written('"""Doc."""\n# note\n\nr[1] = f(\n    2,\n)\n').lines == 3


def test_long_margins() -> None:
    """Margins beside statements count; those above 40 characters are long, rows of tables not."""
    long = " ".join(f"r{number}" for number in range(20))
    found = census(f"x = a + b  #: r1\ny = f(x)  #: {long}\n#: &step: {long}\n# r4\nz = x  # r5")
    assert (found.margins, found.long_margins) == (2, 1)


def test_positions() -> None:
    """A statement that only says where it is counts; one behind a position does not."""
    text = 'at(1, 2)\nat(3, 4).into("5:6")\nat(1, 2)(ptx.ret())\nx = a + b  #: r1 @28:18'
    assert census(text).positions == 2


# --------------------------------------------------------------------------- repetitions

_CHAIN = """
a{1}, b{1}, c{1}, d{1}, e{1} = step(a{0}, b{0}, c{0}, d{0}, e{0})
ptx.st.global_.u32([p, {2}], a{1})
"""


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (
            "\n".join(f"x = y + {n}\nptx.st.global_.u32([p, {n}], r[{n}])" for n in (1, 2, 4)),
            "whose registers do not grow evenly: 1, 2, 4",
        ),
        (
            "\n".join(f"x = y + {n}\nf({n * n}, {99 - n * n * n})" for n in (1, 2, 4)),
            "with 3 uneven numbers a turn; a loop has at most 2",
        ),
        (
            "a0, b0, c0, d0, e0 = start()"
            + "\n".join(_CHAIN.format(n, n + 1, 4 * n) for n in range(3)),
            "which hand 5 values on; a loop carries at most 4",
        ),
        (
            "q = 1\nr = 2\ns = 3\n" + "\n".join(f"x = {n} + y\nz = x * 2" for n in "qrs"),
            "which take other values each time: q, r, s",
        ),
        (
            "\n".join(f"x{n} = y + 4\nz{n} = x{n} * 2" for n in range(3)),
            "whose values have names of their own, or are used behind it",
        ),
    ],
)
def test_repetitions(body: str, reason: str) -> None:
    """Statements that are alike and in no loop are found, with what keeps them out of one."""
    (found,) = written(body).repetitions
    assert (found.turns, found.reason) == (3, reason)


@pytest.mark.parametrize(
    "body",
    [
        "x = y + 1\nx = y + 2\nx = y + 3",
        "x = y + 1\nz = x - 1\nx = y + 2\nz = x - 2",
        "for i in range(3):\n    x = y + i\n    z = x - 1",
    ],
)
def test_no_repetitions(body: str) -> None:
    """Few statements, two turns, and loops are none."""
    assert written(body).repetitions == []
