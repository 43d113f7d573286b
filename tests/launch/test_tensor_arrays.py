"""Arrays as tensors: their tensor maps, and new ones in the library of the inputs."""

# Tensors are of any library.

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from ptxpy import readonly, u8, u32
from ptxpy.dsl.tensors import Layout, Tile
from ptxpy.dsl.values.types import b32, bf16, e4m3, f32, tf32, u16
from ptxpy.launch import tensor_arrays
from ptxpy.launch.tensor_arrays import allocate_output, tensor_map
from tests.launch.test_tensor_calls import add, vectors


def test_the_fields_of_tensor_maps() -> None:
    """The innermost dimension first, as PTX has them."""
    x = np.zeros((32, 256), np.uint16)
    env = {"M": 32, "K": 256}
    made = tensor_map("x", Tile("M", "K", bf16, Layout.TMA_64B, tma_box=(8, 32)), x, env).layout
    assert (made.dims, made.strides, made.box) == ((256, 32), (512,), (32, 8))
    assert (made.element.name, made.swizzle.name) == ("bf16", "64B")
    tile = Tile("M", "K", bf16, tma_box=(16, 128), tma_rank=3, tma_padding=True)
    made = tensor_map("x", tile, readonly(x), env).layout
    assert (made.dims, made.strides, made.box) == ((64, 32, 4), (512, 128), (72, 16, 2))
    column = np.asfortranarray(np.zeros((32, 8), np.uint8))
    made = tensor_map("x", Tile(32, 8, e4m3, Layout.COL), column, {}).layout
    assert (made.dims, made.strides, made.box) == ((32, 8), (32,), (32, 8))
    made = tensor_map("x", Tile(4, 2, 8, tf32), np.zeros((4, 2, 8), np.float32), {}).layout
    assert (made.dims, made.strides, made.box) == ((8, 2, 4), (32, 64), (8, 2, 4))
    tile = Tile.wgmma_a("M", "K", bf16, tile_m=8)
    assert tensor_map("x", tile, x[:, :32], {"M": 32, "K": 32}).layout.swizzle.name == "64B"


def test_a_map_for_each_launch() -> None:
    """None is shared: launches may run at the same time."""
    x = np.zeros((8, 8), np.uint16)
    tile = Tile(8, 8, bf16)
    assert tensor_map("x", tile, x, {}) is not tensor_map("x", tile, x, {})


def test_arrays_that_have_no_map() -> None:
    """Rows that begin anywhere, boxes of wide tensors, elements that are apart."""
    with pytest.raises(ValueError, match=r"tensor map of x: address: .* is not a multiple of 16"):
        tensor_map("x", Tile(64, bf16), np.zeros(65, np.uint16)[1:], {})
    with pytest.raises(ValueError, match="tensor map of x: a box of the whole tensor"):
        tensor_map("x", Tile("M", "K", bf16), np.zeros((8, 512), np.uint16), {"M": 8, "K": 512})
    with pytest.raises(
        ValueError, match="tensor map of x: strides: the innermost dimension must be contiguous"
    ):
        tensor_map("x", Tile(8, 8, bf16), np.zeros((8, 16), np.uint16)[:, ::2], {})


# --------------------------------------------------------------------- other libraries


class Tensor:
    """An array as libraries of GPUs have it: a dtype with the name of its library, a device."""

    def __init__(self, data: np.ndarray[Any, Any], dtype: str, device: str = "cpu") -> None:
        self.data, self.dtype, self.device = data, dtype, device
        self.shape = data.shape

    def __dlpack__(self, **options: Any) -> Any:
        """Return a capsule."""
        return self.data.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        """Return where it lies: the memory of the host."""
        return 1, 0


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return a module that makes such arrays."""

    def make(shape: tuple[int, ...], *, dtype: str, device: str) -> Tensor:
        bits = {"tensors.bfloat16": "uint16"}.get(dtype, dtype.rpartition(".")[2])
        return Tensor(np.zeros(shape, bits), dtype, device)

    made = ModuleType("tensors")
    made.__dict__.update(empty=make, float32="tensors.float32", bfloat16="tensors.bfloat16")
    monkeypatch.setitem(sys.modules, "tensors", made)
    monkeypatch.setattr(Tensor, "__module__", "tensors")
    return made


@pytest.mark.usefixtures("library")
def test_outputs_are_of_the_library_of_the_inputs() -> None:
    """On the device of the first input."""
    a, b = (Tensor(x, "tensors.float32", "cpu:3") for x in vectors(20))
    c = add(a, b, device="cpu")
    assert type(c) is Tensor
    assert (c.dtype, c.device) == ("tensors.float32", "cpu:3")
    assert c.data.tolist() == (a.data + b.data).tolist()
    made = allocate_output("y", Tile(3, bf16), (3,), [(Tile(20, f32), a)])
    assert made.dtype == "tensors.bfloat16"
    with pytest.raises(TypeError, match="y: tensors has no uint32"):
        allocate_output("y", Tile(3, u32), (3,), [(Tile(20, f32), a)])


def test_libraries_that_make_no_outputs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Arrays of JAX never change; and there are arrays without a library."""
    given = [(Tile(20, f32), Tensor(np.zeros(20, np.float32), "float32"))]
    monkeypatch.setattr(Tensor, "__module__", "jaxlib.xla")
    with pytest.raises(TypeError, match="y: JAX arrays cannot be written to; pass an output"):
        allocate_output("y", Tile(3, f32), (3,), given)
    monkeypatch.setattr(Tensor, "__module__", "nowhere")
    with pytest.raises(TypeError, match="y: cannot allocate an array like the input Tensor"):
        allocate_output("y", Tile(3, f32), (3,), given)


def test_an_array_with_a_namespace(monkeypatch: pytest.MonkeyPatch, library: ModuleType) -> None:
    """The array names its library (the array API standard)."""
    monkeypatch.setattr(Tensor, "__module__", "nowhere")
    monkeypatch.setattr(Tensor, "__array_namespace__", lambda _: library, raising=False)
    given = [(Tile(20, f32), Tensor(np.zeros(20, np.float32), "float32"))]
    assert allocate_output("y", Tile(3, f32), (3,), given).dtype == "float32"
    assert allocate_output("y", Tile(3, bf16), (3,), given).dtype == "tensors.bfloat16"


@pytest.mark.parametrize(
    ("tile", "inputs", "expected"),
    [
        (Tile(3, bf16), [(Tile(3, e4m3), np.zeros(3, np.uint8))], "uint16"),
        (Tile(3, bf16), [(Tile(3, bf16), np.zeros(3, np.uint16))], "uint16"),
        (Tile(3, tf32), [], "float32"),
        (Tile(3, u8), [(Tile(3, u8), np.zeros(3, np.bool_))], "uint8"),
        (Tile(3, b32), [(Tile(3, b32), np.zeros(3, np.int32))], "int32"),
        (Tile(3, u16), [(Tile(3, f32), readonly(np.zeros(3, np.float32)))], "uint16"),
    ],
)
def test_dtypes_of_outputs(tile: Tile, inputs: list[Any], expected: str) -> None:
    """Outputs are as the inputs are: bits where an input has those of a format."""
    assert allocate_output("y", tile, (3,), inputs).dtype.name == expected


@pytest.mark.parametrize("inputs", [[], [(Tile(3, f32), np.zeros(3, np.float32))]])
def test_formats_that_numpy_lacks(monkeypatch: pytest.MonkeyPatch, inputs: list[Any]) -> None:
    """Where no input says how, they are those of ml_dtypes, and bits where that is missing."""
    made = ModuleType("ml_dtypes")
    vars(made).update(bfloat16=np.dtype("V2"), float8_e4m3fn=np.dtype("V1"))
    monkeypatch.setitem(sys.modules, "ml_dtypes", made)
    monkeypatch.setattr(tensor_arrays, "find_spec", lambda _: made)
    assert allocate_output("y", Tile(3, bf16), (3,), inputs).dtype == made.bfloat16
    assert allocate_output("y", Tile(3, e4m3), (3,), inputs).dtype == made.float8_e4m3fn
    monkeypatch.setattr(tensor_arrays, "find_spec", lambda _: None)
    assert allocate_output("y", Tile(3, bf16), (3,), inputs).dtype == np.uint16
    assert allocate_output("y", Tile(3, e4m3), (3,), inputs).dtype == np.uint8
