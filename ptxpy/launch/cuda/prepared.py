"""Prepared launches: a launch like an earlier one, without the checks that cannot differ.

A launch goes through packing, geometry, limits and the choice of a device. These depend on the
types of arguments, the geometry, the device and the stream, by which `ptxpy.launch.kernel` keeps
prepared launches, and on the values of numbers and the addresses of arrays. A prepared launch
checks only these values and addresses, writes the parameters, and calls the driver. An argument
that it does not recognise is left to the launch with all checks, which reports the error.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.isa import TYPES
from ptxpy.launch.cuda.device import current_context, device, with_own_context
from ptxpy.launch.cuda.loading import load_kernel
from ptxpy.launch_request import POINTER_BYTES, takes_array

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ptxpy.analysis import Storage
    from ptxpy.launch.cuda.device import Device
    from ptxpy.launch_request import LaunchRequest

__all__ = ["Repeat", "prepare"]

_INTEGERS: Final = {
    ("unsigned", 8): "B",
    ("unsigned", 16): "H",
    ("unsigned", 32): "I",
    ("unsigned", 64): "Q",
    ("signed", 8): "b",
    ("signed", 16): "h",
    ("signed", 32): "i",
    ("signed", 64): "q",
    ("bits", 8): "B",
    ("bits", 16): "H",
    ("bits", 32): "I",
    ("bits", 64): "Q",
}
"""The `struct` formats of integers, by kind and bits. Other values of bits take the checks."""

_FLOATS: Final = {"f16": "e", "f32": "f", "f64": "d"}

_LEGACY_STREAMS: Final = (None, 0, 1)
"""The default stream in `__cuda_array_interface__`."""


_UNRECOGNISED: Final = (
    struct.error,
    OverflowError,
    AttributeError,
    KeyError,
    TypeError,
    ValueError,
)
"""The exceptions of converting an argument; the launch with all checks reports the error."""


class _Slot(NamedTuple):
    """A parameter buffer, and the addresses of the parameters in it, which the driver takes."""

    buffer: ctypes.Array[ctypes.c_char]
    pointer: int
    """The address of `addresses`; 0 for a kernel without parameters."""
    addresses: ctypes.Array[ctypes.c_void_p]


Repeat: TypeAlias = Callable[[tuple[Any, ...]], bool]
"""Launches with arguments of the same types; returns False if all checks are needed.

Nothing has been launched then. Raises `CudaError` for errors of the driver.
"""

_SEND: Final = """
    try:
        {names} = arguments
        {checks}
        slot = buffer, pointer, _ = take_slot() if slots else new_slot()
        pack(buffer, 0, {values})
        status = launch(config, function, pointer, 0)[0]
    except unrecognised:
        return False
    keep_slot(slot)
    if status is not ok and status != ok:
        raise_error("cuLaunchKernelEx", status, name)
    return True
"""
"""The text of a prepared launch in its context: a loop over the arguments would take as long as
the driver. Its checks are those of `_REFUSAL` and the statements that read the addresses of arrays.
"""

_REPEAT: Final = """
def send(arguments):{send}
def repeat(arguments):
    held = current()[1]
    if held != context:
        if int(held) and current_device() == chosen.number:
            return False
        with current_context(chosen):
            return send(arguments)
{send}
"""
"""The text of a prepared launch; its context is current as a rule: then `send` is not called."""

_REFUSAL: Final = "if {condition}: return False"


class _Reading(NamedTuple):
    """How a prepared launch reads the address of an array, in the argument `a3`, into `v3`."""

    statements: tuple[str, ...]
    """With `@` for the number of the argument. They return False for an array that needs checks."""
    names: Mapping[str, Any]
    """The names in them that are not of `_SEND`, with `@` as well."""


def _repeat(
    request: LaunchRequest,
    chosen: Device,
    pack: struct.Struct,
    arrays: Mapping[int, _Reading],
    types: Sequence[type],
) -> Repeat:
    """Return a function that launches again, given the format of the parameters.

    `types` are those of the arguments, and `arrays` says of each array among them, by its index,
    how it is read. Several threads may launch at the same time: each takes a parameter buffer of
    its own.
    """
    calls = chosen.driver
    offsets = [parameter.offset or 0 for parameter in request.signature.parameters]
    size = max(1, len(request.arguments.parameters))
    # Threads that launch at the same time each take a buffer from this stack, or make one.
    slots: list[_Slot] = []

    def new_slot() -> _Slot:
        buffer = (ctypes.c_char * size)()
        start = ctypes.addressof(buffer)
        addresses = (ctypes.c_void_p * len(offsets))(*[start + offset for offset in offsets])
        return _Slot(buffer, ctypes.addressof(addresses) if offsets else 0, addresses)

    space: dict[str, Any] = {
        "chosen": chosen,
        "config": calls.launch_config(request),
        "context": chosen.context,
        "current": calls.api.cuCtxGetCurrent,
        "current_context": current_context,
        "current_device": calls.current_device,
        "function": load_kernel(request, chosen).function,
        "keep_slot": slots.append,
        "launch": calls.api.cuLaunchKernelEx,
        "name": request.signature.name,
        "new_slot": new_slot,
        "ok": calls.api.CUresult.CUDA_SUCCESS,
        "pack": pack.pack_into,
        "raise_error": calls.raise_error,
        "slots": slots,
        "source": request.source,  # the function is valid as long as it is not garbage collected
        "take_slot": slots.pop,
        "unrecognised": _UNRECOGNISED,
        **{f"type{index}": each for index, each in enumerate(types)},
    }
    indices = range(len(offsets))
    # A launch of other types may have to be packed otherwise, though its values would fit the
    # format.
    others = " or ".join(f"type(a{index}) is not type{index}" for index in indices)
    checks = [_REFUSAL.format(condition=others)] if others else []
    for index, reading in arrays.items():
        checks += [each.replace("@", str(index)) for each in reading.statements]
        space |= {name.replace("@", str(index)): each for name, each in reading.names.items()}
    send = _SEND.format(
        names=f"[{', '.join(f'a{index}' for index in indices)}]",
        checks="\n        ".join(checks),
        values=", ".join(f"v{index}" if index in arrays else f"a{index}" for index in indices),
    )
    text = _REPEAT.format(send=send)
    exec(compile(text, "<prepared launch>", "exec"), space)  # noqa: S102 - indices are all of it
    found: Repeat = space["repeat"]
    return found


def prepare(request: LaunchRequest, arguments: Sequence[Any]) -> Repeat | None:
    """Return a function that launches again with such arguments; None if they need all checks.

    Args:
        request: A launch that has been run.
        arguments: Its arguments, in the order of the parameters.
    """
    given = request.arguments
    # Copies of host memory and tensor maps are made anew for each launch.
    if given.memories or given.tensor_maps or given.references or request.references:
        return None
    chosen = device(request.device)
    if with_own_context(chosen) is not chosen:  # another context of the GPU is current
        return None
    formats, position = "<", 0
    arrays: dict[int, _Reading] = {}
    for index, (parameter, value) in enumerate(
        zip(request.signature.parameters, arguments, strict=True)
    ):
        reading = _array(parameter, value, request, chosen)
        code = "Q" if reading is not None else _number(parameter, value)
        offset = parameter.offset or 0
        # Fields of a `struct` format follow each other; parameters that do not are left to the
        # checks.
        if code is None or offset < position:
            return None
        if reading is not None:
            arrays[index] = reading
        # `4x` skips padding: with `<`, `struct` adds none of its own.
        formats += f"{offset - position}x{code}"
        position = offset + struct.calcsize(f"<{code}")
    return _repeat(request, chosen, struct.Struct(formats), arrays, [*map(type, arguments)])


def _number(parameter: Storage, value: Any) -> str | None:
    """Return the `struct` format of a number; None if it needs the checks."""
    kind = TYPES.get(parameter.type)
    if parameter.dimensions or kind is None:
        return None
    if parameter.type in _FLOATS and isinstance(value, float | np.floating):
        return _FLOATS[parameter.type]
    if type(value) is int or isinstance(value, np.integer):
        return _INTEGERS.get((kind.kind, kind.bits))
    return None


def _array(
    parameter: Storage, value: Any, request: LaunchRequest, chosen: Device
) -> _Reading | None:
    """Return how the address of such an array is read; None if it is no array."""
    if not takes_array(parameter) or parameter.size != POINTER_BYTES:
        return None
    if type(value).__module__.partition(".")[0] == "torch":
        reading = _tensor(value, request.stream)
    # The interface does not say on which GPU an array is; with one GPU it is known.
    elif chosen.driver.count() == 1:
        interface = getattr(value, "__cuda_array_interface__", None)
        if not isinstance(interface, dict):
            reading = None
        else:
            # None states no stream to wait for.
            streams = _LEGACY_STREAMS if request.stream == 0 else (None, request.stream)
            # What an array leaves out is asked for by `in`, which takes half as long as `get`.
            optional = {
                "strides": "is not None",
                "mask": "is not None",
                "stream": "not in streams@",
            }
            others = [
                f'i@["{key}"] {refused}' if key in interface else f'"{key}" in i@'
                for key, refused in optional.items()
            ]
            condition = " or ".join(["is_read_only", 'i@["typestr"] != typestr@', *others])
            statements = (
                "i@ = a@.__cuda_array_interface__",
                'v@, is_read_only = i@["data"]',
                _REFUSAL.format(condition=condition),
            )
            reading = _Reading(statements, {"streams@": streams, "typestr@": interface["typestr"]})
    else:
        return None
    alignment = _alignment(parameter)
    if reading is None or alignment == 1:
        return reading
    check = _REFUSAL.format(condition=f"v@ % {alignment}")
    return reading._replace(statements=(*reading.statements, check))


def _alignment(parameter: Storage) -> int:
    """Return the bytes to which the address is aligned that a parameter takes: 1 for any."""
    words = parameter.pointer.split()
    if ".align" not in words:
        return 1
    align = words[words.index(".align") + 1]
    return int(align) if align.isdecimal() and int(align) else 1


def _tensor(first: Any, stream: int) -> _Reading | None:
    """Return how the address of a tensor of PyTorch on a GPU is read."""
    import torch  # noqa: PLC0415 - a tensor of it was given

    if type(first) not in (torch.Tensor, torch.nn.Parameter) or not first.is_cuda:
        return None
    # A view of a conjugate shares its memory without being conjugated there.
    if first.dtype.is_complex:
        return None
    condition = (
        "a@.dtype is not dtype@ or a@.get_device() != number@ or a@.requires_grad "
        "or not a@.is_contiguous() or current_stream@(number@) != stream@"
    )
    names = {
        "current_stream@": torch._C._cuda_getCurrentRawStream,  # noqa: SLF001 - as its compilers do
        "dtype@": first.dtype,
        "number@": first.get_device(),
        "stream@": stream,
    }
    return _Reading((_REFUSAL.format(condition=condition), "v@ = a@.data_ptr()"), names)
