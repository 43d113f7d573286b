"""The lines of Python that made the statements of a module, and those that raise."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import ptxpy
from ptxpy import dsl, ir
from ptxpy.dialect import DIVISIONS as DIVISION_NAMES
from ptxpy.dsl.programs.exec_program import run
from ptxpy.dsl.tracing.trace import Body

if TYPE_CHECKING:
    from collections.abc import Collection

CASES = dict(
    part.split("\n", 1)
    for part in Path(__file__).with_name("lines.txt").read_text("utf-8").split("\n=== ")[1:]
)
IMPORTED = sorted((Path(__file__).parents[2] / "corpus" / "imported").glob("*.py"))


def name(node: ir.Node) -> str:
    """Return the opcode of an instruction, the class of any other statement."""
    return node.opcode if isinstance(node, ir.Instruction) else type(node).__name__


def made(traced: dsl.Traced) -> dict[int, str]:
    """Return what each line made."""
    found: dict[int, list[str]] = {}
    for node, line in zip(ir.statements(traced.module), traced.lines, strict=True):
        found.setdefault(line, []).append(name(node))
    return {line: " ".join(names) for line, names in found.items()}


def expected(text: str) -> dict[int, str]:
    """Return what the comments of a program say."""
    found = {}
    for number, line in enumerate(text.splitlines(), 1):
        code, mark, names = line.partition("#> ")
        if mark:
            found[number if code else 0] = names
    return found


@pytest.mark.parametrize("title", CASES)
@pytest.mark.parametrize("check", [True, False])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_lines(title: str, end: str, *, check: bool) -> None:
    """Each statement has the line that the program says, whichever way lines end."""
    text = CASES[title].replace("\n", end)
    traced = dsl.trace_python(text, filename="k.py", check=check)
    assert made(traced) == expected(CASES[title])
    assert traced.module == ptxpy.from_python(text, filename="k.py")


FORMS = {
    "add": r" (?:[-+]|[-+]=) ",
    "sub": r" -=? ",
    "mul": r" \* ",
    "and": r" & ",
    "or": r" \| ",
    "xor": r" \^ ",
    "not": r"~[\w(]",
    "neg": r"(?:^|[(,=] ?)-[\w(]",
    "shl": r" << ",
    "shr": r" >> ",
    "rem": r" % ",
    "setp": r" (?:[<>]=?|[=!]=) ",
    "mov": (
        r"^[a-z]+\[.*\] = (?:-?[\w.]+(?:e-\d+)?|-?\(ptx\.\w+ / 2\)|[a-z]+\[.*\](?:\.\w+)?)$"
        r"|\bptx\.special\.\w|\b[bfsu](?:16|32|64)\(|\.set\(|\.as_[bf]"
    ),
    "bra": r"\.(?:leave|again|next_block)\(|\bptx\.(?:if_|unless|else_|loop)\(",
}
"""How a line writes an instruction without its opcode: an operator, a branch, the type of a mov."""


HELPERS = {
    rf"\bptx\.(?:cdiv|{'|'.join(DIVISION_NAMES)})\(": {
        *("mul", "shr", "add", "sub", "and", "neg", "cvt")
    },
    r"\bptx\.(?:wrap|advance)\(": {"add", "setp", "selp", "xor"},
}
"""Helpers that imported programs call, with the instructions that each may emit."""


def is_written(node: ir.Instruction, written: str, functions: Collection[str]) -> bool:
    """Return whether a line holds the opcode of an instruction, or what stands for it.

    A function of the file that is called stores the arguments and loads the result.
    """
    form = rf"\.{node.opcode}_?\b"
    if node.opcode in FORMS:
        form += f"|{FORMS[node.opcode]}"
    form += "".join(f"|{helper}" for helper, emitted in HELPERS.items() if node.opcode in emitted)
    if node.opcode in {"st", "ld"} and node.modifiers[0] == ".param":
        form += rf"|\b(?:{'|'.join(functions)})\("
    return re.search(form, written) is not None


@pytest.mark.parametrize("path", IMPORTED, ids=lambda path: path.stem)
def test_imported(path: Path) -> None:
    """In an imported kernel, the line of an instruction has its opcode or its operator."""
    text = path.read_text("utf-8")
    source = text.split("\n")
    traced = dsl.trace_python(text, filename=str(path))
    assert traced.module == ptxpy.from_python(text)
    assert 0 not in traced.lines
    assigned = [each for each in ast.walk(ast.parse(text)) if isinstance(each, ast.Assign)]
    ends = {each.lineno: each.end_lineno for each in assigned}
    functions = re.findall(r"(?m)^(?:def )?(\w+)(?=\(.*:$|\($| = extern\()", text)
    for node, line in zip(ir.statements(traced.module), traced.lines, strict=True):
        written = source[line - 1].partition("  #: ")[0].strip()
        if written.endswith(" = ("):  # the expression goes on to where that is closed
            written = " ".join(source[line - 1 : ends[line]])
        if isinstance(node, ir.Instruction):
            assert is_written(node, written, functions), (line, node)
        elif isinstance(node, ir.Function):
            assert written.startswith("def " if node.body else "extern(") or "= extern(" in written


@pytest.mark.parametrize("path", IMPORTED, ids=lambda path: path.stem)
def test_flat(path: Path) -> None:
    """In a flat program each instruction has a line of its own, in order, but in templates."""
    text = ptxpy.to_python(ptxpy.from_python(path.read_text("utf-8")), flat=True, roll=False)
    source = text.split("\n")
    traced = dsl.trace_python(text, check=False)
    located = [*zip(ir.statements(traced.module), traced.lines, strict=True)]
    first = min(line for node, line in located if isinstance(node, ir.Function) and node.body)
    numbers = sorted(set(traced.lines))
    following = dict(zip(numbers, [*numbers[1:], len(source)], strict=True))
    lines = []
    for node, line in located:
        if isinstance(node, ir.Instruction | ir.Call):
            opcode = node.opcode if isinstance(node, ir.Instruction) else "call"
            assert re.search(rf"\.{opcode}_?\b", source[line - 1]), (line, node)
            if line > first:
                lines.append(line)
                written = re.sub(
                    r"\D+", " ", " ".join(source[line - 1 : following[line] - 1])
                ).split()
                assert _numbers(node) <= {*written}, (line, node)
    assert lines == sorted(set(lines))
    assert len(lines) > 15


def _numbers(node: ir.Instruction | ir.Call) -> set[str]:
    """Return the numbers of the registers that an instruction names, vectors left out."""
    operands = node.operands if isinstance(node, ir.Instruction) else node.arguments or ()
    names = [operand.name for operand in operands if isinstance(operand, ir.Register)]
    return {found[1] for name in names if (found := re.fullmatch(r"%[a-z]+(\d+)", name))}


def test_templates_of_another_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their statements have the line that calls them; those of a kernel's body have none."""
    (tmp_path / "templates_elsewhere.py").write_text(
        "from ptxpy import *\n\n\ndef stop(x: u64):\n    ptx.trap()\n    ptx.exit()\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    text = (
        "from ptxpy import *\nfrom templates_elsewhere import stop\n"
        'module("ptxpy", version="8.0", target="sm_80")\n'
        "@kernel\ndef k(x: u64):\n    stop(x)\n    ptx.ret()\nkernel(stop)\n"
    )
    assert made(dsl.trace_python(text)) == {
        3: "Version Target AddressSize",
        5: "Function",
        6: "trap exit",
        7: "ret",
        8: "Function",
        0: "trap exit",
    }


def test_nothing_is_kept_unless_asked_for() -> None:
    """Bodies note no lines when a module is only traced."""
    text = IMPORTED[-1].read_text("utf-8")
    [(module, _)] = run(text, "k.py", {})
    assert {
        type(body) for body in (module.body, *(each.body for each in module.body.statements))
    } <= {
        Body,
        type(None),
    }


HEAD = """\
from ptxpy import *
module("ptxpy", version="8.0", target="sm_80")
@kernel
def k(x: u64):
    p, r, f = reg.bulk(p=4, r=8, f=8)
"""

RAISING = {
    "r[8] = 1": (IndexError, 6),
    "r[1] = 1\nr[1].nothing": (AttributeError, 7),
    "def template():\n    r[1] = undefined\ntemplate()": (NameError, 7),
    "r[1] = (\n    ptx.st.global_.u32([r[1]], r[2])\n)": (ptxpy.TraceError, 6),
    "r[1] = 1\nif r[1] > 3:\n    pass": (TypeError, 7),
    "r[1] = 1\nr[2] = = 3": (SyntaxError, 7),
    "r[1] = 1\n  r[2] = 3": (SyntaxError, 7),
    "r[1] = 1\nptx.raw('mov.u32 %r1')": (ptxpy.PtxSyntaxError, 7),
    "r[1] = 1\nptx.next_block(5)\nptx.next_block(5)": (ptxpy.TraceError, 8),
    "with ptx.scope():\n    with ptx.block('a'):\n        pass": (TypeError, 7),
    (
        "with ptx.scope():\n    with ptx.block(end='a'):\n        pass\n"
        "    with ptx.block(end='a'):\n        pass"
    ): (ptxpy.TraceError, 9),
    "r[1] = 1\nr[2] = ptx.mov.u32(2, before='x')\nr[3] = 3": (ptxpy.TraceError, 7),
    "with ptx.scope():\n    ptx.ret(within='x')": (ptxpy.TraceError, 7),
    "r[1] = 1\nreturn 5": (ptxpy.TraceError, 7),
}
"""What stands below `HEAD`, what it raises, and the line."""


@pytest.mark.parametrize("body", RAISING)
def test_raising_line(body: str) -> None:
    """An exception leads to the line of the program, also when the module has been closed."""
    error, line = RAISING[body]
    text = HEAD + "".join(f"    {part}\n" for part in body.split("\n"))
    with pytest.raises(error) as caught:
        dsl.trace_python(text, filename="k.py", check=False)
    assert dsl.raising_line(caught.value, "k.py") == line
    assert dsl.raising_line(caught.value, "other.py") == 0


UNCHECKED = {
    "r[1] = ptx.addd.s32(r[2], 1)": "addd.s32 %r1, %r2, 1;",
    "ptx.addd.s32(r[1], r[2], 1)": "addd.s32 %r1, %r2, 1;",
    "r[1] = ptx.addd.s32(r[2], 1) + r[3]": (
        "addd.s32 %new_b32_0, %r2, 1; add.s32 %r1, %new_b32_0, %r3;"
    ),
    "f[1:3] = ptx.frob.v2(f[3])": "frob.v2 {%f1, %f2}, %f3;",
    "p[1] = reg.from_(ptx.frob(1), pred)": "frob %new_pred_0, 1; mov.pred %p1, %new_pred_0;",
    "r[1] = ptx.add.s23(r[2], f[1])": "add.s23 %r1, %r2, %f1;",
    "r[1] = ptx.add.s32(r[2])": "add.s32 %r1, %r2;",
    "f[1] = ptx.add.s32(r[2], r[3])": "add.s32 %f1, %r2, %r3;",
    "r[1] = ptx.mov.u32('nowhere')": "mov.u32 %r1, nowhere;",
    "ptx.bra(L[7])": "bra $L__BB0_7;",
    "ptx.raw('addd.s32 %r1, 5;')": "addd.s32 %r1, 5;",
}
"""Mistakes, and what is emitted for them where nothing is checked."""


def test_mistakes_of_a_module_come_together() -> None:
    """Without checks, a program of many wrong instructions gives all of them, with their lines."""
    text = HEAD + "".join(f"    {line}\n" for line in UNCHECKED)
    traced = dsl.trace_python(text, check=False)
    wrong = [*zip(ir.statements(traced.module), traced.lines, strict=True)]
    found: dict[int, list[str]] = {}
    emitted = ptxpy.emit(traced.module).partition("%f<8>;")[2].rpartition("}")[0]
    spelled = iter(re.findall(r"(?m)^\s*([a-z].*;)$", emitted))
    for node, line in wrong:
        if isinstance(node, ir.Instruction):
            found.setdefault(line, []).append(" ".join(next(spelled).split()))
    assert [" ".join(found[line]) for line in sorted(found)] == [*UNCHECKED.values()]


@pytest.mark.parametrize("line", ["ptx.inst.addd.s32(1)", "ptx.bar.sync(0)"])
def test_what_writes_nothing_is_no_value(line: str) -> None:
    """Neither where all operands are given, nor where the opcode is known."""
    with pytest.raises(ptxpy.TraceError, match="writes no register"):
        dsl.trace_python(f"{HEAD}    r[1] = {line}\n", check=False)
