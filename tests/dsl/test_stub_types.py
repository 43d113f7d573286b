"""Type checkers take what the instruction table allows, and refuse what it does not."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

import pytest

from ptxpy.cli import main
from ptxpy.isa.table import all_opcodes, entries
from tests.dsl.stub_twins import VALUES, Twin, every_twin

ROOT = Path(__file__).parents[2]
HEAD = '''\
"""Calls of instructions."""

from ptxpy import {types}

'''.format(types=", ".join(sorted([*VALUES, "pred", "ptx"])))
FUNCTION = '\n\ndef calls_{{number}}({values}, p: pred) -> None:\n    """Call."""\n'.format(
    values=", ".join(f"{name}: {kind}" for kind, name in VALUES.items())
)
PER_FUNCTION = 100
"""Calls in a function: longer ones take the checkers more than their share of time."""

Found = list[tuple[str, int, str]]
"""Errors: the name of the file, the line, the message."""


def mypy(files: Sequence[Path]) -> Found:
    """Return the errors of mypy in strict mode."""
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary"]
    command += ["--config-file", str(ROOT / "pyproject.toml"), *map(str, files)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert not ended.stderr, ended.stderr
    found = re.finditer(r"^([^\n:]*):(\d+): error: (.*)$", ended.stdout, re.MULTILINE)
    return [(Path(each[1]).name, int(each[2]), each[3]) for each in found]


def pyright(files: Sequence[Path], folder: Path) -> Found:
    """Return the errors of pyright in its standard mode."""
    settings = {
        "typeCheckingMode": "standard",
        "pythonVersion": "3.11",
        "extraPaths": [str(ROOT)],
        "include": [str(path) for path in files],
    }
    project = folder / "pyrightconfig.json"
    project.write_text(json.dumps(settings), encoding="utf-8")
    command = [sys.executable, "-m", "basedpyright", "--outputjson", "-p", str(project)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    report = json.loads(ended.stdout)
    assert report["summary"]["filesAnalyzed"] >= len(files)
    return [
        (Path(each["file"]).name, each["range"]["start"]["line"] + 1, each["message"])
        for each in report["generalDiagnostics"]
        if each["severity"] == "error"
    ]


needs_mypy = pytest.mark.skipif(find_spec("mypy") is None, reason="no mypy: the extra `dev` has it")
needs_pyright = pytest.mark.skipif(
    find_spec("basedpyright") is None, reason="no pyright: tools/test --all installs it"
)

Check = Callable[[Path], Found]
CHECKERS = [
    pytest.param(lambda path: mypy([path]), id="mypy", marks=needs_mypy),
    pytest.param(lambda path: pyright([path], path.parent), id="pyright", marks=needs_pyright),
]


@pytest.fixture(scope="session")
def every() -> list[Twin]:
    """All calls."""
    return [*every_twin()]


def written(twins: list[Twin], path: Path) -> dict[int, Twin]:
    """Write calls to a file; return them by their lines."""
    lines = HEAD.splitlines()
    places: dict[int, Twin] = {}
    for at, twin in enumerate(twins):
        if at % PER_FUNCTION == 0:
            lines += FUNCTION.format(number=at).splitlines()
        lines.append(f"    {twin.call}")
        places[len(lines)] = twin
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return places


def test_every_form_has_twins(every: list[Twin]) -> None:
    """Each form that attributes can spell is called, rightly and wrongly."""
    forms = sum(len(entry.forms) for opcode in all_opcodes() for entry in entries(opcode))
    wrong = {what: sum(twin.wrong == what for twin in every) for what in {t.wrong for t in every}}
    # A few forms of PTX 9.4 have modifiers that only brackets spell.
    assert wrong["unknown opcode"] == wrong["unknown modifier"] == wrong["too many operands"]
    assert forms - 10 < wrong["unknown opcode"] <= forms
    assert wrong["excluded modifier"] > 0.9 * forms
    assert wrong["too few operands"] > 0.9 * forms
    assert wrong["predicate for number"] > forms
    assert wrong["value of another size"] > 0.5 * forms
    assert wrong["float for integer"] > 0.1 * forms < wrong["integer for float"]
    assert wrong["number for guard"] == wrong["unknown opcode"]
    assert wrong[""] > 10 * forms
    assert {twin.call.split(".")[2] for twin in every if twin.wrong == "unknown modifier"} >= {
        *("add", "ld", "st", "setp", "wgmma", "tcgen05", "cp", "mbarrier", "tex", "mma", "call")
    }


@pytest.mark.parametrize("errors", CHECKERS)
def test_right_calls(errors: Check, every: list[Twin], tmp_path: Path) -> None:
    """What the table allows is no error."""
    places = written([twin for twin in every if not twin.wrong], tmp_path / "right.py")
    found = errors(tmp_path / "right.py")
    assert [f"{places[line].call}: {message}" for _, line, message in found] == []


@pytest.mark.parametrize("errors", CHECKERS)
def test_wrong_calls(errors: Check, every: list[Twin], tmp_path: Path) -> None:
    """What the table does not allow is an error."""
    places = written([twin for twin in every if twin.wrong], tmp_path / "wrong.py")
    lines = {line for _, line, _ in errors(tmp_path / "wrong.py")}
    passed = [f"{twin.call}: {twin.wrong}" for line, twin in places.items() if line not in lines]
    assert passed == []


ROLES = """\
from ptxpy import f32, pred, ptx, u32, u64


def uses(n: u32, x: u64, f: f32, p: pred) -> None:
    total = ptx.add.s32(1, n)
    less = ptx.setp.lt.s32(total, n)
    low, high = ptx.mov.b64(x)
    a, b = ptx.ld.global_.v2.u32([x, 4], when=less)
    value, ok = ptx.shfl.sync.down.b32(a, 1, 31, -1)
    ptx.st.global_.v2.u32([x], (low + high, b), unless=total < 5)
    ptx.inst.add.s32(value, total + 1, n * 2, when=ok)
    ptx["new.op"](1, 2)
    ptx.inst["new.op"](n, 1, 2)
    ptx.selp.b32(n, 3, less)
    ptx.add.s32(less, 1)  # a predicate
    ptx.add.s32(total < 1, 1)  # a predicate
    ptx.add.s32(ptx.st.global_.u32([x], n), 1)  # no value
    ptx.add.s32(ptx.ld.global_.v2.u32([x]), 1)  # several values
    ptx.st.global_.u32([x], n, when=total)  # a number
    ptx.st.global_.u32([x], n, when=n + 1)  # a number
    ptx.st.global_.u32(x, n)  # no address
    ptx.st.global_.u32([x], n, whem=p)  # no such option
    ptx.mbarrier.init.shared__cta.b64([x], [x])  # an address
    for each in total:  # one register
        ptx.add.s32(each, 1)
    ptx.add.s64(x, ptx.mul.wide.u32(n, 4))
    ptx.and_.b32(f, n)
    ptx.cvt.u64.u32(x + 1)
    ptx.add.s32(ptx.add.f32(f, 1.0), 1) # is right where floats are in registers of b32
    ptx.add.s64(x, ptx.mul.lo.u32(n, 4))  # 32 bits
    ptx.add.s32(n, x + 1)  # 64 bits
    ptx.st.global_.u64([x], ptx.ld.global_.u32([x]))  # 32 bits
    ptx.add.s32(f, 1)  # a float
    ptx.fma.rn.f32(f, 2.0, n)  # an integer
"""


@pytest.mark.parametrize("errors", CHECKERS)
def test_roles(errors: Check, tmp_path: Path) -> None:
    """Results and operands have their roles, wherever they come from."""
    path = tmp_path / "roles.py"
    path.write_text(ROLES, encoding="utf-8")
    wanted = [number for number, line in enumerate(ROLES.splitlines(), 1) if "  # " in line]
    assert sorted({line for _, line, _ in errors(path)}) == wanted


@pytest.fixture(scope="session")
def imported(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Imported programs: those of the corpus, and one of a file of each producer."""
    folder = tmp_path_factory.mktemp("imported")
    made = []
    for producer in sorted((ROOT / "corpus").iterdir()):
        files = sorted(producer.rglob("*.ptx"), key=lambda path: (path.stat().st_size, path))
        if files:
            made.append(folder / f"{producer.name}.py")
            # Neither a tiny file nor a large one.
            assert main(["import", str(files[len(files) // 2]), "-o", str(made[-1])]) == 0
    assert len(made) > 8
    return [*sorted((ROOT / "corpus" / "imported").glob("*.py")), *made]


@needs_mypy
def test_imported_programs_under_mypy(imported: list[Path]) -> None:
    """Programs of each producer have no errors."""
    assert mypy(imported) == []


@needs_pyright
def test_imported_programs_under_pyright(imported: list[Path], tmp_path: Path) -> None:
    """Programs of each producer have no errors."""
    assert pyright(imported, tmp_path) == []


@needs_pyright
def test_examples_under_pyright(tmp_path: Path) -> None:
    """Examples and recipes have no errors; mypy looks at them with the rest of the project."""
    folders = [ROOT / "ptxpy" / "examples", ROOT / "tests" / "cookbook"]
    files = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    assert len(files) > 20
    assert pyright(files, tmp_path) == []
