"""The commands on Python files whose kernels have modules of their own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ptxpy.examples
from ptxpy.assemble import assemble
from tests.assemble.real import needs_nvjitlink
from tests.cli.conftest import Run

SCALE = """\
from ptxpy import *


@func(returns=f32)
def twice(x: f32):
    v = ptx.ld.param.f32([x])
    ptx.st.param.f32(["func_retval0"], v + v)
    ptx.ret()


@kernel(
    arch="sm_80",
    in_specs=(Tile("M", "N", f32),),
    out_specs=(Tile("M", "N", f32),),
    raw_params=[("u32", "M"), ("u32", "N")],
    block=32,
)
def scale(x, y, *, FACTOR=3.0):
    m = ptx.param(u32, "M")
    n = ptx.param(u32, "N")
    px, py = ptx.global_ptrs(x, y)
    i = ptx.mad.lo.u32(ptx.special.ctaid.x(), 32, ptx.special.tid.x())
    with ptx.if_(i < m * n):
        offset = ptx.mul.wide.u32(i, 4)
        ptx.st.global_.f32([py + offset], ptx.ld.global_.f32([px + offset]) * FACTOR)
    ptx.ret()


@kernel(arch="sm_80", grid=1, block=1)
def double(x: u64):
    p = ptx.cvta.to.global_.u64(ptx.ld.param.u64([x]))
    ptx.st.global_.f32([p], twice(ptx.ld.global_.f32([p])))
    ptx.ret()


if __name__ == "__main__":
    raise SystemExit("executed")
"""

SIZED = """\
from ptxpy import *


@kernel(arch="sm_80", in_specs=(Tile("M", f32),), block=1)
def sized(x, *, KIND):
    tile = smem.alloc(KIND, x.shape[0])
    ptx.st.shared.f32([tile, 4 * x.shape[0] - 4], 2.0)
    ptx.st.global_.f32([ptx.ld.param.u64([x])], ptx.ld.shared.f32([tile, 4 * x.shape[0] - 4]))
    ptx.ret()
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Two kernels, and a function that one of them calls."""
    path = tmp_path / "scale.py"
    path.write_text(SCALE, encoding="utf-8")
    return path


@pytest.fixture
def sized(tmp_path: Path) -> Path:
    """A kernel with a template parameter, and a dimension that it looks at."""
    path = tmp_path / "sized.py"
    path.write_text(SIZED, encoding="utf-8")
    return path


def line_of(path: Path, text: str) -> int:
    """Return the first line that holds a text."""
    lines = path.read_text("utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


# --------------------------------------------------------------------- emit, check, show


@needs_nvjitlink
def test_emit(run: Run, file: Path) -> None:
    """All kernels are one module, which assembles."""
    outcome = run("emit", file)
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.count(".visible .entry") == 2
    assert outcome.out.count(".func") == 1
    assert assemble(outcome.out).messages == ()


def test_check(run: Run, file: Path) -> None:
    """Nothing is wrong with it."""
    assert run("check", file) == (0, "", "1 file, 0 errors\n")


def test_check_tells_the_lines(run: Run, file: Path) -> None:
    """Of what the instruction table refuses, all in one run, in kernels and in functions."""
    text = SCALE.replace("v + v", "ptx.add.s23(v, v)").replace(
        "mul.wide.u32(i, 4)", "mul.wide.u32(i)"
    )
    file.write_text(text, encoding="utf-8")
    outcome = run("check", file)
    assert outcome.status == 1
    for wrong in ("add.s23", "mul.wide.u32(i)"):
        assert f"{file}:{line_of(file, wrong)}:" in outcome.out
    assert "2 errors" in outcome.err


EXAMPLE_FILES = [
    path
    for path in sorted(Path(ptxpy.examples.__file__).parent.glob("*.py"))
    if "@kernel" in path.read_text("utf-8")
]


def test_there_are_examples() -> None:
    """A folder without files would pass."""
    assert len(EXAMPLE_FILES) > 12


@pytest.mark.parametrize("path", EXAMPLE_FILES, ids=lambda path: path.stem)
def test_examples_have_no_findings(run: Run, path: Path) -> None:
    """The examples launch and are right, so none is accused."""
    assert run("check", path) == (0, "", "1 file, 0 errors\n")


LISTS = """from ptxpy import *
module("{style}", version="8.0", target="sm_80")
@kernel(symbol="k")
def k(x: u64):
    f, rd = reg.bulk(f=4, rd=2)
    rd[1] = ptx.ld.param.u64([x])
    f[1], f[2] = ptx.ld.global_.v2.f32([rd[1]])
    ptx.st.global_.v2.f32([rd[1], 8], {value})
    ptx.ret()
"""


@pytest.mark.parametrize("style", ["ptxpy", "nvcc-13.0", "plain"])
def test_a_list_is_a_vector_where_one_is_taken(run: Run, tmp_path: Path, style: str) -> None:
    """The check sees the vector that the list is emitted as."""
    path = tmp_path / "lists.py"
    path.write_text(LISTS.format(style=style, value="[f[2], f[1]]"), encoding="utf-8")
    assert run("check", path) == (0, "", "1 file, 0 errors\n")
    path.write_text(LISTS.format(style=style, value="[f[2], f[1], f[1]]"), encoding="utf-8")
    outcome = run("check", path)
    assert outcome.status == 1
    assert f"{path}:8:5: error: b must be a vector {{…}} of 2 elements" in outcome.out


VERSIONS = """from ptxpy import *
@kernel(arch="sm_90a"{version})
def k():
    ptx.fence.acquire.sync_restrict__shared__cluster.cluster()
    ptx.ret()
"""


def test_a_version_that_nobody_asked_for_is_raised(run: Run, tmp_path: Path) -> None:
    """One that was asked for is held to."""
    path = tmp_path / "versions.py"
    path.write_text(VERSIONS.format(version=""), encoding="utf-8")
    assert run("check", path) == (0, "", "1 file, 0 errors\n")
    path.write_text(VERSIONS.format(version=', version="8.0"'), encoding="utf-8")
    outcome = run("check", path)
    assert outcome.status == 1
    assert f"{path}:4:5: error: ptx.fence.acquire" in outcome.out
    assert "needs PTX 8.6 (this module is PTX 8.0)" in outcome.out


MEANING = {
    "ptx.add.f32(v, ptx.special.tid.x())": "convert it, ptx.cvt.rn.f32.u32(…)",
    "ptx.special.tid.x() - 1 >= 0": "x >= 0 is always true",
    "ptx.ld.param.f32([n])": "the parameter n is .u32, and not .f32",
}


@pytest.mark.parametrize("line", MEANING)
def test_check_finds_what_only_the_types_of_values_show(
    run: Run, tmp_path: Path, line: str
) -> None:
    """The check refuses each line that a launch refuses."""
    path = tmp_path / "meaning.py"
    path.write_text(
        'from ptxpy import *\n@kernel(arch="sm_80")\ndef k(n: u32):\n'
        f"    v = reg.scalar(f32, 1.0)\n    {line}\n    ptx.ret()\n",
        encoding="utf-8",
    )
    outcome = run("check", path)
    assert outcome.status == 1
    assert f"{path}:5:" in outcome.out
    assert MEANING[line] in outcome.out


@needs_nvjitlink
def test_check_asks_the_assembler(run: Run, file: Path) -> None:
    """And tells what the kernels need."""
    outcome = run("check", file, "--assemble")
    assert outcome.status == 0
    assert "kernel scale: " in outcome.out
    assert "kernel double: " in outcome.out


@pytest.mark.parametrize(
    ("change", "line", "message"),
    [
        (("    ptx.ret()\n\n\nif", "\n\nif"), "([p], ", "double ends without returning"),
        (("i < m", "j < m"), "j < m", "NameError: name 'j' is not defined"),
        (('"u32", "M"', '"u33", "M"'), "@kernel(", "u33 is not a fundamental type"),
        (("[p], ", "p, "), "(p, ", "[a] must be an address in brackets"),
    ],
)
def test_check_of_python_that_fails(
    run: Run, file: Path, change: tuple[str, str], line: str, message: str
) -> None:
    """The line is that of the Python."""
    file.write_text(SCALE.replace(*change), encoding="utf-8")
    outcome = run("check", file)
    assert outcome.status == 1
    assert f"{file}:{line_of(file, line)}:" in outcome.out
    assert message in outcome.out


def test_show(run: Run, file: Path) -> None:
    """Lines are those of the Python."""
    outcome = run("show", file, "--json")
    facts = json.loads(outcome.out)
    assert [(each["name"], each["line"]) for each in facts["functions"]] == [
        ("scale", line_of(file, "def scale")),
        ("twice", line_of(file, "def twice")),
        ("double", line_of(file, "def double")),
    ]
    assert "kernel scale  line 18" in run("show", file).out


def test_diff(run: Run, file: Path, tmp_path: Path) -> None:
    """Of two files, and of a file and its PTX."""
    other = tmp_path / "other.py"
    other.write_text(SCALE.replace("* FACTOR", "+ FACTOR"), encoding="utf-8")
    outcome = run("diff", file, other)
    assert outcome.status == 1
    assert "-    mul.f32 %f1, %f0, 0f40400000;" in outcome.out
    assert "+    add.f32 %f1, %f0, 0f40400000;" in outcome.out
    assert outcome.err.startswith("1 function differs, 2 equal")
    written = tmp_path / "scale.ptx"
    assert run("emit", file, "-o", written).status == 0
    assert run("diff", file, written).status == 0


# --------------------------------------------------------------------- --set


@pytest.mark.parametrize("command", ["emit", "show", "check", "run"])
def test_values_that_are_missing(run: Run, sized: Path, command: str) -> None:
    """The command says how they are given, at the line that asks for them."""
    outcome = run(command, sized)
    assert outcome.status == 1
    said = outcome.out + outcome.err
    assert f"{sized}:4:" in said
    assert "its template parameter 'KIND': give it a default, or the command --set KIND=…" in said
    outcome = run(command, sized, "--set", "KIND=f32")
    assert outcome.status == 1
    said = outcome.out + outcome.err
    assert f"{sized}:6:" in said
    assert "or to the command as --set M=1024" in said


def test_values_are_given(run: Run, sized: Path, file: Path) -> None:
    """Numbers, types of PTX, and any literal of Python."""
    outcome = run("emit", sized, "--set", "M=8", "--set", "KIND=f32")
    assert ".shared .align 128 .b8 smem_0[32];" in outcome.out
    assert "32 bytes" in run("show", sized, "--set", "M=8", "--set", "KIND=b32").out
    assert run("check", sized, "--set", "M=8", "--set", "KIND=f32").status == 0
    assert "0f40A00000" in run("emit", file, "--set", "FACTOR=5.0").out


def test_diff_with_values(run: Run, sized: Path, file: Path, tmp_path: Path) -> None:
    """They are for both files, and nothing for PTX."""
    given = ("--set", "M=8", "--set", "KIND=f32")
    written = tmp_path / "sized.ptx"
    assert run("emit", sized, *given, "-o", written).status == 0
    assert run("diff", sized, written, *given).status == 0
    assert run("diff", sized, sized, *given).status == 0
    outcome = run("diff", written, written, *given)
    assert outcome == (
        2,
        "",
        f"ptxpy: {written}: --set M needs a kernel written in Python, but this is PTX\n",
    )
    outcome = run("diff", sized, file, *given)
    assert outcome.status == 2
    assert "no kernel has a dimension or template parameter 'KIND'; there are M, N, FACTOR" in (
        outcome.err
    )


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("M",), "--set M: expected NAME=VALUE, as in --set M=128"),
        (("M=",), "--set M=: expected NAME=VALUE"),
        (("1=M",), "--set 1=M: expected NAME=VALUE"),
        (("M=1", "M=1"), "--set M=1: M is given twice"),
        (("Q=1",), "no kernel has a dimension or template parameter 'Q'; there are M, KIND"),
        (("M=0", "KIND=f32"), "dimension M of sized must be a number of at least 1, got 0"),
        (("M=f32", "KIND=f32"), "dimension M of sized must be a number of at least 1, got "),
        (("M=__import__('os')", "KIND=f32"), "got \"__import__('os')\""),
    ],
)
def test_values_that_are_none(run: Run, sized: Path, given: tuple[str, ...], message: str) -> None:
    """The command says what would be one."""
    outcome = run("emit", sized, *(word for text in given for word in ("--set", text)))
    assert outcome.status in (1, 2)
    assert outcome.out == ""
    assert message in outcome.err


def test_ptx_takes_no_values(run: Run, kernel: Path) -> None:
    """It has neither dimensions nor template parameters."""
    for command in ("emit", "show", "check", "run"):
        outcome = run(command, kernel, "--set", "M=1")
        assert outcome.status == 2
        assert f"{kernel}: --set M needs a kernel written in Python, but this is PTX" in outcome.err
