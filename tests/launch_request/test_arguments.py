"""Checking and packing arguments."""

from __future__ import annotations

import ctypes
import re
from typing import Any

import numpy as np
import pytest

from ptxpy.launch_request import ArgumentError, pack, readonly
from tests.launch_request.cases import rows, signature
from tests.launch_request.devices import DlpackArray, InterfaceArray


class Pair(ctypes.Structure):
    """A struct of C."""

    _fields_ = (("a", ctypes.c_int64), ("b", ctypes.c_float))
    _pack_ = 4
    _layout_ = "ms"


def pair(a: int, b: float) -> Any:
    """Return a structure of NumPy."""
    return np.array((a, b), np.dtype([("a", "<i8"), ("b", "<f4")]))[()]


def frozen(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return an array that cannot be written to."""
    array.flags.writeable = False
    return array


NAMES = {"np": np, "readonly": readonly, "pair": pair, "Pair": Pair, "frozen": frozen}


def evaluated(text: str) -> tuple[Any, ...]:
    """Return the arguments that a row of the data file gives."""
    value = eval(text, dict(NAMES))  # noqa: S307 - of the file beside this one
    return value if type(value) is tuple else (value,)


@pytest.mark.parametrize(("parameters", "arguments", "expected"), rows("arguments.txt"))
def test_arguments(parameters: str, arguments: str, expected: str) -> None:
    """Each parameter takes what the data file says, as these bytes, and refuses the rest."""
    kernel = signature(parameters)
    given = evaluated(arguments)
    if re.fullmatch("[0-9a-f]*", expected):
        assert pack(kernel, given).parameters.hex() == expected
        return
    with pytest.raises(ArgumentError) as caught:
        pack(kernel, given)
    assert str(caught.value) == expected
    parameter = caught.value.parameter
    assert expected.startswith("k takes" if parameter is None else f"{parameter}: ")


def test_arrays_of_the_host_are_pointers() -> None:
    """The buffer has a null where the address will be, and the memory is the array's own."""
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    packed = pack(signature(".u32 n, .param .u64 p"), (1, x))
    assert packed.parameters == b"\1" + bytes(15)
    assert packed.pointers == ((8, 0, 0),)
    (memory,) = packed.memories
    assert (memory.size, memory.writable, memory.names) == (24, True, ("p",))
    memory.bytes()[4:8] = np.frombuffer(np.float32(9).tobytes(), np.uint8)
    assert x[0, 1] == 9


def test_arrays_in_the_order_of_fortran_are_contiguous() -> None:
    """A kernel gets their memory as it is."""
    x = np.asfortranarray(np.arange(6.0).reshape(2, 3))
    (memory,) = pack(signature(".u64 p"), (x,)).memories
    assert memory.bytes().view(np.float64).tolist() == x.ravel(order="K").tolist()


@pytest.mark.parametrize(
    ("slices", "memories", "pointers"),
    [
        ([slice(0, 8), slice(4, 12)], [(0, 12)], [(0, 0), (0, 32)]),
        ([slice(4, 12), slice(0, 8)], [(0, 12)], [(0, 32), (0, 0)]),
        ([slice(0, 16), slice(4, 6)], [(0, 16)], [(0, 0), (0, 32)]),
        ([slice(0, 8), slice(8, 12)], [(0, 8), (8, 12)], [(0, 0), (1, 0)]),
        ([slice(3, 5), slice(3, 5)], [(3, 5)], [(0, 0), (0, 0)]),
    ],
)
def test_arrays_that_overlap_share_memory(
    slices: list[slice], memories: list[tuple[int, int]], pointers: list[tuple[int, int]]
) -> None:
    """What is written through one is seen through the other."""
    x = np.arange(16.0)
    start = x.__array_interface__["data"][0]
    packed = pack(signature(".u64 p, .param .u64 q"), [x[part] for part in slices])
    assert [((m.address - start) // 8, m.size // 8) for m in packed.memories] == [
        (first, stop - first) for first, stop in memories
    ]
    assert [(p.memory, p.displacement) for p in sorted(packed.pointers)] == pointers


def test_readonly_arrays_are_not_written_to() -> None:
    """They are read where they are, and the memory cannot be written to through the view."""
    x = frozen(np.arange(4.0))
    (memory,) = pack(signature(".u64 p"), (readonly(x),)).memories
    assert not memory.writable
    with pytest.raises(ValueError, match="read-only"):
        memory.bytes()[0] = 1


def test_memory_that_is_written_through_another_array_is_writable() -> None:
    """Marking one of two views does not protect the other."""
    x = np.arange(4.0)
    (memory,) = pack(signature(".u64 p, .param .u64 q"), (readonly(x), x[1:])).memories
    assert memory.writable


def test_arrays_through_dlpack() -> None:
    """Those of the host are memory, those of a GPU are addresses."""
    x = np.arange(4, dtype=np.float32)
    packed = pack(signature(".u64 p, .param .u64 q"), (DlpackArray(x), DlpackArray(x[1:], (2, 3))))
    (memory,) = packed.memories
    assert memory.bytes().tobytes() == x.tobytes()
    ((name, array),) = packed.device_arrays
    address = x.__array_interface__["data"][0] + 4
    assert (name, array.device, array.size, array.address) == ("q", 3, 12, address)
    assert packed.parameters[8:] == address.to_bytes(8, "little")


def test_dlpack_is_told_the_stream() -> None:
    """The legacy default stream is 1 in DLPack; arrays of the host have none."""
    x = np.arange(4, dtype=np.float32)
    on_gpu, on_host = DlpackArray(x, (2, 0)), DlpackArray(x)
    for stream in (0, 77):
        pack(signature(".u64 p, .param .u64 q"), (on_gpu, on_host), stream)
    assert on_gpu.streams == [1, 77]
    assert on_host.streams == [None, None]


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (DlpackArray(np.zeros((4, 4), "f4")[:, 1], (2, 0)), "p: the array is not contiguous"),
        (DlpackArray(np.zeros(4), (10, 0)), "p: the array is on a device of DLPack type 10"),
        (DlpackArray(frozen(np.zeros(4))), "p: the array cannot be written to"),
        (
            DlpackArray(np.zeros(4), (2, 0), refuses=True),
            "p: DlpackArray does not export its memory",
        ),
        (InterfaceArray(4096, (4,), read_only=True), "p: the array cannot be written to"),
        (InterfaceArray(4096, (4, 2), strides=(4, 16)), None),
        (InterfaceArray(4096, (4, 2), strides=(16, 4)), "p: the array is not contiguous"),
        (
            InterfaceArray(4096, (4,), typestr="what"),
            "p: its __cuda_array_interface__ is not valid",
        ),
    ],
)
def test_arrays_of_others(array: object, message: str | None) -> None:
    """They are refused as those of NumPy are."""
    if message is None:
        assert pack(signature(".u64 p"), (array,)).device_arrays
        return
    with pytest.raises(ArgumentError, match=message):
        pack(signature(".u64 p"), (array,))


def test_arrays_with_the_cuda_array_interface() -> None:
    """The address goes into the buffer; the device is not told, the stream is."""
    packed = pack(signature(".u64 p"), (InterfaceArray(0x7000, (2, 3), stream=5),))
    assert packed.parameters == (0x7000).to_bytes(8, "little")
    ((_, array),) = packed.device_arrays
    assert (array.device, array.size, array.stream) == (-1, 24, 5)


def test_alignment_of_arrays_on_a_gpu() -> None:
    """`.ptr .align` is a promise that the kernel relies on."""
    kernel = signature(".u64 .ptr .global .align 16 p")
    assert pack(kernel, (InterfaceArray(4096, (4,)),)).device_arrays
    with pytest.raises(ArgumentError, match=r"p: the array begins at 0x1004.* multiple of 16"):
        pack(kernel, (InterfaceArray(4100, (4,)),))
