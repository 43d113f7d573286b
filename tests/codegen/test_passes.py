"""Each pass can be left out: what the others write gives the file back all the same."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import ptxpy
from ptxpy.cli.command_line import main
from ptxpy.codegen.lifting import PLAIN, Lifting
from ptxpy.codegen.passes import PASSES, Pass, chosen, lifting_by
from ptxpy.lift.function_tree import FunctionTree

CORPUS = Path(__file__).parents[2] / "corpus"
LIFT = Path(__file__).parents[1] / "lift"
LARGEST = 30_000
"""Bytes: larger files take long, and hold little that is new."""

SOURCES = {
    name: CORPUS / path
    for name, path in map(
        str.split, (CORPUS / "imported" / "sources.txt").read_text(encoding="utf-8").splitlines()
    )
    if (CORPUS / path).stat().st_size < LARGEST
}
SOURCES |= {name: LIFT / "cases" / f"{name}.ptx" for name in ("rings", "vector_slices")}


def test_there_are_sources() -> None:
    """Most of the imported files are small enough."""
    assert len(SOURCES) >= 9


@cache
def lifted(name: str) -> str:
    """Return the Python of a file with all passes."""
    return ptxpy.to_python(ptxpy.parse(SOURCES[name].read_bytes()))


@cache
def without(name: str, left_out: str) -> str:
    """Return the proven Python of a file without a pass."""
    return ptxpy.prove(SOURCES[name].read_bytes(), without=[left_out]).python


@pytest.mark.parametrize("left_out", PASSES)
@pytest.mark.parametrize("name", SOURCES)
def test_without_a_pass(name: str, left_out: str) -> None:
    """It is proved."""
    assert without(name, left_out)


@pytest.mark.parametrize("left_out", PASSES)
def test_what_is_proved_is_what_is_written(left_out: str) -> None:
    """The proof returns the Python that `to_python` writes."""
    source = SOURCES["rings"].read_bytes()
    assert without("rings", left_out) == ptxpy.to_python(ptxpy.parse(source), without=[left_out])


@pytest.mark.parametrize("left_out", PASSES)
def test_a_pass_that_is_left_out_is_missed(left_out: str) -> None:
    """Some file is written otherwise without it."""
    assert any(without(name, left_out) != lifted(name) for name in SOURCES)


WRITTEN = {
    "control": ("with ptx.unless(", "with ptx.loop("),
    "stack": ("reg.stack(",),
    "positions": ("at(", "mark("),
    "roll": ("for i in range(",),
    "names": ("tid = r[",),
    "shared-memory": (" bytes, ",),
    "roles": ("# producer", "# consumers"),
    "fold": ("at.inlined(",),
    "rings": ("ptx.wrap(", "ptx.advance("),
    "divisions": ("ptx.sdiv(", "ptx.srem(", "ptx.udiv(", "ptx.urem(", "ptx.cdiv("),
    "numbers": ("ptx.FULL_MASK", "ptx.LOG2E", "ptx.wgmma.descriptor_bits("),
}
"""What only a pass writes."""


@pytest.mark.parametrize("left_out", WRITTEN)
@pytest.mark.parametrize("name", SOURCES)
def test_what_a_pass_writes_is_not_there_without_it(name: str, left_out: str) -> None:
    """Other passes do not do its work."""
    lines = [line.strip() for line in without(name, left_out).splitlines()]
    for text in WRITTEN[left_out]:
        assert not any(line.startswith(text) or f" = {text}" in line for line in lines)


def test_chosen() -> None:
    """All, none, or all but some; an unknown name is an error that lists those that there are."""
    every = chosen()
    assert every == frozenset(PASSES)
    assert chosen(flat=True) == frozenset()
    assert chosen(roll=False) == every - {"roll"}
    assert chosen(without=["calls", "stack"]) == every - {"calls", "stack"}
    with pytest.raises(ValueError, match="no pass 'call'; there are operators control"):
        chosen(without=["call"])


def test_passes_that_are_needed_are_earlier() -> None:
    """They are run first, and without them a pass is not run."""
    names = [*PASSES]
    for position, (name, each) in enumerate(PASSES.items()):
        assert each.name == name
        assert {*each.needs} <= {*names[:position]}
    assert any(each.needs for each in PASSES.values())
    for each in PASSES.values():
        alone = lifting_by(frozenset({each.name}))
        assert (alone == PLAIN) is bool(each.needs)
        assert lifting_by(frozenset({each.name, *each.needs})) != PLAIN


def test_the_guide_lists_the_passes() -> None:
    """The tables say of each pass where it is."""
    guide = (LIFT.parents[1] / "ptxpy" / "lift" / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([\w-]+)` \|", guide, re.MULTILINE) == [*PASSES]


def greet(tree: FunctionTree) -> None:
    """Document a function."""
    tree.definition.documentation = f"{tree.definition.name} says hello"


def run_greeting(lifting: Lifting) -> Lifting:
    """Let each function be changed by `greet` as well."""
    return lifting._replace(changes=(*lifting.changes, greet))


def test_a_pass_is_a_row_and_its_function(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The generator, the proof and the command know of it; what it leaves is reported."""
    row = Pass(
        "greeting",
        'each function has a docstring: """saxpy says hello"""',
        run_greeting,
        needs=("names",),
        left=lambda *_: iter(["1 farewell"]),
    )
    monkeypatch.setitem(PASSES, row.name, row)
    path = CORPUS / "nvcc" / "saxpy.sm_90.ptx"
    module = ptxpy.parse(path.read_bytes())
    assert '    """saxpy says hello"""\n' in ptxpy.to_python(module)
    for left_out in row.name, "names":
        assert "hello" not in ptxpy.to_python(module, without=[left_out])
    with pytest.raises(SystemExit):
        main(["import", "--explain"])
    assert capsys.readouterr().out.endswith(f"{row.help} (needs names)\n")
    assert main(["import", str(path), "--report"]) == 0
    shown = capsys.readouterr()
    assert "saxpy says hello" in shown.out
    assert "1 farewell" in shown.err
    assert main(["import", str(path), "--report", "--without", "greeting"]) == 0
    shown = capsys.readouterr()
    assert "hello" not in shown.out
    assert "farewell" not in shown.err
