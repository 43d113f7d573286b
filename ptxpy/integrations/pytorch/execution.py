"""Running a kernel on PyTorch tensors, in the memory that they have.

Recipes hold the facts that calls of one form share, checked once, and kept for the next call.
"""

from __future__ import annotations

from contextlib import nullcontext
from functools import lru_cache
from inspect import signature
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from ptxpy._hooks import unseen
from ptxpy._records import NamedTuple
from ptxpy.integrations.pytorch.requirements import require_torch
from ptxpy.integrations.pytorch.tensors import (
    OutputForm,
    check_order,
    check_tensors,
    device_of,
    host_memory,
    mapped_memory,
    output_forms,
    tiles_of,
)
from ptxpy.launch import CallPlan, plan_call, strip_readonly
from ptxpy.launch_request import ArgumentError, ReadOnly, stream_handle

if TYPE_CHECKING:
    from ptxpy.dsl import StandaloneKernel
    from ptxpy.launch import CallArguments

__all__ = ["Recipe", "execute", "recipe_for", "written_names"]


MAX_RECIPES: Final = 512
"""Recipes that are kept, of all kernels."""


class Recipe(NamedTuple):
    """A call whose tensors fit, for tensors of these shapes, types, strides and devices."""

    plan: CallPlan
    device: Any
    """Of the tensors."""
    written: frozenset[str]
    """The tensors that the kernel may write to."""
    outputs: tuple[OutputForm, ...]
    """The outputs to allocate."""

    def allocate(self) -> dict[str, Any]:
        """Return new outputs."""
        return {each.name: each.allocate(self.device) for each in self.outputs}


_recipes: Final[dict[Any, Recipe]] = {}
_lock: Final = Lock()


def recipe_for(kernel: StandaloneKernel, given: CallArguments) -> Recipe:
    """Return the recipe of a call; raise an error if its arguments do not fit."""
    try:
        key = _key(kernel, given)
        found = _recipes.get(key)
    except TypeError:  # a value that has no hash
        return _make(kernel, given)
    # A global that the kernel reads may have changed since, and so may its PTX.
    if found is not None and found.plan.bound.surroundings.has_changed():
        found = None
    # Only values that change nothing else are left out of the key: they are put in here.
    if found is not None and given.values:
        values = {**found.plan.values, **given.values}
        return found._replace(plan=found.plan._replace(values=values))
    if found is None:
        found = _make(kernel, given)
        with _lock:
            _recipes[key] = found
            # Dictionaries keep the order of insertion, so the oldest recipe goes.
            while len(_recipes) > MAX_RECIPES:
                del _recipes[next(iter(_recipes))]
    return found


def written_names(kernel: StandaloneKernel) -> tuple[str, ...]:
    """Return the names of the tensors that a kernel may write: its outputs, or all without any."""
    found: tuple[str, ...] = kernel.tensor_names[len(kernel.in_specs) :]
    # Without outputs any tensor may be written to.
    return found or kernel.tensor_names


def _key(kernel: StandaloneKernel, given: CallArguments) -> Any:
    """Return the key of a recipe; a new object for tensors that have no recipe."""
    parts: list[Any] = [kernel, kernel.arch]
    for name, value in given.tensors.items():
        tensor = strip_readonly(value)
        if not isinstance(tensor, torch.Tensor) or tensor.layout is not torch.strided:
            # A new object is equal to nothing, so that the errors are raised anew.
            return object()
        form = (name, tensor.shape, tensor.dtype, tensor.stride(), tensor.device, tensor.is_neg())
        parts.append(form)
    free = _free_values(kernel, given.launch.get("grid")) if given.values else ()
    for values in (given.values, given.templates, given.launch):
        for name, value in values.items():
            parts.append(name if name in free else (name, type(value), value))
    return tuple(parts)


@lru_cache(maxsize=MAX_RECIPES)
def _free_values(kernel: StandaloneKernel, grid: Any) -> frozenset[str]:
    """Return the scalars and raw parameters that the kernel alone reads: no dimension, no grid."""
    names = {*kernel.scalars, *kernel.raw_params} - {*kernel.dims}
    grid = kernel.grid if grid is None else grid
    if callable(grid):
        # A grid function with `**kwargs` may read any value.
        parameters = signature(grid).parameters
        if any(each.kind is each.VAR_KEYWORD for each in parameters.values()):
            return frozenset()
        names -= {*parameters}
    return frozenset(names)


def _make(kernel: StandaloneKernel, given: CallArguments) -> Recipe:
    check_tensors(kernel, given.tensors)
    tiles = tiles_of(kernel)
    for name, value in given.tensors.items():
        check_order(name, tiles[name], strip_readonly(value))
    plan = plan_call(kernel, given)
    outputs = output_forms(kernel, given)
    return Recipe(plan, device_of(given.tensors), frozenset(written_names(kernel)), outputs)


torch: Final = require_torch()


def execute(kernel: StandaloneKernel, given: CallArguments) -> dict[str, Any]:
    """Run a kernel; return the outputs that the call does not give, by name.

    CPU tensors are read and written by the simulator. CUDA tensors are used where they are: the
    kernel is queued on the current stream of their device, or on `stream`, and may still be running
    when this returns.
    """
    found: dict[str, Any] = unseen(_execute)(kernel, given)
    return found


def _execute(kernel: StandaloneKernel, given: CallArguments) -> dict[str, Any]:
    recipe = recipe_for(kernel, given)
    if recipe.device.type == "cpu":
        outputs = recipe.allocate()
        _run(recipe, given, outputs, device=_device_name(given) or "cpu", stream=None)
    else:
        outputs = _execute_on_gpu(recipe, given)
    for name in recipe.written:
        # New outputs have no history that autograd could miss.
        if name in given.tensors:
            tensor = strip_readonly(given.tensors[name])
            # Autograd has to know that the tensor has other elements than before.
            if not tensor.is_inference():
                torch.autograd.graph.increment_version((tensor,))
    return outputs


def _execute_on_gpu(recipe: Recipe, given: CallArguments) -> dict[str, Any]:
    device = recipe.device
    title, name = f"cuda:{device.index}", _device_name(given)
    if name not in (None, "cuda", title):
        first = next(iter(given.tensors))
        msg = (
            f'{first} is on {device}, and the launch on device="{name}": pass {first}.to("{name}")'
        )
        raise ArgumentError(msg, first)
    stream = _stream(given.launch.get("stream"), device)
    # Outputs are allocated on the stream that writes to them, as PyTorch's allocator expects.
    with nullcontext() if stream is None else torch.cuda.stream(stream):
        outputs = recipe.allocate()
        current = torch.cuda.current_stream(device)
        _run(recipe, given, outputs, device=title, stream=current.cuda_stream)
    if stream is not None:
        # Memory must not be used again before the kernel on the other stream has ended.
        for value in given.tensors.values():
            strip_readonly(value).record_stream(stream)
    return outputs


def _device_name(given: CallArguments) -> str | None:
    """Return the option `device`, which may be a `torch.device`."""
    device = given.launch.get("device")
    return None if device is None else str(device)


def _stream(stream: Any, device: Any) -> Any:
    """Return a stream of PyTorch for the option `stream`; None for the current one."""
    if stream is None or isinstance(stream, torch.cuda.Stream):
        return stream
    return torch.cuda.ExternalStream(stream_handle(stream), device=device)


def _run(recipe: Recipe, given: CallArguments, outputs: dict[str, Any], **options: Any) -> None:
    plan, written, on_gpu = recipe.plan, recipe.written, recipe.device.type != "cpu"
    mapped = plan.mapped
    arrays: dict[str, Any] = {}
    for name, value in {**given.tensors, **outputs}.items():
        tensor = strip_readonly(value)
        # An address suffices where no tensor map is made.
        if on_gpu and name not in mapped:
            arrays[name] = tensor.data_ptr()
            continue
        memory = mapped_memory(name, tensor) if name in mapped else host_memory(tensor)
        arrays[name] = memory if name in written else ReadOnly(memory)
    plan.run(arrays, checked=True, new=outputs, **options)
