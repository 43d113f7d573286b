"""The faults of a launch that continues after a fault: one of each kind and statement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.sim.errors import FoundFault, SimulationError

if TYPE_CHECKING:
    from ptxpy.sim.errors import FaultError
    from ptxpy.sim.fault_messages import Reporter
    from ptxpy.sim.machine.scheduler import Scheduler

__all__ = ["MAX_FAULTS", "Findings"]

MAX_FAULTS: Final = 100
"""How many different faults end the launch."""


class Findings:
    """The faults of a launch that continues after a fault."""

    def __init__(self, reporter: Reporter) -> None:
        """Create an empty collection."""
        self._reporter = reporter
        self._faults: dict[tuple[str, int | None], FoundFault] = {}

    def add(self, fault: FaultError, scheduler: Scheduler) -> None:
        """Add a fault, or count a repetition; raises an error after `MAX_FAULTS` faults."""
        key = fault.kind, self._reporter.ordinal(fault, scheduler)
        earlier = self._faults.get(key)
        if earlier is not None:
            self._faults[key] = earlier._replace(times=earlier.times + 1)
            return
        self._faults[key] = self._reporter.describe(fault, scheduler)
        if len(self._faults) >= MAX_FAULTS:
            last = f"the launch was ended at {MAX_FAULTS} different faults"
            raise self.error(last)

    def append(self, fault: FoundFault) -> None:
        """Add a fault that is already described."""
        # Ordinals are not negative, so this key is that of no other fault.
        self._faults[fault.kind, -1 - len(self._faults)] = fault

    def __bool__(self) -> bool:
        """Return whether there are faults."""
        return bool(self._faults)

    def error(self, last: str = "") -> SimulationError:
        """Return the error of all faults; `last` describes how a launch ended prematurely."""
        faults = tuple(self._faults.values())
        number = "1 fault" if len(faults) == 1 else f"{len(faults):,} faults"
        parts = [f"{number} in strict mode"]
        for k, fault in enumerate(faults, 1):
            often = f"\n    and {fault.times - 1:,} times more" if fault.times > 1 else ""
            parts.append(f"{k}. {fault.text}{often}")
        text = "\n\n".join([*parts, last] if last else parts)
        return SimulationError(text, faults, ran_to_end=not last)
