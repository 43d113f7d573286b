"""What the guide to writing kernels says is so: all of its code is run."""

from __future__ import annotations

import ast
import re
import shlex
from itertools import pairwise
from pathlib import Path
from textwrap import indent
from typing import Any, NamedTuple

import pytest

from ptxpy import allocate, cpasync
from ptxpy.cli import main
from ptxpy.dialect.spelling import attribute
from ptxpy.dsl.tracing.instructions import HELPERS

GUIDE_PATH = Path(__file__).parents[2] / "ptxpy" / "dsl" / "helpers" / "README.md"
GUIDE = GUIDE_PATH.read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FRAME = "def example("
HEAD = "import numpy as np\nfrom ptxpy import *\n"
"""What stands above kernels that import nothing."""
CUT = "…"


class Example(NamedTuple):
    """Code of the guide, and what it writes or says."""

    python: str
    expected: str


def tables(title: str) -> list[Example]:
    """Return the rows of the tables whose second title is this one."""
    found = []
    for table in re.findall(r"(?:^\|.*\n)+", GUIDE, re.MULTILINE):
        (_, second, *_), _, *rows = map(cells, table.splitlines())
        if second == title:
            found += [Example(python[1:-1], expected[1:-1]) for python, expected, *_ in rows]
    return found


def cells(row: str) -> list[str]:
    """Return the cells of a row, with escaped bars as they are meant."""
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row)[1:-1]]


def blocks() -> list[tuple[str, str]]:
    """Return the blocks of code with their languages."""
    return BLOCK.findall(GUIDE)


def frame() -> str:
    """Return the kernel that statements stand in."""
    return next(text for _, text in blocks() if FRAME in text)


def followed() -> list[Example]:
    """Return Python with the PTX that stands under it."""
    return [
        Example(python, ptx)
        for (language, python), (next_language, ptx) in pairwise(blocks())
        if (language, next_language) == ("python", "ptx")
    ]


def programs() -> list[str]:
    """Return whole kernels, each with what is done with it below."""
    found: list[str] = []
    under = {example.python for example in followed()}
    for language, text in blocks():
        if language != "python" or FRAME in text:
            continue
        if "@kernel" in text:
            found.append(text)
        elif text not in under:
            found[-1] += text
    return found


def run(program: str, path: Path) -> dict[str, Any]:
    """Run a program as a file, and return its names."""
    names: dict[str, Any] = {}
    text = program if program.startswith("from ptxpy") else f"{HEAD}\n{program}"
    path.write_text(text, encoding="utf-8")
    exec(compile(text, str(path), "exec"), names)  # noqa: S102 - our own examples
    return names


def written(python: str, path: Path, *, declared: bool = False) -> str:
    """Return the PTX that statements write in the frame, white space evened out.

    Declarations of fresh registers are left out where they are not `declared`.
    """
    top: list[str] = []
    body: list[str] = []
    for node in ast.parse(python).body:
        (top if isinstance(node, ast.FunctionDef) else body).append(ast.unparse(node))
    program = "\n".join([*top, frame()])
    inner = indent("\n".join([*body, "ptx.ret()\n"]), "    ")
    full = body_of(program.replace("    ptx.ret()\n", inner), path)
    for line in body_of(program, path):
        full.remove(line)
    return " ".join(line for line in full if declared or not line.startswith(".reg"))


def body_of(program: str, path: Path) -> list[str]:
    """Return the lines of the kernel's body."""
    text = run(program, path)["example"].ptx().rpartition(".entry example")[2]
    lines = text[text.index("{") + 1 : text.rindex("}")].splitlines()
    return [" ".join(line.split()) for line in lines if line.strip()]


def assert_shown(found: str, shown: str) -> None:
    """Assert that text is what is shown, where `…` stands for lines that are left out."""
    parts = re.split(rf"^{CUT}\n", shown, flags=re.MULTILINE)
    pattern = "(?:.*\n)+".join(map(re.escape, parts))
    assert re.fullmatch(pattern, found), f"{found}\nis not\n{shown}"


@pytest.mark.parametrize(
    "example",
    [e for e in followed() if "@kernel" not in e.python] + tables("PTX"),
    ids=lambda example: example.python.strip()[:50],
)
def test_what_is_written(example: Example, tmp_path: Path) -> None:
    """Every block of Python with PTX under it, and every row of a table."""
    declared = ".reg" in example.expected
    found = written(example.python, tmp_path / "guide.py", declared=declared)
    assert found == " ".join(example.expected.split())


@pytest.mark.parametrize(
    "example",
    [e for e in followed() if "@kernel" in e.python],
    ids=lambda example: example.python.partition("def ")[2][:20],
)
def test_whole_kernels(example: Example, tmp_path: Path) -> None:
    """The PTX of a kernel that is whole stands under it."""
    names = run(example.python, tmp_path / "guide.py")
    made = [value for value in names.values() if hasattr(value, "ptx") and hasattr(value, "bind")]
    assert_shown(made[-1].ptx(), example.expected)


@pytest.mark.parametrize("program", programs(), ids=lambda text: text.partition("def ")[2][:20])
def test_what_is_run(program: str, tmp_path: Path) -> None:
    """Kernels are called as it says; what is asserted is so."""
    run(program, tmp_path / "guide.py")


@pytest.mark.parametrize("example", tables("ptxpy says"), ids=lambda example: example.python)
def test_what_is_wrong(example: Example, tmp_path: Path) -> None:
    """Kind and message of errors; those of calls are calls of the first kernel."""
    path = tmp_path / "guide.py"
    names = run(programs()[0], path)
    names["written"] = lambda: written(example.python, path)
    statement = example.python if example.python.startswith("add(") else "written()"
    with pytest.raises((AttributeError, TypeError, ValueError, IndexError, RuntimeError)) as caught:
        eval(statement, names)  # noqa: S307 - our own example
    said = f"{caught.type.__name__}: {caught.value}"
    assert said.startswith(example.expected.removesuffix(CUT))


def test_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The commands print what is shown; the file is the first kernel."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "add.py").write_text(blocks()[0][1], encoding="utf-8")
    shown = "".join(text for language, text in blocks() if language == "console")
    commands = re.findall(r"^\$ ptxpy (.*)\n((?:(?!\$ ).*\n)*)", shown, re.MULTILINE)
    assert commands
    for command, output in commands:
        main(shlex.split(command))
        assert_shown("".join(capsys.readouterr()), output)


def test_links_lead_somewhere() -> None:
    """To files, and to its own headings."""
    titles = re.findall(r"^## (.*)", GUIDE, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}
    prose = re.sub(r"^```.*?^```$|`[^`\n]*`", "", GUIDE, flags=re.DOTALL | re.MULTILINE)
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", prose):
        path, _, anchor = target.partition("#")
        assert (GUIDE_PATH.parent / path).exists(), target
        assert not anchor or path or anchor in anchors, target


def test_all_is_named() -> None:
    """The helpers of `ptx` by the word that they begin with, and all allocators and copies."""
    words = set(re.findall(r"\w+", GUIDE))
    stems = [name.partition(".")[0] for name in HELPERS]
    wanted = {attribute(stem) or stem for stem in stems}
    for module in (allocate, cpasync):
        wanted |= {name for name in module.__all__ if name.islower()}
    assert wanted <= words, wanted - words


def test_nothing_is_lost() -> None:
    """The tables and blocks are found."""
    assert len(tables("PTX")) > 45
    assert len(tables("ptxpy says")) > 14
    assert len(programs()) >= 2
