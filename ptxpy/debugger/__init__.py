"""A debugger for kernels in the simulator: sessions, a terminal, and a Debug Adapter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._faces import lazy_names

if TYPE_CHECKING:
    from ptxpy.debugger.adapter.host import LaunchRefusedError
    from ptxpy.debugger.adapter.serving import Adapter
    from ptxpy.debugger.adapter.wire import Wire, WireError
    from ptxpy.debugger.session import Session
    from ptxpy.debugger.targets import Target, target_of_capture, target_of_request
    from ptxpy.debugger.terminal.terminal import Terminal

__getattr__ = lazy_names(
    __name__,
    {
        "ptxpy.debugger.adapter.host": "LaunchRefusedError",
        "ptxpy.debugger.adapter.serving": "Adapter",
        "ptxpy.debugger.session": "Session",
        "ptxpy.debugger.targets": "Target target_of_capture target_of_request",
        "ptxpy.debugger.terminal.terminal": "Terminal",
        "ptxpy.debugger.adapter.wire": "Wire WireError",
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
