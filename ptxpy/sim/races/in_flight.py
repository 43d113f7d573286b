"""Asynchronous operations in flight: started and not performed yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ptxpy.sim.errors import Missing

__all__ = ["InFlight", "Lack", "Operation", "ProductGroups"]


class Lack(NamedTuple):
    """The missing wait or commit of an operation that is used while it is in flight."""

    name: str
    """Its name: `cp.async.wait_group`."""
    missing: Missing
    """The instruction to write, and where."""


class Operation(Protocol):
    """An asynchronous operation in flight."""

    @property
    def name(self) -> str:
        """Its name in messages, with its article."""

    @property
    def statement(self) -> int:
        """The ordinal of the statement that has started it."""

    def touches(self, word: int, *, write: bool) -> bool:
        """Return whether it writes, or reads, a word of shared memory."""

    def lack(self, word: int, lane: int) -> Lack:
        """Return the missing wait before the use of a word of shared memory by a lane."""

    def complete(self) -> None:
        """Perform it as if a thread had waited for it; the launch continues after a fault."""


class ProductGroups(Protocol):
    """The groups of products of warpgroups."""

    def pending(self, performed: int, warp: int) -> int:
        """Return how many groups a wait may leave in flight that is to cover a product.

        Args:
            performed: The time at which the product has been performed.
            warp: A warp of its warpgroup.
        """


class InFlight:
    """The operations of a batch that are in flight."""

    def __init__(self, warps: int) -> None:
        """Create an empty table for a batch of `warps` warps."""
        self.fences: Any = np.zeros(warps, np.int64)
        """For each warp, the time of its last fence of the async proxy."""
        self.init_fences: Any = np.zeros(warps, np.int64)
        """For each warp, the time of its last `fence.mbarrier_init`."""
        self._added: dict[int, Operation] = {}
        self._sources: list[Callable[[], Iterable[Operation]]] = []

    def add_source(self, source: Callable[[], Iterable[Operation]]) -> None:
        """Add a function that returns further operations in flight."""
        self._sources.append(source)

    def add(self, operation: Operation) -> None:
        """Add an operation."""
        # Operations hold arrays, so they cannot be hashed.
        self._added[id(operation)] = operation

    def remove(self, operation: Operation) -> None:
        """Remove an operation that has been added."""
        del self._added[id(operation)]

    def operations(self) -> Iterable[Operation]:
        """Return the operations that have been added."""
        return self._added.values()

    def user_of(self, word: int, *, write: bool) -> Operation | None:
        """Return an operation that writes, or reads, a word of shared memory, or None."""
        # Looked for only where the counts of a word show that there is an operation.
        for source in (*self._sources, self.operations):
            for each in source():
                if each.touches(word, write=write):
                    return each
        return None
