"""Captured launches: kernels with arguments and results, in files that are replayed anywhere."""

from ptxpy.captures.capturing import capture
from ptxpy.captures.comparing import Comparison, Difference
from ptxpy.captures.manifest import CaptureError
from ptxpy.captures.replaying import CapturedKernel, CapturedLaunch, load_capture

__all__ = [
    "CaptureError",
    "CapturedKernel",
    "CapturedLaunch",
    "Comparison",
    "Difference",
    "capture",
    "load_capture",
]
