"""Functions of many files, in processes."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import pytest
from benchmarks import cli, naming, trivia
from benchmarks.file_runs import PtxFile, file_runs

SAXPY = Path(__file__).parents[2] / "corpus" / "nvcc" / "saxpy.sm_90a.ptx"


def size_or_death(file: PtxFile) -> int:
    """Return the size; the worker dies of an empty file, and another is an error."""
    source = file.read()
    if not source:
        os._exit(1)
    if source == b"error":
        message = "no PTX"
        raise ValueError(message)
    return len(source)


def test_a_file_fails_alone(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """There is a reason in its place."""
    paths = []
    for name, source in (("a", b"12"), ("b", b""), ("c", b"error"), ("d", b"1234")):
        paths.append(tmp_path / f"{name}.ptx")
        paths[-1].write_bytes(source)
    with file_runs(argparse.Namespace(executor=None, jobs=2)) as runs:
        results = [*runs.results(size_or_death, paths)]
    assert [path for path, _ in results] == paths
    first, dead, wrong, last = (result for _, result in results)
    assert (first, last) == (2, 4)
    assert str(dead).startswith("WorkerLostError: b.ptx: the worker died")
    assert wrong == "ValueError: no PTX"
    assert "a worker died" in capfd.readouterr().err


@pytest.mark.parametrize("words", [[], ["-j", "2"], ["--executor", "threads", "-j", "2"]])
def test_benchmarks_by_any_executor(words: list[str]) -> None:
    """They count the same."""
    options = cli._parser().parse_args(["--files", str(SAXPY), str(SAXPY), *words])  # noqa: SLF001
    assert naming.run(options)["nvcc"]["files"] == 2
    assert trivia.run(options)["producers"][0]["files"] == 2
