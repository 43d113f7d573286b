"""The examples for sm_80 that move and reduce: any shape, no race, no spill, no warning."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ptxpy.assemble import AssemblerName, assemble
from ptxpy.dsl import StandaloneKernel
from ptxpy.examples import (
    layer_norm,
    reduction,
    rms_norm,
    saxpy,
    softmax,
    swiglu,
    transpose,
    vector_add,
)
from ptxpy.examples.checking import Array, check, largest_error
from tests.assemble.real import needs_nvjitlink, needs_ptxas

LENGTHS = (1, 3, 4, 31, 255, 256, 257, 1000, 1024, 4099)
ROWS = (
    (1, 1),
    (3, 4),
    (3, 5),
    (2, 31),
    (9, 128),
    (5, 257),
    (8, 1000),
    (3, 1024),
    (2, 4100),
    (2, 16384),
)
STRICT = {"device": "cpu", "strict": True}
random = np.random.default_rng(1)


def numbers(*shape: int, dtype: str = "float32") -> Array:
    """Return numbers around 0."""
    return random.standard_normal(shape).astype(dtype)


@pytest.mark.parametrize("length", LENGTHS)
def test_vectors(length: int) -> None:
    """Vectors of any length, the last block and the last vector of four included."""
    x, y = numbers(length), numbers(length)
    added = vector_add.vector_add(x, y, **STRICT)
    assert largest_error(added, vector_add.reference(x, y)) == 0
    found = saxpy.saxpy(x, y, alpha=-1.5, **STRICT)
    assert largest_error(found, saxpy.reference(x, y, -1.5)) < 1e-6
    total = reduction.add_up(x, total=np.ones(1, np.float32), **STRICT)
    assert largest_error(total, np.array([1 + reduction.reference(x)])) < 1e-5


def test_more_than_a_grid() -> None:
    """Few blocks go round the loop several times, and give the same."""
    x, y = numbers(10_001), numbers(10_001)
    found = saxpy.saxpy(x, y, alpha=2.0, grid=2, **STRICT)
    assert largest_error(found, saxpy.reference(x, y, 2.0)) < 1e-6
    total = reduction.add_up(x, total=np.zeros(1, np.float32), grid=2, **STRICT)
    assert largest_error(total, np.array([reduction.reference(x)])) < 1e-5


def test_arrays_that_begin_anywhere() -> None:
    """Vector loads need multiples of 16 bytes: other arrays take the loop over elements.

    Arrays that overlap keep their distance in the simulator's memory.
    """
    whole = numbers(1001)
    x, y = whole[:1000], whole[1:]
    found = saxpy.saxpy(x, y, alpha=2.0, **STRICT)
    assert largest_error(found, saxpy.reference(x, y, 2.0)) < 1e-6
    halves = numbers(41, dtype="float16")
    gate, up = halves[:40].reshape(5, 8), halves[1:].reshape(5, 8)
    assert largest_error(swiglu.swiglu(gate, up, **STRICT), swiglu.reference(gate, up)) < 1e-3


@pytest.mark.parametrize("shape", [(1, 1), (1, 40), (40, 1), (32, 32), (33, 31), (64, 100)])
def test_matrices_are_transposed(shape: tuple[int, int]) -> None:
    """Tiles at the edges are cut off."""
    x = numbers(*shape)
    assert largest_error(transpose.transpose(x, **STRICT), transpose.reference(x)) == 0


@pytest.mark.parametrize("shape", ROWS)
def test_rows(shape: tuple[int, int]) -> None:
    """Rows of one element up to the longest, by vectors and by elements."""
    x, factors, offsets = numbers(*shape), numbers(shape[1]), numbers(shape[1])
    assert largest_error(softmax.softmax(x, **STRICT), softmax.reference(x)) < 1e-6
    found = rms_norm.rms_norm(x, factors, **STRICT)
    assert largest_error(found, rms_norm.reference(x, factors)) < 1e-5
    found = layer_norm.layer_norm(x, factors, offsets, **STRICT)
    assert largest_error(found, layer_norm.reference(x, factors, offsets)) < 1e-5
    gate, up = x.astype(np.float16), numbers(*shape, dtype="float16")
    assert largest_error(swiglu.swiglu(gate, up, **STRICT), swiglu.reference(gate, up)) < 1e-3


def test_numbers_at_the_edge() -> None:
    """Large ones do not overflow, an infinity is one of the row."""
    x = np.array([[1e30, 1e30, -1e30, 0], [-np.inf, 0, 0, -np.inf]], np.float32)
    expected = [[0.5, 0.5, 0, 0], [0, 0.5, 0.5, 0]]
    assert largest_error(softmax.softmax(x, device="cpu"), np.array(expected)) < 1e-6
    far = numbers(2, 300) / 8 + 4096
    ones, zeros = np.ones(300, np.float32), np.zeros(300, np.float32)
    found = layer_norm.layer_norm(far, ones, zeros, device="cpu")
    assert largest_error(found, layer_norm.reference(far, ones, zeros)) < 1e-2
    gate = np.array([[-65504, 65504, -0.0]], np.float16)
    found = swiglu.swiglu(gate, np.ones_like(gate), device="cpu")
    assert found.tolist() == [[0, 65504, 0]]


@pytest.mark.parametrize("kernel", [softmax.softmax, layer_norm.layer_norm])
def test_a_row_that_is_too_long(kernel: StandaloneKernel) -> None:
    """Rows that do not fit into registers are refused."""
    with pytest.raises(ValueError, match="16384 elements at most, got 16385"):
        kernel.ptx(N=16385)


def test_shapes_that_do_not_fit() -> None:
    """What a user may get wrong is said in the terms of the call."""
    with pytest.raises(ValueError, match="N is 4 in a and 5 in b"):
        vector_add.vector_add(numbers(4), numbers(5), device="cpu")
    with pytest.raises(TypeError, match="elements of float64"):
        vector_add.vector_add(np.ones(4), numbers(4), device="cpu")
    with pytest.raises(ValueError, match="2 dimensions"):
        vector_add.vector_add(numbers(4, 4), numbers(4, 4), device="cpu")
    with pytest.raises(ValueError, match="row-major"):
        softmax.softmax(numbers(8, 4).T, device="cpu")
    with pytest.raises(TypeError, match="alpha is missing; pass alpha="):
        saxpy.saxpy(numbers(4), numbers(4), device="cpu")
    with pytest.raises(ValueError, match="grid"):
        vector_add.vector_add(numbers(0), numbers(0), device="cpu")


KERNELS: tuple[tuple[StandaloneKernel, dict[str, Any], int], ...] = (
    (vector_add.vector_add, {}, 16),
    (saxpy.saxpy, {}, 40),
    (transpose.transpose, {}, 40),
    (reduction.add_up, {}, 40),
    (softmax.softmax, {"N": 777}, 32),
    (softmax.softmax, {"N": 16384}, 128),
    (layer_norm.layer_norm, {"N": 777}, 40),
    (layer_norm.layer_norm, {"N": 16384}, 168),
    (rms_norm.rms_norm, {"N": 777}, 64),
    (rms_norm.rms_norm, {"N": 1024}, 64),
    (swiglu.swiglu, {}, 40),
)
"""Kernels, what is bound, and the registers that they may take."""


@pytest.mark.parametrize(
    ("kernel", "bound", "registers"), KERNELS, ids=lambda value: getattr(value, "name", None)
)
@pytest.mark.parametrize(
    "assembler",
    [pytest.param("ptxas", marks=needs_ptxas), pytest.param("nvjitlink", marks=needs_nvjitlink)],
)
def test_assembled(
    assembler: AssemblerName, kernel: StandaloneKernel, bound: dict[str, Any], registers: int
) -> None:
    """Both assemblers take them for sm_80, without warnings, spills or a stack."""
    assembly = assemble(kernel.ptx(**bound), assembler=assembler)
    assert (assembly.arch, assembly.messages) == ("sm_80", ())
    (needs,) = assembly.kernels
    assert (needs.stack, needs.spill_stores, needs.spill_loads) == (0, 0, 0)
    assert needs.registers is not None
    assert needs.registers <= registers


def test_names_are_deterministic() -> None:
    """Tracing twice gives the same text."""
    text = softmax.softmax.ptx(N=100)
    softmax.softmax._traces.clear()  # noqa: SLF001 - to have it traced again
    assert softmax.softmax.ptx(N=100) == text


MAINS: dict[str, Callable[[], int]] = {
    module.__name__.rpartition(".")[2]: module.main
    for module in (
        vector_add,
        saxpy,
        transpose,
        reduction,
        softmax,
        rms_norm,
        layer_norm,
        swiglu,
    )
}


@pytest.mark.parametrize("name", MAINS)
def test_each_says_what_it_found(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit status is 0, and one line is printed."""
    assert MAINS[name]() == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"{name} ")
    assert ": ok, on " in printed
    assert printed.count("\n") == 1


def test_as_a_command() -> None:
    """`python -m` runs an example."""
    command = [sys.executable, "-m", "ptxpy.examples.vector_add"]
    ended = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert ended.stdout.startswith("vector_add 100003 f32: largest error 0 (allowed 0): ok, on ")


@pytest.mark.parametrize("name", MAINS)
def test_the_guide_lists_each(name: str) -> None:
    """The README has a row with its command."""
    guide = Path(softmax.__file__).with_name("README.md").read_text(encoding="utf-8")
    (row,) = [line for line in guide.splitlines() if line.startswith(f"| [{name}]({name}.py) |")]
    assert row.endswith(f"| `python -m ptxpy.examples.{name}` |")


def test_what_is_wrong_fails(capsys: pytest.CaptureFixture[str]) -> None:
    """Errors beyond what is allowed, NaNs and other shapes do not pass."""
    right = np.ones(3)
    assert check("x", right * 1.5, right, allowed=0.1) == 1
    assert check("x", right * np.nan, right, allowed=np.inf) == 1
    assert check("x", right * np.inf, right * np.inf, allowed=0) == 0
    assert "x: largest error 0.5 (allowed 0.1): WRONG, on " in capsys.readouterr().out
    with pytest.raises(ValueError, match=r"shape \(3,\), expected is \(3, 1\)"):
        check("x", right, right[:, None], allowed=0)
