"""Blocks of the device that Python opens with `with`, and must not be called without it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import wraps
from types import TracebackType
from typing import Any, Generic, ParamSpec, TypeVar

from ptxpy.dsl import trace
from ptxpy.dsl.lines import locate

_Given = ParamSpec("_Given")
_Opened = TypeVar("_Opened")


class WithBlock(Generic[_Opened]):
    """What `ptx.if_(p)` returns: nothing is emitted before `with` opens it."""

    def __init__(self, what: str, manager: AbstractContextManager[_Opened]) -> None:
        """Note who has called, so that a call without `with` can be told."""
        self._manager = manager
        frame = sys._getframe(2)  # noqa: SLF001 - the only way, and documented
        body = trace.current()
        self._unopened = {} if body is None or body.function is None else body.function.unopened
        self._unopened[id(self)] = (what, (frame.f_code, frame.f_lasti), self)

    def __enter__(self) -> _Opened:
        """Open the block."""
        self._unopened.pop(id(self), None)
        return self._manager.__enter__()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> bool | None:
        """Close the block."""
        return self._manager.__exit__(kind, error, traceback)


def with_block(
    function: Callable[_Given, Iterator[_Opened]],
) -> Callable[_Given, WithBlock[_Opened]]:
    """Make a generator a context manager, as `contextmanager` does, that has to be opened."""
    managed = contextmanager(function)
    what = f"ptx.{function.__name__}"

    @wraps(function)
    def make(*arguments: _Given.args, **options: _Given.kwargs) -> WithBlock[_Opened]:
        return WithBlock(what, managed(*arguments, **options))

    return make


def check_opened(function: Any) -> None:
    """Raise `TraceError` for a block of a function that was made and not opened."""
    for what, place, _ in function.unopened.values():
        msg = f"{what} has no block: write `with {what}(…):` and what it holds, indented, below"
        error = trace.TraceError(msg)
        locate(error, place)
        raise error
