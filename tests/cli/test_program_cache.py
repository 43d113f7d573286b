"""A file that was imported before is not imported again."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import ptxpy
from ptxpy import _loading
from ptxpy._user_cache import VARIABLE, UserCache
from ptxpy.cli import import_command, program_cache, program_making
from ptxpy.cli.program_jobs import ProgramJob, ProvenProgram
from tests.cli.conftest import SAXPY, Outcome, Run

SOURCE = Path(__file__).parents[2] / "corpus" / "cutedsl" / "matmul_blackwell_sm_100a.ptx"
assert SOURCE.stat().st_size > program_cache.MIN_SOURCE_BYTES


@pytest.fixture
def caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let caches be in a folder that does not exist yet."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "caches"))
    return tmp_path / "caches" / "programs"


@pytest.fixture
def proofs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give a list of the files that are proved."""
    found: list[str] = []
    prove = program_making.prove_program

    def counted(job: ProgramJob, source: bytes) -> ProvenProgram:
        found.append(Path(job.file.name).name)
        return prove(job, source)

    monkeypatch.setattr(program_making, "prove_program", counted)
    monkeypatch.setattr(import_command, "prove_program", counted)
    return found


def timeless(outcome: Outcome) -> Outcome:
    """Return an outcome without times."""
    return outcome._replace(err=re.sub(r"\d+\.\d s", "", outcome.err))


def only(folder: Path) -> Path:
    """Return the only file of the cache."""
    (path,) = folder.iterdir()
    return path


def test_the_second_import_is_the_first(run: Run, caches: Path, proofs: list[str]) -> None:
    """The same text, the same messages, no second proof."""
    first = run("import", SOURCE)
    second = run("import", SOURCE)
    assert proofs == [SOURCE.name]
    assert timeless(second) == timeless(first)
    assert second.status == 0
    assert second.out == ptxpy.to_python(ptxpy.parse(SOURCE.read_bytes()))
    assert only(caches).suffix == ".programs"


@pytest.mark.parametrize(
    "options", [("--no-cache",), ("--check",), ("--report",), ("--no-margin",)]
)
def test_what_is_always_made_anew(
    run: Run, caches: Path, proofs: list[str], options: tuple[str, ...]
) -> None:
    """Nothing is read and nothing kept."""
    run("import", SOURCE)
    time = only(caches).stat().st_mtime_ns
    outcome = run("import", SOURCE, *options)
    assert outcome.status == 0
    assert len(proofs) == 2
    assert only(caches).stat().st_mtime_ns == time


def test_a_small_file_is_not_kept(run: Run, caches: Path) -> None:
    """It takes less time than the look into the cache."""
    assert run("import", SAXPY).status == 0
    assert not caches.exists()


def test_off(run: Run, proofs: list[str]) -> None:
    """As it is in all other tests."""
    assert os.environ[VARIABLE] == "off"
    run("import", SOURCE)
    run("import", SOURCE)
    assert len(proofs) == 2


@pytest.mark.parametrize("options", [("--flat",), ("--no-roll",), ("--without", "operators")])
def test_options_make_other_programs(
    run: Run, caches: Path, proofs: list[str], options: tuple[str, ...]
) -> None:
    """Each has a place of its own."""
    plain = run("import", SOURCE)
    changed = run("import", SOURCE, *options)
    assert changed.out != plain.out
    assert len(proofs) == len([*caches.iterdir()]) == 2
    assert run("import", SOURCE, *options).out == changed.out
    assert len(proofs) == 2


@pytest.mark.usefixtures("caches")
def test_other_bytes_are_another_file(run: Run, proofs: list[str], tmp_path: Path) -> None:
    """One is enough; the name of the file does not matter."""
    run("import", SOURCE)
    copy = tmp_path / "copy.ptx"
    copy.write_bytes(SOURCE.read_bytes())
    run("import", copy)
    assert len(proofs) == 1
    copy.write_bytes(SOURCE.read_bytes() + b"\n")
    run("import", copy)
    assert len(proofs) == 2


def test_another_package(
    run: Run, caches: Path, proofs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What another ptxpy has kept is not found."""
    run("import", SOURCE)
    monkeypatch.setattr(program_cache, "package_hash", Hash(b"other"))
    run("import", SOURCE)
    assert len(proofs) == 2
    monkeypatch.setattr(program_cache, "package_hash", Hash(None))
    run("import", SOURCE)
    assert len(proofs) == 3
    assert len([*caches.iterdir()]) == 2


class Hash:
    """A function that returns what it is told to."""

    def __init__(self, value: bytes | None) -> None:
        """Take the value."""
        self._value = value

    def __call__(self) -> bytes | None:
        """Return the value."""
        return self._value

    __wrapped__ = __call__


@pytest.mark.parametrize("place", [0, 25, 60, -1])
def test_a_damaged_program_is_made_anew(
    run: Run, caches: Path, proofs: list[str], place: int
) -> None:
    """And kept in its place."""
    first = run("import", SOURCE)
    path = only(caches)
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(data)
    assert run("import", SOURCE).out == first.out
    assert run("import", SOURCE).out == first.out
    assert len(proofs) == 2


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}\n",
        b"[]\nreg",
        b"\xff",
        b'{"remarks": [], "kernels": "x", "instructions": 1}\nreg',
        b'{"remarks": 1, "kernels": 1, "instructions": 1}\nreg',
        b'{"remarks": [], "kernels": 1, "instructions": 1}\n\xff',
    ],
)
def test_no_program_at_all(run: Run, caches: Path, proofs: list[str], data: bytes) -> None:
    """A file with a true hash that holds no program."""
    first = run("import", SOURCE)
    UserCache(caches, "programs", 1 << 20).store(only(caches).stem, data)
    assert run("import", SOURCE).out == first.out
    assert len(proofs) == 2


@pytest.mark.usefixtures("caches")
def test_files_are_refused_and_left_as_ever(run: Run, proofs: list[str], tmp_path: Path) -> None:
    """What is in OUT is not overwritten, nor written again."""
    out = tmp_path / "out.py"
    run("import", SOURCE)
    out.write_text("mine\n")
    refused = run("import", SOURCE, "-o", out)
    assert (refused.status, out.read_text()) == (2, "mine\n")
    assert "exists already, and differs; --force overwrites it" in refused.err
    assert run("import", SOURCE, "-o", out, "--force", "--discard-names").status == 0
    again = run("import", SOURCE, "-o", out)
    assert "unchanged" in again.err
    assert len(proofs) == 1


@pytest.mark.usefixtures("caches")
def test_changed_names_are_kept(run: Run, proofs: list[str], tmp_path: Path) -> None:
    """They are those of OUT, whatever it was when the program was kept."""
    out = tmp_path / "out.py"
    run("import", SOURCE, "-o", out)
    text = out.read_text()
    name = next(iter(re.findall(r"^    ([a-z]\w+) = ", text, re.MULTILINE)))
    for new in ("first_name", "second_name"):
        out.write_text(re.sub(rf"\b{name}\b", new, text))
        edited = out.read_text()
        for _ in range(2):
            outcome = run("import", SOURCE, "-o", out, "--force")
            assert out.read_text() == edited
            assert "1 changed name of" in outcome.err
    assert len(proofs) == 3


@pytest.mark.usefixtures("caches")
def test_a_program_that_nobody_has_edited(run: Run, proofs: list[str], tmp_path: Path) -> None:
    """An import over it is answered by the first one; another text has to be looked at."""
    out = tmp_path / "out.py"
    run("import", SOURCE, "-o", out)
    text = out.read_text()
    again = run("import", SOURCE, "-o", out, "--force")
    assert (again.status, out.read_text()) == (0, text)
    assert proofs == [SOURCE.name]
    out.write_text(text + "\n")
    run("import", SOURCE, "-o", out, "--force")
    assert out.read_text() == text
    assert len(proofs) == 2


@pytest.mark.usefixtures("caches")
def test_several_files(run: Run, proofs: list[str], tmp_path: Path) -> None:
    """Each by itself."""
    other = tmp_path / "in" / "other.ptx"
    other.parent.mkdir()
    other.write_bytes(SOURCE.read_bytes() + b"\n")
    run("import", SOURCE)
    command = ("import", SOURCE, other, "-j", "1", "-o", tmp_path / "out")
    first = run(*command)
    assert proofs == [SOURCE.name, "other.ptx"]
    texts = {path.name: path.read_text() for path in (tmp_path / "out").iterdir()}
    for path in (tmp_path / "out").iterdir():
        path.unlink()
    assert timeless(run(*command)) == timeless(first)
    assert texts == {path.name: path.read_text() for path in (tmp_path / "out").iterdir()}
    assert len(texts) == len(proofs) == 2


def test_errors_are_not_kept(run: Run, caches: Path, tmp_path: Path) -> None:
    """They are found again."""
    wrong = tmp_path / "wrong.ptx"
    wrong.write_bytes(SOURCE.read_bytes() + b"wrong\n")
    first = run("import", wrong)
    assert (first.status, first.out) == (1, "")
    assert run("import", wrong) == first
    assert not caches.exists()


MODULES = """
import json, sys
from ptxpy.cli import main
for arguments in json.loads(sys.argv[1]):
    assert main(["import", *arguments]) == 0
print(json.dumps([name for name in sys.modules if name.startswith("ptxpy.")]), file=sys.stderr)
"""


def modules_of(caches: Path | str, *imports: list[str]) -> set[str]:
    """Return the modules of ptxpy that a process has loaded after some imports."""
    done = subprocess.run(
        [sys.executable, "-c", MODULES, json.dumps(imports)],
        env={**os.environ, VARIABLE: str(caches)},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(json.loads(done.stderr.splitlines()[-1]))


def test_the_parser_is_not_loaded_again(caches: Path) -> None:
    """Nor what generates programs: that is most of the time of a process."""
    assert "ptxpy.codegen.generate" in modules_of(caches.parent, [str(SOURCE)])
    loaded = modules_of(caches.parent, [str(SOURCE)])
    assert "ptxpy.cli.program_cache" in loaded
    assert not {name for name in loaded if name.split(".")[1] in {"codegen", "dsl", "syntax"}}


def test_imports_depend_on_what_is_hashed(tmp_path: Path) -> None:
    """The packages whose code is not in the key are not loaded, whatever the options are."""
    source = tmp_path / "kernel.ptx"
    source.write_bytes(SAXPY.read_bytes())
    source.with_suffix(".json").write_text('{"name": "saxpy", "hash": "0", "num_warps": 4}')
    out = str(tmp_path / "out.py")
    loaded = modules_of(
        "off",
        [str(source), "-o", out],
        [str(source), "-o", out, "--force", "--flat"],
        [str(source), "--no-margin"],
        [str(SOURCE), "--without", "operators"],
    )
    found = {name.split(".")[1] for name in loaded}
    assert found >= {"codegen", "compare", "dsl", "integrations", "lift"}
    assert not found & program_cache.NOT_FOR_IMPORTS
    root = Path(ptxpy.__file__).parent
    assert all((root / name / "__init__.py").is_file() for name in program_cache.NOT_FOR_IMPORTS)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let a small package stand for ptxpy."""
    root = tmp_path / "checkout" / "ptxpy"
    for name in ("__init__.py", "dsl/__init__.py", "dsl/data.txt", "sim/__init__.py"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name)
    (root.parent / "grammar").mkdir()
    (root.parent / "grammar" / "ptx.lark").write_text("grammar")
    monkeypatch.setattr(ptxpy, "__file__", str(root / "__init__.py"))
    monkeypatch.setattr(program_cache, "STARTED", _loading.STARTED + 1e6)
    return root


def hash_now() -> bytes | None:
    """Return the hash of the package as it is now."""
    found: Callable[[], bytes | None] = program_cache.package_hash.__wrapped__
    return found()


@pytest.mark.parametrize(
    "name", ["__init__.py", "dsl/data.txt", "dsl/new.py", "../grammar/ptx.lark"]
)
def test_every_file_counts(package: Path, name: str) -> None:
    """Its contents do, though its size and time are as before; so do new files."""
    before = hash_now()
    assert before is not None
    path = package / name
    if path.exists():
        status = path.stat()
        path.write_text(path.read_text()[::-1])
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
        assert path.stat().st_size == status.st_size
    else:
        path.write_text("")
    assert hash_now() not in (before, None)


def test_packages_that_do_not_count(package: Path) -> None:
    """Nor do compiled files."""
    before = hash_now()
    (package / "sim" / "__init__.py").write_text("changed")
    (package / "dsl" / "__pycache__").mkdir()
    (package / "dsl" / "__pycache__" / "x.pyc").write_text("compiled")
    assert hash_now() == before is not None


def test_a_package_that_changes_while_it_runs(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which of its texts runs is not known then, whatever the time of the file is set to."""
    path = package / "dsl" / "__init__.py"
    monkeypatch.setattr(program_cache, "STARTED", path.stat().st_ctime - 1)
    os.utime(path, (0, 0))
    assert hash_now() is None
