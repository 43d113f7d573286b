"""The outcome of one item, and the errors of an executor."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar, cast  # noqa: TID251 - a generic one

__all__ = ["ExecutorError", "Item", "Outcome", "Result", "TransferError", "WorkerLostError"]

Item = TypeVar("Item")
Result = TypeVar("Result")


class Outcome(NamedTuple, Generic[Item, Result]):
    """The result or the error of a function for one item."""

    position: int
    """The place of the item among all, from 0."""
    item: Item
    result: Result | None
    """The return value of the function; None if there is an error."""
    error: BaseException | None
    """The exception of the function, or another reason for no result; else None."""

    def value(self) -> Result:
        """Return the result, or raise the error."""
        if self.error is not None:
            raise self.error
        return cast("Result", self.result)


class ExecutorError(Exception):
    """The executor cannot be used for any of the remaining items."""


class WorkerLostError(Exception):
    """The worker died each time that it ran one item, and no other."""


class TransferError(Exception):
    """An item, its result or its error cannot be sent to a worker or back."""


class WorkerTraceback(Exception):  # noqa: N818 - the cause of an error, never raised
    """The traceback of an error in a worker, as text; it is the cause of that error."""

    def __str__(self) -> str:
        """Return the traceback, on lines of its own."""
        return f"\n{self.args[0]}"
