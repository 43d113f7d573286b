"""The function that XLA calls: a typed foreign function in Python, without a library to build.

XLA calls it once when it is registered, to ask for its version, and then for every execution of a
kernel's call. It never raises: an exception becomes an error of XLA, which JAX raises.
"""

from __future__ import annotations

import ctypes
import traceback
from collections import deque
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.integrations.jax.structs import (
    METADATA,
    SCALAR,
    STAGE_EXECUTE,
    ApiVersion,
    Attributes,
    CallFrame,
    ErrorCreateArgs,
    Handler,
    MetadataExtension,
    Scalar,
    StreamGetArgs,
    XlaBuffer,
    read_buffers,
)

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["HANDLE", "FfiCall", "make_handler", "take_exception"]

HANDLE: Final = "cubin_handle"
"""The name of the attribute that says which kernel is called."""

_MAX_KEPT_EXCEPTIONS: Final = 16

_CODES: Final = (
    (KeyboardInterrupt, 1),  # CANCELLED
    (MemoryError, 8),  # RESOURCE_EXHAUSTED
    (NotImplementedError, 12),  # UNIMPLEMENTED
    (TypeError, 3),  # INVALID_ARGUMENT
    (ValueError, 3),
)
"""The error codes of XLA for exceptions; the code of all others is INTERNAL."""
_INTERNAL: Final = 13

_raised: Final[deque[tuple[str, BaseException]]] = deque(maxlen=_MAX_KEPT_EXCEPTIONS)
"""The last exceptions with their messages, so that a call can raise the exception of a kernel."""
_lock: Final = Lock()


class FfiCall(NamedTuple):
    """An execution of a kernel by XLA."""

    handle: int
    """Which kernel, by its number in the registry."""
    inputs: list[XlaBuffer]
    outputs: list[XlaBuffer]
    stream: int | None
    """The CUDA stream; None on the CPU."""


def make_handler(
    execute: Callable[[FfiCall], None], version: tuple[int, int], *, on_gpu: bool
) -> Any:
    """Return a handler, a function pointer of ctypes, that calls `execute` for every execution.

    The caller keeps it alive as long as XLA may call it.

    Args:
        execute: The function that launches kernels; it may raise any exception.
        version: The version of the interface, major and minor, that the handler answers.
        on_gpu: Whether executions have a CUDA stream.
    """

    def handle(frame: Any) -> int | None:
        try:
            return _handle(frame.contents, execute, version, on_gpu=on_gpu)
        except BaseException as error:  # noqa: BLE001 - no exception can pass through XLA
            return _error(frame.contents, error)

    return Handler(handle)


def take_exception(message: str) -> BaseException | None:
    """Return the exception that an error of JAX reports, once, if it was raised lately."""
    with _lock:
        # The latest exception comes first, as kernels may raise the same message again.
        for number in reversed(range(len(_raised))):
            text, error = _raised[number]
            if text in message:
                del _raised[number]
                return error
    return None


def _handle(
    frame: CallFrame,
    execute: Callable[[FfiCall], None],
    version: tuple[int, int],
    *,
    on_gpu: bool,
) -> int | None:
    # XLA asks for the version with an extension, before any execution.
    if frame.extension_start and frame.extension_start.contents.type == METADATA:
        _answer_metadata(frame, version)
        return None
    # A frame of another version of XLA may be shorter, and must not be read beyond its end.
    if frame.struct_size < CallFrame.attributes.offset:
        msg = f"the call frame of XLA has {frame.struct_size} bytes, which is too few"
        raise RuntimeError(msg)
    # XLA calls the handler at other stages as well, for which there is nothing to do.
    if frame.stage != STAGE_EXECUTE:
        return None
    execute(
        FfiCall(
            _read_handle(frame.attributes),
            read_buffers(frame.arguments),
            read_buffers(frame.results),
            _stream(frame) if on_gpu else None,
        )
    )
    return None


def _answer_metadata(frame: CallFrame, version: tuple[int, int]) -> None:
    """Write the version of the handler; XLA refuses it if its own is not compatible."""
    extension = ctypes.cast(frame.extension_start, ctypes.POINTER(MetadataExtension)).contents
    metadata = extension.metadata.contents
    metadata.api_version.struct_size = ctypes.sizeof(ApiVersion)
    metadata.api_version.extension_start = None
    metadata.api_version.major, metadata.api_version.minor = version
    metadata.traits = 0


def _read_handle(attributes: Attributes) -> int:
    for number in range(attributes.size):
        span = attributes.names[number].contents
        if ctypes.string_at(span.data, span.size) == HANDLE.encode():
            if attributes.types[number] != SCALAR:
                break
            scalar = ctypes.cast(attributes.values[number], ctypes.POINTER(Scalar)).contents
            return ctypes.c_int64.from_address(scalar.value).value
    msg = f"the call has no attribute {HANDLE} that is an integer of 64 bits"
    raise TypeError(msg)


def _stream(frame: CallFrame) -> int:
    """Return the CUDA stream of an execution."""
    given = StreamGetArgs(ctypes.sizeof(StreamGetArgs), None, frame.context, None)
    if frame.api.contents.get_stream(ctypes.byref(given)):
        msg = "XLA has no stream for this call"
        raise RuntimeError(msg)
    return given.stream or 0


def _error(frame: CallFrame, error: BaseException) -> int | None:
    """Return an error of XLA for an exception."""
    if not frame.api:  # where old versions ask for the version: they refuse what is not answered
        return None
    text = f"{type(error).__name__}: {error}".replace("\0", "\\0")
    traceback.clear_frames(error.__traceback__)  # they hold the memory of the simulator
    # Executions may be in several threads of XLA.
    with _lock:
        _raised.append((text, error))
    code = next((code for kind, code in _CODES if isinstance(error, kind)), _INTERNAL)
    given = ErrorCreateArgs(
        ctypes.sizeof(ErrorCreateArgs), None, text.encode("utf-8", "backslashreplace"), code
    )
    made: int | None = frame.api.contents.create_error(ctypes.byref(given))
    return made
