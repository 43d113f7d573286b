"""`ptxpy.jax_support`: kernels that are registered as PTX, and called from JAX by their handle."""

from __future__ import annotations

import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest

from ptxpy import Layout, Tile, bf16, f32, jax_support, u32
from ptxpy._extras import install_command
from ptxpy.launch_request import ArgumentError
from tests.integrations.jax import kernels as k

jax = pytest.importorskip("jax", reason="JAX is not installed: tools/test --all installs it")
jnp = pytest.importorskip("jax.numpy")

SAXPY = """
.version 8.0
.target sm_80
.address_size 64
.visible .entry saxpy(.param .u64 x, .param .u64 y, .param .f32 a, .param .u32 n)
{
    .reg .pred p; .reg .b32 r<5>; .reg .f32 f<4>; .reg .b64 d<6>;
    ld.param.u64 d1, [x]; ld.param.u64 d2, [y]; ld.param.f32 f1, [a]; ld.param.u32 r1, [n];
    mov.u32 r2, %ctaid.x; mov.u32 r3, %ntid.x; mov.u32 r4, %tid.x;
    mad.lo.s32 r2, r2, r3, r4;
    setp.ge.u32 p, r2, r1;
    @p ret;
    mul.wide.u32 d3, r2, 4; add.s64 d4, d1, d3; add.s64 d5, d2, d3;
    ld.global.f32 f2, [d4]; mul.f32 f3, f2, f1; st.global.f32 [d5], f3;
    ret;
}
"""


def bits(value: float) -> int:
    """Return the bits of a float32."""
    return int.from_bytes(struct.pack("<f", value), "little")


def registered(factor: float = 2.0, count: int = 100) -> int:
    """Return the handle of SAXPY with its scalars."""
    handle = jax_support.get_cubin_registry().register(SAXPY, "saxpy")
    jax_support.add_scalar_param_to_shim(handle, value_bits=bits(factor), size_bytes=4)
    jax_support.add_scalar_param_to_shim(handle, value_bits=count, size_bytes=4)
    return handle


def call(handle: int, x: Any, **changed: Any) -> Any:
    """Call SAXPY."""
    given = {
        "out_specs": [Tile("N", f32)],
        "out_shape_env": {"N": x.shape[0]},
        "grid": (4, 1, 1),
        "block": (32, 1, 1),
    }
    return jax_support.call_kernel_via_ffi(x, cubin_handle=handle, **{**given, **changed})


@pytest.fixture
def mock() -> Iterator[Any]:
    """Return what sets a mock, which is removed in the end."""
    yield jax_support.set_mock_ffi_callback
    jax_support.set_mock_ffi_callback(None)


def test_kernel_from_ptx() -> None:
    """Eager, compiled and mapped; its output has the shape that the environment says."""
    x = jnp.arange(100, dtype=jnp.float32)
    handle = registered()
    assert np.array_equal(call(handle, x), 2 * np.arange(100))
    assert np.array_equal(jax.jit(lambda x: call(handle, x) + 1)(x), 2 * np.arange(100) + 1)
    batch = jnp.stack([x, 10 * x])
    assert np.array_equal(jax.vmap(lambda x: call(handle, x))(batch), 2 * batch)


def test_scalars_of_two_handles() -> None:
    """The same PTX with two numbers is two kernels of the registry."""
    x = jnp.ones(100)
    double, triple = registered(2.0), registered(3.0, count=50)
    found = jax.jit(lambda x: call(double, x)[:50] + call(triple, x)[:50])(x)
    assert np.array_equal(found, 5 * np.ones(50))


def test_launch_configuration() -> None:
    """What is registered is what is launched, and a call that says otherwise is an error."""
    handle = registered()
    jax_support.register_launch_config(handle, 0, (1, 1, 1), (32, 1, 1))
    record = jax_support.get_cubin_registry().get(handle)
    assert record is not None
    assert (record.grid, record.block, record.cu_function) == ((1, 1, 1), (32, 1, 1), None)
    with pytest.raises(ValueError, match=r"is registered with grid, block, cluster and shared"):
        call(handle, jnp.ones(100))
    found = call(handle, jnp.ones(100), grid=(1, 1, 1))
    assert np.array_equal(found[:32], 2 * np.ones(32))


def test_wrong_calls() -> None:
    """Handles, numbers of parameters, and sizes of scalars."""
    x = jnp.ones(100)
    with pytest.raises(KeyError, match="no kernel is registered with the handle 999"):
        call(999, x)
    with pytest.raises(KeyError, match="999"):
        jax_support.register_launch_config(999, 0, (1, 1, 1), (1, 1, 1))
    plain = jax_support.get_cubin_registry().register(SAXPY, "saxpy")
    with pytest.raises(ArgumentError, match=r"saxpy has 4 parameters; 2 inputs and outputs and 0"):
        call(plain, x)
    for value, size in ((256, 1), (-1, 4), (0, 3)):
        with pytest.raises(ValueError, match="does not fit"):
            jax_support.add_scalar_param_to_shim(plain, value_bits=value, size_bytes=size)
    jax_support.add_scalar_param_to_shim(plain, value_bits=bits(2.0), size_bytes=8)
    jax_support.add_scalar_param_to_shim(plain, value_bits=1, size_bytes=4)
    with pytest.raises(ArgumentError, match="a has 4 bytes; the scalar has 8"):
        call(plain, x)
    with pytest.raises(TypeError, match="saxpy: input 0 is float64, which JAX replaces"):
        call(registered(), np.ones(100))


def test_call_of_a_kernel_cannot_be_changed() -> None:
    """Its launch follows from its arguments."""
    seen: list[int] = []
    jax_support.set_mock_ffi_callback(lambda call: seen.append(call.handle))
    try:
        k.vector_add(jnp.ones(77), jnp.ones(77))
    finally:
        jax_support.set_mock_ffi_callback(None)
    with pytest.raises(ValueError, match="is of a call of vector_add"):
        jax_support.add_scalar_param_to_shim(seen[0], value_bits=1, size_bytes=4)


def test_mock(mock: Any) -> None:
    """A function is called in place of launches, with buffers that it may write to."""

    def callback(call: Any) -> None:
        assert call.stream is None
        (x,), (y,) = call.inputs, call.outputs
        y.on_host()[:] = x.on_host() + 7

    mock(callback)
    handle = registered()
    assert np.array_equal(call(handle, jnp.ones(100)), 8 * np.ones(100))
    mock(None)
    assert np.array_equal(call(handle, jnp.ones(100)), 2 * np.ones(100))


def test_registry() -> None:
    """Handles are counted, also by several threads; `clear` drops all."""
    registry = jax_support.CubinRegistry()
    handles: list[int] = []
    threads = [
        Thread(target=lambda: handles.extend(registry.register(SAXPY, "saxpy") for _ in range(50)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(handles) == list(range(1, 401))
    assert registry.get(400) == jax_support.CubinRecord(400, SAXPY, "saxpy")
    assert repr(registry) == "<CubinRegistry of 400 kernels>"
    registry.clear()
    assert registry.get(400) is None
    assert registry.register(SAXPY, "saxpy") == 401, "old handles stay unknown"
    assert jax_support.get_cubin_registry() is jax_support.get_cubin_registry()


def test_cleared_registry() -> None:
    """A program that was compiled before says what is wrong; eager calls are prepared anew."""
    x = jnp.ones(55)
    program = jax.jit(k.vector_add)
    assert program(x, x)[0] == 2
    assert k.vector_add(x, x)[0] == 2
    jax_support.get_cubin_registry().clear()
    with pytest.raises(
        (jax.errors.JaxRuntimeError, ValueError), match=r"the registry was cleared since; trace"
    ):
        program(x, x).block_until_ready()
    assert k.vector_add(x, x)[0] == 2
    assert program(x, x)[0] == 2, "the handle of an equal call is the same"


def test_registration() -> None:
    """The handler is registered once, and nothing is wrong."""
    assert jax_support.ensure_ffi_registered()
    assert jax_support.shim_is_available()
    assert jax_support.shim_load_error() is None


def test_no_gpu() -> None:
    """Nothing is assembled for a GPU where there is none."""
    assert jax_support.compile_ptx_to_cubin(SAXPY, "sm_80") is None


# ----------------------------------------------------------------------- tensor maps

COPY = """
.version 8.0
.target sm_90a
.address_size 64
.visible .entry copy({})
{{
    .reg .pred p; .reg .b32 r<4>; .reg .b64 d<3>;
    .shared .align 1024 .b8 box[512]; .shared .align 8 .b64 bar;
    {}
    mov.u32 r1, bar; mov.u32 r2, box;
    mbarrier.init.shared.b64 [r1], 1;
    mbarrier.arrive.expect_tx.shared.b64 _, [r1], 512;
    cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes
        [r2], [d1, {{0, 0}}], [r1];
wait:
    mbarrier.try_wait.parity.shared.b64 p, [r1], 0;
    @!p bra wait;
    cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [d2, {{0, 0}}], [r2];
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
    ret;
}}
"""

FORMS = {
    "by value": (
        ".param .align 64 .b8 x[128], .param .align 64 .b8 y[128]",
        "mov.b64 d1, x; cvta.param.u64 d1, d1; mov.b64 d2, y; cvta.param.u64 d2, d2;",
    ),
    "pointers": (".param .u64 x, .param .u64 y", "ld.param.u64 d1, [x]; ld.param.u64 d2, [y];"),
    "after the pointers": (
        ".param .u64 a, .param .u64 b, .param .u64 x, .param .u64 y",
        "ld.param.u64 d1, [x]; ld.param.u64 d2, [y];",
    ),
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_tensor_map_of_a_registered_kernel(form: tuple[str, str]) -> None:
    """The map of each buffer is made for each launch; the kernel copies a box of 8 x 16."""
    handle = jax_support.get_cubin_registry().register(COPY.format(*form), "copy")
    kept = []
    for number in range(2):
        made = jax_support.synthesize_tma_descriptor((16, 32), f32, Layout.ROW, (8, 16))
        assert made[2] == 0
        jax_support.add_tma_spec_to_shim(handle, number, *made[1:])
        kept.append(made[0])
    del kept  # the registry keeps them
    x = jnp.arange(512, dtype=jnp.float32).reshape(16, 32)
    found = jax_support.call_kernel_via_ffi(
        x,
        cubin_handle=handle,
        out_specs=[Tile(16, 32, f32)],
        out_shape_env={},
        grid=(1, 1, 1),
        block=(1, 1, 1),
    )
    assert np.array_equal(found[:8, :16], x[:8, :16])


def test_descriptors() -> None:
    """Boxes by default, the three-dimensional form, and what TMA cannot copy."""
    made, address, _ = jax_support.synthesize_tma_descriptor((128, 256), bf16, Layout.TMA_128B)
    assert made.tile.tma_box == (64, 64)
    assert address % 64 == 0
    assert len(bytes(made)) == 128
    plain, _, _ = jax_support.synthesize_tma_descriptor((4, 128, 1024), u32, Layout.ROW)
    assert plain.tile.tma_box == (1, 64, 256)
    deep, _, _ = jax_support.synthesize_tma_descriptor_3d(256, 512, bf16, 128, 64)
    assert (deep.tile.tma_rank, deep.tile.layout) == (3, Layout.TMA_128B)
    padded, _, _ = jax_support.synthesize_tma_descriptor_3d(
        256, 512, bf16, 128, 64, swizzle_128b=False, padding=True, placeholder_ptr=4096
    )
    assert padded.tile.tma_padding
    assert bytes(padded) != bytes(deep)
    with pytest.raises(ValueError, match="box"):
        jax_support.synthesize_tma_descriptor((512, 512), f32, Layout.ROW, (512, 16))
    with pytest.raises(ValueError, match="host_blob_ptr of a tensor map that is still alive"):
        jax_support.add_tma_spec_to_shim(1, 0, 0x1234, 0)


# ----------------------------------------------------------------------- without JAX


def run(text: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a process of its own."""
    root = Path(__file__).parents[3]
    command = [sys.executable, "-c", text]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=root)


def test_jax_is_imported_late() -> None:
    """The module can be imported, and kernels be registered, without JAX."""
    done = run(
        "import sys; import ptxpy.jax_support as j; from ptxpy import *\n"
        "j.get_cubin_registry().register('', '')\n"
        "assert 'jax' not in sys.modules"
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("sys.modules['jax'] = None", f"need JAX: {install_command('jax')}"),
        ("import jax.version; jax.version.__version_info__ = (0, 4, 38)", "0.5.0 or newer"),
        (
            "from ptxpy.integrations.jax import registration as r\nr.API_MAJOR = 1",
            "of XLA's interface for foreign functions; ptxpy needs version 1",
        ),
    ],
    ids=["missing", "old", "other interface"],
)
def test_jax_that_does_not_do(change: str, reason: str) -> None:
    """Nothing is raised by the query, and the reason says what to install."""
    done = run(
        f"import sys\n{change}\nimport ptxpy.jax_support as j\n"
        "assert not j.shim_is_available() and not j.ensure_ffi_registered()\n"
        "print(j.shim_load_error())\n"
        "try:\n"
        "    j.call_kernel_via_ffi(cubin_handle=1, out_specs=[], out_shape_env={}, grid=1,"
        " block=1)\n"
        "except ImportError as error:\n"
        "    assert str(error) == j.shim_load_error()\n"
        "else:\n"
        "    sys.exit('no error')\n"
    )
    assert done.returncode == 0, done.stderr
    assert reason in done.stdout
