"""`ptxpy import` of several files."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import ptxpy
from tests.cli.conftest import SAXPY, Run

COUNT = re.compile(r"(\d+ files?: \d+ identical), \d+\.\d s")


@pytest.fixture
def kernels(tmp_path: Path) -> Path:
    """A directory with kernels, one of them in a directory within."""
    folder = tmp_path / "kernels"
    (folder / "inner").mkdir(parents=True)
    for name in ("a.ptx", "inner/a.ptx", "inner/b.ptx"):
        (folder / name).write_bytes(SAXPY.read_bytes())
    return folder


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_each_has_its_program(run: Run, kernels: Path, tmp_path: Path, jobs: str) -> None:
    """In the directory that is named, below it as the file is below its own."""
    out = tmp_path / "out"
    outcome = run("import", kernels, "-o", out, "-j", jobs)
    assert (outcome.status, outcome.out) == (0, "")
    found = sorted(path.relative_to(out).as_posix() for path in out.rglob("*.*"))
    assert found == ["a.py", "inner/a.py", "inner/b.py"]
    for name in found:
        module = ptxpy.from_python((out / name).read_text(encoding="utf-8"))
        assert ptxpy.emit_bytes(module) == SAXPY.read_bytes()
    *rows, total = outcome.err.splitlines()
    assert [row.partition(": ")[0] for row in rows] == [
        str(kernels / name.replace(".py", ".ptx")) for name in found
    ]
    counted = COUNT.fullmatch(total)
    assert counted is not None
    assert counted[1] == "3 files: 3 identical"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_one_that_fails_stops_no_other(run: Run, kernels: Path, broken: Path, jobs: str) -> None:
    """Each is reported, and the status is that of the worst."""
    outcome = run("import", "--check", "-j", jobs, broken, kernels / "a.ptx")
    assert outcome.status == 1
    assert ": error: " in outcome.err
    assert "2 files: 1 identical" in outcome.err
    assert run("import", "--check", broken, kernels / "missing.ptx", "-j", jobs).status == 2


def test_a_program_that_exists_is_kept(run: Run, kernels: Path, tmp_path: Path) -> None:
    """Without `--force` it is as it was; the others are written."""
    out = tmp_path / "out"
    out.mkdir()
    (out / "a.py").write_text("mine")
    outcome = run("import", kernels, "-o", out)
    assert outcome.status == 2
    assert (out / "a.py").read_text() == "mine"
    assert (out / "inner" / "b.py").exists()


def test_what_cannot_be_several(run: Run, kernels: Path) -> None:
    """Programs need a directory and names of their own; standard input is alone."""
    assert "-o DIR" in run("import", kernels).err
    assert "alone" in run("import", "-", kernels, "-o", "out", stdin=b"").err
    both = run("import", kernels / "a.ptx", kernels / "inner" / "a.ptx", "-o", "out")
    assert both.status == 2
    assert "import them apart" in both.err
    twice = run("import", kernels / "a.ptx", kernels / "a.ptx", "--check")
    assert "1 file: 1 identical" in twice.err


METADATA = {
    "name": "saxpy",
    "target": {"backend": "cuda", "arch": 90, "warp_size": 32},
    "num_warps": 4,
    "num_stages": 3,
    "num_ctas": 1,
    "shared": 0,
    "triton_version": "3.9.0",
}


@pytest.fixture
def cached(tmp_path: Path) -> Path:
    """A folder of Triton's cache."""
    folder = tmp_path / "cache" / "ABCD"
    folder.mkdir(parents=True)
    (folder / "saxpy.ptx").write_bytes(SAXPY.read_bytes())
    (folder / "saxpy.json").write_text(json.dumps(METADATA))
    return folder


class TestFoldersOfTritonsCache:
    """A folder with a kernel and its metadata is that kernel."""

    def test_one_program(self, run: Run, cached: Path, tmp_path: Path) -> None:
        """With a first line that says what it was made from, for `ptxpy.triton.override`."""
        out = tmp_path / "edited.py"
        assert run("import", cached, "-o", out).status == 0
        head, _, python = out.read_text(encoding="utf-8").partition("\n")
        told = json.loads(head.removeprefix("# Compiled by Triton: "))
        digest = told.pop("digest")
        assert len(digest) == 64
        assert told == {"kernel": "saxpy", "target": "sm_90"} | {
            name: METADATA[name] for name in ("num_stages", "num_ctas")
        }
        assert ptxpy.emit_bytes(ptxpy.from_python(python)) == SAXPY.read_bytes()
        assert run("import", cached).out == out.read_text(encoding="utf-8")
        assert run("import", cached / "saxpy.ptx").out == out.read_text(encoding="utf-8")
        assert "unchanged" in run("import", cached, "-o", out).err

    def test_of_a_whole_cache(self, run: Run, cached: Path, tmp_path: Path) -> None:
        """Each kernel has its program, in a folder of its own."""
        out = tmp_path / "out"
        assert run("import", cached.parent, "-o", out).status == 0
        assert (out / "ABCD" / "saxpy.py").read_text().startswith("# Compiled by Triton: ")

    @pytest.mark.parametrize("text", ["{", "[]", "{}", '{"num_warps": 4}'])
    def test_other_metadata(self, run: Run, cached: Path, text: str) -> None:
        """What is not Triton's says nothing."""
        (cached / "saxpy.json").write_text(text)
        assert not run("import", cached).out.split("\n", 1)[1].startswith("#")
