"""Calls with JAX arrays, eager and in programs that JAX compiles."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ptxpy import SimulationError
from ptxpy.examples.hopper_one_tile import one_tile
from ptxpy.launch import LaunchError
from ptxpy.launch.call_plans import plan_call
from tests.integrations.jax import kernels as k

jax = pytest.importorskip("jax", reason="JAX is not installed: tools/test --all installs it")
jnp = pytest.importorskip("jax.numpy")


def numbers(length: int = k.BLOCK) -> Any:
    """Return 0, 1, 2, … as float32."""
    return jnp.arange(length, dtype=jnp.float32)


# ----------------------------------------------------------------------- eager calls


def test_eager_call_returns_a_new_array() -> None:
    """No output array is needed, and the result is on the device of the inputs."""
    device = jax.devices()[1]
    x = jax.device_put(numbers(100), device)
    y = k.vector_add(x, x)
    assert isinstance(y, jax.Array)
    assert y.devices() == {device}
    assert np.array_equal(y, 2 * np.arange(100))


def test_second_call_is_not_traced_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel is planned once for each choice of shapes, types and numbers."""
    planned = []

    def plan(*given: Any) -> Any:
        planned.append(given)
        return plan_call(*given)

    monkeypatch.setattr("ptxpy.integrations.jax.calls.plan_call", plan)
    for length in (131, 131, 132, 132):
        k.scale(numbers(length), alpha=2.0)
    k.scale(numbers(131), alpha=3.0)
    assert len(planned) == 3


def test_numpy_input_beside_a_jax_array() -> None:
    """It is converted, as JAX functions do."""
    y = k.vector_add(numbers(8), np.ones(8, np.float32))
    assert isinstance(y, jax.Array)
    assert np.array_equal(y, np.arange(8) + 1)


def test_output_in_place_of_numpy() -> None:
    """A NumPy array that is given is written, and no array of JAX is made."""
    out = np.zeros(8, np.float32)
    assert k.vector_add(numbers(8), numbers(8), c=out) is out
    assert np.array_equal(out, 2 * np.arange(8))


def test_several_outputs_are_a_tuple() -> None:
    """In the order of `out_specs`."""
    c, d = jax.jit(k.sum_and_difference)(numbers(), jnp.ones(k.BLOCK))
    assert np.array_equal(c, np.arange(k.BLOCK) + 1)
    assert np.array_equal(d, np.arange(k.BLOCK) - 1)


def test_kernel_without_inputs_in_a_program() -> None:
    """Nothing says that JAX calls it, so it runs while JAX traces, and is a constant."""
    y = jax.jit(lambda x: x + jnp.asarray(k.fill()))(jnp.zeros(k.BLOCK, jnp.int32))
    assert np.array_equal(y, np.arange(k.BLOCK))


def test_bfloat16() -> None:
    """Elements that NumPy does not have go in and come out as JAX's."""
    y = k.negate(numbers().astype(jnp.bfloat16))
    assert y.dtype == jnp.bfloat16
    assert np.array_equal(y.astype(jnp.float32), -np.arange(k.BLOCK, dtype=np.float32))


def test_bits_of_bfloat16_stay_bits() -> None:
    """An output is made as the inputs of its type are."""
    assert k.negate(jnp.zeros(k.BLOCK, jnp.uint16)).dtype == jnp.uint16


def test_column_major_tensors() -> None:
    """XLA lays matrices out as the tile says."""
    x = jnp.arange(12, dtype=jnp.float32).reshape(4, 3) + 5
    for function in (k.transposed_copy, jax.jit(k.transposed_copy)):
        y = function(x)
        assert np.array_equal(y[:, 0], x[:, 0])
        assert np.array_equal(y[:, 1:], np.ones((4, 2)))


# ----------------------------------------------------------------------- programs


def test_several_kernels_in_one_program() -> None:
    """Two kernels, and one of them with two shapes and two numbers."""

    def program(x: Any, y: Any) -> Any:
        long = k.scale(k.vector_add(x, x), alpha=3.0)
        short = k.scale(y, alpha=-1.0, STEP=2)
        return long.sum() + short.sum()

    x, y = numbers(40), numbers(7)
    assert jax.jit(program)(x, y) == (6 * np.arange(40) + 1).sum() + (2 - np.arange(7)).sum()


def test_shapes_of_a_program_may_change() -> None:
    """JAX traces for each shape."""
    program = jax.jit(k.vector_add)
    for length in (1, 33, 100):
        assert np.array_equal(program(numbers(length), numbers(length)), 2 * np.arange(length))


def test_tensor_maps() -> None:
    """TMA and wgmma, with maps that are made for each launch from the address of the buffer."""
    a = jax.random.normal(jax.random.key(0), (64, 64), jnp.bfloat16)
    b = jax.random.normal(jax.random.key(1), (64, 256), jnp.bfloat16)
    expected = a.astype(jnp.float32) @ b.astype(jnp.float32)
    for function in (one_tile, jax.jit(one_tile)):
        assert np.allclose(function(a, b), expected, atol=1e-3)


def test_control_flow_of_jax() -> None:
    """A kernel in the body of a loop."""
    y = jax.lax.fori_loop(0, 5, lambda _, x: k.scale(x, alpha=2.0, STEP=0), numbers(9))
    assert np.array_equal(y, 32 * np.arange(9))


def test_vmap() -> None:
    """One launch for each element of a batch, of some or of all arguments."""
    batch = jnp.arange(12, dtype=jnp.float32).reshape(3, 4)
    assert np.array_equal(jax.vmap(k.vector_add)(batch, batch), 2 * batch)
    one = numbers(4)
    mapped = jax.jit(jax.vmap(k.vector_add, in_axes=(0, None)))
    assert np.array_equal(mapped(batch, one), batch + one)
    columns = jax.vmap(partial(k.scale, alpha=2.0), in_axes=1, out_axes=1)
    assert np.array_equal(columns(batch), 2 * batch + 1)


def shard_map(function: Any, axes: int) -> Any:
    """Split the first dimension of all arguments over four devices."""
    mesh = jax.sharding.Mesh(np.array(jax.devices()[:4]), ("i",))
    spec = jax.sharding.PartitionSpec("i")
    home = jax if hasattr(jax, "shard_map") else import_module("jax.experimental.shard_map")
    return home.shard_map(function, mesh=mesh, in_specs=(spec,) * axes, out_specs=spec)


@pytest.mark.skipif("len(jax.devices()) < 4", reason="another test has made JAX count its devices")
def test_shard_map() -> None:
    """Each device launches the kernel on its part, and the result is distributed as well."""
    x = numbers(64)
    for made in (shard_map(k.vector_add, 2), jax.jit(shard_map(k.vector_add, 2))):
        y = made(x, x)
        assert np.array_equal(y, 2 * np.arange(64))
        assert len(y.sharding.device_set) == 4
    ones = np.ones(16, np.float32)
    assert np.array_equal(shard_map(lambda x: k.vector_add(x, ones), 1)(x), np.arange(64) + 1)
    begun = shard_map(lambda x, y: k.accumulate(x, y=y), 2)(x, jnp.ones(64))
    assert np.array_equal(begun, np.where(np.arange(64) % 2 == 0, np.arange(64) + 1, 1))


def test_threads() -> None:
    """Threads call kernels, new ones and compiled ones, at the same time."""
    program = jax.jit(k.vector_add)
    wrong: list[Any] = []

    def work(number: int) -> None:
        try:
            for length in range(200 + number, 204 + number):
                for function in (program, k.vector_add):
                    found = np.asarray(function(numbers(length), numbers(length)))
                    assert np.array_equal(found, 2 * np.arange(length))
        except BaseException as error:  # noqa: BLE001 - reported by the main thread
            wrong.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_abstract_evaluation() -> None:
    """Shapes without values; a shape in the place of an array is an error."""
    shape = jax.ShapeDtypeStruct((50,), jnp.float32)
    assert jax.eval_shape(k.vector_add, shape, shape) == shape
    with pytest.raises(TypeError, match=r"a is a ShapeDtypeStruct, not an array; jax\.eval_shape"):
        k.vector_add(shape, shape)


def test_programs_show_the_kernel() -> None:
    """By its name, and the name of the foreign function."""
    shown = str(jax.make_jaxpr(k.vector_add)(numbers(), numbers()))
    if tuple(jax.version.__version_info__) >= (0, 6):
        assert "name=vector_add" in shown
    assert "target_name=ptxpy_launch" in shown


COMPILED = """
import jax, jax.numpy as jnp
from tests.integrations.jax import kernels as k
x = jnp.arange(8, dtype=jnp.float32)
order = [(k.vector_add, 2), (lambda *of: k.scale(of[0], alpha=3.0, STEP=0), 3)]
for function, factor in order[::{step}]:
    assert jax.jit(lambda x: function(x, x))(x).tolist() == [factor * i for i in range(8)]
"""


def test_compilation_cache(tmp_path: Path) -> None:
    """Programs that JAX has kept on disk find their kernels in the next process."""
    environment = {
        **os.environ,
        "JAX_COMPILATION_CACHE_DIR": str(tmp_path),
        "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
        "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "-1",
    }
    kept = []
    for step in (1, -1):
        done = subprocess.run(
            [sys.executable, "-c", COMPILED.format(step=step)],
            env=environment,
            cwd=Path(__file__).parents[3],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        kept.append(
            {path.name for path in tmp_path.iterdir() if path.name.startswith("jit__lambda")}
        )
    assert kept[0]
    assert kept[0] == kept[1], "the second process compiles nothing anew"


# ----------------------------------------------------------------------- outputs that begin


def test_output_begins_with_the_array_given() -> None:
    """A kernel that reads its output, or writes a part of it; the array given stays as it is."""
    x, y = numbers(6), 10 * jnp.ones(6)
    expected = [10, 10, 12, 10, 14, 10]
    assert k.accumulate(x, y=y).tolist() == expected
    assert jax.jit(lambda x, y: k.accumulate(x, y=y))(x, y).tolist() == expected
    assert y.tolist() == [10] * 6


def test_donated_buffer_is_the_output() -> None:
    """With `donate_argnums` the output has the memory of the array that is given."""
    program = jax.jit(lambda x, y: k.accumulate(x, y=y), donate_argnums=1)
    x, y = numbers(64), jnp.ones(64)
    before = y.unsafe_buffer_pointer()
    found = program(x, y)
    assert y.is_deleted()
    assert found.unsafe_buffer_pointer() == before
    assert found[2] == 3
    with pytest.raises(ValueError, match=r"^y: the JAX array is deleted"):
        k.accumulate(x, y=y)


def test_vmap_of_an_output_that_begins() -> None:
    """The arrays of a batch begin each with their own."""
    x, y = jnp.ones((2, 4)), jnp.arange(8.0).reshape(2, 4)
    found = jax.vmap(lambda x, y: k.accumulate(x, y=y))(x, y)
    assert found.tolist() == [[1, 1, 3, 3], [5, 5, 7, 7]]


# ----------------------------------------------------------------------- gradients


def test_gradient_is_refused_with_what_to_write() -> None:
    """Forward and reverse."""
    for transform in (jax.grad, jax.jacfwd):
        with pytest.raises(TypeError, match=r"^scale is a kernel.*jax\.custom_vjp"):
            transform(lambda x: k.scale(x, alpha=2.0).sum())(numbers(4))


def test_gradient_with_respect_to_something_else() -> None:
    """A kernel of what is not differentiated is a constant."""
    y = numbers(4)
    gradient = jax.grad(lambda x: (x * k.scale(y, alpha=2.0)).sum())(y)
    assert np.array_equal(gradient, 2 * np.arange(4) + 1)


def test_custom_gradient() -> None:
    """A pair of kernels in `jax.custom_vjp`, as the guide writes it."""
    doubled = jax.custom_vjp(partial(k.scale, alpha=2.0, STEP=0))
    doubled.defvjp(lambda x: (doubled(x), None), lambda _, g: (k.scale(g, alpha=2.0, STEP=0),))
    gradient = jax.jit(jax.grad(lambda x: (doubled(x) ** 2).sum()))(numbers(4))
    assert np.array_equal(gradient, 8 * np.arange(4))


# ----------------------------------------------------------------------- bad input


@pytest.mark.parametrize("wrap", [lambda f: f, jax.jit], ids=["eager", "jit"])
def test_errors_at_the_call_name_the_argument(wrap: Any) -> None:
    """Before anything is launched, also while JAX traces."""
    x = numbers(8)
    with pytest.raises(
        TypeError, match=r"^b has elements of int32; Tile\('N', f32\) takes float32"
    ):
        wrap(k.vector_add)(x, x.astype(jnp.int32))
    with pytest.raises(ValueError, match="N is 8 in a and 5 in b"):
        wrap(k.vector_add)(x, x[:5])
    with pytest.raises(ValueError, match=r"^a: shape \(2, 4\) has 2 dimensions"):
        wrap(k.vector_add)(x.reshape(2, 4), x)
    with pytest.raises(TypeError, match="the raw parameter alpha is missing"):
        wrap(k.scale)(x)
    with pytest.raises(LaunchError, match="XLA chooses the stream"):
        wrap(lambda x: k.vector_add(x, x, stream=1))(x)
    with pytest.raises(TypeError, match=r"y is float64, which JAX replaces by float32"):
        wrap(k.widen)(numbers())
    with pytest.raises(TypeError, match=r"x has elements of float32.*jax_enable_x64"):
        wrap(k.double)(numbers())
    with pytest.raises(LaunchError, match=r"alpha: str given; \.f32 takes a float"):
        wrap(lambda x: k.scale(x, alpha="2"))(x)
    with pytest.raises(TypeError, match=r"alpha becomes part of a JAX program, so it must be"):
        wrap(lambda x: k.scale(x, alpha=[2.0, {}]))(x)
    with pytest.raises(LaunchError, match="each extent must be at least 1"):
        wrap(lambda x: k.vector_add(x, x, grid=[0]))(x)


def test_kernel_without_outputs() -> None:
    """It could only write to arrays that are immutable."""
    with pytest.raises(TypeError, match="nothing has no out_specs, and JAX arrays cannot"):
        k.nothing(numbers())


def test_traced_number() -> None:
    """A number of the launch cannot be a value that JAX traces; a static one can."""
    with pytest.raises(TypeError, match=r"the raw parameter alpha is a value that JAX traces"):
        jax.jit(lambda x, alpha: k.scale(x, alpha=alpha))(numbers(4), 2.0)
    with pytest.raises(TypeError, match=r"template parameter STEP is a value that JAX traces"):
        jax.jit(lambda x, n: k.scale(x, alpha=2.0, STEP=n))(numbers(4), 2)
    static = jax.jit(partial(k.scale, alpha=2.0), static_argnames="STEP")
    assert static(numbers(3), STEP=3).tolist() == [3, 5, 7]
    static = jax.jit(lambda x, alpha: k.scale(x, alpha=alpha), static_argnames="alpha")
    assert static(numbers(3), alpha=3.0).tolist() == [1, 4, 7]


def test_number_in_a_jax_array() -> None:
    """Outside of a trace it is a number like any other."""
    assert k.scale(numbers(3), alpha=jnp.float32(2.0)).tolist() == [1, 3, 5]


def test_equal_numbers_of_other_signs() -> None:
    """0.0 and -0.0 are two programs."""
    ones = jnp.ones(2)
    found = [k.divide_by(ones, by=by)[0] for by in (0.0, -0.0)]
    assert found == [np.inf, -np.inf]


def test_float64_of_numpy_is_not_made_float32() -> None:
    """JAX would do so in silence."""
    with pytest.raises(TypeError, match=r"b has elements of float64, which JAX replaces"):
        k.vector_add(numbers(4), np.ones(4))


def test_float64_once_enabled() -> None:
    """With 64-bit types, tensors have them."""
    jax.config.update("jax_enable_x64", True)  # noqa: FBT003 - JAX's
    try:
        x = jnp.arange(k.BLOCK, dtype=jnp.float64) / 3
        assert np.array_equal(k.double(x), 2 * np.asarray(x))
        assert jax.jit(k.widen)(numbers()).dtype == jnp.float64
    finally:
        jax.config.update("jax_enable_x64", False)  # noqa: FBT003 - JAX's


@pytest.mark.skipif("len(jax.devices()) < 4", reason="another test has made JAX count its devices")
def test_arrays_on_several_devices() -> None:
    """The first that differs is named."""
    x = numbers(4)
    other = jax.device_put(x, jax.devices()[1])
    with pytest.raises(ValueError, match=r"b is on .*1, but a is on .*0; jax\.device_put"):
        k.vector_add(x, other)


def test_device_other_than_that_of_the_arrays() -> None:
    """`device="cpu"` is where CPU arrays are."""
    x = numbers(4)
    assert k.vector_add(x, x, device="cpu").tolist() == [0, 2, 4, 6]
    with pytest.raises(LaunchError, match=r"device='cuda', but the JAX arrays are on cpu"):
        k.vector_add(x, x, device="cuda")


def test_output_in_place_while_tracing() -> None:
    """A NumPy array cannot be written by a program that JAX compiles."""
    out = np.zeros(4, np.float32)
    with pytest.raises(TypeError, match=r"the output c cannot be written in place"):
        jax.jit(lambda x: k.vector_add(x, x, c=out))(numbers(4))


def test_error_of_the_kernel() -> None:
    """An eager call raises what the kernel raised; a program raises JAX's error with its text."""
    program = jax.jit(k.load_beyond)
    for _ in range(3):
        with pytest.raises(SimulationError, match=r"load_beyond"):
            k.load_beyond(numbers())
        with pytest.raises(
            (jax.errors.JaxRuntimeError, ValueError), match=r"SimulationError: 4 bytes"
        ):
            program(numbers()).block_until_ready()


def test_input_is_not_written() -> None:
    """JAX arrays are immutable, so a kernel that writes to one is at fault."""
    x = numbers()
    with pytest.raises(RuntimeError, match="read-only"):
        k.store_input(x)
    assert x[3] == 3


def test_strict_mode() -> None:
    """Options of a launch are handed on."""
    assert k.vector_add(numbers(4), numbers(4), strict=True).tolist() == [0, 2, 4, 6]


# ----------------------------------------------------------------------- processes

SWEEP = """
import jax, jax.numpy as jnp
from ptxpy.executors.opening import open_executor
from tests.integrations.jax import kernels as k

def work(number):
    return k.vector_add(jnp.full(4, float(number)), jnp.ones(4)).tolist()

if __name__ == "__main__":
    assert work(1) == [2] * 4
    with open_executor("processes", 2) as executor:
        assert [*executor.map(work, range(4))] == [[n + 1] * 4 for n in range(4)]
"""


def test_processes_are_not_forked(tmp_path: Path) -> None:
    """A forked process lacks the threads of JAX, which warns of it, and may hang."""
    script = tmp_path / "sweep.py"
    script.write_text(SWEEP, encoding="utf-8")
    root = str(Path(__file__).parents[3])
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", str(script)],
        env={**os.environ, "PYTHONPATH": root},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr


def test_a_kernel_is_a_function_with_rules_of_its_own() -> None:
    """`jax.custom_vjp` and `jax.custom_jvp` take a kernel as they take a function."""
    x = numbers(5)
    backwards = jax.custom_vjp(k.vector_add)
    backwards.defvjp(lambda x, y: (k.vector_add(x, y), (x, y)), lambda _, g: (2 * g, 3 * g))
    forwards = jax.custom_jvp(k.vector_add)
    forwards.defjvp(lambda of, by: (k.vector_add(*of), 2 * by[0] + 3 * by[1]))
    for function in (backwards, forwards):
        assert jnp.array_equal(function(x, x), x + x)
        found = jax.jit(jax.grad(lambda x, y, f=function: f(x, y).sum(), (0, 1)))(x, x)
        assert [each.tolist() for each in found] == [[2.0] * 5, [3.0] * 5]
