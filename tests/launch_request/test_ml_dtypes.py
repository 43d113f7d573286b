"""Arrays of `ml_dtypes`, in which JAX has bfloat16 and the formats of 8 bits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy import ArgumentError, Tile, b8, b16, bf16, e4m3, e5m2, kernel, ptx

ml_dtypes = pytest.importorskip("ml_dtypes", reason="comes with JAX: tools/test --all installs it")

FORMATS = [
    (bf16, "bfloat16"),
    (b16, "bfloat16"),
    (e4m3, "float8_e4m3fn"),
    (e5m2, "float8_e5m2"),
    (b8, "float8_e4m3fn"),
]


def copier(element: Any) -> Any:
    """Return a kernel that copies 32 elements of a type."""

    @kernel(
        arch="sm_89",
        in_specs=(Tile("N", element),),
        out_specs=(Tile("N", element),),
        grid=1,
        block=32,
    )
    def copy(a: Any, b: Any) -> None:
        source, target = ptx.global_ptrs(a, b)
        at = ptx.special.tid.x() * (element.bits // 8)
        if element.bits == 8:
            ptx.st.global_.u8([target + at], ptx.ld.global_.u8([source + at]))
        else:
            ptx.st.global_.b16([target + at], ptx.ld.global_.b16([source + at]))
        ptx.ret()

    return copy


@pytest.mark.parametrize(("element", "name"), FORMATS)
def test_elements_of_a_tile(element: Any, name: str) -> None:
    """They come in, and the result that is made is of their dtype."""
    array = np.arange(32).astype(getattr(ml_dtypes, name))
    made = copier(element)(array, device="cpu")
    assert made.dtype == array.dtype
    assert made.tolist() == array.tolist()
    given = np.zeros_like(array)
    copier(element)(array, b=given, device="cpu")
    assert given.tolist() == array.tolist()


@pytest.mark.parametrize(
    ("element", "name", "message"),
    [
        (bf16, "float8_e4m3fn", "a has elements of float8_e4m3fn; Tile('N', bf16) takes bfloat16"),
        (e5m2, "float8_e4m3fn", "Tile('N', e5m2) takes float8_e5m2 or uint8"),
        (e4m3, "bfloat16", "a has elements of bfloat16"),
        (b8, "int4", "a has elements of int4"),
    ],
)
def test_another_format(element: Any, name: str, message: str) -> None:
    """The elements of another format are refused."""
    array = np.zeros(32, getattr(ml_dtypes, name))
    with pytest.raises(TypeError) as caught:
        copier(element)(array, device="cpu")
    assert message in str(caught.value)


POINTERS = """
.version 8.0
.target sm_89
.address_size 64
.visible .entry {}(.param .u64 p){{ ret; }}
"""


@pytest.mark.parametrize(
    ("symbol", "name", "is_taken"),
    [
        ("_Z1kPf", "float8_e4m3fn", False),
        ("_Z1kPf", "bfloat16", False),
        ("_Z1kP6__half", "bfloat16", False),
        ("_Z1kP13__nv_bfloat16", "bfloat16", True),
        ("_Z1kP13__nv_fp8_e4m3", "float8_e4m3fn", True),
        ("_Z1kP13__nv_fp8_e4m3", "float8_e5m2", False),
        ("k", "bfloat16", True),
    ],
)
def test_pointers_of_cpp(symbol: str, name: str, is_taken: bool) -> None:
    """Arrays go to pointers to their elements, and to those that say nothing of them."""
    loaded = ptxpy.load(POINTERS.format(symbol))
    array = np.zeros(4, getattr(ml_dtypes, name))
    if is_taken:
        loaded.launch(array, grid=1, block=1, device="cpu")
        return
    with pytest.raises(ArgumentError, match=f"p: an array of {name} given"):
        loaded.launch(array, grid=1, block=1, device="cpu")


def test_arrays_that_cannot_be_written() -> None:
    """They are held to the rules of other arrays."""
    loaded = ptxpy.load(POINTERS.format("k"))
    array = np.zeros((4, 4), ml_dtypes.bfloat16)
    with pytest.raises(ArgumentError, match="not contiguous"):
        loaded.launch(array[:, ::2], grid=1, block=1, device="cpu")
    array.flags.writeable = False
    with pytest.raises(ArgumentError, match="cannot be written to"):
        loaded.launch(array, grid=1, block=1, device="cpu")
    loaded.launch(ptxpy.launch.readonly(array), grid=1, block=1, device="cpu")
