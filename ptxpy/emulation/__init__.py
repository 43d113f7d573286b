"""An emulated CUDA device, on which `ptxpy exec` runs unmodified programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._faces import lazy_names

if TYPE_CHECKING:
    from ptxpy.emulation.device_options import CaptureOptions, DeviceOptions
    from ptxpy.emulation.images import ImageError, PtxText, runs_on, texts_of
    from ptxpy.emulation.linking import Unit, link, with_device_library
    from ptxpy.emulation.native_build import (
        NativeBuildError,
        NativeLibrary,
        built_libraries,
        require_system,
    )
    from ptxpy.emulation.protocol import (
        TENSOR_MAP,
        ConnectionLostError,
        TensorMapFields,
        receive_exactly,
    )
    from ptxpy.emulation.server import report
    from ptxpy.emulation.statuses import DeviceError
    from ptxpy.emulation.supervisor import (
        ProgramError,
        end_as,
        execute,
        forwarded_signals,
        prepend,
        start_program,
    )
    from ptxpy.emulation.tensor_maps import layout_of

__getattr__ = lazy_names(
    __name__,
    {
        "ptxpy.emulation.device_options": "CaptureOptions DeviceOptions",
        "ptxpy.emulation.images": "ImageError PtxText runs_on texts_of",
        "ptxpy.emulation.linking": "Unit link with_device_library",
        "ptxpy.emulation.native_build": (
            "NativeBuildError NativeLibrary built_libraries require_system"
        ),
        "ptxpy.emulation.protocol": (
            "ConnectionLostError TENSOR_MAP TensorMapFields receive_exactly"
        ),
        "ptxpy.emulation.server": "report",
        "ptxpy.emulation.statuses": "DeviceError",
        "ptxpy.emulation.supervisor": (
            "ProgramError end_as execute forwarded_signals prepend start_program"
        ),
        "ptxpy.emulation.tensor_maps": "layout_of",
    },
)

__all__ = [
    "TENSOR_MAP",
    "CaptureOptions",
    "ConnectionLostError",
    "DeviceError",
    "DeviceOptions",
    "ImageError",
    "NativeBuildError",
    "NativeLibrary",
    "ProgramError",
    "PtxText",
    "TensorMapFields",
    "Unit",
    "built_libraries",
    "end_as",
    "execute",
    "forwarded_signals",
    "layout_of",
    "link",
    "prepend",
    "receive_exactly",
    "report",
    "require_system",
    "runs_on",
    "start_program",
    "texts_of",
    "with_device_library",
]
