"""Assembling through nvJitLink, and the process that does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ptxpy.assemble import AssembleError, AssemblerMissingError, Limits, assemble, nvjitlink
from tests.assemble.cases import ROOT, SMALL, check_needs, needs, spilling

pytestmark = pytest.mark.skipif(sys.platform == "darwin", reason="nvJitLink is not for macOS")

HELLO = """print('{"version": "13.7"}', flush=True)\n"""


@pytest.fixture
def worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of a script that runs in place of the real one."""
    script = tmp_path / "worker.py"
    monkeypatch.setattr(nvjitlink, "WORKER", script)
    return script


@pytest.mark.parametrize(("name", "rows"), list(needs("resources_nvjitlink.txt")))
def test_what_kernels_need(name: str, rows: list[list[str]]) -> None:
    """Each row of the data file, but for the numbers that it leaves open."""
    check_needs(assemble((ROOT / name).read_bytes(), assembler="nvjitlink"), rows)


def test_options_and_spills() -> None:
    """Options reach the assembler: with few registers, 64 values alive at once are spilled."""
    (roomy,) = assemble(spilling(64), assembler="nvjitlink").kernels
    assert roomy.registers is not None
    assert roomy.registers > 64
    assert (roomy.stack, roomy.spill_stores, roomy.spill_loads) == (0, 0, 0)
    options = ["-maxrregcount=32", "-Xptxas=--warn-on-spills"]
    assembly = assemble(spilling(64), options=options, assembler="nvjitlink")
    (tight,) = assembly.kernels
    assert tight.registers is not None
    assert tight.registers <= 32
    assert tight.stack >= 4 * 32
    assert tight.spill_stores >= 4 * 32
    assert tight.spill_loads >= 4 * 32
    (warning,) = [said for said in assembly.messages if said.severity == "warning"]
    assert (warning.kernel, warning.line) == ("k", None)


def test_setmaxnreg_is_reported() -> None:
    """That nvJitLink ignores it is a message, which names no line."""
    source = (ROOT / "corpus/cutedsl/matmul_hopper_sm_90a.ptx").read_bytes()
    (message,) = assemble(source, assembler="nvjitlink").messages
    assert message.severity == "info"
    assert "'setmaxnreg' ignored" in message.text


def test_advice_with_its_line() -> None:
    """A message on an instruction has the line of the PTX."""
    source = (ROOT / "corpus/handwritten/mma.ptx").read_bytes()
    (message,) = assemble(source, assembler="nvjitlink").messages
    assert message.line is not None
    assert b"mma.sp" in source.split(b"\n")[message.line - 1]


def test_an_unknown_option() -> None:
    """It is an error that says so."""
    with pytest.raises(AssembleError, match="does not know one of the options"):
        assemble(SMALL, options=["-frobnicate"], assembler="nvjitlink")


@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
@pytest.mark.parametrize("hello", ["", HELLO])
@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("import os; os.kill(os.getpid(), 11)", r"crashed \(SIGSEGV\)"),
        ("import os; os.kill(os.getpid(), 9)", r"crashed \(SIGKILL\)"),
        ("raise MemoryError", r"crashed \(exit status 1\): MemoryError"),
    ],
)
def test_a_crash(worker: Path, hello: str, script: str, expected: str) -> None:
    """It is an error, with the version if it was told, and how the process ended."""
    worker.write_text(hello + script)
    name = r"nvJitLink 13\.7" if hello else "nvJitLink"
    with pytest.raises(AssembleError, match=f"^error: {name} {expected}$"):
        assemble(SMALL, assembler="nvjitlink")


def test_a_process_that_does_not_end(worker: Path) -> None:
    """It is stopped."""
    worker.write_text(HELLO + "import time; time.sleep(60)")
    with pytest.raises(AssembleError, match=r"^error: nvJitLink 13\.7 was stopped: .* 3 s$"):
        assemble(SMALL, limits=Limits(seconds=3), assembler="nvjitlink")


def test_a_source_that_nobody_reads(worker: Path) -> None:
    """A process that ends before it has read everything is no trouble."""
    worker.write_text("raise SystemExit('no')")
    with pytest.raises(AssembleError, match=r"\(exit status 1\): no$"):
        assemble(SMALL + "// long\n" * 1_000_000, assembler="nvjitlink")


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
    with pytest.raises(
        AssemblerMissingError, match=r"^no nvJitLink; .*install .*\[assemble\]'? \("
    ):
        assemble(SMALL, assembler="nvjitlink")


def test_nothing_of_cuda_is_loaded_here() -> None:
    """A user who never assembles needs none of it, and a crash stays in the process."""
    program = f"""
import sys
from ptxpy.assemble import assemble
assemble({SMALL!r}, assembler="nvjitlink")
print(*[name for name in sys.modules if name.partition(".")[0] == "cuda"])
"""
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout) == (0, "\n"), ended.stderr
