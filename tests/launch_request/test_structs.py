"""Structs by value: where their pointers and tensor maps go, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy.launch_request import ArgumentError, Struct, TensorMap, pack, readonly
from tests.launch_request.cases import signature
from tests.launch_request.devices import InterfaceArray

PARAMETERS = ".u32 n, .param .align 64 .b8 p[256]"
X = np.zeros((8, 16), np.float32)


def test_fields_are_relocated() -> None:
    """By the offset of the parameter, here 64; the other bytes are as they were given."""
    data = bytes(range(256))
    fields = {0: X, 16: None, 24: -1, 32: readonly(X[2:]), 40: InterfaceArray(4096, (4,))}
    packed = pack(signature(PARAMETERS), (7, Struct(data, {64: TensorMap(X, (4, 4)), **fields})))
    assert packed.parameters[:4] == b"\7\0\0\0"
    inside = packed.parameters[64:]
    assert inside[8:16] == data[8:16]
    assert inside[16:24] == bytes(8)
    assert inside[24:32] == b"\xff" * 8
    assert inside[40:48] == (4096).to_bytes(8, "little")
    assert inside[192:] == data[192:]
    (memory,) = packed.memories
    assert memory.size == X.nbytes
    assert [(each.offset, each.displacement) for each in packed.pointers] == [(64, 0), (96, 128)]
    (made,) = packed.tensor_maps
    assert (made.name, made.offset, made.by_value, made.memory) == ("p[64]", 128, True, 0)
    assert [name for name, _ in packed.device_arrays] == ["p[40]"]


@pytest.mark.parametrize(
    ("size", "fields", "message"),
    [
        (256, {4: X}, "offset 4: a pointer must be aligned to 8 bytes"),
        (256, {72: TensorMap(X, (4, 4))}, "offset 72: a tensor map must be aligned to 64 bytes"),
        (256, {256: X}, "offset 256: a pointer is not within 256 bytes"),
        (256, {-8: X}, "offset -8: a pointer is not within 256 bytes"),
        (256, {192: TensorMap(X, (4, 4))}, "offset 192: a tensor map is not within 256 bytes"),
        (256, {72: X, 0: TensorMap(X, (4, 4))}, "offset 72: the previous field ends at 128"),
        (255, {}, r"p: 255 bytes given; .align 64 .b8\[256\] takes 256 bytes"),
        (
            256,
            {8: 1.5},
            r"p\[8\]: float 1.5 given; .u64 takes an int of 8 bytes, an array,",
        ),
        (256, {8: 2**64}, r"p\[8\]: int 18446744073709551616 is out of the range of .u64"),
        (256, {8: X[:, 1]}, r"p\[8\]: the array is not contiguous"),
    ],
)
def test_what_is_refused(size: int, fields: dict[int, Any], message: str) -> None:
    """The message names the parameter and the offset."""
    with pytest.raises(ValueError, match=message):
        pack(signature(PARAMETERS), (7, Struct(bytes(size), fields)))


def test_a_struct_for_a_number() -> None:
    """It needs a parameter of bytes."""
    with pytest.raises(ArgumentError, match=r"n: 4 bytes given; \.u64"):
        pack(signature(".u64 n"), (Struct(bytes(4), {}),))
    made = Struct(bytes(128), {0: TensorMap(X, (4, 4))})
    with pytest.raises(ArgumentError, match=r"aligned to 64 bytes; .* begins at byte 8"):
        pack(signature(".u64 n, .param .align 8 .b8 p[128]"), (1, made))


PTX = """
.version 8.0
.target sm_90a
.address_size 64
.visible .entry k(.param .align 64 .b8 p[192])
{
    .reg .pred %p<2>;
    .reg .b32 %r<9>;
    .reg .b64 %rd<9>;
    .shared .align 128 .b8 tile[128];
    .shared .align 8 .b64 bar;
    mov.u32 %r1, tile;
    mov.u32 %r2, bar;
    mov.b64 %rd1, p;
    cvta.param.u64 %rd1, %rd1;
    mbarrier.init.shared.b64 [%r2], 1;
    mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 64;
    cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes
        [%r1], [%rd1, {4, 1}], [%r2];
WAIT:
    mbarrier.try_wait.parity.shared.b64 %p1, [%r2], 0;
    @!%p1 bra WAIT;
    ld.shared.u32 %r5, [%r1+20];
    ld.param.u64 %rd2, [p+128];
    ld.param.u32 %r6, [p+136];
    add.u32 %r5, %r5, %r6;
    st.global.u32 [%rd2], %r5;
    ret;
}
"""


def test_in_the_simulator() -> None:
    """A kernel gets its tensor map, its pointer and its number from one struct."""
    x, out = np.arange(64, dtype=np.uint32).reshape(4, 16), np.zeros(1, np.uint32)
    data = bytearray(192)
    data[136:140] = (1000).to_bytes(4, "little")
    params = Struct(data, {0: TensorMap(x, (4, 4)), 128: out})
    ptxpy.load(PTX).launch(params, grid=1, block=1, device="cpu")
    assert out.tolist() == [1000 + 2 * 16 + 5]
    assert repr(params) == "<Struct of 192 bytes, 2 fields set at the launch>"
