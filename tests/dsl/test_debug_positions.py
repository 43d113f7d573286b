"""Source positions, the labels that debug information refers to, and its sections."""

from __future__ import annotations

import re
import textwrap

import pytest

import ptxpy

HEAD = """\
from ptxpy import *

module("llvm-quiet", version="8.0", target=("sm_80", "debug"))


@kernel
def k(out: u64):
    ptx.ret()
"""


def emitted(body: str, options: str = "") -> list[str]:
    """Return the statements that the body of a kernel emits, with single spaces."""
    program = HEAD.replace("@kernel", f"@kernel{options}")
    program = program.replace("    ptx.ret()\n", textwrap.indent(body, "    ") + "\n")
    text = ptxpy.emit(ptxpy.from_python(program))
    inside = text.partition("{\n")[2].rpartition("\n}")[0]
    return [" ".join(line.split()) for line in inside.splitlines() if line.strip()]


CASES = {
    "at(12, 26)": ".loc 1 12 26",
    "at(12, 26, file=3)": ".loc 3 12 26",
    "at(12, 26, mark=True)": "$L__tmp0: | .loc 1 12 26",
    "at(12, 26, mark=0)": "$L__tmp0: | .loc 1 12 26",
    "at(12, 26, mark=7)\nat(13, 1, mark=True)": (
        "$L__tmp7: | .loc 1 12 26 | $L__tmp8: | .loc 1 13 1"
    ),
    "at(12, 26, inlined_at=(3, 4))": (
        ".loc 1 12 26, function_name $L__info_string0, inlined_at 1 3 4"
    ),
    "at(12, 26, function=5, inlined_at=(3, 4), file=2)": (
        ".loc 2 12 26, function_name $L__info_string5, inlined_at 1 3 4"
    ),
    "at(12, 26, inlined_at=(2, 3, 4))": (
        ".loc 1 12 26, function_name $L__info_string0, inlined_at 2 3 4"
    ),
    "mark()\nat(1, 2, mark=0)\nmark()": "$L__tmp1: | $L__tmp0: | .loc 1 1 2 | $L__tmp2:",
    "mark()\nptx.next_block('$L__tmp0')\nptx.label('$L__tmp1')": (
        "$L__tmp2: | bra.uni $L__tmp0; | $L__tmp0: | $L__tmp1:"
    ),
    "mark()\nmark()": "$L__tmp0: | $L__tmp1:",
    "mark(number=5)\nmark()": "$L__tmp5: | $L__tmp6:",
    "mark('func_begin')\nmark()\nmark('func_end')\nmark('func_end')": (
        "$L__func_begin0: | $L__tmp0: | $L__func_end0: | $L__func_end1:"
    ),
    "mark('func_begin', 4)\nmark('func_begin')": "$L__func_begin4: | $L__func_begin5:",
}

_REGISTERS = "p, r = reg.bulk(p=2, r=9)\n"
_ADD = ".loc 1 1 2 | add.s32 %r3, %r1, %r2;"

BEFORE = {
    "r[3] = at(1, 2)(r[1] + r[2])": _ADD,
    "x = r[3] = at(1, 2)(r[1] + r[2])": _ADD,
    "r[3].set(at(1, 2)(r[1] + r[2]))": _ADD,
    "at(1, 2)(r[3].set(r[1] + r[2]))": _ADD,
    "at(1, 2)(ptx.inst.add.s32(r[3], r[1], r[2]))": _ADD,
    "r[3] = at(1, 2, mark=True)(r[1] + r[2])": f"$L__tmp0: | {_ADD}",
    "r[4] = at(1, 2)(r[1] + r[2]) * r[5]": (
        ".loc 1 1 2 | add.s32 *, %r1, %r2; | mul.lo.s32 %r4, *, %r5;"
    ),
    "r[4] = r[5] * at(1, 2)(r[1] + r[2])": (
        ".loc 1 1 2 | add.s32 *, %r1, %r2; | mul.lo.s32 %r4, %r5, *;"
    ),
    "r[3] = at(1, 2)(r[1] + r[2]) + at(3, 4)(r[4] + r[5])": (
        ".loc 1 1 2 | add.s32 *, %r1, %r2; | .loc 1 3 4 | add.s32 *, %r4, %r5; | "
        "add.s32 %r3, *, *;"
    ),
    "r[3], p[1] = at(1, 2)(ptx.shfl.sync.down.b32(r[1], 1, 31, -1))": (
        ".loc 1 1 2 | shfl.sync.down.b32 %r3|%p1, %r1, 1, 31, -1;"
    ),
    "with at(1, 2)(ptx.unless(p[1])):\n    ptx.ret()": (
        ".loc 1 1 2 | @%p1 bra $L__BB0_2; | ret; | $L__BB0_2:"
    ),
    "with at(1, 2)(ptx.if_(r[1] < r[2])):\n    ptx.ret()": (
        ".loc 1 1 2 | setp.lt.s32 *, %r1, %r2; | @!* bra $L__BB0_1; | ret; | $L__BB0_1:"
    ),
    "with at(1, 2)(ptx.scope()):\n    at(3, 4)(ptx.ret())": (
        ".loc 1 1 2 | { | .loc 1 3 4 | ret; | }"
    ),
    "with at(1, 2)(ptx.loop()) as loop:\n    at(3, 4)(loop.again(when=p[1]))": (
        ".loc 1 1 2 | $L__BB0_1: | .loc 1 3 4 | @%p1 bra $L__BB0_1;"
    ),
    "mean = at.inlined(66, 25)\nr[3] = mean(1, 2)(r[1] + r[2])\nmean(5, 6, file=2)": (
        ".loc 1 1 2, function_name $L__info_string0, inlined_at 1 66 25 | "
        "add.s32 %r3, %r1, %r2; | "
        ".loc 2 5 6, function_name $L__info_string0, inlined_at 1 66 25"
    ),
    "at.inlined(3, 66, 25, function=7)(1, 2, mark=True)(ptx.ret())": (
        "$L__tmp0: | .loc 1 1 2, function_name $L__info_string7, inlined_at 3 66 25 | ret;"
    ),
    "r[3] = at(1, 2).into('2:3:4/5', '6:7/0')(r[1] + r[2])": (
        ".loc 1 1 2 | "
        ".loc 2 3 4, function_name $L__info_string5, inlined_at 1 1 2 | "
        ".loc 1 6 7, function_name $L__info_string0, inlined_at 2 3 4 | "
        "add.s32 %r3, %r1, %r2;"
    ),
    "at.inlined(8, 9).into('2:3:4/5 6:7/0')": (
        ".loc 2 3 4, function_name $L__info_string5, inlined_at 1 8 9 | "
        ".loc 1 6 7, function_name $L__info_string0, inlined_at 2 3 4"
    ),
    "mean = at.inlined(3, 8, 9, function=7)\nmean(1, 2, file=4).into('5:6/1')(ptx.ret())": (
        ".loc 4 1 2, function_name $L__info_string7, inlined_at 3 8 9 | "
        ".loc 1 5 6, function_name $L__info_string1, inlined_at 4 1 2 | ret;"
    ),
    "at(1, 2, callers=((1, 3, 4),))(ptx.ret())": ".loc 1 1 2 // @[ 1:3:4 ] | ret;",
}


@pytest.mark.parametrize("body", BEFORE)
def test_a_position_before_what_follows(body: str) -> None:
    """It stands before all that its argument emits; a result is bound as if it were not there."""
    found = [line for line in emitted(_REGISTERS + body) if not line.startswith(".reg")]
    pattern = re.escape(BEFORE[body]).replace(r"\*", r"%\w+")
    assert re.fullmatch(pattern, " | ".join(found)), found


@pytest.mark.parametrize("body", CASES)
def test_position(body: str) -> None:
    """Each form emits a position, a label or both."""
    assert emitted(body) == CASES[body].split(" | ")


def test_the_file_of_a_function() -> None:
    """Positions are in it, unless they name another."""
    found = emitted("at(1, 2)\nat(3, 4, file=1)\nat(5, 6, inlined_at=(7, 8))", "(file=2)")
    assert found == [
        ".loc 2 1 2",
        ".loc 1 3 4",
        ".loc 2 5 6, function_name $L__info_string0, inlined_at 2 7 8",
    ]


def test_marks_are_counted_through_the_module() -> None:
    """Each stem by itself, in the order of the text."""
    program = HEAD.replace("ptx.ret()", "mark('func_begin'); mark()")
    program += program.partition("\n\n\n")[2].replace("def k", "def other").replace("@", "\n\n@")
    labels = [line for line in ptxpy.emit(ptxpy.from_python(program)).split() if "$L__" in line]
    assert labels == ["$L__func_begin0:", "$L__tmp0:", "$L__func_begin1:", "$L__tmp1:"]


def test_a_mark_that_is_deleted_is_none_of_the_others() -> None:
    """What a debug section names by its number is no other label."""
    program = HEAD.replace("ptx.ret()", "mark(); mark(number=5); mark()")
    program += "\n\nwith section('.debug_loc') as d:\n    d.b64('$L__tmp0', '$L__tmp6')\n"
    labels = [line for line in ptxpy.emit(ptxpy.from_python(program)).split() if line[-1] == ":"]
    assert labels == ["$L__tmp1:", "$L__tmp5:", "$L__tmp7:"]


REFUSED = {
    "mark('Func')": (ValueError, "not a stem"),
    "mark('a b')": (ValueError, "not a stem"),
    "mark('')": (ValueError, "not a stem"),
    "mark(number=-1)": (ValueError, "from 0 on"),
    "at(1)": (TypeError, "column"),
    "at(1, True)": (TypeError, "numbers from 0 on"),
    "at(1.5, 2)": (TypeError, "numbers from 0 on"),
    "at(1, 2, function=-1, inlined_at=(3, 4))": (TypeError, "numbers from 0 on"),
    "at(1, 2, inlined_at=(3,))": (TypeError, "inlined_at"),
    "at(1, 2, function=3)": (TypeError, "inlined_at"),
    "at(1, 2, before='x')": (ptxpy.TraceError, "white space"),
    "at(1, 2)(7)": (ptxpy.TraceError, "emits none: write at(1, 2) on a line of its own"),
    "r = reg.bulk(r=3)\nr[2] = at(1, 2)(r[1])": (ptxpy.TraceError, "a line of its own"),
    "here = at(1, 2)\nhere(ptx.nanosleep.u32(1))\nhere(ptx.ret())": (
        ptxpy.TraceError,
        "write it again",
    ),
    "at.inlined(1)": (TypeError, "inlined_at is"),
    "at.inlined(1, 2, 3, 4)": (TypeError, "inlined_at is"),
    "at.inlined(1, -2)": (TypeError, "numbers from 0 on"),
    "at.inlined(1, 2)(3)": (TypeError, "column"),
    "at(1, 2).into('3:4')": (ValueError, "'3:4' is no place of an inlined function: write file:"),
    "at(1, 2).into('3:4/5/6')": (ValueError, "write file:line:column/function, as 2:287:12/5"),
    "at(1, 2).into('3:-4/5')": (ValueError, "'3:-4/5' is no place"),
    "at(1, 2).into()": (ValueError, "into('2:287:12/5')"),
    "at.inlined(1, 2).into('')": (ValueError, "into('2:287:12/5')"),
}


@pytest.mark.parametrize("body", REFUSED)
def test_refused(body: str) -> None:
    """What is no position and no label."""
    error, message = REFUSED[body]
    with pytest.raises(error, match=re.escape(message)):
        emitted(body)


@pytest.mark.parametrize("line", ["at(1, 2)", "mark()", "ptx.next_block()"])
def test_positions_stand_in_functions(line: str) -> None:
    """At module level there are none."""
    with pytest.raises(ptxpy.TraceError, match="module level"):
        ptxpy.from_python(HEAD + "\n\n" + line + "\n")


SECTIONS = {
    "d.b8(1)": [".b8 1"],
    "d.b8(1, 2, 3)": [".b8 1, 2, 3"],
    "d.b8(b'ab')": [".b8 97, 98"],
    "d.b8(b'ab', 0)": [".b8 97, 98, 0"],
    "d.b8(1, b'ab', b'c')": [".b8 1, 97, 98, 99"],
    "d.each.b8(1, 2, 3)": [".b8 1", ".b8 2", ".b8 3"],
    "d.each.b8()": [],
    "d.each.b32('.debug_abbrev', 5)": [".b32 .debug_abbrev", ".b32 5"],
    "d.b64('$L__tmp0')": [".b64 $L__tmp0"],
    "d.label('$L__info_string0')\nd.b8(0)": ["$L__info_string0:", ".b8 0"],
}


@pytest.mark.parametrize("line", SECTIONS)
def test_section(line: str) -> None:
    """One call is one line, and `each` one for every value."""
    program = f"{HEAD}\n\nwith section('.debug_str') as d:\n    pass\n"
    program += textwrap.indent(line, "    ") + "\n"
    text = ptxpy.emit(ptxpy.from_python(program))
    lines = text.partition(".debug_str")[2].splitlines()[2:]
    found = [" ".join(part.replace(",", ", ").split()) for part in lines]
    assert found[: found.index("}")] == SECTIONS[line]


@pytest.mark.parametrize("kind", ["_b8", "B 8", "b8;"])
def test_a_line_has_a_type(kind: str) -> None:
    """Any other attribute there is not."""
    program = f"{HEAD}\n\nwith section('.debug_str') as d:\n    getattr(d, {kind!r})(1)\n"
    with pytest.raises(AttributeError):
        ptxpy.from_python(program)
    with pytest.raises(AttributeError):
        ptxpy.from_python(program.replace("(d,", "(d.each,"))


def test_positions_in_a_kernel_that_people_write() -> None:
    """They change nothing in what is checked, bound and emitted around them."""
    lines = [
        "total = reg.from_(0, u32)",
        "with at(2, 3)(ptx.if_(at(2, 7)(n < 4))):",
        "    total += at(3, 5)(n * 2)",
        "at(4, 1)(total.set(at(4, 9)(total + n)))",
    ]
    positioned = "\n    ".join(lines)
    program = (
        "from ptxpy import *\nmodule('ptxpy', version='8.0', target='sm_80')\n@kernel\n"
        "def k(count: u32):\n    n = ptx.ld.param.u32([count])\n    BODY\n    ptx.ret()\n"
    )
    with_them = ptxpy.emit(ptxpy.from_python(program.replace("BODY", positioned)))
    plain = re.sub(r"at\(\d, \d\)", "", positioned)
    without = ptxpy.emit(ptxpy.from_python(program.replace("BODY", plain)))
    kept = [line for line in with_them.splitlines() if ".loc" not in line]
    assert kept == without.splitlines()
    assert re.findall(r"\.loc\s+1 (\d \d)", with_them) == ["2 3", "2 7", "3 5", "4 1", "4 9"]


def _section(lines: str) -> list[str]:
    """Return the lines of a debug section."""
    program = HEAD + "\n\nwith section('.debug_info') as d:\n" + textwrap.indent(lines, "    ")
    text = ptxpy.emit(ptxpy.from_python(program + "\n"))
    inside = text.partition(".debug_info")[2].partition("{\n")[2].rpartition("}")[0]
    return [" ".join(line.split()) for line in inside.splitlines() if line.strip()]


ROWS = {
    "d.each.b8(1, 2)": ".b8 1 | .b8 2",
    "d.each.b32(7).b8(1, 2).b64('storage')": ".b32 7 | .b8 1 | .b8 2 | .b64 storage",
    "d.each.b8(b'ab', 0).string('ab').b8([1, 2], 3)": (
        ".b8 97 | .b8 98 | .b8 0 | .b8 97, 98 | .b8 0 | .b8 1, 2 | .b8 3"
    ),
    "d.info_string(3, 'abc')\nd.info_string(4, 'd', width=1)": (
        "$L__info_string3: | .b8 97, 98, 99, 0 | $L__info_string4: | .b8 100 | .b8 0"
    ),
    "d.info_string(0, 'abcd', width=3)": "$L__info_string0: | .b8 97, 98, 99 | .b8 100, 0",
}


@pytest.mark.parametrize("lines", ROWS)
def test_the_lines_of_a_section(lines: str) -> None:
    """Each value of a row is a line; a text that positions refer to has its label."""
    assert _section(lines) == ROWS[lines].split(" | ")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("d.each.string('')", "ASCII characters, at least one"),
        ("d.each.string('é')", "ASCII characters, at least one"),
        ("d.info_string(-1, 'a')", "number of a text must be at least 0"),
        ("d.info_string('a', 'a')", "number of a text must be at least 0"),
        ("d.info_string(0, 'a', width=0)", "width of its lines at least 1"),
    ],
)
def test_refused_lines_of_a_section(lines: str, message: str) -> None:
    """A text has characters, a label a number."""
    with pytest.raises((TypeError, ValueError), match=message):
        _section(lines)
