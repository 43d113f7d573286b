"""CUDA streams, as different packages represent them."""

from __future__ import annotations

import sys
from operator import index
from typing import TYPE_CHECKING, Any, Final

from ptxpy.launch_request.arrays import ReadOnly
from ptxpy.launch_request.errors import LaunchError

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["current_stream", "stream_handle"]

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
                # Numba keeps a `c_void_p`, whose value is None for the default stream.
                return int(getattr(found, "value", found) or 0)
        return int(stream) if hasattr(stream, "__int__") else index(stream)
    except (TypeError, ValueError, LookupError):
        message = f"stream is {type(stream).__name__}; expected a CUDA stream or its handle"
        raise LaunchError(message) from None


def current_stream(arguments: Iterable[Any]) -> int:
    """Return the driver's handle of the stream on which the arguments' package works at present.

    PyTorch and CuPy have a current stream, inside `with torch.cuda.stream(s)`: their next work
    follows a launch there, and would not wait for one on the default stream. The first array of
    theirs that is on a GPU decides; it is 0, the default stream, without one.
    """
    for argument in arguments:
        array = argument.array if isinstance(argument, ReadOnly) else argument
        root = type(array).__module__.partition(".")[0]
        # Looked up instead of imported: an array of a package shows that it is loaded.
        package = sys.modules.get(root)
        if root == "torch" and getattr(array, "is_cuda", False):
            return stream_handle(package.cuda.current_stream(array.device))  # type: ignore[union-attr]
        if root == "cupy" and hasattr(array, "__cuda_array_interface__"):
            return stream_handle(package.cuda.get_current_stream())  # type: ignore[union-attr]
    return 0
