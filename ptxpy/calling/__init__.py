"""What a launch consists of, whatever it runs on: the kernel, its arguments, its geometry.

`README.md` says what a back end gets, and what it must do.
"""

from ptxpy.calling.arguments import Arguments, pack
from ptxpy.calling.arrays import UNKNOWN_DEVICE, ArrayArgument, ReadOnly, readonly
from ptxpy.calling.elements import check_elements, declared_elements, tile_elements
from ptxpy.calling.errors import ArgumentError, KernelNameError, LaunchError
from ptxpy.calling.geometry import Extents, Geometry, check_limits, geometry_of
from ptxpy.calling.limits import Dim3, Limits, limits_of_target
from ptxpy.calling.memories import HostMemory, Pointer
from ptxpy.calling.names import find_kernel
from ptxpy.calling.request import LaunchRequest, StrictMode
from ptxpy.calling.signature import Signature, signature_of, takes_pointer, typed
from ptxpy.calling.source import ModuleSource
from ptxpy.calling.streams import stream_handle
from ptxpy.calling.structs import Struct
from ptxpy.calling.tensor_maps import TENSOR_MAP_BYTES, TensorMap, TensorMapArgument
from ptxpy.calling.textures import Reference, Sampler, Surface, Texture, named_references
from ptxpy.calling.variables import ModuleVariable, VariableRequest, decoded, encoded

__all__ = [
    "TENSOR_MAP_BYTES",
    "UNKNOWN_DEVICE",
    "ArgumentError",
    "Arguments",
    "ArrayArgument",
    "Dim3",
    "Extents",
    "Geometry",
    "HostMemory",
    "KernelNameError",
    "LaunchError",
    "LaunchRequest",
    "Limits",
    "ModuleSource",
    "ModuleVariable",
    "Pointer",
    "ReadOnly",
    "Reference",
    "Sampler",
    "Signature",
    "StrictMode",
    "Struct",
    "Surface",
    "TensorMap",
    "TensorMapArgument",
    "Texture",
    "VariableRequest",
    "check_elements",
    "check_limits",
    "declared_elements",
    "decoded",
    "encoded",
    "find_kernel",
    "geometry_of",
    "limits_of_target",
    "named_references",
    "pack",
    "readonly",
    "signature_of",
    "stream_handle",
    "takes_pointer",
    "tile_elements",
    "typed",
]
