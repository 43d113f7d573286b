"""Tensor maps: what they say of an array, what is refused, and how they become arguments."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy.isa.swizzles import SWIZZLES
from ptxpy.launch_request import ArgumentError, Im2col, TensorMap, pack, readonly
from tests.launch_request.cases import rows, signature
from tests.launch_request.devices import DlpackArray, InterfaceArray

BAD = rows("tensor_maps.txt")


def frozen(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return an array that cannot be written to."""
    array.flags.writeable = False
    return array


@pytest.mark.parametrize(("text", "message"), [row[:2] for row in BAD], ids=[row[2] for row in BAD])
def test_what_is_refused(text: str, message: str) -> None:
    """The message begins with the field that is wrong."""
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message is compared
        eval(text, {"TensorMap": TensorMap, "np": np, "frozen": frozen})  # noqa: S307
    assert str(caught.value) == message


def test_rows() -> None:
    """No row was lost."""
    assert len(BAD) >= 49


def test_the_innermost_dimension_comes_first() -> None:
    """What NumPy has last, PTX has first."""
    x = np.zeros((3, 5, 64), np.float16)
    layout = TensorMap(
        x, (1, 4, 32), element_strides=(1, 2, 1), swizzle="64b", l2_promotion="128B"
    ).layout
    assert layout.element.name == "f16"
    assert layout.dims == (64, 5, 3)
    assert layout.strides == (128, 640)
    assert layout.box == (32, 4, 1)
    assert layout.steps == (1, 2, 1)
    assert layout.counts == (32, 2, 1)
    assert layout.swizzle == SWIZZLES[2]
    assert layout.l2_promotion == "128B"
    assert repr(TensorMap(x, (1, 4, 32))) == "<TensorMap of 1x4x32 in 3x5x64 f16, none>"


@pytest.mark.parametrize(("kind", "size"), [("b4x16", 64), ("b4x16_p64", 64), ("b6x16_p32", 96)])
def test_packed_elements(kind: str, size: int) -> None:
    """Of 4 and 6 bits, in an array of bytes: extents count elements, strides bytes."""
    layout = TensorMap(np.zeros((8, 3 * size), np.uint8), (4, 128), type=kind).layout
    assert (layout.dims, layout.strides, layout.box) == ((384, 8), (3 * size,), (128, 4))
    assert layout.row_bytes == (64 if kind == "b4x16" else 128)


def test_the_order_of_the_driver() -> None:
    """An address comes with dims and strides as the driver takes them."""
    made = TensorMap.at(
        1 << 40, (64, 5, 3), (128, 640), (32, 4, 1), "bf16", element_strides=(1, 2, 1)
    )
    x = TensorMap(
        np.zeros((3, 5, 64), np.uint16), (1, 4, 32), element_strides=(1, 2, 1), type="bf16"
    )
    assert made.layout == x.layout
    assert made.address == 1 << 40


def test_images() -> None:
    """Corners are given in the order of the array's dimensions."""
    made = TensorMap.im2col(np.zeros((2, 6, 7, 64), np.float32), (-1, -2), (1, 2), 16, 40)
    assert made.layout.columns == Im2col((-2, -1), (2, 1), 16, 40)
    assert made.layout.counts == (16, 40)
    assert made.layout.dims == (64, 7, 6, 2)


@pytest.mark.parametrize(
    ("dtype", "type_"),
    [("?", "u8"), ("i1", "u8"), ("u2", "u16"), ("i4", "s32"), ("u4", "u32"), ("i8", "s64"),
     ("f2", "f16"), ("f4", "f32"), ("f8", "f64")],
)  # fmt: skip
def test_types(dtype: str, type_: str) -> None:
    """The type of the elements is that of the array, by DLPack too."""
    x = np.zeros((2, 64), dtype)
    assert TensorMap(x, (1, 16)).layout.element.name == type_
    assert TensorMap(DlpackArray(x), (1, 16)).layout == TensorMap(x, (1, 16)).layout


def test_views() -> None:
    """Rows may be apart; the memory is that from the first element to the last."""
    x = np.arange(8 * 64, dtype=np.float32).reshape(8, 64)
    view = x[1:4, 8:40]
    packed = pack(signature(".align 64 .b8 m[128]"), (TensorMap(view, (2, 8)),))
    (memory,) = packed.memories
    assert memory.size == 2 * 256 + 32 * 4
    assert memory.address == view.__array_interface__["data"][0]
    assert packed.tensor_maps[0].memory == 0
    assert packed.parameters == bytes(128)


def test_arguments() -> None:
    """A map and its array share memory; the buffer has a place for the one and the other."""
    x = np.zeros((4, 64), np.float32)
    kernel = signature(".u64 p, .param .align 64 .b8 m[128], .param .u64 q")
    maps = (TensorMap(x[2:], (2, 8)), TensorMap(readonly(x), (2, 8)))
    packed = pack(kernel, (x, *maps))
    (memory,) = packed.memories
    assert sorted(memory.names) == ["m", "p", "q"]
    assert packed.pointers == ((0, 0, 0),)
    first, second = packed.tensor_maps
    assert first[:3] == ("m", 64, True)
    assert (first.map, first.memory, first.displacement) == (maps[0], 0, 512)
    assert second[:3] == ("q", 192, False)
    assert (second.memory, second.displacement) == (0, 0)


def test_arrays_of_a_gpu() -> None:
    """They are waited for; the map has their address."""
    made = TensorMap(InterfaceArray(0x7000, (4, 64)), (2, 8))
    packed = pack(signature(".align 64 .b8 m[128]"), (made,))
    assert packed.memories == ()
    assert packed.tensor_maps[0].memory is None
    assert made.address == 0x7000
    ((name, array),) = packed.device_arrays
    assert (name, array.address, array.size) == ("m", 0x7000, 1024)
    with pytest.raises(ValueError, match="address: 0x7008 is not a multiple of 16"):
        TensorMap(InterfaceArray(0x7008, (4, 64)), (2, 8))


@pytest.mark.parametrize(
    ("parameter", "message"),
    [
        (".u32 m", "m: TensorMap given; .u32 takes"),
        (".align 64 .b8 m[64]", "m: TensorMap given; .align 64 .b8[64] takes 64 bytes"),
        (
            ".align 8 .b64 z, .param .align 8 .b8 m[128]",
            "m: a tensor map must be aligned to 64 bytes",
        ),
    ],
)
def test_parameters_that_take_no_map(parameter: str, message: str) -> None:
    """A map is 128 bytes that are aligned to 64, or there is a pointer to it."""
    made = TensorMap(np.zeros((4, 64), np.float32), (2, 8))
    kernel = signature(parameter)
    with pytest.raises(ArgumentError, match=message.replace("[", r"\[")):
        pack(kernel, (*[0] * (len(kernel.parameters) - 1), made))


def test_the_name_at_the_top() -> None:
    """It is loaded when it is first used."""
    assert ptxpy.TensorMap is TensorMap
