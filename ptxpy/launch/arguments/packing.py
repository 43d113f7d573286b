"""The arguments of a launch as the bytes of the kernel's parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ptxpy.analysis.storage import Storage
from ptxpy.launch.arguments.arrays import ArrayArgument, ReadOnly, array_of
from ptxpy.launch.arguments.errors import ArgumentError
from ptxpy.launch.arguments.host_buffers import HostMemory, Pointer, memories_of
from ptxpy.launch.arguments.signature import (
    POINTER_BYTES,
    Signature,
    takes_array,
    takes_pointer,
    typed,
)
from ptxpy.launch.arguments.structs import Struct
from ptxpy.launch.arguments.tensor_maps import (
    TENSOR_MAP_ALIGNMENT,
    TENSOR_MAP_BYTES,
    TensorMap,
    TensorMapArgument,
)
from ptxpy.launch.arguments.textures import OPAQUE, Reference, ReferenceArgument, fits
from ptxpy.launch.arguments.values import packed, refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Arguments", "pack"]


class Arguments(NamedTuple):
    """Arguments that were checked."""

    parameters: bytes
    """The parameter buffer; pointers into the memory of the host are null in it."""
    memories: tuple[HostMemory, ...]
    """The memory of the host that the arguments refer to."""
    pointers: tuple[Pointer, ...]
    """Where the buffer needs the address of a memory."""
    device_arrays: tuple[tuple[str, ArrayArgument], ...]
    """The arrays on a GPU, whose addresses are in the buffer, with their parameters."""
    references: tuple[ReferenceArgument, ...] = ()
    """Where the buffer needs the handle of a texture, sampler or surface."""
    tensor_maps: tuple[TensorMapArgument, ...] = ()
    """Where the buffer needs a tensor map, or the address of one."""
    narrow: frozenset[int] = frozenset()
    """The offsets of pointers that take four bytes, and not eight: with `.address_size 32`."""


def pack(signature: Signature, arguments: Sequence[Any], stream: int = 0) -> Arguments:
    """Check arguments against the parameters of a kernel, and pack them.

    For each parameter there is one of these:

    - for a 64-bit integer, which may be an address: an array of NumPy, or with `__dlpack__` or
      `__cuda_array_interface__`; `None` for a null pointer; an integer;
    - for a 64-bit integer or an opaque type: a `Texture`, `Sampler` or `Surface`;
    - for 128 bytes that are aligned to 64, or a 64-bit integer, which is a pointer to them: a
      `TensorMap`;
    - for a number: one of Python in the range of the parameter's type, or one of NumPy that has
      its size and is as much an integer or a float;
    - for a struct or an array that is passed by value: `bytes` or any other buffer, a NumPy
      structure, or an array, of its size; a `Struct` where some of its bytes are addresses.

    Raises `ArgumentError`. The stream is that of the launch, as the driver numbers it.
    """
    if len(arguments) != len(signature.parameters):
        raise _wrong_count(signature, len(arguments))
    packing = _Packing(signature, stream)
    for parameter, value in zip(signature.parameters, arguments, strict=True):
        if type(value) is np.ndarray and value.ndim and takes_array(parameter):
            packing.array(parameter, value)
        elif type(value) is int:
            packing.put(parameter.offset or 0, packed(parameter, value))
        elif isinstance(value, Reference):
            packing.references.append(_reference(parameter, value))
        elif isinstance(value, TensorMap):
            packing.maps.append(_tensor_map(parameter, value))
        elif isinstance(value, Struct):
            packing.struct(parameter, value)
        else:
            data = _plain(parameter, value)
            if data is None and not packing.array(parameter, value):
                data = packed(parameter, value)
            if data is not None:
                packing.put(parameter.offset or 0, data)
    return packing.done()


class _Packing:
    """Arguments that have been looked at so far."""

    def __init__(self, signature: Signature, stream: int) -> None:
        self.size = signature.size
        self.stream = stream
        self.buffer = bytearray(signature.size)
        self.host: list[tuple[str, int, ArrayArgument]] = []
        self.device: list[tuple[str, ArrayArgument]] = []
        self.references: list[ReferenceArgument] = []
        self.maps: list[TensorMapArgument] = []
        self.narrow: set[int] = set()

    def put(self, offset: int, data: bytes) -> None:
        """Write the bytes of a parameter."""
        self.buffer[offset : offset + len(data)] = data

    def array(self, parameter: Storage, value: Any) -> bool:
        """Take an array for a pointer; return whether it is one."""
        array = array_of(parameter.name, value, self.stream)
        if array is None:
            return False
        if array.device is None:
            self.host.append((parameter.name, parameter.offset or 0, array))
            if parameter.size != POINTER_BYTES:
                self.narrow.add(parameter.offset or 0)
        else:
            self.device.append((parameter.name, array))
            _check_alignment(parameter, array)
            if parameter.size != POINTER_BYTES:
                message = f"{parameter.name}: {typed(parameter)} does not hold an address of a GPU"
                raise ArgumentError(message, parameter.name)
            self.put(parameter.offset or 0, array.address.to_bytes(POINTER_BYTES, "little"))
        return True

    def struct(self, parameter: Storage, value: Struct) -> None:
        """Take the bytes of a struct, and each field as an argument of its own."""
        begin = parameter.offset or 0
        self.put(begin, packed(parameter, value.data))
        for offset, field in value.fields.items():
            name = f"{parameter.name}[{offset}]"
            if isinstance(field, TensorMap):
                size, alignment = TENSOR_MAP_BYTES, TENSOR_MAP_ALIGNMENT
                piece = Storage(name, "param", "b8", (size,), size, alignment, begin + offset)
                self.maps.append(_tensor_map(piece, field))
                continue
            size = POINTER_BYTES
            piece = Storage(name, "param", "u64", (), size, size, begin + offset)
            data = _plain(piece, field)
            if data is None and not self.array(piece, field):
                data = packed(piece, field)
            if data is not None:
                self.put(begin + offset, data)

    def done(self) -> Arguments:
        """Return all, with the memories that arrays and the tensors of maps lie in."""
        for number, each in enumerate(self.maps):
            array = each.map.memory(each.name, self.stream)
            if array is not None and array.device is None:
                # The buffer has no pointer to a tensor; behind its end, offsets count the maps.
                self.host.append((each.name, self.size + number, array))
            elif array is not None:
                self.device.append((each.name, array))
        memories, pointers = memories_of(self.host)
        if self.maps:
            pointers = self._without_maps(pointers)
        return Arguments(
            bytes(self.buffer),
            memories,
            pointers,
            tuple(self.device),
            tuple(self.references),
            tuple(self.maps),
            frozenset(self.narrow),
        )

    def _without_maps(self, pointers: tuple[Pointer, ...]) -> tuple[Pointer, ...]:
        """Let the maps know where their tensors lie; return the other pointers."""
        for pointer in pointers:
            if pointer.offset >= self.size:
                number = pointer.offset - self.size
                self.maps[number] = self.maps[number]._replace(
                    memory=pointer.memory, displacement=pointer.displacement
                )
        return tuple(pointer for pointer in pointers if pointer.offset < self.size)


def _tensor_map(parameter: Storage, value: TensorMap) -> TensorMapArgument:
    """Return where a tensor map goes."""
    by_value = bool(parameter.dimensions) and parameter.size == TENSOR_MAP_BYTES
    if not by_value and not takes_pointer(parameter):
        raise refusal(parameter, value)
    offset = parameter.offset or 0
    if by_value and offset % TENSOR_MAP_ALIGNMENT:
        message = (
            f"{parameter.name}: a tensor map is aligned to {TENSOR_MAP_ALIGNMENT} bytes; "
            f"{typed(parameter)} begins at byte {offset} of the parameters"
        )
        raise ArgumentError(message, parameter.name)
    return TensorMapArgument(parameter.name, offset, by_value, value, None)


def _reference(parameter: Storage, value: Reference) -> ReferenceArgument:
    """Return where the handle of a texture, sampler or surface goes."""
    fits(parameter.name, parameter.type, value)
    if parameter.type not in OPAQUE and not takes_pointer(parameter):
        raise refusal(parameter, value)
    return ReferenceArgument(parameter.name, parameter.offset or 0, value)


def _plain(parameter: Storage, value: Any) -> bytes | None:
    """Return the bytes of a value that is no pointer to an array, None for what may be one."""
    if not takes_array(parameter):
        if isinstance(value, ReadOnly) or value is None:
            shown = "readonly(…)" if isinstance(value, ReadOnly) else "None"
            raise refusal(parameter, value, shown)
        return packed(parameter, value)
    if value is None:
        return bytes(parameter.size or POINTER_BYTES)
    if isinstance(value, int | float | np.generic):
        return packed(parameter, value)
    return None


def _check_alignment(parameter: Storage, array: ArrayArgument) -> None:
    """Raise `ArgumentError` where an array on the GPU begins at another place than PTX says."""
    words = parameter.pointer.split()
    if ".align" not in words:
        return
    align = words[words.index(".align") + 1]
    if align.isdecimal() and int(align) and array.address % int(align):
        message = (
            f"{parameter.name}: the array begins at {array.address:#x}; "
            f"the kernel needs a multiple of {align} ({parameter.pointer})"
        )
        raise ArgumentError(message, parameter.name)


def _wrong_count(signature: Signature, given: int) -> ArgumentError:
    needed = len(signature.parameters)
    listed = ", ".join(f"{p.name} {typed(p)}" for p in signature.parameters)
    message = (
        f"{signature.name} takes {needed} argument{'s' * (needed != 1)}"
        f"{f' ({listed})' if listed else ''}; {given} given"
    )
    return ArgumentError(message)
