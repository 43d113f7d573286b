"""A function, and what its registers hold and point to."""

from __future__ import annotations

from functools import cached_property

from ptxpy.naming.pointers import Root, pointers_of
from ptxpy.naming.uses import Uses
from ptxpy.naming.values import Value, values_of

__all__ = ["Contents"]


class Contents(Uses):
    """A function, and what its registers hold and point to."""

    @cached_property
    def values(self) -> list[Value]:
        """For each register what it is known to hold."""
        return values_of(self)

    @cached_property
    def pointers(self) -> dict[int, Root]:
        """What each register that is a pointer points into."""
        return pointers_of(self, self.values)
