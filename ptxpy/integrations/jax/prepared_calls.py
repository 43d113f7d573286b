"""Calls of a kernel as nodes of JAX programs, for tensors of given shapes and types."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final, NoReturn

import numpy as np

from ptxpy.dsl import DTYPES, Layout, dtype_name
from ptxpy.integrations.jax.argument_checks import check_wide_type, is_traced
from ptxpy.integrations.jax.handler import HANDLE
from ptxpy.integrations.jax.planned_launches import ExpectedBuffer, PlannedLaunch
from ptxpy.integrations.jax.registration import TARGET
from ptxpy.integrations.jax.registry import CubinRecord, get_cubin_registry
from ptxpy.launch import tensor_map
from ptxpy.launch_request import check_limits, extents, geometry_of, limits_of_target, pack
from ptxpy.syntax import emit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ptxpy.launch import CallArguments, CallPlan, Output

__all__ = ["PreparedCall", "ffi_call", "prepare"]

_FIRST_HASHED_HANDLE: Final = 1 << 61
"""Handles from here on are hashes of a call; smaller handles are counted."""


@dataclass(frozen=True)
class PreparedCall:
    """A call of a kernel, for all tensors of the same shapes and types."""

    title: str
    """The name of the kernel."""
    handle: int
    inputs: tuple[ExpectedBuffer, ...]
    """The tensors that JAX passes: inputs, then the outputs that are given to begin with."""
    outputs: tuple[ExpectedBuffer, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the tensors that JAX passes."""
        return tuple(each.name for each in self.inputs)

    @cached_property
    def function(self) -> Callable[..., tuple[Any, ...]]:
        """The call as a function of arrays, which JAX traces; it has the name of the kernel."""
        import jax  # noqa: PLC0415 - a JAX array is here, so JAX is loaded

        # An output that is given shares the buffer of its input.
        positions = {name: number for number, name in enumerate(self.names)}
        aliases = {
            positions[each.name]: number
            for number, each in enumerate(self.outputs)
            if each.name in positions
        }

        def call(*arrays: Any) -> tuple[Any, ...]:
            return ffi_call(
                self.handle,
                [(each.shape, each.dtype) for each in self.outputs],
                *arrays,
                input_layouts=[_axes(each) for each in self.inputs],
                output_layouts=[_axes(each) for each in self.outputs],
                input_output_aliases=aliases or None,
            )

        call.__name__ = call.__qualname__ = self.title
        # The rule for derivatives names the kernel, where JAX would only say that it has none.
        made: Any = jax.custom_jvp(call)
        made.defjvp(partial(_refuse_gradient, self.title))
        found: Callable[..., tuple[Any, ...]] = made
        return found

    @cached_property
    def compiled(self) -> Callable[..., tuple[Any, ...]]:
        """The function, compiled by XLA at its first call."""
        import jax  # noqa: PLC0415 - a JAX array is here, so JAX is loaded

        made: Callable[..., tuple[Any, ...]] = jax.jit(self.function)
        return made

    def bind(self, arrays: Sequence[Any]) -> tuple[Any, ...]:
        """Call the kernel with arrays, or add the call to a trace of JAX; return the outputs."""
        # A traced call is part of a larger program, which is compiled as a whole.
        if any(is_traced(each) for each in arrays):
            return self.function(*arrays)
        return self.compiled(*arrays)


def ffi_call(
    handle: int,
    outputs: Sequence[tuple[tuple[int, ...], str]],
    *arrays: Any,
    **options: Any,
) -> tuple[Any, ...]:
    """Call the kernel of a handle through XLA; return its outputs.

    Args:
        handle: Its number in the registry.
        outputs: Shape and name of the dtype of each output.
        arrays: The inputs.
        options: Layouts and aliases, as for `jax.ffi.ffi_call`.
    """
    import jax  # noqa: PLC0415 - a JAX array is here, so JAX is loaded

    varying = _varying_axes(arrays)
    results = [
        jax.ShapeDtypeStruct(shape, jax.numpy.dtype(dtype), **varying) for shape, dtype in outputs
    ]
    function = jax.ffi.ffi_call(
        TARGET,
        results,
        # A call without outputs would be removed as unused.
        has_side_effect=not results,
        vmap_method="sequential",
        **options,
    )
    return tuple(function(*arrays, **{HANDLE: np.int64(handle)}))


def _varying_axes(arrays: Sequence[Any]) -> dict[str, Any]:
    """Return the axes of the mesh over which outputs differ in `jax.shard_map`: those of inputs."""
    import jax  # noqa: PLC0415 - a JAX array is here, so JAX is loaded

    # Older versions of JAX have no such axes.
    if not hasattr(jax, "typeof"):
        return {}
    axes: frozenset[Any] = frozenset()
    for each in arrays:
        axes |= getattr(jax.typeof(each), "vma", frozenset())
    return {"vma": axes} if axes else {}


def _refuse_gradient(title: str, primals: Any, tangents: Any) -> NoReturn:
    del primals, tangents
    msg = (
        f"{title} is a kernel, which JAX cannot differentiate; define its gradient with "
        "ptxpy.differentiable_kernel, or with "
        "jax.custom_vjp around the call"
    )
    raise TypeError(msg)


def _axes(expected: ExpectedBuffer) -> tuple[int, ...]:
    """Return the dimensions of a tensor from the slowest to the fastest in memory."""
    axes = tuple(range(len(expected.shape)))
    return axes[::-1] if expected.column_major else axes


# ----------------------------------------------------------------------- preparing


def prepare(plan: CallPlan, given: CallArguments) -> PreparedCall:
    """Register a planned call, and return it; raise `TypeError` for outputs that JAX cannot have.

    The handle is a hash of all that the call depends on, so that programs which JAX has compiled
    and kept on disk find the kernel again in the next process that traces it.
    """
    outputs = tuple(
        ExpectedBuffer(
            each.name, each.shape, _dtype(plan, each, given), _is_column(plan, each.name)
        )
        for each in plan.outputs
    )
    for each in outputs:
        check_wide_type(f"{plan.kernel.name}: its output {each.name} is", np.dtype(each.dtype))
    begun = tuple(each.name for each in plan.outputs if each.name in given.tensors)
    inputs = tuple(
        ExpectedBuffer(
            name,
            tuple(map(int, given.tensors[name].shape)),
            dtype_name(given.tensors[name].dtype),
            _is_column(plan, name),
        )
        for name in (*plan.inputs, *begun)
    )
    _check_launch(plan, (*inputs, *outputs))
    text = emit(plan.bound.module())
    defaults = plan.bound.defaults
    block = extents("block", defaults.block) if defaults.block is not None else (1, 1, 1)
    # All that a launch depends on goes into the hash, and nothing that differs between processes.
    described = repr(
        (
            plan.parameters,
            [(name, repr(plan.tiles[name])) for name in plan.kernel.tensor_names],
            inputs,
            outputs,
            plan.grid,
            tuple(defaults),
            [(name, type(value), value) for name, value in plan.values.items()],
            sorted((name, repr(value)) for name, value in plan.known.items()),
            sorted(plan.options.items()),
        )
    )
    handle = _hash(text, plan.bound.name, described)
    record = CubinRecord(handle, text, plan.bound.name, defaults.smem or 0, plan.grid, block)
    get_cubin_registry().add_call(record, PlannedLaunch(plan, inputs, outputs))
    return PreparedCall(plan.kernel.name, handle, inputs, outputs)


def _check_launch(plan: CallPlan, tensors: tuple[ExpectedBuffer, ...]) -> None:
    """Raise the errors of a launch for its numbers, maps and geometry, while JAX still traces.

    Tensors have no addresses yet: null stands for them, which is aligned.
    """
    kernel = plan.loaded()
    named = {each.name: each for each in tensors}
    passed: list[Any] = []
    for (kind, name), parameter in zip(plan.parameters, kernel.signature.parameters, strict=True):
        if kind == "map":
            array = named[name].without_memory()
            tensor_map(name, plan.tiles[name], array, plan.known)
            passed.append(bytes(parameter.size or 0) if parameter.dimensions else 0)
        else:
            passed.append(0 if kind == "tensor" else plan.value(name))
    pack(kernel.signature, passed)
    default = kernel.defaults
    geometry = geometry_of(
        kernel.signature, plan.grid, default.block, default.cluster, default.smem or 0
    )
    check_limits(kernel.signature, geometry, limits_of_target(kernel.signature.target))


def _is_column(plan: CallPlan, name: str) -> bool:
    return plan.tiles[name].layout is Layout.COL


def _dtype(plan: CallPlan, output: Output, given: CallArguments) -> str:
    """Return the dtype of an output: of the array given, else as inputs of its element type."""
    if output.name in given.tensors:
        return dtype_name(given.tensors[output.name].dtype)
    kind = output.tile.dtype.fundamental
    for name in plan.inputs:
        found = dtype_name(given.tensors[name].dtype)
        if plan.tiles[name].dtype.fundamental == kind and found != "bool":
            return found
    return DTYPES[kind][0]


def _hash(*parts: str) -> int:
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogateescape")
        # The length before each part keeps parts from running into each other.
        digest.update(len(data).to_bytes(8, "little") + data)
    return _FIRST_HASHED_HANDLE + int.from_bytes(digest.digest()[:7], "little")
