"""Launches as the driver requests them, and their results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._records import NamedTuple
from ptxpy.emulation.statuses import Status

if TYPE_CHECKING:
    from ptxpy.launch_request import Dim3

__all__ = ["Launch", "LaunchResult"]


class Launch(NamedTuple):
    """A request to launch a kernel."""

    kernel: int
    """The number of the kernel, `KernelInfo.id`."""
    grid: Dim3
    block: Dim3
    parameters: bytes
    """The bytes of the parameters; `KernelInfo.parameters` says where each is."""
    cluster: Dim3 = (0, 0, 0)
    """The cluster; zeros for that of the kernel's directive, if there is one."""
    dynamic_shared: int = 0
    cooperative: bool = False
    number: int = 0
    """The number of the launch, by which dependent ones name it."""
    primary: int = 0
    """The number of the launch that this one depends on and may run beside; 0 for none."""


class LaunchResult(NamedTuple):
    """The result of a launch."""

    status: Status = Status.SUCCESS
    printed: bytes = b""
    """The output of `printf`."""
    message: str = ""
    """The error, for people; empty without one."""
    ran: bool = True
    """Whether the kernel has run; if not, the launch itself fails, and no later call."""
