"""Captured launches: kernels with arguments and results, in files that are replayed anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._faces import lazy_names

if TYPE_CHECKING:
    from ptxpy.captures.archive import Capture, is_capture, ptx_replacer, read_capture
    from ptxpy.captures.capturing import capture
    from ptxpy.captures.comparing import Comparison, Difference
    from ptxpy.captures.contents import Bytes
    from ptxpy.captures.limits import MAX_BYTES
    from ptxpy.captures.manifest import TENSOR_MAP_BYTES, CaptureError
    from ptxpy.captures.obstacles import obstacle_in, obstacle_of
    from ptxpy.captures.reachability import EncodedMap, Range, Reached
    from ptxpy.captures.recorder import LaunchFacts, Recorder, Recording, title
    from ptxpy.captures.replaying import CapturedKernel, CapturedLaunch, load_capture

__getattr__ = lazy_names(
    __name__,
    {
        "ptxpy.captures.archive": "Capture is_capture ptx_replacer read_capture",
        "ptxpy.captures.capturing": "capture",
        "ptxpy.captures.comparing": "Comparison Difference",
        "ptxpy.captures.contents": "Bytes",
        "ptxpy.captures.limits": "MAX_BYTES",
        "ptxpy.captures.manifest": "CaptureError TENSOR_MAP_BYTES",
        "ptxpy.captures.obstacles": "obstacle_in obstacle_of",
        "ptxpy.captures.reachability": "EncodedMap Range Reached",
        "ptxpy.captures.recorder": "LaunchFacts Recorder Recording title",
        "ptxpy.captures.replaying": "CapturedKernel CapturedLaunch load_capture",
    },
)

__all__ = [
    "MAX_BYTES",
    "TENSOR_MAP_BYTES",
    "Bytes",
    "Capture",
    "CaptureError",
    "CapturedKernel",
    "CapturedLaunch",
    "Comparison",
    "Difference",
    "EncodedMap",
    "LaunchFacts",
    "Range",
    "Reached",
    "Recorder",
    "Recording",
    "capture",
    "is_capture",
    "load_capture",
    "obstacle_in",
    "obstacle_of",
    "ptx_replacer",
    "read_capture",
    "title",
]
