"""The arguments of a launch: the signature of a kernel, and Python values packed as its bytes."""

from ptxpy.launch.arguments.arrays import (
    UNKNOWN_DEVICE,
    ArrayArgument,
    Multicast,
    ReadOnly,
    multicast,
    readonly,
)
from ptxpy.launch.arguments.elements import check_elements, declared_elements, tile_elements
from ptxpy.launch.arguments.errors import ArgumentError, KernelNameError, LaunchError
from ptxpy.launch.arguments.host_buffers import HostMemory, Pointer, Relocation
from ptxpy.launch.arguments.packing import Arguments, pack
from ptxpy.launch.arguments.signature import (
    Dim3,
    Signature,
    describe_type,
    signature_of,
    takes_pointer,
)
from ptxpy.launch.arguments.structs import Struct
from ptxpy.launch.arguments.tensor_maps import TENSOR_MAP_BYTES, TensorMap, TensorMapArgument
from ptxpy.launch.arguments.textures import (
    Reference,
    Sampler,
    Surface,
    Texture,
    named_references,
)

__all__ = [
    "TENSOR_MAP_BYTES",
    "UNKNOWN_DEVICE",
    "ArgumentError",
    "Arguments",
    "ArrayArgument",
    "Dim3",
    "HostMemory",
    "KernelNameError",
    "LaunchError",
    "Multicast",
    "Pointer",
    "ReadOnly",
    "Reference",
    "Relocation",
    "Sampler",
    "Signature",
    "Struct",
    "Surface",
    "TensorMap",
    "TensorMapArgument",
    "Texture",
    "check_elements",
    "declared_elements",
    "describe_type",
    "multicast",
    "named_references",
    "pack",
    "readonly",
    "signature_of",
    "takes_pointer",
    "tile_elements",
]
