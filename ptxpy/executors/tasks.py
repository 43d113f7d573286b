"""A call of the function as bytes, its answer as bytes, and how a worker runs the call.

A worker gets a call by `pickle.loads(data)`: unpickling it carries it out. So neither a scheduler
between here and the worker nor the executor needs to import anything of the function's, and a
worker that cannot import ptxpy, the function or the item says so instead of dying. For the same
reason the answer is bytes: a result or an error that cannot be read back is the fault of its item
alone.
"""

from __future__ import annotations

import pickle
import traceback
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from ptxpy.__about__ import __version__
from ptxpy._records import NamedTuple
from ptxpy.executors.outcomes import ExecutorError, TransferError, WorkerTraceback

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Caller", "dump_object", "read_answer"]

_RESULT: Final = "result"
_ERROR: Final = "error"
_VERSION: Final = "version"

_MAX_FUNCTIONS: Final = 4
"""Functions that a worker keeps, with their bound arguments."""


class Caller(NamedTuple):
    """A function as bytes, from which calls are made."""

    function: bytes
    by_value: bool
    """Whether what `__main__` defines is sent as well, which a remote worker does not have."""
    run: str
    """Distinguishes these calls from those of another run, for a scheduler with a cache."""

    def call(self, item: Any, number: int) -> bytes:
        """Return a call with an item; raise `TransferError` if it cannot be pickled."""
        data = dump_object(item, by_value=self.by_value)
        token = f"{self.run}-{number}"
        # The token makes equal calls differ: a scheduler may keep the results of equal tasks.
        return pickle.dumps(_Call(__version__, token, self.function, data))


class _Call:
    """A call, which unpickling carries out."""

    def __init__(self, *arguments: Any) -> None:
        self.arguments = arguments

    def __reduce__(self) -> tuple[Callable[..., bytes], tuple[Any, ...]]:
        return run_call, self.arguments


def dump_object(value: Any, *, by_value: bool) -> bytes:
    """Pickle an object; raise `TransferError` if that is impossible.

    With `by_value`, functions and classes of `__main__` are sent as they are, by cloudpickle, which
    each engine for several machines needs as well. Otherwise it is used for what `pickle` refuses.
    """
    if by_value and (by_cloudpickle := _cloudpickle_dumps()) is not None:
        return _dump(by_cloudpickle, value)
    try:
        return _dump(pickle.dumps, value)
    except TransferError:
        if (by_cloudpickle := _cloudpickle_dumps()) is None:
            raise
        return _dump(by_cloudpickle, value)


def _dump(dumps: Callable[[Any], bytes], value: Any) -> bytes:
    try:
        return dumps(value)
    except Exception as error:
        message = f"a {type(value).__name__} cannot be sent: {type(error).__name__}: {error}"
        raise TransferError(message) from error


@lru_cache(1)
def _cloudpickle_dumps() -> Callable[[Any], bytes] | None:
    try:
        import cloudpickle  # noqa: PLC0415 - there is one where an engine brought it along
    except ImportError:
        return None
    dumps: Callable[[Any], bytes] = cloudpickle.dumps
    return dumps


@lru_cache(_MAX_FUNCTIONS)
def _load_function(data: bytes) -> Callable[[Any], Any]:
    """Return a function; a worker reads it once, with its bound arguments."""
    function: Callable[[Any], Any] = pickle.loads(data)  # noqa: S301 - the caller's own
    return function


def run_call(version: str, token: str, function: bytes, item: bytes) -> bytes:
    """Carry a call out, in a worker; return the answer."""
    del token
    # Before function and item are unpickled: classes of another version may have other fields.
    if version != __version__:
        return pickle.dumps((_VERSION, __version__, ""))
    try:
        result = _load_function(function)(pickle.loads(item))  # noqa: S301 - the caller's own
        return pickle.dumps((_RESULT, dump_object(result, by_value=False), ""))
    except BaseException as error:  # noqa: BLE001 - all that the function raises is its answer
        text = "".join(traceback.format_exception(error)).rstrip("\n")
        return pickle.dumps((_ERROR, _dump_error(error), text))


def _dump_error(error: BaseException) -> bytes:
    """Return an error as bytes, without those that led to it; empty if it cannot be pickled."""
    # tblib, which Dask brings along, would pickle these, down to the frames.
    error.__cause__ = error.__context__ = error.__traceback__ = None
    try:
        return dump_object(error, by_value=False)
    except TransferError:
        return b""


def read_answer(data: bytes) -> tuple[Any, BaseException | None]:
    """Return the result or the error in an answer.

    Raises `ExecutorError` if the worker has another version of ptxpy.
    """
    kind, content, text = pickle.loads(data)  # noqa: S301 - made by `run_call`
    if kind == _VERSION:
        message = (
            f"ptxpy {content} is installed on a worker, and {__version__} here; "
            "install one version everywhere"
        )
        raise ExecutorError(message)
    try:
        value = pickle.loads(content) if content else None  # noqa: S301 - the function's result
    except Exception as error:  # noqa: BLE001 - a class may raise anything where it is made
        reason = text or f"{type(error).__name__}: {error}"
        return None, TransferError(f"what the worker sent cannot be read: {reason}")
    if kind == _RESULT:
        return value, None
    if not isinstance(value, BaseException):
        return None, TransferError(f"the error cannot be sent back: {text}")
    # Tracebacks cannot be pickled, so that of the worker is shown as the cause, as text.
    value.__cause__ = WorkerTraceback(text)
    return None, value
