"""What is refused when a body has been run, and the line of Python that is to attach_location."""

from __future__ import annotations

from typing import NamedTuple

import pytest

import ptxpy
from ptxpy import TraceError, dsl

HEAD = "from ptxpy import *\n@kernel(arch='sm_80')\ndef k(x: u64):\n"


class Case(NamedTuple):
    """The body of a kernel, the line of it that is to attach_location, and what is said."""

    body: str
    line: int
    """From 1 on; -1 is the decorator."""
    message: str
    error: type[Exception] = TraceError


def text_of(body: str) -> str:
    """Return a file with one kernel."""
    return HEAD + "".join(f"    {line}\n" for line in body.split("\n"))


REFUSED = {
    "no end": Case("r = reg.bulk(r=2)\nr[1] = 3", 2, "k ends without returning: its last line"),
    "nothing at all": Case("pass", -1, "k ends without returning"),
    "an end on one way only": Case(
        "p = ptx.special.tid.x() < 3\nwith ptx.if_(p):\n    ptx.ret()", 2, "ends without returning"
    ),
    "a guarded end": Case(
        "p = ptx.special.tid.x() < 3\nptx.ret(when=p)", 2, "k ends without returning"
    ),
    "a loop for ever": Case("with ptx.loop():\n    ptx.bar.sync(0)", 1, "k never returns"),
    "a branch for ever": Case(
        "ptx.label('top')\nptx.bar.sync(0)\nptx.bra('top')", 3, "k never returns"
    ),
    "an end behind a loop for ever": Case(
        "with ptx.loop():\n    ptx.bar.sync(0)\nptx.ret()", 1, "k never returns"
    ),
    "a label twice": Case(
        "ptx.label('a')\nptx.bar.sync(0)\nptx.label('a')\nptx.ret()", 3, "two labels a"
    ),
    "a number twice": Case(
        "ptx.label(L[3])\nptx.bar.sync(0)\nptx.label(L[3])\nptx.ret()", 3, "two labels"
    ),
    "a label twice in scopes": Case(
        "ptx.label('a')\nwith ptx.scope():\n    ptx.label('a')\n    ptx.bar.sync(0)\nptx.ret()",
        3,
        "two labels a",
    ),
    "no label": Case(
        "ptx.bar.sync(0)\nptx.bra('nowhere')\nptx.ret()", 2, "'nowhere': there is no such label"
    ),
    "no number": Case("ptx.bra(L[7])\nptx.ret()", 1, "there is no such label"),
    "no label in text": Case("ptx.raw('bra nowhere;')\nptx.ret()", 1, "there is no such label"),
    "a value that is not there": Case(
        "a = reg.scalar(u32)\nptx.bar.sync(0)\nb = a + 1\nptx.ret()", 3, "%r0 is read here and"
    ),
    "a stored value that is not there": Case(
        "a = reg.scalar(f32)\nptx.st.global_.f32([ptx.ld.param.u64([x])], a)\nptx.ret()",
        2,
        "written nowhere: give it a value first",
    ),
    "an address that is not there": Case(
        "a = reg.scalar(u64)\nptx.st.global_.f32([a, 4], 1.0)\nptx.ret()", 2, "written nowhere"
    ),
    "a predicate that is not there": Case(
        "p = reg.scalar(pred)\nptx.bar.sync(0)\nptx.bra('e', when=p)\nptx.label('e')\nptx.ret()",
        3,
        "%p0 is read here and written nowhere",
    ),
    "a loop left by break": Case(
        "ptx.bar.sync(0)\nfor i in ptx.range_(0, 4):\n    ptx.bar.sync(0)\n    break\nptx.ret()",
        2,
        "was left before its end",
    ),
    "a loop left by return": Case(
        "for i in ptx.range_(0, 4):\n    ptx.ret()\n    return", 1, "was left before its end"
    ),
    "a loop left inside another": Case(
        "for i in ptx.range_(0, 4):\n"
        "    for j in ptx.range_(0, 4):\n"
        "        ptx.bar.sync(0)\n"
        "        break\n"
        "    ptx.bar.sync(0)\n"
        "ptx.ret()",
        1,
        "left with break or return inside",
    ),
    "a result": Case("ptx.ret()\nreturn 3", 2, "k cannot return a value"),
    "Python that calls itself": Case(
        "def f():\n    f()\nf()", 2, "recursion must end while the function is traced"
    ),
    "a Python if": Case(
        "a = ptx.special.tid.x()\nif a > 3:\n    pass\nptx.ret()",
        2,
        "is not known while",
        TypeError,
    ),
    "a kernel that is called": Case(
        "ptx.bar.sync(0)\nk()\nptx.ret()", 2, "k has no tensors", TypeError
    ),
}


@pytest.mark.parametrize("title", REFUSED)
def test_refused_at_its_line(title: str) -> None:
    """What is wrong with a body as a whole is said at the line that is to attach_location."""
    case = REFUSED[title]
    for check in (True, False):
        with pytest.raises(case.error, match=case.message) as caught:
            dsl.trace_python(text_of(case.body), filename="k.py", check=check)
        assert dsl.raising_line(caught.value, "k.py") == case.line + 3


WAIT = """\
with ptx.scope():
    ptx.label("wait")
    ptx.bra("wait", when=ptx.special.clock() < 3)"""
"""A scope with a label of its own, as inline assembly has it."""


@pytest.mark.parametrize(
    "body",
    [
        "ptx.exit()",
        "ptx.trap()",
        "ptx.raw('ret;')",
        "with ptx.scope():\n    ptx.ret()",
        "ptx.ret()\nptx.bar.sync(0)",
        "with ptx.loop() as l:\n    l.again(when=ptx.special.clock() < 3)\nptx.ret()",
        "ptx.raw('a: bra b; b: ret;')",
        "a = reg.scalar(u32)\nptx.raw('mov.u32 %r0, 5;')\nb = a + 1\nptx.ret()",
        "a = reg.scalar(u32)\nptx.inst.mov.u32(a, 5)\nb = a + 1\nptx.ret()",
        "p = reg.scalar(pred)\nptx.inst.setp.eq.u32(p, 1, 2)\nptx.ret(when=p)\nptx.ret()",
        "with ptx.block() as b:\n    b.leave()\n    ptx.trap()\nptx.exit()",
        f"{WAIT}\na = ptx.special.clock() + 8\n{WAIT}\nb = a + 1\nptx.ret()",
        "with ptx.scope():\n    ptx.bra('l')\n    ptx.label('l')\nptx.label('l')\nptx.ret()",
        "a = ptx.special.clock()\nwith ptx.scope():\n    ptx.bra('l')\nptx.label('l')\nptx.ret()",
    ],
)
def test_accepted(body: str) -> None:
    """What ends, and what is written somewhere, is let through."""
    text = ptxpy.emit(ptxpy.from_python(text_of(body)))
    assert ptxpy.emit(ptxpy.parse(text)) == text


def test_imported_kernels_are_as_they_are() -> None:
    """Under `module(…)` a kernel may run for ever."""
    text = text_of("with ptx.loop():\n    ptx.bar.sync(0)")
    head = 'module("ptxpy", version="8.0", target="sm_80")\n'
    text = text.replace("@kernel(arch='sm_80')", f"{head}@kernel")
    assert "bra.uni" in ptxpy.emit(ptxpy.from_python(text))


FUNCTION = """\
from ptxpy import *
@func{options}
def forever():
    with ptx.loop():
        ptx.bar.sync(0)
@kernel(arch='sm_80')
def k(x: u64):
    forever()
    ptx.ret()
"""


def test_device_functions_come_to_an_end() -> None:
    """As kernels do, unless they say that they do not."""
    with pytest.raises(TraceError, match="forever never returns") as caught:
        dsl.trace_python(FUNCTION.format(options=""), filename="k.py")
    assert dsl.raising_line(caught.value, "k.py") == 4
    text = ptxpy.emit(ptxpy.from_python(FUNCTION.format(options="(noreturn=True)")))
    assert ".func forever()\n.noreturn\n{" in text
