"""Blocks of the device that Python opens with `with`, and must not be called without it."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Generator, Iterator
from functools import wraps
from types import CodeType, FrameType, TracebackType
from typing import TYPE_CHECKING, Any, Final, Generic, NoReturn, ParamSpec, TypeVar

from ptxpy.dialect import vocabulary
from ptxpy.dsl.other_names import LOOP_NAMES
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.source_lines import attach_location
from ptxpy.dsl.verification.early_exits import early_exit

_Given = ParamSpec("_Given")
_Opened = TypeVar("_Opened")

_PLAIN: Final = vocabulary.BLOCK
"""A block that nothing branches around: it is run as a whole, unless something branches out."""


class WithBlock(Generic[_Opened]):
    """The result of `ptx.if_(p)` and the like: nothing is emitted before `with` opens it."""

    def __init__(self, what: str, steps: Generator[_Opened, None, None]) -> None:
        """Keep the location of the call, to report a call without `with`.

        `steps` opens the block, yields what `with … as` gives, and closes the block.
        """
        self._steps = steps
        self._what = what
        self._opened: _Opened | None = None
        self._entered: list[tuple[CodeType, int]] = []
        # The first frame is that of `make`, which `with_block` returns.
        frame = sys._getframe(2)  # noqa: SLF001 - the only way, and documented
        body = trace.current()
        self._unopened = {} if body is None or body.function is None else body.function.unopened
        # The block is kept in the entry, as its identity could be given to another one otherwise.
        self._unopened[id(self)] = (what, (frame.f_code, frame.f_lasti), self)

    if not TYPE_CHECKING:  # a checker reports an unknown name as one

        def __getattr__(self, name: str) -> NoReturn:
            """Refuse an attribute of an open block; `AttributeError` with the notation."""
            known = LOOP_NAMES.get(name)
            shown = known or f"with {self._what}(…) as block: … and block.{name} in it"
            msg = f"{self._what}(…) has no {name}: write {shown}"
            raise AttributeError(msg)

    def __enter__(self) -> _Opened:
        """Open the block."""
        self._unopened.pop(id(self), None)
        self._entered = [
            (frame.f_code, frame.f_lasti)
            for frame in _openers(sys._getframe(1))  # noqa: SLF001 - as above
        ]
        for opened in self._steps:
            self._opened = opened
            return opened
        msg = f"{self._what}(…) has been a block already: write with {self._what}(…) for another"
        raise trace.TraceError(msg)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the block."""
        if kind is not None:
            # Nothing is recorded for the end of a block that an exception has left.
            self._steps.close()
            return
        # An exit is refused before the end of the block is recorded.
        self._check_left()
        code, entered = self._entered[0]
        frame = sys._getframe(1)  # noqa: SLF001 - as above
        opened: Any = self._opened
        if hasattr(opened, "place") and frame.f_code is code:
            opened.place = code, entered, frame.f_lasti
        next(self._steps, None)

    def _check_left(self) -> None:
        """Raise `TraceError` where Python leaves the block before its end."""
        if self._what == _PLAIN and getattr(self._opened, "always_ends", False):
            return
        leaving = _openers(sys._getframe(2))  # noqa: SLF001 - as above
        for (code, entered), frame in zip(self._entered, leaving, strict=False):
            left = early_exit(code, entered, frame.f_lasti) if frame.f_code is code else None
            if left is not None:
                msg = (
                    f"return, break or continue of Python leaves the block of {self._what} before "
                    "its end: Python obeys it while the kernel is traced, whether the device runs "
                    "the block or not, and what follows the block is not traced. Put that under "
                    "ptx.else_(), or branch to it: leave(when=…) of a ptx.block(). The return of "
                    "the device is ptx.ret(), with when= for some of its threads"
                )
                error = trace.TraceError(msg)
                attach_location(error, (code, left))
                raise error


def _openers(frame: FrameType) -> Iterator[FrameType]:
    """Yield a frame that opens or closes a block, and those whose `with` has it do so."""
    yield frame
    # The `with` may be in a function under `@contextmanager`: then the block is also that of the
    # `with` which calls it.
    between = frame.f_back
    while between is not None and between.f_code.co_filename == contextlib.__file__:
        outer = between.f_back
        if outer is None:
            return
        yield outer
        between = outer.f_back


def with_block(
    function: Callable[_Given, Generator[_Opened, None, None]],
) -> Callable[_Given, WithBlock[_Opened]]:
    """Make a generator a context manager, as `contextmanager` does, that has to be opened."""
    what = f"ptx.{function.__name__}"

    @wraps(function)
    def make(*arguments: _Given.args, **options: _Given.kwargs) -> WithBlock[_Opened]:
        return WithBlock(what, function(*arguments, **options))

    return make


def check_opened(function: Any) -> None:
    """Raise `TraceError` for a block of a function that was made and not opened."""
    for what, location, _ in function.unopened.values():
        msg = f"{what} has no block: write `with {what}(…):` and what it holds, indented, below"
        error = trace.TraceError(msg)
        attach_location(error, location)
        raise error
