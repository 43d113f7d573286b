"""The results of calls of the driver (`CUresult`), and errors that end in one."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Final

from ptxpy._pickling import PicklableError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.sim import Cause

__all__ = ["DeviceError", "Status", "status_of_cause"]


class Status(IntEnum):
    """The values of `CUresult` that the device returns."""

    SUCCESS = 0
    INVALID_VALUE = 1
    OUT_OF_MEMORY = 2
    NO_DEVICE = 100
    INVALID_IMAGE = 200
    NO_BINARY_FOR_GPU = 209
    INVALID_PTX = 218
    UNSUPPORTED_PTX_VERSION = 222
    INVALID_SOURCE = 300
    INVALID_HANDLE = 400
    NOT_FOUND = 500
    ILLEGAL_ADDRESS = 700
    LAUNCH_OUT_OF_RESOURCES = 701
    LAUNCH_TIMEOUT = 702
    ASSERT = 710
    HARDWARE_STACK_ERROR = 714
    ILLEGAL_INSTRUCTION = 715
    MISALIGNED_ADDRESS = 716
    INVALID_ADDRESS_SPACE = 717
    INVALID_PC = 718
    LAUNCH_FAILED = 719
    COOPERATIVE_LAUNCH_TOO_LARGE = 720
    NOT_SUPPORTED = 801
    INVALID_CLUSTER_SIZE = 912


class DeviceError(PicklableError):
    """An error of a call, with its `CUresult`."""

    def __init__(self, status: Status, message: str) -> None:
        """Keep the result, and a message for people."""
        self.status = status
        self.message = message
        super().__init__(message)


_OF_CAUSE: Final[Mapping[Cause, Status]] = {
    "address": Status.ILLEGAL_ADDRESS,
    "alignment": Status.MISALIGNED_ADDRESS,
    "assertion": Status.ASSERT,
    "deadlock": Status.LAUNCH_TIMEOUT,
    "function": Status.INVALID_PC,
    "steps": Status.LAUNCH_TIMEOUT,
}


def status_of_cause(cause: Cause) -> Status:
    """Return the result of a kernel that faulted."""
    return _OF_CAUSE.get(cause, Status.LAUNCH_FAILED)
