"""Streams of CUDA, as different packages represent them."""

from __future__ import annotations

from operator import index
from typing import Any, Final

from ptxpy.launch.arguments.errors import LaunchError

__all__ = ["stream_handle"]

_ATTRIBUTES: Final = ("cuda_stream", "ptr", "handle")
"""Where PyTorch, CuPy and Numba keep the number of a stream."""


def stream_handle(stream: Any) -> int:
    """Return the number by which the driver knows a stream: 0 for `None`, the default stream.

    A stream is a number, or an object with `__cuda_stream__` (as of cuda.core), or one of PyTorch,
    CuPy, Numba or cuda.bindings. `LaunchError` for anything else.
    """
    if stream is None:
        return 0
    protocol = getattr(stream, "__cuda_stream__", None)
    try:
        if protocol is not None:
            return index((protocol() if callable(protocol) else protocol)[1])
        for attribute in _ATTRIBUTES:
            found = getattr(stream, attribute, None)
            if found is not None:
                return int(getattr(found, "value", found) or 0)
        return int(stream) if hasattr(stream, "__int__") else index(stream)
    except (TypeError, ValueError, LookupError):
        message = f"stream is {type(stream).__name__}; it is a stream of CUDA, or its number"
        raise LaunchError(message) from None
