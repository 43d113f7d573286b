"""`tools/gpu_check` as a whole, on the simulator, on an emulated driver, and with faults."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from gpu_checking import recording
from gpu_checking.children import Limits, run_jobs
from gpu_checking.replaying import replay

from tests.gpu_check import planted

ROOT = Path(__file__).resolve().parents[2]
SETTINGS: dict[str, Any] = {
    "devices": ["cpu", "planted"],
    "target": "sm_90a",
    "version": "9.0",
    "assemble": "",
    "lanes": 128,
    "record": False,
    "import": ["tests.gpu_check.planted"],
}
ADDITIONS = [f"integer: add.{kind} d, a, b" for kind in ("u16", "u32", "u64", "s16", "s32", "s64")]

needs_bindings = pytest.mark.skipif(
    sys.platform == "darwin", reason="NVIDIA has no cuda-bindings for macOS"
)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    command = [sys.executable, str(ROOT / "tools" / "gpu_check"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def written(folder: Path) -> dict[str, Any]:
    """Return the only file of results in a folder."""
    (path,) = folder.glob("*.json")
    found: dict[str, Any] = json.loads(path.read_text())
    return found


@needs_bindings
def test_everything_on_an_emulated_gpu(tmp_path: Path) -> None:
    """All sections go through the driver; the results agree, and are written and recorded."""
    out, records = tmp_path / "out", tmp_path / "records"
    finished = run(
        *("--devices", "cpu,cuda", "--import", "tests.gpu_check.emulated", "-j", "2"),
        *("--lanes", "128", "--sample", "60", "--output", str(out), "--record", str(records)),
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    found = written(out)
    assert (found["gpu"], found["arch"], found["target"]) == ("Fake GPU", "sm_90", "sm_90a")
    sections = {
        "instructions",
        "kernels",
        "examples",
        "choices",
        "launches",
        "jax",
        "pytorch",
        "triton",
    }
    assert {*found["sections"]} == sections | {"overhead", "corpus"}
    assert any(" ok, on " in result["told"] for result in found["sections"]["examples"].values())
    instructions = found["sections"]["instructions"]
    assert len(instructions) > 30
    assert sum(result["status"] == "ok" for result in instructions.values()) > 30
    assert sum(result.get("values", 0) for result in instructions.values()) > 3000
    assert any(result.get("arrays") for result in found["sections"]["kernels"].values())
    assert found["assembler"] == "emulated 1.0"
    assert found["sections"]["overhead"]["cold"]["measured"]
    assert "instructions" in finished.stdout
    (path,) = records.glob("*.npz")
    kept = recording.read(path)
    assert kept.about["gpu"] == "Fake GPU"
    assert {*kept.forms} <= {*instructions}
    replayed = [*replay(kept)]
    assert len(replayed) > 30
    assert not any(each.comparison.wrong for each in replayed)


@needs_bindings
def test_launches_on_an_emulated_gpu(tmp_path: Path) -> None:
    """Launches depend on each other, are captured, and need no assembler but the driver."""
    finished = run(
        *("--devices", "cpu,cuda", "--import", "tests.gpu_check.emulated", "-j", "1"),
        *("--output", str(tmp_path), "launches"),
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    launches = written(tmp_path)["sections"]["launches"]
    assert {name: result["status"] for name, result in launches.items()} == dict.fromkeys(
        ("cooperative", "too large", "dependent", "graph", "context", "compiled by the driver"),
        "ok",
    )


@needs_bindings
def test_variables_and_pointers_on_an_emulated_gpu(tmp_path: Path) -> None:
    """Variables of modules, output of kernels, and launches with addresses."""
    finished = run(
        *("--devices", "cpu,cuda", "--import", "tests.gpu_check.emulated", "-j", "1"),
        *("--output", str(tmp_path), "kernels", "overhead"),
        *("--only", "test_numba.*blur|checked_divide|statics|printf|trap|^pointers|initial_v"),
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    found = written(tmp_path)["sections"]
    kernels = found["kernels"]
    assert kernels["test_numba.py::test_blur"] | {"seconds": 0} == {
        "status": "ok",
        "launches": 1,
        "seconds": 0,
    }
    assert kernels["test_numba.py::test_checked_divide"]["status"] == "ok"
    printing = kernels["test_nvcc_calls.py::test_printf_and_malloc[sm_80.debug]"]
    assert "only the simulator tells: trap" in printing["note"]
    assert kernels["test_llvmlite.py::test_trap[sm_80_O3]"]["status"] == "skipped"
    measured = found["overhead"]["pointers"]["measured"]
    assert {*measured} == {"kernel.launch", "kernel[grid, block]", "kernel.launch, waited for"}


def test_a_wrong_bit_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """With its lane, its operands and both results; other forms are right."""
    monkeypatch.setenv(planted.FAULT, "bit")
    found = run_jobs("instructions", ADDITIONS[:3], SETTINGS, Limits(120, 60))
    assert [result["status"] for result in found.values()] == ["ok", "failed", "ok"]
    wrong = found[ADDITIONS[1]]
    assert wrong["wrong"] == 1
    (difference,) = wrong["differences"]
    assert difference["lane"] == 1
    bits = [int(difference[name], 16) for name in ("expected", "found")]
    assert bits[0] ^ bits[1] == 1
    operands = [int(difference["operands"][name], 16) for name in ("a", "b")]
    assert bits[0] == sum(operands) % 2**32
    assert "lane 1: a = " in wrong["message"]


@pytest.mark.parametrize(
    ("fault", "message"), [("abort", "status -6"), ("sleep", "no answer in 10 s")]
)
def test_a_fault_costs_only_itself(
    monkeypatch: pytest.MonkeyPatch, fault: str, message: str
) -> None:
    """A process that crashes or hangs at one form is followed by another."""
    monkeypatch.setenv(planted.FAULT, fault)
    found = run_jobs("instructions", ADDITIONS[:3], SETTINGS, Limits(120, 10))
    assert [result["status"] for result in found.values()] == ["ok", "failed", "ok"]
    assert message in found[ADDITIONS[1]]["message"]


@needs_bindings
def test_an_error_of_the_driver_costs_only_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """After an illegal address a process can do nothing more on the GPU."""
    monkeypatch.setenv("PTXPY_TEST_FAULTY_KERNEL", "form_1")
    chosen = {**SETTINGS, "devices": ["cpu", "cuda"], "import": ["tests.gpu_check.emulated"]}
    found = run_jobs("instructions", ADDITIONS[:3], chosen, Limits(120, 60))
    assert [result["status"] for result in found.values()] == ["ok", "failed", "ok"]
    assert "CUDA_ERROR_ILLEGAL_ADDRESS" in found[ADDITIONS[1]]["message"]


def test_a_disagreement_is_the_exit_status(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table shows it, with the operands and both results."""
    monkeypatch.setenv(planted.FAULT, "bit")
    finished = run(
        *("--devices", "cpu,planted", "--import", "tests.gpu_check.planted"),
        *("--only", r"integer: add\.(u16|u32) d", "--lanes", "128", "--output", str(tmp_path)),
        *("instructions", "-j", "1"),
    )
    assert finished.returncode == 1, finished.stdout + finished.stderr
    assert "instructions: integer: add.u32 d, a, b" in finished.stdout
    assert "1 of 128 values differ; lane 1: a = " in finished.stdout
    assert "on planted" in finished.stdout


def test_nothing_works() -> None:
    """Where no process does anything right, not all forms are tried in processes of their own."""
    chosen = {**SETTINGS, "import": ["tests.gpu_check.no_such_module"]}
    found = run_jobs("instructions", ADDITIONS, chosen, Limits(120, 60))
    assert {result["status"] for result in found.values()} == {"failed"}
    assert all("no_such_module" in result["message"] for result in found.values())


def test_no_time_is_left() -> None:
    """Jobs that are not begun in time have failed, and say so."""
    found = run_jobs("instructions", ADDITIONS, SETTINGS, Limits(0, 4))
    messages = {result["message"] for result in found.values()}
    assert messages == {"the time of the section was over"}


def test_a_device_that_is_not_there(tmp_path: Path) -> None:
    """One line, and exit status 2."""
    finished = run("--devices", "cpu,cuda:77", "--output", str(tmp_path))
    assert finished.returncode == 2
    assert "gpu_check: cuda:77: DriverMissingError: no " in finished.stderr
    assert not [*tmp_path.iterdir()]
