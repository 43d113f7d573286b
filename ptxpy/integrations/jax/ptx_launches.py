"""Kernels of the registry that are given as PTX: their launches, and their calls."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._counts import format_count
from ptxpy._records import NamedTuple
from ptxpy.dsl import DTYPES, Layout, dtype_name
from ptxpy.integrations.jax.argument_checks import check_wide_type
from ptxpy.integrations.jax.calls import run_prepared
from ptxpy.integrations.jax.planned_launches import ExpectedBuffer, device_of_buffers
from ptxpy.integrations.jax.prepared_calls import PreparedCall
from ptxpy.integrations.jax.registration import require_registration
from ptxpy.integrations.jax.registry import CubinRecord, get_cubin_registry
from ptxpy.integrations.jax.tensor_map_blobs import TensorMapBlob, find_blob
from ptxpy.launch import load, tensor_map
from ptxpy.launch_request import ArgumentError, readonly

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ptxpy.dsl import Tile
    from ptxpy.integrations.jax.handler import FfiCall
    from ptxpy.launch import Kernel

__all__ = [
    "add_scalar_param_to_shim",
    "add_tma_spec_to_shim",
    "call_kernel_via_ffi",
    "compile_ptx_to_cubin",
    "register_launch_config",
]

_FLOATS: Final = {"f16": "<f2", "f32": "<f4", "f64": "<f8"}
_ONE: Final = (1, 1, 1)


class _Scalar(NamedTuple):
    bits: int
    size: int
    """In bytes."""


@dataclass(frozen=True)
class PtxLaunch:
    """How a kernel that is given as PTX is launched; XLA calls it with buffers.

    The parameters of the kernel are a pointer for each input and output, in their order, and the
    scalars. A buffer that has a tensor map is passed as the map: in place of the pointer, or after
    the scalars if the kernel has as many parameters.
    """

    kernel: Kernel
    grid: tuple[int, ...]
    block: tuple[int, ...]
    cluster: tuple[int, ...] = _ONE
    smem_bytes: int = 0
    scalars: tuple[_Scalar, ...] = ()
    maps: tuple[tuple[int, TensorMapBlob], ...] = ()
    """The numbers of buffers, inputs and then outputs, with their maps."""
    is_configured: bool = False
    """Whether grid, block, cluster and shared memory are set, so that all calls have the same."""

    @property
    def configuration(self) -> tuple[Any, ...]:
        """Grid, block, cluster and shared memory."""
        return (*map(tuple, (self.grid, self.block, self.cluster)), self.smem_bytes)

    def configure(
        self, grid: tuple[int, ...], block: tuple[int, ...], cluster: tuple[int, ...], smem: int
    ) -> PtxLaunch:
        """Return the launch with another configuration."""
        return replace(
            self, grid=grid, block=block, cluster=cluster, smem_bytes=smem, is_configured=True
        )

    def is_column_major(self, number: int) -> bool:
        """Return whether a buffer has a map that describes a matrix by columns."""
        blob = dict(self.maps).get(number)
        return blob is not None and blob.tile.layout is Layout.COL

    def check_count(self, buffers: int) -> None:
        """Raise `ArgumentError` if the kernel has another number of parameters."""
        needed = buffers + len(self.scalars)
        parameters = self.kernel.signature.parameters
        # Maps are passed in place of pointers, or after all others: both counts are right.
        if len(parameters) not in {needed, needed + len(self.maps)}:
            message = (
                f"{self.kernel.name} has "
                f"{format_count(len(parameters), 'parameter')}; {buffers} inputs and outputs"
                f" and {len(self.scalars)} scalars given"
            )
            raise ArgumentError(message)

    def __call__(self, call: FfiCall) -> None:
        """Launch the kernel on the buffers of XLA; raise whatever `Kernel.launch` raises."""
        buffers = (*call.inputs, *call.outputs)
        self.check_count(len(buffers))
        on_host = call.stream is None
        mapped = {number for number, _ in self.maps}
        passed: list[Any] = []
        for number, each in enumerate(buffers):
            column = self.is_column_major(number)
            if on_host:
                array = each.on_host(column_major=column)
                # XLA owns its inputs and may share them: the kernel must not write to them.
                passed.append(readonly(array) if number < len(call.inputs) else array)
            else:  # an address is fastest
                on_gpu = number in mapped
                passed.append(each.on_gpu(column_major=column) if on_gpu else each.address)
        maps = {
            number: tensor_map(f"argument {number}", blob.tile, passed[number], {})
            for number, blob in self.maps
        }
        parameters = self.kernel.signature.parameters
        # With as many parameters more as there are maps, the maps come last.
        if len(parameters) > len(passed) + len(self.scalars):
            after = list(maps.values())
        else:
            passed, after = [maps.get(number, each) for number, each in enumerate(passed)], []
        for parameter, scalar in zip(parameters[len(passed) :], self.scalars, strict=False):
            passed.append(_scalar_value(parameter.name, parameter.type, parameter.size, scalar))
        self.kernel.launch(
            *passed,
            *after,
            grid=self.grid,
            block=self.block,
            cluster=None if self.cluster == _ONE else self.cluster,
            shared_bytes=self.smem_bytes,
            device="cpu" if on_host else f"cuda:{device_of_buffers(buffers)}",
            stream=call.stream,
        )


def _scalar_value(name: str, type_: str, size: int | None, scalar: _Scalar) -> Any:
    """Return the value of a scalar for a parameter, given its bits."""
    if size != scalar.size:
        message = f"{name} has {format_count(size, 'byte')}; the scalar has {scalar.size}"
        raise ArgumentError(message, name)
    if type_ in _FLOATS:
        return np.frombuffer(scalar.bits.to_bytes(scalar.size, "little"), _FLOATS[type_])[0]
    return scalar.bits


# ----------------------------------------------------------------------- configuration


def compile_ptx_to_cubin(
    ptx_source: str, arch: str, kernel_name: str = "", dynamic_smem_bytes: int = 0
) -> tuple[int, Any] | None:
    """Assemble PTX for the first GPU and load it; return None if there is no GPU.

    Launches from JAX do this by themselves; the function is for the caller.

    Args:
        ptx_source: The text.
        arch: The target to assemble for, as `sm_90a`.
        kernel_name: The symbol of the kernel; it may be left out if the module has one.
        dynamic_smem_bytes: The dynamic shared memory that the function is to allow.

    Returns the `CUfunction` as an integer, and an object that keeps it valid.
    """
    from ptxpy.launch import cuda  # noqa: PLC0415 - the bindings load slowly
    from ptxpy.launch.cuda.device import current_context, device  # noqa: PLC0415
    from ptxpy.launch.cuda.loading import load_module  # noqa: PLC0415

    if not cuda.count():
        return None
    # The parser wants a line feed at the end, which other texts need not have.
    kernel = load(f"{ptx_source}\n", kernel_name or None)
    gpu = device(0)
    with current_context(gpu):
        function = gpu.driver.function(load_module(kernel.source, arch, gpu), kernel.name)
        # Above 48 KiB the driver wants dynamic shared memory to be allowed first.
        if dynamic_smem_bytes:
            name = "MAX_DYNAMIC_SHARED_SIZE_BYTES"
            gpu.driver.set_function_attribute(function, name, dynamic_smem_bytes)
    return int(function), kernel


def register_launch_config(
    handle: int,
    cu_function: int,
    grid: tuple[int, int, int],
    block: tuple[int, int, int],
    cluster: tuple[int, int, int] = _ONE,
    smem_bytes: int = 0,
) -> None:
    """Set how a kernel of the registry is launched; its maps and scalars stay.

    Raises `KeyError` if no kernel has the handle. `cu_function` is kept in its record.
    """

    def change(record: CubinRecord, launch: PtxLaunch) -> PtxLaunch:
        record.cu_function = cu_function or record.cu_function
        record.grid, record.block, record.smem_bytes = grid, block, smem_bytes
        return launch.configure(grid, block, cluster, smem_bytes)

    _change(handle, change)


def add_scalar_param_to_shim(handle: int, *, value_bits: int, size_bytes: int) -> None:
    """Add a scalar parameter to a kernel of the registry, after those that it has.

    Args:
        handle: The kernel; `KeyError` if there is no such kernel.
        value_bits: The bits of the value, as an integer.
        size_bytes: The size of the parameter.
    """
    # A value that does not fit would spill into the next parameter.
    if size_bytes not in {1, 2, 4, 8} or not 0 <= value_bits < 1 << (8 * size_bytes):
        msg = f"value_bits={value_bits:#x} does not fit {size_bytes} bytes of a parameter"
        raise ValueError(msg)
    scalar = _Scalar(value_bits, size_bytes)
    _change(handle, lambda _, launch: replace(launch, scalars=(*launch.scalars, scalar)))


def add_tma_spec_to_shim(
    handle: int, xla_arg_index: int, host_blob_ptr: int, device_blob_ptr: int
) -> None:
    """Pass a buffer to a kernel of the registry as a tensor map.

    Args:
        handle: The kernel; `KeyError` if there is no such kernel.
        xla_arg_index: The number of the buffer: inputs, then outputs.
        host_blob_ptr: The second result of `synthesize_tma_descriptor`.
        device_blob_ptr: Its third result; unused, for each launch makes its own map.
    """
    del device_blob_ptr
    blob = find_blob(host_blob_ptr)

    def change(record: CubinRecord, launch: PtxLaunch) -> PtxLaunch:
        del record
        others = dict(launch.maps)
        others[int(xla_arg_index)] = blob
        return replace(launch, maps=tuple(others.items()))

    _change(handle, change)


def _change(handle: int, change: Callable[[CubinRecord, PtxLaunch], PtxLaunch]) -> PtxLaunch:
    """Replace how a kernel of the registry is launched; return how it is from now on."""
    made: list[PtxLaunch] = []

    def apply(record: CubinRecord, launcher: Any) -> Callable[[FfiCall], None]:
        # Handles of calls are hashes of what they launch, so a change would be another call.
        if launcher is not None and not isinstance(launcher, PtxLaunch):
            msg = f"the handle {handle} is of a call of {record.kernel_name}, and cannot be changed"
            raise ValueError(msg)
        made.append(change(record, launcher or _first_launch(record)))
        return made[0]

    get_cubin_registry().change_launcher(handle, apply)
    return made[0]


def _first_launch(record: CubinRecord) -> PtxLaunch:
    kernel = load(f"{record.ptx_source}\n", record.kernel_name or None)
    return PtxLaunch(kernel, record.grid, record.block, smem_bytes=record.smem_bytes)


# ----------------------------------------------------------------------- calls


def call_kernel_via_ffi(
    *inputs: Any,
    cubin_handle: int,
    out_specs: Sequence[Tile],
    out_shape_env: dict[str, int],
    grid: tuple[int, int, int],
    block: tuple[int, int, int],
    cluster: tuple[int, int, int] = _ONE,
    smem_bytes: int = 0,
) -> Any:
    """Call a kernel of the registry with JAX arrays, or while JAX traces.

    Args:
        inputs: Arrays, in the order of the kernel's parameters.
        cubin_handle: What `CubinRegistry.register` returned.
        out_specs: The outputs, whose parameters follow those of the inputs.
        out_shape_env: The values of the symbolic dimensions of the outputs.
        grid: Blocks of the launch; if `register_launch_config` has set how the kernel is launched,
            this and the rest must agree with it.
        block: Threads of a block.
        cluster: Blocks of a cluster.
        smem_bytes: Dynamic shared memory of a block.

    Returns the output, or a tuple of several. Raises `KeyError` if no kernel has the handle,
    `ValueError` for a launch other than the registered one, and `ArgumentError` for a number of
    arrays that the kernel does not take.
    """
    require_registration()
    given = (tuple(grid), tuple(block), tuple(cluster), int(smem_bytes))

    def change(record: CubinRecord, launch: PtxLaunch) -> PtxLaunch:
        # All calls of a handle share its record, so they cannot differ in the configuration.
        if launch.is_configured and launch.configuration != given:
            msg = (
                f"{record.kernel_name} is registered with grid, block, cluster and shared memory "
                f"{launch.configuration}; the call has {given}"
            )
            raise ValueError(msg)
        launch.check_count(len(inputs) + len(out_specs))
        return launch.configure(*given)

    launch = _change(cubin_handle, change)
    title = launch.kernel.name
    taken = [
        ExpectedBuffer(
            f"input {number}",
            tuple(each.shape),
            dtype_name(each.dtype),
            launch.is_column_major(number),
        )
        for number, each in enumerate(inputs)
    ]
    outputs = [
        ExpectedBuffer(
            f"output {number}",
            spec.resolve_shape(out_shape_env),
            DTYPES[spec.dtype.fundamental][0],
            spec.layout is Layout.COL or launch.is_column_major(len(inputs) + number),
        )
        for number, spec in enumerate(out_specs)
    ]
    for each in (*taken, *outputs):
        check_wide_type(f"{title}: {each.name} is", each.dtype)
    prepared = PreparedCall(title, int(cubin_handle), tuple(taken), tuple(outputs))
    return run_prepared(prepared, inputs)
