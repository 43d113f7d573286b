"""A run of a kernel in the simulator, as the page shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from ptxpy.sim import Profile, Timeline, Trace

__all__ = ["Run"]


class Run(NamedTuple):
    """The counts, the timeline and the values of a run."""

    profile: Profile
    timeline: Timeline
    """It has the sizes of the launch, too."""
    trace: Trace | None = None
    """The instructions of some threads of a CTA; None without values."""
