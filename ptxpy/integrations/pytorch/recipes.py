"""What calls of one form have in common: checked once, and kept for the next call."""

from __future__ import annotations

from functools import lru_cache
from inspect import signature
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ptxpy.integrations.pytorch.requirements import require_torch
from ptxpy.integrations.pytorch.tensors import (
    OutputForm,
    check_order,
    check_tensors,
    device_of,
    output_forms,
    tiles_of,
)
from ptxpy.launch.call_plans import CallPlan, plan_call
from ptxpy.launch.tensor_arrays import strip_readonly

if TYPE_CHECKING:
    from ptxpy.dsl import StandaloneKernel
    from ptxpy.launch.call_plans import CallArguments

__all__ = ["Recipe", "recipe_for", "written_names"]

torch: Final = require_torch()

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
    """Return the recipe of a call; raise what says that its arguments do not fit."""
    try:
        key = _key(kernel, given)
        found = _recipes.get(key)
    except TypeError:  # a value that has no hash
        return _make(kernel, given)
    if found is not None and found.plan.bound.surroundings.has_changed():
        found = None
    if found is not None and given.values:
        values = {**found.plan.values, **given.values}
        return found._replace(plan=found.plan._replace(values=values))
    if found is None:
        found = _make(kernel, given)
        with _lock:
            _recipes[key] = found
            while len(_recipes) > MAX_RECIPES:
                del _recipes[next(iter(_recipes))]
    return found


def written_names(kernel: StandaloneKernel) -> tuple[str, ...]:
    """Return the names of the tensors that a kernel may write: its outputs, or all without any."""
    found: tuple[str, ...] = kernel.tensor_names[len(kernel.in_specs) :]
    return found or kernel.tensor_names


def _key(kernel: StandaloneKernel, given: CallArguments) -> Any:
    """Return what a recipe follows from; a new object for tensors that have no recipe."""
    parts: list[Any] = [kernel, kernel.arch]
    for name, value in given.tensors.items():
        tensor = strip_readonly(value)
        if not isinstance(tensor, torch.Tensor) or tensor.layout is not torch.strided:
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
