"""What a piece answers when it is not simply followed by another one."""

from __future__ import annotations

from typing import Any, NamedTuple

__all__ = [
    "Await",
    "Barrier",
    "Branch",
    "Call",
    "ClusterBarrier",
    "Copy",
    "Leave",
    "Reconverge",
    "Switch",
    "WarpBarrier",
]


class Branch(NamedTuple):
    """Lanes that a predicate parts."""

    predicate: Any
    taken: int
    """The piece of those for which it holds."""
    other: int


class Switch(NamedTuple):
    """Lanes that an index parts."""

    index: Any
    targets: tuple[int, ...]
    """The pieces, by index."""
    guard: Any
    """Which lanes branch; None for all."""
    following: int
    """The piece of the others."""


class Leave(NamedTuple):
    """Lanes that go back to the caller, or end."""

    guard: Any
    """Which of them; None for all."""
    following: int
    """The piece of the others."""
    ends: bool
    """Whether the thread ends even in a function that has been called: `exit`."""


class Copy(NamedTuple):
    """Bytes in the local memory of a lane that a call brings from one function to another."""

    source: int
    """Bytes from the beginning of the part of the one that they come from."""
    target: int
    size: int


class Call(NamedTuple):
    """Lanes that call a function with a body."""

    function: Any
    """Its address: a scalar, or an array with an element a lane that runs."""
    guard: Any
    """Which lanes call; None for all."""
    arguments: tuple[tuple[str, Any, int], ...]
    """For each parameter `("local", offset, size)` or `("value", values, 0)`; those of a vector are
    several."""
    returns: tuple[tuple[str, Any, int], ...]
    """For each return value `("local", offset, size)`, `("slot", numbers, 0)`, `("none", 0, 0)`."""
    following: int
    """The piece after the call."""


class Barrier(NamedTuple):
    """Lanes that come to a barrier of their CTA."""

    number: Any
    threads: Any
    """How many threads it awaits; 0 for all of the CTA."""
    waits: bool
    """Whether they wait there, or only arrive."""
    following: int
    guard: Any
    """Which lanes come; None for all."""
    reduction: str
    """`and`, `or` or `popc`; empty for none."""
    predicate: Any
    """What each lane brings to the reduction."""
    slot: int
    """The register that takes its result."""


class Reconverge(NamedTuple):
    """Lanes of which some must wait for others of their warps; all run the piece again."""

    piece: int
    ready: Any
    """Which of them wait for nobody."""


class WarpBarrier(NamedTuple):
    """Lanes that come to a `bar.warp.sync`."""

    mask: Any
    """Which lanes of its warp each waits for."""
    following: int
    guard: Any
    """Which lanes come; None for all."""


class ClusterBarrier(NamedTuple):
    """Lanes that come to the barrier of their cluster."""

    waits: bool
    """Whether they wait there, or arrive."""
    following: int
    guard: Any
    """Which lanes come; None for all."""


class Await(NamedTuple):
    """Lanes that wait for phases of mbarriers, and then run the piece again, with all others."""

    blocked: Any
    """Which of the lanes that run wait."""
    words: Any
    """For each of those the index of its mbarrier among the 64-bit words of shared memory."""
