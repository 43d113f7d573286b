"""The help of the command line, and the examples in it, which can be pasted."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from unittest.mock import patch

import pytest

import ptxpy
from ptxpy._extras import PURPOSES, install_command
from ptxpy.cli.argument_parser import Parser
from ptxpy.cli.command_line import COMMANDS, add_commands
from tests.cli.conftest import SAXPY, Run

ROOT = Path(__file__).parents[2]
UNIT = ".version 8.0\n.target sm_80\n.address_size 64\n"
FILES = {
    "kernel.ptx": SAXPY.read_text().replace("_Z5saxpyifPKfPf", "gemm"),
    "saxpy.ptx": SAXPY.read_text(),
    "old.ptx": SAXPY.read_text(),
    "new.ptx": SAXPY.read_text(),
    "kernels/saxpy.ptx": SAXPY.read_text(),
    "main.ptx": UNIT + ".extern .func f();\n.visible .entry k() { call f; ret; }\n",
    "device.ptx": UNIT + ".visible .func f() { ret; }\n",
    "program": '#!/bin/sh\nexec cat "$1"\n',
    "data.bin": "",
    "interesting.sh": '#!/bin/sh\ngrep -q fma.rn.f32 "$1"\n',
}
"""What the examples name. `program` is none of CUDA; tests/emulation has some that are."""


def examples() -> dict[str, str]:
    """Return the examples in the help of each command, as it stands in a terminal of 80 columns."""
    parser = Parser(prog="ptxpy")
    add_commands(parser)
    commands = parser.get_default("commands")
    found = {}
    for command in COMMANDS:
        commands[command.name].complete()
        with patch.dict(os.environ, {"COLUMNS": "80"}):
            shown = commands[command.name].format_help()
        found[command.name] = shown.partition("\nexamples:\n")[2]
    return found


def test_every_command_has_an_example() -> None:
    """Each begins as one types it."""
    for name, found in examples().items():
        for example in re.split(r"\n(?=  \S)", found):
            assert example.startswith(f"  ptxpy {name}"), example
            assert max(map(len, example.splitlines())) < 80


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize("name", [each.name for each in COMMANDS])
def test_examples_can_be_pasted(tmp_path: Path, name: str) -> None:
    """Each runs as it stands, in a folder with the files that it names."""
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    for path in ("interesting.sh", "program"):
        (tmp_path / path).chmod(0o755)
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "ptxpy").write_text(f'#!/bin/sh\nexec {sys.executable} -m ptxpy "$@"\n')
    (tools / "ptxpy").chmod(0o755)
    here = {
        **os.environ,
        "PATH": f"{tools}:{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "PTXPY_CACHE": "off" if name != "cache" else "on",
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    before = "ptxpy import kernel.ptx -o kernel.py" if name == "emit" else "true"
    (tmp_path / ".local/share/bash-completion/completions").mkdir(parents=True)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", f"{before}\n{examples()[name]}"],
        cwd=tmp_path,
        env=here,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("arguments", [[], ["help"]])
def test_help(run: Run, arguments: list[str]) -> None:
    """Without a command, and with `help`, the commands are listed."""
    found = run(*arguments)
    assert (found.status, found.err) == (0, "")
    for command in COMMANDS:
        title = rf"^{command.group}:\n(  .*\n)*"
        assert re.search(rf"{title}  {command.name} +{command.summary}\n", found.out, re.MULTILINE)
    assert max(map(len, found.out.splitlines())) < 80
    assert found.out == run("--help").out


def test_help_of_a_command(run: Run) -> None:
    """It is that of the command."""
    assert run("help", "isa") == run("isa", "--help")


def test_help_of_json(run: Run) -> None:
    """It has the fields of each command that writes JSON."""
    found = run("help", "json").out
    assert "`functions[].registers" in found
    for command in ("check", "show", "diff", "roundtrip", "isa", "run --profile"):
        assert f"\n## `ptxpy {command}`\n" in found


def test_guides(run: Run) -> None:
    """All are listed, and each is shown by its name, by a shorter one, and by its file."""
    text = run("help", "guides").out
    guides, recipes, packages, site = text.split("\n\n")
    assert "tools/build_manual" in site
    names = [line.split()[0] for line in (*guides.splitlines()[1:], *recipes.splitlines()[1:])]
    names += packages.partition(":")[2].replace(",", "").split()
    package = Path(ptxpy.__file__).parent
    every = {
        ".".join(("ptxpy", *path.parent.relative_to(package).parts))
        for path in package.rglob("README.md")
    }
    assert {*names} > every - {"ptxpy.examples.cookbook"}
    linked = re.findall(r"\]\((ptxpy/[^)#]*)/README.md", (ROOT / "README.md").read_text())
    assert all(f"  {each.replace('/', '.')} " in guides for each in linked if "cook" not in each)
    assert max(map(len, text.splitlines())) < 100
    for name in names:
        assert run("help", name).out.startswith("# ")
    assert run("help", "7").out == run("help", "07_find_a_race").out
    races = run("help", "ptxpy.sim.races").out
    assert races == run("help", "sim.races").out == run("help", "ptxpy/sim/races/README.md").out
    assert "did you mean" in run("help", "sim.race").out


def test_help_of_the_library(run: Run) -> None:
    """A function or class is shown by its public name, as text."""
    assert "Parse PTX into its IR" in run("help", "ptxpy.parse").out
    found = run("help", "ptxpy.ir.Instruction").out
    assert "operands" in found
    assert "\b" not in found
    assert "no guide 'ptxpy.parsed'" in run("help", "ptxpy.parsed").err


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("PTX056", "Shared memory that is written and read through two proxies"),
        ("wgmma", "wgmma.mma_async: Start a product"),
        ("tma.load", "ptx.tma.load(dst: Any, "),
        ("ptx.loop", "Open a loop with a label at its top"),
        ("ptxpy.ptx.tma", "ptx.tma.load: Load a box into shared memory"),
        ("torch", "ptxpy help ptxpy.integrations     ptxpy.integrations; PyTorch"),
        ("suppress", "ptxpy help ptxpy.check  Exceptions"),
        ("races cluster", "ptxpy help ptxpy.sim.races "),
        ("extras", "  editor    the language server"),
        ("environment", "  PTXPY_PTXAS     the ptxas to use"),
    ],
)
def test_help_of_other_words(run: Run, words: str, text: str) -> None:
    """Codes, instructions and helpers are shown; what is none of these is searched for."""
    found = run("help", *words.split())
    assert (found.status, found.err) == (0, "")
    assert text in found.out


def test_guides_are_for_a_terminal(run: Run) -> None:
    """No link, no comment and no private address is in one; its users' part comes first."""
    for name in re.findall(r"^  (\S+) ", run("help", "guides").out, re.MULTILINE):
        shown = re.sub(r"```.*?```|`+[^`]+`+", "", run("help", name).out, flags=re.DOTALL)
        assert not re.search(r"\]\([\w./#-]+\)|<!--", shown), name
    shown = run("help", "ptxpy.check").out
    order = ["$ ptxpy check", "## Exceptions", "## Before commits", "## Inside", "Read first"]
    assert [*map(shown.index, order)] == sorted(map(shown.index, order))
    assert "(`ptxpy help ptxpy.language_server`)" in shown


def test_extras_are_those_of_the_project(run: Run) -> None:
    """All have a purpose, but for those of developers."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    assert {*PURPOSES} == {*extras} - {"dev", "manual", "pyright", "release", "test"}
    assert install_command("view") in run("help", "extras").out


def test_help_of_no_command(run: Run) -> None:
    """The nearest is named."""
    found = run("help", "chek")
    assert found.status == 2
    assert found.err == "ptxpy: no command and no guide 'chek'; did you mean check or cache?\n"
    assert "there are import, emit" in run("help", "zzzzzz").err
