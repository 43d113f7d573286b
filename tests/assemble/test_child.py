"""The process that assembles, and how it ends."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ptxpy.assemble import AssembleError, AssemblerMissing, Limits, assemble, child

PTX = ".version 8.0\n.target sm_80\n.entry k() { ret; }\n"


@pytest.fixture
def worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of a script that runs in place of the real one."""
    script = tmp_path / "worker.py"
    monkeypatch.setattr(child, "WORKER", script)
    return script


@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("import os; os.kill(os.getpid(), 11)", r"error: the assembler crashed \(SIGSEGV\)"),
        ("import os; os.kill(os.getpid(), 9)", r"error: the assembler crashed \(SIGKILL\)"),
        ("raise MemoryError", r"error: the assembler crashed \(exit status 1\): MemoryError"),
    ],
)
def test_a_crash(worker: Path, script: str, expected: str) -> None:
    """It is an error, with how the process ended."""
    worker.write_text(script)
    with pytest.raises(AssembleError, match=f"^{expected}$"):
        assemble(PTX)


def test_a_process_that_does_not_end(worker: Path) -> None:
    """It is stopped."""
    worker.write_text("import time; time.sleep(60)")
    with pytest.raises(AssembleError, match=r"^error: the assembler was stopped: .* 0\.5 s$"):
        assemble(PTX, limits=Limits(seconds=0.5))


def test_a_source_that_nobody_reads(worker: Path) -> None:
    """A process that ends before it has read everything is no trouble."""
    worker.write_text("raise SystemExit('no')")
    with pytest.raises(AssembleError, match=r"\(exit status 1\): no$"):
        assemble(PTX + "// long\n" * 1_000_000)


@pytest.mark.parametrize(
    "package",
    [
        {"cuda/__init__.py": ""},
        {"cuda/__init__.py": "", "cuda/bindings/__init__.py": ""},
        {
            "cuda/__init__.py": "",
            "cuda/bindings/__init__.py": "",
            "cuda/bindings/nvjitlink.py": "def version(): raise RuntimeError('no libnvJitLink.so')",
        },
    ],
    ids=["no cuda-bindings", "one without nvJitLink", "no nvidia-nvjitlink"],
)
def test_packages_that_are_missing(
    package: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message says what to install."""
    for name, text in package.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(AssemblerMissing, match="pip install cuda-bindings nvidia-nvjitlink"):
        assemble(PTX)


def test_nothing_of_cuda_is_loaded_here() -> None:
    """A user who never assembles needs none of it, and a crash stays in the process."""
    assemble(PTX)
    assert not {name for name in sys.modules if name.partition(".")[0] == "cuda"}
