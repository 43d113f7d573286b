"""A question to a device: a kernel, and what its possible results mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from gpu_checking.tensor_memory import frame
from gpu_checking.tensor_memory.frame import Kernel, Outputs

__all__ = ["AS_CHOSEN", "OTHERWISE", "UNRUN", "Choice", "Probe", "Reading", "answer"]

AS_CHOSEN: Final = "as chosen"
OTHERWISE: Final = "otherwise: "
UNRUN: Final = "not run here; the device: "
"""Before what a device does where the simulator does nothing."""


class Reading(NamedTuple):
    """What a device might do instead."""

    text: str
    matches: Callable[[Outputs], bool]
    """Whether a result is that of it."""


class Probe(NamedTuple):
    """A kernel that shows which it is."""

    name: str
    """What it is about; a choice may have several."""
    kernel: Kernel | Callable[[str, str], Outputs]
    """A kernel, or what runs one, given the target and the device."""
    here: Callable[[Outputs], bool] | None = None
    """Whether a result is what the choice says, by its wording alone; None where it is refused."""
    readings: tuple[Reading, ...] = ()
    agrees: Callable[[Outputs, Outputs], bool] | None = None
    """Whether a result is as the simulator's, which comes first; None if all words must be."""
    refused: str = ""
    """How the error of the simulator begins, if it runs no such kernel."""
    strict: bool = False
    """Whether that error is right if the result is that of no reading."""
    least: int = 100
    """The first compute capability that has the instructions, times 10."""


class Choice(NamedTuple):
    """What no document settles."""

    subject: str
    here: str
    """What the simulator does."""
    shows: str
    """What a B200 would have to show."""
    probes: tuple[Probe, ...]


def run(probe: Probe, target: str, device: str) -> Outputs:
    """Run the kernel of a probe on a device."""
    if isinstance(probe.kernel, Kernel):
        return frame.launch(probe.kernel, target, device)
    return probe.kernel(target, device)


def answer(probe: Probe, expected: Outputs | None, found: Outputs) -> str:
    """Return what a result says about the choice.

    Args:
        probe: The question.
        expected: The result of the simulator; None if it runs no such kernel.
        found: The result of the device.
    """
    if expected is not None and (probe.agrees or _same)(expected, found):
        return AS_CHOSEN
    told = UNRUN if expected is None and not probe.strict else OTHERWISE
    for reading in probe.readings:
        if reading.matches(found):
            return told + reading.text
    if expected is None:
        return AS_CHOSEN if probe.strict else told + "none of the readings that are known"
    return told + _difference(expected, found)


def _same(expected: Outputs, found: Outputs) -> bool:
    return all(np.array_equal(*pair) for pair in zip(expected, found, strict=True))


def _difference(expected: Outputs, found: Outputs) -> str:
    """Describe the first words that differ."""
    parts = []
    for what, one, other in (
        ("lane {} column {}", expected.cells, found.cells),
        ("the word of thread {}", expected.words, found.words),
    ):
        places = np.argwhere(one != other)
        if len(places):
            cta, *where = (int(each) for each in places[0])
            first = int(one[tuple(places[0])]), int(other[tuple(places[0])])
            parts.append(
                f"{len(places):,} words differ, first {what.format(*where)} of CTA {cta}: "
                f"{first[1]:#010x}, here {first[0]:#010x}"
            )
    return "; ".join(parts) or "the results are not those that belong to it"
