"""Kernels that are interpreted first and compiled meanwhile: the engine `auto`."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy.sim import SimulationError, engines
from tests.sim.native.test_launches import HEAD

pytest.importorskip("llvmlite")

from ptxpy.sim.native import compiling, tiers
from ptxpy.sim.native.compiling import CompilationError

ROOT = Path(__file__).resolve().parents[3]

COUNTING = """
    mov.u32 %r4, 0;
TOP:
    red.global.add.u32 [%rd1], 1;
    add.u32 %r4, %r4, 1;
    setp.lt.u32 %p1, %r4, %r9;
    @%p1 bra TOP;
"""
"""Each thread adds 1 to its word `n` times."""


def at_once(function: Callable[..., Any], *arguments: Any) -> Future[Any]:
    """Call a function in this thread."""
    done: Future[Any] = Future()
    try:
        done.set_result(function(*arguments))
    except CompilationError as error:
        done.set_exception(error)
    return done


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile a kernel as soon as anything of it has been interpreted, and wait for that."""
    monkeypatch.setattr(tiers, "_WORTHWHILE_SECONDS", 0.0)
    monkeypatch.setattr(tiers, "_in_another_thread", at_once)


def launch(body: str, turns: int, block: int = 64) -> tuple[Any, Any]:
    """Run a body by the engine `auto`; return what it wrote and the report."""
    kernel = ptxpy.load(ptxpy.parse(HEAD + body + "    ret;\n}\n"))
    out, data = np.zeros(256, np.uint32), np.arange(256, dtype=np.uint32)
    with ptxpy.sim.engine("auto") as report:
        kernel.launch(out, data, turns, grid=1, block=block, device="cpu")
    return out, report


def test_short_launches_are_interpreted() -> None:
    """Compiling takes longer than they do."""
    out, report = launch(COUNTING, 10)
    assert (out[:64] == 10).all()
    assert not report.compiled
    assert "worthwhile" in report.interpreted["k"]


@pytest.mark.usefixtures("eager")
def test_a_launch_changes_over() -> None:
    """What the interpreter has written is set back: nothing is counted twice."""
    out, report = launch(COUNTING, 2000)
    assert (out[:64] == 2000).all()
    assert not out[64:].any()
    assert report.compiled == {"k": 1}


@pytest.mark.usefixtures("eager")
def test_later_launches_are_compiled() -> None:
    """However short they are."""
    kernel = ptxpy.load(ptxpy.parse(HEAD + COUNTING + "    ret;\n}\n"))
    out, data = np.zeros(256, np.uint32), np.arange(256, dtype=np.uint32)
    with ptxpy.sim.engine("auto") as report:
        for turns in (2000, 1):
            kernel.launch(out, data, turns, grid=1, block=64, device="cpu")
    assert (out[:64] == 2001).all()
    assert report.compiled == {"k": 2}


@pytest.mark.usefixtures("eager")
def test_faults_behind_a_change_are_reported() -> None:
    """By the interpreter, which runs the launch once more from its start."""
    body = f"{COUNTING} ld.global.u32 %r5, [%rd2+4096];"
    with pytest.raises(SimulationError, match="outside of global memory"):
        launch(body, 2000)


@pytest.mark.usefixtures("eager")
def test_what_cannot_be_compiled_stays_interpreted() -> None:
    """The report says why."""
    body = f"{COUNTING} fns.b32 %r5, %r4, 0, 1; st.global.u32 [%rd1+512], %r5;"
    out, report = launch(body, 2000)
    assert (out[:64] == 2000).all()
    assert "fns" in report.interpreted["k"]


def test_many_short_launches_are_compiled_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """None of them runs for so long that anything looks after it."""
    monkeypatch.setattr(tiers, "_in_another_thread", at_once)
    kernel = ptxpy.load(ptxpy.parse(HEAD + "st.global.u32 [%rd1], 1; ret;\n}\n"))
    out, data = np.zeros(256, np.uint32), np.zeros(4, np.uint32)
    with ptxpy.sim.engine("auto") as report:
        for _ in range(20_000):
            kernel.launch(out, data, 1, grid=1, block=32, device="cpu")
            if report.compiled:
                break
    assert report.compiled


def test_a_thread_compiles_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it does outside of tests."""
    monkeypatch.setattr(tiers, "_WORTHWHILE_SECONDS", 0.0)
    kernel = ptxpy.load(ptxpy.parse(HEAD + COUNTING + "    ret;\n}\n"))
    out, data = np.zeros(256, np.uint32), np.arange(256, dtype=np.uint32)
    launches = 0
    with ptxpy.sim.engine("auto") as report:
        while not report.compiled:
            kernel.launch(out, data, 1000, grid=1, block=64, device="cpu")
            launches += 1
            assert launches < 10_000
    assert (out[:64] == 1000 * launches).all()


def test_a_small_program_does_not_load_llvm() -> None:
    """Loading LLVM takes longer than its launches."""
    code = (
        "import sys, numpy as np\n"
        "from ptxpy.examples.vector_add import vector_add\n"
        "x = np.ones(100, np.float32)\n"
        "assert vector_add(x, x).sum() == 200\n"
        "assert 'llvmlite' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.fixture
def old_llvmlite(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installation with a version that Numba of an older release brings."""
    engines.has_llvm.cache_clear()
    monkeypatch.setattr("importlib.metadata.version", lambda _: "0.43.0")
    yield
    engines.has_llvm.cache_clear()


@pytest.mark.usefixtures("eager", "old_llvmlite")
def test_an_old_llvmlite_compiles_nothing() -> None:
    """The interpreter runs all; who asks for machine code is told."""
    out, report = launch(COUNTING, 2000)
    assert (out[:64] == 2000).all()
    assert not report.compiled
    with (
        pytest.raises(ValueError, match=r"needs llvmlite 0\.50: "),
        ptxpy.sim.engine("compiled"),
    ):
        pass


def test_the_extra_has_the_least_version() -> None:
    """What is installed with it compiles."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (requirement,) = project["optional-dependencies"]["engine"]
    least = ".".join(map(str, engines.LEAST_LLVMLITE))
    assert re.fullmatch(rf"llvmlite>={re.escape(least)}", requirement)


@pytest.mark.usefixtures("eager")
def test_no_process_costs_no_launch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where none can be started, the interpreter runs the kernel, and the report says why."""
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    out, report = launch(COUNTING.replace("[%rd1], 1;", "[%rd1], 7;"), 2000)
    assert (out[:64] == 14000).all()
    assert "no process for LLVM can be started" in report.interpreted["k"]


@pytest.mark.usefixtures("eager")
def test_a_compiler_that_fails_costs_no_launch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The interpreter runs it, and the report says why."""
    worker = tmp_path / "worker.py"
    worker.write_text("raise SystemExit(3)")
    monkeypatch.setattr(compiling, "_WORKER", worker)
    # Another kernel than those of other tests, whose code is loaded already.
    out, report = launch(COUNTING.replace("[%rd1], 1;", "[%rd1], 3;"), 2000)
    assert (out[:64] == 6000).all()
    assert report.interpreted == {"k": "LLVM has ended with status 3"}


def test_the_end_of_a_process_does_not_wait_for_its_compiler(tmp_path: Path) -> None:
    """A launch that ends meanwhile is not held up."""
    worker = tmp_path / "worker.py"
    worker.write_text("import time\ntime.sleep(60)")
    text = HEAD + COUNTING + "    ret;\n}\n"
    code = f"""
from pathlib import Path
import numpy as np, ptxpy
from ptxpy.sim.native import compiling, tiers
compiling._WORKER = Path({str(worker)!r})
tiers._WORTHWHILE_SECONDS = 0.0
out = np.zeros(256, np.uint32)
ptxpy.load(ptxpy.parse({text!r})).launch(out, out, 2000, grid=1, block=64, device="cpu")
assert (out[:64] == 2000).all()
assert ptxpy.sim.process_report().interpreted["k"] == "it ended while it was compiled"
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=50)
