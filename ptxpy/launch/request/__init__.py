"""A launch as a back end receives it: the module, the kernel, its arguments and its geometry.

`README.md` in this folder specifies what a back end must do.
"""

from ptxpy.launch.request.geometry import Extents, Geometry, check_limits, geometry_of
from ptxpy.launch.request.kernel_lookup import find_kernel
from ptxpy.launch.request.limits import Limits, check_programmatic, limits_of_target
from ptxpy.launch.request.module_source import ModuleSource
from ptxpy.launch.request.module_variables import (
    ModuleVariable,
    VariableRequest,
    decode_variable,
    encode_variable,
)
from ptxpy.launch.request.request import LaunchRequest
from ptxpy.launch.request.streams import current_stream, stream_handle
from ptxpy.launch.request.strict_mode import StrictMode, StrictOptions, strict_options

__all__ = [
    "Extents",
    "Geometry",
    "LaunchRequest",
    "Limits",
    "ModuleSource",
    "ModuleVariable",
    "StrictMode",
    "StrictOptions",
    "VariableRequest",
    "check_limits",
    "check_programmatic",
    "current_stream",
    "decode_variable",
    "encode_variable",
    "find_kernel",
    "geometry_of",
    "limits_of_target",
    "stream_handle",
    "strict_options",
]
