"""`ptx.wgmma`: what no product takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import ptxpy
from ptxpy import b8, b32, b64, bf16, f16, f32, ptx, reg, s8, s32, smem, tf32, u32, u64
from ptxpy.dsl.values.types import Type
from tests.dsl.helpers.tiles import written


def multiply(**given: Any) -> None:
    """Multiply tiles that fit, but for what is given."""
    types: tuple[Type, Type] = given.pop("types", (f32, bf16))
    shape = given.pop("shape", (64, 16, 16))
    given.setdefault("d", reg.array(b32, 8))
    for name in "ab":
        if name not in given:
            given[name] = smem.wgmma_tile(bf16, (64, 64))
    arguments = {"dtype_d": types[0], "dtype_a": types[1], "dtype_b": types[1], **given}
    ptx.wgmma.mma_async(shape=shape, **arguments)


BAD: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: multiply(shape=(128, 16, 16)), ValueError, r"\(64, n, 16\)"),
    (lambda: multiply(shape=(64, 12, 16)), ValueError, "multiple of 8"),
    (lambda: multiply(shape=(64, 264, 16)), ValueError, "from 8 to 256"),
    (lambda: multiply(shape=(64, 16, 8)), ValueError, r"\(64, n, 16\)"),
    (lambda: multiply(types=(f32, s32)), TypeError, "multiplies f16, bf16"),
    (lambda: multiply(types=(f16, bf16)), TypeError, "added in f32, not in f16"),
    (lambda: multiply(dtype_b=f16), TypeError, "bf16 by bf16, not by f16"),
    (lambda: multiply(dtype_d="f32"), TypeError, "ptxpy.types"),
    (lambda: multiply(d=reg.array(b32, 4)), ValueError, "8 registers of a D of 64 x 16 in f32"),
    (lambda: multiply(d=reg.array(u64, 8)), ptxpy.InstructionError, "wgmma"),
    (lambda: multiply(d=5), TypeError, "register file"),
    (lambda: multiply(scale_a=2), ValueError, "1 or -1, got 2"),
    (lambda: multiply(scale_d=2), ValueError, "False or True"),
    (lambda: multiply(scale_d=reg.scalar(u32)), TypeError, "predicate"),
    (lambda: multiply(trans_b=1), ValueError, "is K-major: a product that takes it has trans_b=0"),
    (
        lambda: multiply(types=(f32, tf32), shape=(64, 16, 8), trans_a=1),
        ValueError,
        "of tf32 must be 0: it is K-major",
    ),
    (lambda: multiply(types=(s32, s8), shape=(64, 16, 32), scale_b=-1), ValueError, "s8 must be 1"),
    (lambda: multiply(a=reg.array(b32, 2)), ValueError, "in 4 registers of 32 bits, not in 2"),
    (lambda: multiply(a=reg.array(b32, 4), a_k_offset=32), ValueError, "no offset"),
    (lambda: multiply(a=reg.scalar(u32)), TypeError, "auto_descriptor"),
    (lambda: multiply(a=reg.scalar(b64), a_k_offset=8), ValueError, "multiple of 16"),
    (lambda: multiply(a=smem.mbarrier(1)[0]), TypeError, "an array in shared memory or a desc"),
    (lambda: multiply(a_k_offset=8), ValueError, "8 rows and 16 bytes"),
    (lambda: multiply(a_k_offset=112), ValueError, "bytes 112 to 143"),
    (lambda: multiply(a_k_offset=128), ValueError, "does not begin at 8 rows"),
    (lambda: multiply(a_k_offset=1024), ValueError, "rows 8 to 71"),
    (lambda: multiply(a_k_offset=8192), ValueError, "64 rows of 128 bytes"),
    (lambda: multiply(b_k_offset=reg.scalar(u32)), TypeError, "known while tracing"),
    (lambda: multiply(a=smem.wgmma_tile(f32, (64, 64))), TypeError, "elements of 4 bytes"),
    (lambda: multiply(a=smem.wgmma_tile(bf16, (2, 64, 64))), TypeError, r"tile\[stage\]"),
    (lambda: multiply(a=smem.alloc(bf16, (64, 64))[3]), TypeError, "is not a tile"),
    (lambda: multiply(a=smem.wgmma_tile(bf16, (64, 64))[3]), IndexError, "has one stage"),
    (lambda: multiply(a=smem.alloc(bf16, (64, 64))), ValueError, "128 bytes and no swizzle"),
    (lambda: multiply(a=smem.alloc(b8, 4096)), TypeError, "rows and columns"),
    (lambda: multiply(a=smem.wgmma_tile(bf16, (64, 8))), ValueError, "bytes 0 to 31 of each"),
    (lambda: smem.wgmma_tile(bf16, (60, 64)), ValueError, "multiple of 8 rows"),
    (lambda: smem.wgmma_tile(bf16, (64, 12)), ValueError, "24 bytes: wgmma reads rows"),
    (lambda: smem.wgmma_tile(bf16, (64,)), ValueError, "rows and columns"),
    (lambda: smem.wgmma_tile(tf32, (64, 64), "MN"), ValueError, "MN-major tiles are of f16"),
    (lambda: smem.wgmma_tile(bf16, (64, 64), "row"), ValueError, '"K"- or "MN"-major'),
    (lambda: smem.wgmma_tile(bf16, (64, 64), align=128), ValueError, "repeats every 1024"),
    (
        lambda: ptx.wgmma.auto_descriptor(
            smem.alloc(bf16, (3, 4, 64), swizzle="128B")[1], dtype=bf16, shape=(8, 64), major="K"
        ),
        ValueError,
        "first row of a pattern, not at byte 512",
    ),
    (lambda: ptx.wgmma.wait_group(-1), ValueError, "must be 0 to 7"),
    (
        lambda: ptx.wgmma.auto_descriptor(
            smem.alloc(bf16, (64, 64)), dtype=bf16, shape=(64, 64), major="K"
        ),
        ValueError,
        "has the swizzle NONE, and the descriptor is for 128B",
    ),
    (
        lambda: ptx.wgmma.make_descriptor(
            smem.wgmma_tile(bf16, (64, 64)),
            leading_byte_offset=16,
            stride_byte_offset=1024,
            swizzle=1,
            addr_byte_offset=128,
        ),
        ValueError,
        "first row of a pattern",
    ),
    (
        lambda: ptx.wgmma.make_descriptor(
            smem.wgmma_tile(bf16, (64, 64)),
            leading_byte_offset=16,
            stride_byte_offset=512,
            swizzle=2,
        ),
        ValueError,
        "is for 64B",
    ),
    (
        lambda: ptx.wgmma.masked_descriptor(reg.scalar(u32), byte_offset=8),
        ValueError,
        "multiple of 16",
    ),
    (
        lambda: ptx.wgmma.masked_descriptor(reg.scalar(u32), byte_offset=32),
        ValueError,
        "cuts off",
    ),
]


@pytest.mark.parametrize(("body", "error", "message"), BAD)
def test_refused(body: Callable[[], object], error: type[Exception], message: str) -> None:
    """What no product can take is an error where it is written."""
    with pytest.raises(error, match=message):
        written(body)
