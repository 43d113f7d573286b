"""A launch as a back end receives it, and its parts.

A `LaunchRequest` has the module with its text (`ModuleSource`), the `Signature` of the kernel, its
`Arguments` (packed as the bytes of the parameter buffer, with the host memory that they refer to),
the `Geometry` (grid, block, cluster and dynamic shared memory), the stream, the device, the bound
textures, samplers and surfaces, and the `StrictMode`. `README.md` in this folder specifies the
duties of a back end.
"""

from ptxpy.launch_request.arrays import (
    MULTICAST_ON_A_GPU,
    UNKNOWN_DEVICE,
    ArrayArgument,
    ReadOnly,
    array_of,
    is_immutable,
    multicast,
    readonly,
)
from ptxpy.launch_request.elements import (
    Elements,
    check_elements,
    declared_elements,
    declared_types,
    tile_elements,
)
from ptxpy.launch_request.errors import ArgumentError, KernelNameError, LaunchError
from ptxpy.launch_request.geometry import (
    MAX_PORTABLE_CTAS_PER_CLUSTER,
    Extents,
    Geometry,
    Limits,
    check_limits,
    check_programmatic,
    extents,
    geometry_of,
    limits_of_target,
    max_cluster,
)
from ptxpy.launch_request.host_buffers import HostMemory, Pointer, Relocation
from ptxpy.launch_request.module_source import ModuleSource, SourceError, find_kernel
from ptxpy.launch_request.module_variables import (
    ModuleVariable,
    VariableRequest,
    decode_variable,
    encode_variable,
    module_variables,
)
from ptxpy.launch_request.packing import Arguments, pack, tensor_map_hint
from ptxpy.launch_request.request import (
    LaunchRequest,
    NewOutput,
    StrictMode,
    StrictOptions,
    strict_options,
)
from ptxpy.launch_request.signature import (
    POINTER_BYTES,
    SHORT_POINTER_BYTES,
    Dim3,
    Signature,
    describe_type,
    has_dynamic_shared,
    has_short_pointers,
    signature_of,
    takes_array,
    takes_pointer,
)
from ptxpy.launch_request.streams import current_stream, stream_handle
from ptxpy.launch_request.strided import strided
from ptxpy.launch_request.tensor_layouts import (
    DRIVER_TENSOR_TYPES,
    L2_PROMOTIONS,
    MAX_TENSOR_RANK,
    TENSOR_FILLS,
    TENSOR_INTERLEAVES,
    TENSOR_TYPES,
    Im2col,
    TensorLayout,
    find_layout_problem,
)
from ptxpy.launch_request.tensor_map_bytes import (
    TENSOR_MAP_FIELDS,
    TENSOR_MAP_MARK,
    decode_tensor_map,
    encode_tensor_map,
    tensor_map_field,
)
from ptxpy.launch_request.tensor_maps import TENSOR_MAP_BYTES, TensorMap, TensorMapArgument
from ptxpy.launch_request.textures import (
    OPAQUE_TYPES,
    TEXTURE_GEOMETRIES,
    Reference,
    Sampler,
    Surface,
    Texture,
    check_reference,
    named_references,
)
from ptxpy.launch_request.values import Struct

__all__ = [
    "DRIVER_TENSOR_TYPES",
    "L2_PROMOTIONS",
    "MAX_PORTABLE_CTAS_PER_CLUSTER",
    "MAX_TENSOR_RANK",
    "MULTICAST_ON_A_GPU",
    "OPAQUE_TYPES",
    "POINTER_BYTES",
    "SHORT_POINTER_BYTES",
    "TENSOR_FILLS",
    "TENSOR_INTERLEAVES",
    "TENSOR_MAP_BYTES",
    "TENSOR_MAP_FIELDS",
    "TENSOR_MAP_MARK",
    "TENSOR_TYPES",
    "TEXTURE_GEOMETRIES",
    "UNKNOWN_DEVICE",
    "ArgumentError",
    "Arguments",
    "ArrayArgument",
    "Dim3",
    "Elements",
    "Extents",
    "Geometry",
    "HostMemory",
    "Im2col",
    "KernelNameError",
    "LaunchError",
    "LaunchRequest",
    "Limits",
    "ModuleSource",
    "ModuleVariable",
    "NewOutput",
    "Pointer",
    "ReadOnly",
    "Reference",
    "Relocation",
    "Sampler",
    "Signature",
    "SourceError",
    "StrictMode",
    "StrictOptions",
    "Struct",
    "Surface",
    "TensorLayout",
    "TensorMap",
    "TensorMapArgument",
    "Texture",
    "VariableRequest",
    "array_of",
    "check_elements",
    "check_limits",
    "check_programmatic",
    "check_reference",
    "current_stream",
    "declared_elements",
    "declared_types",
    "decode_tensor_map",
    "decode_variable",
    "describe_type",
    "encode_tensor_map",
    "encode_variable",
    "extents",
    "find_kernel",
    "find_layout_problem",
    "geometry_of",
    "has_dynamic_shared",
    "has_short_pointers",
    "is_immutable",
    "limits_of_target",
    "max_cluster",
    "module_variables",
    "multicast",
    "named_references",
    "pack",
    "readonly",
    "signature_of",
    "stream_handle",
    "strict_options",
    "strided",
    "takes_array",
    "takes_pointer",
    "tensor_map_field",
    "tensor_map_hint",
    "tile_elements",
]
