"""Advice that is followed to the letter compiles, and computes what was meant."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import ptxpy
from ptxpy import f32, kernel, ptx, reg, u32
from ptxpy.dsl import other_names
from ptxpy.dsl.programs.exception_locations import raising_line
from ptxpy.isa.table import entries

FRAME = """\
from ptxpy import *
import math
import numpy as np

@kernel(
    arch="sm_80", in_specs=(Tile(64, f32),), out_specs=(Tile(32, u32),), grid=1, block=32
)
def k(x, y, count: s32, size: u32):
    n, m = ptx.param(s32, "count"), ptx.param(u32, "size")
    px, py = ptx.global_ptrs(x, y)
    i = tid = ptx.special.tid.x()
    address = px + i * 4
    place = py + i * 4
    v, w = ptx.ld.global_.f32([address]), ptx.ld.global_.f32([address, 128])
    a, b, j = reg.scalar(u32, 1), reg.scalar(u32, 2), reg.scalar(s32, 3)
    h = ptx.cvt.rn.f16.f32(v)
    p, q = v < w, tid > 3
    s = smem.alloc(f32, 32)
    result = None
{body}
    keep(place, result)
    ptx.ret()
"""
FIRST = FRAME[: FRAME.index("{body}")].count("\n") + 1


class Case(NamedTuple):
    """A slip, its message, and the lines that follow the advice."""

    name: str
    error: str
    fragments: list[str]
    wrong: str
    right: str
    expected: str
    """The value of `result`, as an expression; `~` before it for approximations."""


def cases() -> list[Case]:
    """Return the cases of the file."""
    text = Path(__file__).with_name("advice.txt").read_text(encoding="utf-8")
    found = []
    for part in text.split("\n=== ")[1:]:
        head, _, body = part.partition("\n")
        name, error, *fragments = re.split(r" \| (?!\^)", head)
        wrong, _, right = body.strip("\n").partition("\n--->\n")
        right, _, expected = right.partition("\n=> ")
        assert wrong
        assert right
        found.append(Case(name, error, fragments, wrong, right, expected))
    return found


CASES = cases()


def program(lines: str) -> str:
    """Return the program with lines in its kernel."""
    return FRAME.replace("{body}", "\n".join(f"    {line}" for line in lines.splitlines()))


def define(lines: str, path: Path, kinds: list[str]) -> Any:
    """Return the kernel with lines, as plain Python defines it; `kinds` gets the result's type."""

    def keep(place: Any, result: Any) -> None:
        """Store a result of any type as 32 bits."""
        if result is None:
            return
        kind = result.dtype.fundamental
        kinds.append(kind)
        if kind == "pred":
            result = ptx.selp.b32(1, 0, result)
        elif kind == "f16":
            result = ptx.cvt.u32.u16(ptx.mov.b16(result).u16)
        ptx.st.global_.b32([place], result)

    path.write_text(program(lines), encoding="utf-8")
    space: dict[str, Any] = {"__name__": "program", "keep": keep}
    exec(compile(path.read_text("utf-8"), str(path), "exec"), space)  # noqa: S102 - of this test
    return space["k"]


def test_there_are_cases() -> None:
    """A file that is not read would pass."""
    assert len(CASES) > 200
    assert sum(bool(case.expected) for case in CASES) > 150
    assert len({case.name for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_slip_is_refused_at_its_line(case: Case, tmp_path: Path) -> None:
    """The message has the parts that the table says."""
    path = tmp_path / "slip.py"
    with pytest.raises((ptxpy.TraceError, TypeError, ValueError, AttributeError)) as caught:
        define(case.wrong, path, []).ptx()
    assert case.error in [found.__name__ for found in type(caught.value).__mro__]
    for fragment in case.fragments:
        assert fragment in str(caught.value)
    line = raising_line(caught.value, str(path))
    assert FIRST <= line < FIRST + len(case.wrong.splitlines())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_advice_is_followed(case: Case, tmp_path: Path) -> None:
    """It is traced, runs, and computes what the table says."""
    kinds: list[str] = []
    made = define(case.right, tmp_path / "right.py", kinds)
    x = np.arange(64, dtype=np.float32) + np.float32(0.25)
    y = made(x.copy(), 5, 7, device="cpu")
    if not case.expected:
        return
    names = {"np": np, "x": x, "v": x[:32], "w": x[32:], "i": np.arange(32)}
    expected = eval(case.expected.removeprefix("~ "), names)  # noqa: S307 - of this test
    kind = kinds[-1]
    if kind == "f32":
        found = y.view(np.float32)
    elif kind == "f16":
        found = y.astype(np.uint16).view(np.float16)
    elif kind == "pred":
        found = y != 0
    else:
        found = y.view(np.int32) if kind[0] == "s" else y
    if case.expected.startswith("~ "):
        np.testing.assert_allclose(found, expected, rtol=1e-4)
    else:
        np.testing.assert_array_equal(found, np.broadcast_to(expected, found.shape))


@pytest.mark.parametrize("name", sorted({*other_names.NAMES, *other_names.FUNCTIONS}))
def test_each_name_of_another_language_is_answered(name: str) -> None:
    """It is no name here, and a case of the table follows its advice."""
    advice = other_names.advice_for(name)
    if entries(name):
        assert name in other_names.FUNCTIONS
        assert name not in other_names.NAMES
    else:
        with pytest.raises(AttributeError) as caught:
            getattr(ptx, name)
        assert str(caught.value) == f"ptx has no {name}: write {advice}"
    written = [fragment for case in CASES for fragment in case.fragments]
    wanted = advice.split(", of ")[0].split(", for ")[0].split("; ")[0].split(" (from")[0]
    if not entries(name):
        assert any(wanted in each or each.removeprefix("write ") in advice for each in written)


@pytest.mark.parametrize("name", sorted(other_names.LOOP_NAMES))
def test_each_name_of_a_loop_is_answered(name: str) -> None:
    """A block and a loop have no such attribute, and say what to write."""

    @kernel(arch="sm_80")
    def k() -> None:
        with ptx.block() as block, ptx.loop() as loop:
            for opened in (block, loop):
                with pytest.raises(AttributeError, match=re.escape(other_names.LOOP_NAMES[name])):
                    getattr(opened, name)
            block.leave()
        ptx.ret()

    k.ptx()


def test_a_name_of_the_table_is_an_opcode_by_its_text() -> None:
    """What imported files write for opcodes that nobody knows is as it was."""
    text = ".version 8.0\n.target sm_80\n.address_size 64\n.entry k() { print.b32 1; ret; }\n"
    module = ptxpy.parse(text)
    assert ptxpy.from_python(ptxpy.to_python(module)) == module


DECLARATIONS = {
    '@kernel(arch="sm_80", version=8.3)': ('version="8.3"', '@kernel(arch="sm_80", version="8.3")'),
    "@kernel(arch=80)": ("sm_80", '@kernel(arch="sm_80")'),
    '@kernel(target="sm_80")': ("write arch=", '@kernel(arch="sm_80")'),
    '@kernel(arch="sm_80", threads=32)': ("write block=", '@kernel(arch="sm_80", block=32)'),
    '@kernel(arch="sm_80", raw_params=("s32", "N"))': (
        'raw_params=[("s32", "N")]',
        '@kernel(arch="sm_80", raw_params=[("s32", "N")])',
    ),
    '@kernel(arch="sm_80", raw_params=[("N", "s32")])': (
        "the type comes first, (\"s32\", 'N')",
        '@kernel(arch="sm_80", raw_params=[("s32", "N")])',
    ),
}
"""Lines above a kernel, what is said of them, and the lines that follow it."""


@pytest.mark.parametrize("line", DECLARATIONS)
def test_a_declaration_is_refused(line: str) -> None:
    """The advice for the decorator is a decorator that works."""
    fragment, right = DECLARATIONS[line]
    text = "from ptxpy import *\n{}\ndef k(n: u32):\n    ptx.ret()\nprint(k.ptx())\n"
    with pytest.raises((TypeError, ValueError)) as caught:
        exec(text.format(line), {})  # noqa: S102 - of this test
    assert fragment in str(caught.value)
    exec(text.format(right), {})  # noqa: S102 - as above


def test_tensors_are_listed() -> None:
    """A tile alone is put into parentheses."""

    def k(x: Any) -> None:
        ptx.global_ptrs(x)
        ptx.ret()

    tile = ptxpy.Tile("N", f32)
    with pytest.raises(TypeError, match=re.escape("write in_specs=(Tile('N', f32),)")):
        kernel(arch="sm_80", in_specs=tile)(k)  # type: ignore[call-overload]
    assert kernel(arch="sm_80", in_specs=(tile,))(k).ptx()


def test_annotations_are_types_of_ptx() -> None:
    """A type of Python says neither size nor sign."""

    def k(n: int) -> None:
        ptx.param(u32, str(n))

    with pytest.raises(TypeError, match=r"needs a PTX type as its annotation, .*: write n: s32"):
        kernel(arch="sm_80")(k)


def test_a_vector_that_nothing_takes_is_several_registers() -> None:
    """A load whose results are not used is an instruction of PTX all the same."""

    @kernel(arch="sm_80")
    def k(x: ptxpy.u64) -> None:
        ptx.ld.global_.v2.f32([ptx.ld.param.u64([x])])
        ptx.ret()

    assert re.search(r"ld\.global\.v2\.f32 \{%f\d, %f\d\}, \[%rd\d\];", k.ptx())


def late_errors() -> list[Any]:
    """Return kernels that are refused once they have been traced."""

    @kernel(arch="sm_80")
    def endless() -> None:
        a = reg.scalar(u32, 1)
        with ptx.loop():
            a += 1  # the line

    @kernel(arch="sm_80")
    def unwritten() -> None:
        a, b = reg.scalar(f32, 1.0), reg.scalar(f32)
        a += b  # the line
        ptx.ret()

    @kernel(arch="sm_80")
    def valued() -> Any:
        a = reg.scalar(u32, 1)
        ptx.ret()
        return a  # the line

    return [endless, unwritten, valued]


@pytest.mark.parametrize("late", late_errors(), ids=lambda late: late.name)
def test_what_is_found_after_tracing_shows_its_line(late: Any) -> None:
    """The innermost frame of the traceback is the line to blame, for users of plain Python."""
    import traceback  # noqa: PLC0415 - here alone

    with pytest.raises(ptxpy.TraceError) as caught:
        late.ptx()
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert frames[-1].filename == __file__
    assert frames[-1].name == late.__name__
    lines = Path(__file__).read_text("utf-8").splitlines()
    first = next(at for at, text in enumerate(lines) if f"def {late.__name__}(" in text)
    line = next(at for at, text in enumerate(lines) if at > first and text.endswith("# the line"))
    assert frames[-1].lineno in (line, line + 1)
    shown = "".join(traceback.format_exception(caught.value))
    assert f'File "{__file__}", line {frames[-1].lineno}, in {late.__name__}' in shown
