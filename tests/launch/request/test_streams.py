"""Streams of different packages."""

from __future__ import annotations

import ctypes
from types import SimpleNamespace

import pytest

from ptxpy.launch.arguments import LaunchError
from ptxpy.launch.request import stream_handle


@pytest.mark.parametrize(
    ("stream", "handle"),
    [
        (None, 0),
        (7, 7),
        (SimpleNamespace(__cuda_stream__=lambda: (0, 9)), 9),
        (SimpleNamespace(cuda_stream=11), 11),
        (SimpleNamespace(ptr=12), 12),
        (SimpleNamespace(handle=ctypes.c_void_p(13)), 13),
        (SimpleNamespace(handle=ctypes.c_void_p(None)), 0),
    ],
)
def test_streams(stream: object, handle: int) -> None:
    """Of cuda.core, PyTorch, CuPy and Numba; or its number."""
    assert stream_handle(stream) == handle


def test_no_stream() -> None:
    """Anything else is refused."""
    with pytest.raises(LaunchError, match="stream is list; expected a CUDA stream"):
        stream_handle([])
