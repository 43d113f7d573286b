"""Terminators: what a piece returns if it does not simply continue with another piece."""

from __future__ import annotations

from typing import Any, NamedTuple

__all__ = [
    "Await",
    "Barrier",
    "Branch",
    "Call",
    "ClusterBarrier",
    "Copy",
    "IndexedBranch",
    "Reconverge",
    "ReturnOrExit",
    "WarpBarrier",
]


class Branch(NamedTuple):
    """A branch by a predicate, on which lanes may diverge."""

    predicate: Any
    taken: int
    """The piece of the lanes for which it holds."""
    other: int
    """The piece of the other lanes."""


class IndexedBranch(NamedTuple):
    """A branch by an index into a list of targets: `brx.idx`."""

    index: Any
    targets: tuple[int, ...]
    """The pieces, by index."""
    guard: Any
    """Which lanes branch; None for all."""
    following: int
    """The piece of the others."""


class ReturnOrExit(NamedTuple):
    """Lanes that return to the caller, or exit."""

    guard: Any
    """Which lanes return or exit; None for all."""
    following: int
    """The piece of the others."""
    exits: bool
    """Whether the thread ends even in a function that has been called: `exit`."""


class Copy(NamedTuple):
    """Bytes in the local memory of a lane that a call copies from one function to another."""

    source: int
    """The offset in the local memory of the function that they are copied from."""
    target: int
    size: int


class Call(NamedTuple):
    """Lanes that call a function with a body."""

    function: Any
    """Its address: a scalar, or an array with an element for each lane that runs."""
    guard: Any
    """Which lanes call; None for all."""
    arguments: tuple[tuple[str, Any, int], ...]
    """For each parameter `("local", offset, size)` or `("value", values, 0)`; a vector has
    several values."""
    returns: tuple[tuple[str, Any, int], ...]
    """For each return value `("local", offset, size)`, `("slot", numbers, 0)`, `("none", 0, 0)`."""
    following: int
    """The piece after the call."""


class Barrier(NamedTuple):
    """Lanes that arrive at a barrier of their CTA."""

    number: Any
    threads: Any
    """How many threads it awaits; 0 for all of the CTA."""
    waits: bool
    """Whether they wait there, or only arrive."""
    following: int
    guard: Any
    """Which lanes arrive; None for all."""
    reduction: str
    """`and`, `or` or `popc`; empty for none."""
    predicate: Any
    """The predicate that each lane contributes to the reduction."""
    slot: int
    """The slot of the register that receives the result."""


class Reconverge(NamedTuple):
    """Lanes of which some must wait for other lanes of their warps; all run the piece again."""

    piece: int
    ready: Any
    """Which of the lanes need not wait."""


class WarpBarrier(NamedTuple):
    """Lanes that arrive at a `bar.warp.sync`."""

    mask: Any
    """For each lane, the mask of the lanes of its warp that it waits for."""
    following: int
    guard: Any
    """Which lanes arrive; None for all."""


class ClusterBarrier(NamedTuple):
    """Lanes that arrive at the barrier of their cluster."""

    waits: bool
    """Whether they wait there, or only arrive."""
    following: int
    guard: Any
    """Which lanes arrive; None for all."""


class Await(NamedTuple):
    """Lanes that wait for phases of mbarriers and then run the piece again."""

    blocked: Any
    """Which of the lanes of the group wait."""
    words: Any
    """For each of these lanes, the index of its mbarrier among 64-bit words of shared memory."""
