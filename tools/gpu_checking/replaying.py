"""A recording of a GPU against the simulator."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from gpu_checking.comparing import Comparison, compare_results
from gpu_checking.instructions import named
from gpu_checking.modules import run, source_of
from gpu_checking.recording import Recording, replayable, restored
from gpu_checking.vectors import Form
from ptxpy.sim.errors import UnsupportedError

__all__ = ["Replayed", "replay"]

_BATCH: Final = 64


class Replayed(NamedTuple):
    """A form in the simulator, next to what a GPU computed."""

    form: Form
    comparison: Comparison


def replay(recording: Recording, *, every: int = 1) -> Iterator[Replayed]:
    """Yield comparisons of forms that are still as they were, and that the simulator runs.

    Args:
        recording: What a GPU computed; it is what is expected.
        every: Take every so-manieth form.
    """
    about = recording.about
    waiting = [*replayable(recording, named(about), every)]
    for start in range(0, len(waiting), _BATCH):
        batch = waiting[start : start + _BATCH]
        source = source_of([form for form, _ in batch], about["version"], about["target"])
        for index, (form, recorded) in enumerate(batch):
            try:
                found = run(form, source, index, "cpu")
            except UnsupportedError:
                continue
            yield Replayed(form, compare_results(form, restored(recorded, found), found))
