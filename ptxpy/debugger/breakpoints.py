"""Breakpoints, and watched memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from ptxpy.debugger.expressions import Expression
    from ptxpy.debugger.source_map import SourcePlace

__all__ = ["Breakpoint", "Threads", "Watch", "Write"]


class Threads(NamedTuple):
    """Some threads of a launch; None stands for all."""

    cta: int | None = None
    """The index of a CTA in the grid, as `Geometry.cta_coordinates` counts."""
    warp: int | None = None
    """The index of a warp in its CTA."""
    thread: int | None = None
    """The index of a thread in its CTA."""


@dataclass
class Breakpoint:
    """A breakpoint at instructions."""

    number: int
    ordinals: tuple[int, ...]
    """The instructions, by ordinal."""
    place: SourcePlace
    threads: Threads = field(default_factory=Threads)
    condition: Expression | None = None
    """The breakpoint stops only threads for which this condition holds."""
    after: int = 0
    """How many hits are passed over."""
    only_hit: int = 0
    """The one hit that stops; 0 for all."""
    message: str = ""
    """A text that is shown in place of a stop, with expressions in braces; empty for a stop."""
    is_temporary: bool = False
    is_enabled: bool = True
    hits: int = 0
    """How often it was hit since the launch began."""


@dataclass
class Watch:
    """Bytes of memory that stop the launch when they change."""

    number: int
    text: str
    """The expression that was given."""
    space: str
    """`shared`, `local` or `global`."""
    cta: int
    """The CTA whose shared memory it is, or of the thread."""
    thread: int
    """The thread in the CTA, whose local memory it is."""
    address: int
    size: int
    type: str
    is_enabled: bool = True
    hits: int = 0
    held: bytes | None = field(default=None, repr=False)
    """The last value of the bytes; None if the memory did not exist yet."""


class Write(NamedTuple):
    """A change of watched memory."""

    position: int
    """The position in the launch behind the write; see `LaunchStepper.count`."""
    ordinal: int
    """The instruction that made it."""
    threads: tuple[tuple[int, int], ...]
    """The CTA and the thread of those that wrote there; all that ran it, if it is not known."""
    old: bytes
    new: bytes
