"""Calling a kernel with tensors: `c = gemm(a, b)`."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from numbers import Integral
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ptxpy.dsl.tensors import Tile, unify_envs
from ptxpy.launch.arguments import LaunchError
from ptxpy.launch.loading import load
from ptxpy.launch.request.geometry import extents
from ptxpy.launch.tensor_arrays import check_contiguous, check_tensor, empty, read, tensor_map

if TYPE_CHECKING:
    from ptxpy.launch.arguments import Dim3

__all__ = ["call", "grid_for"]

_LAUNCH: Final = ("device", "grid", "stream", "strict")
_MISSING: Final = inspect.Parameter.empty


class Given(NamedTuple):
    """What a call gives, by the names of parameters."""

    tensors: dict[str, Any]
    """Inputs, and outputs that are written in place."""
    values: dict[str, Any]
    """Scalars and raw parameters."""
    templates: dict[str, Any]
    launch: dict[str, Any]


def call(kernel: Any, arguments: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """Run a kernel on tensors; return None, its output, or a tuple of several.

    Args:
        kernel: What `@ptxpy.kernel` makes, with `in_specs` or `out_specs`.
        arguments: Inputs and scalars, in the order of the Python function without its outputs.
        options: Template parameters, scalars and raw parameters by name; an output to be written
            in place, by its name; `grid`, `device`, `stream` and `strict`, as for `Kernel.launch`.
            A scalar or raw parameter that is not given is the symbolic dimension of its name.

    Raises:
        TypeError: For a wrong number of arguments, names that there are not, arrays whose elements
            are of another type.
        ValueError: For shapes that do not fit or disagree, and arrays that TMA cannot copy; a
            `LaunchError` for a launch that cannot be.
    """
    given = _given(kernel, arguments, options)
    tiles = dict(zip(kernel.tensor_names, (*kernel.in_specs, *kernel.out_specs), strict=True))
    env = _dimensions(kernel, tiles, given)
    values = _values(kernel, given, env)
    tensors = _tensors(kernel, tiles, given, env)
    known = {**_templates(kernel, given), **values, **env}
    grid = _grid(kernel, given, known)
    made = kernel.bind(**{**given.templates, **env})
    passed: list[Any] = []
    for kind, name in made.parameter_kinds:
        if kind == "tensor":
            check_contiguous(name, tiles[name], tensors[name])
            passed.append(tensors[name])
        elif kind == "map":
            passed.append(tensor_map(name, tiles[name], tensors[name], known))
        else:
            passed.append(_value(kernel, name, values))
    load(made).launch(*passed, grid=grid, **given.launch)
    outputs = tuple(tensors[name] for name in _outputs(kernel))
    return outputs if len(outputs) > 1 else outputs[0] if outputs else None


def _outputs(kernel: Any) -> tuple[str, ...]:
    found: tuple[str, ...] = kernel.tensor_names[len(kernel.in_specs) :]
    return found


# --------------------------------------------------------------------- what a call gives


def _given(kernel: Any, arguments: tuple[Any, ...], options: dict[str, Any]) -> Given:
    """Sort the arguments of a call by what they are for."""
    outputs, scalars = _outputs(kernel), kernel.scalars
    names = [
        name
        for name in kernel.signature.parameters
        if (name in kernel.tensor_names or name in scalars) and name not in outputs
    ]
    if len(arguments) > len(names):
        msg = f"{_takes(kernel, names)}, and {len(arguments)} positional arguments are given"
        raise TypeError(msg)
    found = Given({}, {}, {}, {})
    positional = dict(zip(names, arguments, strict=False))
    for name, value in (*positional.items(), *options.items()):
        if name in positional and name in options:
            msg = f"{kernel.name}: {name} is given by its position and by its name"
            raise TypeError(msg)
        if name in kernel.tensor_names:
            found.tensors[name] = value
        elif name in scalars or name in kernel.raw_params:
            found.values[name] = value
        elif name in kernel.template_params:
            found.templates[name] = value
        elif name in _LAUNCH:
            found.launch[name] = value
        else:
            known = (*names, *outputs, *kernel.raw_params, *kernel.template_params, *_LAUNCH)
            msg = f"{kernel.name} has no {name!r}; it has {', '.join(known)}"
            raise TypeError(msg)
    missing = [name for name in names if name in kernel.tensor_names and name not in found.tensors]
    if missing:
        msg = f"{_takes(kernel, names)}; {', '.join(missing)} {_is(len(missing))} missing"
        raise TypeError(msg)
    return found


def _takes(kernel: Any, names: list[str]) -> str:
    tensors = [name for name in names if name in kernel.tensor_names]
    scalars = [name for name in names if name not in kernel.tensor_names]
    parts = [
        f"{len(each)} {what}{'s' * (len(each) != 1)} ({', '.join(each)})"
        for what, each in (("tensor", tensors), ("scalar", scalars))
        if each
    ]
    outputs = _outputs(kernel)
    made = f", and gives {', '.join(outputs)}" if outputs else ""
    return f"{kernel.name} takes {' and '.join(parts) or 'no arguments'}{made}"


def _is(count: int) -> str:
    return "is" if count == 1 else "are"


def _templates(kernel: Any, given: Given) -> dict[str, Any]:
    """Return all template parameters that have a value."""
    defaults = kernel.template_params
    found = {name: value for name, value in defaults.items() if value is not _MISSING}
    return {**found, **given.templates}


def _values(kernel: Any, given: Given, env: Mapping[str, int]) -> dict[str, Any]:
    """Return scalars and raw parameters: those that are given, else dimensions, else defaults."""
    formal = kernel.signature.parameters
    found: dict[str, Any] = {}
    for name in (*kernel.scalars, *kernel.raw_params):
        if name in given.values:
            found[name] = given.values[name]
        elif name in env:
            found[name] = env[name]
        elif name in formal and formal[name].default is not _MISSING:
            found[name] = formal[name].default
    return found


def _value(kernel: Any, name: str, values: Mapping[str, Any]) -> Any:
    if name not in values:
        what = "scalar" if name in kernel.scalars else "raw parameter"
        msg = f"{kernel.name} takes the {what} {name}, which is missing: {name}=…"
        raise TypeError(msg)
    return values[name]


# --------------------------------------------------------------------- tensors


def _dimensions(kernel: Any, tiles: Mapping[str, Tile], given: Given) -> dict[str, int]:
    """Return the numbers of the symbolic dimensions; `ValueError` where they disagree.

    They follow from the tensors; those of outputs alone may be template parameters or scalars.
    """
    envs = {
        name: check_tensor(name, tile, given.tensors[name])
        for name, tile in tiles.items()
        if name in given.tensors
    }
    others = {**given.values, **given.templates}
    named = {name: value for name, value in others.items() if name in kernel.dims}
    for name, value in named.items():
        if isinstance(value, Integral):
            envs[f"the argument {name}"] = {name: int(value)}
    env = unify_envs(envs)
    defaults = _templates(kernel, given)
    for name in _outputs(kernel):
        for dim in tiles[name].symbolic_dims:
            if dim not in env and isinstance(defaults.get(dim), int):
                env[dim] = defaults[dim]
            if dim not in env:
                msg = (
                    f"the dimension {dim} of {name} is in no input; "
                    f"give an output to write to, {name}=…"
                )
                raise ValueError(msg)
    return env


def _tensors(
    kernel: Any, tiles: Mapping[str, Tile], given: Given, env: Mapping[str, int]
) -> dict[str, Any]:
    """Return the array of each tensor; outputs that are not given are made."""
    names = kernel.tensor_names[: len(kernel.in_specs)]
    inputs = [(tiles[name], given.tensors[name]) for name in names]
    found = {name: read(given.tensors[name]) for name in names}
    for name in _outputs(kernel):
        if name in given.tensors:
            found[name] = given.tensors[name]
        else:
            found[name] = empty(name, tiles[name], tiles[name].resolve_shape(env), inputs)
    return found


# --------------------------------------------------------------------- the grid


def _grid(kernel: Any, given: Given, known: Mapping[str, Any]) -> Dim3:
    """Return the grid, from a value or a function that takes what is known by name."""
    grid = given.launch.pop("grid", None)
    grid = kernel.grid if grid is None else grid
    if grid is None:
        msg = f"{kernel.name} needs a grid, of @kernel or of the call: grid=(x, y, z)"
        raise LaunchError(msg)
    return grid_for(kernel.name, grid, kernel.dims, known)


def grid_for(name: str, grid: Any, dims: Sequence[str], known: Mapping[str, Any]) -> Dim3:
    """Return the grid of a kernel: a value, or a function that takes what is `known` by name.

    `LaunchError` for what is no grid; `TypeError` where the function takes what is not known.
    """
    if callable(grid):
        grid = _evaluated(name, grid, known)
    try:
        return extents("grid", grid)
    except LaunchError as error:
        listed = ", ".join(f"{dim}={known[dim]}" for dim in dims if dim in known)
        msg = f"{name}: {error}{f' (with {listed})' if listed else ''}"
        raise LaunchError(msg) from None


def _evaluated(kernel: str, grid: Any, known: Mapping[str, Any]) -> Any:
    positional: list[Any] = []
    named: dict[str, Any] = {}
    for name, item in inspect.signature(grid).parameters.items():
        if item.kind is item.VAR_KEYWORD:
            named = {**known, **named}
        elif item.kind is item.VAR_POSITIONAL:
            continue
        elif name in known and item.kind is item.POSITIONAL_ONLY:
            positional.append(known[name])
        elif name in known:
            named[name] = known[name]
        elif item.default is _MISSING:
            there = ", ".join(known) or "none"
            msg = (
                f"the grid of {kernel} takes {name}, which is no dimension or parameter; "
                f"there are {there}"
            )
            raise TypeError(msg)
    return grid(*positional, **named)
