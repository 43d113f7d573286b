"""What the simulator says when a kernel cannot run, or does what it must not."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "EndlessError",
    "FaultError",
    "FoundFault",
    "Missing",
    "SimulationError",
    "Unsupported",
    "UnsupportedError",
]


Missing: TypeAlias = "tuple[str, tuple[int, ...]]"
"""What is missing, in words with `{}` for the places of statements, and their ordinals."""


class Unsupported(NamedTuple):
    """A statement that the simulator cannot run."""

    ordinal: int
    """Its number among `ptxpy.ir.statements` of the module."""
    reason: str


class UnsupportedError(NotImplementedError):
    """A kernel with statements that the simulator cannot run; it has not begun to run."""

    __module__ = "ptxpy"

    def __init__(self, kernel: str, statements: Sequence[Unsupported], text: str) -> None:
        """Keep what is missing; `text` lists it, line by line."""
        self.kernel = kernel
        self.statements = tuple(statements)
        super().__init__(text)


class FoundFault(NamedTuple):
    """A fault that strict mode has found."""

    kind: str
    """What is wrong: `data race`, `missing wait` and so on."""
    text: str
    """All that is said of it: where, which thread, what it conflicts with, what is missing."""
    line: int
    """The line of the PTX; 0 for none."""
    missing: str = ""
    """What to write, and between which lines; empty where that does not follow."""
    times: int = 1
    """How often it was found."""


class SimulationError(RuntimeError):
    """A kernel that did what it must not: the message says where, which thread, and what."""

    __module__ = "ptxpy"

    def __init__(
        self, text: str, faults: tuple[FoundFault, ...] = (), *, complete: bool = False
    ) -> None:
        """Keep the message, and what strict mode has found: with `strict="collect"` several."""
        super().__init__(text)
        self.faults = faults
        self.complete = complete
        """Whether the kernel has run through, and arrays hold what it wrote."""


class EndlessError(SimulationError):
    """A kernel that has not ended after as many steps as it may make."""


class FaultError(Exception):
    """What a statement must not do, before it is known which statement that was."""

    def __init__(self, message: str, lane: int | None = None) -> None:
        """Keep the message and the lane that is to blame: its number in the batch."""
        self.message = message
        self.lane = lane
        self.statement: int | None = None
        """Which one it was, by its index in its function, if it is not the one that ran."""
        self.ordinal: int | None = None
        """The same statement by its ordinal in the module."""
        self.earlier: tuple[tuple[str, int], ...] = ()
        """Other statements that belong to it: in words, and the ordinal."""
        self.kind = ""
        """What is wrong, in strict mode; see `FoundFault`."""
        self.missing: Missing | None = None
        super().__init__(message)
