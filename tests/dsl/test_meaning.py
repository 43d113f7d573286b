"""Kernels that mean something else than they say are refused at their line."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

import ptxpy
from ptxpy.dsl.programs.exception_locations import raising_line

HEAD = """from ptxpy import *
@kernel(arch="sm_90")
def k(count: s32, size: u32, x: u64):
    n, m = ptx.param(s32, "count"), ptx.param(u32, "size")
    px = ptx.param(u64, "x")
    v, w = ptx.ld.global_.v2.f32([px])
"""
FIRST = HEAD.count("\n") + 1
FILE = "meaning.py"


class Case(NamedTuple):
    """A body, and what is said of it."""

    name: str
    line: int
    """The line to blame, counted from the first of the body; 0 where it is accepted."""
    message: str
    body: str


def cases() -> list[Case]:
    """Return the cases of the file."""
    text = Path(__file__).with_name("meaning.txt").read_text(encoding="utf-8")
    found = []
    for part in text.split("\n=== ")[1:]:
        head, _, body = part.partition("\n")
        name, *rest = head.split(" | ")
        line, message = (int(rest[0]), rest[1]) if len(rest) > 1 else (0, "")
        assert message or rest == ["accepted"]
        found.append(Case(name, line, message, body.strip("\n")))
    return found


CASES = cases()


def program(body: str, head: str = HEAD) -> str:
    """Return a program with a body."""
    lines = [*body.splitlines(), "ptx.ret()"]
    return head + "".join(f"    {line}\n" for line in lines)


def test_there_are_cases() -> None:
    """A file that is not read would pass."""
    assert len(CASES) > 55
    assert sum(case.line == 0 for case in CASES) > 15


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_meaning(case: Case) -> None:
    """What is wrong is refused, at its line; its right twin is not."""
    text = program(case.body)
    if not case.line:
        ptxpy.from_python(text, filename=FILE)
        return
    with pytest.raises((ptxpy.TraceError, TypeError, ValueError, SyntaxError)) as caught:
        ptxpy.from_python(text, filename=FILE)
    assert case.message in str(caught.value)
    assert raising_line(caught.value, FILE) - FIRST + 1 == case.line


IMPORTED = """from ptxpy import f32, kernel, module, ptx, reg, u32, u64

module("nvcc-13.0", version="9.0", target="sm_90a")


@kernel
def k(n: u32, x: u64):
    p, f, r, rd = reg.bulk(p=9, f=9, r=19, rd=9)
    n = r[6] = ptx.ld.param.u32([n])
    i = r[10] = ptx.mov.u32(0)
    with ptx.loop() as loop:
        {line}
        p[2] = i < n
        loop.again(when=p[2])
    r[5] = i
    ptx.ret()
"""


@pytest.mark.parametrize("line", ["r[10] = i + r[3]", "i.set(i + r[3])", "i += r[3]"])
def test_an_imported_register_is_written(line: str) -> None:
    """By each of the forms that do so."""
    text = ptxpy.emit(ptxpy.from_python(IMPORTED.format(line=line)))
    assert "add.s32 \t%r10, %r10, %r3;" in text


def test_an_imported_name_is_bound_anew() -> None:
    """An edit that loses the loop's counter is refused at its line."""
    text = IMPORTED.format(line="i = i + r[3]")
    with pytest.raises(ptxpy.TraceError, match=r"i is rebound in ptx\.loop") as caught:
        ptxpy.from_python(text, filename=FILE)
    assert raising_line(caught.value, FILE) == 12


@pytest.mark.parametrize("style", ["nvcc-13.0", "llvm", "plain"])
def test_styles_of_compilers_are_free(style: str) -> None:
    """The style decides whether values have types, nothing else."""
    body = "r = reg.bulk(r=9)\np = r[1] < r[2]\nf = ptx.add.f32(r[1] + r[2], r[3].s32)"
    head = (
        f'from ptxpy import *\nmodule("{style}", version="8.0", target="sm_80")\n'
        "@kernel\ndef k():\n"
    )
    ptxpy.from_python(program(body, head))
    with pytest.raises(TypeError, match="depends on the sign"):
        ptxpy.from_python(program(body, head.replace(style, "ptxpy")))


@ptxpy.kernel(arch="sm_90")
def returns_early(x: ptxpy.u64) -> None:
    """Return under `ptx.if_`, in a file that Python has read and not ptxpy."""
    address = ptxpy.ptx.ld.param.u64([x])
    with ptxpy.ptx.if_(address > 0):
        ptxpy.ptx.st.global_.u32([address], 1)
        return
    ptxpy.ptx.st.global_.u32([address], 2)
    ptxpy.ptx.ret()


def test_a_kernel_that_is_called_is_not_left_early() -> None:
    """What Python compiles by itself is held to the same as what `emit` reads."""
    with pytest.raises(ptxpy.TraceError, match=r"leaves the block of ptx\.if_ before its end"):
        returns_early.ptx()


WITH_FUNCTIONS = """from ptxpy import *
import ptxpy
def wait():
    ptxpy.ptx.bar.sync{first}
class Pipe:
    def close(self):
        ptx.exit{second}
@func(arch="sm_90")
def called():
    ptx.membar.gl{third}
    ptx.ret()
pipe = Pipe()
@kernel(arch="sm_90")
def k(x: u64):
    wait()
    called()
    pipe.close()
    ptx.ret()
"""


@pytest.mark.parametrize(
    ("place", "line", "message"),
    [
        ("first", 4, "write ptxpy.ptx.bar.sync(0)"),
        ("second", 7, "write ptx.exit()"),
        ("third", 10, "write ptx.membar.gl()"),
    ],
)
def test_a_function_that_a_kernel_calls_names_no_instruction_alone(
    place: str, line: int, message: str
) -> None:
    """Instructions are called in functions, methods and device functions as in the kernel."""
    calls = {"first": "(0)", "second": "()", "third": "()"}
    right = WITH_FUNCTIONS.format(**calls)
    assert "membar.gl;" in ptxpy.emit(ptxpy.from_python(right))
    with pytest.raises(ptxpy.TraceError) as caught:
        ptxpy.from_python(WITH_FUNCTIONS.format(**calls | {place: ""}), filename=FILE)
    assert message in str(caught.value)
    assert raising_line(caught.value, FILE) == line


LOOP_OF_A_HELPER = """from ptxpy import *
def fill(x):
    for i in range(2):
        ptx.st.global_.u32([x, 4 * i], i)
    ptx.st.global_.u32([x, 16], i)
{head}
@kernel{options}
def k(x: u64):
    fill(ptx.ld.param.{kind}([x]))
    ptx.ret()
"""


@pytest.mark.parametrize(
    ("head", "options", "kind"),
    [
        ("", '(arch="sm_90")', "u64"),
        ('module("llvm", version="8.0", target="sm_80")', "", "b64"),
    ],
)
def test_a_variable_of_a_loop_of_a_function_that_a_kernel_calls(
    head: str, options: str, kind: str
) -> None:
    """The variable of a loop is read in the loop, in a called function as in a kernel."""
    text = LOOP_OF_A_HELPER.format(head=head, options=options, kind=kind)
    with pytest.raises(ptxpy.TraceError, match="the Python loop of i, in line 3,") as caught:
        ptxpy.from_python(text, filename=FILE)
    assert raising_line(caught.value, FILE) == 5
    right = text.replace("    ptx.st.global_.u32([x, 16], i)\n", "")
    assert "st.global.u32" in ptxpy.emit(ptxpy.from_python(right))
