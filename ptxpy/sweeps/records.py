"""The record of one point of a sweep."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ptxpy.sim.observe.profile import Profile

__all__ = ["SweepRecord"]


class SweepRecord(NamedTuple):
    """What came of one point of a sweep."""

    position: int
    """The place of the point among all, from 0."""
    point: dict[str, Any]
    results: Any = None
    """What the kernel wrote: what a call with tensors returns; else a tuple of its arrays."""
    checked: Any = None
    """What the check returned."""
    error: BaseException | None = None
    """What making the arguments, the launch or the check raised."""
    seconds: float = 0.0
    """The time of the launch, on the worker; the first on a worker includes the compilation."""
    profile: Profile | None = None
    """The counts of the launch, if they were asked for."""

    @property
    def ok(self) -> bool:
        """Whether there is no error."""
        return self.error is None
