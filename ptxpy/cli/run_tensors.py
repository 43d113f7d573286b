"""Tensors of kernels written in Python, on the command line: shapes, and what follows from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.cli.failure import Failure
from ptxpy.cli.run_arguments import DTYPES as KNOWN
from ptxpy.dsl.tensors import unify_envs
from ptxpy.dsl.tensors.dtypes import DTYPES
from ptxpy.launch.tensor_arrays import check_tensor, tensor_map
from ptxpy.launch.tensor_calls import evaluate_grid

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.dsl import Function, Tile
    from ptxpy.launch.arguments import Signature

__all__ = ["completed", "examples", "followed", "grid_of", "takes_tensors"]

_EXTENT: Final = 128
"""What an example takes for a dimension that has no number."""


def takes_tensors(kernel: Function, signature: Signature) -> bool:
    """Whether a kernel takes tensors, under the names that the Python function has for them."""
    parameters = {parameter.name for parameter in signature.parameters}
    return bool(kernel.formals.tensors) and parameters.issuperset(
        name for name, _ in kernel.formals.tensors
    )


def followed(kernel: Function) -> frozenset[str]:
    """Return the parameters that need not be given: tensor maps, and dimensions of tensors."""
    names = _dims(kernel)
    scalars = {name for name, _ in (*kernel.formals.scalars, *kernel.formals.raw)}
    return frozenset({*kernel.binding.maps, *(names & scalars)})


def completed(kernel: Function, given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, int]]:
    """Return the arguments of a kernel, with those that follow from its tensors, and dimensions.

    `Failure` where a tensor is none that its `Tile` describes, where dimensions disagree, and where
    TMA cannot copy it.
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
        raise Failure(str(error.args[0] if error.args else error)) from None
    wanted = followed(kernel) - set(maps)
    return {**{name: env[name] for name in wanted}, **made, **given}, env


def grid_of(
    kernel: Function, given: Mapping[str, Any], env: Mapping[str, int]
) -> Any:  # noqa: ANN401 - whatever a grid may be
    """Return the grid of a kernel whose grid is a function of what is known; None for another.

    `Failure` where the function fails, or what it returns is no grid.
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
        raise Failure(message) from None


def _dims(kernel: Function) -> set[str]:
    """Return the names of the dimensions of a kernel's tensors."""
    return {name for _, tile in kernel.formals.tensors for name in tile.symbolic_dims}


def _numbers(kernel: Function) -> dict[str, int]:
    """Return the template parameters that are numbers: boxes and shapes may name them."""
    templates = kernel.binding.templates
    return {name: value for name, value in templates.items() if type(value) is int}


def examples(kernel: Function) -> dict[str, str]:
    """Return an argument for each tensor: `float32[128,64]:arange`."""
    return {name: _example(tile, kernel) for name, tile in kernel.formals.tensors}


def _example(tile: Tile, kernel: Function) -> str:
    dims = {**_numbers(kernel), **kernel.binding.dims}
    shape = ",".join(
        str(dims.get(size, _EXTENT) if isinstance(size, str) else size) for size in tile.shape
    )
    dtype = next(name for name in (*DTYPES[tile.dtype.fundamental], "uint8") if name in KNOWN)
    return f"{dtype}[{shape}]:{'random' if dtype.startswith('float') else 'zeros'}"
