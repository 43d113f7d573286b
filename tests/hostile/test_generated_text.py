"""The grammar of generated Python: `checked_tree` refuses all but what the generator writes."""

from __future__ import annotations

from pathlib import Path

import pytest

import ptxpy
from ptxpy.codegen.proof import ProofError, checked_tree, restricted_namespace
from ptxpy.dsl.programs.exec_program import run_program

CORPUS = Path(__file__).parents[2] / "corpus"
HEAD = 'from ptxpy import module, ptx, reg\n\nmodule("ptxpy", version="9.0", target="sm_90")\n'

MALICIOUS = (
    "import os",
    "from os import system",
    "import ptxpy.cli as x",
    "__import__('os').system('id')",
    '__import__("os")',
    "__builtins__",
    'x = __builtins__["eval"]("1")',
    'print("x")',
    'open("x", "w")',
    'eval("1")',
    'exec("1")',
    'compile("1", "", "exec")',
    'getattr(ptx, "__class__")',
    "globals()",
    "vars()",
    "ptx.__class__",
    "ptx.add.__init__",
    "().__class__.__bases__",
    '"".__class__',
    "ptx.special.tid.__globals__",
    "r = ptx.scope().gen.gi_frame",
    "r[1] = ptx.add.s32(1, 2).node.__class__",
    "lambda: 0",
    "x = lambda y: y",
    "x = [y for y in z]",
    "x = {1: 2}",
    "x = {1, 2}",
    "x = 9**9**9",
    "x = 2**99999",
    "x = 99999**9",
    "x = [ptx] * 99999999",
    "x = (ptx,) * 99999999",
    "x = (ptx, ptx) * 9",
    "x = 'a' * 99999999",
    "x = ptx * 'a'",
    "x = ptx + [ptx]",
    "x = 1 / 2 / 3",
    "x = 1j",
    "x = ptx.add(**ptx)",
    "ptx.add = ptx",
    "ptx.comment('x').node",
    "reg[0].function",
    "(ptx + reg).value",
    "x = 'a'.join(ptx)",
    "with ptx.scope() as reg.x: pass",
    "ptx",
    "ptx.ret(before={ptx: ''})",
    "ptx.ret(x={'': ''})",
    "x, (y, z) = ptx.ret()",
    "x *= 2",
    'f"{print(1)}"',
    "f'{ptx}'",
    'x = rb"a"',
    "x = ptx if ptx else ptx",
    "while True: pass",
    "for x in y: pass",
    "if ptx: pass",
    "try: pass",
    "with open('x') as f: pass",
    "def f(): return ptx",
    "def f(x=print('x')): pass",
    "class X: pass",
    "@print",
    "@eval",
    "del ptx",
    "global ptx",
    "raise SystemExit",
    "assert False",
    "yield",
    "await x",
    "async def f(): pass",
    "x = (y := ptx)",
    "x == y or ptx.ret()",
    "x and ptx.ret()",
    "not ptx",
    "x is y",
    "x = y; z = 1",
    "x = 1 % 2",
    "x = 1 << 2",
    "x = a < b",
    "x = a != b",
    "x = ~1",
    "x = a | b",
    "x = ...",
    "match x:",
    "    case 1: pass",
    "x = 1 \\",
    "# comment",
    "ptx.ret()  # comment",
    '"""',
    "'''",
    "x = 'a",
    'x = "a',
    "x = `id`",
    "x = $y",
    "x = y?",
    "x = \x0c1",
    "x = \xa01",
    "\u03bbx",
    "x = \u2028ptx",
    "\t\x00",
)


@pytest.mark.parametrize("line", MALICIOUS, ids=ascii)
def test_malicious_line_is_refused(line: str) -> None:
    """No such line passes, at the top or in a function."""
    checked_tree(f"{HEAD}ptx.comment('x')\n")
    for text in (f"{HEAD}{line}\n", f"{HEAD}def f():\n    {line}\n", f"{line}\n{HEAD}"):
        with pytest.raises(ProofError):
            checked_tree(text)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("x = ptx.scope()\ny = x.gen.gi_frame.f_back\n", r"\.gen\.gi_frame\.f_back is no method"),
        ("x = '{0.real}'\ny = x.format(ptx)\n", r"\.format is no method"),
        ("x = ptx.hex\ny = x._operation\n", r"\._operation is no method"),
        ("ptx = ptx.scope()\nx = ptx.gen\n", "ptx is imported, and cannot be defined"),
        ("for ptx in ('x',):\n    ptx.blank()\n", "ptx is imported, and cannot be defined"),
        ("def f(ptx):\n    ptx.blank()\n", "ptx is imported, and cannot be defined"),
        ("ptx.SP = reg\n", "assigns to names and elements"),
        ("x = reg.stack()\nx.SP.SPL = reg\n", "assigns to names and elements"),
        ("x = reg.stack()\nx.function = reg\n", "assigns to names and elements"),
        ("for i in range(4):\n    ptx.blank()\nelse:\n    ptx.blank()\n", "For is not part"),
        ("for i in range(99999999999):\n    ptx.blank()\n", "counts to a number"),
        ("x = 9**9**9\n", "computes with numbers"),
        ("x = [ptx] * 99999999\n", "takes values and numbers"),
        ("x = (ptx,) * 99999999\n", "takes values and numbers"),
    ],
)
def test_a_line_is_refused_for_its_reason(body: str, says: str) -> None:
    """What else is in these programs is allowed."""
    with pytest.raises(ProofError, match=says):
        checked_tree(HEAD + body)


def test_the_range_of_a_loop_on_lines_of_its_own() -> None:
    """As it is written where loops are nested deep; it is a number there too."""
    loop = "def f():\n    for i in range({}):\n        ptx.blank()\n"
    for number in ("4", "\n        4\n    "):
        checked_tree(HEAD + loop.format(number))
    for number in ("f()", "\n        f()\n    ", "\n        4, 5\n    ", "\n        4\n    4"):
        with pytest.raises(ProofError):
            checked_tree(HEAD + loop.format(number))


@pytest.mark.parametrize(
    "body",
    [
        'ptx.comment("""a"\n"""); import os #")\n',
        "ptx.comment('''a'\n'''); import os #')\n",
        'def f():\n    ptx.blank()\n    """a\n"""\n',
        'def f():\n    """a\\"""\n',
        'def f():\n    """a\u2028b"""\n',
        'x = 1\n    """\nimport os\n"""\n',
    ],
    ids=ascii,
)
def test_strings_of_several_lines_are_refused(body: str) -> None:
    """Three quotes stand around a docstring right below a function's head, and nowhere else."""
    checked_tree(f'{HEAD}def f():\n    """f(int,\n    float)"""\n    ptx.blank()\n')
    with pytest.raises(ProofError):
        checked_tree(HEAD + body)


@pytest.mark.parametrize(
    "value",
    [
        *("1 + 2", "-1 + 2", "y | 9 << 99999999999", "y & 9 << 9", "y + 9 * 9", "y - -9 * 9"),
        *("y < 9 << 9", "y << 9 + 9", "y ^ 9 & 9", "y | 9 ^ 9", "y == 9 + 9", "(9 << 9) + y"),
        *("y + 9 < 9 + 9", "y * (9 + 9)", "y[9 + 9]", "f(9 * 9)"),
    ],
)
def test_numbers_are_not_computed(value: str) -> None:
    """An operator between two numbers is refused, whatever binds more loosely before it."""
    with pytest.raises(ProofError, match="computes with numbers"):
        checked_tree(f"{HEAD}y = ptx.mov.u32(1)\nx = {value}\n")


@pytest.mark.parametrize(
    "value",
    [
        *(
            "y + 1 + 2",
            "y + -4.5 + 3.2e-10",
            "y * 2 + 3",
            "y * -2.5 - 3",
            "y << 2 | 3",
            "y & 3 | 4",
        ),
        *("y + 1 << 2", "y >> 1 << 2", "y * 2 == 4", "y & 7 & 3", "y - 1 - 2 - 3", "(y + 2) ^ 3"),
    ],
)
def test_numbers_after_values_are_operands(value: str) -> None:
    """Where a value comes first, and binds no more loosely, the operation is an instruction."""
    checked_tree(f"{HEAD}y = ptx.mov.u32(1)\nx = {value}\n")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "import os\n",
        "from ptxpy import *\n",
        "from ptxpy import ptx as x\n",
        "from ptxpy import (ptx)\n",
        "from ptxpy.cli import main\n",
        "from ptxpy import ptx; import os\n",
        '"""\n"""\nfrom ptxpy import ptx\n',
        "# -*- coding: utf-7 -*-\nfrom ptxpy import ptx\n",
        "\ufefffrom ptxpy import ptx\n",
        "from __future__ import annotations\n",
    ],
    ids=ascii,
)
def test_odd_beginnings_are_refused(text: str) -> None:
    """A program begins with its import of ptxpy."""
    with pytest.raises(ProofError):
        checked_tree(text)


FILES = [path for path in sorted(CORPUS.rglob("*.ptx")) if path.stat().st_size <= 100_000][::3]
"""A third of the corpus; the step `lifting` of `.ci/run` proves flat programs of all files."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(CORPUS)))
def test_generated_programs_are_accepted(path: Path) -> None:
    """Flat programs are of the expected form; `tests/corpus` checks those that are lifted."""
    checked_tree(ptxpy.to_python(ptxpy.parse(path.read_bytes()), flat=True))


@pytest.mark.parametrize(
    "line",
    [
        "import os",
        "from ptxpy.cli import main",
        "open",
        "print",
        "getattr",
        "eval",
        "exec",
        "__import__('os')",
        "__import__('ptxpy.cli')",
        "__loader__",
        "__spec__",
        "__builtins__['open']",
        "object",
        "Exception",
    ],
)
def test_the_proof_runs_without_builtins(line: str) -> None:
    """A program that is proved has the DSL and nothing else to work with."""
    with pytest.raises((NameError, ImportError, KeyError, AttributeError)):
        run_program(f"{HEAD}{line}\n", "<test>", restricted_namespace())
