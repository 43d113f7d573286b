"""The section `choices`: what no document settles about tensor memory, asked of a device.

The guide of the simulator has the same list, in its section on tensor memory.
"""

from __future__ import annotations

from typing import Final

from gpu_checking.facts import number_of
from gpu_checking.tensor_memory import elements, factors, layouts, moves, products
from gpu_checking.tensor_memory.frame import Outputs
from gpu_checking.tensor_memory.probe import AS_CHOSEN, OTHERWISE, Choice, Probe, answer, run
from gpu_checking.worker import Result, Settings
from ptxpy.launch.cuda.device import device as gpu
from ptxpy.sim.errors import SimulationError

__all__ = ["CHOICES", "Session", "jobs", "target_of"]

CHOICES: Final[tuple[Choice, ...]] = (
    *products.CHOICES,
    *elements.CHOICES,
    *layouts.CHOICES,
    *factors.CHOICES,
    *moves.CHOICES,
)

_PROBES: Final = {
    f"{choice.subject}: {probe.name}": (choice, probe)
    for choice in CHOICES
    for probe in choice.probes
}
_MAJOR: Final = 10
"""The compute capability with this tensor memory."""


def jobs() -> list[str]:
    """Return the names of all questions."""
    return list(_PROBES)


def target_of(probe: Probe, capability: int | None) -> str:
    """Return the target of the kernel of a probe, given the compute capability times 10."""
    return f"sm_{probe.least if capability is None else max(capability, probe.least)}a"


class Session:
    """Asks a device, and compares with the simulator."""

    def __init__(self, settings: Settings, jobs: list[str]) -> None:
        """Take the device; only those named `cuda` have a compute capability of their own."""
        del jobs
        self._reference, self._device = settings["devices"]
        self._capability = None
        if self._device.startswith("cuda"):
            self._capability = gpu(number_of(self._device)).arch

    def run(self, job: str) -> Result:
        """Ask one question; the result has the wording of the choice, and `answer`."""
        choice, probe = _PROBES[job]
        found = self._capability
        if found is not None and (found // 10 != _MAJOR or found < probe.least):
            needed = "10.x" if probe.least % 10 == 0 else f"{probe.least / 10}"
            message = f"needs compute capability {needed}, not {found / 10}"
            return {"status": "skipped", "message": message}
        target = target_of(probe, found)
        expected = _expected(probe, target, self._reference)
        try:
            told = answer(probe, expected, run(probe, target, self._device))
        except SimulationError as error:
            if not probe.refused or probe.refused not in str(error):
                raise
            told = AS_CHOSEN if probe.strict else f"{self._device} runs it no more than here"
        wording = {"here": choice.here, "shows": choice.shows, "answer": told}
        if told.startswith(OTHERWISE):
            return {"status": "failed", "message": f"{told} (here {choice.here})", **wording}
        return {"status": "ok", **wording}


def _expected(probe: Probe, target: str, device: str) -> Outputs | None:
    """Return the result of the simulator; None if it refuses such a kernel, as it must."""
    if not probe.refused:
        return run(probe, target, device)
    try:
        run(probe, target, device)
    except SimulationError as error:
        if probe.refused in str(error):
            return None
        raise
    raise AssertionError(f"the simulator does not refuse it any more: {probe.refused}")
