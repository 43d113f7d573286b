"""The examples and tables of the guide are correct."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ptxpy
from ptxpy import passes
from ptxpy.ir import nodes as n
from ptxpy.ir import statements
from tests.passes.support import HEADER

if TYPE_CHECKING:
    import pytest

PATH = Path(passes.__file__).parent / "README.md"
GUIDE = PATH.read_text(encoding="utf-8")
DEAD = f"{HEADER}.entry k()\n{{\n\tbra L;\n\tbar.sync 0; // never\n\tbar.sync 1;\nL:\n\tret;\n}}\n"


def blocks(language: str) -> list[str]:
    """Return the code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)


def run(source: str, *examples: int) -> dict[str, Any]:
    """Run examples, one after the other, on a module."""
    names: dict[str, Any] = {"text": source, "module": ptxpy.parse(source)}
    for example in (0, *examples):
        exec(compile(blocks("python")[example], str(PATH), "exec"), names)  # noqa: S102 - our own
        names["module"] = ptxpy.parse(source) if not example else names["module"]
    return names


def test_what_rename_makes() -> None:
    """The pass turns the first example into the second."""
    before, after = blocks("ptx")
    assert ptxpy.emit(passes.rename(ptxpy.parse(HEADER + before))) == HEADER + after
    assert run(HEADER + before)["text"] == HEADER + after


def test_what_instrument_tells(capsys: pytest.CaptureFixture[str]) -> None:
    """The example prints the counters of the kernel."""
    names = run(HEADER + blocks("ptx")[0], 2)
    assert capsys.readouterr().out == "0 scale 0\n1 scale 1 again\n2 scale 2\n"
    assert "__ptxpy_counters[3]" in names["text"]


def test_what_is_inserted(capsys: pytest.CaptureFixture[str]) -> None:
    """The example doubles a factor, in the layout of the module."""
    text = f"{HEADER}.entry k()\n{{\n    fma.rn.f32 %f1, %f2, %f3, %f4;\n}}\n"
    run(text, 1)
    line = "    fma.rn"
    assert capsys.readouterr().out == (
        text.replace(line, f"    mul.f32 %f2, %f2, 0f40000000;\n{line}") + "\n"
    )


def test_a_pass_of_ones_own() -> None:
    """The example removes unreachable instructions."""
    module = run(DEAD, 3)["module"]
    assert ptxpy.emit(module) == DEAD.replace("\tbar.sync 0; // never\n\tbar.sync 1;\n", "")
    reached = [node for node in statements(module) if isinstance(node, n.Instruction)]
    assert [node.opcode for node in reached] == ["bra", "ret"]


def test_all_passes_are_listed() -> None:
    """The table lists all passes with their parameters."""
    rows = re.findall(r"^\| `(\w+)\((.*?)\)` ", GUIDE, re.MULTILINE)
    assert [name for name, _ in rows] == [*passes.PASSES]
    for name, arguments in rows:
        code = getattr(passes, name).__code__
        count = code.co_argcount + code.co_kwonlyargcount
        given = [word.partition("=")[0] for word in arguments.split(", ") if word != "*"]
        assert given == [*code.co_varnames[:count]]


def test_the_links_lead_somewhere() -> None:
    """Links to files of the repository have a target."""
    links = re.findall(r"\]\(([^)]+)\)", GUIDE)
    assert links
    for target in links:
        assert (PATH.parent / target).exists(), target
