"""Tensor maps on an emulated GPU: what the driver is asked to encode, and where it goes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxpy.launch import Kernel, load
from ptxpy.launch_request import ArgumentError, Struct, TensorMap
from tests.launch.cuda.conftest import Gpus
from tests.launch.cuda.fake_driver import REAL, FakeDriver, FakeKernel
from tests.launch_request.devices import InterfaceArray

PTX = """
.version 8.0
.target sm_90a
.address_size 64
.visible .entry copy(.param .u64 x, .param .align 64 .b8 first[128], .param .u64 second)
{ ret; }
"""


def kernel() -> Kernel:
    """Return a kernel that takes a map by value and one by its address."""
    return load(PTX)


def driver(seen: list[bytes]) -> FakeDriver:
    """Return a driver that keeps what the kernel finds in its maps."""

    def body(fake: FakeDriver, values: list[bytes]) -> None:
        seen.append(values[1])
        seen.append(bytes(fake.piece(int.from_bytes(values[2], "little"), 128)))

    return FakeDriver({"copy": FakeKernel((8, 128, 8), body)})


def plain(arguments: tuple[Any, ...]) -> list[Any]:
    """Return what the driver was given as integers and the names of enumerators."""
    return [
        (
            [int(each) for each in value]
            if isinstance(value, list)
            else value.name.removeprefix("CU_TENSOR_MAP_") if hasattr(value, "name") else value
        )
        for value in arguments
    ]


def test_maps_are_encoded_by_the_driver(gpus: Gpus) -> None:
    """All fields, with the address of the copy on the GPU; both maps reach the kernel."""
    seen: list[bytes] = []
    fake = gpus.use(driver(seen))
    x = np.zeros((2, 6, 8, 64), np.float32)
    tiled = TensorMap(
        x[1],
        (2, 4, 32),
        element_strides=(1, 2, 1),
        swizzle="128B",
        fill="nan",
        l2_promotion="256B",
        type="tf32",
    )
    columns = TensorMap.im2col(x, (-1, -2), (1, 2), 16, 40, swizzle="64B")
    kernel().launch(x, tiled, columns, grid=1, block=1, device="cuda")
    first, second = (plain(arguments) for arguments in fake.encoded)
    place = second[2]
    assert first == [
        "DATA_TYPE_TFLOAT32", 3, place + 6 * 8 * 64 * 4, [64, 8, 6], [256, 2048], [32, 4, 2],
        [1, 2, 1], "INTERLEAVE_NONE", "SWIZZLE_128B", "L2_PROMOTION_L2_256B",
        "FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA",
    ]  # fmt: skip
    assert second == [
        "DATA_TYPE_FLOAT32", 4, place, [64, 8, 6, 2], [256, 2048, 12288], [-2, -1], [2, 1], 16, 40,
        [1, 1, 1, 1], "INTERLEAVE_NONE", "SWIZZLE_64B", "L2_PROMOTION_NONE", "FLOAT_OOB_FILL_NONE",
    ]  # fmt: skip
    assert all(type(each) is REAL.cuuint64_t for each in fake.encoded[0][3])
    assert all(type(each) is REAL.cuuint32_t for each in fake.encoded[0][5])
    assert seen == [b"\1" * 128, b"\2" * 128]
    (launch,) = fake.launches
    assert int.from_bytes(launch.parameters[0], "little") == place
    assert fake.memory == {}


def test_arrays_of_the_gpu_are_not_copied(gpus: Gpus) -> None:
    """The map has the array's own address."""
    fake = gpus.use(driver([]))
    fake.owners[0x7000] = 0
    made = TensorMap(InterfaceArray(0x7000, (4, 64)), (2, 8), swizzle="128B_ATOM_32B_FLIP_8B")
    kernel().launch(None, made, made, grid=1, block=1)
    assert [arguments[2] for arguments in fake.encoded] == [0x7000, 0x7000]
    assert fake.encoded[0][8] == REAL.CUtensorMapSwizzle.CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B_FLIP_8B
    fake.owners[0x7000] = 1
    with pytest.raises(ArgumentError, match=r"first: the array is on cuda:1"):
        kernel().launch(None, made, made, grid=1, block=1)


STRUCT = """
.version 8.0
.target sm_90a
.address_size 64
.visible .entry copy(.param .u32 n, .param .align 64 .b8 params[256]) { ret; }
"""


def test_maps_and_pointers_in_a_struct(gpus: Gpus) -> None:
    """They are in its place in the parameters, with addresses of the copies on the GPU."""
    seen: list[bytes] = []

    def body(fake: FakeDriver, values: list[bytes]) -> None:
        seen.extend(values)
        place = int.from_bytes(values[1][192:200], "little")
        fake.piece(place, 16)[:] = b"\7" * 16

    fake = gpus.use(FakeDriver({"copy": FakeKernel((4, 256), body)}))
    x = np.zeros((8, 64), np.float32)
    params = Struct(bytes(range(256)), {64: TensorMap(x, (4, 16)), 192: x[1:], 200: None})
    load(STRUCT).launch(3, params, grid=1, block=1, device="cuda")
    number, found = seen
    assert number == b"\3\0\0\0"
    assert found[:64] == bytes(range(64))
    assert found[64:192] == b"\1" * 128
    place = fake.encoded[0][2]
    assert int.from_bytes(found[192:200], "little") == place + 256
    assert found[200:208] == bytes(8)
    assert found[208:] == bytes(range(208, 256))
    assert x[1, :4].tobytes() == b"\7" * 16


def test_what_every_name_is_to_the_driver() -> None:
    """Each type, swizzle, interleave and promotion has an enumerator."""
    from ptxpy.isa.swizzles import SWIZZLES  # noqa: PLC0415 - only here
    from ptxpy.launch_request import (  # noqa: PLC0415 - only here
        L2_PROMOTIONS,
        TENSOR_INTERLEAVES,
        TENSOR_TYPES,
    )

    for each in TENSOR_TYPES:
        assert hasattr(REAL.CUtensorMapDataType, f"CU_TENSOR_MAP_DATA_TYPE_{each.driver}")
    for swizzle in SWIZZLES:
        name = f"CU_TENSOR_MAP_SWIZZLE_{swizzle.name.upper()}"
        assert hasattr(REAL.CUtensorMapSwizzle, name)
    for word in TENSOR_INTERLEAVES:
        name = f"CU_TENSOR_MAP_INTERLEAVE_{word.upper()}"
        assert hasattr(REAL.CUtensorMapInterleave, name)
    for word in L2_PROMOTIONS[1:]:
        assert hasattr(REAL.CUtensorMapL2promotion, f"CU_TENSOR_MAP_L2_PROMOTION_L2_{word}")
