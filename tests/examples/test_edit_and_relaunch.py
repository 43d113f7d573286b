"""The tutorial on editing a kernel of CUTLASS: what it shows is what comes out, and it is right."""

from __future__ import annotations

import difflib
import os
import re
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from textwrap import indent
from typing import TypeAlias

import numpy as np
import pytest

import ptxpy
from ptxpy.assemble import assemble
from ptxpy.cli import main
from ptxpy.examples import edit_and_relaunch as tutorial
from tests.assemble.real import needs_ptxas
from tests.sim.cutlass.launches import launches

Capture: TypeAlias = pytest.CaptureFixture[str]

ROOT = Path(__file__).parents[2]
TEXT_PATH = ROOT / "ptxpy" / "examples" / "edit_and_relaunch.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
BLESS = bool(os.environ.get("BLESS"))
TAKEN = re.compile(r"\b\d+\.\d s\b")
"""How long something took: the only thing in what is shown that differs from run to run."""
LONGEST = 32
"""Lines of what a command prints that are put into the tutorial; of longer ones, it shows some."""


@pytest.fixture(scope="module")
def gemm() -> str:
    """The kernel as Python."""
    return ptxpy.to_python(ptxpy.parse(tutorial.PTX.read_bytes()))


@pytest.fixture
def on_the_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """No GPU is seen, so what is printed does not depend on the machine."""
    monkeypatch.setattr("ptxpy.launch.cuda.count", lambda: 0)


def printed(command: str, capsys: Capture) -> str:
    """Return what a command of the tutorial prints, errors behind the rest."""
    program, *arguments = shlex.split(command)
    capsys.readouterr()
    if program == "diff":
        done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
        return done.stdout + done.stderr
    if program == "ptxpy":
        assert main(arguments) == (arguments[0] == "diff")  # which says so where files differ
    else:
        assert (program, arguments[0]) == ("python", "-m")
        assert import_module(arguments[1]).main(arguments[2:]) == 0
    return "".join(capsys.readouterr())


def console(block: str, capsys: Capture) -> str:
    """Run the commands of a block; return it with what they print, shortened as it is there."""
    found = ""
    for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
        found += f"$ {command}\n{shortened(printed(command, capsys), shown)}"
    return found


def shortened(text: str, shown: str) -> str:
    """Return text with those lines left out that `…` stands for; all of it if it does not fit."""
    taken = TAKEN.search(shown)
    text = TAKEN.sub(taken[0] if taken else "", text)
    if BLESS:
        lines = text.splitlines(keepends=True)
        left = [*lines[: LONGEST // 2], "…\n", *lines[-3:]]
        return "".join(left if len(lines) > LONGEST else lines)
    start, cut, end = shown.partition("…\n")
    fits = cut and len(shown) < len(text) and text.startswith(start) and text.endswith(end)
    return shown if fits else text


def applied(block: str, folder: Path) -> str:
    """Make the edit that a block shows; return what `diff -U` says of it."""
    old, new = re.findall(r"^(?:---|\+\+\+) (\S+)$", block, re.MULTILINE)
    hunk = [line or " " for line in block.splitlines()[3:]]
    last = max(i for i, line in enumerate(hunk) if line[0] != " ")
    before = [line[1:] for line in hunk[: last + 1] if line[0] in " -"]
    after = [line[1:] for line in hunk[: last + 1] if line[0] in " +"]
    text = (folder / old).read_text(encoding="utf-8")
    made = edited(text, before, after)
    around = next(i for i, line in enumerate(hunk) if line[0] != " ")
    found = difflib.unified_diff(text.splitlines(), made.splitlines(), old, new, "", "", around, "")
    for edit in tutorial.EDITS:
        assert edit.file != new or tutorial.edited(text, edit) == made
    (folder / new).write_text(made, encoding="utf-8")
    return "".join(f"{line.rstrip()}\n" for line in found)


def edited(text: str, before: list[str], after: list[str]) -> str:
    """Return text with lines in place of others, which stand there once."""
    old, new = ("\n".join(["", *lines, ""]) for lines in (before, after))
    assert text.count(old) == 1
    return text.replace(old, new)


def executed(program: str, capsys: Capture) -> str:
    """Return what a program prints."""
    capsys.readouterr()
    exec(compile(program, TEXT_PATH.name, "exec"), {})  # noqa: S102 - our own text
    return capsys.readouterr().out


@pytest.mark.usefixtures("on_the_cpu")
def test_the_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture, gemm: str
) -> None:
    """Every command, edit and program, in the order in which they stand; BLESS=1 puts output in."""
    (tmp_path / "corpus").symlink_to(ROOT / "corpus")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["python"])
    monkeypatch.setenv("NO_COLOR", "1")
    text = TEXT_PATH.read_text(encoding="utf-8")
    output = None
    kinds = []
    for language, block in BLOCK.findall(text):
        kinds.append(language)
        if language == "console":
            found = console(block, capsys)
        elif language == "diff":
            found = applied(block, tmp_path)
        elif language == "python":
            if block.startswith("from"):
                output = executed(block, capsys)
            else:
                assert any(indent(block, 4 * depth * " ") in gemm for depth in range(8)), block
            continue
        else:
            assert output is not None
            found = output
        if BLESS:
            text = text.replace(f"```{language}\n{block}```", f"```{language}\n{found}```", 1)
        else:
            assert found == block
    assert (tmp_path / "gemm.py").read_text(encoding="utf-8") == gemm
    assert set(kinds) == {"console", "diff", "python", "text"}
    assert kinds.count("diff") > len(tutorial.EDITS)
    if BLESS:
        TEXT_PATH.write_text(text, encoding="utf-8")


def test_its_links_lead_somewhere() -> None:
    """To files, and to its own headings."""
    text = TEXT_PATH.read_text(encoding="utf-8")
    titles = re.findall(r"^## (.*)", text, re.MULTILINE)
    anchors = {title.lower().replace(" ", "-") for title in titles}
    for target in re.findall(r"\]\(([^)]+)\)", text):
        path, _, anchor = target.partition("#")
        assert (TEXT_PATH.parent / path).exists(), target
        assert not anchor or anchor in anchors, target


def test_what_is_packed_is_read_nowhere_else() -> None:
    """So the ReLU may overwrite it: it is written once and read once."""
    text = tutorial.PTX.read_text(encoding="utf-8").split(".entry")[1]
    pairs = re.findall(r"cvt\.rn\.f16x2\.f32 %r\d+, (%f\d+), (%f\d+);", text)
    assert len(pairs) == 64
    for register in {register for pair in pairs for register in pair}:
        assert len(re.findall(rf"{register}\b", text)) == 2, register


@pytest.mark.parametrize("edit", tutorial.EDITS, ids=lambda edit: edit.file)
def test_each_line_is_the_edit(gemm: str, edit: tutorial.Edit) -> None:
    """Of the text of the PTX too, nothing else changes: not a space."""
    original = tutorial.PTX.read_text(encoding="utf-8").splitlines()
    written = ptxpy.emit(ptxpy.from_python(tutorial.edited(gemm, edit))).splitlines()
    if edit.removed:
        changed = [pair for pair in zip(original, written, strict=True) if pair[0] != pair[1]]
        assert len(changed) == edit.number
        for old, new in changed:
            assert re.search(edit.removed, old)
            assert re.search(edit.added, new)
    else:
        kept = [line for line in written if not re.search(edit.added, line.replace("\t%", "%"))]
        assert kept == original
        assert len(written) - len(kept) == edit.number


@needs_ptxas
@pytest.mark.parametrize("edit", tutorial.EDITS, ids=lambda edit: edit.file)
def test_each_is_assembled(gemm: str, edit: tutorial.Edit) -> None:
    """Without warnings and spills."""
    module = ptxpy.from_python(tutorial.edited(gemm, edit))
    assembly = assemble(ptxpy.emit(module), assembler="ptxas")
    assert (assembly.arch, assembly.messages) == ("sm_90a", ())
    assert all((each.spill_stores, each.spill_loads) == (0, 0) for each in assembly.kernels)


@pytest.mark.usefixtures("on_the_cpu")
def test_of_a_nan(gemm: str) -> None:
    """`max.f32` gives 0, `.relu` a NaN, each in the row that has it, and in no other."""
    a, b, c = tutorial.tensors()
    a[0, 5, 3] = np.nan
    for edit in (tutorial.RELU, tutorial.FUSED):
        module = ptxpy.from_python(tutorial.edited(gemm, edit))
        found = tutorial.launch(module, a, b, c)
        expected = tutorial.reference(a, b, c, relu=True)
        assert np.isnan(expected[0, 5]).all()
        if edit is tutorial.RELU:
            expected[0, 5] = 0
        assert np.array_equal(found, expected, equal_nan=True)


def test_the_params_are_those_of_cutlass() -> None:
    """They are as a host program has recorded them."""
    recorded = next(each for each in launches("hopper_gemm") if each.name.endswith("136x264x72"))
    words = {
        offset + 4 * i: int(word)
        for offset, group in tutorial.PARAMS.items()
        for i, word in enumerate(group)
        if word
    }
    assert words == {int(offset): word for offset, word in recorded.words.items()}
    assert recorded.size == tutorial.PARAMS_BYTES
    sizes = [*recorded.grid, *recorded.block, *recorded.cluster, recorded.shared]
    assert sizes == [*(2, 2, 1), *(384, 1, 1), *(2, 1, 1), 230_400]
    offsets = [field["offset"] for field in recorded.fields]
    boxes = [field["map"]["box"] for field in recorded.fields]
    assert offsets == [128, 384, 896, 1152]
    assert boxes == [[64, 128, 1], [64, 128, 1], [32, 128, 1], [32, 128, 1]]


def test_another_kernel_is_refused(gemm: str) -> None:
    """Where the lines of an edit are missing, or stand there more than once, that is said."""
    for python in (gemm.replace("def cvt_rn_f16x2(", "def pack("), gemm + gemm):
        with pytest.raises(
            ValueError, match=r"relu.py: these lines stand in the Python [02] times"
        ):
            tutorial.edited(python, tutorial.RELU)


def test_another_difference_is_wrong(gemm: str, capsys: Capture) -> None:
    """What an edit does not say does not pass: more of it, less of it, another kernel."""
    original = ptxpy.parse(tutorial.PTX.read_bytes())
    relu = tutorial.edited(gemm, tutorial.RELU)
    for python in (gemm, relu.replace("(b, 0.0)", "(b, 1.0)"), relu.replace("(40)", "(24)")):
        module = ptxpy.from_python(python)
        assert not tutorial.as_it_should_be(original, module, tutorial.RELU)
    assert capsys.readouterr().out.count("WRONG") == 3


def test_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """It must be a new one, and the corpus must be there."""
    assert tutorial.main([str(tmp_path)]) == 1
    assert f"{tmp_path} is there already" in capsys.readouterr().err
    monkeypatch.setattr(tutorial, "PTX", tmp_path / "gemm.ptx")
    assert tutorial.main() == 1
    assert "Run this in a checkout" in capsys.readouterr().err
