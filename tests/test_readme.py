"""What the README says is so, and what the guide to imported kernels says."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from textwrap import dedent, indent
from typing import Any, NamedTuple

import pytest

import ptxpy
from ptxpy.cli import main
from ptxpy.codegen.passes import PASSES
from ptxpy.dsl.control_flow import blocks as control
from ptxpy.syntax.reader import MAX_DEPTH

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
KERNEL = ROOT / "corpus" / "nvcc" / "saxpy.sm_90a.ptx"
GUIDE_PATH = ROOT / "ptxpy" / "dsl" / "README.md"
GUIDE = GUIDE_PATH.read_text(encoding="utf-8")
PYTHON_AND_PTX = re.compile(
    r"^```python\n(.*?)^```$(?:\n\n^```ptx\n(.*?)^```$)?", re.DOTALL | re.MULTILINE
)


def blocks(language: str) -> list[str]:
    """Return the code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


class Example(NamedTuple):
    """What stands in the guide as Python, and what it writes or says."""

    python: str
    expected: str
    style: str = "nvcc-13.0"


def tables() -> list[list[list[str]]]:
    """Return the tables of the guide: rows of cells, that with the titles first."""
    found = re.findall(r"(?:^\|.*\n)+", GUIDE, re.MULTILINE)
    return [[cells(row) for row in table.splitlines()] for table in found]


def cells(row: str) -> list[str]:
    """Return the cells of a row, with escaped bars as they are meant."""
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row)[1:-1]]


def frame() -> str:
    """Return the kernel that the guide's examples stand in."""
    found = PYTHON_AND_PTX.search(GUIDE)
    assert found is not None
    return found[1]


def examples() -> list[Example]:
    """Return all that the guide says of what is written for what."""
    found = [Example(python, ptx) for python, ptx in PYTHON_AND_PTX.findall(GUIDE) if ptx]
    for (_, *titles), _, *rows in tables():
        for python, *expected in rows:
            if "PTX" in titles and f"{python} | {expected[0]}" not in str(control.__doc__):
                found.append(Example(python[1:-1], expected[0][1:-1]))
            elif titles[0].startswith("`nvcc"):
                for title, ptx in zip(titles, expected, strict=True):
                    styles = [name for name in re.findall(r"`([^`]+)`", title) if "…" not in name]
                    found += [Example(python[1:-1], ptx[1:-1], style) for style in styles]
    return found


def errors() -> list[Example]:
    """Return what the guide says is wrong, with the beginning of the message."""
    return [
        Example(python[1:-1], message[1:-1].removesuffix("…"))
        for (_, title, *_), _, *rows in tables()
        for python, message, *_ in rows
        if title == "ptxpy says"
    ]


def written(python: str, style: str) -> str:
    """Return the PTX that statements write in the frame, white space evened out."""
    top: list[str] = []
    body: list[str] = []
    lines = python.splitlines()
    nodes = ast.parse(python).body
    begins = [
        min([node.lineno, *[each.lineno for each in getattr(node, "decorator_list", ())]]) - 1
        for node in nodes
    ]
    for node, begin, end in zip(nodes, begins, [*begins[1:], len(lines)], strict=True):
        # With its margin, which is a comment.
        text = dedent("\n".join(lines[begin:end])).strip()
        (top if isinstance(node, ast.FunctionDef) else body).append(text)
    program = frame().replace('"nvcc-13.0"', f'"{style}"')
    empty = body_of(program)
    program = program.replace("    ptx.ret()\n", indent("\n".join([*body, "ptx.ret()\n"]), "    "))
    full = body_of(program.replace("@kernel", "\n".join([*top, "@kernel"])))
    for line in empty:
        full.remove(line)
    return " ".join(full)


def body_of(program: str) -> list[str]:
    """Return the lines of the last kernel's body."""
    _, _, rest = ptxpy.emit(ptxpy.from_python(program)).rpartition(".entry example")
    lines = rest[rest.index("{") + 1 : rest.rindex("}")].splitlines()
    return [" ".join(line.split()) for line in lines if line.strip()]


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.python.strip()[:50])
def test_the_guide_says_what_is_written(example: Example) -> None:
    """Every block of Python with PTX under it, and every row of a table."""
    assert written(example.python, example.style) == " ".join(example.expected.split())


@pytest.mark.parametrize("example", errors(), ids=lambda example: example.python)
def test_the_guide_says_what_is_wrong(example: Example) -> None:
    """Kind and message of errors."""
    refusals = (TypeError, IndexError, ptxpy.InstructionError, ptxpy.TraceError)
    with pytest.raises(refusals) as caught:
        written(example.python, example.style)
    # The place, which the guide leaves out, is that in the frame.
    message = re.sub(r"^<python>:\d+: ", "", str(caught.value))
    assert f"{caught.type.__name__}: {message}".startswith(example.expected)


def test_the_guide_quotes_imported_kernels() -> None:
    """Blocks of Python without PTX stand in a file of `corpus/imported`."""
    kernels = [path.read_text() for path in (ROOT / "corpus" / "imported").glob("*.py")]
    for python, ptx in PYTHON_AND_PTX.findall(GUIDE)[1:]:
        assert ptx or any(python in kernel for kernel in kernels), python


def test_the_guide_is_complete() -> None:
    """All forms of control flow are in it, and all lift passes."""
    for row in re.findall(r"^\| `.*", str(control.__doc__), re.MULTILINE):
        assert row in GUIDE
    rows = re.findall(r"^\| `([\w-]+)` \| (?:`|nothing)", GUIDE, re.MULTILINE)
    assert rows[-len(PASSES) :] == [*PASSES]


def test_the_first_screen(tmp_path: Path) -> None:
    """The first commands work as they are typed, and print what is shown."""
    (tmp_path / "corpus").symlink_to(ROOT / "corpus")
    scripts = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"}
    commands = re.split(r"^\$ ", blocks("console")[0], flags=re.MULTILINE)[1:]
    assert len(commands) == 5
    for command in commands:
        lines = re.sub(r"\\\n *", "", command).splitlines()
        done = subprocess.run(  # noqa: S602 - our own commands
            lines[0],
            shell=True,
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        told = done.stdout + done.stderr
        for line in lines[1:]:
            assert line.strip() in told, command


def test_the_first_screen_shows_a_loop_on_both_sides() -> None:
    """The PTX stands in the file that is imported, and the Python in the sample."""
    assert blocks("ptx")[0] in KERNEL.read_text()
    loop, sample = blocks("python")[:2]
    assert loop in sample


def test_the_sample_is_what_import_writes() -> None:
    """Line by line; BLESS=1 puts it there."""
    generated = ptxpy.to_python(ptxpy.parse(KERNEL.read_bytes()))
    shown = blocks("python")[1]
    if os.environ.get("BLESS"):
        (ROOT / "README.md").write_text(README.replace(shown, generated, 1), encoding="utf-8")
    else:
        assert shown == generated


def test_the_example_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It renames registers, declarations included, and nothing else."""
    shutil.copy(KERNEL, tmp_path / "kernel.ptx")
    monkeypatch.chdir(tmp_path)
    exec(compile(blocks("python")[3], "README.md", "exec"), {})  # noqa: S102 - our own example
    source = KERNEL.read_text()
    renamed = source.replace("%f", "%float")
    assert capsys.readouterr().out == f"['_Z5saxpyifPKfPf']\n{renamed}\n"


def test_the_commands_exist(capsys: pytest.CaptureFixture[str]) -> None:
    """All that the table lists, and no others."""
    listed = re.findall(r"^\| `ptxpy (\w+)", README, re.MULTILINE)
    with pytest.raises(SystemExit):
        main(["--help"])
    listing, _, _ = capsys.readouterr().out.partition("\nexamples:")
    shown = re.findall(r"^  (\w+)  ", listing, re.MULTILINE)
    assert sorted(listed) == sorted(shown)


def test_the_extras_are_those_that_can_be_installed() -> None:
    """Each that there is, and no other; the command names some of them."""
    _, _, install = README.partition("## Install\n")
    install, _, _ = install.partition("\n## ")
    rows = re.findall(r"(?m)^\| (`.*?) \|", install)
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {*known["optional-dependencies"]}
    assert sorted(re.findall(r"`(\w+)`", " ".join(rows))) == sorted(extras)
    first, *rest = re.findall(r"pip install '\.\[(.*?)\]'", install)
    assert all({*named.split(",")} <= extras for named in rest)
    # The first command that a reader pastes installs what every command needs.
    assert first == "all"
    (everything,) = known["optional-dependencies"]["all"]
    above, _, _ = install.partition("| `all` |")
    listed = re.findall(r"(?m)^\| `(\w+)`", above)
    assert sorted(re.findall(r"\w+", everything)[1:]) == sorted(listed)


def test_the_links_lead_somewhere() -> None:
    """Those into the repository, and those to headings of the guide."""
    titles = re.findall(r"^###? (.*)", GUIDE, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}
    for folder, text in ((ROOT, README), (GUIDE_PATH.parent, GUIDE)):
        prose = re.sub(r"^```.*?^```$|`[^`\n]*`", "", text, flags=re.DOTALL | re.MULTILINE)
        for target in re.findall(r"\]\((?!https?:)([^)]+)\)", prose):
            path, _, anchor = target.partition("#")
            assert (folder / path).exists(), target
            assert not anchor or anchor in anchors, target


GUIDES = [
    ROOT / "CONTRIBUTING.md",
    *sorted(path for top in ("ptxpy", "corpus", "tests") for path in (ROOT / top).rglob("*.md")),
]


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: str(path.relative_to(ROOT)))
def test_guides_name_files_that_there_are(path: Path) -> None:
    """Links, and names of files; a name in capitals stands for any."""
    prose = re.sub(r"^```.*?^```$", "", path.read_text(), flags=re.DOTALL | re.MULTILINE)
    for target in re.findall(r"\]\((?!https?:)([^)#]+)[^)]*\)", re.sub(r"`[^`\n]*`", "", prose)):
        assert (path.parent / target).exists(), target
    for name in re.findall(r"`([\w/.]+\.(?:py|c|h))`", prose) if path.name == "README.md" else ():
        word = name.rpartition("/")[2]
        assert word.startswith("NAME_") or any(ROOT.glob(f"[!.]*/**/{word}")), name


def test_the_limits_are_those_of_the_parser() -> None:
    """How deep scopes nest."""
    assert f"may nest {MAX_DEPTH} deep" in README


def test_the_kernel_by_hand_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The kernel that the README writes by hand adds, and its PTX comes back."""
    path = tmp_path / "add.py"
    path.write_text(blocks("python")[2], encoding="utf-8")
    names: dict[str, Any] = {}
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), names)  # noqa: S102
    assert (names["c"] == names["a"] + names["b"]).all()
    text = capsys.readouterr().out
    ptxpy.prove(text.encode())
    assert ".visible .entry add(" in text
