"""Tensor maps by the fields of the driver API."""

from __future__ import annotations

from typing import Any

import pytest

from ptxpy.emulation.statuses import DeviceError, Status
from ptxpy.launch_request import TensorMap, encode_tensor_map
from tests.emulation.device_harness import Fields, device

ADDRESS = 1 << 32

DATA_TYPES = [
    "u8", "u16", "u32", "s32", "u64", "s64", "f16", "f32", "f64", "bf16", "f32.ftz", "tf32",
    "tf32.ftz",
]  # fmt: skip
"""In the order of `CUtensorMapDataType`, which is not that of PTX."""


def _fields(**more: Any) -> Fields:
    given = {
        "data_type": 7,
        "rank": 2,
        "address": ADDRESS,
        "sizes": (64, 32, 9),
        "strides": (256, 9),
        "box": (16, 8),
        "element_strides": (1, 1),
    }
    return Fields(**{**given, **more})


@pytest.mark.parametrize(("number", "name"), [*enumerate(DATA_TYPES)])
def test_data_types_have_the_numbers_of_the_driver(number: int, name: str) -> None:
    """The map is that of the type's name in PTX."""
    expected = TensorMap.at(ADDRESS, (64, 32), (256,), (16, 8), name)
    encoded = device().encode_tensor_map(_fields(data_type=number))
    assert encoded == encode_tensor_map(expected.layout, ADDRESS)
    assert len(encoded) == 128


@pytest.mark.parametrize(("number", "name"), [(13, "b4x16"), (14, "b4x16_p64"), (15, "b6x16_p32")])
def test_packed_data_types_have_the_numbers_of_the_driver(number: int, name: str) -> None:
    """Extents count elements of 4 or 6 bits."""
    layout = TensorMap.at(ADDRESS, (128, 32), (96,), (128, 8), name).layout
    fields = _fields(data_type=number, sizes=(128, 32), strides=(96,), box=(128, 8))
    assert device().encode_tensor_map(fields) == encode_tensor_map(layout, ADDRESS)


def test_other_enumerations_have_their_numbers() -> None:
    """Swizzle, promotion and fill are numbered as in the driver API."""
    expected = TensorMap.at(
        ADDRESS,
        (64, 32),
        (256,),
        (16, 8),
        "f32",
        swizzle="128B_ATOM_32B",
        l2_promotion="256B",
        fill="nan",
        element_strides=(2, 1),
    )
    encoded = device().encode_tensor_map(
        _fields(swizzle=4, promotion=3, fill=1, element_strides=(2, 1))
    )
    assert encoded == encode_tensor_map(expected.layout, ADDRESS)


def test_im2col_has_its_corners() -> None:
    """Corners, channels and pixels are in the map."""
    fields = _fields(
        kind=1,
        rank=4,
        sizes=(64, 32, 16, 2),
        strides=(256, 8192, 131072),
        element_strides=(1, 1, 1, 1),
        lower=(-1, -2, 7),
        upper=(1, 2),
        channels=16,
        pixels=128,
    )
    encoded = device().encode_tensor_map(fields)
    assert encoded[96:100] == bytes([16, 0, 128, 0])
    assert encoded[112:116] == b"\xff\xff\xfe\xff"


@pytest.mark.parametrize(
    ("more", "status", "text"),
    [
        ({"data_type": 13}, Status.INVALID_VALUE, "b4x16 are 8 bytes"),
        ({"data_type": 99}, Status.INVALID_VALUE, "data type: 99"),
        ({"rank": 6}, Status.INVALID_VALUE, "6 dimensions"),
        ({"kind": 2}, Status.NOT_SUPPORTED, "kind: 2"),
        ({"swizzle": 7}, Status.INVALID_VALUE, "swizzle: 7"),
        ({"address": ADDRESS + 8}, Status.INVALID_VALUE, "not a multiple of 16"),
        ({"strides": (250,)}, Status.INVALID_VALUE, "strides[0]"),
        ({"box": (16, 257)}, Status.INVALID_VALUE, "box[1]"),
        ({"box": (3, 8)}, Status.INVALID_VALUE, "not a multiple of 16"),
    ],
)
def test_fields_that_the_driver_refuses_are_refused(
    more: dict[str, Any], status: Status, text: str
) -> None:
    """The message names the field."""
    with pytest.raises(DeviceError) as caught:
        device().encode_tensor_map(_fields(**more))
    assert caught.value.status == status
    assert text in str(caught.value)
