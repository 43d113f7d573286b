"""The arguments of a launch as the bytes of the kernel's parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ptxpy.calling.arrays import ArrayArgument, ReadOnly, array_of
from ptxpy.calling.errors import ArgumentError
from ptxpy.calling.memories import HostMemory, Pointer, memories_of
from ptxpy.calling.signature import POINTER_BYTES, Signature, takes_pointer, typed
from ptxpy.calling.textures import OPAQUE, Reference, ReferenceArgument, fits
from ptxpy.calling.values import packed, refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.analysis.storage import Storage

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


def pack(signature: Signature, arguments: Sequence[Any], stream: int = 0) -> Arguments:
    """Check arguments against the parameters of a kernel, and pack them.

    For each parameter there is one of these:

    - for a 64-bit integer, which may be an address: an array of NumPy, or with `__dlpack__` or
      `__cuda_array_interface__`; `None` for a null pointer; an integer;
    - for a 64-bit integer or an opaque type: a `Texture`, `Sampler` or `Surface`;
    - for a number: one of Python in the range of the parameter's type, or one of NumPy that has
      its size and is as much an integer or a float;
    - for a struct or an array that is passed by value: `bytes` or any other buffer, a NumPy
      structure, or an array, of its size.

    Raises `ArgumentError`. The stream is that of the launch, as the driver numbers it.
    """
    if len(arguments) != len(signature.parameters):
        raise _wrong_count(signature, len(arguments))
    buffer = bytearray(signature.size)
    host: list[tuple[str, int, ArrayArgument]] = []
    device: list[tuple[str, ArrayArgument]] = []
    references: list[ReferenceArgument] = []
    for parameter, value in zip(signature.parameters, arguments, strict=True):
        offset = parameter.offset or 0
        if isinstance(value, Reference):
            references.append(_reference(parameter, value))
            continue
        data = _plain(parameter, value)
        if data is None:
            array = array_of(parameter.name, value, stream)
            if array is None:
                data = packed(parameter, value)
            elif array.device is None:
                host.append((parameter.name, offset, array))
            else:
                device.append((parameter.name, array))
                _check_alignment(parameter, array)
                data = array.address.to_bytes(POINTER_BYTES, "little")
        if data is not None:
            buffer[offset : offset + len(data)] = data
    memories, pointers = memories_of(host)
    return Arguments(bytes(buffer), memories, pointers, tuple(device), tuple(references))


def _reference(parameter: Storage, value: Reference) -> ReferenceArgument:
    """Return where the handle of a texture, sampler or surface goes."""
    fits(parameter.name, parameter.type, value)
    if parameter.type not in OPAQUE and not takes_pointer(parameter):
        raise refusal(parameter, value)
    return ReferenceArgument(parameter.name, parameter.offset or 0, value)


def _plain(parameter: Storage, value: Any) -> bytes | None:
    """Return the bytes of a value that is no pointer to an array, None for what may be one."""
    if not takes_pointer(parameter):
        if isinstance(value, ReadOnly) or value is None:
            shown = "readonly(…)" if isinstance(value, ReadOnly) else "None"
            raise refusal(parameter, value, shown)
        return packed(parameter, value)
    if value is None:
        return bytes(POINTER_BYTES)
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
