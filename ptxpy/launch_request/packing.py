"""Packing of arguments: from Python values to the kernel's parameter buffer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.analysis import Storage
from ptxpy.launch_request.arrays import (
    MULTICAST_ON_A_GPU,
    ArrayArgument,
    Multicast,
    ReadOnly,
    array_of,
)
from ptxpy.launch_request.errors import ArgumentError
from ptxpy.launch_request.host_buffers import HostMemory, Pointer, Relocation, merge_overlapping
from ptxpy.launch_request.signature import (
    POINTER_BYTES,
    Signature,
    describe_type,
    takes_array,
    takes_pointer,
)
from ptxpy.launch_request.tensor_maps import (
    TENSOR_MAP_ALIGNMENT,
    TENSOR_MAP_BYTES,
    TensorMap,
    TensorMapArgument,
)
from ptxpy.launch_request.textures import (
    OPAQUE_TYPES,
    Reference,
    ReferenceArgument,
    check_reference,
)
from ptxpy.launch_request.values import Struct, check_signs, mismatch_error, pack_value

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Arguments", "pack", "tensor_map_hint"]


class Arguments(NamedTuple):
    """Checked and packed arguments."""

    parameters: bytes
    """The parameter buffer, with null for each pointer to host memory."""
    memories: tuple[HostMemory, ...]
    """The host memory that the arguments refer to."""
    pointers: tuple[Pointer, ...]
    """Relocations: the pointers to set to an address in one of the memories."""
    device_arrays: tuple[tuple[str, ArrayArgument], ...]
    """The arrays on a GPU with the names of their parameters; the buffer has their addresses."""
    references: tuple[ReferenceArgument, ...] = ()
    """Relocations: the handles of textures, samplers and surfaces to set."""
    tensor_maps: tuple[TensorMapArgument, ...] = ()
    """Relocations: the tensor maps, or addresses of tensor maps, to set."""
    short_pointers: frozenset[int] = frozenset()
    """The offsets of pointers of four bytes instead of eight, as `.address_size 32` has them."""
    multicast_pointers: frozenset[int] = frozenset()
    """The offsets of pointers that are to be addresses of multicast objects."""
    relocations: tuple[Relocation, ...] = ()
    """Pointers of eight bytes to set besides `pointers`: in the memories, or to variables."""
    placed: list[int] | None = None
    """Receives the addresses that the back end gives the memories; None if nobody asks."""


def pack(signature: Signature, arguments: Sequence[Any], stream: int = 0) -> Arguments:
    """Check arguments against the parameters of a kernel, and pack them.

    Each parameter takes one of these values:

    - for a 64-bit integer, which may be an address: a NumPy array, or an array with `__dlpack__` or
      `__cuda_array_interface__`; `None` for a null pointer; an integer;
    - for a 64-bit integer: `multicast` of an array in host memory;
    - for a 64-bit integer or an opaque type: a `Texture`, `Sampler` or `Surface`;
    - for 128 bytes that are aligned to 64, or a 64-bit integer, which is a pointer to them: a
      `TensorMap`;
    - for a number: a Python number in the range of the parameter's type, or a NumPy scalar of the
      same size and kind;
    - for a struct or an array that is passed by value: `bytes` or another buffer, a NumPy structure
      or a NumPy array, of the parameter's size; a `Struct` if it contains addresses.

    Raises `ArgumentError`. `stream` is the driver's handle of the stream of the launch.
    """
    if len(arguments) != len(signature.parameters):
        needed = len(signature.parameters)
        listed = ", ".join(f"{p.name} {describe_type(p)}" for p in signature.parameters)
        message = (
            f"{signature.name} takes {needed} argument{'s' * (needed != 1)}"
            f"{f' ({listed})' if listed else ''}; {len(arguments)} given"
            f"{tensor_map_hint(signature)}"
        )
        raise ArgumentError(message)
    check_signs(signature, arguments)
    packer = _Packer(signature, stream)
    for parameter, value in zip(signature.parameters, arguments, strict=True):
        # The most frequent types come first, as each launch passes through here.
        if type(value) is np.ndarray and value.ndim and takes_array(parameter):
            packer.pack_array(parameter, value)
        elif type(value) is int:
            packer.write(parameter.offset or 0, pack_value(parameter, value))
        elif isinstance(value, Reference):
            packer.references.append(_reference(parameter, value))
        elif isinstance(value, TensorMap):
            packer.maps.append(_tensor_map(parameter, value))
        elif isinstance(value, Multicast):
            packer.pack_multicast(parameter, value)
        elif isinstance(value, Struct):
            packer.pack_struct(parameter, value)
        else:
            packer.pack_plain(parameter, value)
    return packer.finish()


class _Packer:
    """The parameter buffer and the relocations of the arguments packed so far."""

    def __init__(self, signature: Signature, stream: int) -> None:
        self.size = signature.size
        self.stream = stream
        self.buffer = bytearray(signature.size)
        self.host: list[tuple[str, int, ArrayArgument]] = []
        self.device: list[tuple[str, ArrayArgument]] = []
        self.references: list[ReferenceArgument] = []
        self.maps: list[TensorMapArgument] = []
        self.short_pointers: set[int] = set()
        self.multicast_pointers: set[int] = set()

    def write(self, offset: int, data: bytes) -> None:
        """Write the bytes of a parameter to the buffer."""
        self.buffer[offset : offset + len(data)] = data

    def pack_array(self, parameter: Storage, value: Any) -> bool:
        """Pack an array as a pointer; return whether the value is an array."""
        array = array_of(parameter.name, value, self.stream)
        if array is None:
            return False
        if array.device is None:
            self.host.append((parameter.name, parameter.offset or 0, array))
            if parameter.size != POINTER_BYTES:
                self.short_pointers.add(parameter.offset or 0)
        else:
            self.device.append((parameter.name, array))
            words = parameter.pointer.split()
            align = words[words.index(".align") + 1] if ".align" in words else ""
            if align.isdecimal() and int(align) and array.address % int(align):
                message = (
                    f"{parameter.name}: the array begins at {array.address:#x}; "
                    f"the kernel requires a multiple of {align} ({parameter.pointer})"
                )
                raise ArgumentError(message, parameter.name)
            if parameter.size != POINTER_BYTES:
                message = (
                    f"{parameter.name}: {describe_type(parameter)} is too small for a GPU address"
                )
                raise ArgumentError(message, parameter.name)
            self.write(parameter.offset or 0, array.address.to_bytes(POINTER_BYTES, "little"))
        return True

    def pack_multicast(self, parameter: Storage, value: Multicast) -> None:
        """Pack an array as a pointer to a multicast object."""
        name, offset = parameter.name, parameter.offset or 0
        if parameter.size != POINTER_BYTES or not takes_pointer(parameter):
            message = (
                f"{name}: multicast() is an address, not a value of {describe_type(parameter)}"
            )
            raise ArgumentError(message, name)
        if not self.pack_array(parameter, value.array):
            message = f"{name}: multicast() is for arrays, not for {type(value.array).__name__}"
            raise ArgumentError(message, name)
        # The array was on a GPU, so it is not among those of the host.
        if not self.host or self.host[-1][1] != offset:
            message = f"{name}: {MULTICAST_ON_A_GPU}"
            raise ArgumentError(message, name)
        self.multicast_pointers.add(offset)

    def pack_plain(self, parameter: Storage, value: Any) -> None:
        """Pack a number, an array, or an object that has the bytes of the parameter."""
        if not takes_array(parameter):
            if isinstance(value, ReadOnly) or value is None:
                shown = "readonly(…)" if isinstance(value, ReadOnly) else "None"
                raise mismatch_error(parameter, value, shown)
            data = pack_value(parameter, value)
        elif value is None:
            # `None` is a null pointer.
            data = bytes(parameter.size or POINTER_BYTES)
        elif isinstance(value, int | float | np.generic) or not self.pack_array(parameter, value):
            data = pack_value(parameter, value)
        else:
            return
        self.write(parameter.offset or 0, data)

    def pack_struct(self, parameter: Storage, value: Struct) -> None:
        """Pack the bytes of a struct, and then each of its fields as an argument."""
        begin = parameter.offset or 0
        # First all bytes, as the fields overwrite some of them.
        self.write(begin, pack_value(parameter, value.data))
        for offset, field in value.fields.items():
            name = f"{parameter.name}[{offset}]"
            if isinstance(field, TensorMap):
                size, alignment = TENSOR_MAP_BYTES, TENSOR_MAP_ALIGNMENT
                field_parameter = Storage(
                    name, "param", "b8", (size,), size, alignment, begin + offset
                )
                self.maps.append(_tensor_map(field_parameter, field))
                continue
            size = POINTER_BYTES
            field_parameter = Storage(name, "param", "u64", (), size, size, begin + offset)
            self.pack_plain(field_parameter, field)

    def finish(self) -> Arguments:
        """Return the packed arguments, with the host memory of arrays and tensor maps merged."""
        for index, each in enumerate(self.maps):
            array = each.map.memory(each.name, self.stream)
            if array is not None and array.device is None:
                # No pointer in the buffer refers to this tensor, so it has an offset past the end
                # of the buffer, by the index of its map.
                self.host.append((each.name, self.size + index, array))
            elif array is not None:
                self.device.append((each.name, array))
        memories, pointers = merge_overlapping(self.host)
        # Offsets beyond the buffer are those of tensors: their tensor maps get the location.
        for pointer in pointers:
            if pointer.offset >= self.size:
                index = pointer.offset - self.size
                self.maps[index] = self.maps[index]._replace(
                    memory=pointer.memory, displacement=pointer.displacement
                )
        pointers = tuple(pointer for pointer in pointers if pointer.offset < self.size)
        return Arguments(
            bytes(self.buffer),
            memories,
            pointers,
            tuple(self.device),
            tuple(self.references),
            tuple(self.maps),
            frozenset(self.short_pointers),
            frozenset(self.multicast_pointers),
        )


def tensor_map_hint(signature: Signature) -> str:
    """Return advice about the parameters that hold a tensor map; empty without one."""
    names = [each.name for each in signature.parameters if _holds_tensor_map(each)]
    if not names:
        return ""
    takes = "takes a TensorMap" if len(names) == 1 else "each take a TensorMap"
    return (
        f"; {' and '.join(names)} {takes}, which a call with the tensors of a kernel in Python "
        f"makes: {signature.name}(a, b, grid=2)"
    )


def _holds_tensor_map(parameter: Storage) -> bool:
    return bool(parameter.dimensions) and parameter.size == TENSOR_MAP_BYTES


def _tensor_map(parameter: Storage, value: TensorMap) -> TensorMapArgument:
    """Return the location of a tensor map in the parameter buffer."""
    by_value = _holds_tensor_map(parameter)
    if not by_value and not takes_pointer(parameter):
        raise mismatch_error(parameter, value)
    offset = parameter.offset or 0
    # The hardware reads descriptors of 128 bytes at multiples of 64 (`CUtensorMap` has
    # `alignas(64)`).
    if by_value and offset % TENSOR_MAP_ALIGNMENT:
        message = (
            f"{parameter.name}: a tensor map must be aligned to {TENSOR_MAP_ALIGNMENT} bytes; "
            f"{describe_type(parameter)} begins at byte {offset} of the parameters"
        )
        raise ArgumentError(message, parameter.name)
    return TensorMapArgument(parameter.name, offset, by_value, value, None)


def _reference(parameter: Storage, value: Reference) -> ReferenceArgument:
    """Return the location of the handle of a texture, sampler or surface in the buffer."""
    check_reference(parameter.name, parameter.type, value)
    if parameter.type not in OPAQUE_TYPES and not takes_pointer(parameter):
        raise mismatch_error(parameter, value)
    return ReferenceArgument(parameter.name, parameter.offset or 0, value)
