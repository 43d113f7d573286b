"""Faults that are gathered: each once, by what is wrong and the statement that does it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.sim.errors import FoundFault, SimulationError

if TYPE_CHECKING:
    from ptxpy.sim.errors import FaultError
    from ptxpy.sim.fault_messages import Reporter
    from ptxpy.sim.machine.scheduler import Scheduler

__all__ = ["MAX_FAULTS", "Findings"]

MAX_FAULTS: Final = 100
"""Different faults after which a launch that gathers them is ended."""


class Findings:
    """The faults of a launch that goes on after them."""

    def __init__(self, reporter: Reporter) -> None:
        """Begin without any."""
        self._reporter = reporter
        self._found: dict[tuple[str, int | None], FoundFault] = {}

    def add(self, fault: FaultError, scheduler: Scheduler) -> None:
        """Take a fault, or count it if there is one like it; too many end the launch."""
        key = fault.kind, self._reporter.ordinal(fault, scheduler)
        known = self._found.get(key)
        if known is not None:
            self._found[key] = known._replace(times=known.times + 1)
            return
        self._found[key] = self._reporter.found(fault, scheduler)
        if len(self._found) >= MAX_FAULTS:
            last = f"the launch was ended at {MAX_FAULTS} different faults"
            raise self.error(last)

    def append(self, fault: FoundFault) -> None:
        """Take a fault that is put in words already."""
        self._found[fault.kind, -1 - len(self._found)] = fault

    def __bool__(self) -> bool:
        """Return whether there are any."""
        return bool(self._found)

    def error(self, last: str = "") -> SimulationError:
        """Return the error with all faults, and how the launch ended if it did not run through."""
        faults = tuple(self._found.values())
        number = "1 fault" if len(faults) == 1 else f"{len(faults):,} faults"
        parts = [f"{number} in strict mode", *map(_listed, range(1, len(faults) + 1), faults)]
        text = "\n\n".join([*parts, last] if last else parts)
        return SimulationError(text, faults, complete=not last)


def _listed(number: int, fault: FoundFault) -> str:
    often = f"\n    and {fault.times - 1:,} times more" if fault.times > 1 else ""
    return f"{number}. {fault.text}{often}"
