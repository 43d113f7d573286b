"""Tensor arguments on a command line, and the maps, dimensions and grid inferred from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.cli.argument_values import DTYPES as KNOWN
from ptxpy.cli.command_errors import CommandError
from ptxpy.dsl.tensors import unify_envs
from ptxpy.dsl.tensors.dtypes import DTYPES
from ptxpy.launch.call_plans import evaluate_grid
from ptxpy.launch.tensor_arrays import check_tensor, tensor_map

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.dsl import Function, Tile
    from ptxpy.launch_request import Signature

__all__ = [
    "complete_arguments",
    "example_arguments",
    "grid_of",
    "inferred_parameters",
    "takes_tensors",
]

_EXTENT: Final = 128
"""The value of a symbolic dimension in an example."""


def takes_tensors(kernel: Function, signature: Signature) -> bool:
    """Return whether a kernel has tensor parameters with the names of the Python function."""
    parameters = {parameter.name for parameter in signature.parameters}
    return bool(kernel.formals.tensors) and parameters.issuperset(
        name for name, _ in kernel.formals.tensors
    )


def inferred_parameters(kernel: Function) -> frozenset[str]:
    """Return the parameters that are inferred: tensor maps, and dimensions of tensors."""
    names = _dims(kernel)
    scalars = {name for name, _ in (*kernel.formals.scalars, *kernel.formals.raw)}
    return frozenset({*kernel.binding.maps, *(names & scalars)})


def complete_arguments(
    kernel: Function, given: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, int]]:
    """Add the arguments that are inferred from tensors; return all arguments, and the dimensions.

    Raises `CommandError` if a tensor does not match its `Tile`, if dimensions disagree, or if TMA
    cannot copy a tensor.
    """
    tiles = dict(kernel.formals.tensors)
    maps = kernel.binding.maps
    try:
        envs = {name: check_tensor(name, tile, given[name]) for name, tile in tiles.items()}
        numbers = _numbers(kernel)
        of_dims = {name: numbers[name] for name in _dims(kernel) if name in numbers}
        env = unify_envs({"--set": {**of_dims, **kernel.binding.read}, **envs})
        known = {**numbers, **env}
        made = {
            name: tensor_map(tensor.name, tensor.spec, given[tensor.name], known)
            for name, tensor in maps.items()
            if name not in given
        }
    except (TypeError, ValueError, KeyError) as error:
        raise CommandError(str(error.args[0] if error.args else error)) from None
    wanted = inferred_parameters(kernel) - set(maps)
    return {**{name: env[name] for name in wanted}, **made, **given}, env


def grid_of(
    kernel: Function, given: Mapping[str, Any], env: Mapping[str, int]
) -> Any:  # noqa: ANN401 - whatever a grid may be
    """Evaluate the grid function of a kernel; return None for a kernel without one.

    Raises `CommandError` if the function fails, or its result is not a valid grid.
    """
    grid = getattr(kernel, "grid", None)
    if not callable(grid):
        return None
    scalars = {name: value for name, value in given.items() if isinstance(value, int | float)}
    known = {**kernel.binding.templates, **scalars, **env}
    try:
        return evaluate_grid(kernel.name, grid, [*env], known)
    except Exception as error:  # noqa: BLE001 - the function is the user's
        message = f"the grid of {kernel.name}: {type(error).__name__}: {error}; give --grid"
        raise CommandError(message) from None


def _dims(kernel: Function) -> set[str]:
    """Return the names of the dimensions of a kernel's tensors."""
    return {name for _, tile in kernel.formals.tensors for name in tile.symbolic_dims}


def _numbers(kernel: Function) -> dict[str, int]:
    """Return the template parameters that are integers, which boxes and shapes may use."""
    templates = kernel.binding.templates
    return {name: value for name, value in templates.items() if type(value) is int}


def example_arguments(kernel: Function) -> dict[str, str]:
    """Return an example argument for each tensor: `float32[128,64]:random`."""
    return {name: _example(tile, kernel) for name, tile in kernel.formals.tensors}


def _example(tile: Tile, kernel: Function) -> str:
    dims = {**_numbers(kernel), **kernel.binding.dims}
    shape = ",".join(
        str(dims.get(size, _EXTENT) if isinstance(size, str) else size) for size in tile.shape
    )
    dtype = next(name for name in (*DTYPES[tile.dtype.fundamental], "uint8") if name in KNOWN)
    return f"{dtype}[{shape}]:{'random' if dtype.startswith('float') else 'zeros'}"
