"""Launches of the emulated device: pointers in structs, in memory and in variables; tensor maps."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from ptxpy.captures import load_capture
from ptxpy.emulation.device import Device
from ptxpy.emulation.device_memory import DeviceMemory
from ptxpy.emulation.device_options import DeviceOptions
from ptxpy.emulation.launches import Launch
from tests.captures.launches import capturing
from tests.emulation.device_harness import arena, load

if TYPE_CHECKING:
    from pathlib import Path

    from ptxpy.captures import CapturedLaunch

FIRST = 0x1_2A00_0000

# Follows a list: each node is a pointer to the next one and a number; adds 1 to each number.
LIST = """
.visible .global .align 8 .u64 head;
.visible .entry walk(.param .align 8 .b8 arguments[24])
{
    .reg .b64 %rd<4>;
    .reg .b32 %r<3>;
    .reg .pred %p<2>;
    ld.param.u64 %rd1, [arguments+8];
    ld.global.u64 %rd2, [head];
    st.global.u64 [%rd1], %rd2;
LOOP:
    setp.eq.u64 %p1, %rd2, 0;
    @%p1 bra DONE;
    ld.global.u32 %r1, [%rd2+8];
    add.u32 %r1, %r1, 1;
    st.global.u32 [%rd2+8], %r1;
    ld.global.u64 %rd2, [%rd2];
    bra LOOP;
DONE:
    ret;
}
"""


def recording(folder: Path, **options: Any) -> Device:
    """Return a device that records its launches."""
    memory = DeviceMemory(arena(), first=FIRST)
    return Device(memory, DeviceOptions(capture=capturing(folder, **options)), lambda _: None)


def put(device: Device, address: int, data: bytes) -> None:
    """Write bytes to the memory of a device."""
    device.memory.bytes[address : address + len(data)] = bytearray(data)


def the_launch(folder: Path) -> CapturedLaunch:
    """Return the one launch that was captured."""
    (path,) = folder.iterdir()
    return load_capture(path)


def walk(device: Device, *, size: int = 16) -> list[int]:
    """Launch the kernel on a list of three nodes; return their addresses, and the result's."""
    module = load(device, LIST)
    nodes = [device.allocate(size) for _ in range(3)]
    for number, (node, following) in enumerate(zip(nodes, [*nodes[1:], 0], strict=True)):
        put(device, node, struct.pack("<QI", following, 10 * number))
    head, _ = device.variable(module, "head")
    put(device, head, struct.pack("<Q", nodes[0]))
    result = device.allocate(64)
    info = device.kernel(module, "walk")
    parameters = struct.pack("<QQQ", 7, result + 8, 0)
    ended = device.launch(Launch(info.id, (1, 1, 1), (1, 1, 1), parameters))
    assert not ended.message
    return [*nodes, result]


def test_pointers_are_followed(tmp_path: Path) -> None:
    """From a struct of parameters and from a variable to the end of a list, at other addresses."""
    unused = recording(tmp_path)
    unused.allocate(4096)
    walk(unused)
    launch = the_launch(tmp_path)
    manifest = launch.manifest
    assert manifest.pointers == ((8, 0, 8),)
    assert [each.variable for each in manifest.allocations] == ["", "head", "", "", ""]
    assert sum(len(each.pointers) for each in manifest.allocations) == 3
    assert not any(each.size == 4096 for each in manifest.allocations)
    assert launch.replay().equal
    assert launch.replay(strict=True).equal


def test_small_numbers_are_no_pointers(tmp_path: Path) -> None:
    """Words that look like addresses of a replay are neither moved nor taken for results."""
    device = recording(tmp_path)
    nodes = walk(device)
    launch = the_launch(tmp_path)
    places = launch.arrays
    low = struct.pack("<II", 512, 1)  # an address of the simulator, if it were one
    for array in places:
        if len(array) == 64:
            array[32:40] = np.frombuffer(low, np.uint8)
    assert "captured" in str(launch.replay())
    assert "(byte 33): captured 0x00, here 0x02" in str(launch.replay())
    assert len(nodes) == 4


def test_a_large_allocation_of_zeros_is_small(tmp_path: Path) -> None:
    """A gigabyte of which little is used takes little of the file."""
    walk(recording(tmp_path), size=1 << 28)
    (path,) = tmp_path.iterdir()
    assert path.stat().st_size < 10_000


@pytest.mark.parametrize("place", ["parameters", "memory"])
def test_tensor_maps_are_kept_by_their_fields(tmp_path: Path, place: str) -> None:
    """A map in the parameters, or in memory that they point to, is made anew for a replay."""
    prefetch = {
        "parameters": (".param .align 64 .b8 map[128]", "mov.b64 %rd1, map;\n"),
        "memory": (".param .u64 map", "ld.param.u64 %rd1, [map];\n"),
    }[place]
    text = f"""
.visible .entry copy({prefetch[0]}, .param .u64 out)
{{
    .reg .b64 %rd<4>;
    .reg .b32 %r<4>;
    .reg .pred %p<2>;
    .shared .align 128 .b8 tile[256];
    .shared .align 8 .b64 barrier;
    {prefetch[1]}
    mov.u32 %r1, barrier;
    mov.u32 %r2, tile;
    mbarrier.init.shared.b64 [%r1], 1;
    mbarrier.arrive.expect_tx.shared.b64 _, [%r1], 256;
    cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes
        [%r2], [%rd1, {{16}}], [%r1];
WAIT:
    mbarrier.try_wait.parity.shared.b64 %p1, [%r1], 0;
    @!%p1 bra WAIT;
    ld.param.u64 %rd2, [out];
    ld.shared.u32 %r3, [tile+4];
    st.global.u32 [%rd2], %r3;
    ret;
}}
"""
    device = recording(tmp_path)
    module = load(device, text)
    tensor, out = device.allocate(1024), device.allocate(64)
    put(device, tensor, np.arange(256, dtype=np.uint32).tobytes())
    data = device.encode_tensor_map(_Fields(tensor))
    parameters = data + struct.pack("<Q", out)
    if place == "memory":
        held = device.allocate(256)
        put(device, held + 64, data)
        parameters = struct.pack("<QQ", held + 64, out)
    info = device.kernel(module, "copy")
    ended = device.launch(Launch(info.id, (1, 1, 1), (1, 1, 1), parameters))
    assert not ended.message
    launch = the_launch(tmp_path)
    (captured,) = launch.manifest.tensor_maps
    assert captured.layout.dims == (256,)
    assert launch.manifest.allocations[captured.allocation].size == 1024
    assert launch.replay().equal
    results = [each for each in launch.results() if len(each) == 64]
    assert results[0][:4].tolist() == [17, 0, 0, 0]


class _Fields:
    """The fields of a tensor map of 256 words."""

    kind = 0
    data_type = 2
    rank = 1
    sizes = (256,)
    strides = ()
    box = (64,)
    element_strides = (1,)
    interleave = swizzle = promotion = fill = channels = pixels = 0
    lower = upper = ()

    def __init__(self, address: int) -> None:
        self.address = address
