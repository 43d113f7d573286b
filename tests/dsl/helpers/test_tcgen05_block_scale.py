"""`ptx.tcgen05`: products with block scaling, their descriptors, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ptxpy import b32, b64, bf16, e4m3, e5m2, kernel, pred, ptx, reg, smem, u32
from ptxpy.assemble import assemble
from tests.assemble.real import needs_nvjitlink


def made(body: Callable[[], object], arch: str = "sm_100a") -> str:
    """Return a kernel's PTX."""

    @kernel(arch=arch, version="8.8")
    def k() -> None:
        body()
        ptx.ret()

    return k.ptx()


def lines(body: Callable[[], object]) -> list[str]:
    """Return the instructions of a kernel, without declarations."""
    text = made(body).partition("{\n")[2]
    every = [line.strip() for line in text.splitlines()]
    return [line for line in every if line and not line.startswith((".", "}", "ret"))]


def described(kind: str = "mxf8f6f4", **given: Any) -> int:
    """Return a descriptor of 128 x 128, but for what is given."""
    fields = {"m": 128, "n": 128, "dtype_a": e4m3, **given}
    return ptx.tcgen05.make_block_scale_instr_desc(kind, **fields)


def multiply(**given: Any) -> None:
    """Multiply what fits, but for what is given."""
    desc, place = reg.scalar(b64), reg.scalar(b32)
    arguments = {
        "d_tmem": place,
        "a_desc": desc,
        "b_desc": desc,
        "idesc": described(),
        "scale_a_tmem": place,
        "scale_b_tmem": [place, 4],
        **given,
    }
    ptx.tcgen05.mma_block_scale(**arguments)


def test_the_text() -> None:
    """A tile of shared memory gets a descriptor, an address the type b32."""

    def body() -> None:
        d, place = reg.scalar(u32, None, "%d"), reg.scalar(b32, None, "%s")
        desc, adds = reg.scalar(b64, None, "%b"), reg.scalar(pred, None, "%p")
        ptx.tcgen05.mma_block_scale(d, desc, desc, 16, place, [place, 4], enable_input_d=adds)
        ptx.tcgen05.mma_block_scale(
            *(place, place, desc, 16, place, place),
            kind="mxf4nvf4",
            scale_vec="block16",
            a_is_tmem=True,
            enable_input_d=False,
            pred=adds,
        )

    assert lines(body) == [
        "mov.b32 %r0, %d;",
        (
            "tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.block32"
            " [%r0], %b, %b, 16, [%s], [%s+4], %p;"
        ),
        (
            "@%p tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block16"
            " [%s], [%s], %b, 16, [%s], [%s], 0;"
        ),
    ]


FIELDS: list[tuple[str, dict[str, Any], int]] = [
    ("mxf8f6f4", {}, 0x08A00000),
    ("mxf8f6f4", {"dtype_a": e5m2}, 0x08A00480),
    ("mxf8f6f4", {"dtype_b": e5m2}, 0x08A00400),
    ("mxf8f6f4", {"dtype_a": "e2m3", "dtype_b": "e3m2"}, 0x08A01180),
    ("mxf8f6f4", {"dtype_a": "e2m1"}, 0x08A01680),
    ("mxf8f6f4", {"sparse": True}, 0x08A00004),
    ("mxf8f6f4", {"b_scale_id": 3}, 0x08A00030),
    ("mxf8f6f4", {"a_scale_id": 3}, 0x68A00000),
    ("mxf8f6f4", {"scale_a": -1}, 0x08A02000),
    ("mxf8f6f4", {"scale_b": -1}, 0x08A04000),
    ("mxf8f6f4", {"a_major": "MN"}, 0x08A08000),
    ("mxf8f6f4", {"b_major": "MN"}, 0x08A10000),
    ("mxf8f6f4", {"m": 256, "n": 256}, 0x10C00000),
    ("mxf8f6f4", {"n": 8}, 0x08820000),
    ("mxf4", {"dtype_a": "e2m1", "a_scale_id": 2, "b_scale_id": 2}, 0x48A004A0),
    ("mxf4nvf4", {"dtype_a": "e2m1"}, 0x08A00480),
    ("mxf4nvf4", {"dtype_a": "e2m1", "scale_type": "ue4m3"}, 0x08200480),
    ("mxf4", {"dtype_a": "e2m1", "k": 96, "a_scale_id": 3}, 0xE8A00480),
    ("mxf4nvf4", {"dtype_a": "e2m1", "k": 64}, 0x08A00480),
    ("mxf4nvf4", {"dtype_a": "e2m1", "k": 128, "sparse": True}, 0x08A00484),
    ("mxf8f6f4", {"k": 32}, 0x08A00000),
]
"""Descriptors by the tables of PTX ISA 9.7.16.4.2: bits 4 and 5 the scale factors of B, 7 and 10
the types, 13 and 14 negation, 15 and 16 the majors, 17 N / 8, 23 ue8m0, 27 M / 128, 29 the scale
factors of A, 31 K of 96."""


@pytest.mark.parametrize(("kind", "fields", "expected"), FIELDS)
def test_fields(kind: str, fields: dict[str, Any], expected: int) -> None:
    """Each field has its bits."""
    assert f"{described(kind, **fields):#010x}" == f"{expected:#010x}"


BAD: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: multiply(kind="f16"), ValueError, "the kind must be one of mxf8f6f4, mxf4, mxf4nvf4"),
    (
        lambda: multiply(scale_vec="block16"),
        ValueError,
        "must be one of block32, scale_vec::1X, got",
    ),
    (lambda: multiply(cta_group=0), ValueError, "cta_group must be 1, or 2 for a pair of CTAs"),
    (lambda: multiply(scale_a_tmem=reg.scalar(b64)), TypeError, "register of 32 bits"),
    (lambda: multiply(a_desc=reg.scalar(b32)), TypeError, "64 bits"),
    (lambda: multiply(b_desc=smem.alloc(bf16, (64, 64))), TypeError, "is not a tile"),
    (lambda: multiply(enable_input_d=2), ValueError, "must be False, True"),
    (lambda: described("f8f6f4"), ValueError, "the kind must be one of mxf8f6f4, mxf4, mxf4nvf4"),
    (lambda: described(dtype_a=bf16), ValueError, "A of kind::mxf8f6f4 is of e4m3, e5m2"),
    (lambda: described(dtype_b="f16"), ValueError, "B of kind::mxf8f6f4"),
    (lambda: described("mxf4"), ValueError, "A of kind::mxf4 is of e2m1; not 'e4m3'"),
    (lambda: described(scale_type="ue4m3"), ValueError, "a scale factor of kind::mxf8f6f4 is of"),
    (lambda: described("mxf4", dtype_a="e2m1", a_scale_id=1), ValueError, "must be 0 or 2, got 1"),
    (lambda: described(b_scale_id=4), ValueError, "b_scale_id of kind::mxf8f6f4 must be 0 or 1"),
    (lambda: described("mxf4", dtype_a="e2m1", b_major="MN"), ValueError, "b_major of kind::mxf4"),
    (lambda: described(k=96), ValueError, "k of kind::mxf8f6f4 must be 32, got 96"),
    (lambda: described("mxf4", dtype_a="e2m1", k=32), ValueError, "must be 64 or 96, got 32"),
    (
        lambda: described("mxf4", dtype_a="e2m1", k=96, sparse=True),
        ValueError,
        "must be 128, got 96",
    ),
    (lambda: described(scale_a=2), ValueError, "scale_a of kind::mxf8f6f4 must be 1 or -1, got 2"),
    (lambda: described(m=64), ValueError, "128 or 256 rows"),
    (lambda: described(n=12), ValueError, "multiple of 8"),
]


@pytest.mark.parametrize(("body", "error", "message"), BAD)
def test_refused(body: Callable[[], object], error: type[Exception], message: str) -> None:
    """What is no product and no descriptor is an error where it is written."""
    with pytest.raises(error, match=message):
        made(body)


VECTORS = [
    *(("mxf8f6f4", vector) for vector in ("block32", "scale_vec::1X")),
    *(("mxf4", vector) for vector in ("block32", "scale_vec::2X")),
    *(("mxf4nvf4", vector) for vector in ("block16", "block32", "scale_vec::2X", "scale_vec::4X")),
]


@needs_nvjitlink
@pytest.mark.parametrize("group", [1, 2])
def test_assembled(group: int) -> None:
    """The assembler takes every kind with every number of scale factors that it may have."""

    def body() -> None:
        place, desc = reg.scalar(b32, 0), reg.scalar(b64, 0)
        for kind, vector in VECTORS:
            given = {"d_tmem": place, "scale_a_tmem": place, "a_desc": desc, "b_desc": desc}
            given |= {"kind": kind, "scale_vec": vector, "cta_group": group}
            multiply(**given, scale_b_tmem=[place, 4])

    text = made(body)
    assert text.count(f"tcgen05.mma.cta_group::{group}") == len(VECTORS)
    assert assemble(text).kernels
