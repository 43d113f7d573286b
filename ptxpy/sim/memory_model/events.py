"""Operations of threads as the memory consistency model sees them (PTX ISA 8.2 to 8.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["INITIAL", "Event", "Location", "Place", "includes", "morally_strong"]

INITIAL: Final = -1
"""The thread of the hypothetical writes that initialise memory (PTX ISA 8.2.6)."""

Location = tuple[str, int, int]
"""A memory location: state space, first byte, number of bytes."""


class Place(NamedTuple):
    """Where a thread runs: threads of equal numbers share a cluster, or a CTA."""

    cluster: int
    cta: int


class Event(NamedTuple):
    """An operation of a thread, or the write that initialises a location."""

    thread: int
    """The number of the thread; `INITIAL` for initial values."""
    instruction: int
    """The number of its instruction in the thread. Operations on the elements of a vector share it:
    no order relates them (PTX ISA 8.2.4)."""
    kind: str
    """`read`, `write`, `update` for an atomic operation that reads and writes, `fence`,
    `proxy fence`, or `arrive` and `wait` at a barrier or an mbarrier."""
    location: Location | None = None
    """The location that a memory operation accesses."""
    read: int | None = None
    """The value that it reads, as unsigned bits."""
    written: int | None = None
    """The value that it writes, as unsigned bits."""
    order: str = "weak"
    """`weak`, `relaxed`, `acquire`, `release`, `acq_rel` or `sc`; empty for barriers that
    synchronise by themselves."""
    scope: str = ""
    """`cta`, `cluster`, `gpu` or `sys`; empty for weak operations."""
    at: int = -1
    """The statement, by ordinal."""
    proxy: str = "generic"
    """The proxy of a memory operation; for a proxy fence the one that it orders with `generic`."""
    is_reduction: bool = False
    """Whether it is a `red`, which forms no acquire pattern (PTX ISA 8.8)."""
    is_guess: bool = False
    """Whether it is a weak load whose value an `atom.cas` compares: that it races is no fault."""

    @property
    def reads(self) -> bool:
        """Whether it is a read operation."""
        return self.kind in ("read", "update")

    @property
    def writes(self) -> bool:
        """Whether it is a write operation."""
        return self.kind in ("write", "update")

    @property
    def is_strong(self) -> bool:
        """Whether it is a strong operation."""
        return self.scope != "" and self.kind != "proxy fence"

    @property
    def acquires(self) -> bool:
        """Whether it is an acquire operation, or a fence that acquires."""
        return self.order in ("acquire", "acq_rel", "sc") and not self.is_reduction

    @property
    def releases(self) -> bool:
        """Whether it is a release operation, or a fence that releases."""
        return self.order in ("release", "acq_rel", "sc")


def includes(scope: str, one: Place, other: Place) -> bool:
    """Return whether the scope of an operation at one place includes a thread at another."""
    if scope == "cta":
        return one == other
    return scope in ("gpu", "sys") or (scope == "cluster" and one.cluster == other.cluster)


def morally_strong(one: Event, other: Event, places: Sequence[Place]) -> bool:
    """Return whether two operations are morally strong relative to each other (PTX ISA 8.7).

    Args:
        one: An operation.
        other: Another one.
        places: The place of each thread.
    """
    if (
        one.location is not None
        and other.location is not None
        and (one.location != other.location or one.proxy != other.proxy)
    ):
        return False
    if one.thread == other.thread:
        return one.instruction != other.instruction
    if INITIAL in (one.thread, other.thread) or not (one.is_strong and other.is_strong):
        return False
    mine, theirs = places[one.thread], places[other.thread]
    return includes(one.scope, mine, theirs) and includes(other.scope, theirs, mine)
