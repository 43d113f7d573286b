"""Asynchronous operations in flight: a table of those that have been started and not performed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["InFlight", "Operation"]


class Operation(Protocol):
    """An asynchronous operation in flight."""

    @property
    def name(self) -> str:
        """What it is called in messages, with its article."""

    @property
    def wait(self) -> str:
        """What completes it."""

    @property
    def statement(self) -> int:
        """The ordinal of the statement that has started it."""

    def touches(self, word: int, *, write: bool) -> bool:
        """Return whether it writes, or reads, a word of shared memory."""

    def complete(self) -> None:
        """Perform it as if it had been waited for: the launch goes on after a fault."""


class InFlight:
    """The operations of a batch that are in flight."""

    def __init__(self, warps: int) -> None:
        """Begin without any, in a batch of the given number of warps."""
        self.fences: Any = np.zeros(warps, np.int64)
        """When each warp had its last fence of the async proxy."""
        self._others: dict[int, Operation] = {}
        self._sources: list[Callable[[], Iterable[Operation]]] = []

    def add_source(self, source: Callable[[], Iterable[Operation]]) -> None:
        """Let a function give operations that are in flight, before those that are added."""
        self._sources.append(source)

    def add(self, operation: Operation) -> None:
        """Add an operation."""
        self._others[id(operation)] = operation

    def remove(self, operation: Operation) -> None:
        """Remove an operation that has been added."""
        del self._others[id(operation)]

    def added(self) -> Iterable[Operation]:
        """Return the operations that have been added."""
        return self._others.values()

    def user_of(self, word: int, *, write: bool) -> Operation | None:
        """Return an operation that writes, or reads, a word of shared memory; None for none."""
        for source in (*self._sources, self.added):
            for each in source():
                if each.touches(word, write=write):
                    return each
        return None
