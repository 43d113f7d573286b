"""Texture and surface objects on arrays and on linear memory of the device."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxpy.emulation.device import Device
from ptxpy.emulation.statuses import DeviceError, Status
from tests.emulation.device_harness import Fields, device, launch, load

FLOAT, BYTE = 0x20, 0x01
ARRAY, MIPMAPPED, LINEAR, PITCHED = range(4)

TEXTURE = """
.visible .entry read(.param .u64 p, .param .u64 t)
{{
    .reg .u64 %rd<5>;
    .reg .u32 %r<3>;
    .reg .f32 %f<8>;
    ld.param.u64 %rd1, [p];
    ld.param.u64 %rd2, [t];
    mov.u32 %r1, %tid.x;
    cvt.rn.f32.u32 %f1, %r1;
    mov.f32 %f2, 0f3FC00000;
    mov.f32 %f3, 0f3F800000;
    mov.u32 %r2, 1;
    {}
    mul.wide.u32 %rd3, %r1, 4;
    add.u64 %rd4, %rd1, %rd3;
    st.global.f32 [%rd4], %f4;
    ret;
}}
"""


def _put(found: Device, data: np.ndarray[Any, Any], *, room: int = 0) -> int:
    address = found.allocate(data.nbytes + room, kind="array")
    found.memory.bytes[address : address + data.nbytes] = data.reshape(-1).view(np.uint8)
    return address


def _read(found: Device, statement: str, handle: int, count: int) -> list[float]:
    module = load(found, TEXTURE.format(statement))
    place = found.allocate(4 * count)
    result = launch(found, module, "read", place, handle, block=count)
    assert result.status == Status.SUCCESS, result.message
    return list(found.memory.bytes[place : place + 4 * count].view(np.float32).tolist())


DATA = np.arange(12, dtype=np.float32).reshape(3, 4)


def _plane(found: Device, **more: Any) -> Fields:
    fields = {"format": FLOAT, "channels": 1, "width": 4, "height": 3, **more}
    return Fields(**{"address": _put(found, DATA), **fields})


def test_an_array_is_read_and_later_writes_are_seen() -> None:
    """A texture has the elements of the time of the launch, not of its creation."""
    found = device()
    fields = _plane(found)
    handle = found.create_object(fields)
    assert handle
    statement = "tex.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd2, {%f1, %f2}];"
    assert _read(found, statement, handle, 6) == [4, 5, 6, 7, 7, 7]
    found.memory.view("f4")[fields.address // 4 + 5] = 50
    assert _read(found, statement, handle, 6) == [4, 50, 6, 7, 7, 7]


@pytest.mark.parametrize("height", [0, 1])
def test_an_array_of_one_row_is_read_as_a_line(height: int) -> None:
    """Programs allocate lines as arrays of height 1, too, and a device reads them."""
    found = device()
    handle = found.create_object(_plane(found, width=12, height=height))
    line = "tex.1d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd2, {%f1}];"
    assert _read(found, line, handle, 4) == [0, 1, 2, 3]


def test_an_array_of_several_rows_is_no_line() -> None:
    """The error says what the texture is, and what it was used as."""
    found = device()
    handle = found.create_object(_plane(found))
    line = "tex.1d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd2, {%f1}];"
    module = load(found, TEXTURE.format(line))
    result = launch(found, module, "read", found.allocate(16), handle, block=4)
    assert "a texture of the kind 2d, used as 1d" in result.message


def test_modes_are_those_of_the_description() -> None:
    """Linear filtering and a border are as the numbers of the driver say."""
    found = device()
    handle = found.create_object(_plane(found, filter_mode=1, address_modes=(3, 3, 3)))
    statement = "tex.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd2, {%f1, %f2}];"
    assert _read(found, statement, handle, 6) == [2, 4.5, 5.5, 6.5, 3.5, 0]


def test_bytes_are_read_as_fractions_or_integers() -> None:
    """Small integers are promoted unless the flag says that they are not."""
    found = device()
    data = np.array([0, 51, 255], np.uint8)
    common = {"address": _put(found, data), "format": BYTE, "channels": 1, "width": 3}
    fractions = found.create_object(Fields(**common, resource=LINEAR, filter_mode=1))
    statement = "tex.1d.v4.f32.s32 {%f4, %f5, %f6, %f7}, [%rd2, {%r1}];"
    assert _read(found, statement, fractions, 3) == pytest.approx([0, 0.2, 1])
    integers = found.create_object(Fields(**common, resource=LINEAR, texture_flags=1))
    statement = (
        "{ .reg .u32 %q<4>; tex.1d.v4.u32.s32 {%q0, %q1, %q2, %q3}, [%rd2, {%r1}]; "
        "cvt.rn.f32.u32 %f4, %q0; }"
    )
    assert _read(found, statement, integers, 3) == [0, 51, 255]


def test_rows_of_pitched_memory_are_apart() -> None:
    """The pitch is from row to row."""
    found = device()
    data = np.zeros((3, 16), np.float32)
    data[:, :4] = DATA
    fields = _plane(found, address=_put(found, data), resource=PITCHED, pitch=64)
    statement = "tex.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd2, {%f1, %f2}];"
    assert _read(found, statement, found.create_object(fields), 4) == [4, 5, 6, 7]


def test_layers_and_faces_are_the_depth() -> None:
    """Layered arrays and cubes have the geometries that PTX gives them."""
    found = device()
    data = np.arange(24, dtype=np.float32)
    address = _put(found, data)
    layered = Fields(address=address, format=FLOAT, channels=1, width=4, height=3, depth=2, flags=1)
    statement = "tex.a2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd2, {%r2, %f1, %f2, %f2}];"
    assert _read(found, statement, found.create_object(layered), 4) == [16, 17, 18, 19]
    cube = Fields(address=address, format=FLOAT, channels=1, width=2, height=2, depth=6, flags=4)
    statement = "tex.cube.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd2, {%f1, %f2, %f2, %f2}];"
    assert _read(found, statement, found.create_object(cube), 1)[0] in range(8, 24)


def test_levels_follow_each_other() -> None:
    """Each level of a mipmapped array begins at a multiple of 256 bytes."""
    found = device()
    data = np.zeros(128, np.float32)
    data[:12], data[64:66] = DATA.reshape(-1), (100, 101)
    fields = _plane(
        found, address=_put(found, data), resource=MIPMAPPED, levels=2, maximum_level=1.0
    )
    statement = "tex.level.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd2, {%f1, %f2}], %f3;"
    assert _read(found, statement, found.create_object(fields), 2) == [100, 101]


def test_a_surface_is_written_in_place() -> None:
    """What a kernel writes to a surface is in the memory of its array, in strict mode as well."""
    for strict in (False, True):
        found = device(strict=strict)
        fields = _plane(found, kind=1)
        statement = (
            "{ .reg .u32 %q<3>; shl.b32 %q0, %r1, 2; mov.b32 %q1, %f3; "
            "sust.b.2d.b32.trap [%rd2, {%q0, %r2}], {%q1}; mov.f32 %f4, %f3; }"
        )
        _read(found, statement, found.create_object(fields), 3)
        at = fields.address // 4
        assert found.memory.view("f4")[at : at + 8].tolist() == [0, 1, 2, 3, 1, 1, 1, 7]


REFUSED = [
    ({"texture_flags": 16}, Status.NOT_SUPPORTED, "sRGB"),
    ({"format": 0xB0}, Status.NOT_SUPPORTED, "the format 0xb0"),
    ({"border": (1.0, 0, 0, 0), "address_modes": (3, 1, 1)}, Status.NOT_SUPPORTED, "border"),
    ({"view_format": 3}, Status.NOT_SUPPORTED, "view"),
    ({"channels": 3}, Status.INVALID_VALUE, "3 channels"),
    ({"height": 300}, Status.INVALID_VALUE, "which are not allocated"),
    ({"filter_mode": 2}, Status.INVALID_VALUE, "filter mode 2"),
    ({"format": 0x0A, "filter_mode": 1}, Status.INVALID_VALUE, 'filter="linear"'),
    (
        {"resource": MIPMAPPED, "levels": 2, "height": 1, "width": 2},
        Status.INVALID_VALUE,
        "not allocated",
    ),
]


@pytest.mark.parametrize(("fields", "status", "text"), REFUSED)
def test_what_is_not_emulated_is_refused(fields: dict[str, Any], status: Status, text: str) -> None:
    """An object that would not read as on a device is not made."""
    found = device()
    with pytest.raises(DeviceError) as caught:
        found.create_object(_plane(found, **fields))
    assert caught.value.status == status
    assert text in str(caught.value)


def test_handles_end_with_their_objects() -> None:
    """A handle that was destroyed is none for a kernel, and none for the driver."""
    found = device()
    handle = found.create_object(_plane(found))
    found.destroy_object(handle)
    with pytest.raises(DeviceError, match="no texture or surface object"):
        found.destroy_object(handle)
    module = load(
        found, TEXTURE.format("tex.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd2, {%f1, %f2}];")
    )
    result = launch(found, module, "read", found.allocate(128), handle)
    assert "no texture" in result.message


def test_a_variable_is_bound_to_an_object() -> None:
    """Texture variables of a module refer to an object, until they are bound to another."""
    found = device()
    text = TEXTURE.format("tex.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [plane, {%f1, %f2}];")
    module = load(found, ".global .texref plane;\n.global .u32 number;" + text)
    place = found.allocate(16)
    assert "plane" in launch(found, module, "read", place, 0, block=4).message
    found.bind(module, "plane", found.create_object(_plane(found)))
    assert launch(found, module, "read", place, 0, block=4).message == ""
    assert found.memory.bytes[place : place + 16].view(np.float32).tolist() == [4, 5, 6, 7]
    found.bind(module, "plane", 0)
    assert "plane" in launch(found, module, "read", place, 0, block=4).message
    with pytest.raises(DeviceError, match="no texture and no surface"):
        found.bind(module, "number", 0)
    with pytest.raises(DeviceError, match="takes a Texture"):
        found.bind(module, "plane", found.create_object(_plane(found, kind=1)))
