"""The outcome of one item."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar, cast

__all__ = ["Item", "Outcome", "Result"]

Item = TypeVar("Item")
Result = TypeVar("Result")


class Outcome(NamedTuple, Generic[Item, Result]):
    """What a function returned or raised for one item."""

    position: int
    """The place of the item among all, from 0."""
    item: Item
    result: Result | None
    """What the function returned; None if there is an error."""
    error: BaseException | None
    """What the function raised, or why there is no result; else None."""

    def value(self) -> Result:
        """Return the result, or raise the error."""
        if self.error is not None:
            raise self.error
        return cast("Result", self.result)
