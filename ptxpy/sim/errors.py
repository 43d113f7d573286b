"""The errors of kernels that cannot run, or that fault."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from ptxpy._pickling import PicklableError
from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "Cause",
    "FaultError",
    "FoundFault",
    "Missing",
    "SimulationError",
    "StepLimitExceededError",
    "Unsupported",
    "UnsupportedError",
]


Missing: TypeAlias = "tuple[str, tuple[int, ...]]"
"""The missing synchronisation in words, with `{}` for statements, and their ordinals."""


Cause: TypeAlias = Literal[
    "", "address", "alignment", "assertion", "deadlock", "function", "race", "steps", "trapped"
]
"""The kind of error that a fault is on a device, which has a number for each; empty for others."""


class Unsupported(NamedTuple):
    """A statement that the simulator cannot run."""

    ordinal: int
    """Its index in `ptxpy.ir.statements` of the module."""
    reason: str


class UnsupportedError(PicklableError, NotImplementedError):
    """A kernel with statements that the simulator cannot run; it has not been started."""

    __module__ = "ptxpy"

    def __init__(self, kernel: str, statements: Sequence[Unsupported], text: str) -> None:
        """Keep the unsupported statements; `text` lists them, line by line."""
        self.kernel = kernel
        self.statements = tuple(statements)
        super().__init__(text)


class FoundFault(NamedTuple):
    """A fault that strict mode has found."""

    kind: str
    """The kind of the fault: `data race`, `missing wait` and so on."""
    text: str
    """The message: the place, the thread, the conflicting access, and the missing synchronisation.
    """
    line: int
    """The line of the PTX; 0 for none."""
    missing: str = ""
    """The instruction to write, and between which lines; empty if it is not determined."""
    times: int = 1
    """How often the fault has occurred."""


class SimulationError(RuntimeError):
    """A kernel that faulted: the message has the location, the thread and the fault."""

    __module__ = "ptxpy"

    def __init__(
        self,
        text: str,
        faults: tuple[FoundFault, ...] = (),
        *,
        ran_to_end: bool = False,
        cause: Cause = "",
    ) -> None:
        """Keep the message, and the faults of strict mode: several with `strict="collect"`."""
        super().__init__(text)
        self.faults = faults
        self.cause: Cause = cause or ("race" if faults else "")
        self.ran_to_end = ran_to_end
        """Whether the kernel has run to its end, so that arrays hold its results."""


class StepLimitExceededError(SimulationError):
    """A kernel that has not ended within its limit of steps."""


class FaultError(PicklableError):
    """A fault of a statement, raised where the statement is not known."""

    cause: Cause = ""

    def __init__(self, message: str, lane: int | None = None, cause: Cause = "") -> None:
        """Keep the message and the faulting lane, by its index in the batch."""
        self.message = message
        self.lane = lane
        if cause:
            self.cause = cause
        self.statement: int | None = None
        """The index in its function of the faulting statement, if it is not the running one."""
        self.ordinal: int | None = None
        """The ordinal in the module of the faulting statement."""
        self.earlier: tuple[tuple[str, int], ...] = ()
        """Other statements involved: a text and the ordinal of each."""
        self.kind = ""
        """The kind of fault, in strict mode; see `FoundFault`."""
        self.missing: Missing | None = None
        super().__init__(message)
