"""`differentiable_kernel` with arrays of JAX: gradients by a kernel, against JAX's own."""

# A scalar is a parameter of the PTX, which the body reads by its name.
# ruff: noqa: ARG001

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from typing import Any

import pytest

import ptxpy
from ptxpy import Tile, f32, kernel, ptx, u32
from ptxpy.launch_request import ArgumentError
from tests.integrations.jax.kernels import BLOCK, blocks, thread

jax = pytest.importorskip("jax", reason="JAX is not installed: tools/test --all installs it")
jnp = pytest.importorskip("jax.numpy")

_VECTOR = Tile("N", f32)
_OPTIONS: Any = {
    "arch": "sm_80",
    "raw_params": [("u32", "N")],
    "grid": blocks,
    "block": BLOCK,
}


def _elements(compute: Any, inputs: tuple[Any, ...], outputs: tuple[Any, ...]) -> None:
    """Emit a kernel that computes element by element."""
    index = thread()
    with ptx.if_(index.u32 < ptx.param(u32, "N")):
        offset = ptx.mul.wide.s32(index, 4)
        addresses = [each + offset for each in ptx.global_ptrs(*inputs, *outputs)]
        values = [ptx.ld.global_.f32([each]) for each in addresses[: len(inputs)]]
        for address, value in zip(addresses[len(inputs) :], compute(*values), strict=True):
            ptx.st.global_.f32([address], value)
    ptx.ret()


@kernel(in_specs=(_VECTOR,) * 2, out_specs=(_VECTOR,) * 2, **_OPTIONS)
def scaled(x: Any, w: Any, factor: f32, y: Any, z: Any) -> None:
    """Compute y = factor * x * w and z = x + w."""
    _elements(lambda x, w: (x * w * ptx.param(f32, "factor"), x + w), (x, w), (y, z))


@kernel(in_specs=(_VECTOR,) * 4, out_specs=(_VECTOR,) * 2, **_OPTIONS)
def scaled_backward(x: Any, w: Any, dy: Any, dz: Any, factor: f32, dx: Any, dw: Any) -> None:
    """Compute dx = factor * dy * w + dz and dw = factor * dy * x + dz."""

    def compute(x: Any, w: Any, dy: Any, dz: Any) -> Any:
        along = dy * ptx.param(f32, "factor")
        return along * w + dz, along * x + dz

    _elements(compute, (x, w, dy, dz), (dx, dw))


@kernel(in_specs=(_VECTOR,), out_specs=(_VECTOR,), **_OPTIONS)
def square(x: Any, y: Any) -> None:
    """Compute y = x * x."""
    _elements(lambda x: (x * x,), (x,), (y,))


@kernel(in_specs=(_VECTOR,) * 2, out_specs=(_VECTOR,), **_OPTIONS)
def square_backward(x: Any, dy: Any, dx: Any) -> None:
    """Compute dx = 2 * x * dy."""
    _elements(lambda x, dy: (x * dy * 2.0,), (x, dy), (dx,))


@kernel(in_specs=(_VECTOR,) * 3, out_specs=(_VECTOR,) * 2, **_OPTIONS)
def square_twice(x: Any, dy: Any, ddx: Any, dx: Any, ddy: Any) -> None:
    """Compute the gradients of `square_backward`: 2 * dy * ddx and 2 * x * ddx."""
    _elements(lambda x, dy, ddx: (dy * ddx * 2.0, x * ddx * 2.0), (x, dy, ddx), (dx, ddy))


differentiable = ptxpy.differentiable_kernel(scaled, scaled_backward)
twice = ptxpy.differentiable_kernel(
    square, ptxpy.differentiable_kernel(square_backward, square_twice)
)


def _loss(function: Any) -> Any:
    return lambda x, w: sum((each * (1.0 + at)).sum() for at, each in enumerate(function(x, w)))


def test_gradients() -> None:
    """They are those that JAX finds for the same function, eager, compiled and in batches."""
    x, w = jnp.arange(1.0, 40.0), jnp.linspace(-1.0, 1.0, 39)
    own = _loss(lambda x, w: (3.0 * x * w, x + w))
    ours = _loss(lambda x, w: differentiable(x, w, 3.0))
    assert jnp.allclose(own(x, w), ours(x, w))
    expected = jax.grad(own, (0, 1))(x, w)
    for function in (jax.grad(ours, (0, 1)), jax.jit(jax.grad(ours, (0, 1)))):
        assert all(map(jnp.allclose, function(x, w), expected))
    rows = jnp.stack([x, w])
    found = jax.vmap(jax.grad(ours))(rows, rows[::-1])
    assert jnp.allclose(found, jax.vmap(jax.grad(own))(rows, rows[::-1]))
    jacobian = jax.jacrev(twice)(x)
    assert jnp.allclose(jacobian, jnp.diag(2 * x))


def test_second_order() -> None:
    """A backward kernel that is differentiable has a gradient, and a plain one is refused."""
    x = jnp.arange(1.0, 5.0)
    first = jax.grad(lambda x: (twice(x) * x).sum())
    assert jnp.allclose(first(x), 3 * x * x)
    assert jnp.allclose(jax.grad(lambda x: first(x).sum())(x), 6 * x)
    once = jax.grad(lambda x: differentiable(x, x, 1.0)[0].sum())
    with pytest.raises(
        TypeError, match="scaled_backward is a kernel, which JAX cannot differentiate"
    ):
        jax.grad(lambda x: once(x).sum())(x)


def test_what_is_refused() -> None:
    """Outputs are new arrays, and what a kernel does not take is named."""
    x = jnp.arange(1.0, 5.0)
    with pytest.raises(ArgumentError, match="y: the outputs of a differentiable kernel are new"):
        twice(x, y=x)
    with pytest.raises(TypeError, match="x has elements of int32"):
        twice(jnp.arange(4))


def test_copies() -> None:
    """It is pickled by its parts."""
    x = jnp.arange(1.0, 5.0)
    assert jnp.allclose(pickle.loads(pickle.dumps(twice))(x), x * x)  # noqa: S301 - our own


def test_pytorch_is_not_loaded() -> None:
    """A program that uses JAX alone does not wait for PyTorch, nor need it."""
    program = (
        "import sys, jax.numpy as jnp, jax\n"
        "sys.modules['torch'] = None\n"
        "from tests.integrations.jax.test_gradients import twice\n"
        "print(jax.grad(lambda x: twice(x).sum())(jnp.arange(3.0)).tolist())\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "JAX_PLATFORMS": "cpu"},
    )
    assert (run.stdout, run.returncode) == ("[0.0, 2.0, 4.0]\n", 0), run.stderr


def test_with_tensors_of_pytorch() -> None:
    """The same function takes tensors of PyTorch, whichever was loaded first."""
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    x = torch.arange(4.0, requires_grad=True)
    twice(x).sum().backward()
    assert x.grad.tolist() == [0, 2, 4, 6]
