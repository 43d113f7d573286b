"""`ptxpy show`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Run

CORPUS = Path(__file__).parents[2] / "corpus"

SAXPY = """\
{}: PTX 9.0, sm_90a, style nvcc-13.0, 1 kernel, 0 functions

kernel _Z5saxpyifPKfPf  line 15
    saxpy(int, float, float const*, float*)
    parameters    +0   u32  …_param_0
                  +4   f32  …_param_1
                  +8   u64  …_param_2
                  +16  u64  …_param_3
                  24 bytes
    registers     3 .pred, 5 .f32, 11 .b32, 8 .b64
    live at once  at most 12 words and 1 predicate; line 50 in B2 ($L__BB0_2)
    instructions  25 in 4 blocks
                  6  24 %  integer        add 3, mul 2, mad 1
                  4  16 %  move           mov 4
                  4  16 %  param memory   ld.u64 2, ld.u32 1, ld.f32 1
                  3  12 %  control        bra 2, ret 1
                  3  12 %  global memory  ld.f32 2, st.f32 1
                  2   8 %  compare        setp 2
                  2   8 %  convert        cvta.to 2
                  1   4 %  float          fma 1
    loops         1
    needs         PTX 2.0, sm_20
"""

SAXPY_BLOCKS = """\
{}: PTX 9.0, sm_90a, style nvcc-13.0, 1 kernel, 0 functions

kernel _Z5saxpyifPKfPf  line 15
    saxpy(int, float, float const*, float*)
    block  lines  instr.  loop  in  most  out  pred.  next   label
    B0     28-37      10         0     9    8      1  B1 B3
    B1     39-42       4         8     9    8      0  B2
    B2     44-54      10    *1   8    12    8      1  B3 B2  $L__BB0_2
    B3     56-57       1         0     0    0      0  ret    $L__BB0_3
"""

SAXPY_GRAPH = """\
{}: PTX 9.0, sm_90a, style nvcc-13.0, 1 kernel, 0 functions

kernel _Z5saxpyifPKfPf  line 15
    saxpy(int, float, float const*, float*)
          ╭ B0  lines 28-37, 10 instr., 9 live
    ╭─────┤ @%p1 bra $L__BB0_3 ─▶ B3
    │     │
    │     ├ B1  lines 39-42, 4 instr., 9 live
    │     │
    │ ╭──▶├ B2 $L__BB0_2  lines 44-54, 10 instr., 12 live, loop 1 begins
    │ ╰───┤ @%p2 bra $L__BB0_2 ─▶ B2
    │     │
    ╰────▶├ B3 $L__BB0_3  lines 56-57, 1 instr., 0 live
          ╰ ret
"""

CROSSING = b"""\
.version 8.0
.target sm_90
.entry k() {
\t.reg .pred p<4>;
\t.reg .b32 i;
\tbrx.idx i, ts;
ts: .branchtargets L0, L1, L2;
L0:\t@p0 bra L2;
\tbra.uni L0;
L1:\t@p1 bra L3;
L2:\tret;
L3:\ttrap;
\tbar.sync 0;
}
"""

CROSSED = """\
<stdin>: PTX 8.0, sm_90, style plain, 1 kernel, 0 functions
    laid out with indent="\\t"

kernel k  line 3
            . B0  line 6, 1 instr., 1 live
        .---+ brx.idx i, ts -> B1
      .-|---+ -> B3
    .-|-|---' -> B4
    | | |
    | | +-->. B1 L0  line 8, 1 instr., 0 live, loop 1 begins
    +-|-|---+ @p0 bra L2 -> B4
    | | |   |
    | | |   + B2  line 9, 1 instr., 0 live, loop 1
    | | '---' bra.uni L0 -> B1
    | |
    | '---->. B3 L1  line 10, 1 instr., 0 live
    |   .---+ @p1 bra L3 -> B5
    |   |   |
    '---|-->+ B4 L2  line 11, 1 instr., 0 live
        |   ' ret
        |
        '-->. B5 L3  line 12, 1 instr., 0 live
            ' trap

            . B6  line 13, 1 instr., 0 live, unreachable
            ' end
"""

SHARED = b"""\
.version 8.0
.target sm_90, debug
.shared .align 16 .b8 tile[64][32];
.shared .b8 unused[8];
.extern .shared .align 16 .b8 more[];
.extern .func (.param .b32 result) f(.param .align 8 .b8 x[16]);
.func g() { .reg .b32 r; mov.b32 r, more; ret; }
.entry k .maxntid 128, 1, 1 .pragma "nounroll";
{
\t.reg .b32 a, %b<4>;
\t.reg .v2 .f32 %v;
\t.shared .v4 .f32 x[8], y;
\t.local .align 8 .b8 depot[40];
\t{
\t\t.reg .b32 c;
\t\t.shared .u16 z;
\t\tmov.u32 c, tile;
\t}
\tcall f;
\tcall g;
\tcall a, ();
\tret;
}
"""

SHOWN = """\
<stdin>: PTX 8.0, sm_90, debug, style plain, 1 kernel, 2 functions, \
2,056 bytes of shared memory outside functions, dynamic shared memory
    laid out with indent="\\t", most_blank_lines=0, within={"function.open": " "}

declared function f  line 6
    returns       b32  result
    parameters    b8[16]  x  16 bytes, align 8

function g  line 7
    registers     1 .b32
    live at once  at most 0 words and 0 predicates; line 7 in B0
    shared        dynamic, align 16  b8[]  more
    instructions  2 in 1 block
                  1  50 %  move     mov 1
                  1  50 %  control  ret 1
    needs         PTX 1.0, sm_10

kernel k  line 8
    directives    .maxntid 128, 1, 1
                  .pragma "nounroll"
    registers     6 .b32, 1 .v2.f32
    live at once  at most 1 word and 0 predicates; line 20 in B0
    shared        2,194 bytes in 4 variables
                  2,048 bytes, align 16  b8[64][32]  tile
                  dynamic, align 16  b8[]  more
                  128 bytes, align 16  v4.f32[8]  x
                  16 bytes, align 16  v4.f32  y
                  2 bytes, align 2  u16  z
    local         40 bytes, align 8  b8[40]  depot
    instructions  5 in 1 block
                  4  80 %  control  call 3, ret 1
                  1  20 %  move     mov 1
    calls         f 1, g 1, through pointers 1
    needs         PTX 1.3, sm_10
"""


def test_a_kernel(run: Run, kernel: Path) -> None:
    """Its parameters go by their short names."""
    assert run("show", kernel) == (0, SAXPY.format(kernel), "")


def test_declarations_scopes_and_shared_memory(run: Run) -> None:
    """What nested scopes declare counts too, and shared memory that is named far away."""
    source = SHARED.replace(b'"nounroll";\n{', b'"nounroll"; {')
    assert run("show", "-", stdin=source) == (0, SHOWN, "")


def test_a_declaration_of_what_is_defined_is_left_out(run: Run) -> None:
    """It says nothing new."""
    outcome = run("show", "-", stdin=b".version 8.0\n.target sm_90\n.func f();\n.func f() { ret; }")
    assert outcome.out.count("function f  line 4") == 1
    assert "declared" not in outcome.out


def test_numbers_without_sense(run: Run) -> None:
    """Sizes that no machine could hold are shown, not stumbled over."""
    digits = "9" * 5000
    source = (
        f".version 8.0\n.target sm_90\n.entry k(.param .b8 x[{digits}], .param .b32 y) {{\n"
        f".reg .b32 %r<{digits}>;\n.shared .b8 z[{digits}];\nret;\n}}\n"
    )
    outcome = run("show", "-", stdin=source.encode())
    assert outcome.status == 0
    assert "registers     0 .b32\n" in outcome.out
    assert "    parameters    +0  b8[]  x  size not known, align 1\n" in outcome.out
    assert "                      b32   y\n" in outcome.out
    assert run("show", "-", "--json", stdin=source.encode()).status == 0


def test_a_syntax_error(run: Run, broken: Path) -> None:
    """It is said on standard error."""
    outcome = run("show", broken)
    assert (outcome.status, outcome.out) == (1, "")
    assert f"{broken}:4:15: error: " in outcome.err
    assert outcome.err.endswith(f"{broken}: 2 errors\n")


def test_blocks(run: Run, kernel: Path) -> None:
    """A line for each."""
    assert run("show", kernel, "--blocks") == (0, SAXPY_BLOCKS.format(kernel), "")


def test_a_drawing(run: Run, kernel: Path) -> None:
    """Branches run at the left, and arrive with an arrow."""
    assert run("show", kernel, "--graph") == (0, SAXPY_GRAPH.format(kernel), "")


def test_a_drawing_in_ascii(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the encoding has no lines, letters must do."""
    monkeypatch.setattr("ptxpy.cli.graph_drawing._LINES", dict.fromkeys("|-dutjex>", "\udc80"))
    assert run("show", "-", "--graph", stdin=CROSSING) == (0, CROSSED, "")


def test_too_many_blocks_to_draw(run: Run) -> None:
    """The command says what to do instead, and draws the other functions."""
    labels = "".join(f"L{k}: @p bra L{k};\n" for k in range(50))
    source = (
        f".version 8.0\n.target sm_90\n.entry many() {{ .reg .pred p;\n{labels} ret; }}\n"
        ".entry few() { ret; }"
    )
    outcome = run("show", "-", "--graph", stdin=source.encode())
    assert outcome.status == 2
    assert outcome.err == (
        "ptxpy: many: 51 blocks are too many to draw (at most 40); --blocks lists them, --dot "
        "writes them\n"
    )
    assert "kernel few" in outcome.out


def test_a_graph_for_graphviz(run: Run) -> None:
    """A node for each block, an edge for each way, and long blocks cut."""
    outcome = run(
        "show", "-", "--dot", stdin=CROSSING.replace(b"L2:", b"L2:" + b"bar.sync 0;" * 30)
    )
    assert outcome.status == 0
    assert r'f0_b1 [label="B1 L0 line 8\l@p0 bra L2;\l", penwidth=2];' in outcome.out
    assert r"… 17 more\l" in outcome.out
    edges = re.findall(r"^ +(f0_b\d -> f0_b\d)(.*);$", outcome.out, re.MULTILINE)
    assert dict(edges) == {
        "f0_b0 -> f0_b1": "",
        "f0_b0 -> f0_b3": "",
        "f0_b0 -> f0_b4": "",
        "f0_b1 -> f0_b2": " [style=dashed]",
        "f0_b1 -> f0_b4": ' [label="@p0"]',
        "f0_b2 -> f0_b1": " [color=red, constraint=false]",
        "f0_b3 -> f0_b4": " [style=dashed]",
        "f0_b3 -> f0_b5": ' [label="@p1"]',
    }
    assert outcome.out.startswith("digraph {\n")
    assert outcome.out.endswith("    }\n}\n")


HOSTILE = (
    '.version 8.0\n.target sm_90\n.entry k() .pragma "\x1b[31m\x9b2J\\l]; x ["; {\n'
    'ret; .pragma "\u202e"; }\n'
)


@pytest.mark.parametrize("form", [(), ("--blocks",), ("--graph",), ("--dot",), ("--json",)])
def test_hostile_text(run: Run, form: tuple[str, ...]) -> None:
    """No control character reaches the terminal."""
    outcome = run("show", "-", *form, stdin=HOSTILE.encode())
    assert outcome.status == 0
    assert not re.search("[\x1b\x9b\u202e]", outcome.out)


LINE = re.compile(
    r' *(?:digraph \{|subgraph cluster_\d+ \{|\}|label="(?:[^"\\]|\\.)*";'
    r'|(?:node|edge) \[[\w=", ]*\];|f\d+_b\d+ \[label="(?:[^"\\]|\\["\\l])*"(?:, \w+=\w+)*\];'
    r'|f\d+_b\d+ -> f\d+_b\d+(?: \[(?:label="(?:[^"\\]|\\.)*"|\w+=\w+|, )+\])?;)\Z'
)


@pytest.mark.parametrize(
    "name", ["handwritten/names.ptx", "handwritten/utf_8.ptx", "handwritten/guards_and_sinks.ptx"]
)
def test_text_of_graphviz_is_quoted(run: Run, name: str) -> None:
    """Every line is of one of the forms that are meant."""
    outcome = run("show", CORPUS / name, "--dot")
    assert outcome.status == 0
    assert [line for line in outcome.out.splitlines() if not LINE.match(line)] == []


def test_json(run: Run, kernel: Path) -> None:
    """It has everything."""
    facts = json.loads(run("show", kernel, "--json").out)
    assert facts["file"] == str(kernel)
    assert (facts["version"], facts["target"]) == ("9.0", ["sm_90a"])
    (function,) = facts["functions"]
    assert function["name"] == "_Z5saxpyifPKfPf"
    assert function["signature"] == "saxpy(int, float, float const*, float*)"
    assert [p["offset"] for p in function["parameters"]] == [0, 4, 8, 16]
    assert function["most_live"] == {"words": 12, "predicates": 1}
    assert sum(sort["count"] for sort in function["mix"]) == function["instructions"] == 25
    assert function["needs"]["version"] == "2.0"
    assert function["needs"]["targets"][0] == "sm_20"
    assert function["loops"] == [{"header": 2, "from": 2}]
    assert function["blocks"][2] == {
        "number": 2,
        "labels": ["$L__BB0_2"],
        "lines": [44, 54],
        "instructions": 10,
        "successors": [3, 2],
        "exits": False,
        "reachable": True,
        "loop_depth": 1,
        "loop_header": True,
        "live_in": {"words": 8, "predicates": 0},
        "live_out": {"words": 8, "predicates": 0},
        "most_live": {"words": 12, "predicates": 1},
        "most_live_line": 50,
    }


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("_Z5denserow", []),
        ("f", ["f"]),
        ("dense", ["_Z5densei"]),
        ("dens", ["_Z5densei", "_Z9densenessi"]),
        ("3", ["ff"]),
        ("4", []),
        ("9", ["_Z9densenessi"]),
        ("dense(int)", ["_Z5densei"]),
        ("_Z9", ["_Z9densenessi"]),
    ],
)
def test_choosing_functions(run: Run, name: str, found: list[str]) -> None:
    """A whole symbol chooses one, part of a symbol or signature all that have it."""
    source = ".version 8.0\n.target sm_90\n" + "".join(
        f".entry {symbol}() {{ ret; }}\n" for symbol in ("_Z5densei", "_Z9densenessi", "f", "ff")
    )
    outcome = run("show", "-", "--kernel", name, stdin=source.encode())
    assert re.findall(r"^kernel (\S+)", outcome.out, re.MULTILINE) == found
    assert outcome.status == (0 if found else 1)


def test_a_function_that_is_not_there(run: Run, kernel: Path) -> None:
    """What is near is named."""
    outcome = run("show", kernel, "--kernel", "saxpi")
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err == (
        "ptxpy: no function 'saxpi'; did you mean saxpy? There are:\n"
        "      0  _Z5saxpyifPKfPf  saxpy(int, float, float const*, float*)\n"
    )


PYTHON = """\
from ptxpy import kernel, module, ptx, reg

module("ptxpy", version="8.0", target="sm_90a")


@kernel
def f():
    r = reg.bulk(r=3)
    r[1] = ptx.mov.u32(1)
    with ptx.loop() as loop:
        r[2] = ptx.add.u32(r[1], 1)
        loop.again()
"""


def test_python(run: Run, tmp_path: Path) -> None:
    """It is executed, and the lines are its own."""
    path = tmp_path / "kernel.py"
    path.write_text(PYTHON)
    facts = json.loads(run("show", path, "--json").out)
    (function,) = facts["functions"]
    assert function["name"] == "f"
    assert [block["lines"] for block in function["blocks"]] == [[9, 9], [10, 12]]


def test_what_has_no_body(run: Run) -> None:
    """There is nothing to draw."""
    source = b".version 8.0\n.target sm_90\n.extern .func f();\n"
    outcome = run("show", "-", "--graph", stdin=source)
    assert (outcome.status, outcome.err) == (0, "ptxpy: no function with a body\n")
    assert outcome.out == "<stdin>: PTX 8.0, sm_90, style plain, 0 kernels, 1 function\n"


@pytest.mark.parametrize("form", [(), ("--blocks",)])
def test_lines_are_not_too_long(run: Run, form: tuple[str, ...]) -> None:
    """Whatever compilers call their functions."""
    for path in sorted(CORPUS.glob("cut*/*gemm*.ptx")) + sorted(CORPUS.glob("triton/*90a.ptx")):
        outcome = run("show", path, *form)
        assert outcome.status == 0
        lines = outcome.out.splitlines()[1:]
        assert [line for line in lines if len(line) > 100] == []
