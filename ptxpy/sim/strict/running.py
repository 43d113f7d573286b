"""A launch in strict mode.

Reading memory that nothing has been written to is no fault by itself: compilers copy the padding of
structures, and pipelines load what they do not use. So a kernel that has done it runs a second
time, with other bits in that memory, and it is a fault if that changes what the kernel does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

from ptxpy.sim.errors import FoundFault, SimulationError
from ptxpy.sim.reporting import Reporter
from ptxpy.sim.storage.memory import FIRST
from ptxpy.sim.strict.findings import Findings
from ptxpy.sim.strict.state import Strict
from ptxpy.sim.threads.printing import Output

if TYPE_CHECKING:
    from ptxpy.sim.simulation import Loaded, Outcome

__all__ = ["run_strictly"]

_OTHER: Final = 0xFF
"""What bytes hold in the second run; zeros in the first."""


class _Launch(Protocol):
    """Runs all batches."""

    def __call__(self, output: Output, watch: Strict | None, fill: int = 0) -> Outcome: ...


def run_strictly(
    loaded: Loaded, launch: _Launch, output: Output, reporter: Reporter, *, collect: bool
) -> Outcome:
    """Run a kernel in strict mode; `SimulationError` for whatever is wrong.

    Args:
        loaded: The module.
        launch: Runs the kernel, watched by a state if there is one, with a value in all bytes of
            shared and local memory to begin with.
        output: Takes what it prints, the first time.
        reporter: Finds the places of statements.
        collect: Whether faults are gathered: the outcome has the error, if any, unless the kernel
            does what no launch survives.
    """
    memory = loaded.memory
    mark = memory.mark()
    used = slice(FIRST, FIRST + memory.used())
    before = memory.bytes[used].copy()
    findings = Findings(reporter) if collect else None
    watch = Strict(loaded.program, memory, findings)
    try:
        outcome = launch(output, watch)
    except SimulationError as error:
        if findings and not error.faults:
            last = f"then the kernel ended: {error}"
            raise findings.error(last) from None
        raise
    if watch.reads_unset:
        after = memory.bytes[used].copy()
        told = _depends(loaded, launch, mark, before)
        if told:
            unset = _told(watch, reporter, told)
            if findings is None:
                raise SimulationError(unset.text, (unset,))
            findings.append(unset)
        memory.reset(mark)
        memory.bytes[used] = after
    return outcome._replace(error=findings.error()) if findings else outcome


def _depends(loaded: Loaded, launch: _Launch, mark: Any, before: Any) -> str:
    """Return what is different where nothing has been written, with other bits; empty for nothing.

    Args:
        loaded: The module.
        launch: Runs the kernel.
        mark: The state of memory before the launch.
        before: What it held.
    """
    memory = loaded.memory
    used = slice(FIRST, FIRST + len(before))

    def again(fill: int) -> tuple[Any, tuple[int, bytes]]:
        """Return what the kernel leaves in memory, and what it prints, without strict mode."""
        memory.reset(mark)
        memory.bytes[used] = before
        printed = Output(None)
        launch(printed, None, fill)
        return memory.bytes[used].copy(), printed.digest()

    usual = again(0)
    try:
        other = again(_OTHER)
    except SimulationError as error:
        return "it goes wrong: " + str(error).partition("\n")[0]
    told = _difference(loaded, usual, other)
    return told if told and not _difference(loaded, usual, again(0)) else ""


def _difference(loaded: Loaded, one: tuple[Any, Any], other: tuple[Any, Any]) -> str:
    """Return what is different after two runs, in words; empty for nothing."""
    changed = one[0] != other[0]
    if changed.any():
        at = int(changed.argmax())
        found = loaded.memory.find(FIRST + at)
        name = "global memory" if found is None else found.name
        beyond = FIRST + at - (0 if found is None else found.start)
        values = f"{int(one[0][at]):#x} there, then {int(other[0][at]):#x}"
        return f"the kernel leaves something else in {name} + {beyond:,} bytes: {values}"
    return "the kernel prints something else" if one[1] != other[1] else ""


def _told(watch: Strict, reporter: Reporter, what: str) -> FoundFault:
    """Return the fault of reads of what nothing has been written to."""
    (first, unset), *others = watch.reads_unset.items()
    parts = [
        f"a read of {unset.where}, which nothing has been written to, and the result depends on it",
        f"at {reporter.place(first)}",
        f"in {unset.thread}",
        f"with other bits in such memory {what}",
    ]
    parts += [f"such memory is also read at {reporter.place(each)}" for each, _ in others[:_MOST]]
    missing = f"a write to it before {reporter.spot(first)}"
    parts.append(f"missing: {missing}")
    return FoundFault("unset memory", "\n    ".join(parts), reporter.line(first), missing)


_MOST: Final[Any] = 10
