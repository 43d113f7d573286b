"""The arguments of a launch, from Triton's call to the parameters of the PTX."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from ptxpy._counts import format_count
from ptxpy.analysis import Storage
from ptxpy.integrations.triton.array_arguments import is_array, memory_of
from ptxpy.integrations.triton.errors import TritonError
from ptxpy.integrations.triton.specializations import CONSTANT
from ptxpy.isa import TENSOR_MAP_CODES
from ptxpy.launch_request import Arguments, ReadOnly, Signature, TensorMap, pack, readonly

__all__ = ["expanded_descriptor", "flat_arguments", "packed_arguments"]


def flat_arguments(
    signature: Mapping[str, Any], arguments: Sequence[Any], descriptors: Sequence[Any]
) -> list[tuple[str, str, Any]]:
    """Return name, Triton's type and value of each argument that the PTX has a parameter for.

    Args:
        signature: Triton's signature: the types of the arguments by name, tuples for tuples.
        arguments: The arguments of the call, those for constants included.
        descriptors: Triton's metadata of each tensor descriptor, in order; empty if the
            kernel takes descriptors apart.
    """
    found: list[tuple[str, str, Any]] = []
    remaining = iter(descriptors)
    for (name, kind), value in zip(signature.items(), arguments, strict=True):
        for leaf_name, leaf_kind, leaf in _leaves(name, kind, value):
            if leaf_kind.startswith("tensordesc"):
                # Metadata follows the descriptors in order, those inside tuples included.
                metadata = next(remaining) if descriptors else None
                found.extend(expanded_descriptor(leaf_name, leaf_kind, leaf, metadata))
            else:
                found.append((leaf_name, leaf_kind, leaf))
    return found


def _leaves(name: str, kind: Any, value: Any) -> Iterator[tuple[str, str, Any]]:
    """Yield the arguments in an argument, which may be a tuple, without constants."""
    if isinstance(kind, tuple | list):
        for number, (inner, each) in enumerate(zip(kind, value, strict=True)):
            yield from _leaves(f"{name}[{number}]", inner, each)
    elif kind != CONSTANT:
        yield name, kind, value


def packed_arguments(
    signature: Signature, arguments: Sequence[tuple[str, str, Any]], scratch: Sequence[Any]
) -> Arguments:
    """Pack arguments for a kernel.

    Args:
        signature: The parameters of the PTX.
        arguments: Name, Triton's type and value of each.
        scratch: Memory that Triton appends parameters for: global and for profiling; None if the
            kernel does not need it.
    """
    # Triton appends one or two parameters for scratch memory, which the kernel may lack.
    count = len(signature.parameters) - len(arguments)
    if not 0 <= count <= len(scratch):
        listed = ", ".join(name for name, _, _ in arguments)
        message = (
            f"{signature.name} has {format_count(len(signature.parameters), 'parameter')}; "
            "Triton passes "
            f"{format_count(len(arguments), 'argument')} ({listed}) and memory for scratch"
        )
        raise TritonError(message)
    values: list[Any] = []
    displacements: dict[int, int] = {}
    for (name, kind, value), parameter in zip(arguments, signature.parameters, strict=False):
        # A pointer of Triton may be into the middle of memory: the offset is added after packing.
        if is_array(value) and kind.startswith("*"):
            memory = memory_of(name, value)
            values.append(memory.data)
            displacements[parameter.offset or 0] = memory.displacement
        else:
            values.append(_number(name, kind, value, parameter))
    packed = pack(signature, [*values, *scratch[:count]])
    pointers = tuple(
        each._replace(displacement=each.displacement + displacements.get(each.offset, 0))
        for each in packed.pointers
    )
    return packed._replace(pointers=pointers)


_FLOATS: Final[dict[str, tuple[type[Any], str]]] = {
    "bf16": (np.float32, "u4"),
    "fp16": (np.float16, "u2"),
    "fp32": (np.float32, "u4"),
    "f32": (np.float32, "u4"),
    "fp64": (np.float64, "u8"),
}
"""NumPy's type of a float, and of its bits, by Triton's type; bf16 is a half of an fp32."""


def _number(name: str, kind: str, value: Any, parameter: Storage) -> Any:
    """Return an argument that is not an array as the parameter of the PTX takes it."""
    if kind.startswith("*"):
        # A null pointer is the only address that is no array.
        if value not in (None, 0):
            message = f"{name}: {value!r} is not an array; the simulator knows no other addresses"
            raise TritonError(message)
        return None
    if kind not in _FLOATS:
        return int(value) if isinstance(value, int) else value
    if parameter.type.startswith("f"):
        return float(value)
    bits = _float_bits(kind, value)
    # A parameter may be an array of bytes: `.param .align 2 .b8 x[2]`.
    return bits.to_bytes(parameter.size or 0, "little") if parameter.dimensions else bits


def _float_bits(kind: str, value: float) -> int:
    """Return the bits of a number as Triton's type; Triton cuts a bf16 off, and rounds others."""
    number, bits_type = _FLOATS[kind]
    bits = int(number(value).view(bits_type))
    # bf16 is the upper half of fp32.
    return bits >> 16 if kind == "bf16" else bits


_SWIZZLES: Final = ("none", "32B", "64B", "128B")
"""The swizzle of a tensor map by the number in Triton's metadata, which is that of the driver."""

_ELEMENTS: Final = TENSOR_MAP_CODES["elemtype"]
"""The PTX type of the elements by the number in Triton's metadata, which is that of PTX."""


def expanded_descriptor(
    name: str,
    kind: str,
    descriptor: Any,
    metadata: Mapping[str, Any] | None,
) -> Iterator[tuple[str, str, Any]]:
    """Yield name, type and value of the parameters that a tensor descriptor is passed as.

    Args:
        name: The argument.
        kind: Its type in Triton's signature, `tensordesc<fp16[64, 64]>`.
        descriptor: A `TensorDescriptor`.
        metadata: Its metadata in the compiled kernel; None if the kernel takes it apart.
    """
    shape, strides = [*map(int, descriptor.shape)], [*map(int, descriptor.strides)]
    if metadata is None:
        element = re.match(r"tensordesc(?:_im2col)?<([^\[>]*)", kind)
        yield name, f"*{element[1] if element else 'i8'}", descriptor.base
        # A descriptor that the kernel takes apart is passed as its fields, and shape and strides
        # again in the sizes below.
        for each in (*shape, *strides):
            yield name, "i64", each
        yield name, "i1", descriptor.padding == "nan"
        yield name, "i1", descriptor.round_f32_to_tf32
    else:
        try:
            made = _tensor_map(name, descriptor, metadata)
        except ValueError as error:
            message = f"{name}: no tensor map can be made of this descriptor: {error}"
            raise TritonError(message) from None
        yield name, "nvTmaDesc", made
    for each in shape:
        yield name, "i32", each
    for each in strides:
        yield name, "i64", each


def _tensor_map(
    name: str,
    descriptor: Any,
    metadata: Mapping[str, Any],
) -> TensorMap:
    """Return a tensor map; of packed types of 4 bits, the descriptor counts bytes."""
    view = _view(name, descriptor, int(metadata["elem_size"]))
    # tf32 is chosen at run time: the metadata has the type of the memory.
    element = "tf32" if descriptor.round_f32_to_tf32 else _ELEMENTS[metadata["elem_type"]]
    swizzle = _SWIZZLES[metadata["swizzle"]]
    fill = "nan" if descriptor.padding == "nan" else "zeros"
    block = metadata["block_size"]
    if not metadata.get("is_im2col"):
        return TensorMap(view, block, type=element, swizzle=swizzle, fill=fill)
    pixels, channels = block
    return TensorMap.im2col(
        view,
        descriptor.pixel_box_lower_corner,
        descriptor.pixel_box_upper_corner,
        channels,
        pixels,
        element_strides=descriptor.element_strides,
        type=element,
        swizzle=swizzle,
        fill=fill,
    )


def _view(name: str, descriptor: Any, size: int) -> Any:
    """Return the tensor of a descriptor as an array, read-only if its memory is marked so."""
    memory = memory_of(name, descriptor.base)
    marked = isinstance(memory.data, ReadOnly)
    data = memory.data.array if isinstance(memory.data, ReadOnly) else memory.data
    view = np.lib.stride_tricks.as_strided(
        # The view has the shape and strides of the descriptor: of the elements only the size
        # counts.
        data[memory.displacement : memory.displacement + size].view(f"u{size}"),
        tuple(descriptor.shape),
        tuple(stride * size for stride in descriptor.strides),
    )
    return readonly(view) if marked else view
