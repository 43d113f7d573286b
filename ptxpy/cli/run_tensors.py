"""Tensors of kernels written in Python, on the command line: shapes, and what follows from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.cli.failure import Failure
from ptxpy.cli.run_arguments import DTYPES as KNOWN
from ptxpy.dsl.tensors import unify_envs
from ptxpy.dsl.tensors.dtypes import DTYPES
from ptxpy.launch.tensor_arrays import check_tensor, tensor_map

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.calling import Signature
    from ptxpy.dsl import Function, Tile

__all__ = ["completed", "examples", "followed", "takes_tensors"]

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
    names = {name for _, tile in kernel.formals.tensors for name in tile.symbolic_dims}
    scalars = {name for name, _ in (*kernel.formals.scalars, *kernel.formals.raw)}
    return frozenset({*kernel.binding.maps, *(names & scalars)})


def completed(kernel: Function, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a kernel, with those that follow from its tensors.

    `Failure` where a tensor is none that its `Tile` describes, where dimensions disagree, and where
    TMA cannot copy it.
    """
    tiles = dict(kernel.formals.tensors)
    maps = kernel.binding.maps
    try:
        envs = {name: check_tensor(name, tile, given[name]) for name, tile in tiles.items()}
        env = unify_envs({"--set": kernel.binding.read, **envs})
        made = {
            name: tensor_map(tensor.name, tensor.spec, given[tensor.name], env)
            for name, tensor in maps.items()
            if name not in given
        }
    except (TypeError, ValueError) as error:
        raise Failure(str(error)) from None
    wanted = followed(kernel) - set(maps)
    return {**{name: env[name] for name in wanted}, **made, **given}


def examples(kernel: Function) -> dict[str, str]:
    """Return an argument for each tensor: `float32[128,64]:arange`."""
    return {name: _example(tile, kernel) for name, tile in kernel.formals.tensors}


def _example(tile: Tile, kernel: Function) -> str:
    dims = kernel.binding.dims
    shape = ",".join(
        str(dims.get(size, _EXTENT) if isinstance(size, str) else size) for size in tile.shape
    )
    dtype = next(name for name in (*DTYPES[tile.dtype.fundamental], "uint8") if name in KNOWN)
    return f"{dtype}[{shape}]:{'random' if dtype.startswith('float') else 'zeros'}"
