"""Arrays of other elements than a pointer's type says are refused, where the type is known."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy.launch_request import ArgumentError, declared_types

PTX = """\
.version 8.0
.target sm_80
.address_size 64
.visible .entry {symbol}(.param .u64 x) {{ ret; }}
"""

F32, F64, I32, U32, I64, U16, F16 = (
    np.dtype(name)
    for name in ("float32", "float64", "int32", "uint32", "int64", "uint16", "float16")
)
RAW = np.dtype("uint8")


@pytest.mark.parametrize(
    ("symbol", "taken", "refused"),
    [
        ("_Z1kPf", [F32, RAW, np.dtype("int8")], [F64, F16, I32, U32, I64, np.dtype("complex64")]),
        ("_Z1kPKf", [F32], [F64]),
        ("_Z1kRKd", [F64], [F32, I64]),
        ("_Z1kPi", [I32, U32], [I64, F32, U16]),
        ("_Z1kPKj", [U32, I32], [np.dtype("uint64"), F32]),
        ("_Z1kPl", [I64, np.dtype("uint64")], [I32, F64, np.dtype("complex128")]),
        ("_Z1kPy", [I64, np.dtype("uint64")], [I32]),
        ("_Z1kPs", [U16, np.dtype("int16")], [F16, I32]),
        ("_Z1kP6__half", [F16, U16], [F32, I32]),
        ("_Z1kP13__nv_bfloat16", [U16], [F16, F32]),
        ("_Z1kPf", [np.dtype([("x", "f4"), ("y", "f4")]), np.dtype("V4")], []),
        ("_Z1kPv", [F32, F64, I32], []),
        ("_Z1kPh", [F32, F64, I32], []),
        ("_Z1kP6float4", [F32, F64], []),
        ("_Z1kPPf", [F32, I64], []),
        ("_Z1kPfi", [F64], []),
        ("k", [F32, F64, I32], []),
    ],
)
def test_elements_follow_the_symbol(
    symbol: str, taken: list[np.dtype[Any]], refused: list[np.dtype[Any]]
) -> None:
    """What is not known, and bytes, may be anything."""
    kernel = ptxpy.load(PTX.format(symbol=symbol))
    for dtype in taken:
        kernel.launch(np.zeros(4, dtype), grid=1, block=1, device="cpu")
        kernel.launch(ptxpy.readonly(np.zeros(4, dtype)), grid=1, block=1, device="cpu")
    for dtype in refused:
        for value in (np.zeros(4, dtype), ptxpy.readonly(np.zeros(4, dtype))):
            with pytest.raises(ArgumentError, match=rf"x: an array of {dtype.name} given; "):
                kernel.launch(value, grid=1, block=1, device="cpu")
    kernel.launch(None, grid=1, block=1, device="cpu")


def test_the_message_says_what_to_write() -> None:
    """Converting, and taking the bytes as they are."""
    kernel = ptxpy.load(PTX.format(symbol="_Z1kPKf"))
    message = (
        "x: an array of float64 given; float const* takes float32: x.astype(np.float32) converts, "
        "and x.view(np.float32) takes its bytes as they are"
    )
    with pytest.raises(ArgumentError) as caught:
        kernel[1, 1](np.zeros(4), device="cpu")
    assert str(caught.value) == message


def test_arrays_of_other_libraries() -> None:
    """They have a dtype as well, whatever its kind."""

    class Tensor:
        dtype = "torch.float64"

        def __dlpack__(self, **_: object) -> object:
            raise AssertionError

        def __dlpack_device__(self) -> tuple[int, int]:
            raise AssertionError

    kernel = ptxpy.load(PTX.format(symbol="_Z1kPKf"))
    with pytest.raises(ArgumentError, match="an array of float64 given"):
        kernel.launch(Tensor(), grid=1, block=1, device="cpu")


PYTHON = """\
from ptxpy import Tile, bf16, kernel, ptx, s32


@kernel(arch="sm_80", in_specs=(Tile("N", s32), Tile("N", bf16)), grid=1, block=1)
def k(x, y):
    ptx.ret()
"""


def test_elements_follow_tiles(tmp_path: Path) -> None:
    """Of kernels that are written in Python, whether a file or a function is launched."""
    path = tmp_path / "k.py"
    path.write_text(PYTHON)
    numbers, halves = np.zeros(4, np.int32), np.zeros(4, np.uint16)
    space: dict[str, Any] = {"__name__": "k"}
    exec(compile(PYTHON, str(path), "exec"), space)  # noqa: S102 - a program of this test
    for kernel in (ptxpy.load(path), space["k"]):
        kernel.launch(numbers, halves, device="cpu")
        with pytest.raises(ArgumentError, match=r"x: an array of int64 given; Tile\('N', s32\)"):
            kernel.launch(numbers.astype(np.int64), halves, device="cpu")
        with pytest.raises(ArgumentError, match="takes bfloat16"):
            kernel.launch(numbers, halves.astype(np.float16), device="cpu")


def test_template_arguments_with_brackets() -> None:
    """A cast in a template argument opens no list of parameters."""
    assert declared_types("_Z1kI4GemmILN3lib6LayoutE2EEEvNT_6ParamsEi", 2) == [
        "Gemm<(lib::Layout)2>::Params",
        "int",
    ]
