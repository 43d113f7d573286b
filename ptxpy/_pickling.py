"""Exceptions that can be pickled although they are made of more than their message.

`BaseException` is unpickled by a call of the class with `args`, which fails where the constructor
takes something else; in a process pool that breaks the whole pool. This module imports none of the
package.
"""

from __future__ import annotations

from typing import Any

__all__ = ["PicklableError"]


class PicklableError(Exception):
    """An exception that is unpickled by its attributes, without a call of its constructor."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to make it again."""
        return _restore, (type(self), self.args), self.__dict__


def _restore(kind: type[PicklableError], arguments: tuple[Any, ...]) -> PicklableError:
    return kind.__new__(kind, *arguments)
