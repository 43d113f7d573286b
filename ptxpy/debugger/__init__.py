"""A debugger for kernels in the simulator: sessions, a terminal, and a Debug Adapter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._faces import lazy_names

if TYPE_CHECKING:
    from ptxpy.debugger.targets import Target, target_of_capture, target_of_request
    from ptxpy.debugger.terminal import Terminal

__getattr__ = lazy_names(
    __name__,
    {
        "ptxpy.debugger.targets": "Target target_of_capture target_of_request",
        "ptxpy.debugger.terminal": "Terminal",
    },
)

__all__ = ["Target", "Terminal", "target_of_capture", "target_of_request"]
