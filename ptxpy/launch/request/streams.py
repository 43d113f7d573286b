"""CUDA streams, as different packages represent them."""

from __future__ import annotations

from operator import index
from typing import Any, Final

from ptxpy.launch.arguments.errors import LaunchError

__all__ = ["stream_handle"]

_ATTRIBUTES: Final = ("cuda_stream", "ptr", "handle")
"""The attributes in which PyTorch, CuPy and Numba keep the handle of a stream."""


def stream_handle(stream: Any) -> int:
    """Return the driver's handle of a stream: 0 for `None`, the default stream.

    A stream is a handle as an integer, an object with `__cuda_stream__` (as in cuda.core), or a
    stream of PyTorch, CuPy, Numba or cuda.bindings. Raises `LaunchError` for anything else.
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
        message = f"stream is {type(stream).__name__}; expected a CUDA stream or its handle"
        raise LaunchError(message) from None
