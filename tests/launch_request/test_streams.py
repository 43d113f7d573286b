"""Streams of different packages."""

from __future__ import annotations

import ctypes
import sys
from types import SimpleNamespace

import pytest

from ptxpy.launch_request import LaunchError, current_stream, readonly, stream_handle


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


def array_of(package: str, **attributes: object) -> object:
    """Return an array whose type lies in a package."""
    return type("Array", (), {"__module__": f"{package}.arrays", **attributes})()


def test_current_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    """That of the first package which has one; arrays in host memory have none."""
    torch = SimpleNamespace(
        cuda=SimpleNamespace(current_stream=lambda device: SimpleNamespace(cuda_stream=10 + device))
    )
    cupy = SimpleNamespace(cuda=SimpleNamespace(get_current_stream=lambda: SimpleNamespace(ptr=30)))
    monkeypatch.setitem(sys.modules, "torch", torch)
    monkeypatch.setitem(sys.modules, "cupy", cupy)
    tensor = array_of("torch", is_cuda=True, device=1)
    on_host = array_of("torch", is_cuda=False, device=None)
    array = array_of("cupy", __cuda_array_interface__={})
    assert current_stream([3, None, on_host]) == 0
    assert current_stream([on_host, tensor, array]) == 11
    assert current_stream([readonly(array), tensor]) == 30
    assert current_stream([]) == 0
