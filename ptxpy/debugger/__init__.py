"""A debugger for kernels in the simulator: sessions, a terminal, and a Debug Adapter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._faces import lazy_names

if TYPE_CHECKING:
    from ptxpy.debugger.adapter import Adapter, LaunchRefusedError
    from ptxpy.debugger.session import Session
    from ptxpy.debugger.targets import Target, target_of_capture, target_of_request
    from ptxpy.debugger.terminal import Terminal
    from ptxpy.debugger.wire import Wire, WireError

__getattr__ = lazy_names(
    __name__,
    {
        "ptxpy.debugger.adapter": "Adapter LaunchRefusedError",
        "ptxpy.debugger.session": "Session",
        "ptxpy.debugger.targets": "Target target_of_capture target_of_request",
        "ptxpy.debugger.terminal": "Terminal",
        "ptxpy.debugger.wire": "Wire WireError",
    },
)

__all__ = [
    "Adapter",
    "LaunchRefusedError",
    "Session",
    "Target",
    "Terminal",
    "Wire",
    "WireError",
    "target_of_capture",
    "target_of_request",
]
