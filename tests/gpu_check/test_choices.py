"""`tools/gpu_check choices`: its kernels, the list in the guide, and what it tells of devices."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from gpu_checking.choices import CHOICES, jobs, target_of
from gpu_checking.tensor_memory import frame
from gpu_checking.tensor_memory.frame import Kernel
from gpu_checking.tensor_memory.moves import allocations_source
from gpu_checking.tensor_memory.probe import Probe, run

from ptxpy.assemble import assemble
from ptxpy.sim import SimulationError
from tests.assemble.real import needs_nvjitlink
from tests.gpu_check.test_command import needs_bindings
from tests.gpu_check.test_command import run as run_command

ROOT = Path(__file__).resolve().parents[2]
PROBES = [
    pytest.param(probe, id=f"{choice.subject}: {probe.name}")
    for choice in CHOICES
    for probe in choice.probes
]


def asked(folder: Path, *arguments: str) -> tuple[subprocess.CompletedProcess[str], dict[str, Any]]:
    """Return what the section prints and writes."""
    finished = run_command(*arguments, "--output", str(folder), "choices", "-j", "1")
    (path,) = folder.glob("*.json")
    return finished, json.loads(path.read_text())["sections"]["choices"]


def test_the_guide_has_the_same_list() -> None:
    """With the same words, in the same order."""
    text = (ROOT / "ptxpy" / "sim" / "README.md").read_text(encoding="utf-8")
    section = text.partition("\n## Tensor memory\n")[2].partition("\n## ")[0]
    rows = [
        tuple(cell.strip() for cell in line.strip("|").split("|"))
        for line in section.splitlines()
        if line.startswith("|")
    ]
    assert rows[2:] == [(choice.subject, choice.here, choice.shows) for choice in CHOICES]


@needs_nvjitlink
@pytest.mark.parametrize("capability", [100, 103])
@pytest.mark.parametrize("probe", PROBES)
def test_kernels_assemble(probe: Probe, capability: int) -> None:
    """For each device of compute capability 10.x that has the instructions."""
    if capability < probe.least:
        pytest.skip("the device has no such instruction")
    target = target_of(probe, capability)
    assert target == f"sm_{capability}a"
    if isinstance(probe.kernel, Kernel):
        text = frame.source(probe.kernel, target)
    else:
        text = allocations_source(target)
    assert assemble(text.encode(), arch=target).cubin


@pytest.mark.parametrize("probe", PROBES)
def test_the_simulator_does_what_the_guide_says(probe: Probe) -> None:
    """By the wording of the choice alone, or it refuses the kernel; no other reading fits."""
    target = target_of(probe, None)
    if probe.refused:
        assert probe.here is None
        with pytest.raises(SimulationError, match=probe.refused):
            run(probe, target, "cpu")
        return
    found = run(probe, target, "cpu")
    assert probe.here is not None
    assert probe.here(found)
    assert not [reading.text for reading in probe.readings if reading.matches(found)]


@needs_bindings
def test_a_gpu_that_does_as_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through the driver, with clusters; what its compute capability lacks is not asked.

    What the simulator refuses is an error of this driver, which costs nothing else.
    """
    monkeypatch.setenv("PTXPY_TEST_ARCH", "100")
    given = ("--devices", "cpu,cuda", "--import", "tests.gpu_check.emulated")
    finished, found = asked(tmp_path, *given)
    assert finished.returncode == 1, finished.stdout + finished.stderr
    assert [*found] == jobs()
    probes = {
        f"{choice.subject}: {probe.name}": probe for choice in CHOICES for probe in choice.probes
    }
    for job, result in found.items():
        if probes[job].least > 100:
            assert result["message"] == "needs compute capability 10.3, not 10.0"
        elif probes[job].refused:
            assert result["message"].startswith("CudaError: kernel: ")
            assert probes[job].refused in result["message"]
        else:
            assert (result["status"], result["answer"]) == ("ok", "as chosen")
    assert "`.ashift`: 128 x 16 -- as chosen" in finished.stdout


@needs_bindings
def test_a_gpu_without_tensor_memory(tmp_path: Path) -> None:
    """It is asked nothing."""
    given = ("--devices", "cpu,cuda", "--import", "tests.gpu_check.emulated")
    finished, found = asked(tmp_path, *given)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert {result["status"] for result in found.values()} == {"skipped"}
    assert {result["message"] for result in found.values()} == {
        "needs compute capability 10.x, not 9.0",
        "needs compute capability 10.3, not 9.0",
    }


def test_a_device_that_does_otherwise(tmp_path: Path) -> None:
    """It is said what instead, and what is chosen here; what is refused here is no failure."""
    given = ("--devices", "cpu,otherwise", "--import", "tests.gpu_check.otherwise")
    finished, found = asked(tmp_path, *given)
    assert finished.returncode == 1, finished.stdout + finished.stderr
    told = {job: result["answer"] for job, result in found.items() if "answer" in result}
    sums = "The order and the rounding of the sums of a product"
    truncated = "each product is truncated to 25 bits behind the point of the greatest"
    for name in ("one CTA", ".ws", "a pair"):
        assert told[f"{sums}: {name}"].startswith(f"otherwise: {truncated}")
    place = "Where `tcgen05.alloc` takes columns: addresses"
    assert told[place] == "otherwise: at the end of what is free"
    halves = "The upper halves of columns of D of `.f16`: 128 x 16"
    assert told[halves] == "otherwise: they become 0"
    factors = "otherwise: those of lanes 0 to 31 alone count"
    assert told["Scale factors: of A"] == told["Scale factors: of B"] == factors
    limits = "The column shift of a zero-column mask, base offsets of matrix descriptors"
    base = f"{limits}: a base offset"
    assert told[base] == "not run here; the device: a base offset has no effect"
    assert found[base]["status"] == "ok"
    for group in (1, 2):
        shift = found[f"`tcgen05.shift`: cta_group::{group}"]
        assert shift["status"] == "failed"
        assert shift["answer"] == "otherwise: all four blocks are shifted"
        assert "(here each lane of a block of 32 takes what the next one has" in shift["message"]
    assert told["`.ashift`: 128 x 16"] == "as chosen"
    assert "choices: `tcgen05.shift`: cta_group::1" in finished.stdout
